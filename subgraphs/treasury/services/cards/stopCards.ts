/**
 * A kill switch on cards, a wallet, an agent or an organization freezes the cards that it concerns (domain 5). The gate of
 * every authorization stops them at once; this makes them stay frozen when the switch is lifted, until somebody unfreezes
 * them. Idempotent.
 */

import { composeParts } from '../../../shared/commit/compose.ts'
import { walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { type LateOwners, submitByOwner } from '../../../shared/commit/submitByOwner.ts'
import type { IntentPart } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { CardId } from '../../../shared/ids.ts'
import type { StopScope } from '../../../shared/stops.ts'
import { type CardRow, type CardScope, cardRef, countFreezableCards, findFreezableCards } from '../../models/cards.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { nextCardStatus } from '../../rules/cards/cardStates.ts'
import { cardEvent } from './cardEvents.ts'
import { cardReads, stopOfCards, stoppableOf } from './cardRows.ts'

type Deps = Pick<TreasuryDeps, 'database' | 'commit' | 'gates'>

const PAGE = 200

export interface StoppableCards {
  /** How many such a switch freezes. */
  count(scope: StopScope): Promise<number>
  /** @returns how many this call has frozen. @throws the first failure, after all others were frozen */
  stop(scope: StopScope): Promise<number>
}

export function createStoppableCards(deps: Deps): StoppableCards {
  return {
    async count(scope) {
      const cards = scopeOf(scope)
      return cards === null ? 0 : countFreezableCards(deps.database, cards)
    },
    async stop(scope) {
      const cards = scopeOf(scope)
      return cards === null ? 0 : freezeAll(deps, cards)
    },
  }
}

/** Null: such a switch freezes no card, though it may decline what is asked of one. */
function scopeOf({ scope, targetId, orgId, mode }: StopScope): CardScope | null {
  if (scope === 'rail' && targetId === 'card') return { orgId, mode }
  if (scope === 'organization') return { orgId: orgId ?? (targetId as CardRow['orgId']), mode }
  if (scope === 'wallet') return { orgId, mode, walletId: targetId }
  return scope === 'agent' ? { orgId, mode, agentId: targetId } : null
}

async function freezeAll(deps: Deps, scope: CardScope): Promise<number> {
  let count = 0
  const failures: unknown[] = []
  const late: LateOwners = new Set()
  for (let after: CardId | null = null; ; ) {
    const found: CardRow[] = await findFreezableCards(deps.database, scope, { after, limit: PAGE })
    const freeze = async (chunk: readonly [CardRow, ...CardRow[]]) => {
      const [{ orgId, mode }] = chunk
      const settled = await submitPrepared(deps.commit, () => ({
        ...({ priority: 'control', orgId, mode, ...STOP } as const),
        ...composeParts(chunk.map((card) => freezePart(deps, card))),
      }))
      if ('answer' in settled) count += settled.answer.filter(Boolean).length
    }
    const failed = await submitByOwner(found, freeze, late)
    failures.push(...failed.map(({ error }) => error))
    after = found.at(-1)?._id ?? null
    if (found.length < PAGE || after === null) break
  }
  if (failures.length > 0) throw failures[0]
  return count
}

/** Whether a switch still stops it is decided in the commit: it may have been lifted meanwhile. */
function freezePart(deps: Deps, card: CardRow): IntentPart<boolean> {
  const ref = cardRef(card._id)
  return {
    reads: () => ({ guard: cardReads(card) }),
    decide(state, at) {
      const row = requireRow(state, ref)
      const wallet = requireRow(state, walletRef(card.walletId))
      const status = row.frozenBy === 'agent' ? row.status : nextCardStatus(row.status, 'freeze')
      // A switch that is over by now freezes what there was when it was set.
      const concerned = { ...stoppableOf(row), wallet, waitsSince: row.createdAt }
      if (status === null || stopOfCards(deps, state, concerned, at) === null) return done(false)
      const frozen = { status, frozenBy: 'kill_switch', statusReason: 'kill_switch', frozenAt: at } as const
      const next: CardRow = { ...row, ...frozen, updatedAt: at }
      return done(true, { set: [setRow(ref, next)], events: [cardEvent('card.updated', next)] })
    },
  }
}
