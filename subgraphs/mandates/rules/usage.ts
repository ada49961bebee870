/** The limit usage of a wallet: the counters that enforcement uses, with the limits of a policy. */
import type { WalletPosition } from '../../shared/commit/positions.ts'
import { windowKeys } from '../../shared/limitWindows.ts'
import { formatUsd } from '../../shared/money.ts'
import { openWindows } from '../../shared/spendingLimits.ts'
import type { Policy } from './policy.ts'

export interface LimitUsage {
  readonly limit: bigint | null
  readonly net: bigint
  readonly reserved: bigint
  readonly resetsAt: Date
}

export interface PolicyUsage {
  readonly day: LimitUsage
  readonly month: LimitUsage
}

/** The counters use the time zone of the current mandate, whichever version's limits they are compared with. */
export function usageOf(wallet: WalletPosition, policy: Policy, at: Date): PolicyUsage {
  const keys = windowKeys(at, wallet.mandate?.limitTimezone ?? 'UTC')
  const { day, month } = openWindows(wallet, keys)
  const none = { net: 0n, reserved: 0n }
  return {
    day: { ...(day ?? none), limit: policy.dailyLimit, resetsAt: keys.dayEndsAt },
    month: { ...(month ?? none), limit: policy.monthlyLimit, resetsAt: keys.monthEndsAt },
  }
}

/** The graph's `MandateUsage`. */
export function shapeUsage({ day, month }: PolicyUsage) {
  return { day: shapeLimit(day), month: shapeLimit(month) }
}

function shapeLimit({ limit, net, reserved, resetsAt }: LimitUsage) {
  const left = limit === null ? null : limit - net - reserved
  return {
    limit: limit === null ? null : formatUsd(limit),
    spent: formatUsd(net),
    reserved: formatUsd(reserved),
    remaining: left === null ? null : formatUsd(left < 0n ? 0n : left),
    resetsAt: resetsAt.toISOString(),
  }
}
