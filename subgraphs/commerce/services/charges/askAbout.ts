/** Asks the payment processor about a charge that is stored, and ends the charge with its answer, if there is one. */
import { runAsService } from '../../../shared/acting.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { DomainError, invariant } from '../../../shared/errors.ts'
import type { ChargeId } from '../../../shared/ids.ts'
import { createTurns } from '../../../shared/turns.ts'
import { type ChargeRow, chargeRef } from '../../models/charges.ts'
import type { CommerceDeps } from '../../ports.ts'
import type { ProcessorVerdict } from '../../processors/verdicts.ts'
import { ASK_WAIT_MS, askedUntil, type ChargeWait, MANY_TRIES, nextAskAfter, waitOf } from '../../rules/charges.ts'
import { requireCharge, settleCharge } from './settleCharge.ts'

/** Of one process: a processor that hangs must not keep every charge of an organization, or of all, in memory. */
const asking = createTurns({ inAll: 128, perOwner: 32, waitingMax: 256, waitMaxMs: ASK_WAIT_MS }, tooMany)

function tooMany(): DomainError {
  return new DomainError('service_unavailable', 'Too many charges wait for the payment processor.', { retryable: true })
}

/** @returns the charge, still pending where there is no answer */
export async function askAbout(deps: CommerceDeps, charge: ChargeRow): Promise<ChargeRow> {
  const { processor } = deps
  const verdict = await asking
    .take(charge.orgId, () => processor?.ask(charge) ?? nobody)
    .catch((error: unknown): ProcessorVerdict => ({ kind: 'unanswered', error: textOf(error) }))
  const failed = (error: unknown) =>
    deps.log.warn({ err: error, chargeId: charge._id, verdict: verdict.kind }, 'a charge could not be ended yet')
  let wait: Wait
  try {
    if (verdict.kind !== 'unanswered') return await settleCharge(deps, charge._id, verdict)
    wait = { waitsFor: 'processor', error: verdict.error }
  } catch (error) {
    // The processor says the same when it is asked again.
    failed(error)
    const isTold = error instanceof DomainError
    wait = { waitsFor: (isTold ? waitOf(error) : null) ?? 'service', error: isTold ? error.message : UNRECORDED }
  }
  try {
    return await noteWait(deps, charge, wait)
  } catch (error) {
    failed(error)
    return requireCharge(deps, charge._id)
  }
}

interface Wait {
  readonly waitsFor: ChargeWait
  readonly error: string
}

const UNRECORDED = 'Its answer could not be recorded yet.'

const nobody: ProcessorVerdict = { kind: 'unanswered', error: 'No payment processor is configured.' }
const textOf = (error: unknown): string => (error instanceof DomainError ? error.message : 'It could not be asked.')

async function noteWait(deps: CommerceDeps, charge: ChargeRow, { waitsFor, error }: Wait): Promise<ChargeRow> {
  const now = deps.clock.now()
  const { tries } = charge
  if (tries === MANY_TRIES)
    deps.log.warn({ chargeId: charge._id, tries, waitsFor, reason: error }, 'a charge waits for long')
  return change(deps, charge, (row) =>
    // Somebody else has asked meanwhile.
    row.tries === tries ? { ...row, waitsFor, lastError: error, nextAskAt: nextAskAfter(tries, now) } : null,
  )
}

/** Takes a charge that is due, in one process of several. @returns null: another has it, or it has ended */
export async function takeDue(deps: CommerceDeps, charge: ChargeRow): Promise<ChargeRow | null> {
  const now = deps.clock.now()
  let isOwn = false
  const taken = await change(deps, charge, (row) => {
    isOwn = row.tries === charge.tries && row.nextAskAt <= now
    return isOwn ? { ...row, tries: row.tries + 1, nextAskAt: askedUntil(now, deps.processor?.waitMs ?? 0) } : null
  })
  return isOwn ? taken : null
}

async function change(
  { commit }: Pick<CommerceDeps, 'commit'>,
  { _id, orgId, mode }: { readonly _id: ChargeId } & Pick<ChargeRow, 'orgId' | 'mode'>,
  next: (row: ChargeRow) => ChargeRow | null,
): Promise<ChargeRow> {
  const ref = chargeRef(_id)
  const settled = await runAsService(() =>
    submitPrepared<ChargeRow>(commit, () => ({
      ...({ priority: 'settle', orgId, mode } as const),
      reads: () => ({ guard: [ref] }),
      decide(state: State): Verdict<ChargeRow> {
        const row = requireRow(state, ref)
        const changed = row.status === 'pending' ? next(row) : null
        return changed === null ? done<ChargeRow>(row) : done<ChargeRow>(changed, { set: [setRow(ref, changed)] })
      },
    })),
  )
  invariant('answer' in settled, 'a call without a key is never replayed')
  return settled.answer
}
