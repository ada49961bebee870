/** Changes a card (domain 2.2): its limits, freeze, unfreeze and cancel. Open authorizations outlive all of them. */

import { walletRef } from '../../../shared/commit/positions.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError, invalidField } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseAll, parseOptionalText } from '../../../shared/fields.ts'
import { type Caller, type Principal, requireCaller } from '../../../shared/principal.ts'
import { type CardRow, cardRef } from '../../models/cards.ts'
import type { TreasuryDeps } from '../../ports.ts'
import {
  changeLimits,
  LIMIT_NAMES,
  type LimitChange,
  type LimitName,
  parseLimit,
} from '../../rules/cards/cardLimits.ts'
import { type CardChange, type CardStatus, nextCardStatus } from '../../rules/cards/cardStates.ts'
import { cardEvent } from './cardEvents.ts'
import { cardActRefusal, cardReads } from './cardRows.ts'
import type { Changed } from './issueCard.ts'
import { getCard } from './readCards.ts'

export interface CardInput {
  readonly cardId: string
  readonly reason?: string | null | undefined
}

export interface LimitsInput {
  readonly cardId: string
  readonly limitPerTx?: string | null | undefined
  readonly limitDaily?: string | null | undefined
  readonly limitMonthly?: string | null | undefined
}

/** @returns the next row, the same one where nothing changes, or why it does not */
type Change = (row: CardRow, at: Date) => CardRow | DomainError

interface Act {
  readonly change: Change
  /** It stops something: it passes a kill switch, and a suspended organization does it. */
  readonly isStop?: true
}

/** @throws DomainError not_found, invalid_request, capability_denied, conflict */
export function changeCardLimits(
  deps: TreasuryDeps,
  principal: Principal,
  input: LimitsInput,
  key: RequestKey | null = null,
): Promise<Changed> {
  const prepare = (caller: Caller): Act => {
    const change = parseLimits(input)
    return {
      change(row, at) {
        if (isOver(row, at)) return ended(row, 'changed')
        return caught(() => ({ ...row, limits: changeLimits(row.limits, change, caller.kind), updatedAt: at }))
      },
    }
  }
  return actOn(deps, principal, { cardId: input.cardId, key }, prepare)
}

function parseLimits(input: LimitsInput): LimitChange {
  const given = { perTx: input.limitPerTx, daily: input.limitDaily, monthly: input.limitMonthly }
  const named = LIMIT_NAMES.filter((name) => given[name] !== undefined)
  if (named.length === 0)
    throw invalidField('limit_per_tx', 'required', 'name at least one of limit_per_tx, limit_daily and limit_monthly.')
  return parseAll(
    Object.fromEntries(
      named.map((name): [LimitName, () => bigint | null] => [name, () => parseLimit(given[name], name)]),
    ),
  )
}

/** An agent freezes its own card; what the organization has frozen stays so for it. Repeating it changes nothing. */
export function freezeCard(
  deps: TreasuryDeps,
  principal: Principal,
  input: CardInput,
  key: RequestKey | null = null,
): Promise<Changed> {
  const prepare = (caller: Caller): Act => {
    const statusReason = parseReason(input)
    return {
      isStop: true,
      change(row, at) {
        if (isOver(row, at)) return ended(row, 'frozen')
        const isStronger = row.frozenBy === 'agent' && caller.kind === 'organization'
        if (row.status === 'frozen' && !isStronger) return row
        const frozenAt = row.frozenAt ?? at
        return { ...row, status: 'frozen', frozenBy: caller.kind, statusReason, frozenAt, updatedAt: at }
      },
    }
  }
  return actOn(deps, principal, { cardId: input.cardId, key }, prepare)
}

/** @throws DomainError capability_denied: an agent, of a card that somebody else has frozen */
export function unfreezeCard(
  deps: TreasuryDeps,
  principal: Principal,
  input: CardInput,
  key: RequestKey | null = null,
): Promise<Changed> {
  const prepare = (caller: Caller): Act => {
    const statusReason = parseReason(input)
    return {
      change(row, at) {
        if (isOver(row, at)) return ended(row, 'unfrozen')
        if (row.status === 'active') return row
        if (caller.kind === 'agent' && row.frozenBy !== 'agent') return organizationOnly(row)
        return { ...row, status: 'active', frozenBy: null, frozenAt: null, statusReason, updatedAt: at }
      },
    }
  }
  return actOn(deps, principal, { cardId: input.cardId, key }, prepare)
}

/** Repeating it changes nothing. */
export function cancelCard(
  deps: TreasuryDeps,
  principal: Principal,
  input: CardInput,
  key: RequestKey | null = null,
): Promise<Changed> {
  const prepare = (): Act => {
    const statusReason = parseReason(input)
    return {
      isStop: true,
      change: (row, at) =>
        row.status === 'canceled' ? row : isOver(row, at) ? ended(row, 'canceled') : canceled(row, statusReason, at),
    }
  }
  return actOn(deps, principal, { cardId: input.cardId, key }, prepare)
}

export function canceled(row: CardRow, statusReason: string | null, at: Date): CardRow {
  const over = { frozenBy: null, dueAt: null, canceledAt: at, updatedAt: at } as const
  return { ...row, status: 'canceled', statusReason, ...over }
}

async function actOn(
  deps: TreasuryDeps,
  principal: Principal,
  { cardId, key }: { readonly cardId: string; readonly key: RequestKey | null },
  prepare: (caller: Caller) => Act,
): Promise<Changed> {
  const settled = await submitPrepared(
    deps.commit,
    async () => {
      const caller = requireCaller(principal)
      const card = await getCard(deps, caller, cardId)
      const act = prepare(caller)
      return {
        ...({ priority: 'control', orgId: card.orgId, mode: card.mode, resourceId: card._id } as const),
        ...(act.isStop && STOP),
        resource: { type: 'card', id: card._id },
        reads: () => ({ guard: cardReads(card) }),
        decide: (state: State, at: Date) => decide(deps, caller, { card, act }, state, at),
      }
    },
    key,
  )
  if ('answer' in settled) return { card: settled.answer, replayed: false }
  return { card: await getCard(deps, principal, cardId), replayed: true }
}

function decide(
  deps: TreasuryDeps,
  caller: Caller,
  { card, act }: { readonly card: CardRow; readonly act: Act },
  state: State,
  at: Date,
): Verdict<CardRow> {
  const wallet = requireRow(state, walletRef(card.walletId))
  const stopped = act.isStop ? null : cardActRefusal(deps, state, caller, wallet, at)
  if (stopped !== null) return refused(stopped)
  const row = requireRow(state, cardRef(card._id))
  const next = act.change(row, at)
  if (next instanceof DomainError) return refused(next)
  if (next === row) return done(row)
  const set = [setRow(cardRef(row._id), next)]
  return done({ ...next, v: row.v + 1 }, { set, events: [cardEvent('card.updated', next)] })
}

const parseReason = ({ reason }: CardInput) =>
  parseOptionalText(reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })

/** Also before the sweep has noticed. */
export const isOver = ({ status, expiresAt }: Pick<CardRow, 'status' | 'expiresAt'>, at: Date): boolean =>
  statusAt({ status, expiresAt }, at) === 'canceled' || statusAt({ status, expiresAt }, at) === 'expired'

export function statusAt({ status, expiresAt }: Pick<CardRow, 'status' | 'expiresAt'>, at: Date): CardStatus {
  if (at.getTime() < expiresAt.getTime()) return status
  return nextCardStatus(status, 'expire' satisfies CardChange) ?? status
}

function ended(row: CardRow, what: string): DomainError {
  const status = row.status === 'canceled' ? 'canceled' : 'expired'
  const message = `The card is ${status}, and that is final: it cannot be ${what}. Issue a new one.`
  return new DomainError('conflict', message, { reason: `card_${status}`, status })
}

function organizationOnly({ frozenBy }: CardRow): DomainError {
  const message = 'An agent unfreezes only a card that it has frozen itself. Ask the organization.'
  return new DomainError('capability_denied', message, { reason: 'organization_only', frozen_by: frozenBy })
}

function caught<T>(make: () => T): T | DomainError {
  try {
    return make()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}
