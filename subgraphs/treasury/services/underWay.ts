/** What is under way in dollars, by the entries of the ledger that began it: for lists of the ledger. */
import type { Database } from '../../shared/database.ts'
import type { DollarsUnderWay } from '../../shared/dollarSpend.ts'
import { idsOf } from '../../shared/ids.ts'
import { findAchPayments, findUnderWay } from '../models/achPayments.ts'
import { type CardTransactionRow, findCardTransactions, findHeld } from '../models/cardTransactions.ts'
import type { AchPaymentRow } from '../rules/achPayment.ts'

export function createDollarsUnderWay(database: Database): DollarsUnderWay {
  return {
    async list(owner, limit) {
      const [payments, held] = await Promise.all([
        findUnderWay(database, owner, limit),
        findHeld(database, owner, limit),
      ])
      return [...payments.flatMap(keyOfPayment), ...held.flatMap(keyOfHeld)]
    },
    async among(ids) {
      const [payments, charges] = await Promise.all([
        findAchPayments(database, idsOf('achPayment', ids)),
        findCardTransactions(database, idsOf('cardTransaction', ids)),
      ])
      return new Set([...payments.flatMap(keyOfPayment), ...charges.flatMap(keyOfHeld)])
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
