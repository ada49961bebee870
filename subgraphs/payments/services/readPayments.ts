/** Reads of payments and wallets: ownership is decided here, for lists, single rows and references alike. */

import { chainNotConfigured, parseChain, tokenNotOnChain } from '../../shared/chainName.ts'
import type { OrgPosition, WalletPosition } from '../../shared/commit/positions.ts'
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { notFound } from '../../shared/errors.ts'
import { idsOf, isId, type OrgId } from '../../shared/ids.ts'
import { EMPTY_BALANCES } from '../../shared/ledger/accounts.ts'
import { assetKey } from '../../shared/ledger/journal.ts'
import {
  type Mode,
  type Principal,
  type RequestContext,
  requireCaller,
  visibleInOrder,
} from '../../shared/principal.ts'
import { type Chain, DEFAULT_CHAIN, DEFAULT_TOKEN, TOKEN_FACTS, TOKENS, type Token } from '../../shared/tokens.ts'
import { type BalanceRow, findBalancePage } from '../models/balances.ts'
import { findCursors } from '../models/chainCursors.ts'
import { findOrgPosition } from '../models/orgPositions.ts'
import { findPaymentPage, findPaymentsById, type PaymentFilter, type PaymentRow } from '../models/payments.ts'
import {
  findWalletPage,
  findWalletPositions,
  findWallets,
  findWalletsOfAgent,
  type WalletRow,
  type WalletStatus,
} from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { parseToken, parseWait } from './paymentRequests.ts'
import type { PaymentWaiter } from './waitForPayment.ts'

/** A wallet with the state that guards its spending. */
export interface WalletView {
  readonly row: WalletRow
  readonly position: WalletPosition
}

type Deps = Pick<PaymentsDeps, 'database'>

export async function getPayment(
  deps: Deps & { waiter: PaymentWaiter },
  { principal, pause }: Pick<RequestContext, 'principal' | 'pause'>,
  input: { id: string; wait: number | null },
): Promise<PaymentRow> {
  const wait = parseWait(input.wait)
  const [row] = await findVisiblePayments(deps, principal, [input.id])
  if (row == null) throw notFound('payment')
  return deps.waiter.wait(row, wait, pause)
}

/** The filters of a list of payments. */
export interface PaymentListFilter extends Omit<PaymentFilter, 'walletIds'> {
  readonly walletId?: string | null | undefined
}

export async function listPayments(
  deps: Deps,
  principal: Principal,
  { walletId, ...filter }: PaymentListFilter,
  args: OrderedArguments,
): Promise<Page<PaymentRow>> {
  const caller = requireCaller(principal)
  const scope = { orgId: caller.orgId, mode: caller.mode }
  if (caller.kind === 'agent') {
    const { agentId } = caller
    // An agent that names another agent or wallet gets an empty list.
    const isForeign = (filter.agentId ?? agentId) !== agentId || (walletId ?? caller.walletId) !== caller.walletId
    return findPaymentPage(
      deps.database,
      scope,
      { ...filter, agentId, walletIds: isForeign ? [] : [caller.walletId] },
      args,
    )
  }
  const walletIds = walletId == null ? await walletIdsOf(deps, scope, filter.agentId) : [walletId]
  return findPaymentPage(deps.database, scope, { ...filter, walletIds }, args)
}

/** Payments of an agent are found by its wallets' index, since there is none by agent. */
export async function walletIdsOf(
  { database }: Deps,
  { orgId, mode }: { readonly orgId: OrgId; readonly mode: Mode },
  agentId: string | null | undefined,
) {
  if (agentId == null) return null
  if (!isId('agent', agentId)) return []
  return (await findWalletsOfAgent(database, { orgId, mode }, agentId)).map(({ _id }) => _id)
}

/** For references: null where the principal may not read. */
export async function findVisiblePayments(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(PaymentRow | null)[]> {
  return visibleInOrder(principal, ids, await findPaymentsById(deps.database, idsOf('payment', ids)))
}

/** @throws DomainError not_found */
export async function getWallet(deps: Deps, principal: Principal, walletId: string): Promise<WalletView> {
  const [view] = await findVisibleWallets(deps, principal, [walletId])
  if (view == null) throw notFound('wallet')
  return view
}

/** The positions of the organizations of visible wallets. */
export function readOrganizations({ database }: Deps, ids: readonly OrgId[]): Promise<(OrgPosition | null)[]> {
  return Promise.all(ids.map((id) => findOrgPosition(database, id)))
}

/** For references: null where the principal may not read. */
export async function findVisibleWallets(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(WalletView | null)[]> {
  const walletIds = idsOf('wallet', ids)
  const [rows, positions] = await Promise.all([
    findWallets(deps.database, walletIds),
    findWalletPositions(deps.database, walletIds),
  ])
  return visibleInOrder(principal, ids, rows).map((row) => (row === null ? null : viewOf(row, positions)))
}

export interface WalletListArguments extends OrderedArguments {
  readonly agentId?: string | null | undefined
  readonly statuses?: readonly WalletStatus[] | null | undefined
  readonly unbound?: boolean | null | undefined
}

export async function listVisibleWallets(
  deps: Deps,
  principal: Principal,
  { agentId, statuses, unbound, ...args }: WalletListArguments,
): Promise<Page<WalletView>> {
  const caller = requireCaller(principal)
  const { orgId, mode } = caller
  const named = agentId == null ? null : [agentId]
  // An agent that asks for another agent's wallets sees what it may see of them: none.
  const agentIds = caller.kind === 'agent' ? [caller.agentId].filter((id) => named?.includes(id) ?? true) : named
  const page = await findWalletPage(deps.database, { orgId, mode, agentIds, statuses, unbound }, args)
  const positions = await findWalletPositions(
    deps.database,
    page.rows.map((row) => row._id),
  )
  return {
    ...page,
    rows: page.rows.flatMap((row) => viewOf(row, positions) ?? []),
    cursorOf: ({ row }) => page.cursorOf(row),
  }
}

export async function readBalance(
  deps: Pick<PaymentsDeps, 'database' | 'chains'>,
  principal: Principal,
  input: { walletId: string; token: string | null; chain: string | null },
): Promise<{ token: Token; chain: Chain; available: bigint; held: bigint }> {
  const caller = requireCaller(principal)
  const token = parseToken(input.token ?? DEFAULT_TOKEN)
  const chain = parseChain(input.chain ?? DEFAULT_CHAIN, caller.mode)
  const { position } = await getWallet(deps, principal, input.walletId)
  if (!TOKEN_FACTS[token].chains.includes(chain)) throw tokenNotOnChain(token, chain)
  const configured = deps.chains[caller.mode]
  if (!configured.has(chain)) throw chainNotConfigured(chain, configured)
  const { available, held } = position.balances[assetKey(chain, token)] ?? EMPTY_BALANCES
  return { token, chain, available, held }
}

/** Null and absent fields do not filter. */
export interface BalanceFilter {
  readonly token: Token | null
  readonly chain: Chain | null
}

/** Of every wallet that the caller may see. */
export function listBalances(
  deps: Deps,
  principal: Principal,
  { token, chain }: BalanceFilter,
  args: OrderedArguments,
): Promise<Page<BalanceRow>> {
  const caller = requireCaller(principal)
  const { orgId, mode } = caller
  const assets = TOKENS.flatMap((one) => TOKEN_FACTS[one].chains.map((on) => ({ token: one, chain: on })))
    .filter((asset) => (token ?? asset.token) === asset.token && (chain ?? asset.chain) === asset.chain)
    .map((asset) => assetKey(asset.chain, asset.token))
  const walletId = caller.kind === 'agent' ? caller.walletId : null
  return findBalancePage(deps.database, { orgId, mode, walletId, assets }, args)
}

/** Null: it has no position, so it is not committed. */
function viewOf(row: WalletRow, positions: ReadonlyMap<string, WalletPosition>): WalletView | null {
  const position = positions.get(row._id)
  return position === undefined ? null : { row, position }
}

/** The last block that was booked of each network (`<mode>:<chain>`), in their order; null before the first. */
export async function findLastBlocks({ database }: Deps, networks: readonly string[]): Promise<(number | null)[]> {
  const found = new Map(
    (await findCursors(database, networks)).map(({ _id, number }) => [_id, number < 0 ? null : number]),
  )
  return networks.map((network) => found.get(network) ?? null)
}
