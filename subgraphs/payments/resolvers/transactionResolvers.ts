/** GraphQL of the ledger's transactions: parse, service, shape. */
import { parseChain } from '../../shared/chainName.ts'
import {
  type Connection,
  connectionFields,
  EMPTY,
  type OrderedArguments,
  toConnection,
} from '../../shared/connections.ts'
import { invalidField, notFound } from '../../shared/errors.ts'
import { parseAnyAddress } from '../../shared/evmAddress.ts'
import { parseInstant, requireRange } from '../../shared/fields.ts'
import { parseAmount, parseCents, parseCoin } from '../../shared/money.ts'
import { type RequestContext, requireCaller } from '../../shared/principal.ts'
import { isToken } from '../../shared/tokens.ts'
import type { QueryTransactionsArgs } from '../generated.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { PaymentsDeps } from '../ports.ts'
import { parseToken } from '../services/paymentRequests.ts'
import type { TransactionFilter } from '../services/transactionCauses.ts'
import { getTransaction, isCoin, listTransactions, sumTransactions } from '../services/transactions.ts'
import { paymentLoaders } from './loaders.ts'
import { type ShapeDeps, shapeHold, shapePayment, shapeWallet } from './shapes.ts'
import { shapeTotals, totalUsdOf } from './totalsShape.ts'
import { shapeTransaction } from './transactionShape.ts'

export function createTransactionResolvers(deps: PaymentsDeps & ShapeDeps): Resolvers {
  async function list(args: QueryTransactionsArgs & OrderedArguments, { principal }: RequestContext) {
    requireCaller(principal)
    const page = await listTransactions(deps, principal, filterOf(args), args)
    return page === null ? EMPTY : toConnection(page, shapeTransaction)
  }

  return {
    Query: {
      transaction: async (_parent, { id }, { principal }) =>
        shapeTransaction(await getTransaction(deps, principal, id)),
      transactions: (_parent, args, context) => list(args, context),
      transactionsByHash: async (_parent, args, context) => requireSome(await list(args, context)),
      transactionTotals: async (_parent, args, { principal }) =>
        shapeTotals(await sumTransactions(deps, principal, filterOf(args))),
    },
    Transaction: {
      async __resolveReference({ id }, context) {
        const view = await paymentLoaders(deps, context).transactions.load(id)
        return view === null ? null : shapeTransaction(view)
      },
      async wallet({ walletId }, _args, context) {
        const view = await paymentLoaders(deps, context).wallets.load(walletId)
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
    Wallet: {
      entries: ({ id }, args, context) => list({ ...args, walletId: id }, context),
      totalUsd: ({ holdings }) => totalUsdOf(deps, holdings),
    },
    Payment: { entries: ({ id }, args, context) => list({ ...args, paymentId: id }, context) },
    Hold: { entries: ({ id }, args, context) => list({ ...args, holdId: id }, context) },
    TransactionConnection: connectionFields,
  }
}

/** @throws DomainError not_found: the list is empty */
export function requireSome<T>(found: Connection<T>): Connection<T> {
  const { hasNextPage, hasPreviousPage } = found.pageInfo
  if (found.edges.length === 0 && !(hasNextPage || hasPreviousPage)) throw notFound('transaction')
  return found
}

export function filterOf(args: QueryTransactionsArgs, isOfDollarsToo = false): TransactionFilter {
  const { walletId, agentId, paymentId, holdId, types, statuses, address, txHash, open } = args
  const isShown = args.token != null && (isCoin(args.token) || (isOfDollarsToo && args.token === 'USD'))
  const token = args.token == null ? null : isShown ? args.token : parseToken(args.token)
  const [postedFrom, postedUntil] = [
    parseInstant(args.postedFrom, 'posted_from', 'day'),
    parseInstant(args.postedUntil, 'posted_until', 'day'),
  ]
  const [amountMin, amountMax] = [
    parseBound(args.amountMin, token, 'amount_min'),
    parseBound(args.amountMax, token, 'amount_max'),
  ]
  requireRange(postedFrom, postedUntil, ['posted_from', 'posted_until'])
  requireRange(amountMin, amountMax, ['amount_min', 'amount_max'])
  return {
    ...{ walletId, agentId, paymentId, holdId, types, statuses, token, open },
    // There may be entries on a chain that is no longer configured.
    chain: args.chain == null ? null : parseChain(args.chain, 'test'),
    ...{ postedFrom, postedUntil, amountMin, amountMax },
    address: address == null ? null : requireAddress(address),
    txHash: txHash == null ? null : requireHash(txHash),
  }
}

/** An amount says nothing without its token. */
function parseBound(text: string | null | undefined, token: TransactionFilter['token'], path: string): bigint | null {
  if (text == null) return null
  if (token == null) throw invalidField('token', 'required', `is required beside ${path}.`)
  if (token === 'USD') return parseCents(text, path)
  if (!isToken(token)) return parseCoin(text, path)
  return parseAmount(text, token, path).units
}

function requireAddress(text: string): string {
  const address = parseAnyAddress(text)
  if (address !== null) return address
  const rule = 'must be an address: 0x and 40 hexadecimal digits; mixed case needs its EIP-55 checksum.'
  throw invalidField('address', 'not_an_address', rule)
}

function requireHash(text: string): string {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  throw invalidField('tx_hash', 'not_a_hash', 'must be 0x and 64 hexadecimal digits.')
}
