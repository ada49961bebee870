/** Voids a hold, which always gets through, and extends one (domain 2.1, A.7). */

import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { STOP } from '../../../shared/commit/stop.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State, Verdict } from '../../../shared/commit/types.ts'
import { done, refused } from '../../../shared/commit/verdicts.ts'
import { DomainError } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../../shared/fields.ts'
import { type Principal, requireCaller } from '../../../shared/principal.ts'
import type { Gate } from '../../../shared/spend.ts'
import { type HoldRow, holdRef } from '../../models/holds.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { endedRefusal, expiredHold, extendedEnd, isHoldOver, keptRefusal, parseHoldLife } from '../../rules/holds.ts'
import { guardsOf } from '../../rules/spendState.ts'
import { askGates, readSpendState, readsOfGates } from '../authorizeSpend.ts'
import { holdReads, voidWrites } from './holdEnds.ts'
import { heldSpend } from './holdSpend.ts'
import { findOwnHold } from './readHolds.ts'

interface Changed {
  readonly hold: HoldRow
  readonly replayed: boolean
}

/** @throws DomainError not_found, hold_not_voidable */
export async function voidHold(
  deps: PaymentsDeps,
  principal: Principal,
  input: { readonly holdId: string; readonly reason?: string | null | undefined },
  key: RequestKey | null = null,
): Promise<Changed> {
  const prepare = async () => {
    const hold = await findOwnHold(deps, requireCaller(principal), input.holdId)
    const note = parseOptionalText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    return {
      ...({ priority: 'control', orgId: hold.orgId, mode: hold.mode, resourceId: hold._id } as const),
      ...({ ...STOP, resource: { type: 'hold', id: hold._id } } as const),
      reads: () => ({ guard: holdReads(hold) }),
      decide(state: State, at: Date): Verdict<HoldRow> {
        const row = requireRow(state, holdRef(hold._id))
        const ended = endedRefusal(row, 'void') ?? keptRefusal(row)
        if (ended !== null) return refused(ended)
        const { next, writes } = voidWrites(state, row, { reason: 'requested', note }, at)
        return done(next, writes)
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { hold: settled.answer, replayed: false }
  return { hold: await findOwnHold(deps, principal, input.holdId), replayed: true }
}

export type ExtendDeps = PaymentsDeps & { readonly extensionGates: readonly Gate[] }

/** @throws DomainError not_found, invalid_request, hold_expired, conflict, and those of the gates */
export async function extendHold(
  deps: ExtendDeps,
  principal: Principal,
  input: { readonly holdId: string; readonly expiresInSeconds: number },
  key: RequestKey | null = null,
): Promise<Changed> {
  const prepare = async () => {
    const caller = requireCaller(principal)
    const hold = await findOwnHold(deps, caller, input.holdId)
    refuseSharedToken(hold)
    const lifeMs = parseHoldLife(input.expiresInSeconds)
    const spend = heldSpend(hold, caller)
    const { guard } = readsOfGates(deps.extensionGates, spend)
    return {
      ...({ priority: 'spend', orgId: hold.orgId, mode: hold.mode, resourceId: hold._id } as const),
      resource: { type: 'hold', id: hold._id },
      reads: () => ({ guard: [...guardsOf(spend), ...holdReads(hold), ...guard] }),
      decide(state: State, at: Date): Verdict<HoldRow> {
        const row = requireRow(state, holdRef(hold._id))
        const error = extensionRefusal(row, at)
        if (error !== null) return refused(error)
        const asked = askGates(deps.extensionGates, readSpendState(state, spend, at), spend, at)
        if (asked.kind === 'stale') return asked
        if (asked.kind === 'refused') return refused(asked.error, asked.writes)
        try {
          const next: HoldRow = { ...row, expiresAt: extendedEnd(row, lifeMs, at), updatedAt: at }
          return { kind: 'done', answer: { ...next, v: row.v + 1 }, writes: { set: [setRow(holdRef(row._id), next)] } }
        } catch (error) {
          if (error instanceof DomainError) return refused(error)
          throw error
        }
      },
    }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { hold: settled.answer, replayed: false }
  return { hold: await findOwnHold(deps, principal, input.holdId), replayed: true }
}

/** A shared token lives as long as was said when it was issued. @throws DomainError conflict */
function refuseSharedToken({ sessionId }: HoldRow): void {
  if (sessionId === undefined) return
  const details = { reason: 'shared_token', session_id: sessionId }
  throw new DomainError('conflict', `The hold is for a shared token of ${sessionId}. Authorize a new one.`, details)
}

function extensionRefusal(row: HoldRow, at: Date): DomainError | null {
  if (row.voidReason === 'expired' || (row.stage === 'created' && isHoldOver(row, at)))
    return expiredHold(row.expiresAt)
  if (row.stage === 'created') return null
  return new DomainError('conflict', `The hold is ${row.stage}; only an open one can be extended. Place a new one.`, {
    status: row.stage,
  })
}
