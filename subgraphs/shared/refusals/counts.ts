/**
 * How many refusals are kept each day: of each caller some for certain, and more while its organization has room. So
 * whoever is refused all day takes no place that others need, and the database stays bounded.
 */
import { type Database, newSchema } from '../database.ts'
import type { OrgId } from '../ids.ts'
import type { Mode } from '../principal.ts'

/** Of one caller: what it certainly has, and the most. Of an organization: what all its callers share beyond the former. */
const CERTAIN_MAX = 20
const CALLER_MAX = 200
const SHARED_MAX = 1_000

/** One row for each organization and mode, and one for each of its callers that was refused lately. */
interface CountRow {
  readonly _id: string
  readonly day?: string
  readonly kept?: number
  /** Of an organization since the last that was kept; of a caller today. */
  readonly omitted?: number
  /** Of a caller. */
  readonly expiresAt?: Date
}

const COUNTS = 'refusalCounts'
const LIFE_MS = 2 * 24 * 3_600_000

const counts = (database: Database) => database.collection<CountRow>(COUNTS)

export function registerRefusalCounts(database: Database): void {
  const schema = newSchema()
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  database.model(schema, COUNTS)
}

/** What one caller was refused between two writes. */
export interface RefusedOf {
  /** Agent or key. */
  readonly caller: string
  readonly count: number
  /** That the process had no room for. */
  readonly omitted: number
}

interface Share {
  /** How many of `count` are kept: the first ones. */
  readonly kept: number
  /** Of this caller today, where that is a round number now, which is told; null: nothing is to be told. */
  readonly told: number | null
}

interface Owner {
  readonly orgId: OrgId
  readonly mode: Mode
  /** Counted apart from attempts to spend, so that neither takes the room of the other. */
  readonly of?: 'acts'
}

export interface RefusingOwner extends Owner {
  /** Attempts of callers that the process had no room for at all. */
  readonly omitted: number
}

/**
 * One update for each caller and one for all together, so that several processes keep no more than one.
 * @returns a share for each of `refused`, and how many there were before that nobody has kept
 */
export async function takeShares(
  database: Database,
  owner: RefusingOwner,
  refused: readonly RefusedOf[],
  at: Date,
): Promise<{ readonly shares: readonly Share[]; readonly omittedBefore: number }> {
  const own = await Promise.all(refused.map((one) => takeOwn(database, owner, one, at)))
  const total = (of: (index: number) => number) => refused.reduce((sum, _one, index) => sum + of(index), 0)
  const { accepted, omittedBefore } = await takeShared(
    database,
    owner,
    {
      certain: total((index) => own[index]?.certain ?? 0),
      further: total((index) => own[index]?.further ?? 0),
      omitted: owner.omitted + total((index) => (refused[index]?.omitted ?? 0) + (own[index]?.refused ?? 0)),
    },
    at,
  )
  let left = accepted
  const kept = own.map(({ certain, further }) => {
    const shared = Math.min(further, left)
    left -= shared
    return certain + shared
  })
  const shares = refused.map(async ({ caller, count, omitted }, index) => {
    const missing = count - (kept[index] ?? 0) + omitted
    return { kept: kept[index] ?? 0, told: missing === 0 ? null : await countOmitted(database, owner, caller, missing) }
  })
  return { shares: await Promise.all(shares), omittedBefore }
}

async function takeOwn(database: Database, owner: Owner, { caller, count }: RefusedOf, at: Date) {
  const day = dayOf(at)
  const isToday = { $eq: ['$day', day] }
  const base = { $cond: [isToday, { $ifNull: ['$kept', 0] }, 0] }
  const next = {
    ...{ day, expiresAt: new Date(at.getTime() + LIFE_MS) },
    kept: { $add: [base, { $min: [count, { $subtract: [CALLER_MAX, base] }] }] },
    omitted: { $cond: [isToday, { $ifNull: ['$omitted', 0] }, 0] },
  }
  const before = await update(database, idOf(owner, caller), next)
  const had = before?.day === day ? Number(before.kept ?? 0) : 0
  const accepted = Math.min(count, CALLER_MAX - had)
  const certain = Math.min(accepted, Math.max(0, CERTAIN_MAX - had))
  return { certain, further: accepted - certain, refused: count - accepted }
}

async function takeShared(
  database: Database,
  owner: Owner,
  { certain, further, omitted }: { readonly certain: number; readonly further: number; readonly omitted: number },
  at: Date,
): Promise<{ readonly accepted: number; readonly omittedBefore: number }> {
  const day = dayOf(at)
  const base = { $cond: [{ $eq: ['$day', day] }, { $ifNull: ['$kept', 0] }, 0] }
  const accepted = { $min: [further, { $subtract: [SHARED_MAX, base] }] }
  const left = { $subtract: [further, accepted] }
  const isKept = { $gt: [{ $add: [certain, accepted] }, 0] }
  const waiting = { $add: [{ $ifNull: ['$omitted', 0] }, omitted] }
  const next = {
    ...{ day, kept: { $add: [base, accepted] } },
    omitted: { $cond: [isKept, left, { $add: [waiting, left] }] },
  }
  const before = await update(database, idOf(owner), next)
  const had = before?.day === day ? Number(before.kept ?? 0) : 0
  return { accepted: Math.min(further, SHARED_MAX - had), omittedBefore: Number(before?.omitted ?? 0) + omitted }
}

/** Told are the first one, and then each tenfold: few records, however many there are. */
async function countOmitted(database: Database, owner: Owner, caller: string, more: number): Promise<number | null> {
  const counted = await counts(database).findOneAndUpdate(
    { _id: idOf(owner, caller) },
    { $inc: { omitted: more } },
    { returnDocument: 'after' },
  )
  const now = Number(counted?.omitted ?? more)
  return Math.floor(Math.log10(now)) > Math.floor(Math.log10(Math.max(now - more, 0.1))) ? now : null
}

const update = (database: Database, id: string, next: object) =>
  counts(database).findOneAndUpdate({ _id: id }, [{ $set: next }], { upsert: true, returnDocument: 'before' })

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const idOf = ({ orgId, mode, of }: Owner, caller?: string): string =>
  [orgId, mode, of, caller].filter((part) => part !== undefined).join(':')
