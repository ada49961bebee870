/**
 * Refused attempts to spend, kept for 30 days and in bounded number: a caller that is refused all day fills neither the
 * database nor anybody else's list. They are a record for people and decide nothing, so they are written beside the commit.
 */
import { BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { ErrorType } from '../../shared/errors.ts'
import type { AgentId, OrgId, RefusalId, WalletId } from '../../shared/ids.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import type { Mode } from '../../shared/principal.ts'
import { type RefusingOwner, takeShares } from '../../shared/refusals/counts.ts'
import type { AttemptedSpend } from '../rules/attemptedSpend.ts'
import type { RefusedOperation } from '../rules/refusals.ts'

export interface RefusalRow {
  readonly _id: RefusalId
  readonly orgId: OrgId
  readonly mode: Mode
  /** Whose wallet it is; null: the wallet is not known, or has no agent. */
  readonly agentId: AgentId | null
  readonly walletId: WalletId | null
  readonly operation: RefusedOperation
  readonly type: ErrorType
  /** What was tried; absent in rows of earlier releases, null where it was refused before it was read. */
  readonly attempt?: AttemptedSpend | null
  /** What refused: a rule of the policy, a reason code, or else the type. Earlier releases had free text here, or null. */
  readonly rule: string | null
  readonly message: string
  /** The figures of the refusal, as the caller got them. */
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Attempts before this one that were refused and are not kept. */
  readonly omittedBefore: number
}

const REFUSALS = 'refusals'

const refusals = (database: Database) => database.collection<RefusalRow>(REFUSALS)

export function registerRefusals(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  // Of one organization, whose time in test mode may differ from the real one.
  schema.index({ orgId: 1, expiresAt: 1 }, { partialFilterExpression: { mode: 'test' } })
  database.model(schema, REFUSALS)
}

/** What one caller was refused between two writes, and what of it the process had no room for. */
export interface RefusedAttempts<Row extends RefusalRow = RefusalRow> {
  /** Agent or key. */
  readonly caller: string
  readonly rows: readonly Row[]
  readonly omitted: number
}

/**
 * Of one organization and mode.
 * @returns of each caller those that are kept; `omitted`: how many of it are not today, where that is to be told
 */
export async function keepRefusals(
  database: Database,
  owner: RefusingOwner,
  refused: readonly RefusedAttempts[],
  at: Date,
): Promise<readonly { readonly ids: readonly RefusalId[]; readonly omitted: number | null }[]> {
  const asked = refused.map(({ caller, rows, omitted }) => ({ caller, count: rows.length, omitted }))
  const { shares, omittedBefore } = await takeShares(database, owner, asked, at)
  const kept = refused.map(({ rows }, index) => rows.slice(0, shares[index]?.kept ?? 0))
  const inserted = kept.flat().map((row, index) => ({ ...row, omittedBefore: index === 0 ? omittedBefore : 0 }))
  if (inserted.length > 0) await refusals(database).insertMany(inserted)
  return kept.map((rows, index) => ({ ids: rows.map(({ _id }) => _id), omitted: shares[index]?.told ?? null }))
}

export interface RefusalFilter {
  readonly walletId?: string | null | undefined
  readonly agentId?: string | null | undefined
  readonly rule?: string | null | undefined
  readonly createdFrom: Date | null
  readonly createdUntil: Date | null
}

const expired = ({ orgId, mode }: ClockOwner, at: Date) => ({ orgId, mode, expiresAt: { $lte: at } })

/** Of one organization, by its own time; by real time the database does it. */
export async function deleteExpiredRefusals(database: Database, owner: ClockOwner, at: Date): Promise<void> {
  await refusals(database).deleteMany(expired(owner, at))
}

export const countExpiredRefusals = (database: Database, owner: ClockOwner, at: Date): Promise<number> =>
  refusals(database).countDocuments(expired(owner, at))

/** @param at what has ended by then is listed no more, deleted or not */
export function findRefusalPage(
  database: Database,
  at: Date,
  scope: { readonly orgId: OrgId; readonly mode: Mode; readonly agentId?: AgentId },
  { walletId, agentId, rule, createdFrom, createdUntil }: RefusalFilter,
  args: OrderedArguments,
): Promise<Page<RefusalRow>> {
  const created = {
    ...(createdFrom === null ? {} : { $gte: createdFrom }),
    ...(createdUntil === null ? {} : { $lt: createdUntil }),
  }
  const filter = {
    $and: [
      scope,
      ...(walletId == null ? [] : [{ walletId: walletId as WalletId }]),
      ...(agentId == null ? [] : [{ agentId: agentId as AgentId }]),
      { expiresAt: { $gt: at } },
      ...(rule == null ? [] : [{ $or: [{ rule }, { type: rule as ErrorType }] }]),
      ...(Object.keys(created).length === 0 ? [] : [{ createdAt: created }]),
    ],
  }
  return findPage(refusals(database), { name: 'refusals', filter, orders: { created_at: BY_ID } }, args)
}
