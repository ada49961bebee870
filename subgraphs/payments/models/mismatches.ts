/**
 * Reconciliation mismatches (domain 1.11, 9.4): a committed row for each difference between ledger and chain. A row
 * corrects nothing: corrections are journal entries, written in the same commit.
 */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { KeyId, MismatchId, OrgId, PaymentId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain, Token } from '../../shared/tokens.ts'

const MISMATCH_KINDS = [
  'deposit_reorganized',
  'deposit_not_booked',
  'payment_reorganized',
  'chain_reorganized',
  'payment_not_booked',
  'failed_payment_mined',
  'authorization_log_missing',
  'transfer_differs',
  'unexpected_outflow',
  'balance_differs',
] as const
export type MismatchKind = (typeof MISMATCH_KINDS)[number]
type MismatchState = 'open' | 'resolved'

export interface OutgoingTransfer {
  /** `out_<chain>_<hash>` */
  readonly id: string
  readonly to: string
  readonly txHash: string
  readonly block: number
  readonly blockHash: string
  /** It left the chain, and the ledger was corrected back. */
  readonly isGone: boolean
  /** Of the hot wallet: the time of its block. */
  readonly minedAt?: Date
  /** Of the hot wallet: the nonce of the authorization that moved it; absent: none did. */
  readonly authorization?: string
}

export interface MismatchRow {
  /** `mis_<hash of kind and cause>` */
  readonly _id: MismatchId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  readonly kind: MismatchKind
  readonly state: MismatchState
  readonly walletId: WalletId
  readonly paymentId: PaymentId | null
  readonly depositId: string | null
  /** Of an unexpected outflow. */
  readonly transfer?: OutgoingTransfer
  readonly token: Token
  readonly chain: Chain
  /** The ledger's amount, in token units; text, because it may exceed 64 bits. */
  readonly expected: string
  /** The chain's amount. */
  readonly found: string
  /** The part not yet corrected, because the wallet's balance was too low. */
  readonly missing: bigint
  /** How many journal entries have corrected it. */
  readonly corrections: number
  readonly reason: string
  readonly resolution: string | null
  /** The key of the person who resolved it; absent: it was resolved by itself, or by an earlier release. */
  readonly resolvedBy?: KeyId
  readonly openedAt: Date
  readonly resolvedAt: Date | null
  readonly updatedAt: Date
}

export const MISMATCHES = 'mismatches'

/** Transfers from wallets that one transaction may hold. */
const HASH_MAX = 1_000

export const mismatchSchema = newSchema()
mismatchSchema.index({ orgId: 1, mode: 1, openedAt: -1, _id: -1 })
mismatchSchema.index(
  { chain: 1, mode: 1, _id: 1 },
  { name: 'missing', partialFilterExpression: { missing: { $gt: 0 } } },
)
mismatchSchema.index(
  { chain: 1, mode: 1, 'transfer.block': 1, _id: 1 },
  { name: 'outflows', partialFilterExpression: { 'transfer.block': { $type: 'number' } } },
)
mismatchSchema.index(
  { walletId: 1, openedAt: -1, _id: -1 },
  { name: 'openOfWallet', partialFilterExpression: { state: 'open' } },
)
mismatchSchema.index({ kind: 1 }, { name: 'open', partialFilterExpression: { state: 'open' } })

export const mismatchRef = (mismatchId: MismatchId): Ref<MismatchRow> => ({ collection: MISMATCHES, id: mismatchId })

const mismatches = (database: Database) => database.collection<MismatchRow>(MISMATCHES)

export function findMismatches(database: Database, ids: readonly MismatchId[]): Promise<MismatchRow[]> {
  return mismatches(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

/** Open ones of a wallet, the newest first. */
export function findOpenOf(database: Database, walletId: WalletId, limit: number): Promise<MismatchRow[]> {
  return mismatches(database).find({ walletId, state: 'open' }).sort({ openedAt: -1, _id: -1 }).limit(limit).toArray()
}

/** Unexpected outflows of the hot wallet of the treasury, the oldest first. */
export function findOpenOutflows(database: Database, walletId: WalletId): Promise<MismatchRow[]> {
  return mismatches(database)
    .find({ walletId, state: 'open', kind: 'unexpected_outflow' })
    .sort({ openedAt: 1, _id: 1 })
    .toArray()
}

/** An outflow from a wallet to an address that nothing explains, noticed since then, whether or not a person has looked at it. */
export function findUnexplained(
  database: Database,
  asset: Pick<MismatchRow, 'orgId' | 'mode' | 'walletId' | 'token' | 'chain'> & { readonly to: string },
  since: Date,
): Promise<MismatchRow | null> {
  const { orgId, mode, walletId, token, chain, to } = asset
  const about = { orgId, mode, walletId, token, chain, kind: 'unexpected_outflow', paymentId: null } as const
  const moved = { 'transfer.to': to.toLowerCase(), 'transfer.isGone': false }
  return mismatches(database).findOne({ ...about, ...moved, openedAt: { $gte: since } } as object)
}

/** The tokens and chains of these wallets that have open ones. */
export async function findOpenAssets(
  database: Database,
  walletIds: readonly WalletId[],
): Promise<Pick<MismatchRow, 'walletId' | 'token' | 'chain'>[]> {
  type Asset = Pick<MismatchRow, 'walletId' | 'token' | 'chain'>
  const assets = await mismatches(database)
    .aggregate<{ _id: Asset }>([
      { $match: { walletId: { $in: [...walletIds] }, state: 'open' } },
      { $group: { _id: { walletId: '$walletId', token: '$token', chain: '$chain' } } },
    ])
    .toArray()
  return assets.map(({ _id }) => _id)
}

/** Those with a part not yet corrected, in the order of ids. */
export function findMissing(
  database: Database,
  { chain, mode }: { chain: Chain; mode: Mode },
  page: { after: MismatchId | null; limit: number },
): Promise<MismatchRow[]> {
  return mismatches(database)
    .find({ chain, mode, missing: { $gt: 0n }, ...(page.after === null ? {} : { _id: { $gt: page.after } }) })
    .sort({ _id: 1 })
    .limit(page.limit)
    .toArray()
}

export function findOutflowsByHash(
  database: Database,
  { orgId, mode }: { readonly orgId: OrgId; readonly mode: Mode },
  txHash: string,
): Promise<MismatchRow[]> {
  return mismatches(database).find({ orgId, mode, 'transfer.txHash': txHash }).limit(HASH_MAX).toArray()
}

/** Unexpected outflows in a range of blocks, ordered by block and id, after `after`. */
export async function findOutflowsIn(
  database: Database,
  { chain, mode, from, to }: { chain: Chain; mode: Mode; from: number; to: number },
  { after, limit }: { after: { block: number; id: string } | null; limit: number },
): Promise<{ _id: MismatchId; orgId: OrgId; block: number; blockHash: string }[]> {
  const beyond: object =
    after === null
      ? {}
      : { $or: [{ 'transfer.block': { $gt: after.block } }, { 'transfer.block': after.block, _id: { $gt: after.id } }] }
  const within = { chain, mode, 'transfer.block': { $gte: after?.block ?? from, $lte: to }, 'transfer.isGone': false }
  const found = await mismatches(database)
    .find({ ...within, ...beyond })
    .sort({ 'transfer.block': 1, _id: 1 })
    .limit(limit)
    .toArray()
  return found.flatMap(({ _id, orgId, transfer }) =>
    transfer === undefined ? [] : [{ _id, orgId, block: transfer.block, blockHash: transfer.blockHash }],
  )
}

/** The newest block that an unexpected outflow is in. */
export async function findLastOutflow(
  database: Database,
  { chain, mode }: { readonly chain: Chain; readonly mode: Mode },
): Promise<number | null> {
  const [found] = await mismatches(database)
    .find({ chain, mode, 'transfer.block': { $type: 'number' }, 'transfer.isGone': false } as object)
    .sort({ 'transfer.block': -1 })
    .limit(1)
    .toArray()
  return found?.transfer === undefined ? null : Number(found.transfer.block)
}

export interface MismatchFilter {
  readonly states?: readonly MismatchState[] | null | undefined
  readonly kinds?: readonly MismatchKind[] | null | undefined
}

export function findMismatchPage(
  database: Database,
  scope: { orgId: OrgId; mode: Mode },
  { states, kinds }: MismatchFilter,
  args: OrderedArguments,
): Promise<Page<MismatchRow>> {
  const filter = { ...scope, ...anyOf('state', states), ...anyOf('kind', kinds) }
  return findPage(
    mismatches(database),
    { name: 'mismatches', filter, orders: { created_at: { field: 'openedAt', type: 'date' } } },
    args,
  )
}

export async function countOpenMismatches(database: Database): Promise<ReadonlyMap<MismatchKind, number>> {
  const counts = await mismatches(database)
    .aggregate<{ _id: MismatchKind; count: number }>([
      { $match: { state: 'open' } },
      { $group: { _id: '$kind', count: { $sum: 1 } } },
    ])
    .toArray()
  return new Map(counts.map(({ _id, count }) => [_id, Number(count)]))
}
