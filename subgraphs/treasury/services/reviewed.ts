/** What the treasury has under review by compliance: bank accounts, and collections of which too many come back. */
import { joinWrites } from '../../shared/commit/compose.ts'
import { usdRef } from '../../shared/commit/positions.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart, State, Verdict, Writes } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import type { Review, Reviewed, ReviewedElsewhere } from '../../shared/complianceReviews.ts'
import { invariant } from '../../shared/errors.ts'
import type { BankAccountId } from '../../shared/ids.ts'
import type { Caller } from '../../shared/principal.ts'
import { bankAccountRef, findBankAccounts } from '../models/bankAccounts.ts'
import type { TreasuryDeps } from '../ports.ts'
import { decidedReview, underReview } from '../rules/bankAccount.ts'
import { writesOf } from './bankAccounts/accountWrites.ts'
import { screenOwner } from './bankAccounts/screenOwner.ts'

type Deps = Pick<TreasuryDeps, 'database' | 'screening' | 'newId'>
type Decided = Exclude<Review['status'], 'open'>

export function createReviewed(deps: Deps): ReviewedElsewhere {
  return {
    reads: ({ subject, orgId, mode }) => [
      subject.type === 'bank_account' ? bankAccountRef(subject.id) : usdRef(orgId, mode),
    ],
    reject: (state, reviewed, at) => decided(state, reviewed, 'rejected', at),
    async prepareClear(reviewed, requestedBy) {
      const { subject, orgId, mode } = reviewed
      if (subject.type === 'bank_account') return clearAccount(deps, reviewed, subject.id, requestedBy)
      return {
        reads: () => ({ guard: [usdRef(orgId, mode)] }),
        decide: (state, at) => done(null, decided(state, reviewed, 'cleared', at)),
      }
    },
  }
}

function decided(state: State, { caseId, subject, orgId, mode }: Reviewed, status: Decided, at: Date): Writes {
  if (subject.type === 'bank_account') {
    const next = decidedReview(requireRow(state, bankAccountRef(subject.id)), caseId, status, at)
    return next === null ? {} : writesOf(next)
  }
  const ref = usdRef(orgId, mode)
  const position = requireRow(state, ref)
  const { returnReview } = position
  if (returnReview?.caseId !== caseId || returnReview.status !== 'open') return {}
  return { set: [setRow(ref, { ...position, returnReview: { ...returnReview, status } })] }
}

/** By the lists of now: what nobody has looked at yet opens a case of its own, and the account waits for that. */
async function clearAccount(
  deps: Deps,
  reviewed: Reviewed,
  id: BankAccountId,
  requestedBy: Caller | null,
): Promise<IntentPart<null>> {
  const ref = bankAccountRef(id)
  const [found] = await findBankAccounts(deps.database, [id])
  invariant(found !== undefined, `bank account ${id} does not exist`)
  const screened = await screenOwner(deps, found, requestedBy, (state, screeningId) => {
    const { state: standing, review } = requireRow(state, ref)
    return standing === 'CLOSED' || review?.screeningId === screeningId
  })
  return {
    reads(at) {
      const { guard, newIds = [] } = screened.reads(at)
      return { guard: [ref, ...guard], newIds }
    },
    decide(state, at): Verdict<null> {
      const verdict = screened.decide(state, at)
      if (verdict.kind !== 'done') return verdict
      if (verdict.answer === null)
        return done(null, joinWrites([verdict.writes, decided(state, reviewed, 'cleared', at)]))
      const next = { ...underReview(requireRow(state, ref), verdict.answer), updatedAt: at }
      return done(null, joinWrites([verdict.writes, writesOf(next)]))
    },
  }
}
