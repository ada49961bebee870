/** An organization none of whose commits comes through, while those of others do. */
import type { Database } from '../../subgraphs/shared/database.ts'

/** Holds its position as a long transaction does. @returns the end */
export function holdOrganization(database: Database, orgId: string): () => Promise<void> {
  const positions = database.collection<{ _id: string }>('positions')
  let isOver = false
  const held = (async () => {
    while (!isOver) {
      const session = database.connection.getClient().startSession()
      try {
        session.startTransaction()
        await positions.updateOne({ _id: `org:${orgId}` }, { $set: { held: Math.random() } }, { session })
        // Less than the database lets a transaction live.
        for (let waited = 0; waited < 4_000 && !isOver; waited += 100) await new Promise((end) => setTimeout(end, 100))
        await session.abortTransaction()
      } catch {
        // A commit had it: next time.
      } finally {
        await session.endSession()
      }
    }
  })()
  return async () => {
    isOver = true
    await held
  }
}
