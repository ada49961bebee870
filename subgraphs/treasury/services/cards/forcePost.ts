/**
 * A clearing without an authorization: the network has paid it, so that it is recorded whatever the mandate says. It is
 * flagged for somebody to look at, and counts in the limits, which it may exceed.
 */

import { UNCATEGORIZED } from '../../../shared/categories.ts'
import { joinWrites } from '../../../shared/commit/compose.ts'
import { usdRef, walletRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { invalidField } from '../../../shared/errors.ts'
import { cardCleared } from '../../../shared/ledger/cardPostings.ts'
import { windowKeys } from '../../../shared/limitWindows.ts'
import { CENT_MICRO } from '../../../shared/money.ts'
import { type Principal, requireCaller } from '../../../shared/principal.ts'
import { changeNet, openWindows, type Windows } from '../../../shared/spendingLimits.ts'
import { cardRef } from '../../models/cards.ts'
import { type CardTransactionRow, cardTransactionRef } from '../../models/cardTransactions.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { simulatedRefusal } from '../../rules/cards/clearing.ts'
import { withNetworkDue } from '../../rules/cards/network.ts'
import { parseAmountMinor } from './authorizationInput.ts'
import type { Transacted } from './authorizeCard.ts'
import { transactionEvent } from './cardEvents.ts'
import { moneyReads, moneyWrites } from './cardRows.ts'
import { availableFor } from './clearCard.ts'
import { getCard, getCardTransaction } from './readCards.ts'
import { type MadeAuthorization, undecided } from './undecided.ts'

/** @throws DomainError not_found, invalid_request */
export async function forcePost(
  deps: TreasuryDeps,
  principal: Principal,
  input: { readonly cardId: string; readonly amountMinor?: number | null | undefined },
  key: RequestKey | null = null,
): Promise<Transacted> {
  const id = deps.newId('cardTransaction')
  const prepare = async () => {
    const card = await getCard(deps, requireCaller(principal), input.cardId)
    if (input.amountMinor == null)
      throw invalidField('amount_minor', 'required', 'is required where no authorization is cleared.')
    const made = { id, card, request: requestOf(parseAmountMinor(input.amountMinor)), fx: null }
    return {
      ...({ priority: 'control', orgId: card.orgId, mode: card.mode, resourceId: id } as const),
      ...({ whileSuspended: true, resource: { type: 'card transaction', id } } as const),
      reads: () => ({ guard: moneyReads(card), newIds: [cardTransactionRef(id)] }),
      decide: (state: State, at: Date) => decide({ ...made, cents: made.request.amount }, state, at),
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { transaction: settled.answer, replayed: false }
  return { transaction: await getCardTransaction(deps, principal, settled.replayedId), replayed: true }
}

const requestOf = (amount: bigint): MadeAuthorization['request'] => ({
  ...{ kind: 'FORCE_POST', amount, currency: 'USD', mcc: null, category: UNCATEGORIZED },
  ...{ merchantName: null, merchantDomain: null, merchantCountry: null, merchantKey: 'unknown' },
})

function decide(made: MadeAuthorization, state: State, at: Date): Verdict<CardTransactionRow> {
  const { id, cents } = made
  const card = requireRow(state, cardRef(made.card._id))
  const { deficit } = requireRow(state, usdRef(card.orgId, card.mode)).totals
  const error = simulatedRefusal(deficit, cents)
  if (error !== null) return refused(error)
  const ref = walletRef(card.walletId)
  const wallet = requireRow(state, ref)
  const now = windowKeys(at, wallet.mandate?.limitTimezone ?? 'UTC')
  const { day, month } = openWindows(wallet, now)
  // With a clock that lags behind it counts in the windows that are open already, and returns give it back there.
  const keys = { dayKey: day?.key ?? now.day, monthKey: month?.key ?? now.month }
  const spent = <W extends Windows>(windows: W): W =>
    changeNet(openWindows(windows, { day: keys.dayKey, month: keys.monthKey }), keys, cents * CENT_MICRO)
  const { mandate } = wallet
  const cleared: CardTransactionRow = {
    ...undecided(made, at),
    ...{ status: 'SETTLED', declineReason: null, detailedResults: ['APPROVED'] },
    ...{ cleared: cents, clearedCents: cents, ...keys },
    ...{ mandateId: mandate?.mandateId ?? null, mandateVersion: mandate?.version ?? null },
  }
  const row = withNetworkDue(cleared, at)
  const account = { walletId: card.walletId, mode: card.mode, financialAccount: card.financialAccountId }
  const journal = cardCleared(id, account, { held: 0n, cleared: cents, available: availableFor(state, card), deficit })
  const recorded = {
    insert: [insertRow(cardTransactionRef(id), row)],
    set: [setRow(ref, spent(wallet)), setRow(cardRef(card._id), spent(card))],
    events: [transactionEvent('card.transaction_created', row)],
  }
  return done(row, joinWrites([recorded, moneyWrites(state, card, [journal], at)]))
}
