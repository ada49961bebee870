/**
 * Answers of keyed requests, kept a day so that a repeat gets the same bytes. What is kept and what is a repeat the commit
 * decides, and never this: a lost row costs the exact bytes, not a second payment. Bodies can hold a key that is shown once,
 * so they are sealed at rest.
 */
import type { Clock } from '../subgraphs/shared/clock.ts'
import type { Database } from '../subgraphs/shared/database.ts'
import type { SecretBox } from '../subgraphs/shared/secretBox.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'

export interface StoredResponse {
  /** Over REST, or to one GraphQL document: other bytes would be no answer to another form of the question. */
  readonly form: string
  /** Whoever may see again what is shown once; null in answers of earlier versions, which went to the whole caller. */
  readonly credential: string | null
  readonly status: number
  readonly body: string
  readonly location: string | null
}

export interface ResponseStore {
  /**
   * Never fails: an answer that cannot be stored is still an answer.
   * @param id of the key's row
   * @param durable for what cannot be made again: it outlives the server it was written to
   */
  put(id: string, answer: StoredResponse, durable?: boolean): Promise<void>
  find(id: string): Promise<StoredResponse | null>
}

/** Answers of earlier versions were REST's alone and said neither form nor credential. */
interface AnswerRow
  extends Omit<StoredResponse, 'form' | 'credential'>,
    Partial<Pick<StoredResponse, 'form' | 'credential'>> {
  readonly _id: string
  readonly expiresAt: Date
}

const COLLECTION = 'answers'
const KEPT_MS = 24 * 60 * 60 * 1000
const BODY_MAX_BYTES = 64 * 1024
const DUPLICATE_KEY = 11000
/** Losing a row costs exact bytes only, so nobody waits for a majority. */
const UNHURRIED = { writeConcern: { w: 1, journal: false } } as const
const DURABLE = { writeConcern: { w: 'majority', journal: true } } as const

/** Inserts of one tick go out as one command. */
export async function createResponseStore(
  database: Database,
  clock: Clock,
  log: Log,
  secrets: SecretBox,
): Promise<ResponseStore> {
  const rows = database.collection<AnswerRow>(COLLECTION)
  await rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  let waiting: { rows: AnswerRow[]; durable: boolean; done: Promise<void> } | null = null

  async function write(batch: AnswerRow[], concern: typeof UNHURRIED | typeof DURABLE): Promise<void> {
    try {
      await rows.insertMany(batch, { ordered: false, ...concern })
    } catch (error) {
      await replaceOlder(batch, error)
    }
  }

  /** A key whose refusal was forgotten is decided anew: the newer answer stands. */
  async function replaceOlder(batch: AnswerRow[], error: unknown): Promise<void> {
    if (!(error instanceof Error) || (error as { code?: unknown }).code !== DUPLICATE_KEY) {
      log.error({ err: error, answers: batch.length }, 'answers of keyed requests were not stored')
      return
    }
    try {
      await rows.bulkWrite(
        batch.map(({ _id, ...row }) => ({ replaceOne: { filter: { _id }, replacement: row, upsert: true } })),
        { ordered: false, ...DURABLE },
      )
    } catch (again) {
      log.error({ err: again, answers: batch.length }, 'answers of keyed requests were not stored')
    }
  }

  return {
    put(id, answer, durable = false) {
      if (answer.body.length > BODY_MAX_BYTES) return Promise.resolve()
      if (waiting === null) {
        const batch: AnswerRow[] = []
        const done = new Promise<void>((resolve) => {
          setImmediate(() => {
            const concern = waiting?.durable ? DURABLE : UNHURRIED
            waiting = null
            void write(batch, concern).then(resolve)
          })
        })
        waiting = { rows: batch, durable: false, done }
      }
      waiting.durable ||= durable
      const body = secrets.seal(answer.body, id)
      waiting.rows.push({ _id: id, ...answer, body, expiresAt: new Date(clock.now().getTime() + KEPT_MS) })
      return waiting.done
    },
    async find(id) {
      // What was just written with w: 1 has to be seen, by whichever process is asked.
      const row = await rows.findOne({ _id: id }, { readConcern: { level: 'local' } })
      if (row === null || row.expiresAt <= clock.now()) return null
      const { form = 'rest', credential = null, status, body, location } = row
      return { form, credential, status: Number(status), body: secrets.open(body, id), location }
    },
  }
}
