/**
 * Deposits (specification 2.4): one committed row for each transfer to a wallet, and one for each token that an external
 * wallet had before it was registered. The id must stay the same when the
 * transfer is mined again after a reorganization, so it names the authorization that the transfer used, or else its
 * position in the transaction, never in the block.
 */
import type { Ref } from '../../shared/commit/types.ts'
import { findPage, type OrderedArguments, type Page, readRows } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { OrgId, PaymentId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain, Token } from '../../shared/tokens.ts'

export interface DepositRow {
  /** `dep_<chain>_<hash>` */
  readonly _id: string
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
  readonly token: Token
  readonly chain: Chain
  readonly amount: bigint
  /** Lower case; the zero address for a mint. Null: what an external wallet had before it was registered has no one sender. */
  readonly from: string | null
  /** Null: what an external wallet had before. */
  readonly txHash: string | null
  /** Of what an external wallet had before: the block whose balance was taken. */
  readonly block: number
  readonly blockHash: string
  /** It left the chain and was reversed; it may still be mined again. */
  readonly isGone?: boolean
  /** How often it was credited: more than once only after a reversal. */
  readonly arrivals?: number
  /** The sanctions list that has the sender, and its version; earlier releases, the version alone. Absent: it was not listed. */
  readonly listedIn?: string
  /** What of it is in the blocked balance, in token units. */
  readonly blocked?: bigint
  /** The last release by compliance; a sender who is listed again has it blocked again. */
  readonly unblocked?: DepositRelease
  /** How often it was released. */
  readonly unblocks?: number
  /** The payment that it refunds; while the deposit is gone it counts for nothing. */
  readonly refund?: DepositRefund
  readonly refundedAt?: Date
  /** How often it was linked to a payment: more than once only after a reversal, or when it was unlinked. */
  readonly links?: number
  /** An operator took the last link back, and nobody has linked it since. */
  readonly unlinked?: { readonly paymentId: PaymentId; readonly by: string; readonly at: Date }
  readonly createdAt: Date
}

interface DepositRelease {
  /** Of the deposit, in token units: what was in the blocked balance. */
  readonly amount: bigint
  /** The version of the list that had the sender, and the lists that have it no more. */
  readonly listedIn: string
  readonly clearedBy: string
  /** The key of the person. */
  readonly by: string
  readonly reason: string
  readonly at: Date
}

interface DepositRefund {
  readonly paymentId: PaymentId
  /** Of the deposit, in token units. */
  readonly amount: bigint
  /** Among the refunds of the payment. */
  readonly number: number
  /** The key of the operator, or the address that signed the notice. */
  readonly linkedBy: string
}

export const DEPOSITS = 'deposits'

/** Transfers to wallets that one transaction may hold. */
const HASH_MAX = 1_000

const deposits = (database: Database) => database.collection<DepositRow>(DEPOSITS)

export const depositRef = (depositId: string): Ref<DepositRow> => ({ collection: DEPOSITS, id: depositId })

export const depositSchema = newSchema()
depositSchema.index({ chain: 1, mode: 1, block: 1, _id: 1 })
depositSchema.index({ walletId: 1, _id: 1 })
depositSchema.index({ orgId: 1, mode: 1, from: 1 })
depositSchema.index({ txHash: 1 })
depositSchema.index({ from: 1, chain: 1, mode: 1, _id: 1 })
depositSchema.index(
  { 'refund.paymentId': 1, refundedAt: -1, _id: -1 },
  { name: 'refunds', partialFilterExpression: { refundedAt: { $type: 'date' } } },
)

/** Of listed senders, which are few. */
depositSchema.index(
  { walletId: 1, _id: -1 },
  { name: 'listed', partialFilterExpression: { listedIn: { $type: 'string' } } },
)

depositSchema.index(
  { orgId: 1, mode: 1, _id: -1 },
  { name: 'listedOfOwner', partialFilterExpression: { listedIn: { $type: 'string' } } },
)

/** The version of the list on which the sender of a deposit to this wallet stands; null: of none. */
export async function findBlockedList(database: Database, walletId: WalletId): Promise<string | null> {
  const row = await deposits(database).findOne({ walletId, listedIn: { $type: 'string' } }, { sort: { _id: -1 } })
  return row?.listedIn ?? null
}

/** One to this wallet that is blocked now. */
export function findBlockedOf(database: Database, walletId: WalletId): Promise<DepositRow | null> {
  return deposits(database).findOne(
    { walletId, listedIn: { $type: 'string' }, isGone: { $ne: true } },
    { sort: { _id: -1 } },
  )
}

/** Those that are blocked, of one owner. */
export function findBlocked(
  database: Database,
  scope: { readonly orgId: OrgId; readonly mode: Mode; readonly walletId?: object },
  limit: number,
): Promise<DepositRow[]> {
  return deposits(database)
    .find({ ...scope, listedIn: { $type: 'string' }, isGone: { $ne: true } } as object)
    .limit(limit)
    .toArray()
}

export function findDeposit(database: Database, depositId: string): Promise<DepositRow | null> {
  return deposits(database).findOne({ _id: depositId })
}

export async function findDepositsById(database: Database, depositIds: readonly string[]): Promise<DepositRow[]> {
  if (depositIds.length === 0) return []
  return deposits(database)
    .find({ _id: { $in: [...depositIds] } })
    .toArray()
}

/** Deposits that are on the chain, by their transactions. */
export async function findArrivals(database: Database, txHashes: readonly string[]): Promise<DepositRow[]> {
  if (txHashes.length === 0) return []
  const found = await deposits(database)
    .find({ txHash: { $in: [...txHashes] } })
    .toArray()
  return found.filter(({ isGone }) => isGone !== true)
}

export function findDepositsByHash(database: Database, txHash: string): Promise<DepositRow[]> {
  return deposits(database).find({ txHash }).limit(HASH_MAX).toArray()
}

/** Deposits on the chain from these senders that were credited before these were listed, in the order of ids. */
export function findUnblockedFrom(
  database: Database,
  { chain, mode }: { readonly chain: Chain; readonly mode: Mode },
  senders: readonly string[],
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<DepositRow[]> {
  const listable = { isGone: { $ne: true }, listedIn: { $exists: false } }
  return deposits(database)
    .find({ from: { $in: [...senders] }, chain, mode, _id: { $gt: after }, ...listable })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray()
}

/** Refunds of a payment, those too that have left the chain. */
export function findRefundPage(
  database: Database,
  paymentId: PaymentId,
  statuses: readonly ('completed' | 'reversed')[] | null,
  args: OrderedArguments,
): Promise<Page<DepositRow>> {
  const gone = [...new Set(statuses ?? [])].map((status) => (status === 'reversed' ? true : { $ne: true }))
  const inStatus =
    statuses === null || gone.length === 2 ? {} : gone.length === 0 ? { _id: { $in: [] } } : { isGone: gone[0] }
  const filter = { 'refund.paymentId': paymentId, refundedAt: { $type: 'date' }, ...inStatus }
  return findPage(
    deposits(database),
    { name: 'refunds', filter, orders: { created_at: { field: 'refundedAt', type: 'date' } } },
    args,
  )
}

/** Credited deposits in a range of blocks, ordered by block and id, after `after`. */
export function findDepositsIn(
  database: Database,
  range: { chain: Chain; mode: Mode; from: number; to: number },
  page: { after: { block: number; id: string } | null; limit: number },
): Promise<Pick<DepositRow, '_id' | 'orgId' | 'block' | 'blockHash'>[]> {
  const { chain, mode, from, to } = range
  const { after } = page
  const beyond =
    after === null ? {} : { $or: [{ block: { $gt: after.block } }, { block: after.block, _id: { $gt: after.id } }] }
  return deposits(database)
    .find({ chain, mode, block: { $gte: after?.block ?? from, $lte: to }, isGone: { $ne: true }, ...beyond })
    .project<Pick<DepositRow, '_id' | 'orgId' | 'block' | 'blockHash'>>({ orgId: 1, block: 1, blockHash: 1 })
    .sort({ block: 1, _id: 1 })
    .limit(page.limit)
    .toArray()
}

/** Deposits to these wallets in a range of blocks, those too that were reversed. */
export function findDepositsTo(
  database: Database,
  walletIds: readonly WalletId[],
  { chain, mode, from, to }: { chain: Chain; mode: Mode; from: number; to: number },
): Promise<DepositRow[]> {
  return deposits(database)
    .find({ chain, mode, block: { $gte: Number(from), $lte: Number(to) }, walletId: { $in: [...walletIds] } })
    .toArray()
}

/** The newest deposit of a block below this one that counts. */
export async function findLastDepositBelow(
  database: Database,
  { chain, mode }: { readonly chain: Chain; readonly mode: Mode },
  block: number,
): Promise<DepositRow | null> {
  const [found] = await deposits(database)
    .find({ chain, mode, block: { $lt: block }, isGone: { $ne: true } })
    .sort({ block: -1 })
    .limit(1)
    .toArray()
  return found ?? null
}

/** The newest block that a deposit which counts is in. */
export async function findLastDeposit(
  database: Database,
  scope: { readonly chain: Chain; readonly mode: Mode },
): Promise<number | null> {
  const found = await findLastDepositBelow(database, scope, Number.MAX_SAFE_INTEGER)
  return found === null ? null : Number(found.block)
}

/** Ids of deposits from an address. @throws DomainError gateway_timeout */
export async function findDepositsFrom(
  database: Database,
  scope: object,
  address: string,
  limit: number,
): Promise<string[]> {
  const found = await readRows(
    deposits(database)
      .find({ ...scope, from: address })
      .project<Pick<DepositRow, '_id'>>({ _id: 1 })
      .limit(limit),
  )
  return found.map(({ _id }) => _id)
}
