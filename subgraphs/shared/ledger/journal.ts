/**
 * Double entry, pure: a journal balances per asset with positive amounts, and posting is a fold over balances. The same
 * fold runs in the commit, in the audit and in the property tests.
 */
import { invariant } from '../errors.ts'
import type { FinancialAccountId, OrgId, WalletId } from '../ids.ts'
import { requireInt64 } from '../money.ts'
import type { Mode } from '../principal.ts'
import { type Chain, isChain, isToken, type Token } from '../tokens.ts'
import {
  ACCOUNTS,
  type AccountCode,
  BALANCE_OF,
  type Balances,
  EMPTY_BALANCES,
  type GasAccountCode,
  type TreasuryAccountCode,
  type UsdAccountCode,
} from './accounts.ts'

export interface WalletPosting {
  readonly account: AccountCode
  readonly walletId: WalletId
  readonly token: Token
  readonly chain: Chain
  readonly direction: 'debit' | 'credit'
  readonly amount: bigint
}

/** The native coin of a chain, in wei: more than a 64-bit integer holds, so rows have it as text. */
interface NativePosting {
  readonly account: GasAccountCode
  /** Of an expense the wallet whose payment caused it, which finds it; no balance of the wallet changes. */
  readonly walletId: WalletId | null
  readonly token: 'native'
  readonly chain: Chain
  readonly direction: 'debit' | 'credit'
  readonly amount: bigint
}

/** US dollars, in cents. */
export interface UsdPosting {
  readonly account: UsdAccountCode
  readonly token: 'USD'
  /** In which the organization has them. */
  readonly mode: Mode
  /** Null: of an account of the organization, or of the service. */
  readonly financialAccount: FinancialAccountId | null
  /** Of what a card does: under whose mandate it spends, which finds it; no balance of the wallet changes. */
  readonly walletId?: WalletId
  readonly direction: 'debit' | 'credit'
  readonly amount: bigint
}

/** A token of the treasury's own, in its smallest units. */
export interface TreasuryPosting {
  readonly account: TreasuryAccountCode
  readonly token: Token
  readonly chain: Chain
  readonly mode: Mode
  readonly direction: 'debit' | 'credit'
  readonly amount: bigint
}

export type Posting = WalletPosting | NativePosting | UsdPosting | TreasuryPosting

export const isWalletPosting = (line: StoredPosting | Posting): line is WalletPosting =>
  'walletId' in line && line.token !== 'native' && line.token !== 'USD'
export const isUsdPosting = (line: StoredPosting | Posting): line is UsdPosting => line.token === 'USD'

/** Of what happens to wallets. */
export const WALLET_JOURNAL_TYPES = [
  'deposit',
  'deposit_reversed',
  'deposit_blocked',
  'funds_blocked',
  'funds_unblocked',
  'deposit_linked',
  'deposit_unlinked',
  'payment_reserved',
  'hold_placed',
  'hold_captured',
  'hold_voided',
  'payment_completed',
  'payment_failed',
  'payment_reversed',
  'payment_mined_late',
  'refund_received',
  'refund_reversed',
  'outflow_booked',
  'outflow_reversed',
  'gas_paid',
  'gas_reversed',
] as const
export type WalletJournalType = (typeof WALLET_JOURNAL_TYPES)[number]

/** Of what happens to US dollars. */
export const USD_JOURNAL_TYPES = [
  'collection_processed',
  'collection_rejected',
  'collection_settled',
  'collection_released',
  'collection_returned',
  'micro_deposits_sent',
  'micro_deposits_returned',
  'withdrawal_initiated',
  'withdrawal_ended',
  'withdrawal_settled',
  'withdrawal_returned',
  'book_transfer',
  'card_authorized',
  'card_cleared',
  'card_released',
  'card_refunded',
  'card_network_settled',
  'conversion_executed',
  'conversion_delivered',
  'conversion_failed',
  'conversion_reversed',
  'conversion_taken',
] as const
export type UsdJournalType = (typeof USD_JOURNAL_TYPES)[number]

/**
 * stock_added: tokens came to the treasury's hot wallet. stock_written_off: they have left it, for nothing that is known.
 * gas_topped_up: native coins came to an account that pays gas.
 */
type JournalType = WalletJournalType | UsdJournalType | 'stock_added' | 'stock_written_off' | 'gas_topped_up'

/**
 * Which line has the amount of the entry: the second one, since the first of a capture has what was held, and its third what
 * was not captured. So it is in dollars, where parts of an amount go to several accounts.
 */
export const AMOUNT_LINE = 1

/** Puts the line with the whole amount second. @param parts at least one */
export const amountSecond = <P>(whole: P, [first, ...others]: readonly P[]): P[] =>
  first === undefined ? [whole] : [first, whole, ...others]

/**
 * A posting as an intent states it. `postingKey` names the cause once and for ever ("pay_x.reserved"); it becomes the
 * journal's id, so posting a cause twice is impossible.
 */
export interface JournalEntry {
  readonly postingKey: string
  readonly type: JournalType
  readonly reference: {
    readonly resource:
      | 'payment'
      | 'deposit'
      | 'hold'
      | 'mismatch'
      | 'ach_payment'
      | 'bank_account'
      | 'book_transfer'
      | 'card_transaction'
      | 'quote'
      | 'stock'
      | 'gas_tank'
    readonly id: string
  }
  readonly lines: readonly Posting[]
}

/** Amounts of native coins are stored as text. */
export type StoredPosting =
  | WalletPosting
  | UsdPosting
  | TreasuryPosting
  | (Omit<NativePosting, 'amount'> & { readonly amount: string })

/** A row of `journals`; `seq` and `hash` chain the journals of one organization. */
export interface JournalRow extends Omit<JournalEntry, 'postingKey' | 'lines'> {
  readonly lines: readonly StoredPosting[]
  readonly _id: string
  readonly orgId: OrgId
  readonly seq: number
  readonly postedAt: Date
  readonly prevHash: string
  readonly hash: string
}

export function journalId(postingKey: string): string {
  return `led_${postingKey}`
}

/** The journal entry of a stored row. */
export function journalOf({ _id, ...row }: JournalRow): JournalEntry {
  const lines = row.lines.map((line) => ({ ...line, amount: BigInt(line.amount) }) as Posting)
  return { ...row, postingKey: _id, lines }
}

/** `base:USDC`: the key of one balance inside a wallet. */
export function assetKey(chain: Chain, token: Token | 'native'): string {
  return `${chain}:${token}`
}

/** The reverse of `assetKey`, for wallets, which never hold native coins. */
export function parseAssetKey(key: string): { chain: Chain; token: Token } {
  const [chain, token] = key.split(':')
  invariant(isChain(chain) && isToken(token), `${key} is no balance of a wallet`)
  return { chain, token }
}

/** @throws Error for an unbalanced or empty journal, which only a bug can make */
export function requireBalanced(journal: JournalEntry): void {
  invariant(journal.lines.length >= 2, `journal ${journal.postingKey} has fewer than two lines`)
  const sums = new Map<string, bigint>()
  for (const line of journal.lines) {
    invariant(line.amount > 0n, `journal ${journal.postingKey} has an amount that is not positive`)
    const key = isUsdPosting(line) ? line.token : assetKey(line.chain, line.token)
    sums.set(key, (sums.get(key) ?? 0n) + (line.direction === 'debit' ? line.amount : -line.amount))
  }
  for (const [asset, sum] of sums) invariant(sum === 0n, `journal ${journal.postingKey} does not balance in ${asset}`)
}

/** Balances of one wallet by asset key. */
export type WalletBalances = Readonly<Record<string, Balances>>

/**
 * The balances of the wallet after the postings of the journal. No balance may go below zero, and ledger and chain must stay
 * balanced; gates check both before, so a violation is a bug and rejects the intent.
 */
export function postToWallet(balances: WalletBalances, walletId: WalletId, journal: JournalEntry): WalletBalances {
  const changed: Record<string, Balances> = {}
  for (const line of journal.lines) {
    if (!isWalletPosting(line) || line.walletId !== walletId) continue
    const key = assetKey(line.chain, line.token)
    const before = changed[key] ?? balances[key] ?? EMPTY_BALANCES
    const name = BALANCE_OF[line.account]
    const raises = ACCOUNTS[line.account].normal === line.direction
    changed[key] = { ...before, [name]: before[name] + (raises ? line.amount : -line.amount) }
  }
  for (const [key, after] of Object.entries(changed)) {
    for (const name of Object.values(BALANCE_OF)) {
      requireInt64(after[name], 'The balance')
      invariant(after[name] >= 0n, `journal ${journal.postingKey} takes ${name} of ${walletId} below zero`)
    }
    invariant(
      isBalancedWithChain(after),
      `journal ${journal.postingKey} leaves ${key} of ${walletId} unbalanced with the chain`,
    )
  }
  return { ...balances, ...changed }
}

/** Everything on chain is in one of the balances: 1120 = 2020 + 2021 + 2022 + 2023 for each wallet, token and chain. */
export function isBalancedWithChain(balances: Balances): boolean {
  return balances.onChain === balances.available + balances.held + balances.inFlight + balances.blocked
}
