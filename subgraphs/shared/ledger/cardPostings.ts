/**
 * The journal entries of cards: one function for each row of the posting table (domain 8.4). What becomes available repays the
 * deficit of the organization first (domain 1.8). Pure.
 */
import type { CardTransactionId, FinancialAccountId, WalletId } from '../ids.ts'
import type { Mode } from '../principal.ts'
import { USD_ACCOUNTS, type UsdAccountCode } from './accounts.ts'
import { amountSecond, type JournalEntry, type UsdPosting } from './journal.ts'
import { becomingAvailable, type DollarAuthorization } from './usdPostings.ts'

/** The account that backs a card, and the wallet under whose mandate the card spends. */
export interface CardAccount {
  readonly walletId: WalletId
  readonly mode: Mode
  readonly financialAccount: FinancialAccountId
}

export function cardAuthorized(
  id: CardTransactionId,
  walletId: WalletId,
  { mode, financialAccount, amount }: DollarAuthorization,
): JournalEntry {
  const account = { walletId, mode, financialAccount }
  const lines = [line(account, '2010', 'debit', amount), line(account, '2012', 'credit', amount)]
  return entry(id, 'card_authorized', 'authorized', lines)
}

/** What a clearing takes, in cents. */
export interface Cleared {
  /** What the authorization holds; 0: there was none. */
  readonly held: bigint
  readonly cleared: bigint
  /** In the account now, for what was not held: a shortfall makes a deficit of the organization. */
  readonly available: bigint
  /** Of the organization. */
  readonly deficit: bigint
}

/** The held money pays, what is left of it is available again, and what is missing is taken from what is available. */
export function cardCleared(
  id: CardTransactionId,
  account: CardAccount,
  { held, cleared, available, deficit }: Cleared,
): JournalEntry {
  const more = cleared > held ? cleared - held : 0n
  const there = more < available ? more : available
  return entry(
    id,
    'card_cleared',
    'cleared',
    amountSecond(
      line(account, '2040', 'credit', cleared),
      [
        line(account, '2012', 'debit', held),
        line(account, '2010', 'debit', there),
        line(account, '1030', 'debit', more - there),
        ...arriving(account, held > cleared ? held - cleared : 0n, deficit),
      ].filter(({ amount }) => amount > 0n),
    ),
  )
}

export type ReleaseCause = `voided.${number}` | 'expired'

/** Voided, in part or whole, or expired. @param cause once for each of a transaction. @param deficit of the organization */
export function cardReleased(
  id: CardTransactionId,
  account: CardAccount,
  amount: bigint,
  { cause, deficit }: { readonly cause: ReleaseCause; readonly deficit: bigint },
): JournalEntry {
  const lines = amountSecond(line(account, '2012', 'debit', amount), arriving(account, amount, deficit))
  return entry(id, 'card_released', cause, lines)
}

/** @param number of the refunds of a transaction. @param deficit of the organization */
export function cardRefunded(
  id: CardTransactionId,
  account: CardAccount,
  amount: bigint,
  { number, deficit }: { readonly number: number; readonly deficit: bigint },
): JournalEntry {
  return entry(id, 'card_refunded', `refunded.${number}`, incoming(account, amount, deficit))
}

/** What a merchant gives without a purchase. */
export function cardCredited(
  id: CardTransactionId,
  account: CardAccount,
  amount: bigint,
  deficit: bigint,
): JournalEntry {
  return entry(id, 'card_refunded', 'credited', incoming(account, amount, deficit))
}

/**
 * The bank pays the card network what it is owed, or gets from it what merchants have given back.
 * @param owed negative: by the network
 * @param refunds of the transaction that are in it, which number its settlements
 */
export function cardNetworkSettled(
  id: CardTransactionId,
  account: CardAccount,
  owed: bigint,
  refunds: number,
): JournalEntry {
  const [debit, credit] = owed > 0n ? (['2040', '1010'] as const) : (['1010', '2040'] as const)
  const amount = owed > 0n ? owed : -owed
  const lines = [line(account, debit, 'debit', amount), line(account, credit, 'credit', amount)]
  return entry(id, 'card_network_settled', `network.${refunds}`, lines)
}

const incoming = (account: CardAccount, amount: bigint, deficit: bigint): UsdPosting[] =>
  amountSecond(line(account, '2040', 'debit', amount), arriving(account, amount, deficit))

/** As of other dollars, under the wallet of the card. */
const arriving = ({ walletId, ...account }: CardAccount, amount: bigint, deficit: bigint): UsdPosting[] =>
  becomingAvailable({ ...account, amount }, deficit).map((one) => ({ ...one, walletId }))

function entry(
  id: CardTransactionId,
  type: JournalEntry['type'],
  cause: string,
  lines: readonly UsdPosting[],
): JournalEntry {
  return { postingKey: `${id}.${cause}`, type, reference: { resource: 'card_transaction', id }, lines }
}

function line(
  { walletId, mode, financialAccount }: CardAccount,
  account: UsdAccountCode,
  direction: UsdPosting['direction'],
  amount: bigint,
): UsdPosting {
  const isOfAccount = USD_ACCOUNTS[account].of === 'financialAccount'
  const owner = isOfAccount ? financialAccount : null
  return { account, token: 'USD', mode, financialAccount: owner, walletId, direction, amount }
}
