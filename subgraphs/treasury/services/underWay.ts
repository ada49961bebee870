/** What is under way in dollars, by the entries of the ledger that began it: for lists of the ledger. */
import type { Database } from '../../shared/database.ts'
import type { DollarsUnderWay } from '../../shared/dollarSpend.ts'
import { idsOf } from '../../shared/ids.ts'
import { findAchPayments, findUnderWay } from '../models/achPayments.ts'
import { type CardTransactionRow, findCardTransactions, findHeld } from '../models/cardTransactions.ts'
import { findQuotes, findUndelivered } from '../models/quotes.ts'
import type { AchPaymentRow } from '../rules/achPayment.ts'
import type { QuoteRow } from '../rules/conversions/quote.ts'

export function createDollarsUnderWay(database: Database): DollarsUnderWay {
  return {
    async list(owner, limit) {
      const [payments, held, quotes] = await Promise.all([
        findUnderWay(database, owner, limit),
        findHeld(database, owner, limit),
        findUndelivered(database, owner, limit),
      ])
      return [...payments.flatMap(keyOfPayment), ...held.flatMap(keyOfHeld), ...quotes.flatMap(keyOfQuote)]
    },
    async among(ids) {
      const [payments, charges, quotes] = await Promise.all([
        findAchPayments(database, idsOf('achPayment', ids)),
        findCardTransactions(database, idsOf('cardTransaction', ids)),
        findQuotes(database, idsOf('quote', ids)),
      ])
      return new Set([...payments.flatMap(keyOfPayment), ...charges.flatMap(keyOfHeld), ...quotes.flatMap(keyOfQuote)])
    },
  }
}

/** A collection that has left is on its way until it can be spent, a withdrawal from when it is set aside. */
function keyOfPayment({ _id, direction, stage }: Pick<AchPaymentRow, '_id' | 'direction' | 'stage'>): string[] {
  if (direction === 'CREDIT') return ['initiated', 'reviewed', 'processed'].includes(stage) ? [`${_id}.initiated`] : []
  return stage === 'processed' || stage === 'settled' ? [`${_id}.${stage}`] : []
}

const keyOfHeld = ({ _id, status, heldCents }: Pick<CardTransactionRow, '_id' | 'status' | 'heldCents'>): string[] =>
  status === 'PENDING' && BigInt(heldCents) > 0n ? [`${_id}.authorized`] : []

const keyOfQuote = ({ _id, status, deliveredAt }: Pick<QuoteRow, '_id' | 'status' | 'deliveredAt'>): string[] =>
  status === 'executed' && deliveredAt === null ? [`${_id}.executed`] : []
