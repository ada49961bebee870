/** A reader of server-sent events for tests. */
import { createSseParser } from '../../scripts/sse.ts'

interface Sent {
  readonly id: string | null
  readonly data: Readonly<Record<string, unknown>>
}

interface SseReader {
  readonly status: number
  /** The error of a refusal. */
  readonly refused: unknown
  /** Those of a refusal in the format of GraphQL. */
  readonly errors: unknown
  readonly events: readonly Sent[]
  /** Data of the events of the type end. */
  readonly ends: readonly unknown[]
  /** What a browser would send as Last-Event-ID. */
  readonly lastId: string | null
  isOver(): boolean
  close(): void
}

export async function openSse(
  url: string,
  { method = 'GET', body, ...headers }: Readonly<Record<string, string>>,
): Promise<SseReader> {
  const aborting = new AbortController()
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers },
    ...{ method, signal: aborting.signal },
    ...(body !== undefined && { body }),
  })
  const events: Sent[] = []
  const ends: unknown[] = []
  let lastId: string | null = null
  let isOver = false
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const parse = createSseParser(({ id, type, data }) => {
    lastId = id
    if (data === null) return
    if (type === 'end' || type === 'complete') ends.push(data === '' ? null : JSON.parse(data))
    else events.push({ id, data: JSON.parse(data) })
  })
  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) parse(decoder.decode(chunk, { stream: true }))
  }
  if (isStream)
    read()
      .catch(() => undefined)
      .finally(() => {
        isOver = true
      })
  const { error: refused = null, errors = null } = isStream ? {} : ((await response.json()) as Record<string, unknown>)
  return {
    ...{ status: response.status, refused, errors, events, ends },
    get lastId() {
      return lastId
    },
    isOver: () => isOver,
    close: () => aborting.abort(),
  }
}
