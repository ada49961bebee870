/** The rows and postings of a clearing, alone or together with its authorization. Pure. */
import { type WalletPosition, walletRef } from '../../../shared/commit/positions.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Writes } from '../../../shared/commit/types.ts'
import { invariant } from '../../../shared/errors.ts'
import { cardCleared } from '../../../shared/ledger/cardPostings.ts'
import type { JournalEntry } from '../../../shared/ledger/journal.ts'
import { CENT_MICRO } from '../../../shared/money.ts'
import { settlePartly, type Windows } from '../../../shared/spendingLimits.ts'
import { type CardRow, cardRef } from '../../models/cards.ts'
import type { CardTransactionRow } from '../../models/cardTransactions.ts'
import { nextTransactionStatus } from '../../rules/cards/cardStates.ts'
import { billingOf } from '../../rules/cards/clearing.ts'
import { withNetworkDue } from '../../rules/cards/network.ts'
import { cardEvent } from './cardEvents.ts'
import { canceled, isOver } from './changeCard.ts'

export interface ClearedRows {
  readonly row: CardTransactionRow
  readonly card: CardRow
  readonly wallet: WalletPosition
  /** In the account now, in cents. */
  readonly available: bigint
  /** What the organization owes, in cents. */
  readonly deficit: bigint
}

/** @param amount in hundredths of the merchant's currency, at least 1 */
export function clearedWrites(
  { row, card, wallet, available, deficit }: ClearedRows,
  amount: bigint,
  at: Date,
): { readonly next: CardTransactionRow; readonly writes: Writes; readonly journal: JournalEntry } {
  const status = nextTransactionStatus(row.status, 'clear')
  invariant(status !== null, `card transaction ${row._id} is ${row.status} and cleared`)
  const cents = billingOf(amount, row.fx?.rate ?? null)
  const { heldCents: held, walletId, mode, financialAccountId: financialAccount } = row
  const cleared = { ...row, status, cleared: amount, clearedCents: cents, heldCents: 0n, dueAt: null, updatedAt: at }
  const next: CardTransactionRow = withNetworkDue(cleared, at)
  const settled = <W extends Windows>(windows: W): W => settleHeld(windows, row, cents)
  const charged = settled(card)
  // A single-use card has done what it is for.
  const isDone = card.type === 'single_use' && !isOver(card, at)
  const kept = isDone ? canceled(charged, 'used', at) : charged
  return {
    next,
    journal: cardCleared(row._id, { walletId, mode, financialAccount }, { held, cleared: cents, available, deficit }),
    writes: {
      set: [setRow(walletRef(wallet.walletId), settled(wallet)), setRow(cardRef(card._id), kept)],
      events: isDone ? [cardEvent('card.updated', kept)] : [],
    },
  }
}

/** The reservation of what is held ends, and `spent` counts in its windows instead. Both in cents. */
function settleHeld<W extends Windows>(
  windows: W,
  { heldCents, dayKey, monthKey }: Pick<CardTransactionRow, 'heldCents' | 'dayKey' | 'monthKey'>,
  spent: bigint,
): W {
  if (dayKey === '') return windows
  return settlePartly(windows, { dayKey, monthKey, usdMicro: heldCents * CENT_MICRO }, spent * CENT_MICRO)
}
