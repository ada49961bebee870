/** Events as they are committed. A stream that is cut off is opened again after the last event that was taken: none is missed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createSseParser, type SentEvent } from '../sse.ts'
import type { Client, Fields } from './client.ts'
import { passes } from './failure.ts'

/** As the log has it. */
export interface LoggedEvent {
  readonly source_event_id: string
  readonly type: string
  readonly created_at: string
  readonly cursor: string
  readonly resource_id: string
  readonly wallet_id: string | null
  readonly wallet_seq: number
  readonly data: Fields
}

export interface EventStream {
  /** Ends when `signal` aborts. @throws CommandFailure what no later attempt would change */
  events(): AsyncGenerator<LoggedEvent, void, void>
  /** The cursor after the last event that was taken, or where the stream has begun; null before. */
  position(): string | null
}

interface Options {
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly after: string | undefined
  readonly signal: AbortSignal
  /** From now on nothing is missed. */
  onOpen(): void
  /** The stream was cut off. */
  onCut(pauseMs: number): void
}

/** The service sends something every 15 seconds. */
const SILENCE_MAX_MS = 50_000
const PAUSE_MS = { first: 500, most: 30_000 }

export function createEventStream(client: Client, { query, after, signal, onOpen, onCut }: Options): EventStream {
  let position = after ?? null
  let pauseMs = PAUSE_MS.first
  let isOpen = false

  async function* read(): AsyncGenerator<LoggedEvent, void, void> {
    const cut = new AbortController()
    const silence = setTimeout(() => cut.abort(new Error('silent')), SILENCE_MAX_MS)
    const sent: SentEvent[] = []
    const parse = createSseParser((event) => sent.push(event))
    const decoder = new TextDecoder()
    try {
      const response = await client.open('GET /api/v2/events/stream', {
        query,
        headers: { accept: 'text/event-stream', ...(position !== null && { 'last-event-id': position }) },
        signal: AbortSignal.any([signal, cut.signal]),
      })
      for await (const chunk of response.body ?? []) {
        silence.refresh()
        parse(decoder.decode(chunk, { stream: true }))
        for (const { id, type, data } of sent.splice(0)) {
          if (data !== null && type === 'message') {
            pauseMs = PAUSE_MS.first
            yield JSON.parse(data)
          }
          // Only now: what was not taken comes again.
          position = id ?? position
          if (!isOpen) onOpen()
          isOpen = true
          if (signal.aborted) return
        }
      }
    } finally {
      clearTimeout(silence)
      cut.abort()
    }
  }

  async function* events(): AsyncGenerator<LoggedEvent, void, void> {
    while (!signal.aborted) {
      try {
        yield* read()
      } catch (error) {
        if (signal.aborted) return
        if (!isCut(error)) throw error
      }
      if (signal.aborted) return
      onCut(pauseMs)
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      pauseMs = Math.min(2 * pauseMs, PAUSE_MS.most)
    }
  }

  return { events, position: () => position }
}

/** The connection, or a refusal that passes; a wrong key or a cursor that is kept no longer is neither. */
const isCut = (error: unknown): boolean =>
  passes(error) || (error instanceof Error && (error.message === 'silent' || error.name === 'TypeError'))
