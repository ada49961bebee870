/** The lock of migrations: one process at a time. It expires by the clock of the database if its holder dies. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../database.ts'

interface LockRow {
  readonly _id: string
  readonly holder: string
  readonly expiresAt: Date
}

export interface Lock {
  /** False once another process may hold it; then nothing may be changed any more. */
  isHeld(): boolean
  release(): Promise<void>
}

const ID = 'migrations'

/** Null while another process holds it. */
export async function takeLock(database: Database, lifetimeMs: number): Promise<Lock | null> {
  const locks = database.collection<LockRow>('migrationLocks')
  const holder = randomUUID()
  // By the monotonic clock, from before the request was sent: it expires here before it expires in the database.
  let heldUntil = performance.now() + lifetimeMs
  const extend = async (free: object): Promise<boolean> => {
    const requestedAt = performance.now()
    const expiresAt = { $add: ['$$NOW', lifetimeMs] }
    const { matchedCount } = await locks.updateOne({ _id: ID, ...free }, [{ $set: { holder, expiresAt } }])
    if (matchedCount === 1) heldUntil = requestedAt + lifetimeMs
    return matchedCount === 1
  }
  // Makes the row for the first time, because an upsert cannot compare with the clock of the database.
  await locks.updateOne({ _id: ID }, { $setOnInsert: { holder: '', expiresAt: new Date(0) } }, { upsert: true })
  if (!(await extend({ $expr: { $lt: ['$expiresAt', '$$NOW'] } }))) return null
  const timer = setInterval(() => {
    extend({ holder })
      .then((isExtended) => {
        if (!isExtended) heldUntil = 0
      })
      // The next try may extend it; otherwise it expires.
      .catch(() => undefined)
  }, lifetimeMs / 4)
  return {
    isHeld: () => performance.now() < heldUntil,
    async release() {
      clearInterval(timer)
      await locks.updateOne({ _id: ID, holder }, { $set: { holder: '', expiresAt: new Date(0) } })
    },
  }
}
