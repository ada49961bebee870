/**
 * What journal entries have posted to the accounts of an organization in one mode. The sums up to an entry are kept, so that a
 * reconciliation adds up only what came after it: entries never change, and whoever doubts that has all of them added up anew.
 */
import { createHash } from 'node:crypto'
import { type Session, withSnapshot } from '../../shared/commit/snapshot.ts'
import { type Database, isDuplicateKey, newSchema } from '../../shared/database.ts'
import { USD_BALANCE_OF } from '../../shared/ledger/accounts.ts'
import { type JournalRow, USD_JOURNAL_TYPES } from '../../shared/ledger/journal.ts'
import type { ClockOwner } from '../../shared/organizationTime.ts'
import type { PostedSum } from '../rules/reconciliation.ts'

export interface Posted {
  /** The number of the last entry that is in them. */
  readonly seq: number
  readonly sums: readonly PostedSum[]
}

/** Not committed: it follows from the journal, and one that is lost is made anew. */
interface KeptRow {
  /** `<organization>:<mode>:<what is added up>` */
  readonly _id: string
  readonly v: number
  readonly seq: number
  /** Cents as text: an entry that somebody has changed may hold any amount. */
  readonly sums: readonly (Omit<PostedSum, 'cents'> & { readonly cents: string })[]
}

const KEPT = 'treasuryPostedSums'
/**
 * What this version adds up. Of two versions that serve side by side the older one may know fewer types of entries: its sums
 * lack those that it has passed over, and are no beginning for the newer one, so that each keeps its own.
 */
const ADDED_UP = createHash('sha256')
  .update(JSON.stringify([USD_JOURNAL_TYPES, USD_BALANCE_OF]))
  .digest('base64url')
/** Entries of a read, each as of an instant of its own. */
const AT_ONCE = 10_000

const kept = (database: Database) => database.collection<KeptRow>(KEPT)
const journals = (database: Database) => database.collection<JournalRow>('journals')
const idOf = ({ orgId, mode }: ClockOwner): string => `${orgId}:${mode}:${ADDED_UP}`

export function registerPostedSums(database: Database): void {
  database.model(newSchema(), KEPT)
}

/**
 * The sums of what there is by now, which are kept. After a crash the next call goes on from the last that were.
 * @param isFull from the first entry on: whatever was kept is replaced, also where it was another sum
 */
export async function keepPosted(database: Database, owner: ClockOwner, isFull: boolean): Promise<Posted> {
  let known = isFull ? NOTHING : await readKept(database, owner)
  for (let isLast = false; !isLast; ) {
    const page = await withSnapshot(database, (session) => addPage(database, owner, known, session))
    if (page === null) break
    // Whoever asks adds what is posted meanwhile: of an organization that never rests there is always more.
    isLast = page.isLast
    if (isFull) known = { ...page.posted, v: 0 }
    else if (await replaceKept(database, owner, page.posted, known.v)) known = { ...page.posted, v: known.v + 1 }
    // Another process has kept others: they are from the same entries.
    else known = await readKept(database, owner)
  }
  if (isFull) await replaceKept(database, owner, known, null)
  return known
}

/** With what was posted since then. */
export async function addPosted(
  database: Database,
  owner: ClockOwner,
  { seq, sums }: Posted,
  session: Session,
): Promise<readonly PostedSum[]> {
  return joined(sums, await sumOf(database, owner, { $gt: seq }, session))
}

const NOTHING = { v: 0, seq: 0, sums: [] } as const satisfies Posted & { readonly v: number }

async function readKept(database: Database, owner: ClockOwner): Promise<Posted & { readonly v: number }> {
  const row = await kept(database).findOne({ _id: idOf(owner) })
  if (row === null) return NOTHING
  const sums = row.sums.map(({ cents, ...place }) => ({ ...place, cents: BigInt(cents) }))
  return { v: Number(row.v), seq: Number(row.seq), sums }
}

/** @param v that was read; null: whatever is there. @returns whether it was still that */
async function replaceKept(
  database: Database,
  owner: ClockOwner,
  { seq, sums }: Posted,
  v: number | null,
): Promise<boolean> {
  const stored = sums.map(({ cents, ...place }) => ({ ...place, cents: String(cents) }))
  const filter = { _id: idOf(owner), ...(v !== null && { v }) }
  try {
    const { matchedCount, upsertedCount } = await kept(database).updateOne(
      filter,
      { $set: { seq, sums: stored }, $inc: { v: 1 } },
      { upsert: v === null || v === 0 },
    )
    return matchedCount + upsertedCount === 1
  } catch (err) {
    if (isDuplicateKey(err)) return false
    throw err
  }
}

/** @returns null where nothing came after it; whether it is the last page of what there is by now */
async function addPage(
  database: Database,
  owner: ClockOwner,
  { seq, sums }: Posted,
  session: Session,
): Promise<{ readonly posted: Posted; readonly isLast: boolean } | null> {
  const later = { ...ofDollars(owner), seq: { $gt: seq } }
  const endOf = async (order: 1 | -1, skip: number) =>
    journals(database)
      .find(later, { session })
      .sort({ seq: order })
      .skip(skip)
      .limit(1)
      .project({ _id: 0, seq: 1 })
      .next()
  const full = await endOf(1, AT_ONCE - 1)
  const end = full ?? (await endOf(-1, 0))
  if (end === null) return null
  const to = Number(end.seq)
  const added = joined(sums, await sumOf(database, owner, { $gt: seq, $lte: to }, session))
  return { posted: { seq: to, sums: added }, isLast: full === null }
}

const ofDollars = ({ orgId }: ClockOwner) => ({ orgId, type: { $in: [...USD_JOURNAL_TYPES] } })

function joined(...all: readonly (readonly PostedSum[])[]): PostedSum[] {
  const sums = new Map<string, PostedSum>()
  for (const { financialAccountId, account, cents } of all.flat()) {
    const key = `${financialAccountId} ${account}`
    sums.set(key, { financialAccountId, account, cents: (sums.get(key)?.cents ?? 0n) + cents })
  }
  return [...sums.values()]
}

interface SumRow {
  readonly _id: { readonly financialAccount: string; readonly account: PostedSum['account'] }
  readonly cents: { toString(): string }
}

async function sumOf(
  database: Database,
  owner: ClockOwner,
  seq: { readonly $gt: number; readonly $lte?: number },
  session: Session,
): Promise<PostedSum[]> {
  const amount = { $toDecimal: '$lines.amount' }
  const signed = { $cond: [{ $eq: ['$lines.direction', 'debit'] }, amount, { $multiply: [amount, -1] }] }
  const rows = await journals(database)
    .aggregate<SumRow>(
      [
        { $match: { ...ofDollars(owner), seq } },
        { $unwind: '$lines' },
        {
          $match: {
            ...{ 'lines.token': 'USD', 'lines.mode': owner.mode, 'lines.financialAccount': { $type: 'string' } },
            'lines.account': { $in: Object.keys(USD_BALANCE_OF) },
          },
        },
        {
          $group: {
            _id: { financialAccount: '$lines.financialAccount', account: '$lines.account' },
            cents: { $sum: signed },
          },
        },
      ],
      { session },
    )
    .toArray()
  return rows.map(({ _id, cents }) => ({
    ...{ financialAccountId: _id.financialAccount, account: _id.account },
    cents: BigInt(cents.toString()),
  }))
}
