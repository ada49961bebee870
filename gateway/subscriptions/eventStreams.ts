/**
 * Server-sent events: a subscription as text/event-stream, each event with its cursor as id, so that whoever connects again with
 * Last-Event-ID goes on without a gap. The next event is taken once the last was; a stream ends with an event that says why.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { PassThrough } from 'node:stream'
import type { DocumentNode } from 'graphql'
import { DomainError, ERROR_TYPES, type ErrorType, passes, type Refusal } from '../../subgraphs/shared/errors.ts'
import type { Principal, RequestContext } from '../../subgraphs/shared/principal.ts'
import type { Headers } from '../auth/credentials.ts'
import type { SubgraphResult, Variables } from '../datasource.ts'
import { type CallerWatchDeps, watchCaller } from './callerWatch.ts'
import type { Delivery } from './delivery.ts'
import type { OpenCallers } from './openCallers.ts'
import type { SocketLimits } from './socketLimits.ts'
import { type Stream, within } from './streams.ts'
import type { Subscriber } from './subscriber.ts'

export const STREAM_TYPE = 'text/event-stream; charset=utf-8'
export const STREAM_HEADERS = {
  'content-type': STREAM_TYPE,
  // Proxies would hold events back.
  'x-accel-buffering': 'no',
}

/** How results are written. */
export interface Wire {
  /** Frames of one event; null ends the stream as `failed` would. */
  event(delivery: Delivery): string
  /** Where the stream begins, before its first event. */
  start(cursor: string): string
  /** The last frames. @param error that of the subscription, where it is the reason */
  end(reason: string, cursor: string | null, error: Refusal | null): string
}

export interface OpenStream {
  readonly principal: Principal
  readonly headers: Headers
  readonly document: DocumentNode
  readonly variables: Variables
  readonly context: RequestContext
  readonly wire: Wire
  /** Goes on after this cursor. */
  readonly resume?: string | null
}

export interface EventStreams {
  /**
   * The body of the response, or the result of a subscription that was refused.
   * @throws DomainError rate_limited: the caller has too many open; service_unavailable
   */
  open(stream: OpenStream): Promise<PassThrough | SubgraphResult>
  count(): number
  /** Ends all of them. */
  close(): void
}

export function createEventStreams(
  deps: CallerWatchDeps & {
    readonly subscriber: Subscriber
    readonly openCallers: OpenCallers
    readonly limits: SocketLimits
  },
): EventStreams {
  const { subscriber, openCallers, limits } = deps
  const ends = new Set<(reason: string) => void>()
  let isClosed = false

  async function open(asked: OpenStream): Promise<PassThrough | SubgraphResult> {
    if (isClosed) throw stopping()
    const place = openCallers.enter(asked.principal)
    if (place === null) throw tooMany(limits.socketsMax)
    try {
      let begins = asked.resume ?? null
      const onPosition = (cursor: string) => {
        begins = cursor
      }
      const context = { ...asked.context, onPosition }
      const stream = await subscriber.subscribe(asked.document, asked.variables, context, asked.resume)
      if (!('next' in stream)) {
        place.leave()
        return stream
      }
      if (isClosed) {
        void stream.return?.()
        throw stopping()
      }
      return send(asked, stream, begins, place.leave)
    } catch (error) {
      place.leave()
      throw error
    }
  }

  function send(
    { wire, principal, headers }: OpenStream,
    source: Stream<Delivery>,
    begins: string | null,
    leave: () => void,
  ) {
    const body = new PassThrough({ writableHighWaterMark: HELD_BYTES, readableHighWaterMark: HELD_BYTES })
    let cursor = begins
    const beats = setInterval(() => {
      // Nobody reads what stands already.
      if (!body.writableNeedDrain) body.write(HEARTBEAT)
    }, limits.heartbeatMs)
    const watch = watchCaller(deps, { headers, principal, use: 'read', end: (reason) => end(reason) })

    function end(reason: string, error: Refusal | null = null): void {
      if (!body.writable) return
      body.end(wire.end(reason, cursor, error))
      // Who does not read is not waited for.
      setTimeout(() => body.destroy(), limits.closeTimeoutMs).unref()
      stop()
    }
    function stop(): void {
      clearInterval(beats)
      watch.stop()
      void source.return?.()
      leave()
      ends.delete(end)
    }
    async function pump(): Promise<void> {
      for await (const delivery of source) {
        if (!body.writable) return
        const isRead = body.write(wire.event(delivery))
        cursor = delivery.cursor ?? cursor
        if (!isRead) await within(limits.stalledMs, drained(body), () => end('too_slow'))
      }
      end('completed')
    }

    ends.add(end)
    body.once('close', stop)
    body.on('error', stop)
    body.write(begins === null ? HEARTBEAT : wire.start(begins))
    pump().catch((error: unknown) => {
      if (!(error instanceof DomainError)) deps.log.error({ err: error }, 'a stream of events failed')
      end('failed', error instanceof DomainError ? error : null)
    })
    return body
  }

  return {
    open,
    count: () => ends.size,
    close() {
      isClosed = true
      for (const end of [...ends]) end('service_stops')
    },
  }
}

/**
 * EventSource ends for good at any status but 200, so a client that goes on is told to come again instead of a refusal that passes.
 * Its place is told too: a new stream without an id would take it away.
 * @returns the stream; null: the request does not go on, or not over EventSource
 */
export function comeAgain(headers: IncomingHttpHeaders, status: number, afterMs: number): string | null {
  const { accept = '', [LAST_EVENT_ID]: last } = headers
  if (!PASSING_STATUSES.has(status) || !accept.includes('text/event-stream')) return null
  if (typeof last !== 'string' || last === '') return null
  return `: refused with ${status} for now\nretry: ${afterMs}\n${frame({ id: last })}`
}

const PASSING_STATUSES: ReadonlySet<number> = new Set(
  Object.entries(ERROR_TYPES).flatMap(([type, { status }]) => (passes({ type: type as ErrorType }) ? [status] : [])),
)

/** Between the events that wait and the connection. */
const HELD_BYTES = 16 * 1024
export const LAST_EVENT_ID = 'last-event-id'
const HEARTBEAT = ':\n\n'

/** Also once it is closed, so that nobody waits for ever. */
function drained(body: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      body.off('drain', done).off('close', done)
      resolve()
    }
    body.on('drain', done).on('close', done)
  })
}

const stopping = (): DomainError =>
  new DomainError('service_unavailable', 'The service stops.', { retry_after_ms: 1_000 })

function tooMany(limit: number): DomainError {
  return new DomainError(
    'rate_limited',
    `At most ${limit} streams and sockets of one caller are open at once. Close one.`,
    {
      ...{ reason: 'too_many_streams', limit, retry_after_ms: 1_000 },
    },
  )
}

/** One frame; JSON has no line breaks. */
export function frame(fields: {
  readonly event?: string
  readonly id?: string | null
  readonly data?: unknown
  /** The same as text. */
  readonly text?: string
}): string {
  const { event, id, data, text = data === undefined ? undefined : JSON.stringify(data) } = fields
  return [
    ...(id == null ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(text === undefined ? [] : [`data: ${text}`]),
    '\n',
  ].join('\n')
}
