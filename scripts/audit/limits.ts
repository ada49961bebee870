/** Spend per window, payment by payment in the order in which an organization accepted them, against the mandate of each. */
import type { Findings } from './findings.ts'
import type { MandateVersion, Payment } from './rows.ts'
import type { Source } from './source.ts'

export interface Versions {
  /** The mandate versions under which these payments were decided. */
  of(payments: readonly Payment[]): Promise<ReadonlyMap<string, MandateVersion>>
}

export interface Limits {
  /** Counts in both windows from here on, unless it does so already. */
  reserve(payment: Payment, version: MandateVersion | undefined): void
  complete(payment: Payment): void
  release(payment: Payment): void
}

const VERSIONS_KEPT = 20_000
/** Of one wallet: days and months. Nothing is added to older ones. */
const WINDOWS_KEPT = 40

export const versionId = ({ mandateId, mandateVersion }: Payment): string => `${mandateId}/${mandateVersion}`

export function openVersions(source: Source): Versions {
  const known = new Map<string, MandateVersion>()
  return {
    async of(payments) {
      const ids = new Set(payments.filter(({ mandateId }) => mandateId !== null).map(versionId))
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
  /** Payments that count and have not ended, by the windows they count in. */
  const open = new Map<string, readonly string[]>()
  function add({ walletId }: Payment, window: string, usdMicro: bigint): bigint {
    const windows = spent.get(walletId) ?? new Map<string, bigint>()
    spent.set(walletId, windows)
    const sum = (windows.get(window) ?? 0n) + usdMicro
    windows.set(window, sum)
    if (windows.size > WINDOWS_KEPT) windows.delete(windows.keys().next().value ?? '')
    return sum
  }
  return {
    reserve(payment, version) {
      if (open.has(payment._id) || version === undefined || payment.dayKey === '') return
      const { dailyLimit, monthlyLimit } = version.policy
      const windows: string[] = []
      for (const [key, limit] of [
        [payment.dayKey, dailyLimit],
        [payment.monthKey, monthlyLimit],
      ] as const) {
        // After a change of the time zone the same date is another window.
        const window = `${key} ${version.limitTimezone}`
        windows.push(window)
        const sum = add(payment, window, payment.usdMicro)
        findings.checked(4)
        if (limit !== null && sum > limit)
          findings.breach(4, `${payment._id} brings ${window} of ${payment.walletId} to ${sum} of ${limit}`)
      }
      open.set(payment._id, windows)
    },
    complete({ _id }) {
      open.delete(_id)
    },
    release(payment) {
      for (const window of open.get(payment._id) ?? []) add(payment, window, -payment.usdMicro)
      open.delete(payment._id)
    },
  }
}
