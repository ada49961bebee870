/** Payments by the block that their transfer is mined in: that block may leave the chain. */
import type { Database } from '../../shared/database.ts'
import type { OrgId, PaymentId } from '../../shared/ids.ts'
import { type PaymentRow, paymentRows } from './payments.ts'
import type { NetworkScope } from './settlingPayments.ts'

/** The block that its transfer is mined in, as far as is known; null: in none. */
export function blockOf({
  chainWork,
  minedIn,
}: Pick<PaymentRow, 'chainWork' | 'minedIn'>): { readonly block: number; readonly blockHash: string } | null {
  const { minedBlock: block, minedBlockHash: blockHash } = chainWork ?? {}
  return block == null || blockHash == null ? (minedIn ?? null) : { block: Number(block), blockHash }
}

/**
 * Whether the recipient has the money, as far as the chain is known. The status alone does not tell: a completed payment keeps
 * it when its transfer leaves the chain for good, and a failed one when it is mined after all.
 */
export const hasArrived = (row: Pick<PaymentRow, 'status' | 'reversedAt' | 'chainWork' | 'minedIn'>): boolean =>
  row.status === 'completed' ? row.reversedAt === undefined : row.status === 'failed' && blockOf(row) !== null

/** Where payments have the block that their transfer is mined in: see blockOf. */
export const BLOCK_FIELDS = ['chainWork.minedBlock', 'minedIn.block'] as const
type BlockField = (typeof BLOCK_FIELDS)[number]

/** The newest payment that is completed by a block below this one. */
export async function findLastMinedBelow(
  database: Database,
  { chain, mode }: NetworkScope,
  below: number,
): Promise<PaymentRow | null> {
  const newest = (field: BlockField) =>
    paymentRows(database)
      .find({
        chain,
        mode,
        [field]: { $type: 'number', $lt: below },
        status: 'completed',
        reversedAt: { $exists: false },
      } as object)
      .sort({ [field]: -1 })
      .limit(1)
      .toArray()
  const found = (await Promise.all(BLOCK_FIELDS.map(newest))).flat()
  return found.sort((a, b) => Number(blockOf(b)?.block) - Number(blockOf(a)?.block))[0] ?? null
}

/** The newest block that the transfer of an ended payment is in, whatever its end. */
export async function findLastMined(database: Database, { chain, mode }: NetworkScope): Promise<number | null> {
  const newest = (field: BlockField) =>
    paymentRows(database)
      .find({ chain, mode, [field]: { $type: 'number' } } as object)
      .project<Pick<PaymentRow, 'chainWork' | 'minedIn'>>({ chainWork: 1, minedIn: 1 })
      .sort({ [field]: -1 })
      .limit(1)
      .toArray()
  const blocks = (await Promise.all(BLOCK_FIELDS.map(newest))).flat().map((row) => Number(blockOf(row)?.block ?? -1))
  return blocks.length === 0 ? null : Math.max(...blocks)
}

/** Payments mined in a range of blocks, those too that had failed before, ordered by block and id, after `after`. */
export async function findMinedIn(
  database: Database,
  range: NetworkScope & { from: number; to: number; field: BlockField },
  page: { after: { block: number; id: PaymentId } | null; limit: number },
): Promise<{ _id: PaymentId; orgId: OrgId; block: number; blockHash: string }[]> {
  const { chain, mode, from, to, field } = range
  const { after } = page
  const beyond =
    after === null ? {} : { $or: [{ [field]: { $gt: after.block } }, { [field]: after.block, _id: { $gt: after.id } }] }
  const rows = await paymentRows(database)
    .find({
      chain,
      mode,
      [field]: { $type: 'number', $gte: after?.block ?? from, $lte: to },
      status: { $ne: 'pending' },
      ...beyond,
    })
    .project<Pick<PaymentRow, '_id' | 'orgId' | 'chainWork' | 'minedIn'>>({ orgId: 1, chainWork: 1, minedIn: 1 })
    .sort({ [field]: 1, _id: 1 })
    .limit(page.limit)
    .toArray()
  return rows.map((row) => {
    const { block, blockHash } = blockOf(row) ?? { block: -1, blockHash: '' }
    return { _id: row._id, orgId: row.orgId, block: Number(block), blockHash }
  })
}
