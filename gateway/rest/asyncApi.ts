/**
 * The AsyncAPI 3 document: what the service sends by itself. One message for each event type, to webhook endpoints with the
 * headers that sign it, and as server-sent events.
 */
import { type EventTypeEntry, envelopeOf, SIGNED_HEADERS } from './openApiWebhooks.ts'

type Json = Readonly<Record<string, unknown>>

export function buildAsyncApi(
  types: readonly EventTypeEntry[],
  { baseUrl, version }: { readonly baseUrl: string; readonly version: string },
): object {
  const { host, protocol } = new URL(baseUrl)
  return {
    asyncapi: '3.0.0',
    info: {
      ...{ title: 'Agent Payment Service', version },
      description:
        'Events of one log with one order and one cursor, told to webhook endpoints and as streams. Subscriptions over graphql-ws are described by the schema of the graph.',
    },
    defaultContentType: 'application/json',
    servers: {
      service: {
        host,
        protocol: protocol.replace(':', ''),
        security: [reference('securitySchemes', 'accessToken'), reference('securitySchemes', 'organizationKey')],
      },
    },
    channels: {
      webhook: {
        address: null,
        title: 'Webhook endpoint',
        description:
          'The url of an endpoint, as it was registered at POST /api/v2/webhooks. Each delivery is a POST; anything but 2xx within 10 seconds is tried again after 1, 5 and 30 minutes, 2 and 24 hours.',
        messages: named(types, (type) => reference('messages', `webhook.${type}`)),
      },
      stream: {
        address: '/api/v2/events/stream',
        title: 'Server-sent events',
        description: 'The id of each is its cursor, and Last-Event-ID goes on after it.',
        servers: [{ $ref: '#/servers/service' }],
        messages: named(types, (type) => reference('messages', `stream.${type}`)),
      },
    },
    operations: {
      deliver: { action: 'send', channel: { $ref: '#/channels/webhook' }, summary: 'Tell an endpoint of an event.' },
      stream: { action: 'send', channel: { $ref: '#/channels/stream' }, summary: 'Tell a reader of an event.' },
    },
    components: {
      messages: {
        ...Object.fromEntries(types.map((entry) => [`webhook.${entry.type}`, deliveryOf(entry)])),
        ...Object.fromEntries(types.map((entry) => [`stream.${entry.type}`, streamedOf(entry)])),
      },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        organizationKey: { type: 'httpApiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  }
}

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

const named = (types: readonly EventTypeEntry[], of: (type: string) => Json) =>
  Object.fromEntries(types.map(({ type }) => [type, of(type)]))

function deliveryOf(entry: EventTypeEntry): Json {
  const properties = Object.fromEntries(
    SIGNED_HEADERS.map(({ name, description, schema }) => [name, { ...schema, description }]),
  )
  return {
    ...aboutType(entry),
    headers: { type: 'object', properties, required: Object.keys(properties) },
    payload: envelopeOf(entry),
  }
}

function streamedOf(entry: EventTypeEntry): Json {
  const { properties } = envelopeOf(entry) as { properties: Json }
  const { event_id: _, ...shared } = properties
  const id = (description: string) => ({ type: ['string', 'null'], description })
  return {
    ...aboutType(entry),
    payload: {
      type: 'object',
      required: ['source_event_id', 'type', 'created_at', 'cursor', 'resource_id', 'wallet_seq', 'data'],
      properties: {
        ...shared,
        resource_id: { type: 'string', description: 'What the event is about.' },
        wallet_id: id('The wallet concerned, if any.'),
        agent_id: id('The agent concerned, if any.'),
        wallet_seq: { type: 'integer', description: '1, 2, 3 ... without gaps for each wallet; 0 without a wallet.' },
      },
    },
  }
}

const aboutType = ({ type, description, optIn }: EventTypeEntry): Json => ({
  ...{ name: type, title: type, summary: description },
  description: optIn ? 'Sent to endpoints only where it is named, by its family too.' : 'Sent where it is named.',
  contentType: 'application/json',
})
