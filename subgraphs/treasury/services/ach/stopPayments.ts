/**
 * What a stop means for payments over ACH (domain 5): those that have not left for the bank are canceled, parked ones are
 * dismissed with their approvals, and what has left runs on. The rules decide about each inside the commit.
 */

import { requireRow } from '../../../shared/commit/requireRow.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { type LateOwners, submitByOwner } from '../../../shared/commit/submitByOwner.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { DomainError } from '../../../shared/errors.ts'
import type { AchPaymentId } from '../../../shared/ids.ts'
import { allOf } from '../../../shared/joinWork.ts'
import type { StoppablePayments, StoppedWork, StopScope } from '../../../shared/stops.ts'
import { achPaymentRef, countInStages, findNotSent } from '../../models/achPayments.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { AchPaymentRow } from '../../rules/achPayment.ts'
import { countParkedConversions, stopConversions } from '../conversions/stopQuotes.ts'
import { stepPart, stoppedBy } from './achStep.ts'
import { isAtBank } from './bankTime.ts'
import { lookReads, stopRefusal } from './lastLook.ts'

const PAGE = 100
const NOTHING: StoppedWork = { queued: 0, parked: 0, broadcast: 0 }

/** No chain, token, merchant or protocol is part of a payment over ACH. */
function isConcerned({ scope, targetId }: StopScope): boolean {
  if (scope === 'rail') return targetId === 'ach'
  if (scope === 'capability') return targetId === 'treasury'
  return ['global', 'organization', 'agent', 'wallet'].includes(scope)
}

export function createTreasuryWork(deps: TreasuryDeps): StoppablePayments {
  const { database } = deps
  return {
    async count(scope) {
      const conversions = await countParkedConversions(deps, scope)
      if (!isConcerned(scope)) return { ...NOTHING, parked: conversions }
      const count = (...stages: AchPaymentRow['stage'][]) => countInStages(database, scope, stages)
      return {
        queued: await count('initiated', 'reviewed'),
        parked: (await count('awaiting_approval')) + conversions,
        broadcast: await count('processed'),
      }
    },
    stop: (scope) => stop(deps, scope),
    beginStop(scope) {
      stop(deps, scope).catch((err: unknown) => {
        const { orgId, scope: kind, targetId } = scope
        deps.log.error({ err, orgId, scope: kind, targetId }, 'work of the treasury was not stopped')
      })
    },
  }
}

/** @throws the first failure, after all others were stopped */
async function stop(deps: TreasuryDeps, scope: StopScope): Promise<StoppedWork> {
  const [stopped, conversions] = await allOf([stopPayments(deps, scope), stopConversions(deps, scope)])
  return { ...stopped, parked: stopped.parked + conversions }
}

async function stopPayments(deps: TreasuryDeps, scope: StopScope): Promise<StoppedWork> {
  if (!isConcerned(scope)) return NOTHING
  let [queued, parked] = [0, 0]
  const failures: { readonly error: unknown }[] = []
  const late: LateOwners = new Set()
  const end = async (payment: AchPaymentRow) => {
    const stopped = await stopOne(deps, payment)
    if (stopped === 'canceled') queued += 1
    else if (
      stopped !== null &&
      payment.approvalId !== null &&
      (await deps.dismissApproval(payment.approvalId, stopped))
    )
      parked += 1
  }
  // Together, so that they share commits: there may be thousands.
  const stopEach = async (payments: readonly AchPaymentRow[]) => void (await allOf(payments.map(end)))
  for (let after: AchPaymentId | null = null; ; ) {
    const found: AchPaymentRow[] = await findNotSent(deps.database, scope, { after, limit: PAGE })
    failures.push(...(await submitByOwner(found, stopEach, late)))
    after = found.at(-1)?._id ?? null
    if (found.length < PAGE || after === null) break
  }
  const [first] = failures
  if (first !== undefined) throw first.error
  return { queued, parked, broadcast: 0 }
}

/** Null: nothing stops it, or it has left by now. A reason: it waits for an approval, which is to be dismissed. */
async function stopOne(deps: TreasuryDeps, payment: AchPaymentRow): Promise<'canceled' | DomainError | null> {
  const { orgId, mode, _id } = payment
  const settled = await submitPrepared<'canceled' | DomainError | null>(deps.commit, () => {
    return {
      ...({ priority: 'control', orgId, mode, resourceId: _id, ...STOP } as const),
      reads: (at) => ({ guard: [...lookReads(payment), ...stepPart(deps, payment, {}).reads(at).guard] }),
      decide(state, at) {
        const row = requireRow(state, achPaymentRef(_id))
        const error = stopRefusal(deps, state, row, at)
        if (error === null) return done(null)
        if (row.stage === 'awaiting_approval') return done(error)
        if (isAtBank(deps, row) || (row.stage !== 'initiated' && row.stage !== 'reviewed')) return done(null)
        const verdict = stepPart(deps, payment, stoppedBy(error, at)).decide(state, at)
        return verdict.kind === 'done' ? { ...verdict, answer: verdict.answer === null ? null : 'canceled' } : verdict
      },
    }
  })
  return 'answer' in settled ? settled.answer : null
}
