/** GraphQL of external bank accounts, payments over ACH and book transfers: parse, service, shape. */
import { openKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import { invariant } from '../../shared/errors.ts'
import type { RequestContext } from '../../shared/principal.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { TreasuryDeps } from '../ports.ts'
import { cancelPayment, retryPayment } from '../services/ach/changePayment.ts'
import { fund, type Made } from '../services/ach/fund.ts'
import { withdraw } from '../services/ach/withdraw.ts'
import { comparable, comparableGuess } from '../services/bankAccounts/bankAccountSecrets.ts'
import {
  closeBankAccount,
  pauseBankAccount,
  retryMicroDeposits,
  unpauseBankAccount,
} from '../services/bankAccounts/changeBankAccount.ts'
import { type Changed, linkBankAccount } from '../services/bankAccounts/linkBankAccount.ts'
import { verifyMicroDeposits } from '../services/bankAccounts/verifyMicroDeposits.ts'
import { bookTransfer } from '../services/bookTransfer.ts'
import { pages, requireFound } from '../services/readTreasury.ts'
import { treasuryLoaders } from './loaders.ts'
import { shapeAccount, shapeBankAccount, shapeBookTransfer, shapePayment } from './shapes.ts'

export const shapeChanged = ({ row, replayed }: Changed) => ({ externalBankAccount: shapeBankAccount(row), replayed })
export const shapeMade = ({ row, replayed }: Pick<Made, 'row' | 'replayed'>) => ({
  treasuryPayment: shapePayment(row),
  replayed,
})

/** The key of an act on one resource. */
export const keyOn = (
  context: RequestContext,
  operation: string,
  input: { readonly id: string; readonly idempotencyKey?: string | null | undefined },
) => openKey(context, { operation, on: [input.id], input })

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
    Mutation: {
      async linkExternalBankAccount(_parent, { input }, context) {
        const { idempotencyKey: _, ...request } = input
        const key = openKey(context, { operation: 'linkExternalBankAccount', input: comparable(deps, input) })
        return shapeChanged(await linkBankAccount(deps, context.principal, request, key))
      },
      async verifyMicroDeposits(_parent, { input }, context) {
        const { idempotencyKey: _, ...earlier } = input
        const asked = { operation: 'verifyMicroDeposits', on: [input.id], input: comparableGuess(deps, input), earlier }
        const key = openKey(context, asked)
        const changed = await verifyMicroDeposits(deps, context.principal, input, key)
        return { ...shapeChanged(changed), verified: changed.row.verificationState === 'ENABLED' }
      },
      async retryMicroDeposits(_parent, { input }, context) {
        const key = keyOn(context, 'retryMicroDeposits', input)
        return shapeChanged(await retryMicroDeposits(deps, context.principal, input, key))
      },
      async pauseExternalBankAccount(_parent, { input }, context) {
        const key = keyOn(context, 'pauseExternalBankAccount', input)
        return shapeChanged(await pauseBankAccount(deps, context.principal, input, key))
      },
      async unpauseExternalBankAccount(_parent, { input }, context) {
        const key = keyOn(context, 'unpauseExternalBankAccount', input)
        return shapeChanged(await unpauseBankAccount(deps, context.principal, input, key))
      },
      async closeExternalBankAccount(_parent, { input }, context) {
        const key = keyOn(context, 'closeExternalBankAccount', input)
        return shapeChanged(await closeBankAccount(deps, context.principal, input, key))
      },
      async fundTreasury(_parent, { input }, context) {
        const { idempotencyKey: _, ...request } = input
        const key = openKey(context, { operation: 'fundTreasury', input })
        return shapeMade(await fund(deps, context.principal, request, key))
      },
      async withdrawTreasury(_parent, { input }, context) {
        const { idempotencyKey: _, ...request } = input
        const key = openKey(context, { operation: 'withdrawTreasury', input })
        const act = () => withdraw(deps, context.principal, request, key)
        return shapeMade(await deps.watchDollars(context, 'withdrawTreasury', act))
      },
      async retryTreasuryPayment(_parent, { input }, context) {
        const key = keyOn(context, 'retryTreasuryPayment', input)
        return shapeMade(await retryPayment(deps, context.principal, input, key))
      },
      async cancelTreasuryPayment(_parent, { input }, context) {
        const key = keyOn(context, 'cancelTreasuryPayment', input)
        return shapeMade(await cancelPayment(deps, context.principal, input, key))
      },
      async createBookTransfer(_parent, { input }, context) {
        const key = openKey(context, { operation: 'createBookTransfer', input })
        const { row, replayed } = await bookTransfer(deps, context.principal, input, key)
        return { bookTransfer: shapeBookTransfer(row), replayed }
      },
    },
    ExternalBankAccount: {
      async financialAccount({ financialAccountId }, _args, context) {
        const row = await loaders(context).accounts.load(financialAccountId)
        invariant(row !== null, `financial account ${financialAccountId} of a bank account does not exist`)
        return shapeAccount(row)
      },
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
