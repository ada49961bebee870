/**
 * Alerts of what a commit changes: a wallet that has little left, a limit or a gas budget that is nearly used. Each is told by the
 * commit in which a figure passes its threshold, because that alone knows what was before and what is after: never missed, never
 * told for every payment beyond. Pure.
 */
import { type AlertThresholds, alertsOf } from '../alerts.ts'
import type { EventDraft } from '../events.ts'
import { windowKeys } from '../limitWindows.ts'
import { formatCoin, formatUnits, formatUsd } from '../money.ts'
import type { Mode } from '../principal.ts'
import { TOKENS, type Token } from '../tokens.ts'
import { type GasDay, type LimitWindow, type OrgPosition, orgRef, type WalletPosition } from './positions.ts'
import { refKey } from './refKey.ts'
import type { Intent, Ref } from './types.ts'

interface Change<T> {
  /** Null: it is new. */
  readonly before: T | null
  readonly after: T
}

/**
 * @param rows as the intent leaves them
 * @param read rows as they were before it
 * @param at the time of the organization
 */
export function alertsIn(
  rows: readonly { readonly ref: Ref; readonly row: object }[],
  read: (key: string) => object | null,
  { orgId, mode }: Pick<Intent<unknown>, 'orgId' | 'mode'>,
  at: Date,
): readonly EventDraft[] {
  const own = refKey(orgRef(orgId))
  const org = (rows.find(({ ref }) => refKey(ref) === own)?.row ?? read(own)) as OrgPosition | null
  return rows.flatMap(({ ref, row }) => {
    const before = read(refKey(ref))
    if (refKey(ref) === own) return gasAlerts({ before: before as OrgPosition | null, after: row as OrgPosition }, mode)
    if (ref.collection !== 'positions' || !ref.id.startsWith('wal:')) return []
    const after = row as WalletPosition
    return after.orgId === orgId ? walletAlerts({ before: before as WalletPosition | null, after }, org, at) : []
  })
}

function walletAlerts(
  { before, after }: Change<WalletPosition>,
  org: OrgPosition | null,
  at: Date,
): readonly EventDraft[] {
  if (before === null) return []
  const isMoved = before.balances !== after.balances
  const isCounted = before.day !== after.day || before.month !== after.month
  // Most commits of a wallet change neither.
  if (!isMoved && !isCounted) return []
  const thresholds = alertsOf(org ?? {}, after.mode)
  return [
    ...(isMoved ? lowTokens({ before, after }, thresholds) : []),
    ...(isCounted ? usedLimits({ before, after }, thresholds, at) : []),
  ]
}

function lowTokens({ before, after }: Change<WalletPosition>, { walletLow }: AlertThresholds): readonly EventDraft[] {
  if (walletLow === null || before === null) return []
  return TOKENS.flatMap((token) => {
    const [had, has] = [availableOf(before, token), availableOf(after, token)]
    if (had < walletLow || has >= walletLow) return []
    const data = { token, available: formatUnits(has, token), threshold: formatUnits(walletLow, token) }
    return [draftOf(after, 'alert.wallet_low', data)]
  })
}

/** On all chains together. */
function availableOf({ balances }: WalletPosition, token: Token): bigint {
  let sum = 0n
  for (const [key, { available }] of Object.entries(balances)) if (key.endsWith(`:${token}`)) sum += available
  return sum
}

const WINDOWS = [
  { window: 'day', limit: 'dailyLimit' },
  { window: 'month', limit: 'monthlyLimit' },
] as const

function usedLimits(
  { before, after }: Change<WalletPosition>,
  { limitPercent }: AlertThresholds,
  at: Date,
): readonly EventDraft[] {
  const { mandate } = after
  if (mandate === null || before === null) return []
  return WINDOWS.flatMap(({ window, limit: name }) => {
    const limit = mandate.policy[name]
    const now = after[window]
    if (limit == null || now === null) return []
    const former = before[window]
    const had = former?.key === now.key ? usedOf(former) : 0n
    const used = usedOf(now)
    const passed = [limitPercent, 100].filter(
      (percent) => isReached(used, limit, percent) && !isReached(had, limit, percent),
    )
    return passed.map((percent) => {
      const { dayEndsAt, monthEndsAt } = windowKeys(at, mandate.limitTimezone)
      return draftOf(after, 'alert.limit_used', {
        ...{ mandate_id: mandate.mandateId, window, percent, used_usd: formatUsd(used), limit_usd: formatUsd(limit) },
        resets_at: (window === 'day' ? dayEndsAt : monthEndsAt).toISOString(),
      })
    })
  })
}

const usedOf = ({ net, reserved }: LimitWindow): bigint => net + reserved
const isReached = (used: bigint, limit: bigint, percent: number): boolean => used * 100n >= limit * BigInt(percent)

function draftOf(
  { walletId, agentId }: WalletPosition,
  type: 'alert.wallet_low' | 'alert.limit_used',
  data: EventDraft['data'],
): EventDraft {
  const agent = agentId === null ? {} : { agentId }
  return { type, resourceId: walletId, walletId, ...agent, data: { wallet_id: walletId, agent_id: agentId, ...data } }
}

function gasAlerts({ before, after }: Change<OrgPosition>, mode: Mode): readonly EventDraft[] {
  if (before === null || before.gas === after.gas || after.gas === undefined) return []
  const { gasPercent } = alertsOf(after, mode)
  return Object.entries(after.gas).flatMap(([key, now]) => {
    const former = before.gas?.[key]
    const [of, chain = ''] = key.split(':')
    if (of !== mode || former === now || now.budget === undefined) return []
    const budget = BigInt(now.budget)
    const had = former?.day === now.day ? spentOf(former) : BigInt(former?.reserved ?? 0)
    if (!isReached(spentOf(now), budget, gasPercent) || isReached(had, budget, gasPercent)) return []
    const data = {
      chain,
      day: now.day,
      percent: gasPercent,
      used: formatCoin(spentOf(now)),
      budget: formatCoin(budget),
    }
    return [{ type: 'alert.gas_low' as const, resourceId: after.orgId, data: { org_id: after.orgId, ...data } }]
  })
}

const spentOf = ({ used, reserved }: GasDay): bigint => BigInt(used) + BigInt(reserved)
