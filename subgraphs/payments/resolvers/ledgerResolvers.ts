/** GraphQL of the ledger as a whole: transactions of wallets and of financial accounts in one list. */
import { connectionFields, EMPTY, type OrderedArguments, toConnection } from '../../shared/connections.ts'
import { type RequestContext, requireCaller } from '../../shared/principal.ts'
import type { QueryLedgerTransactionsArgs } from '../generated.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { PaymentsDeps } from '../ports.ts'
import { getLedgerTransaction, listLedgerTransactions, sumLedgerTransactions } from '../services/ledgerTransactions.ts'
import { shapeLedgerTransaction } from './ledgerShapes.ts'
import { paymentLoaders } from './loaders.ts'
import { type ShapeDeps, shapeHold, shapePayment, shapeWallet } from './shapes.ts'
import { shapeLedgerTotals } from './totalsShape.ts'
import { filterOf, requireSome } from './transactionResolvers.ts'

export function createLedgerResolvers(deps: PaymentsDeps & ShapeDeps): Resolvers {
  async function list(args: QueryLedgerTransactionsArgs & OrderedArguments, { principal }: RequestContext) {
    requireCaller(principal)
    const page = await listLedgerTransactions(deps, principal, filterOf(args, true), args)
    return page === null ? EMPTY : toConnection(page, shapeLedgerTransaction)
  }

  return {
    Query: {
      ledgerTransaction: async (_parent, { id }, { principal }) =>
        shapeLedgerTransaction(await getLedgerTransaction(deps, principal, id)),
      ledgerTransactions: (_parent, args, context) => list(args, context),
      ledgerTransactionsByHash: async (_parent, args, context) => requireSome(await list(args, context)),
      ledgerTransactionTotals: async (_parent, args, { principal }) =>
        shapeLedgerTotals(await sumLedgerTransactions(deps, principal, filterOf(args, true))),
    },
    LedgerTransaction: {
      async __resolveReference({ id }, context) {
        const view = await paymentLoaders(deps, context).ledgerTransactions.load(id)
        return view === null ? null : shapeLedgerTransaction(view)
      },
      async wallet({ walletId }, _args, context) {
        const view = walletId === null ? null : await paymentLoaders(deps, context).wallets.load(walletId)
        return view === null ? null : shapeWallet(deps, view)
      },
      async payment({ paymentId }, _args, context) {
        const row = paymentId === null ? null : await paymentLoaders(deps, context).payments.load(paymentId)
        return row === null ? null : shapePayment(deps, row)
      },
      async open({ isSetAside, paymentId }, _args, context) {
        if (isSetAside !== 'byCapture') return isSetAside
        const row = paymentId === null ? null : await paymentLoaders(deps, context).payments.load(paymentId)
        return row?.status === 'pending'
      },
      async hold({ holdId }, _args, context) {
        const row = holdId === null ? null : await paymentLoaders(deps, context).holds.load(holdId)
        return row === null ? null : shapeHold(row)
      },
    },
    LedgerTransactionConnection: connectionFields,
  }
}
