/** What the approval gate needs of a new spend: the approval that it may request, and the one that the caller presents. */
import type { State } from '../../shared/commit/types.ts'
import type { ApprovalId } from '../../shared/ids.ts'
import { type Caller, owns } from '../../shared/principal.ts'
import type { Spend } from '../../shared/spend.ts'
import { type ApprovalRow, approvalRef, findApproval } from '../models/approvals.ts'
import type { PaymentsDeps } from '../ports.ts'
import { countPeople } from '../rules/approvals.ts'
import { prepareApprovals } from './approvals/readApprovals.ts'
import type { PaymentRequest } from './paymentRequests.ts'

type Approval = NonNullable<Spend['approval']>

export async function spendApproval(
  deps: Pick<PaymentsDeps, 'database' | 'agents'>,
  caller: Caller,
  asked: Pick<PaymentRequest, 'approvalId' | 'park' | 'purpose'> & {
    readonly subjectId: Approval['subjectId']
    readonly newId: ApprovalId
  },
): Promise<Approval> {
  const { subjectId, newId, purpose } = asked
  const presentedId = asked.approvalId ?? null
  const presented = presentedId === null ? null : await findApproval(deps.database, presentedId)
  // Another organization's approval must not even be read in the commit.
  const isPresentedOwn = presented !== null && owns(caller, presented)
  const votes = isPresentedOwn ? await votesOn(deps, presented) : null
  return {
    ...{ subjectId, newId, park: asked.park ?? true, purpose, presentedId, isPresentedOwn, isApproved: false },
    ...(votes && { votes }),
  }
}

/** Of the people who approved it, those who may still do so. */
export async function votesOn(deps: Pick<PaymentsDeps, 'agents'>, row: ApprovalRow) {
  const { reads, standing, isOutdated } = await prepareApprovals(deps, row)
  // Who has approved it since was not asked about.
  const known = row.decisions.length
  const isDecided = (state: State) => (state.get(approvalRef(row._id))?.decisions.length ?? known) !== known
  return {
    reads,
    count: countPeople(standing),
    isOutdated: (state: State, at: Date) => isDecided(state) || isOutdated(state, at),
  }
}
