// Rate limits are set for each organization (domain A.1, A.2 limits) by the operator of the platform, and hold over all
// processes within a second.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeService, type Service } from '../../gateway/compose.ts'
import { silentLog } from '../support/openTestDatabase.ts'
import { startTestService, type TestService } from '../support/startService.ts'

const PLATFORM = { requests_per_minute: 60, payments_per_agent_per_minute: 30 }

let service: TestService
/** Another process, as the command is. */
let operator: Service

beforeAll(async () => {
  service = await startTestService('organization_limits', 'two processes', {
    RATE_LIMIT_ORGANIZATION_PER_MINUTE: String(PLATFORM.requests_per_minute),
    RATE_LIMIT_PAYMENTS_PER_AGENT_PER_MINUTE: String(PLATFORM.payments_per_agent_per_minute),
  })
  operator = await composeService(service.config, { log: silentLog })
  // One window.
  const at = service.clock.now()
  service.clock.now = () => at
}, 90_000)
afterAll(async () => {
  await operator.close(3_000)
  await service.stop()
})

const setLimits = async (
  orgId: string,
  requestsPerMinute?: number | null,
  paymentsPerAgentPerMinute?: number | null,
) => {
  await operator.subgraphs.agents.setRateLimits({ orgId, requestsPerMinute, paymentsPerAgentPerMinute })
  await sleep(1_000)
}

async function call(request: string, headers: Record<string, string>, body?: object) {
  const [method, path] = request.split(' ') as [string, string]
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const policy = response.headers.get('ratelimit-policy')
  return { status: response.status, policy, body: (await response.json()) as Record<string, unknown> }
}

/** How many of so many pass, to both processes in turn, and what the last answer says. */
async function read(key: string, count: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, () => call('GET /api/v2/wallets', { 'x-api-key': key })),
  )
  return { passed: answers.filter(({ status }) => status === 200).length, last: answers.at(-1) }
}

async function openAgent(orgId: string, key: string) {
  const registered = await call(
    'POST /api/v2/auth/agent/register',
    { 'x-api-key': key },
    {
      ...{ name: 'One', capabilities: ['payments'], owner_org_id: orgId },
    },
  )
  const { agent_id, api_key, wallet_id } = registered.body as Record<string, string>
  const issued = await call('POST /api/v2/auth/agent/token', {}, { agent_id, api_key, grant_type: 'api_key' })
  const bearer = { authorization: `Bearer ${issued.body.access_token}`, 'x-agent-id': agent_id ?? '' }
  return { walletId: wallet_id, bearer }
}

test('they are shown to the organization and its agents, over REST and GraphQL alike', async () => {
  const { orgId, key } = await service.createOrganization('Shown')
  const own = { 'x-api-key': key }
  expect((await call(`GET /api/v2/organizations/${orgId}`, own)).body.limits).toEqual(PLATFORM)
  const { bearer } = await openAgent(orgId, key)
  await setLimits(orgId, 50)
  const limits = { ...PLATFORM, requests_per_minute: 50 }
  expect((await call(`GET /api/v2/organizations/${orgId}`, own)).body.limits).toEqual(limits)
  expect((await call(`GET /api/v2/organizations/${orgId}`, bearer)).body.limits).toEqual(limits)
  const query = `{ organization(id: "${orgId}") { limits { requestsPerMinute paymentsPerAgentPerMinute } } }`
  expect((await call('POST /graphql', own, { query })).body.data).toEqual({
    organization: { limits: { requestsPerMinute: 50, paymentsPerAgentPerMinute: 30 } },
  })
})

test('a change holds in every process within a second, and in the window that runs', async () => {
  const { orgId, key } = await service.createOrganization('Changed')
  const other = await service.createOrganization('Unchanged')
  const first = await read(key, 4)
  expect(first).toMatchObject({ passed: 4, last: { policy: '"organization";q=60;w=60' } })

  await setLimits(orgId, 40)
  const lowered = await read(key, 80)
  expect(4 + lowered.passed).toBeLessThanOrEqual(40)
  expect(4 + lowered.passed).toBeGreaterThanOrEqual(10)
  expect(lowered.last).toMatchObject({ status: 429, policy: '"organization";q=40;w=60' })

  await setLimits(orgId, 120)
  const raised = await read(key, 150)
  expect(4 + lowered.passed + raised.passed).toBeLessThanOrEqual(120)
  expect(raised.passed).toBeGreaterThanOrEqual(60)
  expect(raised.last).toMatchObject({ status: 429, body: { error: { details: { limit: 120 } } } })

  await setLimits(orgId, null)
  expect(await read(key, 4)).toMatchObject({ passed: 0, last: { policy: '"organization";q=60;w=60' } })
  expect(await read(other.key, 4)).toMatchObject({ passed: 4, last: { policy: '"organization";q=60;w=60' } })
})

test('payments of each agent are limited as the operator set it', async () => {
  const { orgId, key } = await service.createOrganization('Paying')
  const { walletId, bearer } = await openAgent(orgId, key)
  await setLimits(orgId, undefined, 2)
  const pay = () =>
    call('POST /api/v2/payments', bearer, { wallet_id: walletId, to: 'nobody.example', amount: '1.00', token: 'USDC' })
  const answers = []
  for (let n = 0; n < 4; n++) answers.push(await pay())
  const limited = answers.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThanOrEqual(2)
  expect(limited.length).toBeLessThan(4)
  expect(limited[0]?.body).toMatchObject({ error: { details: { bucket: 'agent-payments', limit: 2 } } })
})

test('only the operator sets them, within bounds', async () => {
  const { orgId, key } = await service.createOrganization('Bounds')
  const own = { 'x-api-key': key }
  const patched = await call(`PATCH /api/v2/organizations/${orgId}`, own, { limits: { requests_per_minute: 1_000 } })
  expect(patched).toMatchObject({ status: 400, body: { error: { type: 'invalid_request' } } })
  const { setRateLimits } = operator.subgraphs.agents
  for (const wrong of [0, -1, 1.5, Number.NaN, 100_000_001])
    await expect(setRateLimits({ orgId, requestsPerMinute: wrong })).rejects.toMatchObject({ type: 'invalid_request' })
  await expect(setRateLimits({ orgId: 'org_none', requestsPerMinute: 5 })).rejects.toMatchObject({ type: 'not_found' })
  expect((await call(`GET /api/v2/organizations/${orgId}`, own)).body.limits).toEqual(PLATFORM)
})
