/** Reads of cards and their transactions: an agent sees its own, an organization all of its own in its mode. */
import type { OrderedArguments, Page } from '../../../shared/connections.ts'
import { notFound } from '../../../shared/errors.ts'
import { idsOf, type WalletId } from '../../../shared/ids.ts'
import { type Caller, type Principal, requireCaller, visibleInOrder } from '../../../shared/principal.ts'
import { type CardFilter, type CardRow, findCardPage, findCards } from '../../models/cards.ts'
import {
  type CardTransactionFilter,
  type CardTransactionRow,
  findCardTransactionPage,
  findCardTransactions,
} from '../../models/cardTransactions.ts'
import { findLimitTimezones } from '../../models/usdPositions.ts'
import type { TreasuryDeps } from '../../ports.ts'

type Deps = Pick<TreasuryDeps, 'database'>

/** An agent has its cards by its wallet, of which there is an index. */
const scopeOf = (caller: Caller) => ({
  ...{ orgId: caller.orgId, mode: caller.mode },
  ...(caller.kind === 'agent' ? { agentId: caller.agentId, walletId: caller.walletId } : {}),
})

/** For references: null where the principal may not read. */
export async function visibleCards(
  { database }: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(CardRow | null)[]> {
  return visibleInOrder(principal, ids, await findCards(database, idsOf('card', ids)))
}

export async function visibleCardTransactions(
  { database }: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(CardTransactionRow | null)[]> {
  return visibleInOrder(principal, ids, await findCardTransactions(database, idsOf('cardTransaction', ids)))
}

/** @throws DomainError not_found */
export async function getCard(deps: Deps, principal: Principal, id: string): Promise<CardRow> {
  const [row] = await visibleCards(deps, principal, [id])
  if (row == null) throw notFound('card')
  return row
}

/** @throws DomainError not_found */
export async function getCardTransaction(deps: Deps, principal: Principal, id: string): Promise<CardTransactionRow> {
  const [row] = await visibleCardTransactions(deps, principal, [id])
  if (row == null) throw notFound('card transaction')
  return row
}

/** @throws DomainError not_found: it is of another card, too */
export async function getTransactionOf(deps: Deps, card: CardRow, principal: Principal, id: string) {
  const row = await getCardTransaction(deps, principal, id)
  if (row.cardId !== card._id) throw notFound('card transaction')
  return row
}

export function listCards(
  { database }: Deps,
  principal: Principal,
  args: OrderedArguments & CardFilter,
): Promise<Page<CardRow>> {
  return findCardPage(database, scopeOf(requireCaller(principal)), args, args)
}

export function listCardTransactions(
  { database }: Deps,
  principal: Principal,
  args: OrderedArguments & CardTransactionFilter,
): Promise<Page<CardTransactionRow>> {
  return findCardTransactionPage(database, scopeOf(requireCaller(principal)), args, args)
}

/** In which the limits of cards are counted: that of the mandate of each wallet. */
export const limitTimezones = ({ database }: Deps, walletIds: readonly WalletId[]): Promise<string[]> =>
  findLimitTimezones(database, walletIds)
