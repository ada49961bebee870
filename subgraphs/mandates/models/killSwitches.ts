/**
 * Kill switches (specification 5.9): the record with reasons and history, one row for each activation. Decisions read the
 * copy in the organization's position, or for the platform in its shards.
 */

import type { ActiveSwitch, OrgPosition, PlatformShard, WalletPosition } from '../../shared/commit/positions.ts'
import { orgRef, SHARD_COUNT, shardRef, walletRef } from '../../shared/commit/positions.ts'
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page, present } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { KillSwitchId, OrgId, WalletId } from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import { type Mode, PLATFORM_ORG } from '../../shared/principal.ts'
import type { StoppedWork } from '../../shared/stops.ts'
import type { SwitchScope } from '../rules/killSwitches.ts'
import type { ReasonCode } from '../rules/switchRights.ts'

export interface KillSwitchRow {
  readonly _id: KillSwitchId
  readonly v: number
  /** Null for the platform. */
  readonly orgId: OrgId | null
  /** Null for the platform, which stops both. */
  readonly mode: Mode | null
  readonly scope: SwitchScope
  readonly targetId: string
  readonly state: 'active' | 'inactive'
  readonly reason: string
  readonly reasonCode: ReasonCode
  readonly activatedBy: string
  readonly activatedByPerson: string
  readonly activatedAt: Date
  readonly autoDeactivateAt: Date | null
  readonly deactivatedBy: string | null
  readonly deactivatedAt: Date | null
  readonly deactivateReason: string | null
  /** Counted once after the activation; null until then. */
  readonly affected: StoppedWork | null
  /** When all payments that it stops had ended; null until then. */
  readonly sweptAt: Date | null
}

export const KILL_SWITCHES = 'killSwitches'

export const killSwitchRef = (switchId: KillSwitchId): Ref<KillSwitchRow> => ({
  collection: KILL_SWITCHES,
  id: switchId,
})

const UNFINISHED_MAX = 2_000

export const killSwitchSchema = newSchema()
killSwitchSchema.index({ orgId: 1, mode: 1, _id: -1 })
killSwitchSchema.index({ sweptAt: 1, autoDeactivateAt: 1 }, { partialFilterExpression: { state: 'active' } })

const rows = (database: Database) => database.collection<KillSwitchRow>(KILL_SWITCHES)

export function findKillSwitches(database: Database, ids: readonly KillSwitchId[]): Promise<KillSwitchRow[]> {
  return rows(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export interface KillSwitchFilter {
  readonly states?: readonly KillSwitchRow['state'][] | null | undefined
  readonly scopes?: readonly SwitchScope[] | null | undefined
  readonly targetId?: string | null | undefined
}

export function findKillSwitchPage(
  database: Database,
  owner: { readonly orgId: string | null; readonly mode: Mode | null },
  { states, scopes, targetId }: KillSwitchFilter,
  args: OrderedArguments,
): Promise<Page<KillSwitchRow>> {
  const filter = { ...owner, ...anyOf('state', states), ...anyOf('scope', scopes), ...present({ targetId }) }
  return findPage(rows(database), { name: 'killSwitches', filter, orders: { created_at: BY_ID } }, args)
}

/** Active switches whose payments are not all stopped yet, or which have ended. */
const unfinishedAt = (at: Date) => ({
  state: 'active' as const,
  $or: [{ sweptAt: null }, { autoDeactivateAt: { $ne: null, $lte: at } }],
})

/** The owners of unfinished switches; null: the platform. */
export function findUnfinishedOwners(database: Database, at: Date): Promise<(OrgId | null)[]> {
  return rows(database).distinct('orgId', unfinishedAt(at))
}

/** Oldest first. */
export function findUnfinished(database: Database, orgId: OrgId | null, at: Date): Promise<KillSwitchRow[]> {
  return rows(database)
    .find({ orgId, ...unfinishedAt(at) })
    .sort({ _id: 1 })
    .limit(UNFINISHED_MAX)
    .toArray()
}

const endingOf = ({ orgId, mode }: ClockOwner, ends: object) => ({
  ...{ orgId, mode, state: 'active' as const },
  autoDeactivateAt: { $ne: null, ...ends },
})

/** When the next switch of this organization ends. */
export async function findNextSwitchEnd(database: Database, owner: ClockOwner, after: Date): Promise<Date | null> {
  const next = endingOf(owner, { $gt: after })
  return (await rows(database).findOne(next, { sort: { autoDeactivateAt: 1 } }))?.autoDeactivateAt ?? null
}

/** Those that have ended and are not lifted, the oldest end first. */
export function findEnded(database: Database, owner: ClockOwner, at: Date): Promise<KillSwitchRow[]> {
  return rows(database)
    .find(endingOf(owner, { $lte: at }))
    .sort({ autoDeactivateAt: 1, _id: 1 })
    .limit(UNFINISHED_MAX)
    .toArray()
}

export function countEnded(database: Database, owner: ClockOwner, until: Date): Promise<number> {
  return rows(database).countDocuments(endingOf(owner, { $lte: until }))
}

/** The platform's active switches as last committed. */
export async function findPlatformSwitches(database: Database): Promise<readonly ActiveSwitch[]> {
  const platform = await database.collection<OrgPosition>('positions').findOne({ _id: orgRef(PLATFORM_ORG).id })
  return platform?.switches ?? []
}

/** The switches in each shard, to compare with the record. */
export async function findShardSwitches(database: Database): Promise<(readonly ActiveSwitch[])[]> {
  const ids = Array.from({ length: SHARD_COUNT }, (_, index) => shardRef(index).id)
  const shards = await database
    .collection<PlatformShard>('positions')
    .find({ _id: { $in: ids } })
    .toArray()
  return shards.map(({ switches }) => switches)
}

export function findWalletOwner(
  database: Database,
  walletId: WalletId,
): Promise<Pick<WalletPosition, 'orgId' | 'mode' | 'agentId'> | null> {
  return database
    .collection<WalletPosition>('positions')
    .findOne({ _id: walletRef(walletId).id }, { projection: { orgId: 1, mode: 1, agentId: 1 } })
}
