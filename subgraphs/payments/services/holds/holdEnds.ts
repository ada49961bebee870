/**
 * The ends of a hold without capture (domain 2.1): void, expiry, the end of its mandate, and an approval that was not
 * given. Each releases what it reserved, in the windows it was reserved in. Pure.
 */
import { orgRef, walletRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { IntentPart, Ref, State, Writes } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { invariant, type Refusal } from '../../../shared/errors.ts'
import type { HoldId } from '../../../shared/ids.ts'
import { holdVoidedJournal } from '../../../shared/ledger/postings.ts'
import { settleReservation } from '../../../shared/spendingLimits.ts'
import { type HoldRow, holdRef } from '../../models/holds.ts'
import { listedEvent } from '../../models/screenings.ts'
import { holdEvent } from '../../rules/holdEvents.ts'
import { isHoldOver, nextHoldStage, type VoidReason } from '../../rules/holds.ts'
import { isListed } from '../../rules/screening.ts'

export const holdReads = ({ _id, walletId }: Pick<HoldRow, '_id' | 'walletId'>): readonly Ref[] => [
  holdRef(_id),
  walletRef(walletId),
]

/** What the journal of a hold is about. */
export const subjectOfHold = ({ walletId, token, chain, amount }: HoldRow) => ({ walletId, token, chain, amount })

/** @param row created, as read in this commit; a void after its end is an expiry */
export function voidWrites(
  state: State,
  row: HoldRow,
  why: { readonly reason: VoidReason; readonly note: string | null },
  at: Date,
): { readonly next: HoldRow; readonly writes: Writes } {
  const stage = nextHoldStage(row.stage, 'void')
  invariant(stage !== null, `hold ${row._id} is ${row.stage} and voided`)
  const voidReason = row.chargeId === undefined && isHoldOver(row, at) ? 'expired' : why.reason
  const ended = { stage, isOpen: false, voidReason, voidNote: why.note, voidedAt: at, updatedAt: at } as const
  const next: HoldRow = { ...row, ...ended, v: row.v + 1 }
  return {
    next,
    writes: {
      set: releaseSet(state, row, next),
      journals: [holdVoidedJournal(row._id, subjectOfHold(row))],
      events: [holdEvent('hold.voided', next)],
    },
  }
}

/** A parked hold that is not made after all: no money was locked, so nothing is posted. No writes when it is not parked. */
export function closeParkedHold(state: State, holdId: HoldId, failure: Refusal, at: Date): Writes {
  const row = requireRow(state, holdRef(holdId))
  const stage = nextHoldStage(row.stage, 'close')
  if (stage === null) return {}
  const events = isListed(failure) ? [listedEvent(row, at)] : []
  return { set: releaseSet(state, row, { ...row, stage, isOpen: false, updatedAt: at }), events }
}

function releaseSet(state: State, row: HoldRow, next: HoldRow) {
  const wallet = walletRef(row.walletId)
  return [setRow(holdRef(row._id), next), setRow(wallet, settleReservation(requireRow(state, wallet), row, 'release'))]
}

/** One of many that end; false: it had ended before, or `isDue` says that it need not end. */
export function voidPart(
  hold: HoldRow,
  reason: VoidReason,
  isDue: (state: State, row: HoldRow, at: Date) => boolean,
  reads: readonly Ref[] = [],
): IntentPart<boolean> {
  return {
    reads: () => ({ guard: [orgRef(hold.orgId), ...holdReads(hold), ...reads] }),
    decide(state, at) {
      const row = requireRow(state, holdRef(hold._id))
      if (row.stage !== 'created' || row.chargeId !== undefined || !isDue(state, row, at)) return done(false)
      return done(true, voidWrites(state, row, { reason, note: null }, at).writes)
    },
  }
}
