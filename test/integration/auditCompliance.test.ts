// `npm run audit` (reliability 7.1) on compliance and on what people open (domain 4, 7): on the data of a real run green, and
// for every kind of breach red at the point that says so, and at no other.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Copy, openAuditWorld, type Row } from '../support/auditWorld.ts'

let world: Awaited<ReturnType<typeof openAuditWorld>>
beforeAll(async () => {
  world = await openAuditWorld()
}, 60_000)
afterAll(() => world.close())

const DAY_MS = 86_400_000
const LISTED = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'

const later = (at: unknown, ms: number) => new Date((at as Date).getTime() + ms)
const changedFirst = (rows: unknown, fields: object) => {
  const [first, ...rest] = rows as Row[]
  return [{ ...first, ...fields }, ...rest]
}
/** Of a person who asks for a payment, so that somebody may be one and the same. */
const asPerson = (personId: unknown) => ({ kind: 'organization', personId, keyId: 'key_1', roles: [] })
const conductOf = (row: Row) =>
  row.conduct as { today: Record<string, number>; flags: Row[]; before: object; since: Date }
/** A wallet whose agent has flags. */
const flagged = (copy: Copy) => copy.row('positions', { 'conduct.flags.0': { $exists: true } })
/** A payment with an assessment that has passed. */
const scored = (copy: Copy) =>
  copy.row('payments', { 'screening.checks.name': 'new_counterparty', status: 'completed' })
const used = async (copy: Copy) => {
  const [use] = (await copy.rows('keyUses', {})).filter(({ _id }) => _id.startsWith('ses_'))
  return copy.row('sessions', { _id: use?._id })
}

interface Fault {
  readonly point: number
  readonly fault: string
  readonly make: (copy: Copy) => Promise<unknown>
}

const change = (
  point: number,
  fault: string,
  collection: string,
  find: object | ((copy: Copy) => Promise<Row>),
  fields: object | ((row: Row) => object),
): Fault => ({
  ...{ point, fault },
  async make(copy) {
    const row = typeof find === 'function' ? await find(copy) : await copy.row(collection, find)
    await copy.set(collection, row._id, typeof fields === 'function' ? fields(row) : fields)
  },
})

const REJECTED = { status: 'closed_rejected', decidedBy: { $type: 'string' } }

const CASES: readonly Fault[] = [
  {
    ...{ point: 15, fault: 'a wallet that is not frozen although it keeps a case about its money' },
    async make(copy) {
      const { _id } = await copy.row('positions', { walletId: { $exists: true }, frozen: null })
      await copy.set('positions', _id, { mismatchCases: ['case_of_nobody'] })
    },
  },
  {
    ...{ point: 15, fault: 'a payment that waits for a case which is not there' },
    async make(copy) {
      const row = await copy.row('cases', { isOpen: true })
      await copy.remove('cases', row._id)
      const { _id, conduct } = await copy.row('positions', { walletId: row.walletId })
      const { flags } = conduct as { flags: Row[] }
      await copy.set('positions', _id, { 'conduct.flags': flags.filter(({ id }) => id !== row._id) })
    },
  },
  {
    ...{ point: 15, fault: 'a second open case about one payment' },
    async make(copy) {
      const row = await copy.row('cases', { isOpen: true })
      const { _id, conduct } = await copy.row('positions', { walletId: row.walletId })
      const { flags } = conduct as { flags: Row[] }
      await copy.insert('cases', { ...row, _id: 'cas_second' })
      const flag = flags.find(({ id }) => id === row._id) as Row
      await copy.set('positions', _id, { 'conduct.flags': [...flags, { ...flag, id: 'cas_second' }] })
    },
  },
  change(15, 'a case that was decided by who has requested it', 'cases', REJECTED, ({ decidedBy }) => ({
    requestedBy: asPerson(decidedBy),
  })),
  change(15, 'a case that nobody decided', 'cases', REJECTED, ({ notes }) => ({
    ...{ decidedBy: null, notes: changedFirst(notes, { personId: null }) },
  })),
  change(15, 'a case whose notes name another decider', 'cases', REJECTED, { decidedBy: 'person_other' }),
  change(15, 'a case that ends later than after 72 hours', 'cases', { isOpen: true }, ({ dueAt }) => ({
    dueAt: later(dueAt, 1),
  })),
  {
    ...{ point: 15, fault: 'a case that is open long after its time' },
    async make(copy) {
      const { _id: id, walletId, createdAt, dueAt } = await copy.row('cases', { isOpen: true })
      const at = later(createdAt, -4 * DAY_MS)
      await copy.set('cases', id, { createdAt: at, dueAt: later(dueAt, -4 * DAY_MS) })
      const { _id, ...row } = await copy.row('positions', { walletId })
      const flags = conductOf(row as Row).flags.map((one) => (one.id === id ? { ...one, at } : one))
      await copy.set('positions', _id, { 'conduct.flags': flags })
    },
  },
  change(15, 'a case that was decided after its time', 'cases', REJECTED, ({ createdAt, dueAt, closedAt, notes }) => ({
    ...{ closedAt: later(closedAt, 4 * DAY_MS), notes: changedFirst(notes, { at: later(closedAt, 4 * DAY_MS) }) },
    ...{ createdAt, dueAt },
  })),
  change(15, 'a case of another severity than its checks', 'cases', { severity: 'medium' }, { severity: 'low' }),
  change(
    15,
    'a cleared check that its case is not about',
    'payments',
    { 'cleared.0': { $exists: true } },
    ({ cleared }) => ({
      cleared: [...(cleared as Row[]), { name: 'structuring' }],
    }),
  ),
]

const KYA: readonly Fault[] = [
  change(
    16,
    'evidence that decisions read and the agent has not',
    'positions',
    { 'kya.0': { $exists: true } },
    ({ kya }) => ({
      kya: [...(kya as Row[]), { type: 'attestation', validUntil: new Date(Date.now() + DAY_MS) }],
    }),
  ),
  {
    ...{ point: 16, fault: 'evidence that nobody has recorded' },
    async make(copy) {
      const agent = await copy.row('agents', { evidence: { $size: 0 }, status: 'active' })
      const record = { type: 'purpose_review', validFrom: agent.createdAt, source: agent.orgId, recordedBy: 'key_1' }
      const validUntil = later(agent.createdAt, 180 * DAY_MS)
      await copy.set('agents', agent._id, { evidence: [{ ...record, validUntil }] })
      const { kya } = await copy.row('positions', { walletId: agent.walletId })
      await copy.set('positions', `wal:${agent.walletId}`, {
        kya: [...(kya as Row[]), { type: 'purpose_review', validUntil }],
      })
    },
  },
  {
    ...{ point: 16, fault: 'evidence that was prolonged' },
    async make(copy) {
      const { _id, walletId, kya } = await copy.row('agents', { 'kya.level': 'basic', status: 'active' })
      const validUntil = later((kya as Row).validUntil, DAY_MS)
      await copy.set('agents', _id, { 'kya.validUntil': validUntil })
      const position = await copy.row('positions', { walletId })
      const all = (position.kya as Row[]).map((one) => (one.type === 'did_control' ? { ...one, validUntil } : one))
      await copy.set('positions', position._id, { kya: all })
    },
  },
  change(16, 'a DID that is not the last of its history', 'agents', {}, { did: 'did:key:other' }),
  {
    ...{ point: 16, fault: 'an amount that needs a verified agent' },
    async make(copy) {
      const { _id, walletId, usdMicro } = await scored(copy)
      await copy.set('payments', _id, { usdMicro: 3_000_000_000n })
      const more = 3_000_000_000n - (usdMicro as bigint)
      const { day, month } = (await copy.row('positions', { walletId })) as unknown as Record<string, { net: bigint }>
      const windows = { 'day.net': (day?.net ?? 0n) + more, 'month.net': (month?.net ?? 0n) + more }
      await copy.set('positions', `wal:${walletId}`, windows)
    },
  },
]

const TRUST: readonly Fault[] = [
  ...(['completed', 'attempts', 'violations', 'failedByAgent'] as const).map((name) =>
    change(17, `a score that counts other ${name}`, 'positions', flagged, (row) => ({
      [`conduct.today.${name}`]: (conductOf(row).today[name] ?? 0) + 1,
    })),
  ),
  change(17, 'a score without a flag', 'positions', flagged, (row) => ({
    'conduct.flags': conductOf(row).flags.slice(1),
  })),
  change(17, 'a flag of another severity', 'positions', flagged, (row) => ({
    'conduct.flags': changedFirst(conductOf(row).flags, { severity: 'medium' }),
  })),
  change(17, 'an agent that is older than its registration', 'positions', flagged, (row) => ({
    'conduct.since': later(conductOf(row).since, -DAY_MS),
  })),
  {
    ...{ point: 17, fault: 'a score that its signals do not give' },
    async make(copy) {
      const { _id, walletId, agentId } = await flagged(copy)
      const values = { kya: 0.8, history: 0.2, compliance: 1, policy_adherence: 1, tenure: 0, reliability: 1 }
      const noted = { _id: `${walletId}/1`, walletId, agentId, score: 90, before: null }
      await copy.insert('trustChanges', noted)
      await copy.set('positions', _id, { trust: { score: 90, values } })
    },
  },
  {
    ...{ point: 17, fault: 'a history of a score with a gap' },
    async make(copy) {
      const { _id, walletId, agentId } = await flagged(copy)
      const values = { kya: 0.8, history: 0.2, compliance: 1, policy_adherence: 1, tenure: 0, reliability: 1 }
      await copy.insert('trustChanges', { _id: `${walletId}/1`, walletId, agentId, score: 55, before: null })
      await copy.insert('trustChanges', { _id: `${walletId}/2`, walletId, agentId, score: 69, before: 56 })
      await copy.set('positions', _id, { trust: { score: 69, values } })
    },
  },
  change(17, 'days that do not add up', 'positions', flagged, { 'conduct.before.completed': 7 }),
]

const SCREENING: readonly Fault[] = [
  change(18, 'a check that weighs less', 'payments', scored, ({ screening }) => ({
    'screening.checks': changedFirst((screening as Row).checks, { score: 1 }),
  })),
  change(18, 'a payment that was made although its checks deny it', 'payments', scored, ({ screening }) => ({
    'screening.checks': [
      ...((screening as Row).checks as Row[]),
      { name: 'sanctions_address', outcome: 'deny', score: 100, evidence: {} },
    ],
  })),
  change(18, 'a payment that was made although its checks need a review', 'payments', scored, ({ screening }) => ({
    'screening.checks': [
      ...((screening as Row).checks as Row[]),
      { name: 'structuring', outcome: 'pass', score: 60, evidence: {} },
    ],
  })),
  {
    ...{ point: 18, fault: 'a payment that was made and is denied in its record' },
    async make(copy) {
      const { _id } = await copy.row('payments', { status: 'completed', screening: { $exists: true } })
      const { _id: record, ...denied } = await copy.row('screenings', { 'checks.outcome': 'deny' })
      const { _id: position, conduct } = await copy.row('positions', { walletId: denied.walletId })
      await copy.remove('screenings', record)
      await copy.insert('screenings', { ...denied, _id: record, subjectId: _id })
      await copy.set('positions', position, { conduct })
    },
  },
  {
    ...{ point: 18, fault: 'a transfer that was signed to a listed address' },
    async make(copy) {
      const { _id } = await copy.row('payments', { stage: 'broadcasting' })
      await copy.set('payments', _id, { to: LISTED })
    },
  },
  change(18, 'a finding of a list that was not in force', 'screenings', { subjectType: 'merchant' }, ({ checks }) => ({
    checks: changedFirst(checks, { evidence: { list: 'own', list_version: 'own-Never' } }),
  })),
]

const SESSIONS: readonly Fault[] = [
  change(19, 'a session that was used after its end', 'keyUses', used, ({ expiresAt }) => ({
    lastUsedAt: later(expiresAt, DAY_MS),
  })),
  {
    ...{ point: 19, fault: 'a session that was used after its key had ended' },
    async make(copy) {
      const keys = await copy.rows('apiKeys', { status: 'revoked', kind: 'organization' })
      const { _id } = await copy.row('sessions', { keyId: { $in: keys.map((key) => key._id) } })
      const { revokedAt } = await copy.row('apiKeys', { _id: keys[0]?._id })
      await copy.set('keyUses', _id, { lastUsedAt: later(revokedAt, 60_000) })
    },
  },
  change(19, 'a session with more roles than its key', 'sessions', { roles: ['approver'] }, { roles: ['admin'] }),
  change(19, 'a session that was revoked and is active', 'sessions', { status: 'revoked' }, { status: 'active' }),
  change(19, 'a session that lasts longer than it may', 'sessions', { status: 'active' }, ({ expiresAt }) => ({
    expiresAt: later(expiresAt, DAY_MS),
  })),
  change(19, 'a session of another person', 'sessions', { status: 'active' }, { personId: 'person_other' }),
  {
    ...{ point: 19, fault: 'a session that nobody has made' },
    async make(copy) {
      const session = await copy.row('sessions', { status: 'active' })
      await copy.insert('sessions', { ...session, _id: 'ses_nobody' })
    },
  },
  {
    ...{ point: 19, fault: 'an act of a session after its end' },
    async make(copy) {
      const [ended] = await copy.rows('sessions', { status: 'revoked' })
      const all = await copy.rows('events', { orgId: ended?.orgId }, { cursor: 1 })
      const last = all.findLast((row) => (row.by as Row | undefined)?.kind === 'organization') as Row
      const by = { ...(last.by as Row), id: ended?.keyId, personId: ended?.personId, sessionId: ended?._id }
      await copy.reseal(
        'events',
        ended?.orgId,
        all.map((row) => (row === last ? { ...row, by } : row)),
      )
    },
  },
]

test('the data of a real run has something at each point', async () => {
  const { points } = await (await world.copy()).audit()
  // Nothing here is about dollars (20).
  for (const { point, checked, breaches } of points.filter((one) => one.point >= 15 && one.point < 20)) {
    expect(breaches, `point ${point}`).toEqual([])
    expect(checked, `point ${point}`).toBeGreaterThan(3)
  }
})

test('the time of an organization that has moved its clock is nobody else’s', async () => {
  const copy = await world.copy()
  const open = await copy.row('cases', { isOpen: true })
  const other = await copy.row('events', { orgId: { $nin: [null, open.orgId] } })
  const ahead = 4_000 * DAY_MS
  const all = await copy.rows('events', { orgId: other.orgId }, { cursor: 1 })
  const clock = { aheadMs: BigInt(ahead), until: null, movedAt: other.createdAt }
  await copy.set('positions', `org:${other.orgId}`, { clocks: { [String(other.mode)]: clock } })
  await copy.reseal(
    'events',
    other.orgId,
    all.map((row) => (row === all.at(-1) ? { ...row, createdAt: later(row.createdAt, ahead) } : row)),
  )
  const { points } = await copy.audit()
  const told = points.filter(({ point }) => point === 15 || point === 17)
  expect(told.flatMap(({ breaches }) => breaches)).toEqual([])
})

test.each([...CASES, ...KYA, ...TRUST, ...SCREENING, ...SESSIONS])('$point: $fault', async ({ point, make }) => {
  const copy = await world.copy()
  await make(copy)
  const { points } = await copy.audit()
  const red = points.filter(({ breachCount }) => breachCount > 0)
  expect(
    red.map((one) => one.point),
    red.flatMap(({ breaches }) => breaches).join('\n'),
  ).toEqual([point])
})

test('what a process with a slower clock counts on the first day of a window may be dated the day before', async () => {
  const copy = await world.copy()
  const rows = await copy.rows('positions', { 'conduct.today.violations': { $gt: 0 }, conductDays: '' })
  const { _id, conduct } = rows[0] as Row & { readonly conduct: { readonly day: number } }
  const redOn = async (day: number) => {
    await copy.set('positions', _id, { conduct: { ...conduct, day } })
    const { points } = await copy.audit()
    return points.filter(({ breachCount }) => breachCount > 0).map(({ point }) => point)
  }
  expect(await redOn(Number(conduct.day) + 30)).toEqual([])
  expect(await redOn(Number(conduct.day) + 31)).toEqual([17])
})
