/**
 * The nonces of the accounts that send transactions: one row for each nonce, never deleted, with all transactions signed
 * for it. A row is inserted in the commit that allows its bytes to be sent, so inserting it allocates the nonce, and only
 * stored bytes are ever sent.
 */
import type { Ref, Row } from '../../shared/commit/types.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import { isId, type OrgId, type PaymentId, type WalletId } from '../../shared/ids.ts'
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
  /** Native coins sent with it, in wei. */
  readonly value?: bigint
  /**
   * The payments that this transaction carries: of a batch, of which a replacement may leave some out, or of a nonce that has
   * changed its payment. Absent: that of the nonce.
   */
  readonly items?: readonly PaymentId[]
}

/** The cost of a confirmed transaction, in wei. */
interface MinedBytes {
  readonly hash: string
  readonly block: number
  readonly blockHash: string
  readonly gasWei: string
  /** Counts the bookings of this nonce: after a reorganization another of its transactions may be mined. */
  readonly booking: number
}

export interface NonceSlotRow extends Row {
  /** `<account>:<nonce>`, padded: sorts by nonce. */
  readonly _id: string
  /** `<mode>:<chain>:<address>` */
  readonly account: string
  readonly nonce: number
  /** Who pays its gas; null: the service, for a nonce without a payment. */
  readonly orgId: OrgId | null
  /** The payment, or another name for a batch, a mint or a gap. Of a wallet's own nonce the one that the chain has paid. */
  readonly subjectId: string
  /** The payments of a batch, all of one organization; others have none. */
  readonly paymentIds?: readonly PaymentId[]
  /** Finds the payment from the chain's logs; of a batch one for each payment. */
  readonly authorizationNonce: string | readonly string[] | null
  readonly state: SlotState
  /** The fencing token of the holder that wrote last. */
  readonly fence: number
  /** All transactions signed for this nonce, the newest last; at most one of them is mined. */
  readonly bytes: readonly SignedBytes[]
  readonly mined: MinedBytes | null
  /** The wallet whose own account this is. */
  readonly walletId?: WalletId
  /** Reserved in the organization's gas budget until it is mined, in wei. */
  readonly gasReservedWei?: string
  readonly at: Date
}

export const NONCE_SLOTS = 'accountNonces'

export const nonceSlotSchema = newSchema()
nonceSlotSchema.index({ subjectId: 1 })
nonceSlotSchema.index({ 'bytes.hash': 1 })
nonceSlotSchema.index(
  { paymentIds: 1 },
  { name: 'batched', partialFilterExpression: { paymentIds: { $type: 'string' } } },
)
nonceSlotSchema.index(
  { authorizationNonce: 1 },
  { partialFilterExpression: { authorizationNonce: { $type: 'string' } } },
)

nonceSlotSchema.index(
  { state: 1, account: 1 },
  { name: 'wallets', partialFilterExpression: { walletId: { $type: 'string' } } },
)

/** Those of gas that wallets are given. */
const TOP_UPS = { subjectId: { $gte: 'gas:', $lt: 'gas;' } } as const
nonceSlotSchema.index({ state: 1, account: 1, nonce: 1 }, { name: 'topUps', partialFilterExpression: TOP_UPS })

const slots = (database: Database) => database.collection<NonceSlotRow>(NONCE_SLOTS)

const slotId = (account: string, nonce: number): string => `${account}:${String(nonce).padStart(12, '0')}`
export const slotRef = (account: string, nonce: number): Ref<NonceSlotRow> => ({
  collection: NONCE_SLOTS,
  id: slotId(account, nonce),
})

/** Another process holds the lease: nothing may be signed any more. */
export class FencedOff extends Error {
  constructor(name: string) {
    super(`another holder works for ${name}`)
    this.name = 'FencedOff'
  }
}

/** The highest stored nonce, or -1. */
export async function lastNonce(database: Database, account: string): Promise<number> {
  const [row] = await slots(database)
    .find(slotRange(account, 0), { projection: { nonce: 1 } })
    .sort({ _id: -1 })
    .limit(1)
    .toArray()
  return row?.nonce ?? -1
}

export function findSlotAt(database: Database, account: string, nonce: number): Promise<NonceSlotRow | null> {
  return findSlot(database, slotId(account, nonce))
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
  const ids = [...paymentIds]
  const rows = await slots(database)
    // The partial index is used only with its filter on the type.
    .find({ $or: [{ subjectId: { $in: ids } }, { paymentIds: { $type: 'string', $in: ids } }] })
    .sort({ at: 1, _id: 1 })
    .toArray()
  for (const row of rows) for (const id of subjectsOf(row)) found.get(id)?.push(row)
  return found
}

/** The payments that a nonce was taken for, or what else it was taken for. */
export const subjectsOf = ({ paymentIds, subjectId }: Pick<NonceSlotRow, 'paymentIds' | 'subjectId'>) =>
  paymentIds ?? [subjectId]

/** All that transactions were ever signed for with this nonce. */
export const signedFor = ({ bytes, ...slot }: Pick<NonceSlotRow, 'paymentIds' | 'subjectId' | 'bytes'>) => [
  ...new Set<string>([...subjectsOf(slot), ...bytes.flatMap(({ items = [] }) => items)]),
]

const TOP_UP = 'gas:'

/** The subject of the gas that a wallet is given for transfers of its own, of one payment or several. */
export const topUpSubject = (walletId: WalletId): string => `${TOP_UP}${walletId}`

/** The wallet that was given gas; null for another subject. */
export function toppedUpWallet(subjectId: string): WalletId | null {
  const walletId = subjectId.slice(TOP_UP.length)
  return subjectId.startsWith(TOP_UP) && isId('wallet', walletId) ? walletId : null
}

const REPLACED = 'unrecorded:'

/** The subject of a wallet's nonces that a transaction without a record has, until one of the two is mined. */
export const replacedSubject = (account: string): string => `${REPLACED}${account}`

/** The highest nonce of such a kind, or -1. */
export async function lastReplaced(database: Database, account: string): Promise<number> {
  const [row] = await slots(database)
    .find({ subjectId: replacedSubject(account) }, { projection: { nonce: 1 } })
    .sort({ _id: -1 })
    .limit(1)
    .toArray()
  return Number(row?.nonce ?? -1)
}

/** Whether a transaction was signed for this payment among others, or for it alone. */
export const carries = ({ items }: Pick<SignedBytes, 'items'>, paymentId: string): boolean =>
  items === undefined || items.some((id) => id === paymentId)

/** The organizations that pay for these transactions, without the bytes. */
export async function findSpenders(
  database: Database,
  hashes: readonly string[],
): Promise<
  (Pick<NonceSlotRow, 'account' | 'nonce' | 'orgId' | 'walletId' | 'subjectId' | 'paymentIds'> & {
    bytes: Pick<SignedBytes, 'hash' | 'purpose' | 'value' | 'items'>[]
  })[]
> {
  if (hashes.length === 0) return []
  return slots(database)
    .find({ 'bytes.hash': { $in: [...hashes] } })
    .project<Awaited<ReturnType<typeof findSpenders>>[number]>({
      ...{ account: 1, nonce: 1, orgId: 1, walletId: 1, subjectId: 1, paymentIds: 1 },
      ...{ 'bytes.hash': 1, 'bytes.purpose': 1, 'bytes.value': 1, 'bytes.items': 1 },
    })
    .toArray()
}

export async function findSlotsByHash(database: Database, hashes: readonly string[]): Promise<NonceSlotRow[]> {
  if (hashes.length === 0) return []
  return slots(database)
    .find({ 'bytes.hash': { $in: [...hashes] } })
    .toArray()
}

/** The first transaction that was signed for the same nonce, by the hash of a later one; others are left out. */
export async function findReplaced(database: Database, hashes: readonly string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const rows = await slots(database)
    .find({ 'bytes.hash': { $in: [...hashes] }, 'bytes.1': { $exists: true } })
    .project<{ bytes: Pick<SignedBytes, 'hash'>[] }>({ 'bytes.hash': 1 })
    .toArray()
  return new Map(rows.flatMap(({ bytes: [first, ...later] }) => later.map(({ hash }) => [hash, first?.hash ?? hash])))
}

/** The payments with these authorizations; one may have several nonces. */
export async function findByAuthorization(
  database: Database,
  authorizationNonces: readonly string[],
): Promise<Pick<NonceSlotRow, 'subjectId' | 'paymentIds'>[]> {
  if (authorizationNonces.length === 0) return []
  return (
    slots(database)
      // The partial index is used only with its filter on the type; without it every row would be scanned for each block.
      .find({ authorizationNonce: { $type: 'string', $in: [...authorizationNonces] } })
      .project<Pick<NonceSlotRow, 'subjectId' | 'paymentIds'>>({ subjectId: 1, paymentIds: 1 })
      .toArray()
  )
}

const UNMINED: readonly SlotState[] = ['empty', 'signed', 'sent']

/** Wallets with transactions of their own on a network that are not known to be mined. */
export async function findSendingWallets(
  database: Database,
  networkId: string,
): Promise<{ walletId: WalletId; address: string }[]> {
  const account = { $gte: `${networkId}:`, $lt: `${networkId};` }
  const rows = await slots(database)
    .aggregate<{ _id: string; walletId: WalletId }>([
      { $match: { walletId: { $type: 'string' }, state: { $in: UNMINED }, account } },
      { $group: { _id: '$account', walletId: { $first: '$walletId' } } },
    ])
    .toArray()
  return rows.map(({ _id, walletId }) => ({ walletId, address: _id.slice(_id.lastIndexOf(':') + 1) }))
}

/** Records of a wallet's own nonces below this one that are not known to be mined. */
export function findUnminedBelow(database: Database, account: string, nonce: number): Promise<NonceSlotRow[]> {
  return slots(database)
    .find({ walletId: { $type: 'string' }, state: { $in: UNMINED }, account, nonce: { $lt: nonce } } as object)
    .toArray()
}

/** Wallets with transactions of their own that were mined in these blocks. */
export async function findWalletsMinedIn(
  database: Database,
  networkId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Pick<NonceSlotRow, 'walletId' | 'account'>[]> {
  const account = { $gte: `${networkId}:`, $lt: `${networkId};` }
  return slots(database)
    .find({ walletId: { $type: 'string' }, state: 'mined', account, 'mined.block': { $gte: from, $lte: to } })
    .project<Pick<NonceSlotRow, 'walletId' | 'account'>>({ walletId: 1, account: 1 })
    .toArray()
}

/** Top-ups of an account with a nonce below this one that are not known to be mined. */
export function findUnminedTopUps(database: Database, account: string, nonce: number): Promise<NonceSlotRow[]> {
  return slots(database)
    .find({ ...TOP_UPS, state: { $in: UNMINED }, account, nonce: { $lt: nonce } } as object)
    .toArray()
}

/** Top-ups on a network that were mined above this block, as far as was read. */
export function findTopUpsMinedAbove(database: Database, networkId: string, block: number): Promise<NonceSlotRow[]> {
  const account = { $gte: `${networkId}:`, $lt: `${networkId};` }
  return slots(database)
    .find({ ...TOP_UPS, state: 'mined', account, 'mined.block': { $gt: block } } as object)
    .toArray()
}

/**
 * Accounts of a network with top-ups.
 * @param only states of those; absent: any
 */
export function findGivingAccounts(database: Database, networkId: string, only?: 'unmined'): Promise<string[]> {
  const account = { $gte: `${networkId}:`, $lt: `${networkId};` }
  const state = only === undefined ? {} : { state: { $in: UNMINED } }
  return slots(database).distinct('account', { ...TOP_UPS, ...state, account } as object)
}

/** Whether a transaction of these accounts for this subject is not known to be mined. */
export async function hasUnmined(database: Database, subjectId: string, accounts: readonly string[]): Promise<boolean> {
  const unmined = { subjectId, state: { $in: UNMINED }, account: { $in: [...accounts] } }
  return (await slots(database).findOne(unmined, { projection: { _id: 1 } })) !== null
}

const slotRange = (account: string, nonce: number) => ({ _id: { $gte: slotId(account, nonce), $lt: `${account};` } })
