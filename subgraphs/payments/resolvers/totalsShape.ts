/** Totals of transactions -> what the graph shows; amounts of tokens and of the coins that pay fees. */
import { formatCoin, formatUnits } from '../../shared/money.ts'
import { CHAIN_FACTS, type Chain, type Token } from '../../shared/tokens.ts'
import { kindOf } from '../rules/transactions.ts'
import type { Totals } from '../services/transactions.ts'

export function shapeTotals({ sums, isExact }: Totals) {
  const byKind = new Map<string, Totals['sums'][number]>()
  for (const sum of sums) {
    // Several journal entries are one kind: money arrives by a deposit, and again by the end of its link to a payment.
    const key = JSON.stringify([kindOf(sum.type), sum.token, sum.chain])
    const { count, units } = byKind.get(key) ?? { count: 0, units: 0n }
    byKind.set(key, { ...sum, count: count + sum.count, units: units + sum.units })
  }
  const totals = [...byKind.values()].map(({ type, token, chain, count, units }) => ({
    ...{ ...kindOf(type), token: symbolOf(token, chain), chain, count },
    amount: formatAsset(units, token),
  }))
  // The database groups in no order, and a table that is loaded again must not jump.
  totals.sort(
    (a, b) =>
      compare(a.token, b.token) || compare(a.chain, b.chain) || compare(a.type, b.type) || compare(a.status, b.status),
  )
  return { totals, isExact }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A fee is paid in the coin of its chain. */
export const symbolOf = (token: Token | 'native', chain: Chain): string =>
  token === 'native' ? CHAIN_FACTS[chain].coin : token
export const formatAsset = (units: bigint, token: Token | 'native'): string =>
  token === 'native' ? formatCoin(units) : formatUnits(units, token)
