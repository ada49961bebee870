/** A row whose response is a stream of server-sent events: the body of each is what the row would answer. */
import type { onSendHookHandler } from 'fastify'
import { type DocumentNode, parse } from 'graphql'
import type { SubgraphResult, Variables } from '../datasource.ts'
import type { Delivery } from '../subscriptions/delivery.ts'
import {
  comeAgain,
  type EventStreams,
  frame,
  LAST_EVENT_ID,
  type OpenStream,
  STREAM_HEADERS,
  type Wire,
} from '../subscriptions/eventStreams.ts'
import type { Route } from './route.ts'

/** How soon a client connects again when it is cut off. */
const RETRY_MS = 1_000

export interface StreamRoute {
  /** The body, or the result of a refusal. @throws DomainError, see `EventStreams.open` */
  open(
    request: Pick<OpenStream, 'principal' | 'headers' | 'context'>,
    variables: Variables,
  ): Promise<Awaited<ReturnType<EventStreams['open']>>>
  readonly headers: Readonly<Record<string, string>>
}

export function createStreamRoute(route: Route, documentText: string, streams: EventStreams): StreamRoute {
  const document: DocumentNode = parse(documentText, { noLocation: true })
  /** Written once for all who get it. */
  const frames = new WeakMap<Delivery, string>()
  const wire: Wire = {
    start: (cursor) => `retry: ${RETRY_MS}\n${frame({ id: cursor })}`,
    event(delivery) {
      const known = frames.get(delivery)
      if (known !== undefined) return known
      const { result, cursor } = delivery
      const body = route.body(result.data?.[route.root])
      const made = body === null ? frame({ event: 'error', data: errorsOf(result) }) : frame({ id: cursor, data: body })
      frames.set(delivery, made)
      return made
    },
    end: (reason, cursor, error) =>
      frame({
        event: 'end',
        id: cursor,
        data: { reason, resume_after: cursor, ...(error !== null && { type: error.type }) },
      }),
  }
  return {
    headers: STREAM_HEADERS,
    open({ headers, ...request }, variables) {
      // A client that connects again keeps the address that it had at first, so what it has seen since counts.
      const last = headers[LAST_EVENT_ID]
      const after = typeof last === 'string' && last !== '' ? { after: last } : {}
      return streams.open({ ...request, headers, document, wire, variables: { ...variables, ...after } })
    },
  }
}

/** What EventSource gets instead of a refusal that passes. */
export const replaceRefusal: onSendHookHandler<unknown> = ({ headers }, reply, payload, done) => {
  const stream = comeAgain(headers, reply.statusCode, 1_000 * Number(reply.getHeader('retry-after') ?? 1))
  if (stream === null) return done(null, payload)
  reply.code(200).headers({ ...STREAM_HEADERS, 'content-length': Buffer.byteLength(stream) })
  done(null, stream)
}

const errorsOf = ({ errors = [] }: SubgraphResult) =>
  errors.map(({ message, extensions }) => ({ message, ...extensions }))
