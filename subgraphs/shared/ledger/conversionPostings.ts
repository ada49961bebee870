/**
 * The journal entries of conversions (domain 8.6): dollars of an organization for tokens of the treasury's hot wallet, which
 * arrive at the wallet of the organization as a deposit like any other. Pure.
 */
import type { QuoteId } from '../ids.ts'
import type { Mode } from '../principal.ts'
import type { Chain, Token } from '../tokens.ts'
import { amountSecond, type JournalEntry, type TreasuryPosting, type UsdPosting } from './journal.ts'
import {
  becomingAvailable,
  type DollarAuthorization,
  line,
  move,
  part,
  smaller,
  type UsdSubject,
} from './usdPostings.ts'

/** Tokens of the treasury on one chain. */
export interface Stock {
  readonly mode: Mode
  readonly token: Token
  readonly chain: Chain
  readonly units: bigint
}

/** What is converted: the dollars with their fee, and the tokens for them. */
export interface Converted extends UsdSubject {
  /** Part of the amount, in cents. */
  readonly fee: bigint
  readonly stock: Stock
}

/** Available dollars are in flight until the tokens are delivered. */
export function conversionExecuted(id: QuoteId, authorization: DollarAuthorization): JournalEntry {
  const { mode, financialAccount, amount } = authorization
  return entry(id, 'conversion_executed', 'executed', move({ mode, financialAccount, amount }, '2010', '2014'))
}

export function conversionDelivered(id: QuoteId, converted: Converted): JournalEntry {
  const lines = [
    ...amountSecond(line(converted, '2014', 'debit'), earned(converted, 'credit')),
    ...leaving(converted.stock),
  ]
  return entry(id, 'conversion_delivered', 'delivered', lines)
}

/** It will never be delivered. @param deficit of the organization, which is repaid first */
export function conversionFailed(id: QuoteId, converted: Converted, deficit: bigint): JournalEntry {
  const lines = amountSecond(line(converted, '2014', 'debit'), becomingAvailable(converted, deficit))
  return entry(id, 'conversion_failed', 'failed', lines)
}

/**
 * The delivery has left the chain for good: tokens and dollars are back.
 * @param deficit as of `conversionFailed`
 * @param number of this correction
 */
export function conversionReversed(id: QuoteId, converted: Converted, deficit: bigint, number: number): JournalEntry {
  // By way of what is in flight, so that one line has the whole amount.
  const lines = [
    ...amountSecond(line(converted, '2014', 'credit'), earned(converted, 'debit')),
    ...[line(converted, '2014', 'debit'), ...becomingAvailable(converted, deficit)],
    ...arriving(converted.stock),
  ]
  return entry(id, 'conversion_reversed', `reversed.${number}`, lines)
}

/**
 * Delivered although its dollars had been given back: they are taken again, and what is not there any more is owed.
 * @param available in the financial account
 * @param number as of `conversionReversed`
 */
export function conversionTaken(id: QuoteId, converted: Converted, available: bigint, number: number): JournalEntry {
  const there = smaller(available, converted.amount)
  const taken = [
    ...part(converted, there, '2010', 'debit'),
    ...part(converted, converted.amount - there, '1030', 'debit'),
  ]
  const lines = [
    ...amountSecond(line(converted, '2014', 'credit'), taken),
    ...[line(converted, '2014', 'debit'), ...earned(converted, 'credit')],
    ...leaving(converted.stock),
  ]
  return entry(id, 'conversion_taken', `taken.${number}`, lines)
}

/** Tokens have come to the hot wallet. @param id names their transfer on the chain, once and for ever */
export function stockAdded(id: string, stock: Stock): JournalEntry {
  const reference = { resource: 'stock', id } as const
  return { postingKey: `${id}.added`, type: 'stock_added', reference, lines: arriving(stock) }
}

/**
 * They have left the hot wallet, and no conversion is known that they were delivered for.
 * @param id of their mismatch
 * @param number of this write-off: the transfer may leave the chain and be mined again
 */
export function stockWrittenOff(id: string, stock: Stock, number: number): JournalEntry {
  const reference = { resource: 'stock', id } as const
  return {
    postingKey: `${id}.written_off${suffixOf(number)}`,
    type: 'stock_written_off',
    reference,
    lines: leaving(stock),
  }
}

/**
 * What was written off was delivered after all, and leaves with its conversion, or its transfer has left the chain.
 * @param id @param number as of `stockWrittenOff`
 */
export function stockFound(id: string, stock: Stock, number: number): JournalEntry {
  const reference = { resource: 'stock', id } as const
  return { postingKey: `${id}.found${suffixOf(number)}`, type: 'stock_written_off', reference, lines: arriving(stock) }
}

const suffixOf = (number: number): string => (number > 1 ? `.${number}` : '')

/** The dollars of the service: what the tokens cost, and its fee. */
function earned(converted: Converted, direction: 'debit' | 'credit'): UsdPosting[] {
  const { fee, amount } = converted
  return [...part(converted, amount - fee, '3010', direction), ...part(converted, fee, '4010', direction)]
}

const leaving = (stock: Stock): TreasuryPosting[] => moveStock(stock, '3010', '1110')
const arriving = (stock: Stock): TreasuryPosting[] => moveStock(stock, '1110', '3010')

function moveStock(
  { units: amount, ...asset }: Stock,
  debit: TreasuryPosting['account'],
  credit: TreasuryPosting['account'],
): TreasuryPosting[] {
  return [
    { ...asset, amount, account: debit, direction: 'debit' },
    { ...asset, amount, account: credit, direction: 'credit' },
  ]
}

function entry(
  id: QuoteId,
  type: JournalEntry['type'],
  step: string,
  lines: readonly (UsdPosting | TreasuryPosting)[],
): JournalEntry {
  return { postingKey: `${id}.${step}`, type, reference: { resource: 'quote', id }, lines }
}
