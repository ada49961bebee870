/**
 * Responses to keyed requests, stored for a day so that a replay gets the same bytes. Whether a request is a replay is decided
 * by the commit, never here: a lost row costs the exact bytes, not a second payment. Bodies can hold a secret that is shown
 * once, so they are sealed at rest.
 */
import type { Clock } from '../subgraphs/shared/clock.ts'
import { type Database, DURABLE } from '../subgraphs/shared/database.ts'
import type { SecretBox } from '../subgraphs/shared/secretBox.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'

export interface StoredResponse {
  /** `rest`, or the GraphQL document and variables: a stored response is for requests of the same form only. */
  readonly form: string
  /** The credential that may see the secret again; null in rows of earlier versions: any credential of the caller. */
  readonly credential: string | null
  readonly status: number
  readonly body: string
  readonly location: string | null
}

export interface ResponseStore {
  /**
   * Never rejects: a response that cannot be stored is sent all the same.
   * @param id of the idempotency key's row
   * @param durable for a secret, which cannot be rendered again: the row survives a failover
   */
  put(id: string, response: StoredResponse, durable?: boolean): Promise<void>
  find(id: string): Promise<StoredResponse | null>
}

/** Rows of earlier versions are of REST and have neither form nor credential. */
interface ResponseRow
  extends Omit<StoredResponse, 'form' | 'credential'>,
    Partial<Pick<StoredResponse, 'form' | 'credential'>> {
  readonly _id: string
  readonly expiresAt: Date
}

const COLLECTION = 'answers'
const RETENTION_MS = 24 * 60 * 60 * 1000
const BODY_MAX_BYTES = 64 * 1024
/** Losing a row costs the exact bytes only, so a majority is not awaited. */
const ACKNOWLEDGED = { w: 1, journal: false } as const

/** Inserts of one tick go out as one command. */
export async function createResponseStore(
  database: Database,
  clock: Clock,
  log: Log,
  secrets: SecretBox,
): Promise<ResponseStore> {
  const rows = database.collection<ResponseRow>(COLLECTION)
  await rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  let waiting: { rows: ResponseRow[]; durable: boolean; done: Promise<void> } | null = null

  async function write(batch: ResponseRow[], concern: typeof ACKNOWLEDGED | typeof DURABLE): Promise<void> {
    if (await insert(batch, concern)) return
    // When a stored refusal has expired, its key is decided again and the newer response replaces it. This way also what an
    // election has turned away is sent once more.
    try {
      await rows.bulkWrite(
        batch.map(({ _id, ...row }) => ({ replaceOne: { filter: { _id }, replacement: row, upsert: true } })),
        { ordered: false, writeConcern: DURABLE },
      )
    } catch (failure) {
      log.error({ err: failure, responses: batch.length }, 'responses to keyed requests were not stored')
    }
  }

  /** The plain command: the driver's bulk interface would encode every row once more, only to learn its size. */
  async function insert(batch: ResponseRow[], { w, journal }: typeof ACKNOWLEDGED | typeof DURABLE): Promise<boolean> {
    try {
      const writeConcern = { w, j: journal }
      const reply = await database.command({ insert: COLLECTION, documents: batch, ordered: false, writeConcern })
      return reply.writeErrors === undefined && reply.writeConcernError === undefined
    } catch {
      return false
    }
  }

  /** Null: its master key was removed before it had expired. The caller gets what a response gives that is gone. */
  function openBody(id: string, sealed: string): string | null {
    try {
      return secrets.open(sealed, id)
    } catch (err) {
      log.warn({ err }, 'a stored response cannot be opened: was a former master key removed within a day?')
      return null
    }
  }

  return {
    put(id, response, durable = false) {
      if (response.body.length > BODY_MAX_BYTES) return Promise.resolve()
      if (waiting === null) {
        const batch: ResponseRow[] = []
        const done = new Promise<void>((resolve) => {
          setImmediate(() => {
            const concern = waiting?.durable ? DURABLE : ACKNOWLEDGED
            waiting = null
            void write(batch, concern).then(resolve)
          })
        })
        waiting = { rows: batch, durable: false, done }
      }
      waiting.durable ||= durable
      const body = secrets.seal(response.body, id)
      waiting.rows.push({ _id: id, ...response, body, expiresAt: new Date(clock.now().getTime() + RETENTION_MS) })
      return waiting.done
    },
    async find(id) {
      // `local`, so that rows just written with w: 1 are seen.
      const row = await rows.findOne({ _id: id }, { readConcern: { level: 'local' } })
      if (row === null || row.expiresAt <= clock.now()) return null
      const { form = 'rest', credential = null, status, location } = row
      const body = openBody(id, row.body)
      return body === null ? null : { form, credential, status: Number(status), body, location }
    },
  }
}
