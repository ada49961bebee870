/** A client by the library graphql-sse, which sends no place when it connects again: it subscribes after the last event. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'graphql-sse'
import { EVENTS, RETRY_MS, type Reader, type ReaderOptions } from './readers.ts'

interface Told {
  readonly events: { readonly cursor: string }
}

/** @param from the cursor after which it begins */
export function readGraphqlSse({ name, url, headers, types, resumes }: ReaderOptions, from: string): Reader {
  const told: string[] = []
  const troubles: string[] = []
  const client = createClient({ url: `${url}/graphql`, headers, retryAttempts: 0 })
  let isOver = false

  async function readOnce(): Promise<void> {
    const after = resumes ? (told.at(-1) ?? from) : undefined
    for await (const { data, errors } of client.iterate<Told>({
      query: EVENTS,
      variables: { filter: { types }, after },
    }))
      if (data) told.push(data.events.cursor)
      else troubles.push(`${name} was told ${JSON.stringify(errors)}`)
  }
  const ended = (async () => {
    while (!isOver) {
      await readOnce().catch((error: unknown) => {
        // Neither cut off nor told to come again.
        const { status } = ((error as { response?: Response }).response ?? {}) as Partial<Response>
        if (Array.isArray(error) || (status !== undefined && status < 500 && status !== 429))
          troubles.push(`${name} was refused: ${JSON.stringify(error)} ${status}`)
      })
      await sleep(RETRY_MS)
    }
  })()
  return {
    ...{ name, told, troubles, start: () => from },
    async stop() {
      isOver = true
      client.dispose()
      await ended
    },
  }
}
