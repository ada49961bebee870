/**
 * Where merchants tell of their orders in the Agentic Commerce Protocol, 2026-04-17: the whole order, signed in Merchant-Signature, or with the merchant's own key. Its
 * answers have the form of the protocol; what is done is what `/acp/webhooks` does.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FieldProblem, fromRefusal, type Refusal } from '../../subgraphs/shared/errors.ts'
import { refusalOf } from '../errors.ts'
import { JSON_TYPE, sendRefusal, unlessRefused } from '../rest/problem.ts'
import type { AcpDeps } from './call.ts'
import { echoedHeaders } from './headers.ts'

export const ORDER_EVENTS_PATH = '/acp/agentic_checkout/webhooks/order_events'
export const ORDER_EVENTS_OPERATION = 'acpReceiveOrderEvent'
/** An order of a hundred lines has its place. */
const BODY_MAX_BYTES = 64 * 1024

type Deps = Pick<AcpDeps, 'graph' | 'admission' | 'shedder' | 'log'>

export function mountOrderEvents(app: FastifyInstance, deps: Deps): void {
  const how = { act: 'ordinary', createsPayment: false, isLasting: false, cost: 1 } as const
  const admitted = { ...how, isPublic: true, isSigned: true } as const
  const passing = unlessRefused(deps.log)
  app.route({
    ...{ method: 'POST', url: ORDER_EVENTS_PATH },
    config: {
      ...{ operation: ORDER_EVENTS_OPERATION, isJudgedLater: true },
      ...{ isSigned: true, openBodyMaxBytes: BODY_MAX_BYTES },
    },
    onRequest: passing(async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', ...echoedHeaders(request.headers, false) })
      await deps.admission.admitRoute(request, reply, admitted)
    }),
    preHandler: passing(async (request, reply) => deps.admission.confirmRoute(request, reply, admitted)),
    handler: (request, reply) =>
      receive(deps, request, reply).catch((error: unknown) =>
        sendRefusal(reply, refusalOf(error, request.id, deps.log), request.id),
      ),
  })
}

async function receive({ graph, admission, shedder }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const { payload = '' } = (request.body ?? {}) as { readonly payload?: string }
  const signature = [request.headers['merchant-signature'] ?? ''].flat().join()
  const context = {
    ...{ principal: admission.principalOf(request), requestId: request.id, address: request.ip },
    ...{ loaders: new Map(), keys: [], pause: shedder.pauseOf(request, reply) },
  }
  const input = { payload, signature, format: 'acp' }
  const { errors } = await graph.executeTrusted('ReceiveAcpOrderEvent', { input }, context)
  const [first] = errors ?? []
  if (first !== undefined) throw fromRefusal(asSent({ message: first.message, ...first.extensions }))
  const { 'request-id': id } = echoedHeaders(request.headers, false)
  const body = { received: true, ...(id !== undefined && { request_id: id }) }
  return reply.header('content-type', JSON_TYPE).send(JSON.stringify(body))
}

/** Its fields as JSONPaths. */
function asSent({ type, message, details }: Refusal): Refusal {
  const own = (details.fields ?? []) as readonly FieldProblem[]
  const fields = own.map((field) => ({ ...field, path: field.path === 'body' ? '$' : `$.${field.path}` }))
  const text = own.reduce((so, { path }) => so.replace(`${path}: `, ''), message)
  return { type, message: text, details: { ...details, ...(own.length > 0 && { fields }) } }
}
