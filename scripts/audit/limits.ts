/** Spend per window, payment by payment in the order in which an organization accepted them, against the mandate of each. */
import type { Findings } from './findings.ts'
import type { Counted, MandateVersion, Payment } from './rows.ts'
import type { Source } from './source.ts'

export interface Versions {
  /** The mandate versions under which these were decided. */
  of(spends: readonly Pick<Counted, 'mandateId' | 'mandateVersion'>[]): Promise<ReadonlyMap<string, MandateVersion>>
}

export interface Limits {
  /** Counts in both windows from here on, unless it does so already. */
  reserve(spend: Counted, version: MandateVersion | undefined): void
  /** As `reserve`, of what asks no limit. */
  record(spend: Counted, version: MandateVersion | undefined): void
  /** The payment counts instead of the hold that it captured, in the same windows. */
  capture(holdId: string, payment: Payment): void
  complete(spend: Pick<Counted, '_id'>): void
  release(spend: Counted): void
  /** From here on it counts so much less, at most. */
  lower(spend: Counted, usdMicro: bigint): void
  /** It counts with this amount for good, also where that is more. */
  settle(spend: Counted, usdMicro: bigint): void
  /** A refund, in the windows of the spend that it is for. */
  giveBack(
    spend: Pick<Counted, 'walletId' | 'dayKey' | 'monthKey'>,
    version: MandateVersion | undefined,
    usdMicro: bigint,
  ): void
}

const VERSIONS_KEPT = 20_000
/** Of one wallet: days and months. Nothing is added to older ones. */
const WINDOWS_KEPT = 40

export const versionId = ({ mandateId, mandateVersion }: Pick<Counted, 'mandateId' | 'mandateVersion'>): string =>
  `${mandateId}/${mandateVersion}`

export function openVersions(source: Source): Versions {
  const known = new Map<string, MandateVersion>()
  return {
    async of(spends) {
      const ids = new Set(spends.filter(({ mandateId }) => mandateId !== null).map(versionId))
      const missing = [...ids].filter((id) => !known.has(id))
      if (known.size + missing.length > VERSIONS_KEPT) known.clear()
      const wanted = [...ids].filter((id) => !known.has(id))
      const projection = { policy: 1, limitTimezone: 1 }
      const rows =
        wanted.length === 0
          ? []
          : await source.find<MandateVersion>('mandateVersions', { _id: { $in: wanted } }, projection)
      for (const row of rows) known.set(row._id, row)
      return known
    },
  }
}

export function openLimits(findings: Findings): Limits {
  const spent = new Map<string, Map<string, bigint>>()
  /** Payments and holds that count and have not ended, by the windows they count in. */
  const open = new Map<string, readonly string[]>()
  /** What open holds and authorizations of cards count there. */
  const held = new Map<string, bigint>()
  function add({ walletId }: Pick<Counted, 'walletId'>, window: string, usdMicro: bigint): bigint {
    const windows = spent.get(walletId) ?? new Map<string, bigint>()
    spent.set(walletId, windows)
    const sum = (windows.get(window) ?? 0n) + usdMicro
    windows.set(window, sum)
    if (windows.size > WINDOWS_KEPT) windows.delete(windows.keys().next().value ?? '')
    return sum
  }
  function count(spend: Counted, usdMicro: bigint): void {
    const change = usdMicro - (held.get(spend._id) ?? spend.usdMicro)
    for (const window of open.get(spend._id) ?? []) add(spend, window, change)
    held.set(spend._id, usdMicro)
  }
  function begin(spend: Counted, version: MandateVersion | undefined, isAsked: boolean): void {
    if (open.has(spend._id) || version === undefined || spend.dayKey === '') return
    const { dailyLimit, monthlyLimit } = version.policy
    const windows: string[] = []
    for (const [key, limit] of [
      [spend.dayKey, dailyLimit],
      [spend.monthKey, monthlyLimit],
    ] as const) {
      // After a change of the time zone the same date is another window.
      const window = `${key} ${version.limitTimezone}`
      windows.push(window)
      const sum = add(spend, window, spend.usdMicro)
      findings.checked(4)
      if (isAsked && limit !== null && sum > limit)
        findings.breach(4, `${spend._id} brings ${window} of ${spend.walletId} to ${sum} of ${limit}`)
    }
    open.set(spend._id, windows)
    if (spend.kind === 'hold' || spend.kind === 'card') held.set(spend._id, spend.usdMicro)
  }
  return {
    reserve: (spend, version) => begin(spend, version, true),
    record: (spend, version) => begin(spend, version, false),
    capture(holdId, payment) {
      const windows = open.get(holdId) ?? []
      const rest = (held.get(holdId) ?? payment.usdMicro) - payment.usdMicro
      if (rest < 0n) findings.breach(4, `${payment._id} takes ${payment.usdMicro}, more than ${holdId} had reserved`)
      for (const window of windows) add(payment, window, -rest)
      open.delete(holdId)
      held.delete(holdId)
      open.set(payment._id, windows)
    },
    complete({ _id }) {
      open.delete(_id)
    },
    release(spend) {
      for (const window of open.get(spend._id) ?? []) add(spend, window, -spend.usdMicro)
      open.delete(spend._id)
      held.delete(spend._id)
    },
    lower(spend, usdMicro) {
      if (open.has(spend._id) && usdMicro < (held.get(spend._id) ?? 0n)) count(spend, usdMicro)
    },
    settle(spend, usdMicro) {
      if (open.has(spend._id)) count(spend, usdMicro)
      open.delete(spend._id)
      held.delete(spend._id)
    },
    giveBack(spend, version, usdMicro) {
      for (const key of [spend.dayKey, spend.monthKey]) {
        const window = `${key} ${version?.limitTimezone}`
        // One that is no longer kept takes no further payments.
        if (spent.get(spend.walletId)?.has(window)) add(spend, window, -usdMicro)
      }
    },
  }
}
