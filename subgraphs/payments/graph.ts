/** The resolvers of every area of payments, as one subgraph. */

import { buildSubgraph, type Contract } from '../shared/contract.ts'
import { createApprovalResolvers } from './resolvers/approvalResolvers.ts'
import { createComplianceResolvers } from './resolvers/complianceResolvers.ts'
import { createHoldResolvers } from './resolvers/holdResolvers.ts'
import { createLedgerResolvers } from './resolvers/ledgerResolvers.ts'
import { createResolvers, type ResolverDeps } from './resolvers/paymentResolvers.ts'
import { createRefundResolvers } from './resolvers/refundResolvers.ts'
import { createTransactionResolvers } from './resolvers/transactionResolvers.ts'

export function buildGraph(contract: Contract, deps: ResolverDeps) {
  const [own, approvals, holds] = [createResolvers(deps), createApprovalResolvers(deps), createHoldResolvers(deps)]
  const [transactions, refunds] = [createTransactionResolvers(deps), createRefundResolvers(deps)]
  const ledger = createLedgerResolvers(deps)
  const compliance = createComplianceResolvers(deps)
  const resolvers = {
    ...{ ...own, ...approvals, ...holds, ...transactions, ...refunds, ...compliance, ...ledger },
    Query: {
      ...own.Query,
      ...approvals.Query,
      ...holds.Query,
      ...transactions.Query,
      ...ledger.Query,
      ...refunds.Query,
      ...compliance.Query,
    },
    Mutation: {
      ...{ ...own.Mutation, ...approvals.Mutation, ...holds.Mutation, ...refunds.Mutation },
      ...compliance.Mutation,
    },
    Wallet: { ...own.Wallet, ...holds.Wallet, ...transactions.Wallet, ...compliance.Wallet },
    Payment: { ...own.Payment, ...transactions.Payment, ...refunds.Payment },
    Hold: { ...holds.Hold, ...transactions.Hold },
  }
  return buildSubgraph(contract, resolvers, deps)
}
