/** What the treasury uses of this subgraph without a wallet: dollars, approvals, and cases. */
import type { DomainError } from '../shared/errors.ts'
import type { ApprovalId } from '../shared/ids.ts'
import { dollarGates } from './dollarGates.ts'
import type { PaymentsDeps, SpendGates } from './ports.ts'
import { dismissApproval } from './services/approvals/expireApprovals.ts'
import { createDollarRail } from './services/authorizeDollars.ts'
import { reviewCases } from './services/cases/openReview.ts'

type Options = Pick<PaymentsDeps, 'database' | 'commit' | 'parked'> & { readonly gates: SpendGates }

export const forTreasury = (options: Options) => ({
  /** The spend path of dollars. */
  dollars: createDollarRail(dollarGates(options.gates)),
  /** Ends what waits for an approval elsewhere. */
  dismissApproval: (approvalId: ApprovalId, reason: DomainError) => dismissApproval(options, approvalId, reason),
  /** Opens and ends cases about what the treasury has. */
  reviewCases,
})
