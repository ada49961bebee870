// The life of mandates over a real replica set: domain 6.8 and A.4, and the races that money depends on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { createPaymentHistory } from '../../subgraphs/payments/services/paymentHistory.ts'
import type { Intent } from '../../subgraphs/shared/commit/types.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import { newId } from '../../subgraphs/shared/ids.ts'
import { windowKeys } from '../../subgraphs/shared/limitWindows.ts'
import type { OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { execute } from '../support/execute.ts'
import { type MandatesWorld, openMandatesWorld, type Registered, refusalOf } from '../support/mandatesWorld.ts'

const FIELDS = `id agentId walletId status version policyText canonicalText policyHash limitTimezone ap2IntentRef supersedes
  expiresAt effectiveFrom supersededAt revokedAt revokedReason createdBy policy { maxPerTransaction dailyLimit approvalThreshold }
  usage { day { limit spent reserved remaining resetsAt } month { spent reserved } }`
const CREATE = `mutation ($input: CreateMandateInput!) { createMandate(input: $input) { replayed mandate { ${FIELDS} } } }`
const UPDATE = `mutation ($input: UpdateMandateInput!) { updateMandate(input: $input) { replayed mandate { ${FIELDS} } } }`
const REVOKE = `mutation ($input: RevokeMandateInput!) { revokeMandate(input: $input) { replayed mandate { ${FIELDS} } } }`
const READ = `query ($id: ID!) { mandate(id: $id) { ${FIELDS} } }`
const READ_VERSION = `query ($id: ID!, $version: Int) { mandateVersion(mandateId: $id, version: $version) {
  id version status policy { maxPerTransaction dailyLimit approvalThreshold } } }`
const VALUE = '{ usd names timeWindows { days } }'
const usd = (amount: string) => ({ usd: amount, names: null, timeWindows: null })
const VERSIONS = `query ($id: ID!, $first: Int, $after: String) { mandateVersions(mandateId: $id, first: $first, after: $after) {
  edges { node { version policyText limitTimezone supersededAt createdBy policy { maxPerTransaction }
  changes { field before ${VALUE} after ${VALUE} change } } } pageInfo { hasNextPage endCursor } } }`

interface Mandate extends Record<string, unknown> {
  id: string
  version: number
  status: string
  usage: { day: Record<string, string | null>; month: Record<string, string | null> }
}
interface Written {
  mandate: Mandate
  replayed: boolean
}

let world: MandatesWorld
let admin: OrganizationPrincipal

beforeAll(async () => {
  world = await openMandatesWorld('mandates-test')
  admin = await world.newOrganization()
}, 90_000)

afterAll(() => world.stop())

const create = async (of: Registered, input: Record<string, unknown> = {}, by: Principal = admin): Promise<Written> => {
  const { agentId, walletId } = of.agent
  const given = { agentId, walletId, policy: 'Max $40 per transaction.', ...input }
  return (await world.run<{ createMandate: Written }>(by, CREATE, { input: given })).createMandate
}
const update = async (id: string, policy: string, input: Record<string, unknown> = {}, by: Principal = admin) =>
  (await world.run<{ updateMandate: Written }>(by, UPDATE, { input: { id, policy, ...input } })).updateMandate
const revoke = async (id: string, input: Record<string, unknown> = {}, by: Principal = admin) =>
  (await world.run<{ revokeMandate: Written }>(by, REVOKE, { input: { id, ...input } })).revokeMandate
const read = async (id: string, by: Principal = admin) =>
  (await world.run<{ mandate: Mandate }>(by, READ, { id })).mandate
const readVersion = async (id: string, version: number) =>
  (await world.run<{ mandateVersion: object }>(admin, READ_VERSION, { id, version })).mandateVersion

describe('create', () => {
  test('supersedes the current mandate; the totals are kept', async () => {
    const of = await world.register(admin)
    await world.fund(of, 100_000_000n)
    await world.pay(of, 5_000_000n)
    const { mandate, replayed } = await create(of, { policy: 'up to $40 per payment, $60 per day' })
    expect(replayed).toBe(false)
    expect(mandate).toMatchObject({
      ...{ status: 'active', version: 1, supersedes: of.mandateId, createdBy: admin.orgId, limitTimezone: 'UTC' },
      policy: { maxPerTransaction: '40.00', dailyLimit: '60.00', approvalThreshold: null },
      policyText: 'up to $40 per payment, $60 per day',
      canonicalText: 'Max $40 per transaction. Max $60 per day.',
      ap2IntentRef: `https://service.example/api/v2/mandates/${mandate.id}/ap2-intent?version=1`,
      usage: { day: { limit: '60.00', reserved: '5.00', remaining: '55.00' } },
    })
    const days = (Date.parse(mandate.expiresAt as string) - world.clock.now().getTime()) / 86_400_000
    expect(Math.round(days)).toBe(90)
    expect(await read(of.mandateId)).toMatchObject({ status: 'superseded', supersededAt: mandate.effectiveFrom })
    expect((await world.position(of.agent.walletId)).mandate).toMatchObject({ mandateId: mandate.id, version: 1 })
    expect((await world.pay(of, 6_000_000n)).mandateId).toBe(mandate.id)
    expect(await refusalOf(update(of.mandateId, 'Max $1 per day.'))).toBe('conflict mandate_superseded')
    expect(await refusalOf(revoke(of.mandateId))).toBe('conflict mandate_superseded')
  })

  test('a text that is not understood stores nothing, and its position is named', async () => {
    const of = await world.register(admin)
    const text = 'Up to $18 per payment, but not on bank holidays.'
    const error = await create(of, { policy: text }).catch((cause: unknown) => cause)
    expect(error).toMatchObject({
      type: 'invalid_request',
      details: {
        problems: [{ code: 'unsupported_rule', text: text.slice(27, 47), span: { start: 27, end: 47 } }],
        fields: [{ path: 'policy', code: 'unsupported_rule' }],
      },
    })
    expect(await refusalOf(update(of.mandateId, 'nice weather'))).toMatch(/^invalid_request/)
    expect(await read(of.mandateId)).toMatchObject({ status: 'active', version: 1 })
    expect(await refusalOf(create(of, { expiresAt: '2020-01-01T00:00:00Z' }))).toBe('invalid_request in_the_past')
    expect(await refusalOf(create(of, { expiresAt: 'soon' }))).toBe('invalid_request not_an_instant')
    expect(await refusalOf(create(of, { limitTimezone: 'Mars/North' }))).toBe('invalid_request unknown_timezone')
  })

  test('only administrators of the organization, only for its own agents and their wallets', async () => {
    const [of, other] = [await world.register(admin), await world.register(admin)]
    const stranger = await world.newOrganization()
    expect(await refusalOf(create(of, {}, of.agent))).toBe('capability_denied organization_only')
    expect(await refusalOf(create(of, {}, { ...admin, roles: ['approver'] }))).toBe('insufficient_scope')
    expect(await refusalOf(create(of, {}, stranger))).toBe('not_found')
    expect(await refusalOf(create(of, {}, { ...admin, mode: 'live' }))).toBe('not_found')
    expect(await refusalOf(create(of, { walletId: newId('wallet') }))).toBe('not_found')
    expect(await refusalOf(create(of, { walletId: other.agent.walletId }))).toBe('conflict wallet_of_another_agent')
    for (const act of [
      () => update(of.mandateId, 'Max $1 per day.', {}, stranger),
      () => revoke(of.mandateId, {}, stranger),
    ])
      expect(await refusalOf(act())).toBe('not_found')
    for (const by of [stranger, other.agent]) expect(await refusalOf(read(of.mandateId, by))).toBe('not_found')
    expect(await refusalOf(revoke(of.mandateId, {}, of.agent))).toBe('capability_denied organization_only')
    expect((await read(of.mandateId, of.agent)).id).toBe(of.mandateId)
  })

  test('an Idempotency-Key makes one mandate and one version', async () => {
    const of = await world.register(admin)
    const first = await create(of, { idempotencyKey: 'c1' })
    expect(await create(of, { idempotencyKey: 'c1' })).toEqual({ ...first, replayed: true })
    expect(await refusalOf(create(of, { idempotencyKey: 'c1', policy: 'Max $1 per day.' }))).toBe(
      'idempotency_mismatch',
    )
    const { id } = first.mandate
    for (const replayed of [false, true])
      expect(await update(id, 'Max $41 per transaction.', { idempotencyKey: 'u1' })).toMatchObject({
        replayed,
        mandate: { version: 2 },
      })
  })
})

describe('update', () => {
  test('creates a version and keeps the old one, with the changes', async () => {
    const of = await world.register(admin)
    const { id } = (await create(of)).mandate
    const { mandate } = await update(id, 'Max $70 per transaction, $90 per day.', { expectedVersion: 1 })
    expect(mandate).toMatchObject({
      id,
      version: 2,
      status: 'active',
      policy: { maxPerTransaction: '70.00', dailyLimit: '90.00' },
    })
    expect(await refusalOf(update(id, 'Max $1 per day.', { expectedVersion: 1 }))).toBe('conflict version_conflict')
    expect((await update(id, 'Max $70 per transaction, $90 per day.')).mandate.version).toBe(3)
    const first = { id: `${id}/1`, version: 1, status: 'superseded', policy: { maxPerTransaction: '40.00' } }
    expect(await readVersion(id, 1)).toMatchObject(first)
    expect(await refusalOf(readVersion(id, 9))).toBe('not_found')
    type Page = { mandateVersions: { edges: { node: Record<string, unknown> }[]; pageInfo: { endCursor: string } } }
    const page = await world.run<Page>(of.agent, VERSIONS, { id, first: 2 })
    const next = await world.run<Page>(of.agent, VERSIONS, {
      id,
      first: 2,
      after: page.mandateVersions.pageInfo.endCursor,
    })
    const nodes = [...page.mandateVersions.edges, ...next.mandateVersions.edges].map(({ node }) => node)
    expect(nodes.map(({ version, changes }) => ({ version, changes }))).toEqual([
      { version: 3, changes: [] },
      {
        version: 2,
        changes: [
          { field: 'max_per_transaction', before: usd('40.00'), after: usd('70.00'), change: 'looser' },
          { field: 'daily_limit', before: null, after: usd('90.00'), change: 'tighter' },
        ],
      },
      { version: 1, changes: [] },
    ])
    expect(nodes.map(({ supersededAt }) => supersededAt === null)).toEqual([true, false, false])
  })

  test('while 50 payments run, each is decided by exactly one version', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    const { id } = (await create(of, { policy: 'Max $10 per transaction.' })).mandate
    const results: Promise<unknown>[] = []
    for (let index = 0; index < 50; index++) {
      // Above the new limit and below the old one: accepted only by version 1. So far below that nobody reviews several.
      results.push(world.pay(of, 7_000_000n).catch((cause: unknown) => cause))
      if (index === 20) results.push(update(id, 'Max $5 per transaction.'))
      if (index % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await Promise.all(results)
    const rows = await world.database
      .collection<{ mandateVersion: number; decision: { rules: { limit: string }[] } }>('payments')
      .find({ walletId: of.agent.walletId })
      .toArray()
    for (const { mandateVersion, decision } of rows)
      expect([mandateVersion, decision.rules[0]?.limit]).toEqual([1, '10.00'])
    const events = await world.database
      .collection<EventRow>('events')
      .find({ walletId: of.agent.walletId })
      .sort({ walletSeq: 1 })
      .toArray()
    const types = events.map(({ type, data }) =>
      type === 'policy.violated' ? `${type} ${data.mandate_version}` : type,
    )
    const at = types.indexOf('mandate.updated')
    expect(types.slice(at).filter((type) => type === 'payment.accepted')).toEqual([])
    expect(types.slice(0, at).filter((type) => type.startsWith('policy.violated'))).toEqual([])
    expect(types.filter((type) => type === 'payment.accepted')).toHaveLength(rows.length)
    expect((await world.position(of.agent.walletId)).day?.reserved).toBe(7_000_000n * BigInt(rows.length))
  })
})

describe('revoke', () => {
  test('ends it for good; repeating returns the same', async () => {
    const of = await world.register(admin)
    const { mandate } = await revoke(of.mandateId, { reason: 'Contract ended.' })
    expect(mandate).toMatchObject({ status: 'revoked', revokedReason: 'Contract ended.' })
    expect((await revoke(of.mandateId, { reason: 'Again.' })).mandate).toEqual(mandate)
    expect(await refusalOf(update(of.mandateId, 'Max $1 per day.'))).toBe('conflict mandate_revoked')
    expect(await refusalOf(world.pay(of, 1n))).toBe('mandate_revoked')
    const { mandate: next } = await create(of)
    expect(next.supersedes).toBeNull()
    expect((await read(of.mandateId)).status).toBe('revoked')
  })

  test('once acknowledged, nothing is accepted', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    const { mandate } = await create(of, { policy: 'Max $10 per transaction.' })
    let isAcknowledged = false
    const payUntilRefused = async (): Promise<string> => {
      for (;;) {
        const asked = isAcknowledged
        const refusal = await world.pay(of, 1_000n).then(
          () => null,
          (cause: Error & { type?: string }) => cause.type ?? cause.message,
        )
        if (refusal !== null) return refusal
        if (asked) return 'accepted after the acknowledgement'
      }
    }
    const payers = Array.from({ length: 10 }, payUntilRefused)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await revoke(mandate.id)
    isAcknowledged = true
    const refusals = await Promise.all([...payers, payUntilRefused()])
    expect(new Set(refusals)).toEqual(new Set(['mandate_revoked']))
    const events = await world.database
      .collection<EventRow>('events')
      .find({ walletId: of.agent.walletId })
      .sort({ walletSeq: 1 })
      .toArray()
    const types = events.map(({ type }) => type)
    expect(types.slice(types.indexOf('mandate.revoked'))).not.toContain('payment.accepted')
  })

  test('an expired mandate is shown and found as expired at once, and cannot be changed', async () => {
    const of = await world.register(admin)
    const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString()
    const { id } = (await create(of, { expiresAt })).mandate
    const list = async (status: string) => {
      const source =
        'query ($status: [MandateStatus!], $agentId: ID) { mandates(statuses: $status, agentId: $agentId) { edges { node { id } } } }'
      const found = await world.run<{ mandates: { edges: { node: { id: string } }[] } }>(admin, source, {
        status,
        agentId: of.agent.agentId,
      })
      return found.mandates.edges.map(({ node }) => node.id)
    }
    expect([await list('active'), await list('expired'), await list('superseded')]).toEqual([[id], [], [of.mandateId]])
    world.clock.advance(60_000)
    expect([await list('active'), await list('expired')]).toEqual([[], [id]])
    expect((await read(id)).status).toBe('expired')
    expect(await refusalOf(update(id, 'Max $1 per day.'))).toBe('conflict mandate_expired')
    expect(await refusalOf(revoke(id))).toBe('conflict mandate_expired')
    expect(await refusalOf(world.pay(of, 1n))).toBe('mandate_expired')
    expect((await create(of)).mandate.supersedes).toBeNull()
    expect((await read(id)).status).toBe('expired')
  })
})

describe('limit zone', () => {
  test('another zone recounts both current windows, and payments in flight release to the windows that count them', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    // Noon in Kiritimati is 22:00 of the day before in UTC.
    const now = world.clock.now()
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 9, 30))
    world.clock.advance(next.getTime() - now.getTime())
    const { id } = (await create(of, { policy: 'Max $100 per day.', expiresAt: '2099-01-01T00:00:00Z' })).mandate
    const before = await world.pay(of, 1_000_000n) // 09:30 UTC: 23:30 of the same day in Kiritimati
    const done = await world.pay(of, 2_000_000n)
    await world.complete(done)
    world.clock.advance(3_600_000)
    const after = await world.pay(of, 4_000_000n) // 10:30 UTC: the next day in Kiritimati
    const spent = await world.pay(of, 8_000_000n)
    await world.complete(spent)
    const failed = await world.pay(of, 16_000_000n)
    await world.fail(failed)
    expect((await read(id)).usage.day).toMatchObject({ spent: '10.00', reserved: '5.00' })
    await update(id, 'Max $100 per day.', { limitTimezone: 'Pacific/Kiritimati' })
    const usage = (await read(id)).usage
    expect(usage.day).toMatchObject({ spent: '8.00', reserved: '4.00' })
    expect(usage.month).toMatchObject({ spent: '10.00', reserved: '5.00' })
    const position = await world.position(of.agent.walletId)
    expect(position.day?.key).toMatch(/-16$/)
    expect(position.closedWindows).toEqual([
      { key: expect.stringMatching(/-15$/), net: 2_000_000n, reserved: 1_000_000n },
    ])
    await world.complete(before)
    await world.fail(after)
    expect((await read(id)).usage).toMatchObject({
      day: { spent: '8.00', reserved: '0.00', resetsAt: expect.stringMatching(/-16T10:00:00\.000Z$/) },
      month: { spent: '11.00', reserved: '0.00' },
    })
    expect((await world.position(of.agent.walletId)).closedWindows).toEqual([])
  })

  test('what has been under way for weeks is recounted with the rest, and ends in the windows that count it', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    const now = world.clock.now()
    const moveTo = (month: number, day: number) =>
      world.clock.advance(
        Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, day, 12) - world.clock.now().getTime(),
      )
    moveTo(1, 10)
    const policy = 'Max $100 per day.'
    const { id } = (await create(of, { policy, expiresAt: '2099-01-01T00:00:00Z' })).mandate
    const old = await world.pay(of, 4_000_000n)
    moveTo(2, 0)
    const late = await world.pay(of, 1_000_000n)
    moveTo(2, 2)
    await update(id, policy, { limitTimezone: 'Asia/Tokyo' })
    await world.complete(old)
    await world.complete(late)
    expect((await world.position(of.agent.walletId)).closedWindows).toEqual([])
  })

  test('a recount by a process whose clock runs behind drops nothing of the day that another one has begun', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    const now = world.clock.now()
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 10, 0, 1))
    world.clock.advance(next.getTime() - now.getTime())
    await create(of, { policy: 'Max $100 per day.', expiresAt: '2099-01-01T00:00:00Z' })
    // A second after midnight in Kiritimati, which the other process has not reached.
    await world.complete(await world.pay(of, 8_000_000n))
    const { database, commit } = world.service
    const behind = new Date(next.getTime() - 2_000)
    const zone = 'Pacific/Kiritimati'
    const history = createPaymentHistory({ database })
    const part = await history.prepareRecount(await world.position(of.agent.walletId), zone, behind)
    const { orgId, mode } = admin
    expect(await commit.submit({ priority: 'control', orgId, mode, deadlineAt: null, ...part } as never)).toMatchObject(
      {
        kind: 'done',
      },
    )
    expect((await world.position(of.agent.walletId)).day).toMatchObject({
      key: windowKeys(next, zone).day,
      net: 8_000_000n,
    })
  })

  test('what a wallet has spent keeps counting for its next agent, whose mandate has another zone', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    // 02:00 in UTC is still the day before in Pago Pago.
    const now = world.clock.now()
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 2))
    world.clock.advance(next.getTime() - now.getTime())
    const zone = { limitTimezone: 'Pacific/Pago_Pago' }
    await create(of, { policy: 'Max $100 per day.', expiresAt: '2099-01-01T00:00:00Z', ...zone })
    await world.complete(await world.pay(of, 20_000_000n))
    const { agents } = world.service.subgraphs
    const revokeAgent = 'mutation ($input: RevokeAgentInput!) { revokeAgent(input: $input) { agent { id } } }'
    await execute(agents, admin, revokeAgent, { input: { id: of.agent.agentId, reason: 'Replaced.' } })
    const source =
      'mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { mandate { id } } } }'
    const { walletId } = of.agent
    const input = { name: 'Next', capabilities: ['payments'], ownerOrgId: admin.orgId, walletId }
    const taken = await execute<{ registerAgent: { agent: { mandate: { id: string } } } }>(
      ...([agents, admin, source, { input }] as const),
    )
    const { usage, limitTimezone } = await read(taken.registerAgent.agent.mandate.id)
    expect(limitTimezone).toBe('UTC')
    expect([usage.day.spent, usage.month.spent]).toEqual(['20.00', '20.00'])
  })

  test('while payments run, each is counted exactly once', async () => {
    const of = await world.register(admin)
    await world.fund(of, 1_000_000_000n)
    const { id } = (await create(of, { policy: 'Max $10 per transaction.', expiresAt: '2099-01-01T00:00:00Z' })).mandate
    await world.pay(of, 1_000_000n)
    const paying = Array.from({ length: 30 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 3))
      const payment = await world.pay(of, 1_000_000n)
      if (index % 3 === 0) await world.complete(payment)
    })
    const change = (limitTimezone: string) => update(id, 'Max $10 per transaction.', { limitTimezone })
    // A wallet that keeps moving may make it give up; then nothing has changed.
    const zones = ['Asia/Tokyo', 'America/New_York', 'Asia/Kolkata'].map((zone) =>
      refusalOf(change(zone)).catch(String),
    )
    const answers = await Promise.all(zones)
    for (const answer of answers) expect(answer).toMatch(/was not refused|service_unavailable/)
    await Promise.all(paying)
    await change('Asia/Dubai')
    const { day, month, mandate } = await world.position(of.agent.walletId)
    expect(mandate?.limitTimezone).toBe('Asia/Dubai')
    expect(month).toMatchObject({ net: 10_000_000n, reserved: 21_000_000n })
    expect(day).toMatchObject({ net: 10_000_000n, reserved: 21_000_000n })
    const rows = await world.database.collection<PaymentRow>('payments').find({ walletId: of.agent.walletId }).toArray()
    for (const row of rows.filter(({ status }) => status === 'pending')) await world.fail(row)
    expect((await world.position(of.agent.walletId)).day).toMatchObject({ net: 10_000_000n, reserved: 0n })
  })

  test('the default is the zone of the organization', async () => {
    const berlin = await world.newOrganization('Europe/Berlin')
    const of = await world.register(berlin)
    expect((await create(of, {}, berlin)).mandate.limitTimezone).toBe('Europe/Berlin')
    // The time zone of the organization also applies to days and hours without one, unless it is UTC, the default.
    const { mandate } = await create(of, { policy: 'Weekdays 9am-5pm.' }, berlin)
    expect(mandate.canonicalText).toBe('Only mon-fri 09:00-17:00 Europe/Berlin.')
  })
})

describe('preview and template', () => {
  const PREVIEW = `query ($input: PreviewPolicyInput!) { previewPolicy(input: $input) { canonicalText
    policy { maxPerTransaction blockedCategories } spans { start end text field value ${VALUE} sentence } notes { code message }
    changes { field change } } }`

  test('preview reads as create does and stores nothing', async () => {
    const of = await world.register(admin)
    const policy = 'Max $40 per transaction. Block gambling.'
    type Preview = { previewPolicy: { notes: { code: string }[] } & Record<string, unknown> }
    const { previewPolicy } = await world.run<Preview>(of.agent, PREVIEW, {
      input: { policy, mandateId: of.mandateId },
    })
    expect(previewPolicy).toMatchObject({
      policy: { maxPerTransaction: '40.00', blockedCategories: ['gambling'] },
      canonicalText: 'Max $40 per transaction. Block category gambling.',
      spans: [
        { text: 'Max $40 per transaction', field: 'max_per_transaction', value: { usd: '40.00' }, start: 0 },
        { text: 'Block gambling', field: 'blocked_categories', value: { names: ['gambling'] } },
      ],
    })
    const codes = previewPolicy.notes.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['unlimited', 'tighter', 'looser']))
    const made = await create(of, { policy })
    expect(made.mandate.canonicalText).toBe(previewPolicy.canonicalText)
    expect(await refusalOf(world.run(admin, PREVIEW, { input: { policy: 'spend wisely' } }))).toMatch(
      /^invalid_request/,
    )
  })

  const SET = `mutation ($input: SetPolicyTemplateInput!) { setPolicyTemplate(input: $input) {
    policyTemplate { orgId policyText canonicalText expiresInDays builtin } } }`

  test('an agent whose registration has begun when the template is tightened is bound by the new one', async () => {
    const org = await world.newOrganization()
    const { commit } = world.service
    const { submit } = commit
    commit.submit = async <A>(registration: Intent<A>) => {
      commit.submit = submit
      await world.run(org, SET, { input: { orgId: org.orgId, policy: 'at most $7 per payment' } })
      return submit(registration)
    }
    const { mandateId } = await world.register(org)
    expect(await read(mandateId, org)).toMatchObject({ policyText: 'at most $7 per payment' })
  })

  test('new agents get a mandate from the template of their organization', async () => {
    const org = await world.newOrganization()
    const GET =
      'query ($orgId: ID!) { policyTemplate(orgId: $orgId) { policyText canonicalText expiresInDays builtin policy { dailyLimit } } }'
    expect(await world.run(org, GET, { orgId: org.orgId })).toMatchObject({
      policyTemplate: { builtin: true, expiresInDays: 90, policy: { dailyLimit: '100.00' } },
    })
    const input = { orgId: org.orgId, policy: 'at most $7 per payment', expiresInDays: 5 }
    expect(await world.run(org, SET, { input })).toMatchObject({
      setPolicyTemplate: {
        policyTemplate: { builtin: false, canonicalText: 'Max $7 per transaction.', expiresInDays: 5 },
      },
    })
    const of = await world.register(org)
    const mandate = await read(of.mandateId, org)
    expect(mandate).toMatchObject({ policyText: 'at most $7 per payment', policy: { maxPerTransaction: '7.00' } })
    expect(Math.round((Date.parse(mandate.expiresAt as string) - world.clock.now().getTime()) / 86_400_000)).toBe(5)
    expect(await refusalOf(world.run(admin, GET, { orgId: org.orgId }))).toBe('not_found')
    expect(await refusalOf(world.run(admin, SET, { input }))).toBe('not_found')
    expect(await refusalOf(world.run(of.agent, GET, { orgId: org.orgId }))).toBe('capability_denied organization_only')
    expect(await refusalOf(world.run(org, SET, { input: { ...input, expiresInDays: 0 } }))).toBe(
      'invalid_request out_of_range',
    )
  })
})
