/** A merchant says that it is going to give money: nothing is spent, so that only the end of the card stops it. */
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow } from '../../../shared/commit/rowWrites.ts'
import type { IntentPart } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { cardRef } from '../../models/cards.ts'
import { type CardTransactionRow, cardTransactionRef } from '../../models/cardTransactions.ts'
import { AUTHORIZATION_LIFE_MS } from '../../rules/cards/cardStates.ts'
import type { DeclineReason } from '../../rules/cards/declines.ts'
import { transactionEvent } from './cardEvents.ts'
import { cardReads } from './cardRows.ts'
import { statusAt } from './changeCard.ts'
import { type MadeAuthorization, undecided } from './undecided.ts'

export function creditPart(made: MadeAuthorization): IntentPart<CardTransactionRow> {
  const { id, card } = made
  return {
    reads: () => ({ guard: cardReads(card), newIds: [cardTransactionRef(id)] }),
    decide(state, at) {
      const status = statusAt(requireRow(state, cardRef(card._id)), at)
      const declineReason: DeclineReason | null =
        status === 'canceled' ? 'CARD_CLOSED' : status === 'expired' ? 'CARD_EXPIRED' : null
      const isOver = declineReason !== null
      const row: CardTransactionRow = {
        ...undecided(made, at),
        ...(isOver && { declineMessage: `The card is ${status}: nothing is given to it any more. Use another one.` }),
        ...{ status: isOver ? 'DECLINED' : 'PENDING', declineReason },
        detailedResults: [declineReason ?? 'APPROVED'],
        dueAt: isOver ? null : new Date(at.getTime() + AUTHORIZATION_LIFE_MS),
      }
      const insert = [insertRow(cardTransactionRef(id), row)]
      return done(row, { insert, events: [transactionEvent('card.transaction_created', row)] })
    },
  }
}
