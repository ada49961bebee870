/** The answer about a new key: the request that made it is shown the key itself, a replay of that request only the record of it. */
import type { SubmitResult } from '../../shared/commit/submit.ts'

interface Shown<Row> {
  readonly record: Row
  /** Shown only once: null in a replay. */
  readonly apiKey: string | null
  readonly replayed: boolean
}

export async function showKey<Row>(
  settled: SubmitResult<unknown>,
  made: { readonly keyId: string; readonly text: string },
  read: (keyId: string) => Promise<Row>,
): Promise<Shown<Row>> {
  const replayed = 'replayedId' in settled
  const record = await read(replayed ? settled.replayedId : made.keyId)
  return { record, apiKey: replayed ? null : made.text, replayed }
}
