// Kill switches over a real replica set (specification 5.9, domain 5): every scope, who may set and lift it, the platform
// shards with two processes, and pending payments.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeService, type Service } from '../../gateway/compose.ts'
import { sweepOnce } from '../../subgraphs/mandates/services/killSwitches/sweepSwitches.ts'
import { activateIntent } from '../../subgraphs/mandates/services/killSwitches/switchIntents.ts'
import { findPayment } from '../../subgraphs/payments/models/payments.ts'
import { orgRef, shardRef } from '../../subgraphs/shared/commit/positions.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import { newId, type OrgId, type PaymentId } from '../../subgraphs/shared/ids.ts'
import type { OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { execute } from '../support/execute.ts'
import { type MandatesWorld, openMandatesWorld, PAYEE, type Registered, refusalOf } from '../support/mandatesWorld.ts'
import { silentLog } from '../support/openTestDatabase.ts'

const FIELDS = `id scope targetId orgId state reason reasonCode activatedBy activatedAt autoDeactivateAt deactivatedBy
  deactivatedAt deactivateReason affected { queued parked broadcast }`
const ACTIVATE = `mutation ($input: ActivateKillSwitchInput!) { activateKillSwitch(input: $input) {
  alreadyActive killSwitch { ${FIELDS} } } }`
const LIFT = `mutation ($input: DeactivateKillSwitchInput!) { deactivateKillSwitch(input: $input) { killSwitch { ${FIELDS} } } }`
const LIST = `query ($state: [KillSwitchState!], $scope: [KillSwitchScope!], $targetId: String, $first: Int, $after: String) {
  killSwitches(states: $state, scopes: $scope, targetId: $targetId, first: $first, after: $after) {
  edges { node { ${FIELDS} } } pageInfo { hasNextPage endCursor } } }`
const EFFECTIVE = `query ($agentId: ID, $walletId: ID, $chain: String, $token: String, $merchant: String) {
  effectiveKillSwitches(agentId: $agentId, walletId: $walletId, chain: $chain, token: $token, merchant: $merchant) {
  blocked switches { id scope targetId level reason } } }`
const PREVIEW = `query ($scope: KillSwitchScope!, $targetId: String!) {
  previewKillSwitch(scope: $scope, targetId: $targetId) { queued parked broadcast } }`

interface Switch extends Record<string, unknown> {
  id: string
  state: string
}
interface Activated {
  alreadyActive: boolean
  killSwitch: Switch
}

const ALICE: Principal = { kind: 'operator', operatorId: 'operator:alice' }
const BOB: Principal = { kind: 'operator', operatorId: 'operator:bob' }

let world: MandatesWorld
let other: Service
let admin: OrganizationPrincipal
let second: OrganizationPrincipal
let of: Registered

beforeAll(async () => {
  world = await openMandatesWorld('kill-switches-test')
  other = await composeService(world.service.config, { log: silentLog, clock: world.clock })
  admin = await world.newOrganization()
  second = { ...admin, keyId: 'key_2', personId: 'q' }
  of = await world.register(admin)
  await world.fund(of, 1_000_000_000n)
}, 90_000)

afterAll(async () => {
  await other.close(1_000)
  await world.stop()
})

const on = (scope: string, targetId: string, more: Record<string, unknown> = {}) => ({
  ...{ scope, targetId, reason: 'Drill.', reasonCode: 'test' },
  ...more,
})
const activate = async (input: Record<string, unknown>, by: Principal = admin, through = world.service) =>
  (await execute<{ activateKillSwitch: Activated }>(through.subgraphs.mandates, by, ACTIVATE, { input }))
    .activateKillSwitch
const lift = async (id: string, by: Principal = second) =>
  (await world.run<{ deactivateKillSwitch: { killSwitch: Switch } }>(by, LIFT, { input: { id, reason: 'Over.' } }))
    .deactivateKillSwitch.killSwitch
const list = async (by: Principal, filter: Record<string, unknown> = {}) =>
  (await world.run<{ killSwitches: { edges: { node: Switch }[] } }>(by, LIST, filter)).killSwitches.edges.map(
    ({ node }) => node,
  )
const pay = (units = 1_000_000n, to = PAYEE) => world.pay(of, units, to)
const sweep = () => {
  const { database, commit, clock, subgraphs } = world.service
  return sweepOnce({ database, commit, clock, log: silentLog, work: subgraphs.payments.work })
}
const reserved = async () => (await world.position(of.agent.walletId)).day?.reserved ?? 0n
const eventsOf = (orgId: OrgId, type: EventRow['type']) =>
  world.database.collection<EventRow>('events').find({ orgId, type }).sort({ cursor: 1 }).toArray()

describe('the list that every spend reads', () => {
  test('an agent cannot fill it: its organization can still set every stop', async () => {
    const own = await world.newOrganization()
    const { agent } = await world.register(own)
    const ending = (n: number) => new Date(world.clock.now().getTime() + n * 60_000).toISOString()
    const stopItself = (n: number) => activate(on('agent', agent.agentId, { autoDeactivateAt: ending(n) }), agent)
    for (const n of [1, 2, 3]) expect((await stopItself(n)).alreadyActive).toBe(false)
    expect(await refusalOf(stopItself(4))).toBe('conflict too_many_switches')
    // Shorter than what is there: it is stopped that long.
    expect((await stopItself(2)).alreadyActive).toBe(true)
    expect((await activate(on('agent', agent.agentId), own)).alreadyActive).toBe(false)

    const position = { _id: orgRef(own.orgId).id } as object
    const fill = (mode: string) => {
      const switches = Array.from({ length: 500 }, (_, n) => ({
        ...{ switchId: `kil_${n}`, scope: 'merchant', targetId: `m${n}.example`, reason: 'Drill.', mode },
        ...{ activatedAt: world.clock.now(), autoDeactivateAt: null },
      }))
      return world.database.collection('positions').updateOne(position, { $set: { switches } })
    }
    // Nor does whoever has a key of one mode fill that of the other.
    await fill('live')
    expect((await activate(on('merchant', 'one.example'), own)).alreadyActive).toBe(false)
    await fill('test')
    expect(await refusalOf(activate(on('merchant', 'one.example'), own))).toBe('conflict too_many_switches')
    for (const [scope, targetId] of [
      ['organization', own.orgId],
      ['capability', 'payments'],
      ['chain', 'base'],
    ])
      expect((await activate(on(`${scope}`, `${targetId}`), own)).alreadyActive).toBe(false)
  })
})

describe('every scope stops a payment that has it, and only that', () => {
  const targets = (): [string, string, string][] => [
    ['rail', 'onchain', 'card'],
    ['chain', 'base', 'polygon'],
    ['token', 'USDC', 'EURC'],
    ['organization', admin.orgId, ''],
    ['capability', 'payments', 'wallets'],
    ['wallet', of.agent.walletId, ''],
    ['agent', of.agent.agentId, ''],
  ]
  test('of an organization', async () => {
    for (const [scope, target, spared] of targets()) {
      if (spared !== '') {
        const { killSwitch } = await activate(on(scope, spared))
        expect((await pay()).status, `${scope} ${spared}`).toBe('pending')
        await lift(killSwitch.id)
      }
      const { killSwitch, alreadyActive } = await activate(on(scope, target))
      expect(alreadyActive).toBe(false)
      expect(killSwitch).toMatchObject({
        scope,
        targetId: target,
        state: 'active',
        orgId: admin.orgId,
        reason: 'Drill.',
      })
      const error = await pay().catch((cause: unknown) => cause)
      expect(error, scope).toMatchObject({
        type: 'kill_switch_active',
        details: { switch_id: killSwitch.id, scope, target_id: target, reason: 'Drill.' },
      })
      expect(await lift(killSwitch.id)).toMatchObject({ state: 'inactive', deactivatedBy: 'key_2' })
      expect((await pay()).status, scope).toBe('pending')
    }
  })

  test('a protocol switch stops no payment without a protocol; a merchant is stopped by domain with or without www', async () => {
    const { killSwitch } = await activate(on('protocol', 'x402'))
    expect((await pay()).status).toBe('pending')
    await lift(killSwitch.id)
    const merchant = await activate(on('merchant', 'https://www.Shop.example/path'))
    expect(merchant.killSwitch.targetId).toBe('shop.example')
    const asked = await world.run<{ effectiveKillSwitches: { blocked: boolean } }>(admin, EFFECTIVE, {
      merchant: 'www.shop.example',
    })
    expect(asked.effectiveKillSwitches.blocked).toBe(true)
    await lift(merchant.killSwitch.id)
  })

  test('the broadest switch is named first; other organizations and the other mode continue', async () => {
    const narrow = await activate(on('agent', of.agent.agentId))
    const broad = await activate(on('token', 'USDC'))
    expect(await pay().catch((cause: unknown) => cause)).toMatchObject({ details: { scope: 'token' } })
    const { effectiveKillSwitches: own } = await world.run<{
      effectiveKillSwitches: { blocked: boolean; switches: { scope: string; level: string }[] }
    }>(of.agent, EFFECTIVE, { token: 'USDC' })
    expect(own).toMatchObject({ blocked: true, switches: [{ scope: 'token' }, { scope: 'agent' }] })
    const stranger = await world.newOrganization()
    const theirs = await world.register(stranger)
    await world.fund(theirs, 10_000_000n)
    expect((await world.pay(theirs, 1_000_000n)).status).toBe('pending')
    for (const { killSwitch } of [narrow, broad]) await lift(killSwitch.id)
    const live = await activate(on('token', 'USDC'), { ...admin, mode: 'live' })
    expect((await pay()).status).toBe('pending')
    expect(await refusalOf(lift(live.killSwitch.id))).toBe('not_found')
    await lift(live.killSwitch.id, { ...second, mode: 'live' })
  })
})

describe('who may', () => {
  test('set', async () => {
    const weak: Principal = { ...admin, roles: ['approver'] }
    expect(await refusalOf(activate(on('token', 'USDC'), weak))).toBe('insufficient_scope')
    expect(await refusalOf(activate(on('global', '*')))).toBe('insufficient_scope')
    for (const scope of ['wallet', 'agent', 'merchant', 'capability'])
      expect(await refusalOf(activate(on(scope, scope === 'capability' ? 'cards' : 'a.example'), ALICE))).toBe(
        'insufficient_scope',
      )
    expect(await refusalOf(activate(on('wallet', of.agent.walletId), of.agent))).toBe(
      'capability_denied organization_only',
    )
    expect(await refusalOf(activate(on('agent', 'agt_other'), of.agent))).toBe('not_found')
    for (const [scope, target] of [
      ['agent', 'agt_unknown'],
      ['wallet', 'wal_unknown'],
      ['merchant', 'mrc_unknown'],
      ['organization', 'org_unknown'],
    ] as const)
      expect(await refusalOf(activate(on(scope, target)))).toBe('not_found')
    expect(await refusalOf(activate(on('organization', 'org_unknown'), ALICE))).toBe('not_found')
  })

  test('set by an agent on itself, except with a token that may only read: insufficient_scope of gate 6', async () => {
    const onItself = on('agent', of.agent.agentId)
    expect(await refusalOf(activate(onItself, { ...of.agent, scope: 'agent:read' }))).toBe('insufficient_scope')
    const { killSwitch } = await activate(onItself, { ...of.agent, scope: 'agent:execute' })
    expect(killSwitch.state).toBe('active')
    await lift(killSwitch.id)
  })

  test('lift: a second person if the stop is broad, and never an agent', async () => {
    for (const [scope, target] of [
      ['rail', 'onchain'],
      ['chain', 'base'],
      ['token', 'USDC'],
      ['protocol', 'ap2'],
      ['organization', admin.orgId],
    ] as const) {
      const { killSwitch } = await activate(on(scope, target))
      expect(await refusalOf(lift(killSwitch.id, admin))).toBe('self_approval_forbidden')
      // Another key of the same person is no second person.
      expect(await refusalOf(lift(killSwitch.id, { ...admin, keyId: 'key_9' }))).toBe('self_approval_forbidden')
      expect((await lift(killSwitch.id)).state).toBe('inactive')
    }
    const { killSwitch } = await activate(on('agent', of.agent.agentId), of.agent)
    expect(killSwitch.activatedBy).toBe(of.agent.agentId)
    expect(await refusalOf(lift(killSwitch.id, of.agent))).toBe('capability_denied organization_only')
    expect(await refusalOf(lift(killSwitch.id, ALICE))).toBe('not_found')
    const stranger = await world.newOrganization()
    expect(await refusalOf(lift(killSwitch.id, stranger))).toBe('not_found')
    expect((await lift(killSwitch.id, admin)).state).toBe('inactive')
    expect((await lift(killSwitch.id, admin)).deactivatedBy).toBe('key_1')
  })

  test('what is missing or wrong is named', async () => {
    expect(await refusalOf(activate(on('agent', of.agent.agentId, { reason: ' ' })))).toBe('invalid_request required')
    expect(await refusalOf(activate(on('chain', 'mars')))).toBe('no_route unknown_chain')
    expect(await refusalOf(activate(on('global', 'all'), ALICE))).toBe('invalid_request unknown_value')
    expect(await refusalOf(activate(on('merchant', 'not a domain')))).toBe('invalid_request not_a_merchant')
    const past = new Date(world.clock.now().getTime() - 1).toISOString()
    expect(await refusalOf(activate(on('token', 'EURC', { autoDeactivateAt: past })))).toBe(
      'invalid_request in_the_past',
    )
  })
})

describe('the record', () => {
  test('setting twice, even concurrently, gives one switch and one event; history is kept', async () => {
    const before = (await eventsOf(admin.orgId, 'kill_switch.activated')).length
    const all = await Promise.all(Array.from({ length: 10 }, () => activate(on('token', 'EURC'))))
    expect(new Set(all.map(({ killSwitch }) => killSwitch.id)).size).toBe(1)
    expect(all.filter(({ alreadyActive }) => !alreadyActive)).toHaveLength(1)
    const id = all[0]?.killSwitch.id ?? ''
    await lift(id)
    const { killSwitch: again } = await activate(on('token', 'EURC'))
    expect(again.id).not.toBe(id)
    const found = await list(admin, { scope: 'token', targetId: 'EURC' })
    expect(found[0]).toMatchObject({ id: again.id, state: 'active' })
    expect(found[1]).toMatchObject({ id, state: 'inactive', deactivateReason: 'Over.' })
    expect((await list(admin, { state: 'active', scope: 'token' })).map((one) => one.id)).toEqual([again.id])
    await lift(again.id)
    const events = (await eventsOf(admin.orgId, 'kill_switch.activated')).slice(before)
    expect(events.map(({ resourceId }) => resourceId)).toEqual([id, again.id])
    expect(events[0]?.data).toEqual({ switch_id: id, scope: 'token', target_id: 'EURC', reason: 'Drill.' })
    expect(await list(ALICE)).toEqual([])
    expect(await refusalOf(list(of.agent))).toBe('capability_denied organization_only')
  })

  test('a switch with an end is over for every decision after it, and the worker lifts it', async () => {
    const end = new Date(world.clock.now().getTime() + 60_000)
    const { killSwitch } = await activate(on('agent', of.agent.agentId, { autoDeactivateAt: end.toISOString() }))
    expect(await refusalOf(pay())).toBe('kill_switch_active Drill.')
    world.clock.advance(61_000)
    expect((await pay()).status).toBe('pending')
    expect((await list(admin, { targetId: of.agent.agentId }))[0]).toMatchObject({
      state: 'inactive',
      deactivatedAt: null,
    })
    const next = await activate(on('agent', of.agent.agentId))
    expect(next.alreadyActive).toBe(false)
    await sweep()
    const [newer, older] = await list(admin, { targetId: of.agent.agentId })
    expect(older).toMatchObject({ id: killSwitch.id, deactivatedBy: null, deactivateReason: 'Its end has come.' })
    expect(newer).toMatchObject({ id: next.killSwitch.id, state: 'active' })
    expect(await refusalOf(pay())).toBe('kill_switch_active Drill.')
    await lift(next.killSwitch.id)
  })

  test('a longer stop can be set while a shorter one is active', async () => {
    const soon = new Date(world.clock.now().getTime() + 60_000).toISOString()
    const short = await activate(on('agent', of.agent.agentId, { autoDeactivateAt: soon }), of.agent)
    const long = await activate(on('agent', of.agent.agentId))
    expect(long).toMatchObject({ alreadyActive: false, killSwitch: { autoDeactivateAt: null } })
    expect(await activate(on('agent', of.agent.agentId, { autoDeactivateAt: soon }))).toMatchObject({
      alreadyActive: true,
    })
    world.clock.advance(61_000)
    await sweep()
    expect((await list(admin, { state: 'active', targetId: of.agent.agentId })).map(({ id }) => id)).toEqual([
      long.killSwitch.id,
    ])
    expect(short.killSwitch.id).not.toBe(long.killSwitch.id)
    expect(await refusalOf(pay())).toBe('kill_switch_active Drill.')
    await lift(long.killSwitch.id)
  })
})

describe('work under way', () => {
  test('accepted and unsigned payments fail and release everything; the record counts them', async () => {
    await activate(on('wallet', of.agent.walletId)).then(({ killSwitch }) => sweep().then(() => lift(killSwitch.id)))
    expect(await reserved()).toBe(0n)
    const before = await world.position(of.agent.walletId)
    const payments = await Promise.all(Array.from({ length: 120 }, () => pay(10_000n)))
    expect(await reserved()).toBe(1_200_000n)
    const preview = await world.run<{ previewKillSwitch: object }>(admin, PREVIEW, {
      scope: 'wallet',
      targetId: of.agent.walletId,
    })
    expect(preview.previewKillSwitch).toEqual({ queued: 120, parked: 0, broadcast: 0 })
    const { killSwitch } = await activate(on('wallet', of.agent.walletId))
    // The acknowledgement waits for no count.
    expect(killSwitch.affected).toBeNull()
    await sweep()
    const rows = await Promise.all(payments.map(({ _id }) => findPayment(world.database, _id)))
    for (const row of rows) expect(row).toMatchObject({ status: 'failed', failureCode: 'kill_switch_active' })
    const after = await world.position(of.agent.walletId)
    expect(after.balances).toEqual(before.balances)
    expect(await reserved()).toBe(0n)
    expect(await lift(killSwitch.id)).toMatchObject({ affected: { queued: 120 } })
    // Lifting runs nothing again.
    const [first] = payments
    expect((await findPayment(world.database, first?._id as PaymentId))?.status).toBe('failed')
  })
})

describe('payments that are over', () => {
  const OVER = 3_000
  test('are not read by a stop, however many there are', async () => {
    const { connection } = world.database
    const server = connection.getClient().db(connection.name)
    const { orgId } = of.agent
    const over = (n: number) => ({
      _id: `pay_0over${n}`,
      orgId: n % 2 === 0 ? orgId : 'org_other',
      mode: 'test',
      status: 'completed',
    })
    await server.collection('payments').insertMany(Array.from({ length: OVER }, (_, n) => over(n) as never))
    await server.command({ profile: 2 })
    const scopes = [on('wallet', of.agent.walletId), on('organization', orgId), on('chain', 'base')]
    for (const scope of scopes) {
      const { killSwitch } = await activate(scope)
      await sweep()
      expect((await lift(killSwitch.id)).affected).toEqual({ queued: 0, parked: 0, broadcast: 0 })
    }
    const global = { orgId: null, mode: null, scope: 'global', targetId: '*' }
    await world.service.subgraphs.payments.work.count(global)
    await world.service.subgraphs.payments.work.stop(global)
    await server.command({ profile: 0 })
    const looks = await server
      .collection('system.profile')
      .find({ ns: `${connection.name}.payments`, op: { $in: ['query', 'command'] }, docsExamined: { $exists: true } })
      .toArray()
    expect(looks.length).toBeGreaterThanOrEqual(2 * scopes.length + 2)
    expect(Math.max(...looks.map(({ docsExamined }) => docsExamined as number))).toBeLessThan(OVER / 10)
    await server.collection('payments').deleteMany({ _id: /^pay_0over/ as never })
  })
})

describe('parked work', () => {
  const PARK = `mutation ($input: CreateMandateInput!) { createMandate(input: $input) { mandate { id } } }`
  test('a kill switch and a freeze dismiss waiting approvals and release their reservations', async () => {
    const parking = await world.register(admin)
    await world.fund(parking, 100_000_000n)
    const { agentId, walletId } = parking.agent
    await world.run(admin, PARK, {
      input: { agentId, walletId, policy: 'Max $50 per day. Require approval above $5.' },
    })
    const park = async () => {
      const row = await world.pay(parking, 10_000_000n)
      expect(row.stage).toBe('awaiting_approval')
      return row
    }
    const isDismissed = async (paymentId: PaymentId, failureCode: string) => {
      // A freeze is acknowledged before what waits has been dismissed.
      await expect.poll(() => findPayment(world.database, paymentId)).toMatchObject({ status: 'failed', failureCode })
      expect((await world.position(walletId)).day?.reserved).toBe(0n)
    }
    const change = (name: 'freezeWallet' | 'unfreezeWallet', input: string) =>
      execute(
        world.service.subgraphs.payments,
        admin,
        `mutation ($input: ${input}!) { ${name}(input: $input) { wallet { id } } }`,
        { input: { walletId, reason: 'Drill.' } },
      )
    const first = await park()
    await change('freezeWallet', 'FreezeWalletInput')
    await isDismissed(first._id, 'wallet_frozen')
    await change('unfreezeWallet', 'UnfreezeWalletInput')

    const second = await park()
    const { killSwitch } = await activate(on('agent', agentId))
    expect(killSwitch.affected).toBeNull()
    await sweep()
    await isDismissed(second._id, 'kill_switch_active')
    expect((await lift(killSwitch.id)).affected).toEqual({ queued: 0, parked: 1, broadcast: 0 })
  })
})

describe('the platform', () => {
  const refused = async (through: Service) => {
    const request = { kind: 'payment', walletId: of.agent.walletId, to: PAYEE, merchant: null, usdMicro: null } as const
    const rest = { amount: { units: 1n, token: 'USDC' }, chain: 'base', purpose: null, metadata: null } as const
    const idempotency = { operation: 'test', value: null, request: {} }
    const given = { ...request, ...rest, idempotency } as unknown as Parameters<
      typeof through.subgraphs.payments.submitPayment
    >[1]
    return refusalOf(through.subgraphs.payments.submitPayment(of.agent, given))
  }

  test('stops every organization in every process, is lifted by another operator, and does not reveal the reason', async () => {
    const { killSwitch } = await activate(on('global', '*', { reasonCode: 'security_incident' }), ALICE, other)
    for (const service of [world.service, other]) expect(await refused(service)).toBe('kill_switch_active')
    const error = await pay().catch((cause: unknown) => cause)
    expect(error).toMatchObject({ details: { scope: 'global', target_id: '*' } })
    expect((error as { details: object }).details).not.toHaveProperty('reason')
    const { effectiveKillSwitches } = await world.run<{ effectiveKillSwitches: { switches: object[] } }>(
      of.agent,
      EFFECTIVE,
    )
    expect(effectiveKillSwitches.switches).toEqual([
      { id: killSwitch.id, scope: 'global', targetId: '*', level: 'platform', reason: null },
    ])
    expect((await activate(on('global', '*'), BOB)).alreadyActive).toBe(true)
    expect(await list(admin, { scope: 'global' })).toEqual([])
    expect((await list(BOB))[0]).toMatchObject({ id: killSwitch.id, orgId: null })
    expect(await refusalOf(lift(killSwitch.id, admin))).toBe('not_found')
    expect(await refusalOf(lift(killSwitch.id, ALICE))).toBe('self_approval_forbidden')
    expect((await lift(killSwitch.id, BOB)).state).toBe('inactive')
    expect((await pay()).status).toBe('pending')
  })

  test('the platform stops an organization, a chain or a token, and nothing else', async () => {
    for (const [scope, target] of [
      ['organization', admin.orgId],
      ['chain', 'base'],
      ['token', 'USDC'],
      ['rail', 'onchain'],
    ] as const) {
      const { killSwitch } = await activate(on(scope, target), ALICE)
      expect(await refusalOf(pay()), scope).toBe('kill_switch_active')
      await lift(killSwitch.id, BOB)
      expect((await pay()).status, scope).toBe('pending')
    }
  })

  test('a sweep ends what it stops, also before the process that set it has published it', async () => {
    const { _id: paymentId } = await pay()
    const owned = {
      orgId: null,
      mode: null,
      activatedBy: 'operator:alice',
      activatedByPerson: 'operator:alice',
    } as const
    const made = { _id: newId('killSwitch'), ...owned, scope: 'global', targetId: '*', autoDeactivateAt: null } as const
    await world.service.commit.submit(activateIntent({ ...made, reason: 'Drill.', reasonCode: 'test' }))
    await sweep()
    expect(await findPayment(world.database, paymentId)).toMatchObject({ failureCode: 'kill_switch_active' })
    await lift(made._id, BOB)
  })

  test('platform shards that differ from the records are repaired by a process that starts', async () => {
    const { killSwitch } = await activate(on('global', '*'), ALICE)
    await world.database
      .collection<{ _id: string }>('positions')
      .updateMany({ _id: { $in: [0, 1, 2].map((index) => shardRef(index).id) } }, { $set: { switches: [] } })
    const [worker] = other.subgraphs.mandates.workers
    const stop = new AbortController()
    const running = worker?.run(stop.signal)
    await expect
      .poll(() =>
        world.database
          .collection<{ _id: string }>('positions')
          .countDocuments({ _id: /^gate:/, 'switches.switchId': killSwitch.id }),
      )
      .toBe(64)
    stop.abort()
    await running
    await lift(killSwitch.id, BOB)
  })
})
