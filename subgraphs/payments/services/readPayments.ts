/** Reads of payments and wallets: ownership is decided here, for lists, single rows and references alike. */

import { chainNotConfigured, parseChain } from '../../shared/chainName.ts'
import type { WalletPosition } from '../../shared/commit/positions.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { EMPTY_BALANCES } from '../../shared/ledger/accounts.ts'
import { assetKey } from '../../shared/ledger/journal.ts'
import type { Page } from '../../shared/pages.ts'
import { owns, type Principal, requireCaller } from '../../shared/principal.ts'
import { type Chain, DEFAULT_CHAIN, DEFAULT_TOKEN, TOKEN_FACTS, type Token } from '../../shared/tokens.ts'
import { findPayment, findPayments, findPaymentsById, type PaymentFilter, type PaymentRow } from '../models/payments.ts'
import { findWalletPositions, findWallets, listWallets, type WalletRow } from '../models/wallets.ts'
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
  principal: Principal,
  input: { id: string; wait: number | null },
): Promise<PaymentRow> {
  const wait = parseWait(input.wait)
  const row = await findPayment(deps.database, input.id)
  if (row === null || !owns(principal, row)) throw notFound('payment')
  return deps.waiter.wait(row, wait)
}

export async function listPayments(
  deps: Deps,
  principal: Principal,
  filter: PaymentFilter,
  page: Page,
): Promise<PaymentRow[]> {
  const caller = requireCaller(principal)
  // The wallet finds them by its index: an agent's few payments must not cost a walk through its organization's.
  const own = caller.kind === 'agent' ? { agentId: caller.agentId, walletId: caller.walletId } : {}
  // An agent that asks for another agent's payments sees what it may see of them: none.
  const isForeign = (asked: string | undefined, ownId: string) => asked !== undefined && asked !== ownId
  if (caller.kind === 'agent' && isForeign(filter.agentId, caller.agentId)) return []
  if (caller.kind === 'agent' && isForeign(filter.walletId, caller.walletId)) return []
  return findPayments(deps.database, { orgId: caller.orgId, mode: caller.mode }, { ...filter, ...own }, page)
}

/** References: null where the principal may not look. */
export async function findVisiblePayments(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(PaymentRow | null)[]> {
  const rows = new Map<string, PaymentRow>((await findPaymentsById(deps.database, ids)).map((row) => [row._id, row]))
  return ids.map((id) => visible(principal, rows.get(id)))
}

export async function getWallet(deps: Deps, principal: Principal, walletId: string): Promise<WalletView> {
  return findOwnWallet(deps, principal, walletId)
}

/** For acts that ask for another access than reading. @throws DomainError not_found */
export async function findOwnWallet(deps: Deps, principal: Principal, walletId: string): Promise<WalletView> {
  const [rows, positions] = await Promise.all([
    findWallets(deps.database, [walletId]),
    findWalletPositions(deps.database, [walletId]),
  ])
  const [view] = rows.flatMap((row) => viewsOf(row, positions))
  if (view === undefined || !owns(principal, view.row)) throw notFound('wallet')
  return view
}

export async function findVisibleWallets(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(WalletView | null)[]> {
  const [rows, positions] = await Promise.all([
    findWallets(deps.database, ids),
    findWalletPositions(deps.database, ids),
  ])
  const found = rows.flatMap((row) => viewsOf(row, positions))
  const views = new Map<string, WalletView>(found.map((view) => [view.row._id, view]))
  return ids.map((id) => {
    const view = views.get(id)
    return view !== undefined && owns(principal, view.row) ? view : null
  })
}

export async function listVisibleWallets(
  deps: Deps,
  principal: Principal,
  filter: { agentId?: string },
  page: Page,
): Promise<{ rows: WalletRow[]; views: Map<string, WalletView> }> {
  const caller = requireCaller(principal)
  const own = caller.kind === 'agent' ? { agentId: caller.agentId } : {}
  const rows = await listWallets(deps.database, { orgId: caller.orgId, mode: caller.mode, ...filter, ...own }, page)
  const positions = await findWalletPositions(
    deps.database,
    rows.map((row) => row._id),
  )
  const views = rows.flatMap((row) => viewsOf(row, positions))
  return { rows: views.map(({ row }) => row), views: new Map(views.map((view) => [view.row._id, view])) }
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
  if (!TOKEN_FACTS[token].chains.includes(chain))
    throw new DomainError(
      'no_route',
      `${token} does not exist on ${chain}. Use one of: ${TOKEN_FACTS[token].chains.join(', ')}.`,
      {
        reason: 'token_not_supported_on_chain',
        token,
        chain,
      },
    )
  const configured = deps.chains[caller.mode]
  if (!configured.has(chain)) throw chainNotConfigured(chain, configured)
  const { available, held } = position.balances[assetKey(chain, token)] ?? EMPTY_BALANCES
  return { token, chain, available, held }
}

function visible<T extends PaymentRow>(principal: Principal, row: T | undefined): T | null {
  return row !== undefined && owns(principal, row) ? row : null
}

function viewsOf(row: WalletRow, positions: ReadonlyMap<string, WalletPosition>): WalletView[] {
  const position = positions.get(row._id)
  return position === undefined ? [] : [{ row, position }]
}
