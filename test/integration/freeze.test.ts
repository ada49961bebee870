// Freezing and unfreezing wallets over a real replica set (domain 9.1, A.6): who may, what stops and what continues, one event
// for each change; and the switches and freezes over REST, with operators' keys.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOperatorKeys } from '../../gateway/auth/operatorKeys.ts'
import { type RunningService, startService } from '../../gateway/service.ts'
import { findPayment } from '../../subgraphs/payments/models/payments.ts'
import type { DomainError } from '../../subgraphs/shared/errors.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { execute } from '../support/execute.ts'
import { type MandatesWorld, openMandatesWorld, type Registered, refusalOf } from '../support/mandatesWorld.ts'
import { silentLog } from '../support/openTestDatabase.ts'
import { callRest } from '../support/restClient.ts'

const WALLET = 'wallet { id status frozenReason frozenBy frozenSource frozenAt }'
const FREEZE = `mutation ($input: FreezeWalletInput!) { freezeWallet(input: $input) { ${WALLET} } }`
const UNFREEZE = `mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { ${WALLET} } }`

let world: MandatesWorld
let admin: OrganizationPrincipal

beforeAll(async () => {
  world = await openMandatesWorld('freeze-test')
  admin = await world.newOrganization()
}, 90_000)
afterAll(() => world.stop())

type Wallet = Record<string, unknown>
const run = <T>(by: Principal, source: string, walletId: string, reason: unknown = 'Looks odd.') =>
  execute<T>(world.service.subgraphs.payments, by, source, { input: { walletId, reason } })
const freeze = async ({ agent }: Registered, by: Principal = admin, reason?: unknown) =>
  (await run<{ freezeWallet: { wallet: Wallet } }>(by, FREEZE, agent.walletId, reason)).freezeWallet.wallet
const unfreeze = async ({ agent }: Registered, by: Principal = admin) =>
  (await run<{ unfreezeWallet: { wallet: Wallet } }>(by, UNFREEZE, agent.walletId)).unfreezeWallet.wallet
const eventsOf = async ({ agent }: Registered, type: EventRow['type']) =>
  world.database.collection<EventRow>('events').find({ walletId: agent.walletId, type }).sort({ cursor: 1 }).toArray()

async function newAgent(): Promise<Registered> {
  const of = await world.register(admin)
  await world.fund(of, 100_000_000n)
  return of
}

describe('by people and agents', () => {
  test('nothing can be spent, deposits continue, waiting payments fail and release their reservations; unfrozen, it spends again', async () => {
    const of = await newAgent()
    const waiting = await world.pay(of, 2_000_000n)
    expect(await freeze(of)).toMatchObject({
      ...{ status: 'frozen', frozenReason: 'Looks odd.', frozenBy: 'key_1', frozenSource: 'manual' },
      frozenAt: expect.any(String),
    })
    expect(await refusalOf(world.pay(of, 1_000_000n))).toMatch(/^wallet_frozen/)
    await expect.poll(async () => (await findPayment(world.database, waiting._id))?.status).toBe('failed')
    expect(await findPayment(world.database, waiting._id)).toMatchObject({
      failureCode: 'wallet_frozen',
      failureMessage: expect.stringMatching(/^The payment had been accepted, and was stopped .* The wallet is frozen/),
      failureDetails: { was_accepted: true, reason: 'Looks odd.' },
    })
    await world.fund(of, 5_000_000n)
    const { balances, day } = await world.position(of.agent.walletId)
    expect(balances['base:USDC']).toMatchObject({ available: 105_000_000n, inFlight: 0n })
    expect(day?.reserved).toBe(0n)
    expect(await unfreeze(of)).toMatchObject({ status: 'active', frozenReason: null, frozenAt: null })
    expect((await world.pay(of, 1_000_000n)).status).toBe('pending')
  })

  test('repeating changes nothing and emits no event: the first reason is kept', async () => {
    const of = await newAgent()
    await Promise.all(Array.from({ length: 8 }, () => freeze(of)))
    expect(await freeze(of, { ...admin, keyId: 'key_2' }, 'Another.')).toMatchObject({
      ...{ frozenReason: 'Looks odd.', frozenBy: 'key_1' },
    })
    for (let time = 0; time < 2; time++) await unfreeze(of)
    const [frozen, ...more] = await eventsOf(of, 'wallet.frozen')
    expect(more).toEqual([])
    const { walletId, agentId } = of.agent
    expect(frozen).toMatchObject({ resourceId: walletId, agentId })
    expect(frozen?.data).toEqual({
      ...{ wallet_id: walletId, agent_id: agentId, status: 'frozen', reason: 'Looks odd.', source: 'manual' },
      ...{ actor: 'key_1', at: expect.any(String) },
    })
    const unfrozen = await eventsOf(of, 'wallet.unfrozen')
    expect(unfrozen.map(({ data }) => data.status)).toEqual(['active'])
  })

  test('an agent can freeze its own wallet but never unfreeze it; for others it does not exist', async () => {
    const [of, other] = [await newAgent(), await newAgent()]
    expect(await refusalOf(freeze(of, { ...of.agent, scope: 'agent:read' }))).toBe('insufficient_scope')
    expect(await refusalOf(freeze(of, { ...of.agent, capabilities: ['payments'] }))).toBe('capability_denied')
    expect(await refusalOf(freeze(of, other.agent))).toBe('not_found')
    expect(await refusalOf(freeze(of, await world.newOrganization()))).toBe('not_found')
    expect(await refusalOf(freeze(of, { ...admin, mode: 'live' }))).toBe('not_found')
    expect(await refusalOf(freeze(of, { ...admin, roles: ['approver'] }))).toBe('insufficient_scope')
    expect(await refusalOf(freeze(of, admin, '  '))).toBe('invalid_request required')
    expect(await freeze(of, of.agent)).toMatchObject({ status: 'frozen', frozenBy: of.agent.agentId })
    expect(await refusalOf(unfreeze(of, of.agent))).toBe('capability_denied organization_only')
    expect(await refusalOf(unfreeze(of, { ...admin, roles: ['approver'] }))).toBe('insufficient_scope')
  })

  test('in a race with payments, none is accepted after the response', async () => {
    const of = await newAgent()
    let frozen = false
    const late: string[] = []
    const payments = Array.from({ length: 60 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 2))
      const wasFrozen = frozen
      const row = await world.pay(of, 1n).catch(() => null)
      if (row !== null && wasFrozen) late.push(row._id)
    })
    await new Promise((resolve) => setTimeout(resolve, 40))
    await freeze(of)
    frozen = true
    await Promise.all(payments)
    expect(late).toEqual([])
    await expect.poll(async () => (await world.position(of.agent.walletId)).day?.reserved).toBe(0n)
  })
})

describe('by policy', () => {
  test('ten violations within ten minutes freeze the wallet, nine do not, and older ones do not count', async () => {
    const of = await newAgent()
    const violate = async (times: number) => {
      for (let time = 0; time < times; time++)
        expect(await refusalOf(world.pay(of, 50_000_000_000n))).toMatch(/^policy_violation/)
    }
    await violate(9)
    world.clock.advance(10 * 60_000)
    await violate(9)
    expect((await world.position(of.agent.walletId)).frozen).toBeNull()
    await violate(1)
    expect(await refusalOf(world.pay(of, 1n))).toMatch(/^wallet_frozen/)
    const [event, ...more] = await eventsOf(of, 'wallet.frozen')
    expect(more).toEqual([])
    expect(event?.data).toMatchObject({
      source: 'policy',
      actor: 'policy',
      reason: '10 policy violations in 10 minutes',
    })
    expect(await unfreeze(of)).toMatchObject({ status: 'active' })
    await violate(9)
    expect((await world.position(of.agent.walletId)).frozen).toBeNull()
  })

  test('what was accepted before goes on, until somebody freezes the wallet as well', async () => {
    const of = await newAgent()
    const waiting = await world.pay(of, 2_000_000n)
    for (let time = 0; time < 10; time++)
      expect(await refusalOf(world.pay(of, 50_000_000_000n))).toMatch(/^policy_violation/)
    expect(await findPayment(world.database, waiting._id)).toMatchObject({ status: 'pending' })
    expect(await freeze(of)).toMatchObject({ frozenSource: 'manual', frozenReason: 'Looks odd.' })
    await expect.poll(async () => (await findPayment(world.database, waiting._id))?.status).toBe('failed')
    const sources = (await eventsOf(of, 'wallet.frozen')).map(({ data }) => data.source)
    expect(sources).toEqual(['policy', 'manual'])
  })

  test('every refusal says how many violations are left, each number exactly once even under concurrency', async () => {
    const of = await newAgent()
    const errors = await Promise.all(
      Array.from({ length: 14 }, () => world.pay(of, 50_000_000_000n).catch((error: DomainError) => error)),
    )
    const found = Map.groupBy(errors as DomainError[], ({ type }) => type)
    expect(
      found
        .get('policy_violation')
        ?.map(({ details }) => details.violations_left)
        .sort(),
    ).toEqual(Array.from({ length: 10 }, (_, left) => left))
    expect(found.get('policy_violation')?.[0]?.details.violations_window_seconds).toBe(600)
    expect(found.get('wallet_frozen')).toHaveLength(4)
  })
})

describe('by compliance, for a deposit from a listed address', () => {
  const UNBLOCK = `mutation ($input: UnblockDepositInput!) { unblockDeposit(input: $input) { release { amount } } }`
  const LISTED = { listedIn: 'own 1' }
  const HELD = 'status frozenReason frozenBy complianceFreeze { cause depositId message at }'
  const LIFT = `mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { wallet { ${HELD} } } }`
  let officer: OrganizationPrincipal
  beforeAll(() => {
    officer = { ...admin, keyId: 'key_officer' as never, personId: 'officer', roles: ['compliance'] }
  })
  const block = (of: Registered) => world.fund(of, 3_000_000n, 'USDC', LISTED)
  const release = (by: Principal, depositId: string) =>
    execute(world.service.subgraphs.payments, by, UNBLOCK, { input: { depositId, reason: 'No longer listed.' } })
  const lift = async ({ agent: { walletId } }: Registered, by: Principal, more: object = {}) =>
    (
      await execute<{ unfreezeWallet: { wallet: Wallet } }>(world.service.subgraphs.payments, by, LIFT, {
        input: { walletId, reason: 'Looked at.', ...more },
      })
    ).unfreezeWallet.wallet
  const details = (act: Promise<unknown>) =>
    act.then(
      () => null,
      ({ type, message, details: more }: DomainError) => ({ type, message, ...more }),
    )

  test('no administrator lifts it, and compliance only once the deposit is released (domain 9.1)', async () => {
    const of = await newAgent()
    const depositId = await block(of)
    const told = {
      ...{ type: 'conflict', reason: 'compliance_freeze', cause: 'listed_deposit', deposit_id: depositId },
      ...{ required: 'compliance', cleared: false, frozen_at: expect.any(String) },
      message: expect.stringMatching(/only a person with the role compliance.*POST .deposits.\{deposit_id\}.unblock/),
    }
    for (const by of [admin, officer, { ...officer, roles: ['admin', 'compliance'] as const }])
      expect(await details(lift(of, by))).toMatchObject(told)
    expect(await details(lift(of, admin, { keepBlocked: true }))).toMatchObject(told)
    expect(await refusalOf(world.pay(of, 1_000_000n))).toMatch(/^wallet_frozen/)

    await release(officer, depositId)
    expect(await details(lift(of, admin))).toMatchObject({ ...told, cleared: true, message: expect.any(String) })
    expect(await lift(of, officer)).toMatchObject({ status: 'active', complianceFreeze: null })
    expect((await world.pay(of, 1_000_000n)).status).toBe('pending')
    expect((await eventsOf(of, 'wallet.unfrozen')).map(({ data }) => data.actor)).toEqual(['key_officer'])
  })

  test('compliance may decide that the rest is spent while the deposit stays blocked', async () => {
    const of = await newAgent()
    await block(of)
    expect(await lift(of, officer, { keepBlocked: true })).toMatchObject({ status: 'active', complianceFreeze: null })
    const { balances } = await world.position(of.agent.walletId)
    expect(balances['base:USDC']).toMatchObject({ available: 100_000_000n, blocked: 3_000_000n })
    expect(await refusalOf(world.pay(of, 101_000_000n))).not.toBe('')
    await block(of)
    expect(await details(lift(of, admin))).toMatchObject({ type: 'conflict', reason: 'compliance_freeze' })
  })

  test('it stands beside a freeze by an administrator, before or after it, and neither is lifted with the other', async () => {
    for (const order of ['before', 'after']) {
      const of = await newAgent()
      if (order === 'before') await freeze(of)
      const depositId = await block(of)
      if (order === 'after') await freeze(of)
      expect(await details(lift(of, admin)), order).toMatchObject({ type: 'conflict', deposit_id: depositId })
      await release(officer, depositId)
      expect(await lift(of, officer), order).toMatchObject({
        ...{ status: 'frozen', frozenBy: 'key_1', frozenReason: 'Looks odd.', complianceFreeze: null },
      })
      expect(await details(lift(of, officer)), order).toMatchObject({ type: 'insufficient_scope', required: 'admin' })
      expect(await lift(of, admin), order).toMatchObject({ status: 'active' })
      // What only compliance can lift is told, even where it was frozen already.
      expect((await eventsOf(of, 'wallet.frozen')).length, order).toBe(order === 'before' ? 2 : 1)
      expect((await eventsOf(of, 'wallet.unfrozen')).length, order).toBe(1)
    }
  })

  test('of a wallet that an earlier release has frozen, too', async () => {
    const of = await newAgent()
    const depositId = await block(of)
    const positions = world.database.collection<{ _id: string }>('positions')
    await positions.updateOne({ _id: `wal:${of.agent.walletId}` }, { $unset: { complianceFreeze: 1 } })
    expect(await details(lift(of, admin))).toMatchObject({ type: 'conflict', deposit_id: depositId })
  })

  test('a deposit that is blocked while the freeze is lifted keeps the wallet frozen', async () => {
    const of = await newAgent()
    const first = await block(of)
    await release(officer, first)
    const [lifted, second] = await Promise.all([lift(of, officer).catch(() => null), block(of)])
    const { frozen, complianceFreeze } = await world.position(of.agent.walletId)
    expect(frozen, String(lifted)).not.toBeNull()
    expect(complianceFreeze).toBeDefined()
    expect(await details(lift(of, admin))).toMatchObject({ type: 'conflict', deposit_id: second })
  })
})

describe('over REST', () => {
  const [alice, bob] = ['alice', 'bob'].map((name) => `sk_operator_${name.padEnd(24, 'x')}`) as [string, string]
  let service: RunningService
  beforeAll(async () => {
    const operators = parseOperatorKeys(`alice:${alice},bob:${bob}`) ?? []
    const config = { ...world.service.config, port: 0, runWorkers: false, operators }
    service = await startService(config, { log: silentLog, clock: world.clock })
  })
  afterAll(() => service.stop())

  const call = (method: string, path: string, key: string, body?: object) =>
    callRest(service.url, `${method} /api/v2${path}`, { 'x-api-key': key }, body)

  test('a switch: 201, then 200; listed, in force, lifted by a second operator', async () => {
    const asked = { scope: 'global', target_id: '*', reason: 'Drill.', reason_code: 'test' }
    const first = await call('POST', '/kill-switches', alice, asked)
    expect(first).toMatchObject({
      status: 201,
      body: { state: 'active', org_id: null, activated_by: 'operator:alice' },
    })
    expect(first.body.affected).toBeNull()
    const again = await call('POST', '/kill-switches', bob, asked)
    expect(again).toMatchObject({ status: 200, body: { switch_id: first.body.switch_id } })
    const { keys } = await service.service.subgraphs.agents.createOrganization({ name: 'Rest' })
    const effective = await call('GET', '/kill-switches/effective?chain=base', keys.test ?? '')
    expect(effective).toMatchObject({
      status: 200,
      body: { blocked: true, switches: [{ scope: 'global', reason: null }] },
    })
    expect(await call('GET', '/kill-switches?state=active', bob)).toMatchObject({
      ...{ status: 200, body: { data: [{ switch_id: first.body.switch_id }], has_more: false } },
    })
    const path = `/kill-switches/${first.body.switch_id}/deactivate`
    expect(await call('POST', path, alice, { reason: 'Over.' })).toMatchObject({
      status: 403,
      body: { error: { type: 'self_approval_forbidden', details: { activated_by: first.body.activated_by } } },
    })
    expect(await call('POST', path, bob, { reason: 'Over.' })).toMatchObject({
      status: 200,
      body: { state: 'inactive' },
    })
    expect(await call('POST', path, bob, { reason: 'Over.' })).toMatchObject({ status: 200 })
    expect((await call('GET', '/kill-switches', `${alice.slice(0, -1)}y`)).status).toBe(401)
    expect((await call('GET', '/payments', alice)).status).toBe(401)
    expect((await call('POST', '/kill-switches', alice, { ...asked, reason: undefined })).status).toBe(400)
  })

  test('a wallet: 200 every time, and the payment says what a switch could not recall', async () => {
    const { orgId, keys } = await service.service.subgraphs.agents.createOrganization({ name: 'Rest' })
    const of = await world.register({ ...admin, orgId })
    const path = `/wallets/${of.agent.walletId}`
    for (const [act, status] of [
      ['freeze', 'frozen'],
      ['freeze', 'frozen'],
      ['unfreeze', 'active'],
      ['unfreeze', 'active'],
    ] as const)
      expect(await call('POST', `${path}/${act}`, keys.test ?? '', { reason: 'Drill.' })).toMatchObject({
        ...{ status: 200, body: { wallet_id: of.agent.walletId, status } },
      })
    await world.fund(of, 2_000_000n)
    const payment = await world.pay(of, 1_000_000n)
    expect((await call('GET', `/payments/${payment._id}`, keys.test ?? '')).body.executed_before_kill).toBe(false)
  })

  test('what compliance has frozen is 409 for an administrator, and says why on the wallet', async () => {
    const { orgId, keys } = await service.service.subgraphs.agents.createOrganization({ name: 'Rest' })
    const of = await world.register({ ...admin, orgId })
    const path = `/wallets/${of.agent.walletId}`
    const deposit_id = await world.fund(of, 1_000_000n, 'USDC', { listedIn: 'own 1' })
    const key = await service.service.subgraphs.agents.createOrganizationKey({
      ...{ orgId, mode: 'test', label: 'Admin', roles: ['admin'] },
    })
    expect(await call('POST', `${path}/unfreeze`, key.key, { reason: 'Drill.' })).toMatchObject({
      ...{ status: 409, body: { error: { type: 'conflict', details: { cause: 'listed_deposit', deposit_id } } } },
    })
    const compliance_freeze = { cause: 'listed_deposit', deposit_id, message: expect.any(String) }
    expect((await call('GET', path, keys.test ?? '')).body).toMatchObject({ status: 'frozen', compliance_freeze })
    expect(
      await call('POST', `${path}/unfreeze`, keys.test ?? '', { reason: 'Decided.', keep_blocked: true }),
    ).toMatchObject({ status: 200, body: { status: 'active', compliance_freeze: null } })
  })
})
