/**
 * Reads the account holder at the bank and makes, or brings up to date, its record and its financial accounts (domain 1.2).
 * Repeating changes nothing.
 */
import { type OrgPosition, orgRef, type UsdPosition, usdRef } from '../../shared/commit/positions.ts'
import type { RequestKey } from '../../shared/commit/requestKey.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { insertRow, setRow } from '../../shared/commit/rowWrites.ts'
import { type KeyedIntent, submitPrepared } from '../../shared/commit/submit.ts'
import type { RowContent, RowReplacement, State, Verdict } from '../../shared/commit/types.ts'
import { done, refused } from '../../shared/commit/verdicts.ts'
import { DomainError, invariant, notFound } from '../../shared/errors.ts'
import { LENGTH_MAX, parseOptionalText } from '../../shared/fields.ts'
import type { AccountHolderId, FinancialAccountId } from '../../shared/ids.ts'
import { EMPTY_USD_BALANCES, EMPTY_USD_TOTALS } from '../../shared/ledger/accounts.ts'
import { type Caller, type Principal, requireCaller } from '../../shared/principal.ts'
import type { Holder } from '../banks/bank.ts'
import { type AccountHolderRow, decisionOf, findAccountHolders, holderRef } from '../models/accountHolders.ts'
import { type FinancialAccountRow, financialAccountRef, findAccountsOf } from '../models/financialAccounts.ts'
import { findUsdPosition } from '../models/usdPositions.ts'
import type { TreasuryDeps } from '../ports.ts'
import { standingOf } from './accountStanding.ts'
import { actorReads, actRefusal } from './actors.ts'

export interface Synced {
  readonly holder: AccountHolderRow
  readonly accounts: readonly FinancialAccountRow[]
  readonly created: number
  readonly updated: number
  readonly syncedAt: Date
}

/** @throws DomainError not_found, conflict (rejected), kill_switch_active, all_adapters_exhausted */
export async function syncAccountHolder(
  deps: TreasuryDeps,
  principal: Principal,
  input: { readonly accountToken?: string | null | undefined },
  key: RequestKey | null = null,
): Promise<{ readonly synced: Synced; readonly replayed: boolean }> {
  const holderId = deps.newId('accountHolder')
  const prepare = async () => {
    const caller = requireCaller(principal)
    const accountToken = parseOptionalText(input.accountToken, { path: 'account_token', lengthMax: LENGTH_MAX.id })
    const known = await findKnown(deps, caller)
    const { orgId, mode } = caller
    const found = await deps.banks[mode].holder({ orgId, mode, accountToken, known: known?.holder ?? null })
    if (accountToken !== null && accountToken !== found.token) throw notFound('account holder')
    const unknown = found.accounts.filter(({ token }) => !known?.accounts.some((one) => one.externalToken === token))
    const ids = new Map(unknown.map(({ token }) => [token, deps.newId('financialAccount')]))
    return syncIntent(deps, caller, { known, found, ids, holderId: known?.holder._id ?? holderId })
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if ('answer' in settled) return { synced: settled.answer, replayed: false }
  const known = await findKnown(deps, requireCaller(principal))
  invariant(known !== null, 'a synchronization that succeeded has left a record')
  return { synced: { ...known, created: 0, updated: 0, syncedAt: known.holder.updatedAt }, replayed: true }
}

interface Known {
  readonly holder: AccountHolderRow
  readonly accounts: readonly FinancialAccountRow[]
}

async function findKnown({ database }: Pick<TreasuryDeps, 'database'>, { orgId, mode }: Caller): Promise<Known | null> {
  const position = await findUsdPosition(database, orgId, mode)
  if (position === null) return null
  const [holder] = await findAccountHolders(database, [position.holderId])
  invariant(holder !== undefined, `account holder ${position.holderId} does not exist`)
  return { holder, accounts: await findAccountsOf(database, orgId, mode) }
}

interface Prepared {
  readonly known: Known | null
  readonly found: Holder
  readonly holderId: AccountHolderId
  /** Of accounts that are new, by the bank's name of them. */
  readonly ids: ReadonlyMap<string, FinancialAccountId>
}

function syncIntent(deps: TreasuryDeps, caller: Caller, prepared: Prepared): KeyedIntent<Synced> {
  const { orgId, mode } = caller
  const { known, holderId, ids } = prepared
  const rows = known === null ? [] : [holderRef(holderId), ...known.accounts.map(({ _id }) => financialAccountRef(_id))]
  const made = [...ids.values()].map(financialAccountRef)
  return {
    ...({ priority: 'control', orgId, mode, resourceId: holderId } as const),
    resource: { type: 'account holder', id: holderId },
    reads: () => ({
      guard: [...actorReads(caller), usdRef(orgId, mode), ...rows],
      newIds: known === null ? [holderRef(holderId), ...made] : made,
    }),
    decide: (state, at) => decide(deps, caller, prepared, state, at),
  }
}

function decide(
  deps: TreasuryDeps,
  caller: Caller,
  { known, found, holderId, ids }: Prepared,
  state: State,
  at: Date,
): Verdict<Synced> {
  const error = actRefusal(deps, state, caller, at)
  if (error !== null) return refused(error)
  const { orgId, mode } = caller
  const position = state.get(usdRef(orgId, mode))
  const isKnown = (position === null ? 0 : Object.keys(position.accounts).length) === (known?.accounts.length ?? 0)
  const before = known === null ? null : requireRow(state, holderRef(holderId))
  // Since the bank was asked it may have decided otherwise: what it said first is not put over what it said last.
  if ((position === null) !== (known === null) || !isKnown || before?.v !== known?.holder.v) return { kind: 'stale' }
  // The same of each account; what else changes in it, as with every purchase by card, is none of the bank's decisions.
  const isDecidedSince = ({ _id, status }: FinancialAccountRow) =>
    requireRow(state, financialAccountRef(_id)).status !== status
  if (known?.accounts.some(isDecidedSince)) return { kind: 'stale' }
  const { token: externalToken, userType, status, statusReasons } = found
  // Accepting whoever comes is no decision of the simulated bank.
  const isReviewed = before?.isReviewed ?? !deps.banks[mode].isSimulated
  const facts = { externalToken, userType, status, statusReasons, isReviewed }
  const holder = upsert<AccountHolderRow>(before, { orgId, mode, ...facts }, holderId, at)
  const accounts = found.accounts.map(({ token, ...account }) => {
    const told = { ...account, status: standingOf(status, account.status) }
    const knownId = known?.accounts.find((one) => one.externalToken === token)?._id
    const id = knownId ?? ids.get(token)
    invariant(id !== undefined, `no id was made for the account ${token}`)
    const row = knownId === undefined ? null : requireRow(state, financialAccountRef(knownId))
    return upsert<FinancialAccountRow>(row, { orgId, mode, holderId, externalToken: token, ...told }, id, at)
  })
  const next = withAccounts(position, { orgId, mode, holderId }, accounts)
  const writes = {
    insert: [
      ...(holder.change === 'created' ? [insertRow(holderRef(holderId), holder.row)] : []),
      ...accounts.flatMap(({ row, change }) =>
        change === 'created' ? [insertRow(financialAccountRef(row._id), row)] : [],
      ),
      ...(position === null ? [insertRow(usdRef(orgId, mode), next)] : []),
    ],
    set: [
      ...(holder.change === 'updated' ? [setRow(holderRef(holderId), holder.row)] : []),
      ...accounts.flatMap(({ row, change }) =>
        change === 'updated' ? [setRow(financialAccountRef(row._id), row)] : [],
      ),
      ...(position !== null && ids.size > 0 ? [setRow(usdRef(orgId, mode), next)] : []),
      ...withDecision(requireRow(state, orgRef(orgId)), holder.row),
    ],
  }
  if (status === 'REJECTED') return refused(rejected(statusReasons), known === null ? {} : writes)
  const all = [holder, ...accounts]
  const count = (wanted: string) => all.filter(({ change }) => change === wanted).length
  return done(
    {
      ...{ holder: holder.row, accounts: accounts.map(({ row }) => row), syncedAt: at },
      ...{ created: count('created'), updated: count('updated') },
    },
    writes,
  )
}

/** Every spend is decided by what the bank thinks of the organization. */
export function withDecision(
  org: OrgPosition,
  holder: Pick<AccountHolderRow, 'orgId' | 'mode' | 'status' | 'isReviewed' | 'updatedAt'>,
): readonly RowReplacement[] {
  const { orgId, mode } = holder
  const [before, decision] = [org.accountHolder?.[mode], decisionOf(holder)]
  if (before?.status === decision.status && before.isReviewed === decision.isReviewed) return []
  return [setRow(orgRef(orgId), { ...org, accountHolder: { ...org.accountHolder, [mode]: decision } })]
}

interface Timed {
  readonly _id: string
  readonly v: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What the bank tells, over what is known; the same again is no change. */
function upsert<T extends Timed>(
  before: T | null,
  told: Omit<T, keyof Timed>,
  _id: T['_id'],
  at: Date,
): { readonly row: T; readonly change: 'created' | 'updated' | 'none' } {
  if (before === null) return { row: { ...told, _id, v: 1, createdAt: at, updatedAt: at } as T, change: 'created' }
  const isSame = Object.entries(told).every(
    ([name, value]) => JSON.stringify(before[name as keyof T]) === JSON.stringify(value),
  )
  return isSame ? { row: before, change: 'none' } : { row: { ...before, ...told, updatedAt: at }, change: 'updated' }
}

function withAccounts(
  position: UsdPosition | null,
  owner: Pick<UsdPosition, 'orgId' | 'mode' | 'holderId'>,
  accounts: readonly { readonly row: FinancialAccountRow }[],
): RowContent<UsdPosition> {
  const empty = Object.fromEntries(accounts.map(({ row }) => [row._id, EMPTY_USD_BALANCES]))
  if (position !== null) return { ...position, accounts: { ...empty, ...position.accounts } }
  return {
    ...owner,
    ...{ accounts: empty, totals: EMPTY_USD_TOTALS, day: null, month: null, returns: [] },
    bankAccounts: [],
  }
}

function rejected(reasons: readonly string[]): DomainError {
  const message = 'The bank has rejected the account holder. Settle the reasons with the bank, then synchronize again.'
  return new DomainError('conflict', message, { reason: 'account_holder_rejected', status_reasons: reasons })
}
