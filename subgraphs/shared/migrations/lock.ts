/** One process at a time changes stored shapes. Time is the database's own; a holder that died is waited for no longer. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../database.ts'

interface LockRow {
  readonly _id: string
  readonly holder: string
  readonly expiresAt: Date
}

export interface Lock {
  /** False once another process may hold it: nothing may be changed any more. */
  isHeld(): boolean
  release(): Promise<void>
}

const ID = 'migrations'

/** Null while another process holds it. */
export async function takeLock(database: Database, lifetimeMs: number): Promise<Lock | null> {
  const locks = database.collection<LockRow>('migrationLocks')
  const holder = randomUUID()
  // By the monotonic clock and from before the question: it ends here before it ends in the database.
  let heldUntil = performance.now() + lifetimeMs
  const extend = async (free: object): Promise<boolean> => {
    const asked = performance.now()
    const expiresAt = { $add: ['$$NOW', lifetimeMs] }
    const { matchedCount } = await locks.updateOne({ _id: ID, ...free }, [{ $set: { holder, expiresAt } }])
    if (matchedCount === 1) heldUntil = asked + lifetimeMs
    return matchedCount === 1
  }
  // The first time nothing stands there; an upsert cannot compare with the database's clock.
  await locks.updateOne({ _id: ID }, { $setOnInsert: { holder: '', expiresAt: new Date(0) } }, { upsert: true })
  if (!(await extend({ $expr: { $lt: ['$expiresAt', '$$NOW'] } }))) return null
  const timer = setInterval(() => {
    extend({ holder })
      .then((kept) => {
        if (!kept) heldUntil = 0
      })
      // It may be kept by the next try, and ends by itself otherwise.
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
