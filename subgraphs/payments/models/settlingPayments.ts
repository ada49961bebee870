/** Queries of settlement: queued, overdue, unsigned and mined payments. */
import { isHotWallet } from '../../shared/conversions.ts'
import type { Database } from '../../shared/database.ts'
import type { OrgId, PaymentId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain } from '../../shared/tokens.ts'
import { type PaymentRow, paymentRows } from './payments.ts'

export interface NetworkScope {
  readonly mode: Mode
  readonly chain: Chain
}

const queuedOn = ({ mode, chain }: NetworkScope) => ({ stage: 'queued', chain, mode }) as const

/** Organizations with queued payments; a covered query. */
export function findQueuedOrganizations(database: Database, scope: NetworkScope): Promise<OrgId[]> {
  return paymentRows(database).distinct('orgId', queuedOn(scope))
}

/** Queued payments of one organization that may be sent now: new ones first, oldest first, then postponed ones. */
export function findQueued(
  database: Database,
  scope: NetworkScope,
  input: { orgId: OrgId; now: Date; limit: number; except?: readonly WalletId[] },
): Promise<PaymentRow[]> {
  const { orgId, now, except = [] } = input
  const others = except.length === 0 ? {} : { walletId: { $nin: [...except] } }
  return paymentRows(database)
    .find({ ...queuedOn(scope), orgId, sendAfter: { $not: { $gt: now } }, ...others })
    .sort({ sendAfter: 1, _id: 1 })
    .limit(input.limit)
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
 * Ids, in batches, of a wallet's payments without stored bytes, and of the hot wallet of the treasury those of all deliveries;
 * one that a block has completed may be in it again.
 */
export async function* readUnsignedIds(
  database: Database,
  { chain, mode }: NetworkScope,
  walletId: WalletId,
): AsyncGenerator<PaymentId[]> {
  const filter = { ...sentBy(walletId), chain, mode, chainWork: null } as object
  const found = paymentRows(database).find(filter).project<Pick<PaymentRow, '_id'>>({ _id: 1 })
  const rows = (isHotWallet(walletId) ? found.hint('deliveries') : found.sort({ _id: -1 })).batchSize(1_000)
  try {
    while (await rows.hasNext()) yield rows.readBufferedDocuments().map(({ _id }) => _id)
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

/**
 * The oldest queued payment that this transfer would make, or else the oldest that waits for its approval or review again, or
 * that has failed and was never signed as far as its record tells; null: there is none. One that was accepted after the
 * transfer, or had failed before it, is none of these: an equal one was paid then.
 */
export async function findUnrecordedFor(
  database: Database,
  { chain, mode }: NetworkScope,
  transfer: Pick<PaymentRow, 'walletId' | 'token' | 'to' | 'amount'> & {
    readonly minedAt: Date
    /** How far an organization's time is ahead of that of blocks: the hot wallet delivers to all of them. */
    readonly aheadMsOf: (payment: Pick<PaymentRow, 'orgId' | 'mode'>) => number
  },
): Promise<PaymentRow | null> {
  const { minedAt, aheadMsOf, walletId, ...asked } = transfer
  const moved = { ...asked, ...sentBy(walletId) }
  const isAccepted = (row: PaymentRow) =>
    row.createdAt.getTime() <= minedAt.getTime() + aheadMsOf(row) + BLOCK_TIMES_DIFFER_MS
  const ended = { updatedAt: { $gte: new Date(minedAt.getTime() - BLOCK_TIMES_DIFFER_MS) } }
  const oldest = async (standing: object) => {
    const rows = paymentRows(database)
      .find({ ...moved, chain, mode, ...standing, chainWork: null } as object)
      .sort({ _id: 1 })
    try {
      for await (const row of rows) if (isAccepted(row)) return row
    } finally {
      await rows.close()
    }
    return null
  }
  const found = (await oldest({ stage: 'queued' })) ?? (await oldest({ stage: { $in: AWAITING } }))
  return found ?? oldest({ status: 'failed', txHash: null, ...ended })
}
