/** The routes of the Agentic Commerce Protocol, 2026-04-17, each with the operation of the graph that does the work. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fromVaultToken } from '../../subgraphs/shared/acp.ts'
import { DomainError, type FieldProblem, invalidField } from '../../subgraphs/shared/errors.ts'
import { refusalOf } from '../errors.ts'
import { sendRefusal, unlessRefused } from '../rest/problem.ts'
import { type AcpAction, type AcpCall, type AcpDeps, answer } from './call.ts'
import { delegatePayment } from './delegatePayment.ts'
import { echoedHeaders, requireVersion } from './headers.ts'
import { type AcpRequest, readRequest } from './requests.ts'
import { HANDLER_ID, toAcpSession, type WireCheckout } from './session.ts'

export interface AcpRoute extends AcpAction {
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Name in metrics and in the OpenAPI document. */
  readonly operation: string
  readonly createsPayment: boolean
}

const SESSIONS = '/acp/checkout_sessions'
const DELEGATE = '/acp/agentic_commerce/delegate_payment'
const defaults = { method: 'POST', form: 'checkout', success: 200, showsSecret: false, createsPayment: false } as const

const delegate: AcpRoute = {
  ...{ ...defaults, url: DELEGATE, operation: 'acpDelegatePayment', endpoint: DELEGATE, form: 'delegate' },
  ...{ success: 201, showsSecret: true, createsPayment: true, run: translating(delegatePayment) },
}

export const ACP_ROUTES: readonly AcpRoute[] = [
  {
    ...{ ...defaults, url: SESSIONS, operation: 'acpCreateSession', endpoint: SESSIONS, success: 201 },
    run: translating(createSession),
  },
  {
    ...{ ...defaults, method: 'GET', url: `${SESSIONS}/:id`, operation: 'acpGetSession', endpoint: null },
    run: (call) => showing(call, 'GetAcpSession', { id: call.sessionId }),
  },
  {
    ...{ ...defaults, url: `${SESSIONS}/:id`, operation: 'acpUpdateSession', endpoint: `${SESSIONS}/:id` },
    run: translating(updateSession),
  },
  {
    ...{ ...defaults, url: `${SESSIONS}/:id/complete`, operation: 'acpCompleteSession', form: 'complete' },
    ...{ endpoint: `${SESSIONS}/:id/complete`, createsPayment: true, run: translating(completeSession) },
  },
  {
    ...{ ...defaults, url: `${SESSIONS}/:id/cancel`, operation: 'acpCancelSession', form: 'cancel' },
    ...{ endpoint: `${SESSIONS}/:id/cancel`, run: translating(cancelSession) },
  },
  delegate,
  // As the protocol's text on discovery writes it.
  { ...delegate, url: '/acp/delegate_payment', operation: 'acpDelegatePaymentShort' },
]

/** The operation without which nothing of the protocol is mounted. */
export const ACP_OPERATION = 'CreateAcpSession'

export function mountAcp(app: FastifyInstance, deps: AcpDeps): void {
  for (const route of ACP_ROUTES) {
    const { method, url, operation, createsPayment } = route
    const admitted = { isPublic: false, act: 'ordinary', createsPayment, isLasting: false, cost: 1 } as const
    const passing = unlessRefused(deps.log)
    app.route({
      ...{ method, url, config: { operation, isJudgedLater: true } },
      onRequest: passing(async (request, reply) => {
        reply.headers({ 'cache-control': 'no-store', ...echoedHeaders(request.headers, method === 'POST') })
        await deps.admission.admitRoute(request, reply, admitted)
        requireVersion(request.headers)
      }),
      preHandler: passing(async (request, reply) => deps.admission.confirmRoute(request, reply, admitted)),
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        answer(deps, route, request, reply).catch((error: unknown) =>
          sendRefusal(reply, refusalOf(error, request.id, deps.log), request.id),
        ),
      ...(createsPayment ? { onSend: deps.admission.returnRefused } : {}),
    })
  }
}

async function showing(
  call: AcpCall,
  operation: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<object> {
  const value = (await call.ask(operation, variables)) as WireCheckout | { readonly checkout: WireCheckout } | null
  const shown = value !== null && 'checkout' in value ? value.checkout : value
  if (shown !== null && isWhole(shown)) return toAcpSession(shown, call.baseUrl)
  const read = await call.ask('GetAcpSession', { id: shown?.session_id ?? call.sessionId })
  return toAcpSession(read as WireCheckout, call.baseUrl)
}

/** What was paid is told also where it could not be read at first. */
function isWhole({ merchant, status, order }: WireCheckout): boolean {
  return (merchant as object | null) !== null && (status !== 'completed' || order !== null)
}

function createSession(call: AcpCall): Promise<object> {
  const request = readRequest('createSession', call.body)
  const items = linesOf(request)
  if (items === undefined) throw invalidField('$.line_items', 'required', 'is required.')
  const { line_items, items: _, capabilities, affiliate_attribution, currency, ...details } = request
  // Feeds have prices in this currency alone.
  if (currency !== undefined && currency.toLowerCase() !== 'usd')
    throw invalidField('$.currency', 'invalid_value', 'must be usd.')
  const input = { items, details, ...call.keyed(call.body) }
  return showing(call, 'CreateAcpSession', { input })
}

function updateSession(call: AcpCall): Promise<object> {
  const request = readRequest('updateSession', call.body)
  const items = linesOf(request)
  const { line_items, items: _, selected_fulfillment_options: selected = [], ...details } = request
  if (selected.length > 0)
    throw invalidField(
      '$.selected_fulfillment_options',
      'invalid_value',
      'names an option that this session does not have.',
    )
  const input = { id: call.sessionId, ...(items && { items }), details, ...call.keyed(call.body) }
  return showing(call, 'UpdateAcpSession', { input })
}

function completeSession(call: AcpCall): Promise<object> {
  const { payment_data: data, buyer, order_notes } = readRequest('completeSession', call.body)
  const at = '$.payment_data'
  if (data.handler_id !== HANDLER_ID)
    throw invalidField(`${at}.handler_id`, 'invalid_value', `must be the handler of the session, ${HANDLER_ID}.`)
  const { type, token } = data.instrument.credential
  if (type !== 'spt') throw invalidField(`${at}.instrument.credential.type`, 'invalid_value', 'must be spt.')
  if ((data.payment_terms ?? 'immediate') !== 'immediate')
    throw invalidField(`${at}.payment_terms`, 'invalid_value', 'must be immediate: wallets pay at once.')
  if (data.approval_required === true)
    throw invalidField(`${at}.approval_required`, 'invalid_value', 'must not be true: the mandate says who approves.')
  if (data.due_date !== undefined)
    throw invalidField(`${at}.due_date`, 'invalid_value', 'must not be given: wallets pay at once.')
  const { billing_address, purchase_order_number } = data
  const said = { buyer, billing_address, purchase_order_number, order_notes }
  const details = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  const input = { sessionId: call.sessionId, token: fromVaultToken(token), details, ...call.keyed(call.body) }
  return showing(call, 'CompleteAcpSession', { input })
}

function cancelSession(call: AcpCall): Promise<object> {
  const details = readRequest('cancelSession', call.body)
  const said = Object.keys(details).length > 0 ? { details } : {}
  return showing(call, 'CancelAcpSession', { input: { id: call.sessionId, ...said, ...call.keyed(call.body) } })
}

/**
 * Lines under either of their names. A line without a quantity is one, and lines of one product are added up: the protocol's own
 * lines have no quantity, so a client that keeps to it names two of a product twice.
 */
function linesOf({ line_items: lines, items: earlier }: Pick<AcpRequest<'updateSession'>, 'line_items' | 'items'>) {
  if (lines !== undefined && earlier !== undefined)
    throw invalidField('$.items', 'invalid_value', 'must not be sent together with line_items.')
  const given = lines ?? earlier
  if (given === undefined) return undefined
  const quantities = new Map<string, number>()
  for (const { id, quantity = 1 } of given) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity }))
}

/** Where the products of a request stand in it first, by their place among those that were added up. */
function placesOf(body: unknown): readonly number[] {
  const { line_items: lines, items: earlier } = Object(body) as Readonly<Record<string, unknown>>
  const given: readonly unknown[] = [lines, earlier].find(Array.isArray) ?? []
  const places = new Map<unknown, number>()
  for (const [index, line] of given.entries()) {
    const { id } = Object(line) as { readonly id?: unknown }
    if (!places.has(id)) places.set(id, index)
  }
  return [...places.values()]
}

/** Fields of our own operations, as the protocol's requests name them. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^items(\[\d+\])[.]product_id$/, '$.line_items$1.id'],
  [/^items(?=$|\[)/, '$.line_items'],
  // Whose products they are is asked nowhere else.
  [/^merchant_id$/, '$.line_items'],
  [/^(shared_|payment_)?token$/, '$.payment_data.instrument.credential.token'],
  [/^max_amount_minor$/, '$.allowance.max_amount'],
  [/^session_id$/, '$.allowance.checkout_session_id'],
  [/^expires_at$/, '$.allowance.expires_at'],
  [/^details(?=$|[.[])/, '$'],
]

function translating(run: (call: AcpCall) => Promise<object>): AcpAction['run'] {
  return async (call) => {
    try {
      return await run(call)
    } catch (error) {
      if (!(error instanceof DomainError) || !Array.isArray(error.details.fields)) throw error
      const own = error.details.fields as FieldProblem[]
      // Lines that were counted, and so are few: the form of a request is refused with names of the protocol.
      const places = own.some(({ path }) => path.startsWith('items[')) ? placesOf(call.body) : []
      const fields = own.map((field) => ({ ...field, path: rename(field.path, places) }))
      // Which begins with the field.
      const message = own.reduce((text, { path }) => text.replace(`${path}: `, ''), error.message)
      throw new DomainError(error.type, message, { ...error.details, fields })
    }
  }
}

function rename(path: string, places: readonly number[]): string {
  const asSent = path.replace(/^items\[(\d+)\]/, (_, index: string) => `items[${places[Number(index)] ?? index}]`)
  const [from, to] = FIELDS.find(([pattern]) => pattern.test(asSent)) ?? []
  return from === undefined || to === undefined ? asSent : asSent.replace(from, to)
}
