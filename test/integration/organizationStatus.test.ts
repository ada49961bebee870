// A suspended organization reads and stops, and does nothing else (domain A.2 status; specification 1: a stop at any scope):
// every act over REST, the race of a suspension with spends in two processes, and payments in flight.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { composeService, type Service } from '../../gateway/compose.ts'
import { sweepOnce } from '../../subgraphs/mandates/services/killSwitches/sweepSwitches.ts'
import { preSignGates } from '../../subgraphs/payments/gates.ts'
import { findPayment } from '../../subgraphs/payments/models/payments.ts'
import { markSubmittedIntent } from '../../subgraphs/payments/settlement/intents/markSubmitted.ts'
import type { Intent } from '../../subgraphs/shared/commit/types.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import { onlyTrusted } from '../../subgraphs/shared/kya.ts'
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import { type MandatesWorld, type Registered, refusalOf } from '../support/mandatesWorld.ts'
import { silentLog } from '../support/openTestDatabase.ts'
import { openRestWorld, type RequestHeaders, type RestResponse, type RestWorld } from '../support/restClient.ts'

let rest: RestWorld
let world: MandatesWorld

beforeAll(async () => {
  rest = await openRestWorld('organization-status')
  world = rest.world
}, 90_000)
afterAll(() => rest.stop())

const SUSPENDED = 'capability_denied organization_suspended'
const setStatus = (orgId: string, status: 'active' | 'suspended', by: Service = world.service) =>
  by.subgraphs.agents.setOrganizationStatus({ orgId, status, reason: 'Unpaid.' })
const stopWork = (orgId: OrgId) =>
  world.service.subgraphs.payments.work.stop({ orgId, mode: null, scope: 'organization', targetId: orgId })

/** `call('POST /payments', headers, body)` */
const call = (request: string, headers: RequestHeaders, body?: object) =>
  rest.call(request.replace(' ', ' /api/v2'), headers, body)

const reasonOf = ({ status, body }: RestResponse) => {
  const error = body.error as { type: string; details: { reason?: string } } | undefined
  return `${status} ${error?.type} ${error?.details.reason}`
}

async function openOrganization() {
  const opened = await rest.openOrganization('Suspended')
  const { orgId, agentId, walletId, mandateId } = opened
  const { key } = await rest.running.service.subgraphs.agents.createOrganizationKey({
    ...{ orgId, mode: 'test', roles: ['approver'], name: 'Second' },
  })
  const registered: Registered = {
    mandateId,
    agent: {
      ...{ kind: 'agent', orgId, mode: 'test', agentId, walletId, scope: 'agent:execute' },
      capabilities: ['payments', 'wallets', 'mandates'],
    },
  }
  await world.fund(registered, 1_000_000_000n)
  return { ...opened, approver: { 'x-api-key': key }, registered }
}

// Between the check of a request and its commit there may be seconds, in which what it was sent with ends (domain A.3).
describe('what waits for its commit', () => {
  /** The next act is committed only after this one. */
  function hold(first: () => Promise<RestResponse>, status = 200): void {
    const { commit } = rest.running.service
    const { submit } = commit
    commit.submit = async <A>(intent: Intent<A>) => {
      commit.submit = submit
      expect((await first()).status).toBe(status)
      return submit(intent)
    }
  }

  test.each([
    ['a revoked key', 'invalid_api_key'],
    ['a suspended person', 'person_suspended'],
    ['a revoked session', 'session_ended'],
  ] as const)('is not done any more for %s', async (ending, reason) => {
    const { orgId, owner } = await openOrganization()
    const of = `POST /organizations/${orgId}`
    const thief = (await call(`${of}/keys`, owner, { name: 'Thief', roles: ['admin'] })).body
    const key = { 'x-api-key': String(thief.api_key) }
    const session = (await call(`${of}/sessions`, key, { kind: 'token' })).body
    const path = {
      'a revoked key': `keys/${thief.key_id}/revoke`,
      'a suspended person': `people/${thief.principal_id}/suspend`,
      'a revoked session': `sessions/${session.session_id}/revoke`,
    }[ending]
    const by = ending === 'a revoked session' ? { 'x-api-key': String(session.secret) } : key
    hold(() => call(`${of}/${path}`, owner, { reason: 'Stolen.' }))
    const more = { name: 'Another', roles: ['admin'] }
    expect(reasonOf(await call(`${of}/keys`, by, more))).toBe(`401 authentication_error ${reason}`)
    const { body } = await call(`GET /organizations/${orgId}/keys`, owner)
    expect(JSON.stringify(body)).not.toContain('Another')
  })

  test('is not done any more for a suspended agent; a stop is', async () => {
    const { owner, agentId, exchange, walletId } = await openOrganization()
    const { body } = await call('POST /auth/agent/token', {}, { ...exchange, scope: 'agent:admin' })
    const bearer = { authorization: `Bearer ${body.access_token}` }
    const suspend = () => call(`POST /agents/${agentId}/suspend`, owner, { reason: 'Stolen.' })
    hold(suspend)
    expect(reasonOf(await call(`POST /agents/${agentId}/rotate-did`, bearer, {}))).toBe(
      '401 authentication_error agent_suspended',
    )
    await call(`POST /agents/${agentId}/reactivate`, owner, { reason: 'Over.' })
    hold(suspend)
    expect((await call(`POST /wallets/${walletId}/freeze`, bearer, { reason: 'Stop.' })).status).toBe(200)
  })

  test('links no refund and takes none back for a revoked key, although money that comes in stops for nothing', async () => {
    const { orgId, owner, registered } = await openOrganization()
    const paid = await world.pay(registered, 2_000_000n)
    await world.complete(paid)
    const deposit_id = await world.fund(registered, 1_000_000n)
    const deposits = world.database.collection<{ _id: string }>('deposits')
    const keys = `POST /organizations/${orgId}/keys`
    const ended = async (request: string, body: object) => {
      const thief = (await call(keys, owner, { name: 'Thief', roles: ['admin'] })).body
      hold(() => call(`${keys}/${thief.key_id}/revoke`, owner, { reason: 'Stolen.' }))
      return reasonOf(await call(request, { 'x-api-key': String(thief.api_key) }, body))
    }
    const link = [`POST /payments/${paid._id}/refunds`, { deposit_id, other_sender: true }] as const
    expect(await ended(...link)).toBe('401 authentication_error invalid_api_key')
    expect(await deposits.findOne({ refund: { $exists: true } })).toBeNull()
    await setStatus(orgId, 'suspended')
    expect((await call(link[0], owner, link[1])).status).toBe(201)
    await setStatus(orgId, 'active')
    const unlink = `POST /payments/${paid._id}/refunds/${deposit_id}/unlink`
    expect(await ended(unlink, {})).toBe('401 authentication_error invalid_api_key')
    expect(await deposits.findOne({ _id: deposit_id })).toMatchObject({ refund: {} })
  })

  test('is not done any more with a role that was taken from its key', async () => {
    const { orgId, owner, agentId, walletId } = await openOrganization()
    const of = `/organizations/${orgId}/keys`
    const { api_key, key_id } = (await call(`POST ${of}`, owner, { name: 'Demoted', roles: ['admin'] })).body
    const key = { 'x-api-key': String(api_key) }
    const token = (await call(`POST /organizations/${orgId}/sessions`, key, { kind: 'token' })).body
    for (const by of [key, { 'x-api-key': String(token.secret) }]) {
      hold(() => call(`PATCH ${of}/${key_id}`, owner, { roles: ['approver'] }))
      const asked = await call(`POST ${of}`, by, { name: 'Another', roles: ['admin'] })
      expect(reasonOf(asked)).toBe('401 authentication_error roles_changed')
      expect((await call(`PATCH ${of}/${key_id}`, owner, { roles: ['admin'] })).status).toBe(200)
    }
    // A role that another one includes is not taken.
    const made = await call(`POST /organizations/${orgId}/sessions`, key, { kind: 'token', roles: ['approver'] })
    const approver = { 'x-api-key': String(made.body.secret), 'x-agent-id': agentId }
    const pay = { wallet_id: walletId, to: '0x1111111111111111111111111111111111111111', amount: '1.00', token: 'USDC' }
    expect((await call('POST /payments', approver, pay)).status).toBe(201)
    // Nor by a key without roles, of which none could be taken, once it only reads.
    await call(`PATCH ${of}/${key_id}`, owner, { roles: [] })
    hold(() => call(`PATCH ${of}/${key_id}`, owner, { roles: ['viewer'] }))
    const plain = { ...key, 'x-agent-id': agentId }
    expect(reasonOf(await call('POST /payments', plain, pay))).toBe('401 authentication_error roles_changed')
    expect((await call(`PATCH ${of}/${key_id}`, owner, { roles: ['admin'] })).status).toBe(200)
    // Another role more takes nothing away.
    hold(() => call(`PATCH ${of}/${key_id}`, owner, { roles: ['admin', 'approver'] }))
    expect((await call(`POST ${of}`, key, { name: 'Another', roles: ['viewer'] })).status).toBe(201)
  })

  test('is not done any more with a capability that was taken from the agent', async () => {
    const { owner, agentId, bearer, walletId } = await openOrganization()
    const pay = { wallet_id: walletId, to: '0x1111111111111111111111111111111111111111', amount: '1.00', token: 'USDC' }
    const change = (...capabilities: string[]) => call(`PATCH /agents/${agentId}`, owner, { capabilities })
    hold(() => change('wallets'))
    expect(reasonOf(await call('POST /payments', bearer, pay))).toBe('401 authentication_error capabilities_changed')
    await change('payments', 'wallets')
    hold(() => change('payments', 'wallets', 'mandates'))
    expect((await call('POST /payments', bearer, pay)).status).toBe(201)
  })

  test.each(['spend', 'other act'] as const)('is not done any more for a token that was ended (%s)', async (act) => {
    const { owner, agentId, exchange, walletId } = await openOrganization()
    const token = (more: object) => call('POST /auth/agent/token', {}, { agent_id: agentId, ...more })
    const refresh = (refresh_token: unknown) => token({ grant_type: 'refresh_token', refresh_token })
    const { body: first } = await token({ ...exchange, scope: 'agent:admin' })
    const { body: second } = await refresh(first.refresh_token)
    await refresh(second.refresh_token)
    const askedBy = async ({ access_token }: RestResponse['body']) => {
      const to = '0x1111111111111111111111111111111111111111'
      const bearer = { authorization: `Bearer ${access_token}`, 'x-agent-id': agentId }
      const asked =
        act === 'spend'
          ? call('POST /payments', bearer, { wallet_id: walletId, to, amount: '1.00', token: 'USDC' })
          : call(`POST /agents/${agentId}/rotate-did`, bearer, {})
      return reasonOf(await asked)
    }
    const other = (await token({ ...exchange, scope: 'agent:admin' })).body
    // Used twice: its family ends.
    hold(() => refresh(first.refresh_token), 401)
    expect(await askedBy(second)).toBe('401 authentication_error invalid_token')
    expect(await askedBy(other)).toMatch(/^20/)
    hold(() => call(`POST /agents/${agentId}/rotate-key`, owner, {}))
    expect(await askedBy(other)).toBe('401 authentication_error invalid_token')
  })

  test('changes no webhook, although no commit writes it: the name of its receiver may resolve for seconds', async () => {
    const { orgId, owner, agentId, exchange } = await openOrganization()
    const { body } = await call('POST /auth/agent/token', {}, { ...exchange, scope: 'agent:admin' })
    const hook = { url: 'https://8.8.8.8/', events: ['payment.completed'], secret: 's'.repeat(16) }
    const one = `/webhooks/${(await call('POST /webhooks', owner, hook)).body.webhook_id}`
    const of = `POST /organizations/${orgId}/keys`
    const ended = async (request: string, body: object, more: RequestHeaders = {}) => {
      const thief = (await call(of, owner, { name: 'Thief', roles: ['admin'] })).body
      hold(() => call(`${of}/${thief.key_id}/revoke`, owner, { reason: 'Stolen.' }))
      return call(request, { 'x-api-key': String(thief.api_key), ...more }, body)
    }
    for (const [request, asked] of [
      ['POST /webhooks', { ...hook, description: 'theirs' }],
      [`PATCH ${one}`, { url: 'https://8.8.4.4/' }],
      [`POST ${one}/rotate-secret`, {}],
      [`POST ${one}/test`, {}],
    ] as const) {
      expect(reasonOf(await ended(request, asked))).toBe('401 authentication_error invalid_api_key')
    }
    hold(() => call(`POST /agents/${agentId}/suspend`, owner, { reason: 'Stolen.' }))
    const keyed = { authorization: `Bearer ${body.access_token}`, 'idempotency-key': 'slow' }
    expect(reasonOf(await call('POST /webhooks', keyed, hook))).toBe('401 authentication_error agent_suspended')
    const { data } = (await call('GET /webhooks', owner)).body as { data: { description: string; url: string }[] }
    expect(data.map(({ url }) => url)).toEqual([hook.url])
    // A stop goes on.
    expect((await ended(`PATCH ${one}`, { status: 'disabled' })).status).toBe(200)
  })
})

describe('a suspended organization', () => {
  test('reads and stops over REST, and does nothing else; reinstated, it continues', async () => {
    const on = await openOrganization()
    const { owner, approver, bearer, walletId, agentId, mandateId, orgId } = on
    const to = '0x1111111111111111111111111111111111111111'
    const pay = { wallet_id: walletId, to, amount: '1.00', token: 'USDC' }
    const hook = { url: 'https://8.8.8.8/', events: ['payment.completed'], secret: 's'.repeat(16) }
    const webhook = (await call('POST /webhooks', owner, hook)).body
    const parked = (await call('POST /payments', bearer, { ...pay, amount: '30.00' })).body
    const manual = { wallet_id: walletId, to, amount: '30.00' }
    const [asked, another] = [
      (await call('POST /approvals', bearer, manual)).body,
      (await call('POST /approvals', bearer, manual)).body,
    ]
    const stop = { reason: 'Stop.', reason_code: 'test' }
    const lifted = (await call('POST /kill-switches', owner, { ...stop, scope: 'merchant', target_id: 'odd.example' }))
      .body
    await setStatus(orgId, 'suspended')

    const acts: readonly [string, Record<string, string>, object?][] = [
      ['POST /auth/agent/register', owner, on.registration],
      ['POST /payments', bearer, pay],
      ['POST /payments', { ...owner, 'x-agent-id': agentId }, pay],
      ['POST /mandates/execute', bearer, { psp_domain: 'psp.example', amount: '1.00' }],
      [`POST /wallets/${walletId}/transfer`, bearer, { amount: '1.00', merchant: to }],
      ['POST /test/faucet', bearer, { wallet_id: walletId }],
      [`POST /approvals/${parked.approval_id}/approve`, approver, {}],
      ['POST /approvals', bearer, manual],
      ['POST /mandates', owner, { agent_id: agentId, wallet_id: walletId, policy: 'At most $5 per transaction.' }],
      [`PUT /mandates/${mandateId}`, owner, { policy: 'At most $5 per transaction.' }],
      ['POST /merchants', owner, { name: 'S', legal_name: 'S', domain: 'shop.example' }],
      ['POST /webhooks', owner, hook],
      [`PATCH /webhooks/${webhook.webhook_id}`, owner, { status: 'active' }],
      [`PATCH /webhooks/${webhook.webhook_id}`, owner, { status: 'disabled', url: 'https://8.8.4.4/' }],
      [`POST /webhooks/${webhook.webhook_id}/rotate-secret`, owner, {}],
      [`POST /webhooks/${webhook.webhook_id}/test`, owner, {}],
      [`POST /wallets/${walletId}/unfreeze`, owner, { reason: 'Fine.' }],
      [`POST /kill-switches/${lifted.switch_id}/deactivate`, owner, { reason: 'Fine.' }],
    ]
    for (const [request, headers, body] of acts)
      expect(`${request}: ${reasonOf(await call(request, headers, body))}`).toBe(`${request}: 403 ${SUSPENDED}`)
    const refresh = { grant_type: 'refresh_token', agent_id: agentId, refresh_token: on.refreshToken }
    for (const exchange of [on.exchange, refresh])
      expect(reasonOf(await call('POST /auth/agent/token', {}, exchange))).toBe(
        '401 authentication_error organization_suspended',
      )

    const check = { wallet_id: walletId, to, amount: '1.00' }
    const reads: readonly [string, Record<string, string>, object?][] = [
      ['GET /agents/me', bearer],
      [`GET /wallets/${walletId}`, bearer],
      [`GET /payments/${parked.payment_id}`, owner],
      ['GET /events', owner],
      ['GET /webhooks', owner],
      ['POST /mandates/preview', owner, { policy: 'At most $5 per transaction.' }],
      ['POST /policies/check', bearer, check],
    ]
    for (const [request, headers, body] of reads)
      expect(`${request}: ${(await call(request, headers, body)).status}`).toBe(`${request}: 200`)
    expect((await call('POST /policies/check', bearer, check)).body).toMatchObject({
      ...{ allowed: false, message: expect.stringContaining('suspended') },
    })

    const stops: readonly [number, string, Record<string, string>, object?][] = [
      [200, `POST /approvals/${asked.approval_id}/cancel`, bearer, {}],
      [200, `POST /approvals/${another.approval_id}/deny`, approver, {}],
      [200, `POST /approvals/${parked.approval_id}/deny`, approver, {}],
      [201, 'POST /kill-switches', bearer, { ...stop, scope: 'agent', target_id: agentId }],
      [200, `POST /wallets/${walletId}/freeze`, bearer, { reason: 'Stop.' }],
      [200, `PATCH /webhooks/${webhook.webhook_id}`, owner, { status: 'disabled' }],
      [204, `DELETE /webhooks/${webhook.webhook_id}`, owner],
      [200, `DELETE /mandates/${mandateId}`, owner],
    ]
    for (const [status, request, headers, body] of stops) {
      const route = request.startsWith('DELETE /mandates') ? `POST /mandates/${mandateId}/revoke` : request
      const answer = await call(route, headers, body ?? (route === request ? undefined : { reason: 'Stop.' }))
      expect(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`).toMatch(`${request}: ${status}`)
    }

    await setStatus(orgId, 'active')
    expect((await call('POST /auth/agent/token', {}, refresh)).status).toBe(200)
    expect((await call(`POST /wallets/${walletId}/unfreeze`, owner, { reason: 'Fine.' })).status).toBe(200)
  })

  test('a refusal is not stored with its key: the same request passes once the organization is reinstated', async () => {
    const { bearer, walletId, orgId } = await openOrganization()
    const body = {
      wallet_id: walletId,
      to: '0x1111111111111111111111111111111111111111',
      amount: '1.00',
      token: 'USDC',
    }
    const headers = { ...bearer, 'idempotency-key': 'again' }
    await setStatus(orgId, 'suspended')
    expect(reasonOf(await call('POST /payments', headers, body))).toBe(`403 ${SUSPENDED}`)
    await setStatus(orgId, 'active')
    expect((await call('POST /payments', headers, body)).status).toBe(201)
  })

  test('accepted and unsigned payments fail and release their funds, parked ones are dismissed', async () => {
    const { orgId, bearer, registered, walletId } = await openOrganization()
    const queued = await world.pay(registered, 2_000_000n)
    const parked = await world.pay(registered, 30_000_000n)
    expect(parked.stage).toBe('awaiting_approval')
    await setStatus(orgId, 'suspended')
    expect(await stopWork(orgId)).toEqual({ queued: 1, parked: 1, broadcast: 0 })
    expect(await stopWork(orgId)).toEqual({ queued: 0, parked: 0, broadcast: 0 })
    for (const { _id } of [queued, parked])
      expect((await call(`GET /payments/${_id}`, bearer)).body).toMatchObject({
        ...{
          status: 'failed',
          failure_code: 'capability_denied',
          failure_message: expect.stringContaining('suspended'),
        },
      })
    const { balances, day } = await world.position(walletId)
    expect(balances['base:USDC']).toMatchObject({ available: 1_000_000_000n, inFlight: 0n })
    expect(day?.reserved).toBe(0n)
  })

  test('a kill switch that it sets is swept completely', async () => {
    const { orgId, owner, agentId } = await openOrganization()
    await setStatus(orgId, 'suspended')
    const stop = { scope: 'agent', target_id: agentId, reason: 'Stop.', reason_code: 'test' }
    const { body } = await call('POST /kill-switches', owner, stop)
    const { database, commit, clock } = world
    const { payments } = world.service.subgraphs
    await sweepOnce({ database, commit, clock, log: silentLog, work: payments.work })
    const row = await database.collection<{ _id: string }>('killSwitches').findOne({ _id: `${body.switch_id}` })
    expect(row).toMatchObject({ affected: { queued: 0, parked: 0, broadcast: 0 }, sweptAt: expect.any(Date) })
  })

  test('deposits and the settlement of broadcast payments continue', async () => {
    const { orgId, registered, walletId } = await openOrganization()
    const sent = await world.pay(registered, 2_000_000n)
    await world.database
      .collection<{ _id: string }>('payments')
      .updateOne({ _id: sent._id }, { $set: { stage: 'broadcasting' } })
    await setStatus(orgId, 'suspended')
    const row = await findPayment(world.database, sent._id)
    if (row === null) throw new Error('gone')
    expect(
      await world.commit.submit(
        markSubmittedIntent(row, { account: 'test:base:0x1', nonce: 1, hash: '0x1', attempts: [] }),
      ),
    ).toMatchObject({
      answer: true,
    })
    await world.complete(row)
    await world.fund(registered, 5_000_000n)
    expect((await world.position(walletId)).balances['base:USDC']).toMatchObject({ available: 1_003_000_000n })
  })

  test('gate 15 checks it: nothing is signed for a suspended organization', () => {
    const pass = { name: '', reads: () => [], decide: () => ({ kind: 'pass' }) } as never
    const gates = {
      agentBound: pass,
      agentStanding: pass,
      kya: pass,
      trust: pass,
      verified: pass,
      killSwitch: pass,
      mandateState: pass,
      policy: pass,
      approval: pass,
      trusting: onlyTrusted([]),
    }
    const state = { org: { status: 'suspended' }, wallet: { frozen: null } } as never
    const [first] = preSignGates(gates).map((gate) => gate.decide(state, {} as never, new Date()))
    expect(first).toMatchObject({ kind: 'refuse', error: { details: { reason: 'organization_suspended' } } })
  })

  test('in a race with spends of two processes, none is accepted after the response', async () => {
    const { orgId, registered } = await openOrganization()
    const other = await composeService(world.service.config, { log: silentLog, clock: world.clock })
    try {
      for (let round = 0; round < 5; round++) {
        await setStatus(orgId, 'active')
        let suspended = false
        const late: string[] = []
        let accepted = 0
        let refused = 0
        const spend = async () => {
          while (refused < 8) {
            const wasSuspended = suspended
            const row = await world.pay(registered, 1n).catch(() => null)
            if (row === null) refused += 1
            else {
              accepted += 1
              if (wasSuspended) late.push(row._id)
            }
          }
        }
        const spends = Array.from({ length: 8 }, spend)
        await expect.poll(() => accepted, { timeout: 60_000 }).toBeGreaterThan(8)
        await setStatus(orgId, 'suspended', other)
        suspended = true
        await Promise.all(spends)
        expect(late).toEqual([])
        expect(await refusalOf(world.pay(registered, 1n))).toBe(SUSPENDED)
      }
    } finally {
      await other.close(1_000)
    }
  })

  test('repeating changes nothing, an unknown organization is not found, a reason is required', async () => {
    const { orgId } = await openOrganization()
    expect(await setStatus(orgId, 'suspended')).toEqual({ changed: true })
    expect(await setStatus(orgId, 'suspended')).toEqual({ changed: false })
    expect(await world.database.collection<{ _id: string }>('organizations').findOne({ _id: orgId })).toMatchObject({
      ...{ status: 'suspended', statusChange: { reason: 'Unpaid.' } },
    })
    const { agents } = world.service.subgraphs
    const set = (of: string, reason: string) => agents.setOrganizationStatus({ orgId: of, status: 'active', reason })
    expect(await refusalOf(set('org_none', 'Paid.'))).toBe('not_found')
    expect(await refusalOf(set(orgId, ' '))).toBe('invalid_request required')
  })

  test('ends the sessions of its people for good, within a second on open sockets, also when another process suspends it', async () => {
    const { orgId, owner } = await openOrganization()
    const sessions = `/organizations/${orgId}/sessions`
    const open = async () => {
      const { body } = await call(`POST ${sessions}`, owner, { kind: 'token' })
      return { token: { 'x-api-key': String(body.secret) }, one: `${sessions}/${body.session_id}` }
    }
    const [{ token, one }, other] = [await open(), await open()]
    const { url } = rest.running
    const client = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', { headers: token })
    let closed: { readonly at: number; readonly reason: string } | null = null
    client.on('close', (_code, reason) => {
      closed = { at: performance.now(), reason: String(reason) }
    })
    client.on('open', () => client.send(JSON.stringify({ type: 'connection_init' })))
    await new Promise((resolve) => client.once('message', resolve))

    await setStatus(orgId, 'suspended')
    const suspendedAt = performance.now()
    expect(reasonOf(await call(`GET ${sessions}`, token))).toBe('401 authentication_error session_ended')
    await expect.poll(() => closed, { timeout: 60_000 }).toMatchObject({ reason: 'session_ended' })
    expect((closed as unknown as { at: number }).at - suspendedAt).toBeLessThan(1_000)
    expect((await call(`GET ${one}`, owner)).body).toMatchObject({ status: 'active', is_usable: false })
    expect(reasonOf(await call(`POST ${sessions}`, owner, { kind: 'token' }))).toBe(`403 ${SUSPENDED}`)
    expect((await call(`POST ${other.one}/revoke`, owner, {})).body).toMatchObject({ status: 'revoked' })
    await setStatus(orgId, 'active')
    expect(reasonOf(await call(`GET ${sessions}`, token))).toBe('401 authentication_error session_ended')
    expect((await call(`GET ${sessions}`, (await open()).token)).status).toBe(200)
  })

  test('no other organization is affected', async () => {
    const [one, other] = [await openOrganization(), await openOrganization()]
    await setStatus(one.orgId, 'suspended')
    expect((await world.pay(other.registered, 1n)).status).toBe('pending')
    const admin: OrganizationPrincipal = {
      ...{ kind: 'organization', mode: 'test', keyId: 'key_1', personId: 'p', roles: ['admin'] },
      orgId: other.orgId as OrganizationPrincipal['orgId'],
    }
    expect((await world.register(admin)).agent.orgId).toBe(other.orgId)
  })
})
