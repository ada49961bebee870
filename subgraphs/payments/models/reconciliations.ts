/**
 * What the last reconciliation of each wallet found (domain 1.11, 9.4): one row for each wallet, token and chain, and the
 * reads that it compares, all as of one instant.
 */
import type { WalletPosition } from '../../shared/commit/positions.ts'
import { walletRef } from '../../shared/commit/positions.ts'
import { type Session, withSnapshot } from '../../shared/commit/snapshot.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { OrgId, WalletId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Chain, Token } from '../../shared/tokens.ts'
import { CHAIN_CURSORS, type ChainCursorRow } from './chainCursors.ts'
import { DEPOSITS, type DepositRow } from './deposits.ts'
import { BLOCK_FIELDS } from './minedPayments.ts'
import { MISMATCHES, type MismatchRow } from './mismatches.ts'
import { PAYMENTS, type PaymentRow } from './payments.ts'
import { SETTLEMENT_TASKS, type SettlementTaskRow } from './settlementTasks.ts'

/** agrees, differs, or undecided: something about the wallet is still to be booked, or the chain did not say. */
export type ReconciliationState = 'agrees' | 'differs' | 'undecided'

export interface ReconciliationRow {
  /** `<wallet>:<chain>:<token>` */
  readonly _id: string
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
  readonly chain: Chain
  readonly token: Token
  readonly state: ReconciliationState
  /** In token units, as text; the ledger's as of that block, without what it is known to have too much. */
  readonly ledger: string
  /** Null: the chain did not say. */
  readonly onChain: string | null
  /** The block of both. */
  readonly block: number
  readonly at: Date
}

export const RECONCILIATIONS = 'reconciliations'

export const reconciliationSchema = newSchema()
reconciliationSchema.index({ walletId: 1, chain: 1, token: 1 })

const reconciliations = (database: Database) => database.collection<ReconciliationRow>(RECONCILIATIONS)

export async function saveReconciliations(database: Database, rows: readonly ReconciliationRow[]): Promise<void> {
  if (rows.length === 0) return
  await reconciliations(database).bulkWrite(
    rows.map(({ _id, ...facts }) => ({ updateOne: { filter: { _id }, update: { $set: facts }, upsert: true } })),
    { ordered: false },
  )
}

export function findReconciliations(database: Database, walletIds: readonly string[]): Promise<ReconciliationRow[]> {
  return reconciliations(database)
    .find({ walletId: { $in: [...walletIds] as WalletId[] } })
    .sort({ walletId: 1, chain: 1, token: 1 })
    .toArray()
}

/** Ledger and everything that tells how it stood at the block of the cursor. */
export interface LedgerSnapshot {
  readonly cursor: ChainCursorRow | null
  readonly positions: readonly WalletPosition[]
  /** Booked from blocks beyond the cursor's. */
  readonly later: {
    readonly deposits: readonly DepositRow[]
    readonly payments: readonly PaymentRow[]
  }
  /** Outflows beyond the cursor's block, what is still missing, and open differences of balances. */
  readonly mismatches: readonly MismatchRow[]
  readonly tasks: readonly SettlementTaskRow[]
  /** Organizations, or the network as a whole (empty), with so many tasks that they were not read. */
  readonly behind: ReadonlySet<SettlementTaskRow['orgId']>
  /** The wallets of the payments, deposits and outflows that the tasks are about. */
  readonly taskWallets: readonly WalletId[]
}

/** More tasks than this say that the bookings of an organization are behind; those of others may go on. */
const TASKS_MAX = 1_000
const NOT_GONE = { $ne: true } as const

export async function readLedgerSnapshot(
  database: Database,
  network: { readonly id: string; readonly mode: Mode; readonly chain: Chain },
  walletIds: readonly WalletId[],
): Promise<LedgerSnapshot> {
  const { id, mode, chain } = network
  return withSnapshot(database, (session) => read(session))

  async function read(session: Session): Promise<LedgerSnapshot> {
    const of = <T extends object>(name: string) => database.collection<T>(name)
    const cursor = await of<ChainCursorRow>(CHAIN_CURSORS).findOne({ _id: id }, { session })
    const beyond = { $gt: cursor?.number ?? -1 }
    const ofWallets = { mode, chain, walletId: { $in: [...walletIds] } }
    // One after the other: a session runs one command at a time.
    const positions = await of<WalletPosition>('positions')
      .find({ _id: { $in: walletIds.map((one) => walletRef(one).id) } }, { session })
      .toArray()
    const deposits = await of<DepositRow>(DEPOSITS)
      .find({ ...ofWallets, block: beyond, isGone: NOT_GONE }, { session })
      .toArray()
    const payments = await of<PaymentRow>(PAYMENTS)
      .find(
        {
          ...ofWallets,
          $or: BLOCK_FIELDS.map((field) => ({ [field]: beyond })),
          ...{ status: 'completed', reversedAt: { $exists: false } },
          // Deliveries of conversions leave the hot wallet of the treasury.
          quoteId: { $exists: false },
        } as object,
        { session },
      )
      .toArray()
    const mismatches = await of<MismatchRow>(MISMATCHES)
      .find(
        {
          ...ofWallets,
          $or: [{ missing: { $gt: 0n } }, { 'transfer.block': beyond }, { kind: 'balance_differs', state: 'open' }],
        } as object,
        { session },
      )
      .toArray()
    const owners = ['' as const, ...new Set(positions.map(({ orgId }) => orgId))]
    const tasksOf = (some: readonly SettlementTaskRow['orgId'][]) => ({
      ...{ network: id, orgId: { $in: [...some] }, 'work.kind': { $ne: 'gas' as const } },
    })
    const counts = await of<SettlementTaskRow>(SETTLEMENT_TASKS)
      .aggregate<{ _id: SettlementTaskRow['orgId']; count: number }>(
        [{ $match: tasksOf(owners) }, { $group: { _id: '$orgId', count: { $sum: 1 } } }],
        { session },
      )
      .toArray()
    const behind = new Set(counts.filter(({ count }) => count >= TASKS_MAX).map(({ _id }) => _id))
    const tasks = await of<SettlementTaskRow>(SETTLEMENT_TASKS)
      .find(tasksOf(owners.filter((owner) => !behind.has(owner))), { session })
      .toArray()
    const subjects = tasks.map(({ subjectId }) => subjectId)
    const taskWallets: WalletId[] = []
    for (const name of subjects.length === 0 ? [] : [PAYMENTS, DEPOSITS, MISMATCHES]) {
      const named = of<{ _id: string; walletId: WalletId }>(name).find({ _id: { $in: subjects } }, { session })
      taskWallets.push(
        ...(await named.project<{ walletId: WalletId }>({ walletId: 1 }).toArray()).map(({ walletId }) => walletId),
      )
    }
    return { cursor, positions, later: { deposits, payments }, mismatches, tasks, behind, taskWallets }
  }
}
