/** The part of the OpenAPI document about the Agentic Commerce Protocol, made from the routes and the schemas of both sides. */
import { z } from 'zod'
import { KEY_LENGTH_MAX } from '../../subgraphs/shared/fields.ts'
import { SUPPORTED_VERSIONS } from './headers.ts'
import { ORDER_EVENTS_OPERATION, ORDER_EVENTS_PATH } from './orderEvents.ts'
import { REQUESTS } from './requests.ts'
import { ACP_ROUTES, type AcpRoute } from './routes.ts'
import { ACP_SCHEMAS } from './schemas.ts'

type Schema = Record<string, unknown>

interface Document {
  readonly paths: Schema
  readonly components: { readonly schemas: Schema; readonly securitySchemes: Schema }
}

interface Described {
  readonly summary: string
  readonly request: keyof typeof REQUESTS | null
  readonly response: keyof typeof ACP_SCHEMAS
}

const delegatePayment: Described = {
  summary: 'Get a token for one checkout session, in the form of a card; the wallet of the agent pays.',
  ...{ request: 'delegatePayment', response: 'AcpDelegatedPayment' },
}

const DESCRIBED: Readonly<Record<string, Described>> = {
  acpCreateSession: {
    summary: 'Create a checkout session.',
    ...{ request: 'createSession', response: 'AcpCheckoutSession' },
  },
  acpGetSession: { summary: 'One checkout session.', request: null, response: 'AcpCheckoutSession' },
  acpUpdateSession: {
    summary: 'Change lines or details of a checkout session.',
    ...{ request: 'updateSession', response: 'AcpCheckoutSession' },
  },
  acpCompleteSession: {
    summary: 'Pay for a checkout session; the order is in it.',
    ...{ request: 'completeSession', response: 'AcpCheckoutSessionWithOrder' },
  },
  acpCancelSession: {
    summary: 'Cancel a checkout session; its tokens end.',
    ...{ request: 'cancelSession', response: 'AcpCheckoutSession' },
  },
  acpDelegatePayment: delegatePayment,
  acpDelegatePaymentShort: delegatePayment,
}

/** Adds it. */
export function addAcp({ paths, components, ...document }: Document) {
  const added: Record<string, Schema> = {}
  for (const route of ACP_ROUTES) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    added[path] = { ...added[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  added[ORDER_EVENTS_PATH] = { post: ORDER_EVENTS }
  return {
    ...document,
    paths: { ...paths, ...added },
    components: { ...components, schemas: { ...components.schemas, ...ACP_SCHEMAS } },
  }
}

function operationOf({ operation, method, url, success, form }: AcpRoute): Schema {
  const { summary, request, response } = DESCRIBED[operation] as Described
  return {
    operationId: operation,
    summary,
    description: `Agentic Commerce Protocol ${SUPPORTED_VERSIONS.join(', ')}.`,
    security: [{ accessToken: [] }, ...(form === 'delegate' ? [] : [{ organizationKey: [] }])],
    parameters: [
      ...(url.includes(':id') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : []),
      header('API-Version', { type: 'string', enum: SUPPORTED_VERSIONS }, true),
      ...(method === 'POST' ? [header('Idempotency-Key', { type: 'string', maxLength: KEY_LENGTH_MAX }, true)] : []),
      header('Request-Id', { type: 'string' }, false),
    ],
    ...(request !== null && {
      requestBody: {
        required: request !== 'cancelSession',
        ...json(z.toJSONSchema(REQUESTS[request], { io: 'input' })),
      },
    }),
    responses: {
      [success]: { description: 'Success.', ...json(ref(response)) },
      ...refusals(),
    },
  }
}

const header = (name: string, schema: Schema, required: boolean) => ({ name, in: 'header', required, schema })
const ref = (name: keyof typeof ACP_SCHEMAS) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })

const refusals = () => ({
  '4XX': { description: 'A refusal, flat.', ...json(ref('AcpError')) },
  '5XX': { description: 'Not done, or not known to be done.', ...json(ref('AcpError')) },
})

const ORDER_EVENTS: Schema = {
  operationId: ORDER_EVENTS_OPERATION,
  summary:
    'Take the order as a merchant tells it, signed with its secret or with its key: what is new of it, forward only.',
  description: `Agentic Commerce Protocol ${SUPPORTED_VERSIONS.join(', ')}. Refunds count once, by the ids of their adjustments.`,
  // Signed, or with the merchant's key.
  security: [{}, { merchantKey: [] }],
  parameters: [
    header('Merchant-Signature', { type: 'string', pattern: '^t=\\d+,v1=[a-fA-F0-9]{64}$' }, false),
    header('Request-Id', { type: 'string' }, false),
  ],
  requestBody: { required: true, ...json(ref('AcpToldOrderEvent')) },
  responses: { 200: { description: 'Success.', ...json(ref('AcpReceived')) }, ...refusals() },
}
