/**
 * Transactions of wallets and of financial accounts as one list: two filters over the same journal. Who may see which: an
 * organization all of its mode; an agent those of its wallet, of cards with that capability, and with the capability treasury the
 * dollars of the organization that no card moves.
 */
import { listTooSlow, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { notFound } from '../../shared/errors.ts'
import { idsOf } from '../../shared/ids.ts'
import { isUsdPosting, type JournalRow, journalId } from '../../shared/ledger/journal.ts'
import { type Caller, owns, type Principal, requireCaller } from '../../shared/principal.ts'
import { amountPath, findJournalPage, findJournals, sumJournals } from '../models/journals.ts'
import { findWallets, type WalletRow } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { dollarKindOf, dollarTypesOf } from '../rules/dollarTransactions.ts'
import { isOfWallets } from '../rules/transactions.ts'
import { NAMED_MAX, type TransactionFilter } from './transactionCauses.ts'
import { journalFilter, journalIdOf, TOTALS_MAX, type Totals, visibleWalletIds } from './transactions.ts'
import { type TransactionView, viewsOf } from './transactionViews.ts'

type Deps = Pick<PaymentsDeps, 'database' | 'dollarsUnderWay'>

/** A journal entry of dollars. */
export interface DollarView {
  readonly row: JournalRow
  /** Under whose mandate the card spends; null: it is of no card. */
  readonly wallet: WalletRow | null
  readonly isUnderWay: boolean
}

export type LedgerView = ({ readonly of: 'wallet' } & TransactionView) | ({ readonly of: 'dollars' } & DollarView)

export async function listLedgerTransactions(
  deps: Deps,
  principal: Principal,
  filter: TransactionFilter,
  args: OrderedArguments,
): Promise<Page<LedgerView> | null> {
  const journal = await ledgerFilter(deps, requireCaller(principal), filter)
  if (journal === null) return null
  const page = await findJournalPage(deps.database, { name: 'transactions', filter: journal }, args)
  return { ...page, rows: await ledgerViewsOf(deps, principal, page.rows), cursorOf: ({ row }) => page.cursorOf(row) }
}

/** @throws DomainError not_found */
export async function getLedgerTransaction(deps: Deps, principal: Principal, id: string): Promise<LedgerView> {
  const [view] = await findVisibleLedgerTransactions(deps, principal, [id])
  if (view == null) throw notFound('transaction')
  return view
}

/** For references: null where the principal may not read. */
export async function findVisibleLedgerTransactions(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(LedgerView | null)[]> {
  const wanted = ids.map(journalIdOf)
  const known = wanted.filter((id) => id !== null)
  const views = await ledgerViewsOf(deps, principal, await findJournals(deps.database, known))
  const visible = new Map(views.filter((view) => isVisible(principal, view)).map((view) => [view.row._id, view]))
  return wanted.map((id) => (id === null ? null : (visible.get(id) ?? null)))
}

function isVisible(principal: Principal, view: LedgerView): boolean {
  if (view.of === 'wallet') return owns(principal, view.wallet)
  const { row, wallet } = view
  if (principal.kind === 'agent' && !principal.capabilities.includes(wallet === null ? 'treasury' : 'cards'))
    return false
  if (wallet !== null) return owns(principal, wallet)
  const mode = row.lines.find(isUsdPosting)?.mode
  return mode !== undefined && owns(principal, { orgId: row.orgId, mode }, { sharedInOrganization: true })
}

export async function sumLedgerTransactions(
  deps: Deps,
  principal: Principal,
  filter: TransactionFilter,
): Promise<Totals> {
  const journal = await ledgerFilter(deps, requireCaller(principal), filter)
  if (journal === null) return { sums: [], isExact: true }
  const sums = await sumJournals(deps.database, journal, TOTALS_MAX)
  return { sums, isExact: sums.reduce((count, sum) => count + sum.count, 0) < TOTALS_MAX }
}

async function ledgerFilter(deps: Deps, caller: Caller, filter: TransactionFilter): Promise<object | null> {
  const [wallets, dollars] = await Promise.all([
    filter.token === 'USD' ? null : journalFilter(deps, caller, filter),
    isOfNoDollars(filter) ? null : dollarFilter(deps, caller, filter),
  ])
  if (wallets === null || dollars === null) return wallets ?? dollars
  return { $or: [wallets, dollars] }
}

/** Payments, holds, addresses and chains are of tokens alone; an amount says nothing without its token. */
const isOfNoDollars = ({ paymentId, holdId, address, txHash, chain, token }: TransactionFilter): boolean =>
  [paymentId, holdId, address, txHash, chain].some((one) => one != null) || (token != null && token !== 'USD')

async function dollarFilter(deps: Deps, caller: Caller, filter: TransactionFilter): Promise<object | null> {
  const scopes = await dollarScopes(deps, caller, filter)
  const [scope, ...others] = scopes
  if (scope === undefined) return null
  const { postedFrom, postedUntil, amountMin, amountMax, open } = filter
  const clauses = [
    ...(postedFrom == null ? [] : [{ postedAt: { $gte: postedFrom } }]),
    ...(postedUntil == null ? [] : [{ postedAt: { $lt: postedUntil } }]),
    ...(amountMin == null ? [] : [{ [amountPath]: { $gte: amountMin } }]),
    ...(amountMax == null ? [] : [{ [amountPath]: { $lte: amountMax } }]),
    ...(open == null ? [] : [await underWay(deps, caller, open)]),
  ]
  return { $and: [others.length === 0 ? scope : { $or: scopes }, ...clauses] }
}

/** What the caller may see, and the filter narrows to: entries of cards are found by the wallet, others by the organization. */
async function dollarScopes(deps: Deps, caller: Caller, filter: TransactionFilter): Promise<object[]> {
  const { orgId, mode } = caller
  const { ofCards, others } = dollarTypesOf(filter)
  const isOfWallet = filter.walletId != null || filter.agentId != null
  const may = (capability: 'cards' | 'treasury') =>
    caller.kind === 'organization' || caller.capabilities.includes(capability)
  const walletIds = isOfWallet || caller.kind === 'agent' ? await visibleWalletIds(deps, caller, filter) : null
  const unnamed = isOfWallet || !may('treasury') ? [] : others
  const all = walletIds === null ? [...unnamed, ...ofCards] : unnamed
  const cards = walletIds !== null && walletIds.length > 0 && may('cards') ? ofCards : []
  return [
    ...(all.length === 0 ? [] : [{ orgId, 'lines.mode': mode, type: { $in: all } }]),
    ...(cards.length === 0 ? [] : [{ 'lines.walletId': { $in: walletIds }, type: { $in: cards } }]),
  ]
}

/** @throws DomainError gateway_timeout: too many */
async function underWay({ dollarsUnderWay }: Deps, { orgId, mode }: Caller, open: boolean): Promise<object> {
  const keys = (await dollarsUnderWay?.list({ orgId, mode }, NAMED_MAX + 1)) ?? []
  if (keys.length > NAMED_MAX) throw listTooSlow()
  const ids = keys.map(journalId)
  // As an expression for the same reason as that of wallets.
  return open ? { _id: { $in: ids } } : { $expr: { $not: [{ $in: ['$_id', ids] }] } }
}

/** In the order of the rows. */
async function ledgerViewsOf(deps: Deps, principal: Principal, rows: readonly JournalRow[]): Promise<LedgerView[]> {
  const dollars = rows.filter(({ type }) => dollarKindOf(type) !== null)
  const [ofWallets, keys, wallets] = await Promise.all([
    viewsOf(
      deps,
      principal,
      rows.filter(({ type }) => isOfWallets(type)),
    ),
    deps.dollarsUnderWay?.among([...new Set(dollars.map(({ reference }) => reference.id))]),
    findWallets(deps.database, idsOf('wallet', [...new Set(dollars.flatMap((row) => walletIdOf(row) ?? []))])),
  ])
  const walletOf = new Map<string, WalletRow>(wallets.map((wallet) => [wallet._id, wallet]))
  const underWayIds = new Set([...(keys ?? [])].map(journalId))
  const views = new Map<string, LedgerView>(ofWallets.map((view) => [view.row._id, { of: 'wallet', ...view }]))
  for (const row of dollars) {
    const wallet = walletOf.get(walletIdOf(row) ?? '') ?? null
    views.set(row._id, { of: 'dollars', row, wallet, isUnderWay: underWayIds.has(row._id) })
  }
  return rows.flatMap((row) => views.get(row._id) ?? [])
}

const walletIdOf = ({ lines }: JournalRow) => lines.find(isUsdPosting)?.walletId ?? null
