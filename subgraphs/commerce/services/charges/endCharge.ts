/** Charges without a verdict that end all the same: by the organization, or by a kill switch. */

import { composeParts, precededBy } from '../../../shared/commit/compose.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { type LateOwners, submitByOwner } from '../../../shared/commit/submitByOwner.ts'
import type { IntentPart, State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../../shared/fields.ts'
import type { ChargeId } from '../../../shared/ids.ts'
import { type Principal, requireOrganization } from '../../../shared/principal.ts'
import { type ChargeRow, chargeRef, findCharges } from '../../models/charges.ts'
import type { CommerceDeps } from '../../ports.ts'
import { chargeStatusOf, endedRefusal } from '../../rules/charges.ts'
import { getCharge } from './readCharges.ts'
import { failPart } from './settleCharge.ts'

interface EndInput {
  readonly chargeId: string
  readonly reason?: string | null | undefined
}

/** Its money is available again; an approval that arrives later does nothing. @throws DomainError not_found, conflict */
export async function endCharge(
  deps: CommerceDeps,
  principal: Principal,
  { chargeId, reason }: EndInput,
  key: RequestKey | null = null,
): Promise<{ readonly charge: ChargeRow; readonly replayed: boolean }> {
  const prepare = async () => {
    const charge = await getCharge(deps, requireOrganization(principal), chargeId)
    const note = parseOptionalText(reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const part = failPart(deps, charge, () => ({ status: 'ended', failure: endedRefusal(note) }))
    const { _id: id, orgId, mode } = charge
    return {
      ...({ priority: 'control', whileSuspended: true, orgId, mode, resourceId: id } as const),
      resource: { type: 'charge', id },
      reads: part.reads,
      decide(state: State, at: Date): Verdict<ChargeRow> {
        const row = requireRow(state, chargeRef(id))
        return row.status === 'pending' ? part.decide(state, at) : refused(endedBefore(row))
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { charge: settled.answer, replayed: false }
  return { charge: await getCharge(deps, principal, settled.replayedId), replayed: true }
}

function endedBefore(row: ChargeRow): DomainError {
  const status = chargeStatusOf(row)
  return new DomainError('conflict', `The charge is ${status}: it has ended.`, { reason: 'charge_not_pending', status })
}

/**
 * Ends those of them that a kill switch stops now; one that cannot be ended keeps no other from it.
 * @param late owners that are left out, because their commits do not come through; those that are late here are added
 * @returns what could not be ended
 */
export async function stopCharges(deps: CommerceDeps, ids: readonly ChargeId[], late: LateOwners): Promise<Unstopped> {
  const stopChunk = async (chunk: readonly [ChargeRow, ...ChargeRow[]]) => {
    const [{ orgId, mode }] = chunk
    const parts = await Promise.all(chunk.map((charge) => stopPart(deps, charge)))
    const intent = { priority: 'control', ...STOP, orgId, mode, ...composeParts(parts) } as const
    await submitPrepared(deps.commit, () => intent)
  }
  const failed = await submitByOwner(await findCharges(deps.database, ids), stopChunk, late)
  for (const { row, error } of failed)
    deps.log.error({ err: error, chargeId: row._id }, 'a charge could not be stopped')
  return failed
}

type Unstopped = readonly { readonly error: unknown }[]

async function stopPart(deps: CommerceDeps, charge: ChargeRow): Promise<IntentPart<ChargeRow>> {
  const stop = await deps.tokens.prepareStop(charge.holdId)
  const part = failPart(deps, charge, (state, at) => {
    const failure = stop.refusal(state, at)
    return failure === null ? null : { status: 'ended', failure, isStopped: true }
  })
  return precededBy({ reads: stop.reads, decide: () => done(null) }, part)
}
