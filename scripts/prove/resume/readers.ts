/** Clients that read a stream of events until they are stopped, however often they are cut off. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { resumeSubscriptions } from '../../../sdk/resumeSubscriptions.mjs'
import { createSseParser } from '../../sse.ts'

export interface Reader {
  readonly name: string
  /** Cursors of events, in the order in which they came. */
  readonly told: readonly string[]
  /** Where the stream began; null: it has not. */
  start(): string | null
  /** Anything that no cut explains. */
  readonly troubles: readonly string[]
  stop(): Promise<void>
}

export interface ReaderOptions {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly types: readonly string[] | null
  /** False: the fault. */
  readonly resumes: boolean
}

export const RETRY_MS = 10
export const EVENTS = `subscription ($filter: EventFilter, $after: String) {
  events(filter: $filter, after: $after) { cursor }
}`

export function readSocket({ name, url, headers, types, resumes }: ReaderOptions): Reader {
  const told: string[] = []
  const troubles: string[] = []
  let start: string | null = null
  const options = {
    ...{ url: `${url.replace(/^http/, 'ws')}/graphql`, webSocketImpl: WebSocket, connectionParams: { ...headers } },
    ...{ retryAttempts: Number.POSITIVE_INFINITY, shouldRetry: () => true, retryWait: () => sleep(RETRY_MS) },
  }
  const client = createClient(resumes ? resumeSubscriptions(options) : options)
  client.on('ping', (_isReceived, payload) => {
    const [cursor] = Object.values((payload?.resume ?? {}) as Record<string, string>)
    start ??= cursor ?? null
  })
  const stop = client.subscribe<{ events: { cursor: string } }>(
    { query: EVENTS, variables: { filter: { types } } },
    {
      next({ data, errors }) {
        if (data) told.push(data.events.cursor)
        else troubles.push(`${name} was told ${JSON.stringify(errors)}`)
      },
      error: (error) => troubles.push(`${name} ended with ${JSON.stringify(error)}`),
      complete: () => undefined,
    },
  )
  return {
    ...{ name, told, troubles, start: () => start ?? (resumes ? null : (told[0] ?? null)) },
    async stop() {
      stop()
      // It may just be connecting to what has died.
      await Promise.resolve(client.dispose()).catch(() => undefined)
    },
  }
}

export function readSse({ name, url, headers, types, resumes }: ReaderOptions): Reader {
  const told: string[] = []
  const troubles: string[] = []
  const stopping = new AbortController()
  let start: string | null = null
  let last: string | null = null
  const query = types === null ? '' : `?types=${types.join(',')}`

  async function readOnce(): Promise<void> {
    const resume = last === null || !resumes ? {} : { 'last-event-id': last }
    const response = await fetch(`${url}/api/v2/events/stream${query}`, {
      headers: { accept: 'text/event-stream', ...headers, ...resume },
      signal: stopping.signal,
    })
    if (!response.ok) return void troubles.push(`${name} was refused with ${response.status}`)
    const parse = createSseParser(({ id, type, data }) => {
      start ??= id
      last = id
      if (type === 'message' && data !== null) told.push(`${id}`)
    })
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) parse(decoder.decode(chunk, { stream: true }))
  }
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await readOnce().catch(() => undefined)
      await sleep(RETRY_MS)
    }
  })()
  return {
    ...{ name, told, troubles, start: () => start },
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
