/**
 * Transactions: the journal as wallets see it. The journal itself is listed, in its own order, and what it does not say
 * (addresses, hashes, agents) is read from the payments, holds and deposits that its entries are about, so entries of any
 * age are listed alike.
 */
import { listTooSlow, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { notFound } from '../../shared/errors.ts'
import { ID_PREFIXES, idsOf } from '../../shared/ids.ts'
import type { JournalRow } from '../../shared/ledger/journal.ts'
import { type Caller, owns, type Principal, requireCaller } from '../../shared/principal.ts'
import type { Chain, Token } from '../../shared/tokens.ts'
import { type DepositRow, findDepositsByHash, findDepositsById, findDepositsFrom } from '../models/deposits.ts'
import { findHoldsById, findHoldsTo, type HoldRow } from '../models/holds.ts'
import { amountPath, findJournalPage, findJournals, type JournalSum, ofCause, sumJournals } from '../models/journals.ts'
import { findMismatches, findOutflowsByHash, type MismatchRow } from '../models/mismatches.ts'
import { findSlotsByHash, subjectsOf } from '../models/nonceSlots.ts'
import { findPaymentsById, findPaymentsTo, type PaymentRow } from '../models/payments.ts'
import { findWalletIds, findWallets, type WalletRow } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { journalTypesOf, type TransactionStatus, type TransactionType, walletLinesOf } from '../rules/transactions.ts'
import { findVisibleHolds } from './holds/readHolds.ts'
import { findVisiblePayments, walletIdsOf } from './readPayments.ts'

type Deps = Pick<PaymentsDeps, 'database'>

/** A journal entry with what it is about. */
export interface TransactionView {
  readonly row: JournalRow
  readonly wallet: WalletRow
  readonly payment: PaymentRow | null
  readonly hold: HoldRow | null
  readonly deposit: DepositRow | null
  /** The outflow that no payment explains. */
  readonly outflow: MismatchRow | null
}

/** Null and absent fields do not filter. */
export interface TransactionFilter {
  readonly walletId?: string | null | undefined
  readonly agentId?: string | null | undefined
  readonly paymentId?: string | null | undefined
  readonly holdId?: string | null | undefined
  readonly types?: readonly TransactionType[] | null | undefined
  readonly statuses?: readonly TransactionStatus[] | null | undefined
  readonly token?: Token | null
  readonly chain?: Chain | null
  readonly postedFrom?: Date | null
  readonly postedUntil?: Date | null
  /** In units of `token`, both inclusive. */
  readonly amountMin?: bigint | null
  readonly amountMax?: bigint | null
  /** EIP-55. */
  readonly address?: string | null
  /** Lower case. */
  readonly txHash?: string | null
}

/** Payments, holds and deposits whose entries are looked up one by one. */
const LOOKED_UP_MAX = 200
/** Payments, holds or deposits of one address, and wallets of one mode, that a filter may name. */
const NAMED_MAX = 10_000
/** Totals are exact up to here. */
const TOTALS_MAX = 10_000

export async function listTransactions(
  deps: Deps,
  principal: Principal,
  filter: TransactionFilter,
  args: OrderedArguments,
): Promise<Page<TransactionView> | null> {
  const journal = await journalFilter(deps, requireCaller(principal), filter)
  if (journal === null) return null
  const page = await findJournalPage(deps.database, { name: 'transactions', filter: journal }, args)
  return { ...page, rows: await viewsOf(deps, page.rows), cursorOf: ({ row }) => page.cursorOf(row) }
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
    found.filter((row) => walletLinesOf(row).length > 0),
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

export const transactionIdOf = ({ _id }: JournalRow): string =>
  `${ID_PREFIXES.transaction}${_id.slice(ID_PREFIXES.journal.length)}`

function journalIdOf(transactionId: string): string | null {
  const [, name] = /^txn_([A-Za-z0-9_.-]{1,200})$/.exec(transactionId) ?? []
  return name === undefined ? null : `${ID_PREFIXES.journal}${name}`
}

/** The filter over the journal; null: nothing that the caller may see can match. */
async function journalFilter(deps: Deps, caller: Caller, filter: TransactionFilter): Promise<object | null> {
  const walletIds = await visibleWalletIds(deps, caller, filter)
  if (walletIds?.length === 0) return null
  const causes = await causesOf(deps, caller, filter, walletIds)
  if (causes?.length === 0) return null
  const { token, chain, postedFrom, postedUntil, amountMin, amountMax } = filter
  const line = (field: string, value: unknown) => (value == null ? [] : [{ [`lines.${field}`]: value }])
  const clauses = [
    { type: { $in: journalTypesOf(filter) } },
    ...line('token', token),
    ...line('chain', chain),
    ...(postedFrom == null ? [] : [{ postedAt: { $gte: postedFrom } }]),
    ...(postedUntil == null ? [] : [{ postedAt: { $lt: postedUntil } }]),
    ...(amountMin == null ? [] : [{ [amountPath]: { $gte: amountMin } }]),
    ...(amountMax == null ? [] : [{ [amountPath]: { $lte: amountMax } }]),
  ]
  // The causes belong to the wallets already, and an index by wallet would only tempt the planner.
  if (causes !== null && causes.length <= LOOKED_UP_MAX) return { $and: [{ $or: causes.map(ofCause) }, ...clauses] }
  const ofCauses = causes === null ? [] : [{ 'reference.id': { $in: causes } }]
  return { $and: [await ofWallets(deps, caller, walletIds), ...clauses, ...ofCauses] }
}

/** Null: all of the organization in the caller's mode. */
async function visibleWalletIds(
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

/** The payments, holds and deposits that the filter narrows to; null: any. */
async function causesOf(
  deps: Deps,
  caller: Caller,
  { paymentId, holdId, address, txHash }: TransactionFilter,
  walletIds: readonly string[] | null,
): Promise<readonly string[] | null> {
  const isWanted = ({ walletId }: { readonly walletId: string }) => walletIds?.includes(walletId) ?? true
  const found: (readonly string[])[] = []
  if (paymentId != null) {
    const [payment] = await findVisiblePayments(deps, caller, [paymentId])
    found.push(payment != null && isWanted(payment) ? [payment._id] : [])
  }
  if (holdId != null) {
    const [hold] = await findVisibleHolds(deps, caller, [holdId])
    found.push(hold != null && isWanted(hold) ? [hold._id, ...(hold.paymentId === null ? [] : [hold.paymentId])] : [])
  }
  if (txHash != null) found.push((await carriedBy(deps, caller, txHash)).filter(isWanted).map(({ _id }) => _id))
  if (address != null) found.push(await withAddress(deps, caller, address, walletIds))
  const [first, ...others] = found
  if (first === undefined) return null
  return first.filter((id) => others.every((ids) => ids.includes(id)))
}

/** What a transaction of the chain carried, or was to carry before another of the same nonce did. */
async function carriedBy({ database }: Deps, caller: Caller, txHash: string) {
  const slots = await findSlotsByHash(database, [txHash])
  const paymentIds = idsOf(
    'payment',
    slots.flatMap(
      (slot): readonly string[] => slot.bytes.find(({ hash }) => hash === txHash)?.items ?? subjectsOf(slot),
    ),
  )
  const [payments, deposits, outflows] = await Promise.all([
    findPaymentsById(database, paymentIds),
    findDepositsByHash(database, txHash),
    findOutflowsByHash(database, caller, txHash),
  ])
  return [...payments, ...deposits, ...outflows].filter((row) => row.orgId === caller.orgId && row.mode === caller.mode)
}

/** @throws DomainError gateway_timeout: too many */
async function withAddress(
  { database }: Deps,
  { orgId, mode }: Caller,
  address: string,
  walletIds: readonly string[] | null,
): Promise<string[]> {
  const scope = { orgId, mode, ...(walletIds === null ? {} : { walletId: { $in: walletIds } }) }
  const limit = NAMED_MAX + 1
  const [payments, holds, deposits] = await Promise.all([
    findPaymentsTo(database, scope, address, limit),
    findHoldsTo(database, scope, address, limit),
    findDepositsFrom(database, scope, address.toLowerCase(), limit),
  ])
  const ids = [...payments, ...holds, ...deposits]
  if (ids.length > NAMED_MAX) throw listTooSlow()
  return ids
}

async function viewsOf({ database }: Deps, rows: readonly JournalRow[]): Promise<TransactionView[]> {
  const named = (resource: JournalRow['reference']['resource']) =>
    rows.flatMap(({ reference }) => (reference.resource === resource ? [reference.id] : []))
  const [wallets, payments, holds, deposits, outflows] = await Promise.all([
    findWallets(database, [...new Set(rows.flatMap((row) => walletLinesOf(row).map(({ walletId }) => walletId)))]),
    findPaymentsById(database, idsOf('payment', named('payment'))),
    findHoldsById(database, idsOf('hold', named('hold'))),
    findDepositsById(database, named('deposit')),
    findMismatches(database, idsOf('mismatch', named('mismatch'))),
  ])
  const byId = new Map<string, WalletRow | PaymentRow | HoldRow | DepositRow | MismatchRow>(
    [...wallets, ...payments, ...holds, ...deposits, ...outflows].map((row) => [row._id, row]),
  )
  return rows.map((row) => {
    const [line] = walletLinesOf(row)
    const cause = byId.get(row.reference.id) ?? null
    const ofResource = <T>(resource: string) => (row.reference.resource === resource ? (cause as T | null) : null)
    return {
      row,
      wallet: byId.get(line?.walletId ?? '') as WalletRow,
      payment: ofResource<PaymentRow>('payment'),
      hold: ofResource<HoldRow>('hold'),
      deposit: ofResource<DepositRow>('deposit'),
      outflow: ofResource<MismatchRow>('mismatch'),
    }
  })
}
