/**
 * Refused attempts to spend, kept for 30 days and in bounded number: a caller that is refused all day fills neither the
 * database nor anybody else's list. They are a record for people and decide nothing, so they are written beside the commit.
 */
import { BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { ErrorType } from '../../shared/errors.ts'
import type { AgentId, OrgId, RefusalId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
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

/** One row for each organization and mode: how many are kept today. */
interface CountRow {
  readonly _id: string
  readonly day?: string
  readonly kept?: number
  /** Since the last that was kept. */
  readonly omitted?: number
}

const KEPT_PER_DAY_MAX = 1_000

const REFUSALS = 'refusals'
const COUNTS = 'refusalCounts'

const refusals = (database: Database) => database.collection<RefusalRow>(REFUSALS)

export function registerRefusals(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  database.model(schema, REFUSALS)
  database.model(newSchema(), COUNTS)
}

/**
 * Of one organization and mode.
 * @param omitted how many more there were that this process has not kept
 * @returns those that are kept
 */
export async function keepRefusals(
  database: Database,
  rows: readonly [RefusalRow, ...RefusalRow[]],
  omitted: number,
  at: Date,
): Promise<readonly RefusalRow[]> {
  const [{ orgId, mode }] = rows
  const { accepted, omittedBefore } = await take(database, `${orgId}:${mode}`, { count: rows.length, omitted, at })
  const kept = rows.slice(0, accepted).map((row, index) => ({ ...row, omittedBefore: index === 0 ? omittedBefore : 0 }))
  if (kept.length > 0) await refusals(database).insertMany(kept)
  return kept
}

/** One update, so that several processes keep no more than one together. */
async function take(
  database: Database,
  id: string,
  { count, omitted, at }: { readonly count: number; readonly omitted: number; readonly at: Date },
): Promise<{ readonly accepted: number; readonly omittedBefore: number }> {
  const day = at.toISOString().slice(0, 10)
  const base = { $cond: [{ $eq: ['$day', day] }, { $ifNull: ['$kept', 0] }, 0] }
  const accepted = { $min: [count, { $subtract: [KEPT_PER_DAY_MAX, base] }] }
  const waiting = { $add: [{ $ifNull: ['$omitted', 0] }, omitted] }
  const next = {
    day,
    kept: { $add: [base, accepted] },
    omitted: {
      $cond: [{ $gt: [accepted, 0] }, { $subtract: [count, accepted] }, { $add: [waiting, count] }],
    },
  }
  const before = await database
    .collection<CountRow>(COUNTS)
    .findOneAndUpdate({ _id: id }, [{ $set: next }], { upsert: true, returnDocument: 'before' })
  const kept = before?.day === day ? Number(before.kept ?? 0) : 0
  return {
    accepted: Math.min(count, KEPT_PER_DAY_MAX - kept),
    omittedBefore: Number(before?.omitted ?? 0) + omitted,
  }
}

export interface RefusalFilter {
  readonly walletId?: string | null | undefined
  readonly agentId?: string | null | undefined
  readonly rule?: string | null | undefined
  readonly createdFrom: Date | null
  readonly createdUntil: Date | null
}

export function findRefusalPage(
  database: Database,
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
      ...(rule == null ? [] : [{ $or: [{ rule }, { type: rule as ErrorType }] }]),
      ...(Object.keys(created).length === 0 ? [] : [{ createdAt: created }]),
    ],
  }
  return findPage(refusals(database), { name: 'refusals', filter, orders: { created_at: BY_ID } }, args)
}
