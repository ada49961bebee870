/** GraphQL of account holders, financial accounts and what they hold: parse, service, shape. */
import { openKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import { invariant } from '../../shared/errors.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { TreasuryDeps } from '../ports.ts'
import { pages, readBalances, requireFound } from '../services/readTreasury.ts'
import { syncAccountHolder } from '../services/syncAccountHolder.ts'
import { treasuryLoaders } from './loaders.ts'
import { shapeAccount, shapeBalance, shapeHolder, shapeTotals } from './shapes.ts'

export function createAccountResolvers(deps: TreasuryDeps) {
  const loaders = (context: Parameters<typeof treasuryLoaders>[1]) => treasuryLoaders(deps, context)
  return {
    Query: {
      accountHolders: async (_parent, args, { principal }) =>
        toConnection(await pages.holders(deps, principal, args), shapeHolder),
      accountHolder: async (_parent, { id }, context) =>
        shapeHolder(requireFound(await loaders(context).holders.load(id), 'account holder')),
      financialAccounts: async (_parent, args, { principal }) =>
        toConnection(await pages.accounts(deps, principal, args), shapeAccount),
      financialAccount: async (_parent, { id }, context) =>
        shapeAccount(requireFound(await loaders(context).accounts.load(id), 'financial account')),
      async treasuryBalances(_parent, args, { principal }) {
        const { balances, deficit } = await readBalances(deps, principal, args)
        return {
          balances: balances.map(shapeBalance),
          totals: shapeTotals(balances),
          deficitAmountMinor: Number(deficit),
        }
      },
    },
    Mutation: {
      async syncAccountHolder(_parent, { input }, context) {
        const key = openKey(context, { operation: 'syncAccountHolder', input })
        const { synced, replayed } = await syncAccountHolder(deps, context.principal, input, key)
        return {
          accountHolder: shapeHolder(synced.holder),
          financialAccounts: synced.accounts.map(shapeAccount),
          syncedAt: synced.syncedAt.toISOString(),
          ...{ created: synced.created, updated: synced.updated, replayed },
        }
      },
    },
    AccountHolder: {
      async __resolveReference({ id }, context) {
        const row = await loaders(context).holders.load(id)
        return row === null ? null : shapeHolder(row)
      },
    },
    FinancialAccount: {
      async balance({ id }, _args, context) {
        const found = await loaders(context).balances.load(id)
        invariant(found !== null, `financial account ${id} is shown and has no balance`)
        return shapeBalance(found)
      },
      async __resolveReference({ id }, context) {
        const row = await loaders(context).accounts.load(id)
        return row === null ? null : shapeAccount(row)
      },
    },
    AccountHolderConnection: connectionFields,
    FinancialAccountConnection: connectionFields,
  } satisfies Resolvers
}
