/** The treasury: US dollars of organizations, external bank accounts, and money over ACH (domain 1). */
import { buildSubgraph, readContract } from '../shared/contract.ts'
import type { Worker } from '../shared/subgraph.ts'
import { createSimulatedBank } from './banks/simulated.ts'
import { registerAccountHolders } from './models/accountHolders.ts'
import { registerAchPayments } from './models/achPayments.ts'
import { registerBankAccounts } from './models/bankAccounts.ts'
import { registerBookTransfers } from './models/bookTransfers.ts'
import { registerFinancialAccounts } from './models/financialAccounts.ts'
import type { TreasuryDeps } from './ports.ts'
import { createAccountResolvers } from './resolvers/accountResolvers.ts'
import { createAchResolvers } from './resolvers/achResolvers.ts'

type TreasuryOptions = Omit<TreasuryDeps, 'bank'> & Partial<Pick<TreasuryDeps, 'bank'>>

/** Registers its collections: call before `database.prepare()`. */
export function createTreasury(options: TreasuryOptions) {
  const deps: TreasuryDeps = { bank: createSimulatedBank(), ...options }
  const { database } = deps
  for (const register of [
    ...[registerAccountHolders, registerFinancialAccounts, registerBankAccounts],
    ...[registerAchPayments, registerBookTransfers],
  ])
    register(database)
  const [accounts, ach] = [createAccountResolvers(deps), createAchResolvers(deps)]
  const resolvers = {
    ...{ ...accounts, ...ach },
    Query: { ...accounts.Query, ...ach.Query },
    Mutation: { ...accounts.Mutation },
  }
  return {
    name: 'treasury',
    ...buildSubgraph(readContract('treasury'), resolvers, deps.commit),
    workers: [] as readonly Worker[],
  } as const
}
