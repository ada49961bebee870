// Emergency acts always get through (domain 0.1, gate 2; specification 5.9): over REST and GraphQL, when
// the caller's own limit is used up, and whatever others do behind the same address.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOperatorKeys } from '../../gateway/auth/operatorKeys.ts'
import { type RunningService, startService } from '../../gateway/service.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld } from '../support/approvalsWorld.ts'
import { silentLog } from '../support/openTestDatabase.ts'

const ALICE = 'sk_operator_alicexxxxxxxxxxxxxxxxxxx'
const LIMIT = 5
const KILL = `mutation ($input: ActivateKillSwitchInput!) { activateKillSwitch(input: $input) { killSwitch { id } } }`

let world: ApprovalsWorld
let service: RunningService
let owner: Owner
let agentKey: string
let token: string

interface Answer {
  readonly status: number
  readonly type: string | undefined
  readonly details: Record<string, unknown> | undefined
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

async function call(path: string, headers: Record<string, string>, body?: object | string): Promise<Answer> {
  const response = await fetch(`${service.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { error?: Answer['body']; errors?: { extensions: Answer['body'] }[] }
  const error = answer.error ?? answer.errors?.[0]?.extensions
  return {
    ...{ status: response.status, headers: response.headers, body: answer as Answer['body'] },
    type: error?.type as string | undefined,
    details: error?.details as Record<string, unknown> | undefined,
  }
}

const ask = (query: string, headers: Record<string, string>, variables: object = {}) =>
  call('/graphql', headers, { query, variables })

/** As many reads as it takes to use up the limit of a caller. */
async function exhaust(headers: Record<string, string>): Promise<Answer> {
  for (let n = 0; n <= LIMIT; n++) {
    const answer = await call('/api/v2/wallets', headers)
    if (answer.status === 429) return answer
  }
  throw new Error('the limit was never reached')
}

async function expectRefused(guess: () => Promise<Answer>): Promise<void> {
  expect(await guess()).toMatchObject({ type: 'rate_limited', details: { bucket: 'anonymous' } })
}

const stopOf = (scope: string, targetId: string) => ({
  scope,
  target_id: targetId,
  reason: 'Drill.',
  reason_code: 'test',
})
const inputOf = (scope: string, targetId: string) => ({ scope, targetId, reason: 'Drill.', reasonCode: 'test' })

beforeAll(async () => {
  world = await openApprovalsWorld('emergency_acts')
})
afterAll(() => world.close())

async function open() {
  const anonymous = {
    rateLimits: { organizationPerMinute: LIMIT, agentPerMinute: LIMIT, paymentsPerAgentPerMinute: 60 },
  }
  const operators = parseOperatorKeys(`alice:${ALICE}`) ?? []
  const config = { ...world.service.config, ...anonymous, operators, port: 0, runWorkers: false }
  // It stands: buckets that refill while a busy machine sends requests would never be empty.
  const at = world.clock.now()
  service = await startService(config, { log: silentLog, clock: { now: () => at } })
  owner = await world.createOwner()
  const registered = await call(
    '/api/v2/auth/agent/register',
    { 'x-api-key': owner.key },
    {
      ...{ name: 'Noisy', capabilities: ['payments', 'wallets', 'approvals'], owner_org_id: owner.orgId },
    },
  )
  agentKey = String(registered.body.api_key)
  const agentId = String(registered.body.agent_id)
  const exchanged = await call('/api/v2/auth/agent/token', {}, { agent_id: agentId, api_key: agentKey })
  token = String(exchanged.body.access_token)
  return { agentId, walletId: String(registered.body.wallet_id) }
}

describe('a limit that is used up', () => {
  let agent: { agentId: string; walletId: string }
  beforeAll(async () => {
    agent = await open()
  })
  afterAll(() => service.stop())

  test('of an agent: its organization still reads and stops', async () => {
    const refused = await exhaust({ authorization: `Bearer ${token}` })
    expect(refused.details).toMatchObject({ bucket: 'agent', limit: LIMIT, retry_after_ms: expect.any(Number) })
    const stop = await call('/api/v2/kill-switches', { 'x-api-key': owner.key }, stopOf('agent', agent.agentId))
    expect(stop.status).toBe(201)
    expect(stop.headers.get('ratelimit')).toMatch(/^"organization"/)
  })

  test('an agent freezes its own wallet and stops itself, over GraphQL too; nothing else of it passes', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const freeze = await call(`/api/v2/wallets/${agent.walletId}/freeze`, headers, { reason: 'Odd.' })
    expect([freeze.status, freeze.headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"agent-stops"/)])
    const stop = await ask(KILL, headers, { input: inputOf('agent', agent.agentId) })
    expect(stop.body).toMatchObject({ data: { activateKillSwitch: { killSwitch: { id: expect.any(String) } } } })
    expect(await ask('{ wallets { edges { node { id } } } }', headers)).toMatchObject({
      status: 429,
      type: 'rate_limited',
    })
  })

  test("of an organization's keys: every emergency act passes, over REST and GraphQL", async () => {
    const headers = { 'x-api-key': owner.key }
    await exhaust(headers)
    const { walletId } = owner
    // Whatever it finds, it was let in.
    for (const [path, body] of [
      ['/api/v2/kill-switches', stopOf('token', 'USDC')],
      [`/api/v2/wallets/${walletId}/freeze`, { reason: 'Odd.' }],
      ['/api/v2/mandates/mnd_unknown/revoke', {}],
      ['/api/v2/approvals/apr_unknown/deny', {}],
      ['/api/v2/approvals/apr_unknown/cancel', {}],
      ['/api/v2/merchants/mrc_unknown/keys/key_unknown/revoke', {}],
    ] as const) {
      const answer = await call(path, headers, body)
      expect([path, answer.status]).not.toEqual([path, 429])
      expect(answer.headers.get('ratelimit')).toMatch(/^"organization-stops"/)
    }
    for (const field of ['denyApproval', 'cancelApproval']) {
      const answer = await ask(`mutation { ${field}(input: {approvalId: "x"}) { approval { id } } }`, headers)
      expect([field, answer.type]).toEqual([field, 'not_found'])
    }
    expect((await ask(KILL, headers, { input: inputOf('chain', 'base') })).type).toBeUndefined()
  })

  test('a document of emergency acts alone that selects more than a stop needs is refused, and stops nothing', async () => {
    const headers = { 'x-api-key': owner.key }
    const { walletId } = await world.createOwner()
    const freeze = (selected: string, name = 'a') =>
      `${name}: freezeWallet(input: {walletId: "${walletId}", reason: "x"}) { wallet { ${selected} } }`
    const fields = Array.from({ length: 10 }, (_, n) => freeze('id status frozenAt frozenBy name address', `a${n}`))
    const rest = 'type custody orgId agentId mandateId createdAt updatedAt frozenReason frozenSource'
    for (const [selected, name] of [
      ['agent { wallet { agent { wallet { id } } } }', 'depth'],
      ['payments(first: 1) { nodes { id } }', 'rows'],
      [
        `${Array.from({ length: 11 }, (_, n) => `b${n}: agent { ${'id name status did '.repeat(2)} }`).join(' ')}`,
        'fields',
      ],
    ] as const) {
      const refused = await ask(`mutation { ${freeze(selected)} }`, headers)
      expect([name, refused.type, refused.details]).toMatchObject([
        ...[name, 'invalid_request', { reason: 'stop_too_large' }],
      ])
      const [{ message }] = refused.body.errors as [{ message: string }]
      expect(message).toMatch(
        new RegExp(`at most 100 fields, 5 deep, and no lists: ${name} is \\d+\\. Nothing was stopped`),
      )
    }
    // What they need passes, also of ten wallets at once.
    expect((await ask(`mutation { ${fields.join(' ')} }`, headers)).type).toBe('not_found')
    const own = `mutation { freezeWallet(input: {walletId: "${owner.walletId}", reason: "x"}) { wallet { ${rest} } } }`
    expect((await ask(own, headers)).type).toBeUndefined()
  })

  test('a document with an emergency act and anything else does not pass', async () => {
    const headers = { 'x-api-key': owner.key }
    const stop =
      'activateKillSwitch(input: {scope: token, targetId: "USDC", reason: "x", reasonCode: test}) { alreadyActive }'
    for (const query of [
      `mutation { ${stop} createMerchant(input: {name: "x", legalName: "x", domain: "x.example"}) { merchant { id } } }`,
      `mutation { ...A } fragment A on Mutation { ${stop} createMerchant(input: {name: "x", legalName: "x", domain: "x.example"}) { merchant { id } } }`,
      '{ killSwitches { edges { node { id } } } }',
    ])
      expect(await ask(query, headers)).toMatchObject({ status: 429, details: { bucket: 'organization' } })
    const large = JSON.stringify({
      query: KILL,
      variables: { input: inputOf('token', 'USDC') },
      extensions: { a: 'x'.repeat(20_000) },
    })
    expect(await call('/graphql', headers, large)).toMatchObject({ status: 429 })
  })
})

describe('bad credentials of an address', () => {
  beforeAll(() => open())
  afterAll(() => service.stop())

  test('count against a limit, which good ones from the same address do not use', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 640 }, () => call('/api/v2/payments', { authorization: 'Bearer nonsense' })),
    )
    const statuses = new Set(guesses.map(({ status }) => status))
    expect(statuses).toEqual(new Set([401, 429]))
    expect(guesses.find(({ status }) => status === 429)?.details).toMatchObject({ bucket: 'anonymous' })

    expect((await call('/api/v2/kill-switches', { 'x-api-key': ALICE })).status).toBe(200)
    expect((await call('/api/v2/wallets', { 'x-api-key': owner.key })).status).toBe(200)
    expect((await call('/api/v2/wallets', { authorization: `Bearer ${token}` })).status).toBe(200)
    const agentId = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub
    const exchange = { agent_id: agentId, api_key: agentKey }
    expect((await call('/api/v2/auth/agent/token', {}, exchange)).status).toBe(200)
    const issue = 'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { accessToken } }'
    const good = await ask(issue, {}, { input: { agentId, apiKey: agentKey } })
    expect(good.body).toMatchObject({ data: { issueToken: { accessToken: expect.any(String) } } })

    const wrong = `${agentKey.slice(0, -1)}x`
    await expectRefused(() => call('/api/v2/auth/agent/token', {}, { agent_id: agentId, api_key: wrong }))
    await expectRefused(() => call('/api/v2/auth/agent/token', {}, '{'))
    await expectRefused(() => ask(issue, {}, { input: { agentId, apiKey: wrong } }))
    await expectRefused(() => ask('{ __typename }', {}))
  })

  test('an agent that requests tokens without end is limited, and no other agent is', async () => {
    const agentId = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub
    const byDefault = `mutation ($input: IssueTokenInput! = {agentId: "${agentId}", apiKey: "${agentKey}"}) {
      issueToken(input: $input) { accessToken }
    }`
    const post = (agent_id: string) => call('/api/v2/auth/agent/token', {}, { agent_id, api_key: agentKey })
    // In any spelling of its id.
    for (const [most, exchange] of [
      [70, () => post(agentId)],
      [10, () => post(`  ${agentId}\t`)],
      [10, () => ask(byDefault, {})],
    ] as const) {
      let last = await exchange()
      for (let n = 1; n < most && last.status === 200; n++) last = await exchange()
      expect(last).toMatchObject({ status: 429, details: { bucket: 'token-exchange' } })
    }
  })

  test('token exchanges that fail are looked up no more often than the limit of the address and a reserve allow', async () => {
    const exchange = (api_key: string) => call('/api/v2/auth/agent/token', {}, { agent_id: 'agt_another', api_key })
    await Promise.all(Array.from({ length: 700 }, () => exchange(`${agentKey.slice(0, -1)}x`)))
    // A good key makes no difference any more: nothing is compared with it.
    const details = { bucket: 'exchange-reserve' }
    expect(await exchange(agentKey)).toMatchObject({ status: 429, details })
    const issue = 'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { accessToken } }'
    expect(await ask(issue, {}, { input: { agentId: 'agt_other', apiKey: agentKey } })).toMatchObject({ details })
  })
})

describe('a change of a product feed', () => {
  beforeAll(() => open())
  afterAll(() => service.stop())

  test('counts as many requests: it is refused where a read still passes', async () => {
    const headers = { 'x-api-key': owner.key, 'content-type': 'application/json' }
    const url = `${service.url}/api/v2/merchants/mrc_unknown/product-feed`
    const set = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ products: [] }) })
    expect(set.status).toBe(429)
    expect((await call('/api/v2/wallets', { 'x-api-key': owner.key })).status).toBe(200)
  })
})
