/**
 * Resolves a mismatch by hand (domain 1.11): only the record changes, since corrections are journal entries. A mismatch
 * that settlement is still correcting cannot be resolved by hand.
 */

import { submitPrepared } from '../../shared/commit/submit.ts'
import type { Intent } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../shared/fields.ts'
import { type Principal, requireCaller } from '../../shared/principal.ts'
import { type MismatchKind, type MismatchRow, mismatchRef } from '../models/mismatches.ts'
import type { PaymentsDeps } from '../ports.ts'
import { resolveMismatch } from '../settlement/intents/mismatches.ts'
import { actorOf } from './freezeWallet.ts'
import { getMismatch } from './readMismatches.ts'

export interface ResolveMismatchInput {
  readonly id: string
  readonly resolution: string
}

const TRIED_AGAIN: readonly MismatchKind[] = ['deposit_not_booked', 'payment_not_booked']

/** @throws DomainError not_found (foreign mismatch), conflict (not over yet), invalid_request, and those of access */
export async function resolveMismatchByHand(
  deps: Pick<PaymentsDeps, 'database' | 'commit'>,
  principal: Principal,
  input: ResolveMismatchInput,
): Promise<MismatchRow> {
  const caller = requireCaller(principal)
  const text = parseText(input.resolution, { path: 'resolution', lengthMax: LENGTH_MAX.reason })
  const row = await getMismatch(deps, principal, input.id)
  await submitPrepared(deps.commit, () => resolveIntent(row, `${text} (${actorOf(caller)})`))
  return getMismatch(deps, principal, input.id)
}

function resolveIntent({ _id, orgId, mode }: MismatchRow, resolution: string): Intent<null> {
  const ref = mismatchRef(_id)
  return {
    priority: 'control',
    orgId,
    mode,
    reads: () => ({ guard: [ref] }),
    decide(state, at) {
      const row = state.get(ref)
      if (row === null) return refused(notFound('mismatch'))
      const isUnderWay = row.state === 'open' && (row.missing > 0n || TRIED_AGAIN.includes(row.kind))
      if (isUnderWay)
        return refused(
          new DomainError('conflict', 'Ledger and chain still differ: it is resolved once they agree.', {
            ...{ reason: 'still_differs', kind: row.kind },
          }),
        )
      return done(null, resolveMismatch(state, ref, resolution, at))
    },
  }
}
