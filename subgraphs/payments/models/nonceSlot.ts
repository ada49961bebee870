/**
 * The nonces of an account that sends transactions: one row a nonce, for ever, naming what it is for. The insert is the
 * allocation, so a crash leaves no nonce that nobody knows of, and the same purpose finds the same slot again. Which
 * bytes went out with it stands in the payment, or here for what belongs to no payment.
 */
import { Schema } from 'mongoose'
import type { Database } from '../../shared/database.ts'

export type SlotPurpose = 'pay' | 'cancel' | 'mint'

export interface SlotUse {
  readonly purpose: SlotPurpose
  /** The payment, or a name of its own for what belongs to none. */
  readonly subjectId: string
  /** 1, 2, 3: a reverted transaction has used up its nonce. */
  readonly attempt: number
  /** Finds the payment from the chain's logs. */
  readonly authorizationNonce: string | null
}

export interface NonceSlotRow extends SlotUse {
  /** `<account>:<nonce>`, padded: sorts by nonce. */
  readonly _id: string
  /** `<mode>:<chain>:<address>` */
  readonly account: string
  readonly nonce: number
  readonly fence: number
  /** Bytes of a slot without a payment's bytes: a mint, or the empty transfer that fills a gap. */
  readonly own: { readonly hash: string; readonly raw: string } | null
  readonly at: Date
}

export const NONCE_SLOTS = 'nonceSlots'

export const nonceSlotSchema = new Schema(
  { _id: String },
  { collection: NONCE_SLOTS, versionKey: false, strict: false, autoIndex: false },
)
nonceSlotSchema.index({ account: 1, subjectId: 1, purpose: 1, attempt: 1 }, { unique: true })
nonceSlotSchema.index(
  { authorizationNonce: 1 },
  { partialFilterExpression: { authorizationNonce: { $type: 'string' } } },
)

const slots = (database: Database) => database.collection<NonceSlotRow>(NONCE_SLOTS)
const slotId = (account: string, nonce: number): string => `${account}:${String(nonce).padStart(12, '0')}`

/** A later holder has taken over: nothing may be signed any more. */
export class FencedOff extends Error {
  constructor(account: string) {
    super(`another holder works for ${account}`)
    this.name = 'FencedOff'
  }
}

const TRIES = 8

/**
 * A slot for each use: the one it has had, or the next free nonce.
 * @param firstNonce the chain's next nonce: an account may have sent before its slots were kept
 * @throws FencedOff
 */
export async function takeSlots(
  database: Database,
  input: { account: string; fence: number; firstNonce: number; at: Date; uses: readonly SlotUse[] },
): Promise<NonceSlotRow[]> {
  const { account, fence, uses } = input
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = await findTaken(database, account, uses)
    await raiseFence(database, account, found, fence)
    const missing = uses.filter((use) => !found.has(useKey(use)))
    if (missing.length === 0) return uses.map((use) => ({ ...(found.get(useKey(use)) as NonceSlotRow), fence }))
    const next = Math.max(input.firstNonce, (await lastNonce(database, account)) + 1)
    const rows = missing.map(({ purpose, subjectId, attempt, authorizationNonce }, index) => ({
      _id: slotId(account, next + index),
      account,
      nonce: next + index,
      purpose,
      subjectId,
      attempt,
      authorizationNonce,
      fence,
      own: null,
      at: input.at,
    }))
    try {
      await slots(database).insertMany(rows, { ordered: true })
      if (found.size === 0) return rows
    } catch (error) {
      // Another process was faster with this nonce or this use; what it wrote is seen in the next round.
      if (!isDuplicate(error)) throw error
    }
  }
  throw new Error(`no nonce could be taken for ${account}`)
}

async function findTaken(
  database: Database,
  account: string,
  uses: readonly SlotUse[],
): Promise<Map<string, NonceSlotRow>> {
  const rows = await slots(database)
    .find({ account, subjectId: { $in: uses.map(({ subjectId }) => subjectId) } })
    .toArray()
  return new Map(rows.map((row) => [useKey(row), row]))
}

async function raiseFence(
  database: Database,
  account: string,
  found: ReadonlyMap<string, NonceSlotRow>,
  fence: number,
): Promise<void> {
  const older = [...found.values()].filter((row) => row.fence !== fence)
  if (older.length === 0) return
  const ids = older.map(({ _id }) => _id)
  const { matchedCount } = await slots(database).updateMany(
    { _id: { $in: ids }, fence: { $lte: fence } },
    { $set: { fence } },
  )
  if (matchedCount !== ids.length) throw new FencedOff(account)
}

/** A slot with its bytes in one insert, for accounts that several processes send from. Null: the nonce is taken. */
export async function insertOwnSlot(database: Database, row: Omit<NonceSlotRow, '_id'>): Promise<NonceSlotRow | null> {
  const whole = { ...row, _id: slotId(row.account, row.nonce) }
  try {
    await slots(database).insertOne(whole)
    return whole
  } catch (error) {
    if (isDuplicate(error)) return null
    throw error
  }
}

/** Fills a slot unless it has bytes of its own already; answers the bytes that stand there. */
export async function fillSlot(
  database: Database,
  slot: NonceSlotRow,
  own: { hash: string; raw: string },
): Promise<{ hash: string; raw: string }> {
  await slots(database).updateOne({ _id: slot._id, own: null }, { $set: { own } })
  const row = await slots(database).findOne({ _id: slot._id })
  return row?.own ?? own
}

/** The highest nonce given, or -1. */
export async function lastNonce(database: Database, account: string): Promise<number> {
  const [row] = await slots(database).find(slotRange(account, 0)).sort({ _id: -1 }).limit(1).toArray()
  return row?.nonce ?? -1
}

export function findSlotsFrom(
  database: Database,
  account: string,
  nonce: number,
  limit: number,
): Promise<NonceSlotRow[]> {
  return slots(database).find(slotRange(account, nonce)).sort({ _id: 1 }).limit(limit).toArray()
}

/** Payment ids by authorization nonce. */
export async function findSubjects(database: Database, authorizationNonces: readonly string[]): Promise<string[]> {
  if (authorizationNonces.length === 0) return []
  const rows = await slots(database)
    // The type is what the partial index asks for: without it every slot ever given would be read, block by block.
    .find({ authorizationNonce: { $type: 'string', $in: [...authorizationNonces] } }, { projection: { subjectId: 1 } })
    .toArray()
  return [...new Set(rows.map(({ subjectId }) => subjectId))]
}

const slotRange = (account: string, nonce: number) => ({ _id: { $gte: slotId(account, nonce), $lt: `${account};` } })
const useKey = ({ purpose, subjectId, attempt }: SlotUse): string => `${purpose}:${subjectId}:${attempt}`
const isDuplicate = (error: unknown): boolean => (error as { code?: unknown }).code === 11_000
