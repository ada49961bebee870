/** The rows on which an act about a card is decided. */
import { orgRef, PLATFORM, usdRef, type WalletPosition, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Ref, State, Writes } from '../../../shared/commit/types.ts'
import type { DomainError } from '../../../shared/errors.ts'
import type { JournalEntry } from '../../../shared/ledger/journal.ts'
import type { Caller } from '../../../shared/principal.ts'
import type { Stoppable } from '../../../shared/stoppable.ts'
import { type CardRow, cardRef } from '../../models/cards.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { booked } from '../../rules/bookings.ts'
import { actRefusal } from '../actors.ts'

/** Every event of a card has the next number of its wallet. */
export const cardReads = ({ _id, walletId, orgId }: Pick<CardRow, '_id' | 'walletId' | 'orgId'>): Ref[] => [
  ...[orgRef(orgId), walletRef(walletId), cardRef(_id)],
]

export const moneyReads = (card: Pick<CardRow, '_id' | 'walletId' | 'orgId' | 'mode'>): Ref[] => [
  ...cardReads(card),
  usdRef(card.orgId, card.mode),
]

/** Journals of a card, with what they change beside the balances: the account was touched, and callers are told. */
export function moneyWrites(
  state: State,
  { orgId, mode }: Pick<CardRow, 'orgId' | 'mode'>,
  journals: readonly JournalEntry[],
  at: Date,
): Writes {
  const ref = usdRef(orgId, mode)
  const { position, events } = booked(requireRow(state, ref), journals, { token: null, at })
  return { set: [setRow(ref, position)], journals, events }
}

/** What a kill switch can match of a card. */
export const stoppableOf = ({ orgId, mode }: Pick<CardRow, 'orgId' | 'mode'>): Stoppable => ({
  ...{ orgId, mode, rail: 'card', access: 'cards' },
})

/** Why this caller may not do more with the cards of this wallet now; null: it may. A switch on the wallet or its agent counts, whoever asks. */
export function cardActRefusal(
  deps: Pick<TreasuryDeps, 'gates'>,
  state: State,
  caller: Caller,
  wallet: WalletPosition,
  at: Date,
): DomainError | null {
  const refused = actRefusal(deps, state, caller, at, { rail: 'card', access: 'cards' })
  return refused ?? stopOfCards(deps, state, { wallet, ...stoppableOf(wallet) }, at)
}

/** The switch that stops cards of this wallet; null: none. */
export function stopOfCards(
  { gates }: Pick<TreasuryDeps, 'gates'>,
  state: State,
  { wallet, ...stoppable }: Stoppable & { readonly wallet: WalletPosition },
  at: Date,
): DomainError | null {
  const org = requireRow(state, orgRef(stoppable.orgId))
  const seen = { rows: state, org, platform: requireRow(state, PLATFORM), wallet, isApproved: false }
  const verdict = gates.killSwitch.decide(seen, stoppable, at)
  return verdict.kind === 'refuse' ? verdict.error : null
}
