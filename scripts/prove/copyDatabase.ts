/** A backup of a database of proofs, beside it under another name. */
import { mongo } from 'mongoose'
import type { ProveWorld } from './world.ts'

export const RESTORED = 'restored'

/** Every collection in one snapshot, as the backup of a cluster has it. @param withoutOne leaves a payment out */
export async function copyDatabase({ mongodbUri }: Pick<ProveWorld, 'mongodbUri'>, withoutOne: boolean): Promise<void> {
  const client = await mongo.MongoClient.connect(mongodbUri)
  const session = client.startSession({ snapshot: true })
  try {
    const [from, to] = [client.db('prove'), client.db(RESTORED)]
    const names = (await from.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)
    const copies: [string, object[]][] = []
    for (const name of names)
      copies.push([name, await from.collection(name).find({}, { session, promoteValues: false }).toArray()])
    for (const [name, rows] of copies) {
      await to.createCollection(name)
      const kept = withoutOne && name === 'payments' ? rows.slice(1) : rows
      if (kept.length > 0) await to.collection(name).insertMany(kept)
      const indexes = (await from.collection(name).listIndexes().toArray()).filter((one) => one.name !== '_id_')
      if (indexes.length > 0) await to.collection(name).createIndexes(indexes as unknown as mongo.IndexDescription[])
    }
  } finally {
    await session.endSession()
    await client.close()
  }
}
