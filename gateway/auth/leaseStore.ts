/** Budgets of rate limits in the database: one row for each window of a caller, from which processes lease portions. */
import { type Database, isDuplicateKey } from '../../subgraphs/shared/database.ts'
import type { Lease, LeaseStore, LeaseWish } from './sharedWindows.ts'

interface WindowRow {
  readonly _id: string
  readonly leased: number
  /** Of the highest version that a process has wished with. */
  readonly budget: number
  readonly version: number
  /** Holder -> what it has got. */
  readonly by: Readonly<Record<string, number>>
  readonly expiresAt: Date
}

const COLLECTION = 'rateWindows'
/** By the clock of the server; windows are long over by then. */
const RETENTION_MS = 10 * 60_000
/** A lease is this part of what the budget has left, so that little is lost with a process, and at least a few requests. */
const PORTIONS = 8
const PORTION_MIN = 4
/** So few are leased one by one and at the same time, each with its response: no second command has to read them. */
const EACH_MAX = 2
/** A failover may forget leases of its last moments, which then are granted twice; a majority would be awaited by callers. */
const ACKNOWLEDGED = { w: 1, journal: false } as const

export async function createLeaseStore(database: Database): Promise<LeaseStore> {
  await database.collection(COLLECTION).createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  const rows = database.bounded.collection<WindowRow>(COLLECTION)

  async function write(wishes: readonly LeaseWish[]): Promise<void> {
    const operations = wishes.map((wish) => ({
      updateOne: { filter: { _id: wish.id }, update: leasing(wish), upsert: true },
    }))
    await rows.bulkWrite(operations, { ordered: false, writeConcern: ACKNOWLEDGED })
  }

  async function leaseEach(wishes: readonly LeaseWish[]): Promise<ReadonlyMap<string, Lease>> {
    const leases = wishes.map(async (wish): Promise<[string, Lease]> => {
      const options = { upsert: true, returnDocument: 'after', writeConcern: ACKNOWLEDGED } as const
      const update = () => rows.findOneAndUpdate({ _id: wish.id }, leasing(wish), options)
      const row = await update().catch((error: unknown) => {
        // Another process made the row at the same time.
        if (!isDuplicateKey(error)) throw error
        return update()
      })
      return [wish.holder, leaseOf(wish, row)]
    })
    return new Map(await Promise.all(leases))
  }

  return {
    async lease(wishes) {
      if (wishes.length <= EACH_MAX) return leaseEach(wishes)
      try {
        await write(wishes)
      } catch (error) {
        // Two processes made the same row. What has been leased is not leased again.
        if (!isDuplicateKey(error)) throw error
        await write(unwritten(error, wishes))
      }
      const ids = wishes.map(({ id }) => id)
      const found = await rows.find({ _id: { $in: ids } }, { readConcern: { level: 'local' } }).toArray()
      const byId = new Map(found.map((row) => [row._id, row]))
      return new Map(wishes.map((wish): [string, Lease] => [wish.holder, leaseOf(wish, byId.get(wish.id))]))
    },
  }
}

function leaseOf({ holder, ...wished }: LeaseWish, row: WindowRow | null | undefined): Lease {
  const { leased = 0, by = {}, budget = wished.limit, version = wished.version } = row ?? {}
  const granted = Number(by[holder] ?? 0)
  return { granted, leased: Number(leased), limit: Number(budget), version: Number(version) }
}

/** Of a bulk write that failed in part. */
function unwritten(error: unknown, wishes: readonly LeaseWish[]): readonly LeaseWish[] {
  const { writeErrors } = error as { readonly writeErrors: unknown }
  const failed = new Set([writeErrors].flat().map((one) => (one as { readonly index: number }).index))
  return wishes.filter((_wish, index) => failed.has(index))
}

/**
 * Decided by the server in one step: what is leased of a window never exceeds its limit, which is the latest that any process
 * knows; of one version each process has its own, as while a configuration is rolled out.
 */
function leasing({ holder, limit, version, amount }: LeaseWish): object[] {
  const isLatest = { $gte: [version, { $ifNull: ['$version', version] }] }
  const left = { $subtract: ['$budget', '$leased'] }
  const portion = { $max: [amount, PORTION_MIN, { $ceil: { $divide: [left, PORTIONS] } }] }
  const held = { $ifNull: [`$by.${holder}`, 0] }
  return [
    {
      $set: {
        budget: { $cond: [isLatest, limit, '$budget'] },
        version: { $max: ['$version', version] },
        leased: { $ifNull: ['$leased', 0] },
        expiresAt: { $add: ['$$NOW', RETENTION_MS] },
      },
    },
    { $set: { grant: { $max: [0, { $min: [left, portion] }] } } },
    { $set: { leased: { $add: ['$leased', '$grant'] }, [`by.${holder}`]: { $add: [held, '$grant'] } } },
    { $unset: 'grant' },
  ]
}
