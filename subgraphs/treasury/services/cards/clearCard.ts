/**
 * What a merchant does after an authorization (domain 2.3): it clears it, voids it in part or whole, and returns money. None
 * of this is a new spend, so that neither a kill switch nor a freeze stops it.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { usdRef, walletRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError, invariant } from '../../../shared/errors.ts'
import { EMPTY_USD_BALANCES } from '../../../shared/ledger/accounts.ts'
import { cardCredited, cardRefunded, cardReleased, type ReleaseCause } from '../../../shared/ledger/cardPostings.ts'
import { CENT_MICRO } from '../../../shared/money.ts'
import { type Principal, requireCaller } from '../../../shared/principal.ts'
import { changeNet, settlePartly, type Windows, windowsOfEnded } from '../../../shared/spendingLimits.ts'
import { type CardRow, cardRef } from '../../models/cards.ts'
import { type CardTransactionRow, cardTransactionRef } from '../../models/cardTransactions.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { nextTransactionStatus } from '../../rules/cards/cardStates.ts'
import { billingOf, clearableOf, givenOf, simulatedRefusal } from '../../rules/cards/clearing.ts'
import { withNetworkDue } from '../../rules/cards/network.ts'
import { parseAmountMinor } from './authorizationInput.ts'
import type { Transacted } from './authorizeCard.ts'
import { transactionEvent } from './cardEvents.ts'
import { moneyReads, moneyWrites } from './cardRows.ts'
import { clearedWrites } from './clearedWrites.ts'
import { getCard, getCardTransaction, getTransactionOf } from './readCards.ts'

export interface EventInput {
  readonly cardId: string
  readonly cardTransactionId: string
  readonly amountMinor?: number | null | undefined
}

interface Rows {
  readonly row: CardTransactionRow
  readonly card: CardRow
  readonly state: State
}

type Moved = { readonly next: CardTransactionRow; readonly writes: Writes }
/** @param amount null: all that there is */
type Move = (rows: Rows, amount: bigint | null, at: Date) => Moved | DomainError

/** @throws DomainError not_found, invalid_request, conflict */
export const clearAuthorization = (...args: Parameters<typeof moveOf>) => moveOf(...args)(clear)
export const voidAuthorization = (...args: Parameters<typeof moveOf>) => moveOf(...args)(voidHeld)
export const returnCleared = (...args: Parameters<typeof moveOf>) => moveOf(...args)(refund)

function moveOf(deps: TreasuryDeps, principal: Principal, input: EventInput, key: RequestKey | null = null) {
  return async (move: Move): Promise<Transacted> => {
    const prepare = async () => {
      const caller = requireCaller(principal)
      const card = await getCard(deps, caller, input.cardId)
      const found = await getTransactionOf(deps, card, caller, input.cardTransactionId)
      const amount = input.amountMinor == null ? null : parseAmountMinor(input.amountMinor)
      const ref = cardTransactionRef(found._id)
      return {
        ...({ priority: 'control', orgId: card.orgId, mode: card.mode, resourceId: found._id } as const),
        ...({ whileSuspended: true, resource: { type: 'card transaction', id: found._id } } as const),
        reads: () => ({ guard: [...moneyReads(card), ref] }),
        decide(state: State, at: Date): Verdict<CardTransactionRow> {
          const rows = { row: requireRow(state, ref), card: requireRow(state, cardRef(card._id)), state }
          const moved = move(rows, amount, at)
          if (moved instanceof DomainError) return refused(moved)
          const { next, writes } = moved
          const set = [setRow(ref, next)]
          const told = { set, events: [transactionEvent('card.transaction_updated', next)] }
          return done({ ...next, v: rows.row.v + 1 }, joinWrites([writes, told]))
        },
      }
    }
    const settled = await submitPrepared(deps.commit, prepare, key)
    if ('answer' in settled) return { transaction: settled.answer, replayed: false }
    return { transaction: await getCardTransaction(deps, principal, settled.replayedId), replayed: true }
  }
}

/** What is available in the account of the card now, in cents. */
export function availableFor(state: State, { orgId, mode, financialAccountId }: CardRow): bigint {
  const { accounts } = requireRow(state, usdRef(orgId, mode))
  return (accounts[financialAccountId] ?? EMPTY_USD_BALANCES).available
}

const clear: Move = ({ row, card, state }, asked, at) => {
  if (row.status !== 'PENDING' || isDue(row, at)) return notPending(row, at, 'cleared')
  const amount = asked ?? row.amount
  const most = clearableOf(row.amount, row.category)
  if (row.kind === 'CREDIT_AUTHORIZATION') return credit({ row, card, state }, amount, at)
  if (amount > most) return tooMuch('authorized', most, amount)
  const wallet = requireRow(state, walletRef(card.walletId))
  const { deficit } = requireRow(state, usdRef(card.orgId, card.mode)).totals
  const cleared = clearedWrites({ row, card, wallet, available: availableFor(state, card), deficit }, amount, at)
  const writes = joinWrites([cleared.writes, moneyWrites(state, card, [cleared.journal], at)])
  return { next: cleared.next, writes }
}

/** What the merchant has announced to give. */
function credit({ row, card, state }: Rows, amount: bigint, at: Date): Moved | DomainError {
  if (amount > row.amount) return tooMuch('authorized', row.amount, amount)
  const status = nextTransactionStatus(row.status, 'clear')
  invariant(status !== null, `card transaction ${row._id} is ${row.status} and cleared`)
  const cents = givenOf(amount, row.fx?.rate ?? null)
  const error = simulatedRefusal(availableFor(state, card), cents)
  if (error !== null) return error
  const { deficit } = requireRow(state, usdRef(card.orgId, card.mode)).totals
  const journals = cents === 0n ? [] : [cardCredited(row._id, accountOf(row), cents, deficit)]
  return {
    next: withNetworkDue({ ...row, status, cleared: amount, clearedCents: cents, dueAt: null, updatedAt: at }, at),
    writes: moneyWrites(state, card, journals, at),
  }
}

export const accountOf = ({ walletId, mode, financialAccountId: financialAccount }: CardTransactionRow) => ({
  ...{ walletId, mode, financialAccount },
})

const voidHeld: Move = ({ row, card, state }, asked, at) => {
  if (row.status !== 'PENDING' || isDue(row, at)) return notPending(row, at, 'voided')
  const amount = asked ?? row.amount
  if (amount > row.amount) return tooMuch('still authorized', row.amount, amount)
  const left = row.amount - amount
  const heldCents = row.heldCents === 0n ? 0n : left === 0n ? 0n : billingOf(left, row.fx?.rate ?? null)
  const released = row.heldCents - heldCents
  const status = left === 0n ? nextTransactionStatus(row.status, 'void') : row.status
  invariant(status !== null, `card transaction ${row._id} is ${row.status} and voided`)
  const voids = row.voids + 1
  const over = left === 0n ? ({ status, dueAt: null } as const) : { amount: left }
  return {
    next: { ...row, ...over, heldCents, voids, updatedAt: at },
    writes: releaseWrites({ row, card, state }, { released, cause: `voided.${voids}` }, at),
  }
}

/** @param ended.released in cents */
export function releaseWrites(
  { row, card, state }: Rows,
  { released, cause }: { readonly released: bigint; readonly cause: ReleaseCause },
  at: Date,
): Writes {
  if (released === 0n) return {}
  const { dayKey, monthKey } = row
  const freed = <W extends Windows>(windows: W): W =>
    settlePartly(windows, { dayKey, monthKey, usdMicro: released * CENT_MICRO }, 0n)
  const wallet = walletRef(card.walletId)
  // Of a single-use card nothing was cleared, so that it still has its use.
  const kept = { ...freed(card), isUsed: card.isUsed && released < row.heldCents }
  const set = [setRow(wallet, freed(requireRow(state, wallet))), setRow(cardRef(card._id), kept)]
  const { deficit } = requireRow(state, usdRef(card.orgId, card.mode)).totals
  const journal = cardReleased(row._id, accountOf(row), released, { cause, deficit })
  return joinWrites([{ set }, moneyWrites(state, card, [journal], at)])
}

/** It gives room back in the windows in which it was spent, and in no later one. */
const refund: Move = ({ row, card, state }, asked, at) => {
  if (row.status !== 'SETTLED' || row.kind === 'CREDIT_AUTHORIZATION') return notCleared(row)
  const most = row.cleared - row.refunded
  const amount = asked ?? most
  if (amount > most || most === 0n) return tooMuch('cleared and not returned', most, amount)
  const all = row.refunded + amount
  // The last part takes what rounding has left.
  const refundedCents = all === row.cleared ? row.clearedCents : billingOf(all, row.fx?.rate ?? null)
  const cents = refundedCents - row.refundedCents
  const error = simulatedRefusal(availableFor(state, card), cents)
  if (error !== null) return error
  const returns = row.returns + 1
  const { deficit } = requireRow(state, usdRef(card.orgId, card.mode)).totals
  const journals = cents === 0n ? [] : [cardRefunded(row._id, accountOf(row), cents, { number: returns, deficit })]
  const wallet = walletRef(card.walletId)
  const counted = windowsOfEnded(requireRow(state, wallet), row)
  const back = <W extends Windows>(windows: W): W => changeNet(windows, counted, -cents * CENT_MICRO)
  return {
    next: withNetworkDue({ ...row, refunded: all, refundedCents, returns, updatedAt: at }, at),
    writes: joinWrites([
      { set: [setRow(wallet, back(requireRow(state, wallet))), setRow(cardRef(card._id), back(card))] },
      moneyWrites(state, card, journals, at),
    ]),
  }
}

/** Decided by the clock, whether or not the sweep has noticed. */
export const isDue = ({ dueAt }: Pick<CardTransactionRow, 'dueAt'>, at: Date): boolean =>
  dueAt !== null && at.getTime() >= dueAt.getTime()

function notPending(row: CardTransactionRow, at: Date, what: string): DomainError {
  const status = row.status === 'PENDING' && isDue(row, at) ? 'EXPIRED' : row.status
  const message = `The card transaction is ${status}; only one that is PENDING can be ${what}.`
  return new DomainError('conflict', message, { reason: 'card_transaction_not_pending', status })
}

function notCleared({ status }: CardTransactionRow): DomainError {
  const message = `The card transaction is ${status}; only what was cleared can be returned. Void an authorization instead.`
  return new DomainError('conflict', message, { reason: 'card_transaction_not_settled', status })
}

function tooMuch(which: string, most: bigint, amount: bigint): DomainError {
  const message = `At most ${most} is ${which}, in hundredths of the currency, and ${amount} is asked for. Lower amount_minor.`
  return new DomainError('conflict', message, { reason: 'amount_too_large', amount_minor_max: Number(most) })
}
