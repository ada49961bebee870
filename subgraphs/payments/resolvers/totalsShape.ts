/** Totals of transactions and of a wallet -> what the graph shows; amounts of tokens and of the coins that pay fees. */
import { DomainError } from '../../shared/errors.ts'
import { parseAssetKey, type WalletBalances } from '../../shared/ledger/journal.ts'
import { CENT_MICRO, formatCoin, formatUnits, formatUsd } from '../../shared/money.ts'
import type { Mode } from '../../shared/principal.ts'
import { CHAIN_FACTS, type Chain, type Token } from '../../shared/tokens.ts'
import type { PaymentsDeps } from '../ports.ts'
import { dollarKindOf } from '../rules/dollarTransactions.ts'
import { kindOf } from '../rules/transactions.ts'
import type { Totals } from '../services/transactions.ts'

export function shapeTotals({ sums, isExact }: Totals) {
  const totals = joinKinds(sums).flatMap(({ type, token, chain, count, units }) =>
    token === 'USD' || chain === undefined
      ? []
      : [
          {
            ...{ ...kindOf(type), token: symbolOf(token, chain), chain, count },
            amount: formatAsset(units, token),
          },
        ],
  )
  // The database groups in no order, and a table that is loaded again must not jump.
  totals.sort(
    (a, b) =>
      compare(a.token, b.token) || compare(a.chain, b.chain) || compare(a.type, b.type) || compare(a.status, b.status),
  )
  return { totals, isExact }
}

/** The same of wallets and of financial accounts: dollars have neither token nor chain. */
export function shapeLedgerTotals({ sums, isExact }: Totals) {
  const dollars = joinKinds(sums).flatMap(({ type, token, count, units }) => {
    const kind = token === 'USD' ? dollarKindOf(type) : null
    const amount = { amount: formatUsd(units * CENT_MICRO), currency: 'USD' as const }
    return kind === null ? [] : [{ ...kind, ...amount, token: null, chain: null, count }]
  })
  dollars.sort((a, b) => compare(a.type, b.type) || compare(a.status, b.status))
  const { totals } = shapeTotals({ sums, isExact })
  return { totals: [...totals.map((total) => ({ ...total, currency: null })), ...dollars], isExact }
}

/** Several journal entries are one kind: money arrives by a deposit, and again by the end of its link to a payment. */
function joinKinds(sums: Totals['sums']): Totals['sums'] {
  const byKind = new Map<string, Totals['sums'][number]>()
  for (const sum of sums) {
    const kind = sum.token === 'USD' ? dollarKindOf(sum.type) : kindOf(sum.type)
    const key = JSON.stringify([kind, sum.token, sum.chain])
    const { count, units } = byKind.get(key) ?? { count: 0, units: 0n }
    byKind.set(key, { ...sum, count: count + sum.count, units: units + sum.units })
  }
  return [...byKind.values()]
}

/** What is available in US dollars; what has no current rate is left out, since a wallet is read without one too. */
export async function totalUsdOf(
  { rates }: Pick<PaymentsDeps, 'rates'>,
  { mode, balances }: { readonly mode: Mode; readonly balances: WalletBalances },
): Promise<string> {
  const priced = Object.entries(balances).map(async ([key, { available: units }]) => {
    if (units === 0n) return 0n
    const price = rates.toUsdMicro({ units, token: parseAssetKey(key).token }, mode)
    return price.then(
      ({ usdMicro }) => usdMicro,
      (error: unknown) => {
        if (error instanceof DomainError && error.type === 'fx_rate_unavailable') return 0n
        throw error
      },
    )
  })
  return formatUsd((await Promise.all(priced)).reduce((sum, usd) => sum + usd, 0n))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A fee is paid in the coin of its chain. */
export const symbolOf = (token: Token | 'native', chain: Chain): string =>
  token === 'native' ? CHAIN_FACTS[chain].coin : token
export const formatAsset = (units: bigint, token: Token | 'native'): string =>
  token === 'native' ? formatCoin(units) : formatUnits(units, token)
