/** The fold of US dollars: what a journal changes in the balances of one organization in one mode. Pure. */
import { invariant } from '../errors.ts'
import { requireInt64 } from '../money.ts'
import type { Mode } from '../principal.ts'
import {
  EMPTY_USD_BALANCES,
  USD_ACCOUNTS,
  USD_BALANCE_OF,
  USD_TOTAL_OF,
  type UsdBalances,
  type UsdTotals,
} from './accounts.ts'
import { isUsdPosting, type JournalEntry } from './journal.ts'

export interface UsdLedger {
  /** By financial account. */
  readonly accounts: Readonly<Record<string, UsdBalances>>
  readonly totals: UsdTotals
}

/** A return may overdraw the account at the bank: the deficit of the organization is what the service has advanced. */
const MAY_BE_NEGATIVE: readonly string[] = ['cash']

/** The mode whose dollars a journal moves; null: it moves none. */
export function usdModeOf({ postingKey, lines }: Pick<JournalEntry, 'postingKey' | 'lines'>): Mode | null {
  const modes = new Set(lines.filter(isUsdPosting).map(({ mode }) => mode))
  invariant(modes.size <= 1, `journal ${postingKey} moves dollars of both modes`)
  return [...modes][0] ?? null
}

/** The balances after the journal. None may go below zero; rules check that before, so a violation is a bug. */
export function postUsd(
  { accounts, totals }: UsdLedger,
  journal: Pick<JournalEntry, 'postingKey' | 'lines'>,
): UsdLedger {
  const changed: Record<string, Record<string, bigint>> = {}
  const sums: Record<string, bigint> = { ...totals }
  for (const { account, financialAccount, direction, amount } of journal.lines.filter(isUsdPosting)) {
    const { normal, of } = USD_ACCOUNTS[account]
    const change = normal === direction ? amount : -amount
    invariant((of === 'financialAccount') === (financialAccount !== null), `${account} is not of ${financialAccount}`)
    if (financialAccount !== null) {
      const name = USD_BALANCE_OF[account as keyof typeof USD_BALANCE_OF]
      const balances = { ...EMPTY_USD_BALANCES, ...accounts[financialAccount], ...changed[financialAccount] }
      changed[financialAccount] = { ...balances, [name]: balances[name] + change }
    } else if (of === 'organization') {
      const name = USD_TOTAL_OF[account as keyof typeof USD_TOTAL_OF]
      sums[name] = (sums[name] ?? 0n) + change
    }
  }
  for (const after of [...Object.values(changed), sums])
    for (const [name, cents] of Object.entries(after)) {
      requireInt64(cents, 'The balance')
      const isFine = cents >= 0n || MAY_BE_NEGATIVE.includes(name)
      invariant(isFine, `journal ${journal.postingKey} takes ${name} below zero`)
    }
  const next = changed as Record<string, unknown> as Record<string, UsdBalances>
  return { accounts: { ...accounts, ...next }, totals: { ...totals, ...sums } }
}
