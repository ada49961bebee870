/** The treasury: US dollars of organizations, external bank accounts, and money over ACH (domain 1). */
import { randomInt } from 'node:crypto'
import type { CountedCardSpends } from '../shared/cardSpends.ts'
import { buildSubgraph, readContract } from '../shared/contract.ts'
import type { ClockOwner } from '../shared/organizationTime.ts'
import type { Worker } from '../shared/subgraph.ts'
import { type BankSettings, openBank } from './banks/openBank.ts'
import { decisionOf, findHolderOf, registerAccountHolders } from './models/accountHolders.ts'
import { registerAchPayments } from './models/achPayments.ts'
import { readNamedOwners, registerBankAccounts } from './models/bankAccounts.ts'
import { countOpenByKind, registerBankMismatches } from './models/bankMismatches.ts'
import { registerBookTransfers } from './models/bookTransfers.ts'
import { registerCards } from './models/cards.ts'
import { readCounted, registerCardTransactions } from './models/cardTransactions.ts'
import { registerFinancialAccounts } from './models/financialAccounts.ts'
import { registerPostedSums } from './models/postedSums.ts'
import { registerQuotes } from './models/quotes.ts'
import { registerReconciliations } from './models/reconciledBooks.ts'
import type { TreasuryDeps } from './ports.ts'
import { createAccountResolvers } from './resolvers/accountResolvers.ts'
import { createAchResolvers } from './resolvers/achResolvers.ts'
import { createCardResolvers } from './resolvers/cardResolvers.ts'
import { createConversionResolvers } from './resolvers/conversionResolvers.ts'
import { createReconciliationResolvers } from './resolvers/reconciliationResolvers.ts'
import { createSandboxResolvers } from './resolvers/sandboxResolvers.ts'
import { createTreasuryWork } from './services/ach/stopPayments.ts'
import { createParkedWithdrawals } from './services/ach/withdraw.ts'
import { pauseListed } from './services/bankAccounts/changeBankAccount.ts'
import { reviewSimilar } from './services/bankAccounts/screenOwner.ts'
import { createCardWorker } from './services/cards/expireCards.ts'
import { createStoppableCards } from './services/cards/stopCards.ts'
import { deliveryLedger } from './services/conversions/deliveryLedger.ts'
import { createQuoteWorker } from './services/conversions/endQuotes.ts'
import { createParkedQuotes } from './services/conversions/parkedQuotes.ts'
import { createParkedWork } from './services/parked.ts'
import { renewSecrets } from './services/renewSecrets.ts'
import { createReviewed } from './services/reviewed.ts'
import { createDollarsUnderWay } from './services/underWay.ts'
import { treasuryDueWork } from './workers/dueWork.ts'
import { createBankWorker } from './workers/followBank.ts'
import { createReconciliationWorker } from './workers/reconcileDaily.ts'

export type { StoppableCards } from './services/cards/stopCards.ts'

type TreasuryOptions = Omit<TreasuryDeps, 'banks' | 'randomInt'> &
  Partial<Pick<TreasuryDeps, 'randomInt'>> & {
    /** What banks there are, by mode; absent: the simulated one. */
    readonly banks?: Readonly<Record<'test' | 'live', BankSettings>>
  }

const SIMULATED: BankSettings = { kind: 'simulated' }

/** Registers its collections: call before `database.prepare()`. */
export function createTreasury(options: TreasuryOptions) {
  const { test = SIMULATED, live = SIMULATED } = options.banks ?? {}
  const deps: TreasuryDeps = {
    randomInt: (min, max) => randomInt(min, max + 1),
    ...options,
    banks: { test: openBank(test), live: openBank(live) },
  }
  const { database } = deps
  for (const register of [
    ...[registerAccountHolders, registerFinancialAccounts, registerBankAccounts],
    ...[registerAchPayments, registerBookTransfers, registerCards, registerCardTransactions],
    ...[registerQuotes, registerBankMismatches, registerReconciliations, registerPostedSums],
  ])
    register(database)
  const [accounts, ach] = [createAccountResolvers(deps), createAchResolvers(deps)]
  const [sandbox, cards] = [createSandboxResolvers(deps), createCardResolvers(deps)]
  const [reconciliation, conversions] = [createReconciliationResolvers(deps), createConversionResolvers(deps)]
  const resolvers = {
    ...{ ...accounts, ...ach, ...cards, ...reconciliation, ...conversions },
    Query: {
      ...{ ...accounts.Query, ...ach.Query, ...sandbox.Query, ...cards.Query },
      ...{ ...reconciliation.Query, ...conversions.Query },
    },
    Mutation: {
      ...{ ...accounts.Mutation, ...ach.Mutation, ...sandbox.Mutation, ...cards.Mutation },
      ...{ ...reconciliation.Mutation, ...conversions.Mutation },
    },
  }
  return {
    name: 'treasury',
    ...buildSubgraph(readContract('treasury'), resolvers, deps),
    /** Payments that have not left, to be stopped by a kill switch or a suspension. */
    work: createTreasuryWork(deps),
    /** Who owns the bank accounts, for screening when other lists are in force. */
    named: () => readNamedOwners(database),
    /** Lets nobody use a bank account whose owner is on a sanctions list. */
    pauseListed: (bankAccountId: string) => pauseListed(deps, bankAccountId),
    /** Lets nobody use one whose owner has a name like one on a list, until compliance has cleared it. */
    reviewSimilar: (bankAccountId: string) => reviewSimilar(deps, bankAccountId),
    holders: {
      /** What the bank has decided about an organization; null: it has no account there. */
      async findHolderDecision({ orgId, mode }: ClockOwner) {
        const row = await findHolderOf(database, orgId, mode)
        return row === null ? null : decisionOf(row)
      },
    },
    /** What waits for compliance. */
    reviewed: createReviewed(deps),
    /** What cards count in the limits of wallets. */
    cardSpends: (...[walletId, from]: Parameters<CountedCardSpends>) => readCounted(database, walletId, from),
    /** Cards that a kill switch freezes. */
    cards: createStoppableCards(deps),
    /** Operator's command. @returns how many bank accounts were sealed anew with the present master key */
    renewSecrets: () => renewSecrets(deps),
    /** What is under way in dollars, for lists of the ledger. */
    underWay: createDollarsUnderWay(database),
    /** What waits for an approval. */
    parked: createParkedWork(createParkedWithdrawals(deps), createParkedQuotes(deps)),
    /** What the end of a conversion's delivery books. */
    deliveryLedger,
    /** What the clock of an organization makes due. */
    dueWork: treasuryDueWork(deps),
    /** Open differences between books and bank, counted by kind. */
    openMismatches: () => countOpenByKind(database),
    workers: [
      ...[createBankWorker(deps), createCardWorker(deps), createQuoteWorker(deps), createReconciliationWorker(deps)],
    ] as readonly Worker[],
  } as const
}
