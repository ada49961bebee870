/** What a journal entry is to the wallet that it is about: type, status, side and signed changes of balances. Pure. */

import { invariant } from '../../shared/errors.ts'
import {
  ACCOUNTS,
  BALANCE_OF,
  type Balances,
  EMPTY_BALANCES,
  GAS_ACCOUNTS,
  TREASURY_ACCOUNTS,
  USD_ACCOUNTS,
} from '../../shared/ledger/accounts.ts'
import {
  isWalletPosting,
  type JournalEntry,
  type JournalRow,
  type Posting,
  type WalletJournalType,
  type WalletPosting,
} from '../../shared/ledger/journal.ts'

type JournalType = JournalEntry['type']
export type TransactionType =
  | 'deposit'
  | 'refund'
  | 'withdrawal'
  | 'payment'
  | 'hold'
  | 'capture'
  | 'release'
  | 'fee'
  // Of dollars alone.
  | 'funding'
  | 'conversion'
  | 'card'
  | 'transfer'
export type TransactionStatus = 'pending' | 'completed' | 'failed' | 'reversed' | 'blocked'

export interface Kind {
  readonly type: TransactionType
  readonly status: TransactionStatus
  /** credit: for the wallet. */
  readonly direction: WalletPosting['direction']
}

const KINDS: Readonly<Record<WalletJournalType, Kind>> = {
  deposit: { type: 'deposit', status: 'completed', direction: 'credit' },
  deposit_reversed: { type: 'deposit', status: 'reversed', direction: 'debit' },
  deposit_blocked: { type: 'deposit', status: 'blocked', direction: 'credit' },
  funds_blocked: { type: 'deposit', status: 'blocked', direction: 'debit' },
  funds_unblocked: { type: 'deposit', status: 'completed', direction: 'credit' },
  outflow_booked: { type: 'withdrawal', status: 'completed', direction: 'debit' },
  outflow_reversed: { type: 'withdrawal', status: 'reversed', direction: 'credit' },
  deposit_linked: { type: 'deposit', status: 'reversed', direction: 'debit' },
  deposit_unlinked: { type: 'deposit', status: 'completed', direction: 'credit' },
  refund_received: { type: 'refund', status: 'completed', direction: 'credit' },
  refund_reversed: { type: 'refund', status: 'reversed', direction: 'debit' },
  payment_reserved: { type: 'payment', status: 'pending', direction: 'debit' },
  payment_completed: { type: 'payment', status: 'completed', direction: 'debit' },
  payment_failed: { type: 'payment', status: 'failed', direction: 'credit' },
  payment_reversed: { type: 'payment', status: 'reversed', direction: 'credit' },
  payment_mined_late: { type: 'payment', status: 'completed', direction: 'debit' },
  hold_placed: { type: 'hold', status: 'pending', direction: 'debit' },
  hold_captured: { type: 'capture', status: 'completed', direction: 'debit' },
  hold_voided: { type: 'release', status: 'completed', direction: 'credit' },
  gas_paid: { type: 'fee', status: 'completed', direction: 'debit' },
  gas_reversed: { type: 'fee', status: 'reversed', direction: 'credit' },
}
const JOURNAL_TYPES = Object.keys(KINDS) as readonly WalletJournalType[]

export const isOfWallets = (type: JournalType): type is WalletJournalType => Object.hasOwn(KINDS, type)

/** The second journal entry of a link, and of the end of one, as it is posted beside the first in the same commit. */
const PARTNERS: Partial<Readonly<Record<JournalType, { readonly type: JournalType; readonly after: 1 | -1 }>>> = {
  refund_received: { type: 'deposit_linked', after: 1 },
  deposit_linked: { type: 'refund_received', after: -1 },
  deposit_unlinked: { type: 'refund_reversed', after: 1 },
  refund_reversed: { type: 'deposit_unlinked', after: -1 },
}

/** Where the journal has the entry about the deposit of this refund, or about the refund of this deposit; null: neither. */
export function partnerOf({ orgId, type, seq }: Pick<JournalRow, 'orgId' | 'type' | 'seq'>) {
  const partner = PARTNERS[type]
  return partner === undefined ? null : { orgId, type: partner.type, seq: Number(seq) + partner.after }
}

export const isOfRefund = (type: JournalType): boolean => isOfWallets(type) && KINDS[type].type === 'refund'

export function kindOf(journalType: JournalType): Kind {
  invariant(isOfWallets(journalType), `${journalType} is not about wallets`)
  return KINDS[journalType]
}

/**
 * The journal types of transactions of these types and statuses; null and absent filter nothing, but fees are listed only
 * where they are asked for: they are paid by the organization, and change no balance of a wallet.
 */
export function journalTypesOf(filter: {
  readonly types?: readonly TransactionType[] | null | undefined
  readonly statuses?: readonly TransactionStatus[] | null | undefined
}): WalletJournalType[] {
  return JOURNAL_TYPES.filter((journalType) => {
    const kind = KINDS[journalType]
    return (
      (filter.types?.includes(kind.type) ?? kind.type !== 'fee') && (filter.statuses?.includes(kind.status) ?? true)
    )
  })
}

/** The lines that change balances. Every journal entry that is about a wallet is about one alone; a fee has none. */
export function walletLinesOf({ lines }: Pick<JournalRow, 'lines'>): WalletPosting[] {
  return lines.filter(isWalletPosting)
}

/** What the lines change in each balance, in units of the token. */
export function balanceChangesOf(lines: readonly WalletPosting[]): Balances {
  const changes = { ...EMPTY_BALANCES }
  for (const { account, direction, amount } of lines)
    changes[BALANCE_OF[account]] += ACCOUNTS[account].normal === direction ? amount : -amount
  return changes
}

const NAMES = { ...ACCOUNTS, ...GAS_ACCOUNTS, ...TREASURY_ACCOUNTS, ...USD_ACCOUNTS }
export const accountNameOf = (account: Posting['account']): string => NAMES[account].name
