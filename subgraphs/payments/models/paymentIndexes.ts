/** The indexes of payments. */
import { newSchema } from '../../shared/database.ts'

/**
 * `_id` sorts by time, so it is the sort key of every list. Few indexes: with each update in a transaction the server (6.0) checks
 * every index of the collection against its catalog entry, and reads that with all indexes each time, so that their cost grows
 * with the square of their number. A query without an index of its own shares one, where it reads no more than it finds.
 */
export const paymentSchema = newSchema()
paymentSchema.index({ walletId: 1, _id: -1 })
paymentSchema.index({ orgId: 1, mode: 1, _id: -1 })
/** Pending payments, for stops, and failed ones, which are few and often filtered by. */
export const STANDING_INDEX = 'standing'
paymentSchema.index(
  { status: 1, orgId: 1, mode: 1, _id: 1 },
  { name: STANDING_INDEX, partialFilterExpression: { status: { $in: ['pending', 'failed'] } } },
)
/** The queue, of which the organizations are found without reading a payment, and what the chain has. */
export const PENDING_INDEX = 'pending'
paymentSchema.index(
  { status: 1, stage: 1, chain: 1, mode: 1, orgId: 1, sendAfter: 1, _id: 1 },
  { name: PENDING_INDEX, partialFilterExpression: { status: 'pending' } },
)
paymentSchema.index(
  { chain: 1, mode: 1, 'chainWork.minedBlock': 1, _id: 1 },
  { name: 'mined', partialFilterExpression: { 'chainWork.minedBlock': { $type: 'number' } } },
)
/**
 * Few, of a restored backup: those whose bytes were lost with it, by block, and those that were stopped while the chain may have
 * paid them, which have no block.
 */
export const RESTORED_INDEX = 'restored'
export const STOPPED = { 'stopped.type': { $type: 'string' }, 'minedIn.block': null } as const
paymentSchema.index(
  { chain: 1, mode: 1, 'minedIn.block': 1, orgId: 1, sendAfter: 1, _id: 1 },
  {
    name: RESTORED_INDEX,
    partialFilterExpression: {
      $or: [{ 'minedIn.block': { $type: 'number' } }, { 'stopped.type': { $type: 'string' } }],
    },
  },
)

/** Deliveries of conversions. */
paymentSchema.index(
  { mode: 1, chain: 1, status: 1, _id: -1 },
  { name: 'deliveries', partialFilterExpression: { quoteId: { $type: 'string' } } },
)

/** Whom a wallet has paid, and who has paid an address. */
paymentSchema.index({ to: 1, walletId: 1 }, { name: 'paid', partialFilterExpression: { status: 'completed' } })

/** Of earlier versions. */
export const FORMER_PAYMENT_INDEXES = [
  ...['underWay', 'failed', 'chain_1_stage_1', 'queued', 'minedWithoutBytes', 'stopped'],
  'chainWork.transactions.hash_1',
]
