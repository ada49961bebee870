/**
 * Trust scores (17): a score is a function of what stands in the position of a wallet, so each of those figures is recounted from
 * payments, holds, events, cases and screenings (domain 4.5).
 */
import type { Findings } from '../findings.ts'
import type { Source } from '../source.ts'
import type { Times } from '../times.ts'
import { assess } from './assessment.ts'
import type { Case } from './caseRow.ts'

interface Counts {
  readonly completed: number
  readonly failedByAgent: number
  readonly attempts: number
  readonly violations: number
}

interface Flag {
  readonly id: string
  readonly severity: string
  readonly at: Date
  readonly isOpen: boolean
}

interface Position {
  readonly _id: string
  readonly orgId: string
  readonly mode: string
  readonly walletId: string
  readonly agentId: string | null
  readonly conduct?: {
    readonly since: Date | null
    readonly day: number
    readonly today: Counts
    readonly before: Counts
    readonly flags: readonly Flag[]
  }
  readonly conductDays?: string
  /** As it was noted last; absent until it has moved once. */
  readonly trust?: { readonly score: number; readonly values: Readonly<Record<string, number>> }
}

interface Change {
  readonly _id: string
  readonly walletId: string
  readonly agentId: string
  readonly score: number
  readonly before: number | null
}

interface Screening {
  readonly _id: string
  readonly walletId: string
  readonly agentId: string | null
  readonly subjectType: string
  readonly checks: readonly (Parameters<typeof assess>[0][number] & {
    readonly evidence?: Readonly<Record<string, unknown>>
  })[]
  readonly createdAt: Date
}

const DAY_MS = 86_400_000
const NAMES = ['completed', 'failedByAgent', 'attempts', 'violations'] as const
type Name = (typeof NAMES)[number]
/** Days that count, by figure. */
const WINDOW: { readonly [name in Name]: number } = { completed: 90, failedByAgent: 90, attempts: 30, violations: 30 }
/** Of open and of closed flags each. */
const FLAGS_MAX = 20

/** By wallet, agent and figure: how many on each UTC day. */
type Days = ReadonlyMap<string, ReadonlyMap<number, number>>

export async function auditTrust(source: Source, findings: Findings, times: Times): Promise<void> {
  const days = await countDays(source, await earliestDay(source))
  const filter = { _id: { $gte: 'wal:', $lt: 'wal;' }, conduct: { $type: 'object' } }
  const projection = { orgId: 1, mode: 1, walletId: 1, agentId: 1, conduct: 1, conductDays: 1, trust: 1 }
  const noted = await followHistory(source, findings)
  for await (const page of source.pages<Position>('positions', { filter, projection })) {
    const flags = await flagsOf(source, page)
    const agents = await source.find<{ _id: string; createdAt: Date }>(
      ...(['agents', { _id: { $in: page.flatMap(({ agentId }) => agentId ?? []) } }, { createdAt: 1 }] as const),
    )
    const registered = new Map(agents.map(({ _id, createdAt }) => [_id, createdAt]))
    for (const position of page) {
      findings.checked(17)
      const { agentId, walletId } = position
      // Nobody has a score by a wallet without an agent.
      if (agentId === null) continue
      const faults = [
        ...faultsOfCounts(position, days),
        ...faultsOfFlags(position, flags.get(`${walletId} ${agentId}`) ?? new Map(), times.of(position)),
        ...faultsOfNoted(position, noted.get(walletId)),
        ...faultsOfSince(position, registered.get(agentId)),
      ]
      for (const fault of faults) findings.breach(17, `${walletId} ${fault}`)
    }
  }
}

/** With which the windows of all scores begin: each ends on the day of its wallet, by the time of its own organization. */
async function earliestDay(source: Source): Promise<Date> {
  const [found] = await source.aggregate<{ day: number | bigint }>('positions', [
    { $match: { _id: { $gte: 'wal:', $lt: 'wal;' }, agentId: { $type: 'string' }, conduct: { $type: 'object' } } },
    { $group: { _id: null, day: { $min: '$conduct.day' } } },
  ])
  return new Date((Number(found?.day ?? 0) - 120) * DAY_MS)
}

async function countDays(source: Source, from: Date): Promise<Days> {
  const days = new Map<string, Map<number, number>>()
  const own = { agentId: { $type: 'string' } }
  const ofAgent = { attempts: { $size: 0 }, 'failureDetails.reason': { $ne: 'gas_not_covered' } }
  const failed = { status: 'failed', failureCode: 'insufficient_funds', ...ofAgent }
  const count = async (name: Name, collection: string, field: string, filter: object) => {
    const day = { $floor: { $divide: [{ $toLong: `$${field}` }, DAY_MS] } }
    const groups = await source.aggregate<{ _id: { w: string; a: string; d: number }; n: number }>(collection, [
      { $match: { ...own, ...filter, [field]: { $gte: from } } },
      { $group: { _id: { w: '$walletId', a: '$agentId', d: day }, n: { $sum: 1 } } },
    ])
    for (const { _id, n } of groups) {
      const key = `${_id.w} ${_id.a} ${name}`
      const known = days.get(key) ?? new Map<number, number>()
      days.set(key, known.set(Number(_id.d), (known.get(Number(_id.d)) ?? 0) + Number(n)))
    }
  }
  // What is delivered for a conversion is nothing that the agent has paid.
  const paid = { quoteId: { $exists: false } }
  await count('completed', 'payments', 'completedAt', { status: 'completed', ...paid })
  await count('failedByAgent', 'payments', 'updatedAt', { ...failed, ...paid })
  // The payment of a hold was attempted with the hold.
  await count('attempts', 'payments', 'createdAt', { holdId: { $exists: false }, ...paid })
  if (source.has('holds')) await count('attempts', 'holds', 'createdAt', {})
  const approved = { declineReason: null, kind: { $in: ['AUTHORIZATION', 'FINANCIAL_AUTHORIZATION'] } }
  if (source.has('cardTransactions')) await count('attempts', 'cardTransactions', 'createdAt', approved)
  // What the rules of a card itself refuse is told, and not held against the agent.
  const violated = { type: 'policy.violated', 'data.card_transaction_id': { $exists: false } }
  await count('attempts', 'events', 'createdAt', violated)
  await count('violations', 'events', 'createdAt', violated)
  return days
}

function faultsOfCounts({ walletId, agentId, conduct, conductDays = '' }: Position, days: Days): string[] {
  if (conduct === undefined) return []
  const { since, today, before } = conduct
  const day = Number(conduct.day)
  const earlier = parseDays(conductDays)
  return NAMES.flatMap((name) => {
    const found = days.get(`${walletId} ${agentId} ${name}`) ?? new Map<number, number>()
    // A clock that runs behind counts on the day that another one has begun: only the sum is certain.
    const inWindow = [...found].filter(([one]) => one <= day && day - one < WINDOW[name])
    const sum = inWindow.reduce((total, [, number]) => total + number, 0)
    // It may have counted what is dated the last day outside on the first day inside.
    const atEdge = found.get(day - WINDOW[name]) ?? 0
    const stored = Number(today[name]) + Number(before[name])
    const listed = earlier
      .filter((one) => day - one.day < WINDOW[name])
      .reduce((total, { counts }) => total + counts[name], 0)
    // What an earlier release has counted is not known.
    const isCounted = (stored >= sum && stored <= sum + atEdge) || (since === null && stored < sum)
    return [
      ...(listed === Number(before[name]) ? [] : [`counts ${before[name]} ${name} before, and ${listed} by days`]),
      ...(isCounted ? [] : [`counts ${stored} ${name}, and there were ${sum}`]),
    ]
  })
}

function parseDays(text: string): { readonly day: number; readonly counts: Counts }[] {
  if (text === '') return []
  return text.split(';').map((part) => {
    const [day, counts = ''] = part.split(':')
    const [completed = 0, failedByAgent = 0, attempts = 0, violations = 0] = counts.split(',').map(Number)
    return { day: Number(day), counts: { completed, failedByAgent, attempts, violations } }
  })
}

function faultsOfSince({ conduct }: Position, registeredAt: Date | undefined): string[] {
  const since = conduct?.since ?? null
  return since === null || since.getTime() === registeredAt?.getTime()
    ? []
    : [`says that its agent is there since ${since.toISOString()}, and it registered at ${registeredAt?.toISOString()}`]
}

interface DueFlag {
  readonly severity: string
  readonly isOpen: boolean
  readonly at: Date
  /** Whether the position may do without it. */
  readonly isOptional?: boolean
}

/** What counts against each agent, by the id of its case or screening. */
async function flagsOf(source: Source, page: readonly Position[]): Promise<Map<string, Map<string, DueFlag>>> {
  const due = new Map<string, Map<string, DueFlag>>()
  const wallets = { walletId: { $in: page.map(({ walletId }) => walletId) } }
  const add = (
    { walletId, agentId }: { walletId: string | null; agentId: string | null },
    id: string,
    flag: DueFlag | null,
  ) => {
    if (agentId === null || flag === null) return
    const key = `${walletId} ${agentId}`
    due.set(key, (due.get(key) ?? new Map<string, DueFlag>()).set(id, flag))
  }
  for await (const rows of source.pages<Case>('cases', { filter: wallets }))
    for (const row of rows) {
      const flag = flagOf(row, row.isOpen)
      if (isHeldAgainst(row)) add(row, row._id, flag)
      else if (isDismissed(row) && flag !== null) add(row, row._id, { ...flag, isOptional: true })
    }
  const spends = { ...wallets, subjectType: { $in: ['payment', 'hold', 'card_transaction'] } }
  for await (const rows of source.pages<Screening>('screenings', { filter: spends }))
    for (const row of rows) {
      // For its own name the wallet is frozen, and nothing is held against the choice of a payee.
      const checks = row.checks.filter(({ evidence }) => evidence?.whose !== 'owner')
      if (assess(checks).outcome === 'deny') add(row, row._id, flagOf({ ...row, checks }, false))
    }
  return due
}

/** Cleared cases count no longer. */
const isHeldAgainst = ({ isOpen, notes }: Case): boolean =>
  isOpen || ['reject', 'expire'].includes(notes.at(-1)?.event ?? '')

/** By a stop, and counts as rejected; by releases before, or after compliance has cleared it, it counts no longer. */
const isDismissed = ({ notes }: Case): boolean => notes.at(-1)?.event === 'dismiss'

function flagOf({ checks, createdAt: at }: Pick<Screening, 'checks' | 'createdAt'>, isOpen: boolean): DueFlag | null {
  const { level } = assess(checks)
  return level === 'low' ? null : { severity: level === 'medium' ? 'medium' : 'high', isOpen, at }
}

function faultsOfFlags({ conduct }: Position, due: ReadonlyMap<string, DueFlag>, now: Date): string[] {
  const flags = conduct?.flags ?? []
  const has = new Set(flags.map(({ id }) => id))
  const wrong = flags.flatMap(({ id, severity, isOpen, at }) => {
    const one = due.get(id)
    if (one === undefined) return [`has a flag of ${id}, which nothing is held against it for`]
    const isSame = one.severity === severity && one.isOpen === isOpen && one.at.getTime() === at.getTime()
    return isSame ? [] : [`has a flag of ${id} that is ${severity} and ${isOpen ? 'open' : 'closed'}, which it is not`]
  })
  const oldest = now.getTime() - (WINDOW.completed - 1) * DAY_MS
  const since = conduct?.since?.getTime() ?? Number.POSITIVE_INFINITY
  const missing = [...due].filter(
    ([id, { at, isOptional }]) => !isOptional && !has.has(id) && at.getTime() >= Math.max(oldest, since),
  )
  const isFull = (isOpen: boolean) => flags.filter((one) => one.isOpen === isOpen).length >= FLAGS_MAX
  return [...wrong, ...missing.flatMap(([id, { isOpen }]) => (isFull(isOpen) ? [] : [`has no flag of ${id}`]))]
}

const WEIGHTS: Readonly<Record<string, number>> = {
  ...{ kya: 25, history: 20, compliance: 20, policy_adherence: 15, tenure: 10, reliability: 10 },
}
/** Of an agent without evidence, and of one with an open case of high severity. */
const CAPS = { noEvidence: 39, openCase: 49 } as const

/** Signals are noted to the hundredth, so a sum of them may be off by one. */
function faultsOfNoted({ trust }: Position, last: Change | undefined): string[] {
  if (trust === undefined) return last === undefined ? [] : ['has a history of its score, and none that was noted']
  const { score, values } = trust
  const sum = Object.entries(WEIGHTS).reduce((total, [name, weight]) => total + weight * Number(values[name]), 0)
  const isCapped =
    (values.kya === 0 && score <= CAPS.noEvidence) ||
    (values.compliance !== 1 && score === CAPS.openCase) ||
    score === 0
  const isSum = Math.abs(score - sum) <= 1 || (isCapped && score <= sum + 1)
  return [
    ...(isSum ? [] : [`has noted a score of ${score}, and its signals give ${Math.round(sum)}`]),
    ...(last?.score === score ? [] : [`has noted a score of ${score}, and its history ends with ${last?.score}`]),
  ]
}

/** Each score begins where the one before it has ended. @returns the last of each wallet */
async function followHistory(source: Source, findings: Findings): Promise<Map<string, Change>> {
  const last = new Map<string, Change>()
  for await (const page of source.pages<Change>('trustChanges'))
    for (const row of page) {
      findings.checked(17)
      const former = last.get(row.walletId)
      const isFollowing = former?.agentId !== row.agentId || former.score === row.before
      if (!isFollowing) findings.breach(17, `${row._id} begins with ${row.before}, and before it was ${former?.score}`)
      last.set(row.walletId, row)
    }
  return last
}
