/** Entities by id, read once for each request; null where the caller may not read. */

import DataLoader from 'dataloader'
import { isId, type KeyId, type OrgId } from '../../shared/ids.ts'
import { loadersOf, type RequestContext } from '../../shared/principal.ts'
import type { ApprovalRow } from '../models/approvals.ts'
import type { PaymentsDeps } from '../ports.ts'
import { findDeciders, findStanding, findVisibleApprovals } from '../services/approvals/readApprovals.ts'
import { findVisibleCases } from '../services/cases/readCases.ts'
import { findVisibleHolds } from '../services/holds/readHolds.ts'
import { findVisibleLedgerTransactions } from '../services/ledgerTransactions.ts'
import { findVisibleMismatches, readOpenAssets, readOpenMismatches } from '../services/mismatches.ts'
import { findLastBlocks, findVisiblePayments, findVisibleWallets, readOrganizations } from '../services/readPayments.ts'
import { readReconciliations } from '../services/reconcileWallet.ts'
import { findVisibleTransactions } from '../services/transactions.ts'

export function paymentLoaders(deps: PaymentsDeps, context: RequestContext) {
  const { principal } = context
  return loadersOf(context, 'payments', () => ({
    payments: new DataLoader((ids: readonly string[]) => findVisiblePayments(deps, principal, ids)),
    organizations: new DataLoader((ids: readonly OrgId[]) => readOrganizations(deps, ids)),
    wallets: new DataLoader((ids: readonly string[]) => findVisibleWallets(deps, principal, ids)),
    mismatches: new DataLoader((ids: readonly string[]) => findVisibleMismatches(deps, principal, ids)),
    reconciliations: new DataLoader((ids: readonly string[]) => readReconciliations(deps, ids)),
    openAssets: new DataLoader((ids: readonly string[]) => readOpenAssets(deps, ids)),
    people: new DataLoader(async (ids: readonly KeyId[]) => {
      const people = await deps.agents.findPeople(ids)
      return ids.map((id) => people.get(id) ?? null)
    }),
    deciders: new DataLoader((rows: readonly ApprovalRow[]) => findDeciders(deps, principal, rows)),
    standing: new DataLoader((rows: readonly ApprovalRow[]) => findStanding(deps, rows)),
    openMismatches: new DataLoader((ids: readonly string[]) => readOpenMismatches(deps, principal, ids)),
    holds: new DataLoader((ids: readonly string[]) => findVisibleHolds(deps, principal, ids)),
    transactions: new DataLoader((ids: readonly string[]) => findVisibleTransactions(deps, principal, ids)),
    ledgerTransactions: new DataLoader((ids: readonly string[]) => findVisibleLedgerTransactions(deps, principal, ids)),
    blocks: new DataLoader((networks: readonly string[]) => findLastBlocks(deps, networks)),
    cases: new DataLoader((ids: readonly string[]) => findVisibleCases(deps, principal, ids)),
    approvals: new DataLoader((ids: readonly string[]) => findVisibleApprovals(deps, principal, ids)),
  }))
}

/** The person behind the key that asked for something; null for an agent. */
export function requesterOf(deps: PaymentsDeps, context: RequestContext, requestedBy: string) {
  return isId('key', requestedBy) ? paymentLoaders(deps, context).people.load(requestedBy) : null
}
