/** Reads of mandates: an agent sees its own only, an organization its own in its mode; anything else is "not there". */

import type { Clock } from '../../shared/clock.ts'
import type { WalletPosition } from '../../shared/commit/positions.ts'
import type { Database } from '../../shared/database.ts'
import { invariant, notFound } from '../../shared/errors.ts'
import { openWindows } from '../../shared/limits.ts'
import { windowKeys } from '../../shared/limitWindows.ts'
import type { Page } from '../../shared/pages.ts'
import { type Access, mayAccess, owns, type Principal, requireAccess } from '../../shared/principal.ts'
import {
  findMandates,
  findVersions,
  listMandates,
  type MandateRow,
  type MandateVersionRow,
  versionId,
} from '../models/mandate.ts'

const READ: Access = { agent: { capability: 'mandates', scope: 'agent:read' }, organization: {} }

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
  if (!mayAccess(principal, READ)) return ids.map(() => null)
  const rows = (await findMandates(deps.database, ids)).filter((row) => owns(principal, row))
  const views = await withVersions(
    deps,
    rows.map((row) => ({ row, version: row.version })),
  )
  const byId = new Map(views.map((view) => [view.row._id, view]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** @throws DomainError not_found, and those of access */
export async function getMandate(
  deps: ReadDeps,
  principal: Principal,
  input: { id: string; version: number | null },
): Promise<MandateView> {
  requireAccess(principal, READ)
  const [row] = await findMandates(deps.database, [input.id])
  if (row === undefined || !owns(principal, row)) throw notFound('mandate')
  const [view] = await withVersions(deps, [{ row, version: input.version ?? row.version }])
  if (view === undefined) throw notFound('mandate')
  return view
}

export async function listVisibleMandates(
  deps: ReadDeps,
  principal: Principal,
  filter: { agentId?: string; walletId?: string; status?: MandateRow['status'] },
  page: Page,
): Promise<{ rows: MandateRow[]; views: Map<string, MandateView> }> {
  const caller = requireAccess(principal, READ)
  const own = caller.kind === 'agent' ? { agentId: caller.agentId } : {}
  const scope = { orgId: caller.orgId, mode: caller.mode, ...filter, ...own }
  const rows = await listMandates(deps.database, scope, page)
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

/** An expired mandate says so at once, whoever reads it, without waiting for a sweep. */
export function statusAt(row: MandateRow, at: Date): MandateRow['status'] {
  return row.status === 'active' && row.expiresAt !== null && at.getTime() >= row.expiresAt.getTime()
    ? 'expired'
    : row.status
}

export interface Usage {
  readonly limit: bigint | null
  readonly net: bigint
  readonly reserved: bigint
  readonly resetsAt: Date
}

/** The numbers that enforcement itself uses. */
export async function readUsage(deps: ReadDeps, { row, version }: MandateView): Promise<{ day: Usage; month: Usage }> {
  const position = await deps.database.collection<WalletPosition>('positions').findOne({ _id: `wal:${row.walletId}` })
  invariant(position !== null, `wallet ${row.walletId} has no position`)
  const keys = windowKeys(deps.clock.now(), row.limitTimezone)
  const { day, month } = openWindows(position, keys)
  const none = { net: 0n, reserved: 0n }
  return {
    day: { ...none, ...day, limit: version.policy.dailyLimit, resetsAt: keys.dayEndsAt },
    month: { ...none, ...month, limit: version.policy.monthlyLimit, resetsAt: keys.monthEndsAt },
  }
}
