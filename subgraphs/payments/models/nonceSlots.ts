/**
 * The nonces of the accounts that send transactions: one row a nonce, for ever, and the only place of the bytes signed
 * for it. A row is inserted in the very commit that allows its bytes to be sent, so its id is the allocation, and what
 * stands here is all that may ever leave.
 */
import { Schema } from 'mongoose'
import type { Ref, Row } from '../../shared/commit/types.ts'
import type { Database } from '../../shared/database.ts'
import type { OrgId, PaymentId } from '../../shared/ids.ts'
import type { BytesPurpose, SlotState } from '../rules/slotStates.ts'

export interface SignedBytes {
  readonly hash: string
  readonly raw: string
  readonly purpose: BytesPurpose
  readonly at: Date
  /** The chain's height when they were signed. */
  readonly height: number
  /** Fees for each unit of gas, in wei. */
  readonly tip: bigint
  readonly maxFee: bigint
}

/** What a confirmed transaction has cost, in wei. */
interface MinedBytes {
  readonly hash: string
  readonly block: number
  readonly blockHash: string
  readonly gasWei: string
  /** Which booking of this nonce it is: a reorganization can bring another of its transactions. */
  readonly booking: number
}

export interface NonceSlotRow extends Row {
  /** `<account>:<nonce>`, padded: sorts by nonce. */
  readonly _id: string
  /** `<mode>:<chain>:<address>` */
  readonly account: string
  readonly nonce: number
  /** Whose gas it is; null: a nonce that nobody's payment came to. */
  readonly orgId: OrgId | null
  /** The payment, or a name of its own for what belongs to none. */
  readonly subjectId: string
  /** Finds the payment from the chain's logs. */
  readonly authorizationNonce: string | null
  readonly state: SlotState
  /** The holder that wrote last: a later one has a higher number. */
  readonly fence: number
  /** All that was ever signed for this nonce, the newest last; the chain takes one of them. */
  readonly bytes: readonly SignedBytes[]
  readonly mined: MinedBytes | null
  readonly at: Date
}

export const NONCE_SLOTS = 'accountNonces'

export const nonceSlotSchema = new Schema(
  { _id: String },
  { collection: NONCE_SLOTS, versionKey: false, strict: false, autoIndex: false },
)
nonceSlotSchema.index({ subjectId: 1 })
nonceSlotSchema.index({ 'bytes.hash': 1 })
nonceSlotSchema.index(
  { authorizationNonce: 1 },
  { partialFilterExpression: { authorizationNonce: { $type: 'string' } } },
)

const slots = (database: Database) => database.collection<NonceSlotRow>(NONCE_SLOTS)

const slotId = (account: string, nonce: number): string => `${account}:${String(nonce).padStart(12, '0')}`
export const slotRef = (account: string, nonce: number): Ref<NonceSlotRow> => ({
  collection: NONCE_SLOTS,
  id: slotId(account, nonce),
})

/** A later holder has taken over: nothing may be signed any more. */
export class FencedOff extends Error {
  constructor(name: string) {
    super(`another holder works for ${name}`)
    this.name = 'FencedOff'
  }
}

/** The highest nonce given, or -1. */
export async function lastNonce(database: Database, account: string): Promise<number> {
  const [row] = await slots(database)
    .find(slotRange(account, 0), { projection: { nonce: 1 } })
    .sort({ _id: -1 })
    .limit(1)
    .toArray()
  return row?.nonce ?? -1
}

export function findSlot(database: Database, id: string): Promise<NonceSlotRow | null> {
  return slots(database).findOne({ _id: id })
}

export function findSlotsFrom(
  database: Database,
  account: string,
  nonce: number,
  limit: number,
): Promise<NonceSlotRow[]> {
  return slots(database).find(slotRange(account, nonce)).sort({ _id: 1 }).limit(limit).toArray()
}

/** By payment, in the order in which they were taken. */
export async function findSlotsOf(
  database: Database,
  paymentIds: readonly PaymentId[],
): Promise<Map<string, NonceSlotRow[]>> {
  const found = new Map<string, NonceSlotRow[]>(paymentIds.map((id) => [id, []]))
  if (paymentIds.length === 0) return found
  const rows = await slots(database)
    .find({ subjectId: { $in: [...paymentIds] } })
    .sort({ at: 1, _id: 1 })
    .toArray()
  for (const row of rows) found.get(row.subjectId)?.push(row)
  return found
}

/** Who paid for these transactions, without the bytes. */
export async function findSpenders(
  database: Database,
  hashes: readonly string[],
): Promise<(Pick<NonceSlotRow, 'account' | 'nonce' | 'orgId'> & { bytes: Pick<SignedBytes, 'hash' | 'purpose'>[] })[]> {
  if (hashes.length === 0) return []
  return slots(database)
    .find({ 'bytes.hash': { $in: [...hashes] } })
    .project<Awaited<ReturnType<typeof findSpenders>>[number]>({
      ...{ account: 1, nonce: 1, orgId: 1, 'bytes.hash': 1, 'bytes.purpose': 1 },
    })
    .toArray()
}

export async function findSlotsByHash(database: Database, hashes: readonly string[]): Promise<NonceSlotRow[]> {
  if (hashes.length === 0) return []
  return slots(database)
    .find({ 'bytes.hash': { $in: [...hashes] } })
    .toArray()
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
