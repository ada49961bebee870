/** The treasury: US dollars of organizations, external bank accounts, and money over ACH (domain 1). */
import { randomInt } from 'node:crypto'
import type { CountedCardSpends } from '../shared/cardSpends.ts'
import { buildSubgraph, readContract } from '../shared/contract.ts'
import type { Worker } from '../shared/subgraph.ts'
import { createSimulatedBank } from './banks/simulated.ts'
import { registerAccountHolders } from './models/accountHolders.ts'
import { registerAchPayments } from './models/achPayments.ts'
import { registerBankAccounts } from './models/bankAccounts.ts'
import { registerBookTransfers } from './models/bookTransfers.ts'
import { registerCards } from './models/cards.ts'
import { readCounted, registerCardTransactions } from './models/cardTransactions.ts'
import { registerFinancialAccounts } from './models/financialAccounts.ts'
import { registerQuotes } from './models/quotes.ts'
import type { TreasuryDeps } from './ports.ts'
import { createAccountResolvers } from './resolvers/accountResolvers.ts'
import { createAchResolvers } from './resolvers/achResolvers.ts'
import { createCardResolvers } from './resolvers/cardResolvers.ts'
import { createConversionResolvers } from './resolvers/conversionResolvers.ts'
import { createSandboxResolvers } from './resolvers/sandboxResolvers.ts'
import { createTreasuryWork } from './services/ach/stopPayments.ts'
import { createParkedWithdrawals } from './services/ach/withdraw.ts'
import { createCardWorker } from './services/cards/expireCards.ts'
import { createStoppableCards } from './services/cards/stopCards.ts'
import { deliveryLedger } from './services/conversions/deliveryLedger.ts'
import { createQuoteWorker } from './services/conversions/endQuotes.ts'
import { createParkedQuotes } from './services/conversions/parkedQuotes.ts'
import { createParkedWork } from './services/parked.ts'
import { renewSecrets } from './services/renewSecrets.ts'
import { createBankWorker } from './workers/followBank.ts'

export type { StoppableCards } from './services/cards/stopCards.ts'

type TreasuryOptions = Omit<TreasuryDeps, 'bank' | 'randomInt'> & Partial<Pick<TreasuryDeps, 'bank' | 'randomInt'>>

/** Registers its collections: call before `database.prepare()`. */
export function createTreasury(options: TreasuryOptions) {
  const deps: TreasuryDeps = {
    bank: createSimulatedBank(),
    randomInt: (min, max) => randomInt(min, max + 1),
    ...options,
  }
  const { database } = deps
  for (const register of [
    ...[registerAccountHolders, registerFinancialAccounts, registerBankAccounts],
    ...[registerAchPayments, registerBookTransfers, registerCards, registerCardTransactions, registerQuotes],
  ])
    register(database)
  const [accounts, ach] = [createAccountResolvers(deps), createAchResolvers(deps)]
  const [sandbox, cards] = [createSandboxResolvers(deps), createCardResolvers(deps)]
  const conversions = createConversionResolvers(deps)
  const resolvers = {
    ...{ ...accounts, ...ach, ...cards, ...conversions },
    Query: { ...accounts.Query, ...ach.Query, ...sandbox.Query, ...cards.Query, ...conversions.Query },
    Mutation: {
      ...{ ...accounts.Mutation, ...ach.Mutation, ...sandbox.Mutation, ...cards.Mutation },
      ...conversions.Mutation,
    },
  }
  return {
    name: 'treasury',
    ...buildSubgraph(readContract('treasury'), resolvers, deps.commit),
    /** Payments that have not left, to be stopped by a kill switch or a suspension. */
    work: createTreasuryWork(deps),
    /** What cards count in the limits of wallets. */
    cardSpends: (...[walletId, from]: Parameters<CountedCardSpends>) => readCounted(database, walletId, from),
    /** Cards that a kill switch freezes. */
    cards: createStoppableCards(deps),
    /** Operator's command. @returns how many bank accounts were sealed anew with the present master key */
    renewSecrets: () => renewSecrets(deps),
    /** What waits for an approval. */
    parked: createParkedWork(createParkedWithdrawals(deps), createParkedQuotes(deps)),
    /** What the end of a conversion's delivery books. */
    deliveryLedger,
    workers: [createBankWorker(deps), createCardWorker(deps), createQuoteWorker(deps)] as readonly Worker[],
  } as const
}
