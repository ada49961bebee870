/**
 * Reads of screenings (domain 4.2): an organization sees those in its mode, an agent those of its own spends and wallet.
 */
import { mapPage, type OrderedArguments, type Page } from '../../../shared/connections.ts'
import { notFound } from '../../../shared/errors.ts'
import { looksLikeAddress, parseAddress } from '../../../shared/evmAddress.ts'
import { parseInstant, requireRange } from '../../../shared/fields.ts'
import { type AgentId, isId, type ScreeningId, type WalletId } from '../../../shared/ids.ts'
import { type Principal, requireCaller, requireOwned } from '../../../shared/principal.ts'
import type { ScreeningCheck } from '../../../shared/spend.ts'
import { findHoldsById, type HoldRow } from '../../models/holds.ts'
import { findPaymentsById, type PaymentRow } from '../../models/payments.ts'
import {
  findScreening,
  findScreeningPage,
  type ScreeningFilter,
  type ScreeningRow,
  subjectIdOf,
} from '../../models/screenings.ts'
import type { PaymentsDeps, Screener } from '../../ports.ts'
import type { AttemptedSpend } from '../../rules/attemptedSpend.ts'
import { screeningIdOf } from '../../rules/screening.ts'
import { SANDBOX_LIST } from '../../sandbox/sandboxPorts.ts'

type Deps = Pick<PaymentsDeps, 'database' | 'screener'>
type ListVersions = Awaited<ReturnType<Screener['versionsAt']>>

export type ScreeningView = Pick<ScreeningRow, 'checks' | 'createdAt'> & {
  readonly listVersions: ListVersions
  readonly screeningId: ScreeningRow['_id'] | null
  readonly subjectType: ScreeningRow['subjectType'] | 'address' | 'name' | 'merchant'
  readonly subjectId: string | null
  readonly walletId?: WalletId | null
  readonly agentId?: AgentId | null
  /** Of a payment or hold, also of one that was refused. */
  readonly attempt?: AttemptedSpend
}

type ScreeningQuery = OrderedArguments &
  Omit<ScreeningFilter, 'createdFrom' | 'createdUntil'> & {
    readonly createdFrom?: string | null
    readonly createdUntil?: string | null
  }

/** Those that found something; one that found nothing is part of its payment or hold. @throws DomainError invalid_request */
export async function listScreenings(
  deps: Deps,
  principal: Principal,
  { subjectTypes, subjectId, outcomes, walletId, agentId, createdFrom, createdUntil, ...args }: ScreeningQuery,
): Promise<Page<ScreeningView>> {
  const caller = requireCaller(principal)
  const { orgId, mode } = caller
  const scope = { orgId, mode, ...(caller.kind === 'agent' ? { agentId: caller.agentId } : {}) }
  const range = {
    createdFrom: parseInstant(createdFrom, 'created_from', 'day'),
    createdUntil: parseInstant(createdUntil, 'created_until', 'day'),
  }
  requireRange(range.createdFrom, range.createdUntil, ['created_from', 'created_until'])
  // Of a counterparty the address.
  const subject = subjectId != null && looksLikeAddress(subjectId) ? parseAddress(subjectId) : subjectId
  const filter = { subjectTypes, subjectId: subject, outcomes, walletId, agentId, ...range }
  const page = await findScreeningPage(deps.database, scope, filter, args)
  const ids = page.rows.filter(isOfSpend).map(({ _id }) => _id)
  const [spends, versions] = await Promise.all([findSpends(deps, ids), readVersions(deps, page.rows)])
  return mapPage(page, (row) => viewOf(row, spends, versions.get(Number(row.revision)) ?? []))
}

/** That of a spend: a row of its own if it did not pass, else part of its payment or hold. @throws DomainError not_found */
export async function getScreening(deps: Deps, principal: Principal, screeningId: string): Promise<ScreeningView> {
  const caller = requireCaller(principal)
  if (!isId('screening', screeningId)) throw notFound('screening')
  const row = await findScreening(deps.database, screeningId)
  if (row !== null) {
    const own = requireOwned(caller, row, 'screening')
    const spends = isOfSpend(own) ? await findSpends(deps, [screeningId]) : new Map()
    return viewOf(own, spends, await deps.screener.versionsAt(Number(own.revision)))
  }
  const spend = requireOwned(caller, (await findSpends(deps, [screeningId])).get(screeningId) ?? null, 'screening')
  if (spend.screening === undefined) throw notFound('screening')
  const { checks = [], revision } = spend.screening
  const subjectType = isId('hold', spend._id) ? 'hold' : 'payment'
  const { walletId, agentId } = spend
  const facts = { subjectType, subjectId: spend._id, walletId, agentId, screeningId: screeningIdOf(spend._id) } as const
  const listVersions = await deps.screener.versionsAt(revision)
  return { ...facts, checks, listVersions, createdAt: spend.policyEvaluatedAt }
}

const isOfSpend = ({ subjectType }: Pick<ScreeningRow, 'subjectType'>): boolean =>
  subjectType === 'payment' || subjectType === 'hold'

function viewOf(
  row: ScreeningRow,
  spends: ReadonlyMap<ScreeningId, PaymentRow | HoldRow>,
  versions: ListVersions,
): ScreeningView {
  const { _id: screeningId, subjectType, subjectId: named, walletId, agentId, attempt, checks, createdAt } = row
  // What is refused leaves neither payment nor hold.
  const subjectId = isOfSpend(row) && !spends.has(screeningId) ? null : named
  const subject = { subjectType, subjectId, walletId, agentId, ...(attempt && { attempt }) }
  return { screeningId, ...subject, checks, createdAt, listVersions: withSandbox(versions, checks) }
}

/** Few: every change of a list is one revision. */
async function readVersions({ screener }: Pick<Deps, 'screener'>, rows: readonly ScreeningRow[]) {
  const revisions = [...new Set(rows.map(({ revision }) => Number(revision)))]
  return new Map(await Promise.all(revisions.map(async (one) => [one, await screener.versionsAt(one)] as const)))
}

/** The lists of a revision, and the sandbox where it is what found something. */
export function withSandbox(versions: ListVersions, checks: readonly ScreeningCheck[]): ListVersions {
  const isSandbox = checks.some(({ evidence }) => evidence.list === SANDBOX_LIST.list)
  return isSandbox ? [...versions, { list: SANDBOX_LIST.list, version: SANDBOX_LIST.list_version }] : versions
}

/** The payments and holds of screenings. */
async function findSpends(
  { database }: Pick<Deps, 'database'>,
  ids: readonly ScreeningId[],
): Promise<ReadonlyMap<ScreeningId, PaymentRow | HoldRow>> {
  if (ids.length === 0) return new Map()
  const [payments, holds] = await Promise.all([
    findPaymentsById(
      database,
      ids.map((id) => subjectIdOf('payment', id)),
    ),
    findHoldsById(
      database,
      ids.map((id) => subjectIdOf('hold', id)),
    ),
  ])
  return new Map([...holds, ...payments].map((row) => [screeningIdOf(row._id), row]))
}
