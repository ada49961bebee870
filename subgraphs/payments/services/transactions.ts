/**
 * Transactions: the journal as wallets see it. The journal itself is listed, in its own order, and what it does not say
 * (addresses, hashes, agents) is read from the payments, holds and deposits that its entries are about, so entries of any
 * age are listed alike.
 */
import { listTooSlow, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { notFound } from '../../shared/errors.ts'
import { ID_PREFIXES, idsOf } from '../../shared/ids.ts'
import { type Caller, owns, type Principal, requireCaller } from '../../shared/principal.ts'
import { CHAIN_FACTS, CHAINS, isToken } from '../../shared/tokens.ts'
import {
  amountPath,
  findJournalPage,
  findJournals,
  isCoinAmount,
  type JournalSum,
  ofCause,
  ofGas,
  sumJournals,
} from '../models/journals.ts'
import { findSlotsOf } from '../models/nonceSlots.ts'
import { findWalletIds, findWallets } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { isOfWallets, journalTypesOf } from '../rules/transactions.ts'
import { walletIdsOf } from './readPayments.ts'
import { causesOf, NAMED_MAX, setAside, type TransactionFilter } from './transactionCauses.ts'
import { type TransactionView, viewsOf } from './transactionViews.ts'

type Deps = Pick<PaymentsDeps, 'database'>

/** Whether it is the symbol of the native coin of a chain. */
export const isCoin = (text: string): boolean => CHAINS.some((chain) => CHAIN_FACTS[chain].coin === text)

/** Payments, holds and deposits whose entries are looked up one by one. */
const LOOKED_UP_MAX = 200
/** Totals are exact up to here. */
export const TOTALS_MAX = 10_000

export async function listTransactions(
  deps: Deps,
  principal: Principal,
  filter: TransactionFilter,
  args: OrderedArguments,
): Promise<Page<TransactionView> | null> {
  const journal = await journalFilter(deps, requireCaller(principal), filter)
  if (journal === null) return null
  const page = await findJournalPage(deps.database, { name: 'transactions', filter: journal }, args)
  return { ...page, rows: await viewsOf(deps, principal, page.rows), cursorOf: ({ row }) => page.cursorOf(row) }
}

/** @throws DomainError not_found */
export async function getTransaction(deps: Deps, principal: Principal, id: string): Promise<TransactionView> {
  const [view] = await findVisibleTransactions(deps, principal, [id])
  if (view == null) throw notFound('transaction')
  return view
}

/** For references: null where the principal may not read. */
export async function findVisibleTransactions(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(TransactionView | null)[]> {
  const wanted = ids.map(journalIdOf)
  const found = await findJournals(
    deps.database,
    wanted.filter((id) => id !== null),
  )
  const views = await viewsOf(
    deps,
    principal,
    found.filter(({ type }) => isOfWallets(type)),
  )
  const visible = new Map(views.filter(({ wallet }) => owns(principal, wallet)).map((view) => [view.row._id, view]))
  return wanted.map((id) => (id === null ? null : (visible.get(id) ?? null)))
}

export interface Totals {
  readonly sums: readonly JournalSum[]
  readonly isExact: boolean
}

export async function sumTransactions(deps: Deps, principal: Principal, filter: TransactionFilter): Promise<Totals> {
  const journal = await journalFilter(deps, requireCaller(principal), filter)
  if (journal === null) return { sums: [], isExact: true }
  const sums = await sumJournals(deps.database, journal, TOTALS_MAX)
  // Exactly as many as are counted at most may be more.
  return { sums, isExact: sums.reduce((count, sum) => count + sum.count, 0) < TOTALS_MAX }
}

export function journalIdOf(transactionId: string): string | null {
  const [, name] = /^txn_([A-Za-z0-9_.-]{1,200})$/.exec(transactionId) ?? []
  return name === undefined ? null : `${ID_PREFIXES.journal}${name}`
}

/** The filter over the journal; null: nothing that the caller may see can match. */
export async function journalFilter(deps: Deps, caller: Caller, filter: TransactionFilter): Promise<object | null> {
  const walletIds = await visibleWalletIds(deps, caller, filter)
  if (walletIds?.length === 0) return null
  const causes = await causesOf(deps, caller, filter, walletIds)
  const { token, chain, postedFrom, postedUntil } = filter
  const line = (field: string, value: unknown) => (value == null ? [] : [{ [`lines.${field}`]: value }])
  const asset =
    token == null || isToken(token)
      ? line('token', token)
      : [...line('token', 'native'), ...line('chain', { $in: CHAINS.filter((one) => CHAIN_FACTS[one].coin === token) })]
  // Who names a coin asks for fees, the only ones that are paid in it.
  const isOfCoin = token != null && !isToken(token)
  const types = journalTypesOf(isOfCoin && filter.types == null ? { ...filter, types: ['fee'] } : filter)
  const isOfFees = types.includes('gas_paid')
  const gas = isOfFees ? await gasOf(deps, caller, filter, walletIds) : []
  if (causes?.length === 0 && gas.length === 0) return null
  const clauses = [
    { type: { $in: types } },
    ...asset,
    ...line('chain', chain),
    ...(postedFrom == null ? [] : [{ postedAt: { $gte: postedFrom } }]),
    ...(postedUntil == null ? [] : [{ postedAt: { $lt: postedUntil } }]),
    ...withinAmounts(filter, isOfCoin),
    ...(await setAside(deps, caller, filter.open, walletIds)),
  ]
  // The causes belong to the wallets already, and an index by wallet would only tempt the planner.
  if (causes !== null && causes.length <= LOOKED_UP_MAX) {
    const fees = isOfFees ? await feesOf(deps, causes, filter) : []
    const entries = filter.txHash == null ? causes.map(ofCause) : causes.map(ofCarried)
    return { $and: [{ $or: [...entries, ...fees, ...gas] }, ...clauses] }
  }
  const ofCauses = causes === null ? [] : [{ 'reference.id': { $in: causes } }]
  return { $and: [await ofWallets(deps, caller, walletIds), ...clauses, ...ofCauses] }
}

/**
 * The entries of a payment or deposit that one transaction of the chain carried; of a payment those of its refunds are
 * causes of their own, since another transaction has brought each, and so is the capture of the hold that it was paid from.
 */
const ofCarried = (id: string): object =>
  isEntry(id) ? { _id: `${ID_PREFIXES.journal}${id}` } : { ...ofCause(id), type: { $not: /^refund_/ } }

/** `pay_x.refund.1`, `hld_x.ended`: one entry. Ids of causes have no point. */
const isEntry = (id: string): boolean => id.includes('.')

function withinAmounts({ amountMin, amountMax }: TransactionFilter, isOfCoin: boolean): object[] {
  const bounds = [
    ...(amountMin == null ? [] : [['$gte', amountMin] as const]),
    ...(amountMax == null ? [] : [['$lte', amountMax] as const]),
  ]
  return bounds.map(([side, units]) => (isOfCoin ? isCoinAmount(side, units) : { [amountPath]: { [side]: units } }))
}

/** The fees of these payments, which are named by the transactions that they paid; a fee has no other side. */
async function feesOf({ database }: Deps, causes: readonly string[], { address, txHash }: TransactionFilter) {
  if (address != null) return []
  const slots = await findSlotsOf(database, idsOf('payment', causes))
  return [...slots].flatMap(([paymentId, rows]) =>
    rows.flatMap(({ bytes }) =>
      bytes.filter(({ hash }) => txHash == null || hash === txHash).map(({ hash }) => ofGas(hash, paymentId)),
    ),
  )
}

/** What one transaction of the chain cost, also where it carried no payment but coins for a wallet. */
async function gasOf(
  deps: Deps,
  caller: Caller,
  { txHash, address, paymentId, holdId }: TransactionFilter,
  walletIds: readonly string[] | null,
): Promise<object[]> {
  if (txHash == null || address != null || paymentId != null || holdId != null) return []
  // Of a payment of an agent's own, `feesOf` finds it; those of the former agent of its wallet are not told.
  const shown = caller.kind === 'agent' ? [{ 'reference.id': { $not: /^pay_/ } }] : []
  return [{ $and: [ofGas(txHash), await ofWallets(deps, caller, walletIds), ...shown] }]
}

/** Null: all of the organization in the caller's mode. */
export async function visibleWalletIds(
  deps: Deps,
  caller: Caller,
  { walletId, agentId }: TransactionFilter,
): Promise<readonly string[] | null> {
  if (caller.kind === 'agent') {
    const isForeign =
      (agentId ?? caller.agentId) !== caller.agentId || (walletId ?? caller.walletId) !== caller.walletId
    return isForeign ? [] : [caller.walletId]
  }
  if (walletId == null) return walletIdsOf(deps, caller, agentId)
  const wallets = await findWallets(deps.database, idsOf('wallet', [walletId]))
  return wallets
    .filter((wallet) => owns(caller, wallet) && (agentId == null || wallet.agentId === agentId))
    .map(({ _id }) => _id)
}

/** Journal entries do not say their mode, so an organization with wallets in both names those of the caller's. */
async function ofWallets({ database }: Deps, { orgId, mode }: Caller, walletIds: readonly string[] | null) {
  if (walletIds?.length === 1) return { 'lines.walletId': walletIds[0] }
  if (walletIds !== null) return { 'lines.walletId': { $in: walletIds } }
  const other = await findWalletIds(database, { orgId, mode: mode === 'live' ? 'test' : 'live' }, 1)
  if (other.length === 0) return { orgId }
  const own = await findWalletIds(database, { orgId, mode }, NAMED_MAX + 1)
  if (own.length > NAMED_MAX) throw listTooSlow()
  return { orgId, 'lines.walletId': { $in: own } }
}
