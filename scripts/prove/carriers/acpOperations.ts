/**
 * The routes of the Agentic Commerce Protocol as operations: each does the work of one root field, with the same resources
 * under other names. Their ids stand in paths, in bodies and in refusals of another form.
 */
import { HANDLER_ID } from '../../../gateway/acp/session.ts'
import { loadManifest } from '../../../gateway/rest/manifest.ts'
import type { HttpRequest, Send } from './client.ts'
import { type Documented, type Given, type OpenApi, type RestOperation, rootOf } from './operations.ts'

const VERSION = { 'api-version': '2026-04-17' }
/** Published by card networks for tests. */
const CARD = {
  ...{ type: 'card', card_number_type: 'fpan', number: '4242424242424242', display_card_funding_type: 'credit' },
  metadata: {},
}
const linesOf = (items: unknown) =>
  ((items ?? [{ productId: 'book', quantity: 1 }]) as readonly { productId: string; quantity: number }[]).map(
    ({ productId: id, quantity }) => ({ id, quantity }),
  )

interface Spoken {
  /** The operation of the manifest that does the work, or the first of them. */
  readonly operation: string
  /** The input of the graph that is the id of the session; null: it has none. */
  readonly session: 'id' | 'sessionId' | null
  /** Null: no body. */
  readonly body: ((given: Given) => object) | null
  /** The wallet of the agent that calls pays: nobody else is let in. */
  readonly isOfAgents?: true
}

const delegate: Spoken = {
  // A session that is not there is refused before anything is granted for it.
  ...{ operation: 'GetAcpSession', session: 'id', isOfAgents: true },
  body: ({ id = 'cks_none' }) => ({
    ...{ payment_method: CARD, risk_signals: [], metadata: {} },
    allowance: {
      ...{ reason: 'one_time', max_amount: 100, currency: 'usd', checkout_session_id: id, merchant_id: 'a.example' },
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    },
  }),
}

const SPOKEN: Readonly<Record<string, Spoken>> = {
  acpCreateSession: {
    ...{ operation: 'CreateAcpSession', session: null },
    body: ({ items }) => ({ line_items: linesOf(items) }),
  },
  acpGetSession: { operation: 'GetAcpSession', session: 'id', body: null },
  acpUpdateSession: {
    ...{ operation: 'UpdateAcpSession', session: 'id' },
    body: ({ items }) => ({ line_items: linesOf(items) }),
  },
  acpCompleteSession: {
    ...{ operation: 'CompleteAcpSession', session: 'sessionId' },
    body: ({ token = `spt_${'A'.repeat(43)}` }) => ({
      payment_data: {
        handler_id: HANDLER_ID,
        instrument: { type: 'card', credential: { type: 'spt', token } },
      },
    }),
  },
  acpCancelSession: { operation: 'CancelAcpSession', session: 'id', body: () => ({}) },
  ...{ acpDelegatePayment: delegate, acpDelegatePaymentShort: delegate },
  // Of merchants, who sign: to everybody else it is one that is not signed.
  acpReceiveOrderEvent: {
    ...{ operation: 'ReceiveAcpOrderEvent', session: null },
    body: () => ({ type: 'order_update', data: {} }),
  },
}

/** @throws Error for a route of the protocol in the OpenAPI document that is not known here */
export async function acpOperations(send: Send): Promise<RestOperation[]> {
  const { body } = await send({ method: 'GET', path: '/api/v2/openapi.json', caller: {} })
  const { paths } = body as unknown as OpenApi
  const manifest = loadManifest()
  let keys = 0
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, document]) => {
      if (!document.operationId.startsWith('acp')) return []
      const spoken = SPOKEN[document.operationId]
      if (spoken === undefined) throw new Error(`${document.operationId} is no operation that proofs know`)
      const route = { path, method: method.toUpperCase() as HttpRequest['method'], document }
      const at = rootOf(manifest.get(spoken.operation) ?? '')
      return acpOperation(route, at, spoken, () => `proof-${++keys}`)
    }),
  )
}

function acpOperation(
  route: { readonly path: string; readonly method: HttpRequest['method']; readonly document: Documented },
  at: string,
  { session, body, isOfAgents }: Spoken,
  newKey: () => string,
): RestOperation {
  const { path, method } = route
  const isKeyed = method === 'POST'
  return {
    ...route,
    ...{ carrier: 'REST', name: `${method} ${path}`, at, isKeyed, isOfAgents: isOfAgents === true },
    takes: (input) => input === session,
    request(caller, given = {}, key = newKey()) {
      const id = session === null ? '' : `${given[session] ?? 'x'}`
      return {
        ...{ method, path: path.replace('{id}', encodeURIComponent(id)), caller },
        headers: { ...VERSION, ...(isKeyed && { 'idempotency-key': key }) },
        ...(body !== null && { body: JSON.stringify(body(given)) }),
      }
    },
  }
}
