/** Reads of mandates: an agent sees its own, an organization its own in its mode; anything else is not found. */

import { type Clock, timeOf } from '../../shared/clock.ts'
import type { OrderedArguments, Page } from '../../shared/connections.ts'
import type { Database } from '../../shared/database.ts'
import { invariant, notFound } from '../../shared/errors.ts'
import { idsOf, mandateVersionId } from '../../shared/ids.ts'
import { owns, type Principal, requireCaller } from '../../shared/principal.ts'
import {
  findMandatePage,
  findMandates,
  findVersionPage,
  findVersions,
  type MandateRow,
  type MandateVersionRow,
} from '../models/mandates.ts'
import { findWalletPositions } from '../models/walletPositions.ts'
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
  const rows = (await findMandates(deps.database, idsOf('mandate', ids))).filter((row) => owns(principal, row))
  const views = await withVersions(
    deps,
    rows.map((row) => ({ row, version: row.version })),
  )
  const byId = new Map<string, MandateView>(views.map((view) => [view.row._id, view]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** Likewise for versions, by their own ids. */
export async function findVisibleVersions(
  deps: ReadDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<(MandateView | null)[]> {
  const versions = await findVersions(deps.database, ids)
  const rows = await findMandates(
    deps.database,
    versions.map(({ mandateId }) => mandateId),
  )
  const own = new Map(rows.filter((row) => owns(principal, row)).map((row) => [row._id, row]))
  const views = versions.flatMap((version): MandateView[] => {
    const row = own.get(version.mandateId)
    return row === undefined ? [] : [{ row, version }]
  })
  const byId = new Map(views.map((view) => [view.version._id, view]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** @throws DomainError not_found, and those of access */
export async function getMandate(
  deps: ReadDeps,
  principal: Principal,
  input: { id: string; version: number | null },
): Promise<MandateView> {
  const [row] = await findMandates(deps.database, idsOf('mandate', [input.id]))
  if (row === undefined || !owns(principal, row)) throw notFound('mandate')
  const [view] = await withVersions(deps, [{ row, version: input.version ?? row.version }])
  if (view === undefined) throw notFound('mandate')
  return view
}

export interface MandateListArguments extends OrderedArguments {
  readonly statuses?: readonly MandateStatus[] | null | undefined
  readonly agentId?: string | null | undefined
  readonly walletId?: string | null | undefined
}

export async function listVisibleMandates(
  deps: ReadDeps,
  principal: Principal,
  { statuses, agentId, walletId, ...args }: MandateListArguments,
): Promise<Page<MandateView>> {
  const caller = requireCaller(principal)
  const { orgId, mode } = caller
  const own = caller.kind === 'agent' ? caller.agentId : null
  // An agent that names another agent gets an empty list.
  const isForeign = own !== null && agentId != null && agentId !== own
  const wanted = isForeign ? [] : statuses
  const page = await findMandatePage(
    deps.database,
    {
      ...{ orgId, mode, walletId, agentId: own ?? agentId },
      statuses: wanted == null ? null : { anyOf: wanted, at: timeOf(deps.clock, { orgId, mode }) },
    },
    args,
  )
  const views = await withVersions(
    deps,
    page.rows.map((row) => ({ row, version: row.version })),
  )
  return { ...page, rows: views, cursorOf: ({ row }) => page.cursorOf(row) }
}

async function withVersions(
  deps: ReadDeps,
  wanted: readonly { row: MandateRow; version: number }[],
): Promise<MandateView[]> {
  const versions = await findVersions(
    deps.database,
    wanted.map(({ row, version }) => mandateVersionId(row._id, version)),
  )
  const byId = new Map(versions.map((version) => [version._id, version]))
  return wanted.flatMap(({ row, version }) => {
    const found = byId.get(mandateVersionId(row._id, version))
    return found === undefined ? [] : [{ row, version: found }]
  })
}

/** All versions of a mandate. @throws DomainError not_found, and those of access */
export async function listMandateVersions(
  deps: ReadDeps,
  principal: Principal,
  mandateId: string,
  args: OrderedArguments,
): Promise<Page<MandateView>> {
  const { row } = await getMandate(deps, principal, { id: mandateId, version: null })
  const page = await findVersionPage(deps.database, row._id, args)
  return {
    ...page,
    rows: page.rows.map((version) => ({ row, version })),
    cursorOf: ({ version }) => page.cursorOf(version),
  }
}

/** The status of a version: superseded by a later one, or else that of its mandate. */
export function statusOf({ row, version }: MandateView, at: Date): MandateStatus {
  return version.version < row.version ? 'superseded' : statusAt(row, at)
}

/** What each of these versions changed against the one before; nothing for the first. In the order of the views. */
export async function readChanges(deps: ReadDeps, views: readonly MandateView[]): Promise<PolicyDifference[][]> {
  const earlierId = ({ version }: MandateView) => mandateVersionId(version.mandateId, version.version - 1)
  const earlier = await findVersions(deps.database, views.map(earlierId))
  const byId = new Map(earlier.map((version) => [version._id, version]))
  return views.map((view) => {
    const previous = byId.get(earlierId(view))
    return previous === undefined ? [] : diffPolicies(previous.policy, view.version.policy)
  })
}

/** The counters that enforcement uses, with the limits of each version. In the order of the views. */
export async function readUsage(deps: ReadDeps, views: readonly MandateView[]): Promise<PolicyUsage[]> {
  const positions = await findWalletPositions(
    deps.database,
    views.map(({ row }) => row.walletId),
  )
  return views.map(({ row, version }) => {
    const position = positions.get(row.walletId)
    invariant(position !== undefined, `wallet ${row.walletId} has no position`)
    return usageOf(position, version.policy, timeOf(deps.clock, row))
  })
}
