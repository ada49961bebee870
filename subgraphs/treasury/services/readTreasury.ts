/** Reads of the treasury: what belongs to an organization in one mode, all its callers with the capability see. */
import type { UsdPosition } from '../../shared/commit/positions.ts'
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { idsOf } from '../../shared/ids.ts'
import { EMPTY_USD_BALANCES, type UsdBalances } from '../../shared/ledger/accounts.ts'
import { inOrderOf, type Owned, owns, type Principal, requireCaller, visibleInOrder } from '../../shared/principal.ts'
import { type AccountHolderRow, findAccountHolderPage, findAccountHolders } from '../models/accountHolders.ts'
import { type AchPaymentFilter, findAchPaymentPage, findAchPayments } from '../models/achPayments.ts'
import { type BankAccountFilter, findBankAccountPage, findBankAccounts } from '../models/bankAccounts.ts'
import {
  type BankMismatchFilter,
  type BankMismatchRow,
  findBankMismatches,
  findBankMismatchPage,
} from '../models/bankMismatches.ts'
import { type BookTransferRow, findBookTransfers } from '../models/bookTransfers.ts'
import {
  type FinancialAccountFilter,
  type FinancialAccountRow,
  findAccountsOf,
  findFinancialAccountPage,
  findFinancialAccounts,
} from '../models/financialAccounts.ts'
import { findUsdPosition } from '../models/usdPositions.ts'
import type { TreasuryDeps } from '../ports.ts'
import type { AchPaymentRow } from '../rules/achPayment.ts'
import type { BankAccountRow } from '../rules/bankAccount.ts'

type Deps = Pick<TreasuryDeps, 'database'>
type Ids = readonly string[]

const isVisibleTo = (principal: Principal) => (row: Owned) => owns(principal, row, { sharedInOrganization: true })

/** Before the account holder is synchronized there is none, whichever is asked for. */
export function noFinancialAccount(known: readonly unknown[]): DomainError {
  if (known.length > 0) return notFound('financial account')
  const message =
    'The organization has no financial account yet. Synchronize its account holder first (POST /api/v2/treasury/account-holders/sync).'
  return new DomainError('not_found', message, {
    resource: 'financial account',
    reason: 'account_holder_not_synchronized',
  })
}

/** For references: in the order of the ids, null where the caller may not see it. */
export const visible = {
  holders: async ({ database }: Deps, principal: Principal, ids: Ids): Promise<(AccountHolderRow | null)[]> =>
    inOrderOf(ids, await findAccountHolders(database, idsOf('accountHolder', ids)), isVisibleTo(principal)),
  accounts: async ({ database }: Deps, principal: Principal, ids: Ids): Promise<(FinancialAccountRow | null)[]> =>
    inOrderOf(ids, await findFinancialAccounts(database, idsOf('financialAccount', ids)), isVisibleTo(principal)),
  bankAccounts: async ({ database }: Deps, principal: Principal, ids: Ids): Promise<(BankAccountRow | null)[]> =>
    inOrderOf(ids, await findBankAccounts(database, idsOf('bankAccount', ids)), isVisibleTo(principal)),
  payments: async ({ database }: Deps, principal: Principal, ids: Ids): Promise<(AchPaymentRow | null)[]> =>
    inOrderOf(ids, await findAchPayments(database, idsOf('achPayment', ids)), isVisibleTo(principal)),
  mismatches: async ({ database }: Deps, principal: Principal, ids: Ids): Promise<(BankMismatchRow | null)[]> =>
    visibleInOrder(principal, ids, await findBankMismatches(database, idsOf('bankMismatch', ids))),
  bookTransfers: async ({ database }: Deps, principal: Principal, ids: Ids): Promise<(BookTransferRow | null)[]> =>
    inOrderOf(ids, await findBookTransfers(database, idsOf('bookTransfer', ids)), isVisibleTo(principal)),
}

/** @throws DomainError not_found */
export function requireFound<T>(row: T | null, name: string): T {
  if (row === null) throw notFound(name)
  return row
}

const scopeOf = (principal: Principal) => {
  const { orgId, mode } = requireCaller(principal)
  return { orgId, mode }
}

export const pages = {
  holders: (
    { database }: Deps,
    principal: Principal,
    args: OrderedArguments & { readonly statuses?: readonly AccountHolderRow['status'][] | null | undefined },
  ): Promise<Page<AccountHolderRow>> => findAccountHolderPage(database, scopeOf(principal), args, args),
  accounts: (
    { database }: Deps,
    principal: Principal,
    args: OrderedArguments & FinancialAccountFilter,
  ): Promise<Page<FinancialAccountRow>> => findFinancialAccountPage(database, scopeOf(principal), args, args),
  bankAccounts: (
    { database }: Deps,
    principal: Principal,
    args: OrderedArguments & BankAccountFilter,
  ): Promise<Page<BankAccountRow>> => findBankAccountPage(database, scopeOf(principal), args, args),
  payments: (
    { database }: Deps,
    principal: Principal,
    args: OrderedArguments & AchPaymentFilter,
  ): Promise<Page<AchPaymentRow>> => findAchPaymentPage(database, scopeOf(principal), args, args),
  mismatches: (
    { database }: Deps,
    principal: Principal,
    args: OrderedArguments & BankMismatchFilter,
  ): Promise<Page<BankMismatchRow>> => findBankMismatchPage(database, scopeOf(principal), args, args),
}

/** A financial account with what it holds. */
export interface AccountBalance {
  readonly account: FinancialAccountRow
  readonly balances: UsdBalances
  /** The event of a payment that moved it last, and when. */
  readonly touched: NonNullable<UsdPosition['touched']>[string] | null
}

function balanceOf(account: FinancialAccountRow, position: UsdPosition | null): AccountBalance {
  return {
    account,
    balances: position?.accounts[account._id] ?? EMPTY_USD_BALANCES,
    touched: position?.touched?.[account._id] ?? null,
  }
}

export interface BalanceFilter {
  readonly financialAccountId?: string | null | undefined
  readonly type?: FinancialAccountRow['type'] | null | undefined
}

/** An account of somebody else is none of these. */
export async function readBalances(
  { database }: Deps,
  principal: Principal,
  { financialAccountId, type }: BalanceFilter,
): Promise<{ readonly balances: readonly AccountBalance[]; readonly deficit: bigint }> {
  const { orgId, mode } = requireCaller(principal)
  const accounts = await findAccountsOf(database, orgId, mode)
  const position = await findUsdPosition(database, orgId, mode)
  const wanted = accounts.filter(
    (one) => (financialAccountId == null || one._id === financialAccountId) && (type == null || one.type === type),
  )
  return {
    balances: wanted.map((account) => balanceOf(account, position)),
    deficit: position?.totals.deficit ?? 0n,
  }
}
