/** What journals of dollars change beside the balances that the commit itself books. Pure. */
import type { UsdPosition } from '../../shared/commit/positions.ts'
import type { EventDraft } from '../../shared/events.ts'
import { EMPTY_USD_BALANCES } from '../../shared/ledger/accounts.ts'
import type { JournalEntry } from '../../shared/ledger/journal.ts'
import { postUsd } from '../../shared/ledger/usdBalances.ts'
import { balanceEvent } from './treasuryEvents.ts'

/**
 * The position that notes what moved each account last, and an event for each account whose balance callers see otherwise
 * than before. The balances themselves are still those from before: the commit posts the journals on them.
 */
export function booked<P extends Omit<UsdPosition, '_id' | 'v'>>(
  position: P,
  journals: readonly JournalEntry[],
  cause: { readonly token: string | null; readonly at: Date },
): { readonly position: P; readonly events: EventDraft[] } {
  const after = journals.reduce((ledger, journal) => postUsd(ledger, journal), {
    accounts: position.accounts,
    totals: position.totals,
  })
  const moved = Object.entries(after.accounts).filter(([id, { available, pending, held }]) => {
    const before = position.accounts[id] ?? EMPTY_USD_BALANCES
    return before.available !== available || before.pending !== pending || before.held !== held
  })
  if (moved.length === 0) return { position, events: [] }
  const touched = { ...position.touched, ...Object.fromEntries(moved.map(([id]) => [id, cause])) }
  return {
    position: { ...position, touched },
    events: moved.map(([id, balances]) => balanceEvent(id, balances, cause.token)),
  }
}
