/** What is known of an approval that is presented, until the commit. */
import { expect, test } from 'vitest'
import type { ApprovalRow } from '../../../subgraphs/payments/models/approvals.ts'
import { votesOn } from '../../../subgraphs/payments/services/spendApproval.ts'
import type { State } from '../../../subgraphs/shared/commit/types.ts'

const AT = new Date('2026-01-01T12:00:00Z')

test('an approval that is given after it was read is looked at again, not taken for one that has lapsed', async () => {
  const pending = { _id: 'apr_1', orgId: 'org_1', mode: 'test', decisions: [] } as unknown as ApprovalRow
  const agents = { prepareVotes: async () => ({ reads: [], standing: [], isOutdated: () => false }) } as never
  const votes = await votesOn({ agents }, pending)
  const stateOf = (row: ApprovalRow) => ({ get: () => row }) as unknown as State
  expect(votes.isOutdated(stateOf(pending), AT)).toBe(false)
  const decision = { decision: 'approve', personId: 'ann', keyId: 'key_1', comment: null, at: AT } as const
  expect(votes.isOutdated(stateOf({ ...pending, decisions: [decision] }), AT)).toBe(true)
})
