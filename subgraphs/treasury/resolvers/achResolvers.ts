/** GraphQL of external bank accounts, payments over ACH and book transfers: parse, service, shape. */
import { connectionFields, toConnection } from '../../shared/connections.ts'
import { invariant } from '../../shared/errors.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { TreasuryDeps } from '../ports.ts'
import { pages, requireFound } from '../services/readTreasury.ts'
import { treasuryLoaders } from './loaders.ts'
import { shapeAccount, shapeBankAccount, shapeBookTransfer, shapePayment } from './shapes.ts'

export function createAchResolvers(deps: TreasuryDeps) {
  const loaders = (context: Parameters<typeof treasuryLoaders>[1]) => treasuryLoaders(deps, context)
  return {
    Query: {
      externalBankAccounts: async (_parent, args, { principal }) =>
        toConnection(await pages.bankAccounts(deps, principal, args), shapeBankAccount),
      externalBankAccount: async (_parent, { id }, context) =>
        shapeBankAccount(requireFound(await loaders(context).bankAccounts.load(id), 'external bank account')),
      treasuryPayments: async (_parent, args, { principal }) =>
        toConnection(await pages.payments(deps, principal, args), shapePayment),
      treasuryPayment: async (_parent, { id }, context) =>
        shapePayment(requireFound(await loaders(context).payments.load(id), 'treasury payment')),
    },
    ExternalBankAccount: {
      async __resolveReference({ id }, context) {
        const row = await loaders(context).bankAccounts.load(id)
        return row === null ? null : shapeBankAccount(row)
      },
    },
    TreasuryPayment: {
      async financialAccount({ financialAccountId }, _args, context) {
        const row = await loaders(context).accounts.load(financialAccountId)
        invariant(row !== null, `financial account ${financialAccountId} of a payment does not exist`)
        return shapeAccount(row)
      },
      async externalBankAccount({ externalBankAccountId }, _args, context) {
        const row = await loaders(context).bankAccounts.load(externalBankAccountId)
        invariant(row !== null, `bank account ${externalBankAccountId} of a payment does not exist`)
        return shapeBankAccount(row)
      },
      async __resolveReference({ id }, context) {
        const row = await loaders(context).payments.load(id)
        return row === null ? null : shapePayment(row)
      },
    },
    BookTransfer: {
      async __resolveReference({ id }, context) {
        const row = await loaders(context).bookTransfers.load(id)
        return row === null ? null : shapeBookTransfer(row)
      },
    },
    ExternalBankAccountConnection: connectionFields,
    TreasuryPaymentConnection: connectionFields,
  } satisfies Resolvers
}
