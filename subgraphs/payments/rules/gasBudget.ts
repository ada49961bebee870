/**
 * The gas budget of an organization, for each chain and UTC day (domain 9.2): the cost of its transactions today, and the
 * reservations of pending payments. Gate 14 decides on it in the commit. Its day is a real one, whatever time the
 * organization has: the budget protects what the service spends.
 */
import type { GasDay, OrgPosition } from '../../shared/commit/positions.ts'
import { realAt } from '../../shared/organizationTime.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain } from '../../shared/tokens.ts'

export interface GasNetwork {
  readonly mode: Mode
  readonly chain: Chain
}

export interface GasSpent {
  readonly used: bigint
  readonly reserved: bigint
}

const keyOf = ({ mode, chain }: GasNetwork): string => `${mode}:${chain}`
type Spender = Pick<OrgPosition, 'gas' | 'clocks'>

const DAY_MS = 86_400_000
const dateOf = (at: Date) => at.toISOString().slice(0, 10)

/**
 * A process whose clock runs behind counts in the day that another one has begun: otherwise both would begin it anew. No day is
 * taken that no clock can have begun unless it was wrong, in which nothing would ever be available again.
 */
function dayOf(org: Spender, network: GasNetwork, at: Date): string {
  const now = realAt(org, network.mode, at)
  const [today, tomorrow] = [dateOf(now), dateOf(new Date(now.getTime() + DAY_MS))]
  return org.gas?.[keyOf(network)]?.day === tomorrow ? tomorrow : today
}

/** A new day starts with nothing used; reservations carry over. */
export function gasSpent(org: Spender, network: GasNetwork, at: Date): GasSpent {
  const row = org.gas?.[keyOf(network)]
  if (row === undefined) return { used: 0n, reserved: 0n }
  return { used: row.day === dayOf(org, network, at) ? BigInt(row.used) : 0n, reserved: BigInt(row.reserved) }
}

/** Never below zero: a payment accepted by an older release has no reservation to release. */
export function changeGas(
  org: OrgPosition,
  network: GasNetwork,
  at: Date,
  change: Partial<GasSpent> & { readonly budget?: bigint },
): OrgPosition {
  const before = gasSpent(org, network, at)
  const budget = change.budget?.toString() ?? org.gas?.[keyOf(network)]?.budget
  const next: GasDay = {
    ...(budget !== undefined && { budget }),
    day: dayOf(org, network, at),
    used: String(atLeastZero(before.used + (change.used ?? 0n))),
    reserved: String(atLeastZero(before.reserved + (change.reserved ?? 0n))),
  }
  return { ...org, gas: { ...org.gas, [keyOf(network)]: next } }
}

const atLeastZero = (wei: bigint): bigint => (wei < 0n ? 0n : wei)
