/** Reads of mandates: an agent sees its own only, an organization its own in its mode; anything else is "not there". */

import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../shared/database.ts'
import { invariant, notFound } from '../../shared/errors.ts'
import type { Page } from '../../shared/pages.ts'
import { owns, type Principal, requireCaller } from '../../shared/principal.ts'
import {
  findMandates,
  findVersions,
  listMandates,
  listVersions,
  type MandateRow,
  type MandateVersionRow,
  versionId,
} from '../models/mandates.ts'
import { findWalletPosition } from '../models/walletPositions.ts'
import { diffPolicies, type PolicyDifference } from '../rules/diffPolicies.ts'
import { type MandateStatus, statusAt } from '../rules/mandateStatus.ts'
import { type PolicyUsage, usageOf } from '../rules/usage.ts'

export interface MandateView {
  readonly row: MandateRow
  readonly version: MandateVersionRow
}

export interface ReadDeps {
  readonly database: Database
  readonly clock: Clock
}

/** For references from other subgraphs: null instead of a refusal, in the order of the ids. */
export async function findVisibleMandates(
  deps: ReadDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(MandateView | null)[]> {
  const rows = (await findMandates(deps.database, ids)).filter((row) => owns(principal, row))
  const views = await withVersions(
    deps,
    rows.map((row) => ({ row, version: row.version })),
  )
  const byId = new Map<string, MandateView>(views.map((view) => [view.row._id, view]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** @throws DomainError not_found, and those of access */
export async function getMandate(
  deps: ReadDeps,
  principal: Principal,
  input: { id: string; version: number | null },
): Promise<MandateView> {
  const [row] = await findMandates(deps.database, [input.id])
  if (row === undefined || !owns(principal, row)) throw notFound('mandate')
  const [view] = await withVersions(deps, [{ row, version: input.version ?? row.version }])
  if (view === undefined) throw notFound('mandate')
  return view
}

export async function listVisibleMandates(
  deps: ReadDeps,
  principal: Principal,
  { status, ...filter }: { agentId?: string; walletId?: string; status?: MandateStatus },
  page: Page,
): Promise<{ rows: MandateRow[]; views: Map<string, MandateView> }> {
  const caller = requireCaller(principal)
  const own = caller.kind === 'agent' ? { agentId: caller.agentId } : {}
  // An agent that asks for another agent's mandates sees what it may see of them: none.
  if (caller.kind === 'agent' && filter.agentId !== undefined && filter.agentId !== caller.agentId)
    return { rows: [], views: new Map() }
  const scope = { orgId: caller.orgId, mode: caller.mode, ...filter, ...own }
  const wanted = status === undefined ? null : { is: status, at: deps.clock.now() }
  const rows = await listMandates(deps.database, scope, wanted, page)
  const views = await withVersions(
    deps,
    rows.map((row) => ({ row, version: row.version })),
  )
  return { rows, views: new Map(views.map((view) => [view.row._id, view])) }
}

async function withVersions(
  deps: ReadDeps,
  wanted: readonly { row: MandateRow; version: number }[],
): Promise<MandateView[]> {
  const versions = await findVersions(
    deps.database,
    wanted.map(({ row, version }) => versionId(row._id, version)),
  )
  const byId = new Map(versions.map((version) => [version._id, version]))
  return wanted.flatMap(({ row, version }) => {
    const found = byId.get(versionId(row._id, version))
    return found === undefined ? [] : [{ row, version: found }]
  })
}

export interface VersionView extends MandateVersionRow {
  /** Against the version before; nothing for the first. */
  readonly changes: readonly PolicyDifference[]
}

/** Every version that ever was in force, newest first. @throws DomainError not_found, and those of access */
export async function listMandateVersions(
  deps: ReadDeps,
  principal: Principal,
  input: { mandateId: string },
  page: Page,
): Promise<VersionView[]> {
  const { row } = await getMandate(deps, principal, { id: input.mandateId, version: null })
  const before = page.beforeId === null ? null : Number(page.beforeId.split('/').at(-1))
  // One more than the page and its sign of a next one: the oldest on the page is compared with it, too.
  const rows = await listVersions(deps.database, row._id, { limit: page.limit + 1, before })
  return rows.slice(0, page.limit + 1).map((version, index) => {
    const previous = rows[index + 1]
    return { ...version, changes: previous === undefined ? [] : diffPolicies(previous.policy, version.policy) }
  })
}

/** The state of a view: a version that another one followed is superseded, whatever became of the mandate. */
export function statusOf({ row, version }: MandateView, at: Date): MandateStatus {
  return version.version < row.version ? 'superseded' : statusAt(row, at)
}

/** The numbers that enforcement itself uses, against the limits of this version. */
export async function readUsage(deps: ReadDeps, { row, version }: MandateView): Promise<PolicyUsage> {
  const position = await findWalletPosition(deps.database, row.walletId)
  invariant(position !== null, `wallet ${row.walletId} has no position`)
  return usageOf(position, version.policy, deps.clock.now())
}
