/** Queries of settlement: queued, overdue, unsigned and mined payments. */
import { isHotWallet } from '../../shared/conversions.ts'
import type { Database } from '../../shared/database.ts'
import { firstIdAt, madeAt, type OrgId, type PaymentId, type WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain } from '../../shared/tokens.ts'
import { PENDING_INDEX, RESTORED_INDEX, STOPPED } from './paymentIndexes.ts'
import { type PaymentRow, paymentRows } from './payments.ts'

export interface NetworkScope {
  readonly mode: Mode
  readonly chain: Chain
}

const queuedOn = ({ mode, chain }: NetworkScope) => ({ status: 'pending', stage: 'queued', chain, mode }) as const

/** all: whatever waits. stopped: only what is to be ended, of which nothing is sent. */
export type Queue = 'all' | 'stopped'

const QUEUES = {
  all: { filter: {}, hint: PENDING_INDEX },
  stopped: { filter: STOPPED, hint: RESTORED_INDEX },
} as const

/** Organizations with queued payments; of all a covered query. */
export function findQueuedOrganizations(database: Database, scope: NetworkScope, queue: Queue): Promise<OrgId[]> {
  return paymentRows(database).distinct('orgId', { ...queuedOn(scope), ...QUEUES[queue].filter } as object)
}

/** Queued payments of one organization that may be sent now: new ones first, oldest first, then postponed ones. */
export function findQueued(
  database: Database,
  scope: NetworkScope,
  input: { orgId: OrgId; now: Date; limit: number; except?: readonly WalletId[] },
  queue: Queue,
): Promise<PaymentRow[]> {
  const { orgId, now, except = [] } = input
  const { filter, hint } = QUEUES[queue]
  const others = except.length === 0 ? {} : { walletId: { $nin: [...except] } }
  return paymentRows(database)
    .find({ ...queuedOn(scope), ...filter, orgId, sendAfter: { $not: { $gt: now } }, ...others } as object)
    .sort({ sendAfter: 1, _id: 1 })
    .hint(hint)
    .limit(input.limit)
    .toArray()
}

/** Queued payments of all networks that were made before this, in the order of ids; those that were approved since among them. */
export function findLongQueued(
  database: Database,
  { before, after, limit }: { readonly before: Date; readonly after: PaymentId | null; readonly limit: number },
): Promise<PaymentRow[]> {
  const made = { $lt: firstIdAt('payment', before), ...(after === null ? {} : { $gt: after }) }
  return paymentRows(database)
    .find({ status: 'pending', stage: 'queued', _id: made } as object)
    .sort({ _id: 1 })
    .hint(PENDING_INDEX)
    .limit(limit)
    .toArray()
}

/** Payments sent to the chain without any change since `before`, in the order of ids. @param input.orgId absent: all */
export function findOverdue(
  database: Database,
  scope: NetworkScope,
  input: { before: Date; after: PaymentId | null; limit: number; orgId?: OrgId },
): Promise<PaymentRow[]> {
  return paymentRows(database)
    .find({
      status: 'pending',
      chain: scope.chain,
      stage: { $in: ['broadcasting', 'confirming'] },
      mode: scope.mode,
      updatedAt: { $lt: input.before },
      ...(input.orgId === undefined ? {} : { orgId: input.orgId }),
      ...(input.after === null ? {} : { _id: { $gt: input.after } }),
    })
    .sort({ _id: 1 })
    .limit(input.limit)
    .toArray()
}

/**
 * In batches, a wallet's payments without stored bytes, and of the hot wallet of the treasury those of all deliveries;
 * one that a block has completed may be in it again.
 */
export async function* readUnsigned(
  database: Database,
  { chain, mode }: NetworkScope,
  walletId: WalletId,
): AsyncGenerator<Pick<PaymentRow, '_id' | 'nonceOf'>[]> {
  const filter = { ...sentBy(walletId), chain, mode, chainWork: null } as object
  const found = paymentRows(database).find(filter).project<Pick<PaymentRow, '_id' | 'nonceOf'>>({ nonceOf: 1 })
  const rows = (isHotWallet(walletId) ? found.hint('deliveries') : found.sort({ _id: -1 })).batchSize(1_000)
  try {
    while (await rows.hasNext()) yield rows.readBufferedDocuments()
  } finally {
    await rows.close()
  }
}

/** The hot wallet of the treasury sends to the wallets of payments, which send none of its deliveries. */
const sentBy = (walletId: WalletId): object =>
  isHotWallet(walletId) ? { quoteId: { $type: 'string' } } : { walletId, quoteId: { $exists: false } }

const AWAITING = ['awaiting_compliance_review', 'awaiting_approval']

/** A block has the time at which its making began, and the clocks of chain and service differ by seconds. */
const BLOCK_TIMES_DIFFER_MS = 60_000

/** A transfer that no record tells of. */
export interface UnrecordedTransfer extends Pick<PaymentRow, 'walletId' | 'token' | 'to' | 'amount'> {
  readonly minedAt: Date
  /** How far an organization's time is ahead of that of blocks: the hot wallet delivers to all of them. */
  readonly aheadMsOf: (payment: Pick<PaymentRow, 'orgId' | 'mode'>) => number
}

/**
 * The oldest queued payment that this transfer would make, or else the oldest that waits for its approval or review again, or
 * that has failed and was never signed as far as its record tells; null: there is none. One that was accepted after the
 * transfer, or had failed before it, is none of these: an equal one was paid then.
 */
export async function findUnrecordedFor(
  database: Database,
  { chain, mode }: NetworkScope,
  transfer: UnrecordedTransfer,
): Promise<PaymentRow | null> {
  const { minedAt, aheadMsOf, walletId, token, to, amount } = transfer
  const moved = { token, to, ...sentBy(walletId), chain, mode, chainWork: null }
  const since = minedAt.getTime() - BLOCK_TIMES_DIFFER_MS
  // An organization is never behind the time of blocks.
  const ended = { status: 'failed', txHash: null, updatedAt: { $gte: new Date(since) } }
  const isIt = (row: PaymentRow) =>
    canBeFor(row, transfer) && (row.status !== 'failed' || failedAt(row, aheadMsOf) >= since)
  const oldest = async (standing: object) => {
    const rows = paymentRows(database)
      .find({ ...moved, ...standing } as object)
      .sort({ _id: 1 })
    try {
      for await (const row of rows) if (isIt(row)) return row
    } finally {
      await rows.close()
    }
    return null
  }
  const queued = { status: 'pending', stage: 'queued' }
  const standings = [queued, { status: 'pending', stage: { $in: AWAITING } }, ended]
  for (const standing of standings) {
    const found = await oldest({ amount, ...standing })
    if (found !== null) return found
  }
  if (!isHotWallet(walletId)) return null
  const near = { amount: { $gte: amount - drift(amount), $lte: amount + drift(amount) } }
  return (await oldest({ ...near, ...queued })) ?? oldest({ ...near, ...ended })
}

/** Whether the payment may be what the transfer was made for, as far as amounts and times tell. */
export function canBeFor(row: PaymentRow, { minedAt, aheadMsOf, amount }: Omit<UnrecordedTransfer, 'walletId'>) {
  if (notSentBefore(row, aheadMsOf(row)) > minedAt.getTime() + BLOCK_TIMES_DIFFER_MS) return false
  if (row.amount === amount) return true
  const isPricedAnew = row.quoteId !== undefined && row.fx !== null
  return isPricedAnew && row.amount >= amount - drift(amount) && row.amount <= amount + drift(amount)
}

/**
 * The real time before which it was not sent: a delivery may be executed and a hold captured again long after, but quote and
 * hold were made before.
 */
export function notSentBefore(row: Pick<PaymentRow, 'quoteId' | 'nonceOf' | 'createdAt'>, aheadMs: number): number {
  const origin = row.quoteId ?? row.nonceOf
  const made = origin === undefined ? null : madeAt(origin)
  return Math.min(made?.getTime() ?? Number.POSITIVE_INFINITY, row.createdAt.getTime() - aheadMs)
}

/** Of a quote that is priced anew, at another rate than the delivery that was lost: by how much rates move in some days. */
const drift = (amount: bigint): bigint => amount / 33n

/** In real time. Earlier releases have kept that of its organization only, which was ahead by no more than it is now. */
const failedAt = (row: PaymentRow, aheadMsOf: UnrecordedTransfer['aheadMsOf']): number =>
  row.failedAt?.getTime() ?? row.updatedAt.getTime() - aheadMsOf(row)
