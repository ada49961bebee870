/**
 * Subscriptions of GraphQL over server-sent events: the distinct connections mode of the GraphQL over SSE protocol, one operation
 * for each request, which `graphql-sse` clients speak. The id of each event is its cursor; Last-Event-ID, or `extensions.resume`
 * of the request, goes on after one.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLError } from 'graphql'
import { ERROR_TYPES } from '../../subgraphs/shared/errors.ts'
import { missingCredentials, type RequestContext } from '../../subgraphs/shared/principal.ts'
import { toPlainError } from '../errors.ts'
import { endOf } from './delivery.ts'
import { type EventStreams, frame, LAST_EVENT_ID, STREAM_HEADERS, STREAM_TYPE, type Wire } from './eventStreams.ts'
import { textIn } from './resume.ts'
import type { Subscriber } from './subscriber.ts'

export interface GraphStreams {
  /** Whether the request asks for a stream of events. */
  isAsked(request: FastifyRequest): boolean
  /** @throws DomainError, see `Subscriber.read` and `EventStreams.open` */
  respond(request: FastifyRequest, reply: FastifyReply, context: RequestContext): Promise<FastifyReply>
}

interface Sent {
  readonly query?: unknown
  readonly variables?: Readonly<Record<string, unknown>> | null
  readonly extensions?: { readonly resume?: unknown } | null
}

const [STREAM] = STREAM_TYPE.split(';')

/** Other types than next and complete would be errors to clients, so the reason of an end is one of the operation. */
const WIRE: Wire = {
  start: (cursor) => frame({ id: cursor }),
  event: ({ text, cursor }) => frame({ event: 'next', id: cursor, text }),
  end: (reason, cursor, error) =>
    reason === 'completed'
      ? COMPLETE
      : frame({ event: 'next', data: { errors: [endOf(reason, cursor, error?.message)] } }) + COMPLETE,
}
const COMPLETE = 'event: complete\ndata:\n\n'

export function createGraphStreams(subscriber: Subscriber, streams: EventStreams): GraphStreams {
  return {
    // Clients that take both send queries with the same header: those are answered in JSON.
    isAsked: ({ method, headers: { accept = '' } }) =>
      method === 'POST' && accept.split(',').some(isStream) && !accept.split(',').some(isJson),
    async respond(request, reply, context) {
      if (context.principal.kind === 'anonymous') throw missingCredentials()
      const { query, variables, extensions } = (request.body ?? {}) as Sent
      const document = subscriber.read(String(query), variables ?? {})
      if (!('kind' in document)) return refuse(reply, document, request.id)
      const resume = textIn(extensions?.resume ?? request.headers[LAST_EVENT_ID], 'extensions.resume')
      const opened = await streams.open({
        ...{ principal: context.principal, headers: request.headers, document, variables: variables ?? {} },
        ...{ context, wire: WIRE, resume: resume === '' ? null : resume },
      })
      if ('pipe' in opened) return reply.headers(STREAM_HEADERS).send(opened)
      return reply.code(Number(opened.errors?.[0]?.extensions.http_status ?? 500)).send(opened)
    },
  }
}

const isStream = (range: string): boolean => typeIn(range) === STREAM
const isJson = (range: string): boolean => /^(application\/(.+\+)?json|(application|\*)\/\*)$/.test(typeIn(range))
const typeIn = (range: string): string => (range.split(';')[0] ?? '').trim().toLowerCase()

/** What may not run, as any document that is not valid. */
function refuse(reply: FastifyReply, errors: readonly GraphQLError[], requestId: string): FastifyReply {
  const refusals = errors.map(({ message }) =>
    toPlainError({ type: 'invalid_request', message, details: {} }, requestId),
  )
  return reply.code(ERROR_TYPES.invalid_request.status).send({ errors: refusals })
}
