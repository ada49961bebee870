/** Screens who owns a bank account, by the lists in force now (domain 4.3). */
import type { IntentPart } from '../../../shared/commit/types.ts'
import type { ClockOwner } from '../../../shared/organizationTime.ts'
import type { TreasuryDeps } from '../../ports.ts'

interface Owned extends ClockOwner {
  readonly _id: string
  readonly owner: string
  readonly doingBusinessAs: string | null
}

/** @throws DomainError service_unavailable. The part refuses with compliance_denied who is on a sanctions list. */
export const screenOwner = (
  { screening }: Pick<TreasuryDeps, 'screening'>,
  { orgId, mode, _id, owner, doingBusinessAs }: Owned,
): Promise<IntentPart<null>> =>
  screening.prepare({
    ...{ orgId, mode, subjectType: 'bank_account', subjectId: _id },
    names: [owner, doingBusinessAs].filter((name) => name !== null),
  })
