/** Reads a whole collection while it is written: in the order of ids, page by page, however long each page takes. */
import type { Database } from './database.ts'

const PAGE = 200

interface Identified {
  readonly _id: string
}

export async function* readInPages<Row extends Identified>(
  database: Database,
  collection: string,
): AsyncGenerator<readonly Row[]> {
  const rows = database.collection<Identified>(collection)
  for (let after = ''; ; ) {
    const page = await rows
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(PAGE)
      .toArray()
    yield page as readonly Identified[] as readonly Row[]
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last._id
  }
}
