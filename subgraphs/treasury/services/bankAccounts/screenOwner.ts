/**
 * Screens who owns a bank account, by the lists in force now (domain 4.3). Who has a name like one on a list is often somebody
 * else: the account waits for compliance, once for what was found.
 */
import { joinWrites } from '../../../shared/commit/compose.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { IntentPart, State, Verdict } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { OpenedReview } from '../../../shared/complianceReviews.ts'
import { idsOf, type ScreeningId } from '../../../shared/ids.ts'
import type { Caller } from '../../../shared/principal.ts'
import { bankAccountRef, findBankAccounts } from '../../models/bankAccounts.ts'
import type { TreasuryDeps } from '../../ports.ts'
import { type BankAccountRow, ownerNames, underReview } from '../../rules/bankAccount.ts'
import { writesOf } from './accountWrites.ts'

type Owned = Pick<BankAccountRow, '_id' | 'orgId' | 'mode' | 'owner' | 'doingBusinessAs'>

/**
 * Its answer is the review that it opens; null: none, as where these findings have had theirs. To be decided with the row of the
 * bank account among what is read.
 * @param requestedBy who asks for the use of the account, and therefore does not decide its case; null: the service itself
 * @throws DomainError service_unavailable. The part refuses with compliance_denied who is on a sanctions list.
 */
export const screenOwner = (
  { screening, newId }: Pick<TreasuryDeps, 'screening' | 'newId'>,
  { orgId, mode, _id, ...owned }: Owned,
  requestedBy: Caller | null,
  isKnown: (state: State, screeningId: ScreeningId) => boolean = (state, screeningId) =>
    hasHad(requireRow(state, bankAccountRef(_id)), screeningId),
): Promise<IntentPart<OpenedReview | null>> =>
  screening.prepare(
    {
      ...{ orgId, mode, subjectType: 'bank_account', subjectId: _id },
      names: ownerNames(owned),
    },
    { caseId: newId('case'), requestedBy, isKnown },
  )

/** One review at a time, and none of who was rejected. */
const hasHad = ({ review }: BankAccountRow, screeningId: ScreeningId): boolean =>
  review !== undefined && (review.status !== 'cleared' || review.screeningId === screeningId)

/** By the service, when other lists are in force: it can be used again once compliance has cleared it. Idempotent. */
export async function reviewSimilar(
  deps: Pick<TreasuryDeps, 'commit' | 'database' | 'screening' | 'newId'>,
  id: string,
): Promise<void> {
  const [found] = await findBankAccounts(deps.database, idsOf('bankAccount', [id]))
  if (found === undefined) return
  const { _id, orgId, mode } = found
  const ref = bankAccountRef(_id)
  await submitPrepared(deps.commit, async () => {
    const screened = await screenOwner(deps, found, null)
    return {
      ...({ priority: 'control', orgId, mode, resourceId: _id, whileSuspended: true } as const),
      reads: (at: Date) => {
        const { guard, newIds = [] } = screened.reads(at)
        return { guard: [ref, ...guard], newIds }
      },
      decide(state: State, at: Date): Verdict<null> {
        const row = requireRow(state, ref)
        if (row.state === 'CLOSED') return done(null)
        const verdict = screened.decide(state, at)
        if (verdict.kind !== 'done') return verdict
        if (verdict.answer === null) return done(null, verdict.writes)
        const paused = { ...underReview(row, verdict.answer), updatedAt: at }
        return done(null, joinWrites([verdict.writes, writesOf(paused)]))
      },
    }
  })
}
