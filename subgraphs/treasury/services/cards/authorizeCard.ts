/**
 * Decides what a merchant asks of a card (domain 2.3): one commit asks every gate, reserves the limits of mandate and card,
 * and holds the money; or it records the decline with its reason. A decline is a result, not an error.
 */

import type { RefusedSpend, SpendVerdict } from '../../../shared/cardSpends.ts'
import { joinWrites } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import { type KeyedIntent, submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { invariant } from '../../../shared/errors.ts'
import { isId } from '../../../shared/ids.ts'
import { cardAuthorized } from '../../../shared/ledger/cardPostings.ts'
import type { DollarAuthorization } from '../../../shared/ledger/usdPostings.ts'
import { CENT_MICRO } from '../../../shared/money.ts'
import { type Principal, requireCaller } from '../../../shared/principal.ts'
import type { CardSpend, Gate } from '../../../shared/spend.ts'
import { openWindows, reserve } from '../../../shared/spendingLimits.ts'
import { type CardRow, cardRef } from '../../models/cards.ts'
import { type CardTransactionRow, cardTransactionRef, hasPaidMerchant } from '../../models/cardTransactions.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { AUTHORIZATION_LIFE_MS } from '../../rules/cards/cardStates.ts'
import { billingOf, givenOf } from '../../rules/cards/clearing.ts'
import { declineOf } from '../../rules/cards/declines.ts'
import { type AuthorizationInput, parseAuthorization } from './authorizationInput.ts'
import { suspectedEvent, transactionEvent, violatedEvent } from './cardEvents.ts'
import { cardGates } from './cardGates.ts'
import { moneyWrites } from './cardRows.ts'
import { clearedWrites } from './clearedWrites.ts'
import { creditPart } from './creditAuthorization.ts'
import { getCard, getCardTransaction } from './readCards.ts'
import { type MadeAuthorization, undecided } from './undecided.ts'

export interface Transacted {
  readonly transaction: CardTransactionRow
  readonly replayed: boolean
}

/** @throws DomainError invalid_request, not_found, service_unavailable, fx_rate_unavailable */
export async function authorizeCard(
  deps: TreasuryDeps,
  principal: Principal,
  input: AuthorizationInput,
  key: RequestKey | null = null,
): Promise<Transacted> {
  const id = deps.newId('cardTransaction')
  const newApprovalId = deps.newId('approval')
  let isFirst = true
  const prepare = async (): Promise<KeyedIntent<CardTransactionRow>> => {
    const caller = requireCaller(principal)
    if (!isFirst) deps.spends.refresh(caller.orgId)
    isFirst = false
    const card = await getCard(deps, caller, input.cardId)
    const request = parseAuthorization(input)
    const fx = request.currency === 'USD' ? null : await deps.spends.euroRate(card.mode)
    const cents = (request.kind === 'CREDIT_AUTHORIZATION' ? givenOf : billingOf)(request.amount, fx?.rate ?? null)
    const made = { id, card, request, fx, cents }
    const owner = { orgId: card.orgId, mode: card.mode, resourceId: id }
    const resource = { type: 'card transaction', id }
    if (request.kind === 'CREDIT_AUTHORIZATION') return { priority: 'spend', ...owner, resource, ...creditPart(made) }
    const spend = await deps.spends.prepare({
      ...{ caller, walletId: card.walletId, cents, newApprovalId },
      ...{ usdMicro: cents * CENT_MICRO, toText: request.merchantKey, cardId: card._id, subjectId: id },
      payee: { domain: request.merchantDomain, name: request.merchantName, category: request.category },
      isKnownPayee: () => hasPaidMerchant(deps.database, card.walletId, request.merchantKey),
      isCounted: request.kind !== 'BALANCE_INQUIRY',
    })
    const gates = cardGates(deps.spends.gates, { cardId: card._id, financialAccountId: card.financialAccountId })
    const { guard, newIds } = deps.spends.readsOf(gates, spend)
    return {
      ...{ priority: 'spend', ...owner, resource },
      reads: () => ({ guard: [...guard], newIds: [cardTransactionRef(id), ...newIds] }),
      decide: (state, at) => decide(deps, { ...made, spend, gates }, state, at),
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { transaction: settled.answer, replayed: false }
  return { transaction: await getCardTransaction(deps, principal, settled.replayedId), replayed: true }
}

interface Prepared extends MadeAuthorization {
  readonly spend: CardSpend
  readonly gates: readonly Gate<CardSpend>[]
}

function decide(
  { spends }: Pick<TreasuryDeps, 'spends'>,
  prepared: Prepared,
  state: State,
  at: Date,
): Verdict<CardTransactionRow> {
  const { card, spend, gates } = prepared
  const verdict = spends.authorize(gates, state, spend, card.financialAccountId, at)
  if (verdict.kind === 'stale') return verdict
  invariant(verdict.kind !== 'parked', 'a card cannot wait')
  if (verdict.kind === 'refused') return declined(prepared, verdict, state, at)
  return approved(prepared, verdict, state, at)
}

type Approved = Extract<SpendVerdict<CardSpend, DollarAuthorization>, { kind: 'authorized' }>

function approved(
  prepared: Prepared,
  { decision, approvalId, wallet, writes, authorization, spend }: Approved,
  state: State,
  at: Date,
): Verdict<CardTransactionRow> {
  const { id, cents, request } = prepared
  const { kind } = request
  const card = requireRow(state, cardRef(prepared.card._id))
  const isInquiry = kind === 'BALANCE_INQUIRY'
  const row: CardTransactionRow = {
    ...transactionRow({ ...prepared, spend }, at),
    ...{ approvalId, mandateId: decision.mandateId, mandateVersion: decision.mandateVersion },
    ...{ status: isInquiry ? 'SETTLED' : 'PENDING', declineReason: null, detailedResults: ['APPROVED'] },
    ...(isInquiry
      ? {}
      : {
          ...{ heldCents: cents, dayKey: decision.dayKey, monthKey: decision.monthKey },
          dueAt: new Date(at.getTime() + AUTHORIZATION_LIFE_MS),
        }),
  }
  if (isInquiry) return finished(row, [...writes])
  const opened = openWindows(card, { day: decision.dayKey, month: decision.monthKey })
  const charged: CardRow = { ...reserve(opened, spend.usdMicro), isUsed: true }
  const held = cardAuthorized(id, card.walletId, authorization)
  if (kind === 'AUTHORIZATION') {
    const set = [setRow(walletRef(card.walletId), wallet), setRow(cardRef(card._id), charged)]
    return finished(row, [{ set }, moneyWrites(state, card, [held], at), ...writes])
  }
  // It clears exactly what it holds.
  const cleared = clearedWrites({ row, card: charged, wallet, available: 0n, deficit: 0n }, request.amount, at)
  return finished(cleared.next, [cleared.writes, moneyWrites(state, card, [held, cleared.journal], at), ...writes])
}

function finished(row: CardTransactionRow, writes: readonly Writes[]): Verdict<CardTransactionRow> {
  const made: Writes = {
    insert: [insertRow(cardTransactionRef(row._id), row)],
    events: [transactionEvent('card.transaction_created', row)],
  }
  return done(row, joinWrites([...writes, made]))
}

function declined(prepared: Prepared, verdict: RefusedSpend, state: State, at: Date): Verdict<CardTransactionRow> {
  const { spend } = prepared
  const { gate, error, decision } = verdict
  const { reason, detailed, message } = declineOf(gate, error)
  const { approval_id: approvalId } = error.details
  const isRequested = approvalId !== undefined && approvalId === spend.approval?.newId
  const card = requireRow(state, cardRef(prepared.card._id))
  // Another charge has requested one since those of the card were read: it may be for the same, which needs one alone.
  if (isRequested && challengesOf(card) !== challengesOf(prepared.card)) return { kind: 'stale' }
  const row: CardTransactionRow = {
    ...transactionRow(prepared, at),
    ...{ status: 'DECLINED', declineReason: reason, detailedResults: detailed.slice(0, RESULTS_MAX) },
    declineMessage: message,
    ...{ mandateId: decision?.mandateId ?? null, mandateVersion: decision?.mandateVersion ?? null },
    approvalId: isId('approval', approvalId) ? approvalId : null,
  }
  const set = [
    ...(verdict.wallet === null ? [] : [setRow(walletRef(spend.walletId), verdict.wallet)]),
    ...(isRequested ? [setRow(cardRef(card._id), { ...card, challenges: challengesOf(card) + 1 })] : []),
  ]
  const events = [...verdict.events, ...toldOf(row, verdict, at)]
  return finished(row, [verdict.writes, { set, events }])
}

const RESULTS_MAX = 20
const challengesOf = ({ challenges = 0 }: CardRow): number => Number(challenges)

/** Each decline by a rule or by compliance is told once, by the gate or here. */
function toldOf(row: CardTransactionRow, { gate, error, events, writes }: RefusedSpend, at: Date) {
  const told = [...events, ...(writes.events ?? [])].map(({ type }) => type)
  if (gate === 'policy' && !told.includes('policy.violated'))
    return [violatedEvent(row, (error.details.violations ?? []) as Parameters<typeof violatedEvent>[1], at)]
  if (gate === 'approval') return [violatedEvent(row, [{ rule: 'approval', reason: 'approval_required' }], at)]
  if (gate === 'compliance' && !told.includes('compliance.flagged'))
    return [suspectedEvent(row, String(error.details.reason), at)]
  return []
}

function transactionRow(
  { id, card, request, fx, cents, spend }: MadeAuthorization & { readonly spend: CardSpend },
  at: Date,
): Omit<CardTransactionRow, 'status' | 'declineReason' | 'detailedResults'> {
  return { ...undecided({ id, card, request, fx, cents }, at), category: spend.merchant?.category ?? request.category }
}
