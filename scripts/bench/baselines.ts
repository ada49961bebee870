/**
 * What the database can do with the same documents through the plain driver, without any of the service's rules: the
 * upper bound (waiting callers share a transaction), and the obvious implementation (one transaction per payment).
 */
import { randomInt } from 'node:crypto'
import type { mongo } from 'mongoose'
import { uuidv7 } from 'uuidv7'
import { orgRef, SHARD_COUNT, shardRef, walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { BATCH_MAX } from '../../subgraphs/shared/commit/queue.ts'
import type { Database } from '../../subgraphs/shared/database.ts'
import { newId } from '../../subgraphs/shared/ids.ts'
import { type BenchPayment, type LoadTarget, RoundEnded } from './measure.ts'
import type { BenchAgent, BenchOrganization } from './organization.ts'
import { type AnyRow, APPENDED, copyTemplate, type PaymentTemplate } from './template.ts'

export const GROUP_COMMIT = 'bare driver, group commit'
export const TRANSACTIONS = 'bare driver, one transaction each'

interface BaselineDeps {
  readonly database: Database
  readonly organization: BenchOrganization
  readonly template: PaymentTemplate
}

const OPTIONS: mongo.TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
}

interface WaitingPayment {
  readonly payment: BenchPayment
  done(): void
  fail(error: unknown): void
}

/** Batches form as in the service's group commit: all waiting payments up to its bound, one transaction at a time. */
export function createGroupCommitBaseline(deps: BaselineDeps): LoadTarget {
  const session = deps.database.connection.getClient().startSession({ causalConsistency: false })
  const queue: WaitingPayment[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_MAX)
      try {
        session.startTransaction(OPTIONS)
        await writePayments(
          deps,
          session,
          batch.map(({ payment }) => payment),
          uuidv7(),
        )
        await session.commitTransaction()
        for (const { done } of batch) done()
      } catch (error) {
        if (session.inTransaction()) await session.abortTransaction().catch(() => undefined)
        for (const { fail } of batch) fail(error)
      }
    }
    isRunning = false
  }

  return {
    name: GROUP_COMMIT,
    accept: (payment) =>
      new Promise<void>((done, fail) => {
        queue.push({ payment, done, fail })
        if (!isRunning) void run()
      }),
    close: () => session.endSession(),
  }
}

/** Conflicts are retried by the driver's own `withTransaction`; what is still retrying at the end of the round does not count. */
export function createTransactionBaseline(deps: BaselineDeps): LoadTarget {
  const client = deps.database.connection.getClient()
  let isStopped = false
  return {
    name: TRANSACTIONS,
    async accept(payment) {
      isStopped = false
      const session = client.startSession({ causalConsistency: false })
      try {
        await session.withTransaction(async () => {
          if (isStopped) throw new RoundEnded('the round is over')
          await writePayments(deps, session, [payment], null)
        }, OPTIONS)
      } finally {
        await session.endSession()
      }
    },
    stop() {
      isStopped = true
    },
  }
}

/** @param marker id of the batch's row in `commits`; null without a batch */
async function writePayments(
  { database, organization, template }: BaselineDeps,
  session: mongo.ClientSession,
  payments: readonly BenchPayment[],
  marker: string | null,
): Promise<void> {
  const { orgId, agents } = organization
  const wallets = new Set(payments.map(({ wallet }) => walletRef((agents[wallet] as BenchAgent).walletId).id))
  const ids = [shardRef(randomInt(SHARD_COUNT)).id, orgRef(orgId).id, ...wallets].sort()
  const positions = database.collection<AnyRow>('positions')
  const found = await positions.find({ _id: { $in: ids } }, { session, batchSize: 2_000 }).toArray()

  // First, so that a transaction that conflicts fails before it does the rest.
  const result = await positions.bulkWrite(
    found.map((row) => ({ updateOne: { filter: { _id: row._id, v: row.v ?? 0 }, update: rewriteFields(row) } })),
    { session, ordered: true },
  )
  if (result.matchedCount !== ids.length) throw new Error('a position was missing or had another version')

  const copies = payments.map(({ sequence }) => copyTemplate(template, sequence, orgId, newId('payment')))
  for (const name of APPENDED)
    await database.collection<AnyRow>(name).insertMany(
      copies.map((copy) => copy[name]),
      { session },
    )
  if (marker !== null)
    await database.collection<AnyRow & { at: Date }>('commits').insertOne({ _id: marker, at: new Date() }, { session })
}

/** The fields that a payment changes, set to their present values: the same number of bytes, without arithmetic. */
function rewriteFields(row: AnyRow): mongo.UpdateFilter<AnyRow> {
  const { balances, day, month, seq, cursor, eventHash, journalSeq, journalHash } = row as AnyRow &
    Record<string, unknown>
  const changed = { balances, day, month, seq, cursor, eventHash, journalSeq, journalHash }
  const $set = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  return { ...(Object.keys($set).length > 0 && { $set }), $inc: { v: 1 } } as mongo.UpdateFilter<AnyRow>
}
