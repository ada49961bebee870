/**
 * What an agent has done with its wallet, as its trust score needs it (domain 4.5): counts by UTC day in windows of 90 and 30
 * days, and flags of compliance. It stands in the wallet's position, which every spend guards, so a score is never stale. Pure.
 */
import type { KyaLevel } from './kya.ts'
import type { TrustFigures } from './trustScore.ts'

interface Counts {
  readonly completed: number
  readonly failedByAgent: number
  readonly attempts: number
  readonly violations: number
  /** Bank transfers that the agent has asked for, and that came back; absent in rows of earlier releases. */
  readonly returned?: number
}

export interface ConductFlag {
  /** Of its case, or of its screening where none was opened. */
  readonly id: string
  readonly severity: 'medium' | 'high'
  readonly at: Date
  /** Its case is not decided yet. */
  readonly isOpen: boolean
}

export interface Conduct {
  /** Since when the agent is registered; null: it is from an earlier release. */
  readonly since: Date | null
  /** The UTC day of `today`, in days since 1970. */
  readonly day: number
  readonly today: Counts
  /** Of the days before, each within its window. */
  readonly before: Counts
  /** The newest last. */
  readonly flags: readonly ConductFlag[]
}

/** Part of the position of a wallet. */
export interface ConductWallet {
  readonly conduct?: Conduct
  /** `day:completed,failedByAgent,attempts,violations,returned` of each earlier day on which there was something, oldest first. */
  readonly conductDays?: string
}

const DAY_MS = 86_400_000
const WINDOW_DAYS = 90
const POLICY_WINDOW_DAYS = 30
/** Of open and of closed ones each: four medium or two high ones take all points, and the rest waits behind them. */
const FLAGS_MAX = 20
const NOTHING: Counts = { completed: 0, failedByAgent: 0, attempts: 0, violations: 0, returned: 0 }

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS)

/** Of an agent that is registered now. */
export const freshConduct = (at: Date): Required<ConductWallet> => ({
  ...{ conduct: { ...emptyConduct(at), since: at }, conductDays: '' },
})

const emptyConduct = (at: Date): Conduct => ({
  ...{ since: null, day: dayOf(at), today: NOTHING, before: NOTHING, flags: [] },
})

/** The wallet with one more of these. */
export function count<W extends ConductWallet>(wallet: W, at: Date, ...names: readonly (keyof Counts)[]): W {
  const { conduct, conductDays } = atDay(wallet, at)
  const today = { ...conduct.today }
  for (const name of names) today[name] = (today[name] ?? 0) + 1
  return { ...wallet, conduct: { ...conduct, today }, conductDays }
}

export function addFlag<W extends ConductWallet>(wallet: W, flag: ConductFlag): W {
  const { conduct, conductDays } = atDay(wallet, flag.at)
  const flags = bounded([...conduct.flags.filter((one) => !isOld(one, flag.at)), flag])
  return { ...wallet, conduct: { ...conduct, flags }, conductDays }
}

/**
 * Those that are open may be cleared one day, so they leave the places of closed ones alone, of which the newest outlast the
 * others. A high one with an open case caps the score, so it goes last: nobody gets rid of it by being flagged again and again.
 */
function bounded(flags: readonly ConductFlag[]): readonly ConductFlag[] {
  const closed = flags.filter(({ isOpen }) => !isOpen)
  const open = flags.filter(({ isOpen }) => isOpen)
  const byWeight = [
    ...open.filter(({ severity }) => severity !== 'high'),
    ...open.filter((one) => one.severity === 'high'),
  ]
  const left = new Set([...closed.slice(0, -FLAGS_MAX), ...byWeight.slice(0, -FLAGS_MAX)])
  return left.size === 0 ? flags : flags.filter((one) => !left.has(one))
}

/** One of its id, if there is any, weighs this from now on. */
export function replaceFlag<W extends ConductWallet>(wallet: W, flag: ConductFlag): W {
  if (wallet.conduct === undefined) return wallet
  const others = wallet.conduct.flags.filter(({ id }) => id !== flag.id)
  const flags = [...others, flag].sort((a, b) => a.at.getTime() - b.at.getTime())
  return { ...wallet, conduct: { ...wallet.conduct, flags: bounded(flags) } }
}

/**
 * confirm: it goes on counting, without an open case; also one that has made room for others meanwhile. clear: it counts no
 * longer.
 */
export function endFlag<W extends ConductWallet>(
  wallet: W,
  flag: Omit<ConductFlag, 'isOpen'>,
  how: 'confirm' | 'clear',
): W {
  if (how === 'confirm') return replaceFlag(wallet, { ...flag, isOpen: false })
  if (wallet.conduct === undefined) return wallet
  const flags = wallet.conduct.flags.filter(({ id }) => id !== flag.id)
  return { ...wallet, conduct: { ...wallet.conduct, flags } }
}

const isOld = (flag: ConductFlag, at: Date): boolean =>
  !flag.isOpen && at.getTime() - flag.at.getTime() >= WINDOW_DAYS * DAY_MS

/** The figures of the score at this instant, as far as conduct tells them. */
export function figuresOf(wallet: ConductWallet, kya: KyaLevel, at: Date): Omit<TrustFigures, 'isSanctioned'> {
  const { conduct } = atDay(wallet, at)
  const { since, today, before } = conduct
  const flags = conduct.flags.filter((one) => !isOld(one, at))
  const high = flags.filter(({ severity }) => severity === 'high')
  return {
    kya,
    completed: before.completed + today.completed,
    failedByAgent: before.failedByAgent + today.failedByAgent,
    attempts: before.attempts + today.attempts,
    violations: before.violations + today.violations,
    mediumFlags: flags.length - high.length,
    highFlags: high.length,
    isHighCaseOpen: high.some(({ isOpen }) => isOpen),
    daysSinceRegistration: since === null ? 0 : Math.max(0, (at.getTime() - since.getTime()) / DAY_MS),
    disputes: (before.returned ?? 0) + (today.returned ?? 0),
  }
}

/** On the day of `at`; a clock that runs behind never reopens a past day. */
function atDay(wallet: ConductWallet, at: Date): { readonly conduct: Conduct; readonly conductDays: string } {
  const { conduct = emptyConduct(at), conductDays = '' } = wallet
  const day = dayOf(at)
  if (day <= conduct.day) return { conduct, conductDays }
  const days = [...parseDays(conductDays), { day: conduct.day, counts: conduct.today }].filter(
    (one) => day - one.day < WINDOW_DAYS && Object.values(one.counts).some((number) => number > 0),
  )
  const inPolicyWindow = days.filter((one) => day - one.day < POLICY_WINDOW_DAYS)
  const sum = (of: typeof days, name: keyof Counts) => of.reduce((total, { counts }) => total + (counts[name] ?? 0), 0)
  const before: Counts = {
    completed: sum(days, 'completed'),
    failedByAgent: sum(days, 'failedByAgent'),
    attempts: sum(inPolicyWindow, 'attempts'),
    violations: sum(inPolicyWindow, 'violations'),
    returned: sum(days, 'returned'),
  }
  return { conduct: { ...conduct, day, today: NOTHING, before }, conductDays: days.map(formatDay).join(';') }
}

interface Day {
  readonly day: number
  readonly counts: Counts
}

const formatDay = ({ day, counts }: Day): string => {
  const { completed, failedByAgent, attempts, violations, returned = 0 } = counts
  return `${day}:${[completed, failedByAgent, attempts, violations, ...(returned > 0 ? [returned] : [])].join(',')}`
}

function parseDays(text: string): Day[] {
  if (text === '') return []
  return text.split(';').map((part) => {
    const [day = '0', counts = ''] = part.split(':')
    const [completed = 0, failedByAgent = 0, attempts = 0, violations = 0, returned = 0] = counts.split(',').map(Number)
    return { day: Number(day), counts: { completed, failedByAgent, attempts, violations, returned } }
  })
}
