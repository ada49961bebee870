/**
 * Ends a charge with what its payment processor has said, or without it, in one commit: approved, it becomes payment, order and
 * ledger as every charge; otherwise it leaves a failed payment, and its money is available again. What stops money decides once
 * more, so a stop wins over an approval that arrives later.
 */
import { failedChargeReads } from '../../../shared/acp.ts'
import { runAsService } from '../../../shared/acting.ts'
import { composeParts, joinWrites, precededBy } from '../../../shared/commit/compose.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict, Writes } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError, invariant, type Refusal, toRefusal } from '../../../shared/errors.ts'
import type { ChargeId } from '../../../shared/ids.ts'
import { type ChargeRow, chargeRef, findCharges } from '../../models/charges.ts'
import { checkoutRef } from '../../models/checkouts.ts'
import type { CommerceDeps } from '../../ports.ts'
import type { ProcessorVerdict } from '../../processors/verdicts.ts'
import { declinedRefusal, waitOf } from '../../rules/charges.ts'
import { revokeParts } from '../changeCheckout.ts'
import { orderPart } from '../makeOrder.ts'
import { getCheckout } from '../readCheckouts.ts'

type Answer = Exclude<ProcessorVerdict, { kind: 'unanswered' }>

/** Idempotent. @returns the charge as it has ended, by this or before @throws DomainError it cannot be ended now */
export function settleCharge(deps: CommerceDeps, id: ChargeId, answer: Answer): Promise<ChargeRow> {
  return runAsService(async () => {
    const charge = await requireCharge(deps, id)
    if (charge.status !== 'pending') return charge
    if (answer.kind === 'declined')
      return failCharge(deps, charge, { status: 'declined', failure: declinedRefusal(answer.reason) })
    try {
      return await approve(deps, charge)
    } catch (error) {
      // Such as a merchant that has no address any more, or an organization that is suspended.
      const isFinal = error instanceof DomainError && waitOf(error) === null
      if (!isFinal) throw error
      return failCharge(deps, charge, { status: 'failed', failure: toRefusal(error) })
    }
  })
}

export async function requireCharge({ database }: Pick<CommerceDeps, 'database'>, id: ChargeId): Promise<ChargeRow> {
  const [charge] = await findCharges(database, [id])
  invariant(charge !== undefined, `charge ${id} does not exist`)
  return charge
}

async function approve(deps: CommerceDeps, charge: ChargeRow): Promise<ChargeRow> {
  const { _id: chargeId, orgId, mode, caller, orderId, paymentId, holdId, sessionId, amountMinor } = charge
  const ref = chargeRef(chargeId)
  let isFirst = true
  const settled = await submitPrepared(deps.commit, async () => {
    if (!isFirst) deps.tokens.refresh(orgId)
    isFirst = false
    const checkout = await getCheckout(deps, caller, sessionId)
    const request = { holdId, sessionId, paymentId, orderId, amountMinor, chargeId }
    const taken = await deps.tokens.prepareCharge(caller, request)
    const approved: IntentPart<null> = {
      reads: () => ({ guard: [ref] }),
      decide: (state, at) =>
        done(null, { set: [setRow(ref, { ...requireRow(state, ref), status: 'approved', updatedAt: at })] }),
    }
    const others = await revokeParts(deps, checkout, holdId)
    const all = composeParts([taken, orderPart(checkout, { orderId, paymentId }), approved, ...others])
    return {
      ...({ priority: 'spend', orgId, mode, resourceId: orderId } as const),
      reads: all.reads,
      decide(state: State, at: Date): Verdict<ChargeRow> {
        const row = requireRow(state, ref)
        if (row.status !== 'pending') return done(row)
        const verdict = all.decide(state, at)
        if (verdict.kind === 'stale') return verdict
        if (verdict.kind === 'refused' && waitOf(verdict.error) !== null) return refused(verdict.error)
        if (verdict.kind === 'done') return { ...verdict, answer: { ...row, status: 'approved' } as ChargeRow }
        const failed: Failed = { status: 'failed', failure: toRefusal(verdict.error) }
        return failedAfter(deps, state, row, { failed, writes: verdict.writes }, at)
      },
    }
  })
  deps.tokens.wake()
  return answerOf(settled)
}

export interface Failed {
  readonly status: 'declined' | 'failed' | 'ended'
  readonly failure: Refusal
  readonly isStopped?: boolean
  readonly isFlagged?: boolean
}

/** Idempotent. */
async function failCharge(deps: CommerceDeps, charge: ChargeRow, failed: Failed): Promise<ChargeRow> {
  const { orgId, mode, paymentId } = charge
  const part = failPart(deps, charge, () => failed)
  return answerOf(
    await submitPrepared(deps.commit, () => ({
      ...({ priority: 'control', whileSuspended: true, orgId, mode, resourceId: paymentId } as const),
      ...part,
    })),
  )
}

/** @param why null: it goes on */
export function failPart(
  deps: CommerceDeps,
  charge: ChargeRow,
  why: (state: State, at: Date) => Failed | null,
): IntentPart<ChargeRow> {
  const [ref, { guard, newIds }] = [chargeRef(charge._id), failedChargeReads(charge)]
  return {
    reads: () => ({ guard: [...guard, ref, checkoutRef(charge.sessionId)], newIds }),
    decide(state, at) {
      const row = requireRow(state, ref)
      const failed = row.status === 'pending' ? why(state, at) : null
      return failed === null ? done(row) : failing(deps, state, row, failed, at)
    },
  }
}

/** What the refusal has left, such as the screening that denied it, stays; the failure builds on it. */
function failedAfter(
  deps: CommerceDeps,
  state: State,
  row: ChargeRow,
  { failed, writes }: { readonly failed: Failed; readonly writes: Writes },
  at: Date,
): Verdict<ChargeRow> {
  const reads = () => ({ guard: [] })
  const refusal = { reads, decide: () => done(null, writes) }
  const isFlagged = writes.events?.some(({ type }) => type === 'compliance.flagged') ?? false
  const failure = { reads, decide: (left: State) => failing(deps, left, row, { ...failed, isFlagged }, at) }
  return precededBy(refusal, failure).decide(state, at)
}

function failing(
  { tokens }: CommerceDeps,
  state: State,
  row: ChargeRow,
  { status, failure, isStopped = false, isFlagged = false }: Failed,
  at: Date,
): Verdict<ChargeRow> {
  const session = requireRow(state, checkoutRef(row.sessionId))
  const next = { ...row, status, failure, updatedAt: at }
  const writes: Writes = {
    set: [
      setRow(chargeRef(row._id), next),
      setRow(checkoutRef(session._id), { ...session, chargeId: null, updatedAt: at }),
    ],
  }
  return done<ChargeRow>(
    next,
    joinWrites([writes, tokens.failCharge(state, { ...row, failure, isStopped, isFlagged }, at)]),
  )
}

function answerOf<T>(settled: { readonly answer: T } | { readonly replayedId: string }): T {
  invariant('answer' in settled, 'a call without a key is never replayed')
  return settled.answer
}
