/** GraphQL of the reconciliation of dollars: parse, service, shape. */
import { openKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import type { TreasuryMismatch } from '../generated.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { BankMismatchRow } from '../models/bankMismatches.ts'
import type { TreasuryDeps } from '../ports.ts'
import { pages, requireFound } from '../services/readTreasury.ts'
import { reconcileOnDemand, resolveByHand } from '../services/reconcileTreasury.ts'
import { keyOn } from './achResolvers.ts'
import { treasuryLoaders } from './loaders.ts'

const centsOf = (cents: bigint | null) => (cents === null ? null : Number(cents))

function shapeMismatch(row: BankMismatchRow): TreasuryMismatch {
  const { _id: id, kind, state, entry, reason, resolution, mode, orgId } = row
  const isSmall = entry === 'micro_deposits'
  return {
    ...{ paymentId: isSmall ? null : row.reference, externalBankAccountId: isSmall ? row.reference : null },
    ...{ id, kind, state, entry, reason, resolution, resolvedByKeyId: row.resolvedBy, mode },
    ...{ financialAccountId: row.financialAccountId, traceNumber: row.traceNumber },
    ...{ ledgerAmountMinor: centsOf(row.ledgerCents), bankAmountMinor: centsOf(row.bankCents), currency: 'USD' },
    ...{ organization: { id: orgId }, openedAt: row.openedAt.toISOString(), updatedAt: row.updatedAt.toISOString() },
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  }
}

export function createReconciliationResolvers(deps: TreasuryDeps) {
  const loaders = (context: Parameters<typeof treasuryLoaders>[1]) => treasuryLoaders(deps, context)
  return {
    Query: {
      treasuryMismatches: async (_parent, args, { principal }) =>
        toConnection(await pages.mismatches(deps, principal, args), shapeMismatch),
      treasuryMismatch: async (_parent, { id }, context) =>
        shapeMismatch(requireFound(await loaders(context).mismatches.load(id), 'mismatch')),
    },
    Mutation: {
      async reconcileTreasury(_parent, { input }, context) {
        const key = openKey(context, { operation: 'reconcileTreasury', input })
        const { reconciled, replayed } = await reconcileOnDemand(deps, context.principal, input, key)
        const { checkedAt, entries, openMismatches } = reconciled
        return {
          reconciliation: { checkedAt: checkedAt.toISOString(), entriesCompared: entries, openMismatches },
          replayed,
        }
      },
      async resolveTreasuryMismatch(_parent, { input }, context) {
        const key = keyOn(context, 'resolveTreasuryMismatch', input)
        const { row, replayed } = await resolveByHand(deps, context.principal, input, key)
        return { mismatch: shapeMismatch(row), replayed }
      },
    },
    TreasuryMismatch: {
      async __resolveReference({ id }, context) {
        const row = await loaders(context).mismatches.load(id)
        return row === null ? null : shapeMismatch(row)
      },
    },
    TreasuryMismatchConnection: connectionFields,
  } satisfies Resolvers
}
