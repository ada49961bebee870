/** Issues a virtual card (domain 2.2): for a verified agent, on the account for cards, under the mandate of a wallet. */

import { expandCategory } from '../../../shared/categories.ts'
import { orgRef, PLATFORM, walletRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../../shared/commit/rowWrites.ts'
import { type KeyedIntent, submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError, invalidField, notFound } from '../../../shared/errors.ts'
import { LENGTH_MAX, LIST_MAX, parseAll, parseOptionalText } from '../../../shared/fields.ts'
import { type CardId, isId, type WalletId } from '../../../shared/ids.ts'
import { normaliseDomain } from '../../../shared/merchantDomain.ts'
import { type Caller, owns, type Principal, requireCaller } from '../../../shared/principal.ts'
import { type CardRow, cardRef, countOpenCards } from '../../models/cards.ts'
import { type FinancialAccountRow, financialAccountRef, findAccountsOf } from '../../models/financialAccounts.ts'
import { findCardsIssued } from '../../models/usdPositions.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { changeLimits, NO_LIMITS, parseLimit } from '../../rules/cards/cardLimits.ts'
import { type CardType, expiryOf, OPEN_CARDS_MAX } from '../../rules/cards/cardStates.ts'
import { actorReads } from '../actors.ts'
import { cardEvent } from './cardEvents.ts'
import { newCardNumber } from './cardNumber.ts'
import { cardActRefusal } from './cardRows.ts'
import { getCard } from './readCards.ts'

export interface IssueInput {
  readonly walletId: string
  readonly type?: CardType | null | undefined
  readonly limitPerTx?: string | null | undefined
  readonly limitDaily?: string | null | undefined
  readonly limitMonthly?: string | null | undefined
  readonly lockedMerchant?: string | null | undefined
  readonly allowedCategories?: readonly string[] | null | undefined
  readonly blockedCategories?: readonly string[] | null | undefined
  readonly memo?: string | null | undefined
}

export interface Changed {
  readonly card: CardRow
  readonly replayed: boolean
}

type Parsed = Pick<CardRow, 'type' | 'limits' | 'lockedMerchant' | 'allowedCategories' | 'blockedCategories' | 'memo'>

/** @throws DomainError invalid_request, not_found, kill_switch_active, wallet_frozen, compliance_denied, conflict */
export async function issueCard(
  deps: TreasuryDeps,
  principal: Principal,
  input: IssueInput,
  key: RequestKey | null = null,
): Promise<Changed> {
  const cardId = deps.newId('card')
  const number = newCardNumber(deps.pepper, deps.randomInt)
  const prepare = async (): Promise<KeyedIntent<CardRow>> => {
    const caller = requireCaller(principal)
    const parsed = parseCard(caller, input)
    const walletId = isId('wallet', input.walletId) ? await deps.spends.findOwnWallet(caller, input.walletId) : null
    if (walletId === null) throw notFound('wallet')
    // First how many there have been: one that is issued after this outdates the count, not before.
    const issued = await findCardsIssued(deps.database, walletId)
    const open = await countOpenCards(deps.database, walletId)
    const accounts = await findAccountsOf(deps.database, caller.orgId, caller.mode)
    const account = accounts.find(({ type }) => type === 'ISSUING') ?? null
    return issueIntent(deps, caller, { cardId, walletId, account, issued, open, row: { ...parsed, ...number } })
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { card: settled.answer, replayed: false }
  return { card: await getCard(deps, principal, settled.replayedId), replayed: true }
}

interface Prepared {
  readonly cardId: CardId
  readonly walletId: WalletId
  readonly account: FinancialAccountRow | null
  /** Cards that the wallet has had, and that it has now. */
  readonly issued: number
  readonly open: number
  readonly row: Parsed & Pick<CardRow, 'lastFour' | 'numberHash'>
}

function issueIntent(deps: TreasuryDeps, caller: Caller, prepared: Prepared): KeyedIntent<CardRow> {
  const { cardId, walletId, account } = prepared
  const { orgId, mode } = caller
  const rows = [walletRef(walletId), ...(account === null ? [] : [financialAccountRef(account._id)])]
  return {
    ...({ priority: 'spend', orgId, mode, resourceId: cardId } as const),
    resource: { type: 'card', id: cardId },
    reads: () => ({ guard: [...actorReads(caller), ...rows], newIds: [cardRef(cardId)] }),
    decide: (state, at) => decide(deps, caller, prepared, state, at),
  }
}

function decide(deps: TreasuryDeps, caller: Caller, prepared: Prepared, state: State, at: Date): Verdict<CardRow> {
  const { orgId, mode } = caller
  const wallet = requireRow(state, walletRef(prepared.walletId))
  const org = requireRow(state, orgRef(orgId))
  const stopped = cardActRefusal(deps, state, caller, wallet, at)
  if (stopped !== null) return refused(stopped)
  if (!owns(caller, wallet)) return refused(notFound('wallet'))
  const seen = { rows: state, org, platform: requireRow(state, PLATFORM), wallet, isApproved: false }
  const frozen = deps.spends.gates.walletState.decide(seen, {}, at)
  if (frozen.kind === 'refuse') return refused(frozen.error)
  if (wallet.agentId === null) return refused(noAgent())
  if (Number(wallet.cardsIssued ?? 0) !== prepared.issued) return { kind: 'stale' }
  if (prepared.open >= OPEN_CARDS_MAX) return refused(tooManyCards())
  const verified = deps.gates.verified.decide(seen, { mode }, at)
  if (verified.kind === 'refuse') return refused(verified.error)
  const account = prepared.account === null ? null : requireRow(state, financialAccountRef(prepared.account._id))
  if (account === null || account.status !== 'OPEN') return refused(accountNotOpen(account))
  const { month, year, expiresAt } = expiryOf(at)
  const row: CardRow = {
    ...{ _id: prepared.cardId, v: 1, orgId, mode, walletId: wallet.walletId, agentId: wallet.agentId },
    ...prepared.row,
    ...{ financialAccountId: account._id, status: 'active', statusReason: null, frozenBy: null },
    ...{ expMonth: month, expYear: year, expiresAt, dueAt: expiresAt },
    ...{ day: null, month: null, closedWindows: [], isUsed: false },
    ...{ createdAt: at, updatedAt: at, frozenAt: null, canceledAt: null },
  }
  return done(row, {
    insert: [insertRow(cardRef(row._id), row)],
    set: [setRow(walletRef(wallet.walletId), { ...wallet, cardsIssued: prepared.issued + 1 })],
    events: [cardEvent('card.created', row)],
  })
}

function tooManyCards(): DomainError {
  const message = `The wallet has ${OPEN_CARDS_MAX} cards that are active or frozen. Cancel one, then issue the next.`
  return new DomainError('conflict', message, { reason: 'too_many_cards', limit: OPEN_CARDS_MAX })
}

function noAgent(): DomainError {
  const message = 'The wallet has no agent that could have a card. Register one with it, then issue the card.'
  return new DomainError('conflict', message, { reason: 'wallet_without_agent' })
}

function accountNotOpen(account: FinancialAccountRow | null): DomainError {
  const message =
    account === null
      ? 'There is no account that backs cards yet. Synchronize the account holder (POST /api/v2/treasury/account-holders/sync), then issue the card.'
      : `The account that backs cards is ${account.status}. Settle it with the bank and synchronize the account holder, then issue the card.`
  return new DomainError('conflict', message, {
    ...{ reason: 'issuing_account_not_open', account_status: account?.status ?? null },
  })
}

/** @throws DomainError invalid_request, with all fields that are wrong */
function parseCard(caller: Caller, input: IssueInput): Parsed {
  const type = input.type ?? 'virtual'
  const parsed = parseAll({
    perTx: () => parseLimit(input.limitPerTx, 'perTx'),
    daily: () => parseLimit(input.limitDaily, 'daily'),
    monthly: () => parseLimit(input.limitMonthly, 'monthly'),
    lockedMerchant: () => parseLocked(input.lockedMerchant, type),
    allowedCategories: () => parseCategories(input.allowedCategories, 'allowed_categories'),
    blockedCategories: () => parseCategories(input.blockedCategories, 'blocked_categories'),
    memo: () => parseOptionalText(input.memo, { path: 'memo', lengthMax: LENGTH_MAX.reason }),
  })
  const { perTx, daily, monthly, ...rest } = parsed
  const set = Object.fromEntries(Object.entries({ perTx, daily, monthly }).filter(([, amount]) => amount !== null))
  return { type, limits: changeLimits(NO_LIMITS, set, caller.kind), ...rest }
}

function parseLocked(value: string | null | undefined, type: CardType): string | null {
  const path = 'locked_merchant'
  const text = parseOptionalText(value, { path, lengthMax: LENGTH_MAX.destination })
  if (type !== 'merchant_locked' && text !== null)
    throw invalidField(path, 'not_locked', 'is only for a card of the type merchant_locked.')
  if (type !== 'merchant_locked') return null
  if (text === null) throw invalidField(path, 'required', 'is required for a card of the type merchant_locked.')
  if (isId('merchant', text)) return text
  const domain = normaliseDomain(text)
  if (domain === null)
    throw invalidField(path, 'invalid_domain', 'must be a domain such as shop.example.com, or the id of a merchant.')
  return domain
}

function parseCategories(values: readonly string[] | null | undefined, path: string): readonly string[] {
  const names = values ?? []
  if (names.length > LIST_MAX) throw invalidField(path, 'too_many', `must name at most ${LIST_MAX}.`)
  const found = names.flatMap((name, index) => {
    const expanded = expandCategory(name)
    if (expanded !== null) return expanded
    throw invalidField(
      `${path}[${index}]`,
      'unknown_category',
      'is no category of this service; GET /api/v2/policies/categories lists them.',
    )
  })
  return [...new Set(found)]
}
