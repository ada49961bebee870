/** The part of the OpenAPI document about what the service sends: the body of a delivery for each event type, and its headers. */

type Schema = Readonly<Record<string, unknown>>

/** An entry of the event catalogue. */
export interface EventTypeEntry {
  readonly type: string
  readonly description: string
  readonly optIn: boolean
  /** JSON Schema of `data`. */
  readonly schema: Schema
}

const header = (name: string, description: string, required = true) => ({
  ...{ name, in: 'header', required, description },
  schema: { type: 'string' },
})

export const SIGNED_HEADERS = [
  header(
    'X-Service-Signature',
    '`sha256=` and the lowercase hex HMAC-SHA256 of the raw body, keyed with the secret of the endpoint as it was given.',
  ),
  header('X-Service-Attempt', 'Identifier of the delivery, a dot, and the number of this attempt.'),
  header('webhook-id', 'Standard Webhooks: the event_id of the body.'),
  header('webhook-timestamp', 'Standard Webhooks: seconds since 1970, at this attempt.'),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of id, timestamp and raw body, joined by dots; of both secrets while they overlap.',
  ),
]

const RESPONSES = {
  '2XX': { description: 'Received. Anything else, or nothing within 10 seconds, is tried again.' },
}

/** Adds it. */
export function addWebhooks<D extends object>(document: D, types: readonly EventTypeEntry[]): D {
  const webhooks = Object.fromEntries(types.map((entry) => [entry.type, { post: operationOf(entry) }]))
  return types.length === 0 ? document : { ...document, webhooks }
}

const text = { type: 'string' }

/** The body of a delivery: specification 2.13. */
export function envelopeOf({ type, schema }: EventTypeEntry): Schema {
  const { $schema: _, ...data } = schema
  return {
    type: 'object',
    required: ['event_id', 'type', 'created_at', 'data', 'source_event_id'],
    properties: {
      event_id: { ...text, description: 'Unique for the event and endpoint, the same over all attempts.' },
      type: { const: type },
      created_at: { ...text, format: 'date-time' },
      data,
      source_event_id: { ...text, description: 'The event in the log.' },
      cursor: { ...text, description: 'Its place in the log, as lists and streams take it; absent of samples.' },
      wallet_seq: {
        type: 'integer',
        description: '1, 2, 3 ... without gaps for each wallet; absent where the event is of none.',
      },
    },
  }
}

function operationOf(entry: EventTypeEntry): Schema {
  const { type, description, optIn } = entry
  return {
    operationId: `webhook.${type}`,
    summary: description,
    description: optIn
      ? 'Sent only where it is named, by its family too.'
      : 'Sent where it is named, by its family too.',
    parameters: SIGNED_HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: envelopeOf(entry) },
      },
    },
    responses: RESPONSES,
  }
}
