/** What the OpenAPI document tells of refusals and of headers: the same for every operation. */
import { ERROR_TYPES, type ErrorType, type Refusal } from '../../subgraphs/shared/errors.ts'
import { toRestBody } from '../errors.ts'
import { PROBLEM_TYPE } from './problem.ts'
import { isExchange, type RestRow } from './row.ts'

type Schema = Record<string, unknown>

const header = (description: string, schema: Schema = { type: 'string' }): Schema => ({ description, schema })

export const HEADERS = {
  'X-Request-Id': header('Quote it to support; logs and the audit log have it too.'),
  RateLimit: header('The limit that is nearest: its name, what is left of it, and in how many seconds it is whole.'),
  'RateLimit-Policy': header('The limit that is nearest: its name, how many in a window, and its seconds.'),
  'Retry-After': header('Seconds after which another try makes sense.', { type: 'integer', minimum: 1 }),
  'Idempotency-Replayed': header('true: this is the stored answer to an earlier request with the same key.'),
  'WWW-Authenticate': header('What is wrong with the credentials (RFC 6750, RFC 9470).'),
  Location: header('The path of what was made.', { type: 'string', format: 'uri-reference' }),
} as const

export const headerRefs = (...names: readonly (keyof typeof HEADERS)[]): Schema =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const typesOf = (first: number): [ErrorType, number][] =>
  Object.entries(ERROR_TYPES).flatMap(([type, { status }]) =>
    Math.floor(status / 100) === first ? [[type as ErrorType, status]] : [],
  )

const ERROR_SCHEMA: Schema = {
  type: 'object',
  description:
    'With a status of 4XX nothing has happened, unless `error.details` says so. With 5XX it may have: send the request ' +
    'again with the same Idempotency-Key, never with a new one.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'message', 'details', 'request_id'],
      properties: {
        type: {
          type: 'string',
          enum: Object.keys(ERROR_TYPES),
          description: `What to branch on; each has one status: ${Object.entries(ERROR_TYPES)
            .map(([type, { status }]) => `${type} ${status}`)
            .join(', ')}.`,
        },
        message: { type: 'string', description: 'For people: which rule, which figure, and what to do next.' },
        details: {
          type: 'object',
          description:
            'The same for programs: of an invalid request `fields` with path, code and message each; of a policy ' +
            'violation `rule` and its figures; where another try makes sense `retry_after_ms`.',
          additionalProperties: true,
          required: ['retryable', 'doc_url'],
          properties: {
            retryable: { type: 'boolean', description: 'Whether the same request may pass a moment later, unchanged.' },
            doc_url: {
              type: 'string',
              format: 'uri-reference',
              description: 'What the guide to errors says of this type, relative to the request.',
            },
          },
        },
        request_id: { type: 'string', description: 'As in the header X-Request-Id.' },
      },
    },
  },
}

const PROBLEM_SCHEMA: Schema = {
  description: 'RFC 9457: a refusal for callers that accept application/problem+json.',
  allOf: [
    { $ref: '#/components/schemas/Error' },
    {
      type: 'object',
      required: ['type', 'status', 'detail'],
      properties: {
        type: { type: 'string', format: 'uri-reference', description: 'What the guide to errors says of it.' },
        status: { type: 'integer' },
        detail: { type: 'string' },
      },
    },
  ],
}

/** The token endpoint takes a form too, which is refused as RFC 6749 says. */
const OAUTH_ERROR_SCHEMA: Schema = {
  type: 'object',
  required: ['error', 'error_description', 'request_id'],
  properties: Object.fromEntries(
    ['error', 'error_description', 'request_id'].map((name) => [name, { type: 'string' }]),
  ),
}

export const REFUSAL_SCHEMAS: Readonly<Record<string, Schema>> = {
  Error: ERROR_SCHEMA,
  Problem: PROBLEM_SCHEMA,
  OAuthError: OAUTH_ERROR_SCHEMA,
}

const WRONG_FIELD = {
  path: 'amount',
  code: 'too_many_decimals',
  message: 'USDC has 6 decimals; send at most so many.',
}

const EXAMPLES: Readonly<Record<string, Refusal>> = {
  invalidField: {
    type: 'invalid_request',
    message: `${WRONG_FIELD.path}: ${WRONG_FIELD.message}`,
    details: { fields: [WRONG_FIELD] },
  },
  missingCredentials: {
    type: 'authentication_error',
    message: 'Send an access token as Authorization: Bearer, or an organization key as X-API-Key.',
    details: { reason: 'missing_credentials' },
  },
  notFound: { type: 'not_found', message: 'No such payment.', details: { resource: 'payment' } },
  rateLimited: {
    type: 'rate_limited',
    message: 'More than 600 requests in a minute. Wait 2 s and try again.',
    details: { limit: 600, cost: 1, remaining: 0, retry_after_ms: 1_500 },
  },
}

const UNAVAILABLE: Refusal = {
  type: 'service_unavailable',
  message: 'The database does not respond at the moment. Send the request again, with the same Idempotency-Key.',
  details: { reason: 'database_unavailable', retry_after_ms: 1_000, retryable: true },
}

const REQUEST_ID = 'req_01KB7Q8N4F3W5V6X7Y8Z9A0B1C'

const shown = (examples: Readonly<Record<string, Refusal>>) =>
  Object.fromEntries(
    Object.entries(examples).map(([name, refusal]) => [name, { value: toRestBody(refusal, REQUEST_ID) }]),
  )

function refusal(description: string, headers: Schema, examples: Readonly<Record<string, Refusal>>, schema?: Schema) {
  return {
    description,
    headers,
    content: {
      'application/json': { schema: schema ?? { $ref: '#/components/schemas/Error' }, examples: shown(examples) },
      [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } },
    },
  }
}

const list = (first: number): string =>
  typesOf(first)
    .map(([type, status]) => `${status} ${type}`)
    .join(', ')

const REFUSED_HEADERS = headerRefs('X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate')

export const REFUSAL_RESPONSES: Readonly<Record<string, Schema>> = {
  Refused: refusal(`Refused: ${list(4)}.`, REFUSED_HEADERS, EXAMPLES),
  TokenRefused: refusal('Refused; a form as RFC 6749 says.', REFUSED_HEADERS, EXAMPLES, {
    anyOf: [{ $ref: '#/components/schemas/Error' }, { $ref: '#/components/schemas/OAuthError' }],
  }),
  Failed: refusal(
    `Not done, or not known to be done: ${list(5)}. Send the request again with the same Idempotency-Key.`,
    headerRefs('X-Request-Id', 'Retry-After'),
    { unavailable: UNAVAILABLE },
  ),
}

/** By the class of the status. */
export const refusalsOf = (row: Pick<RestRow, 'credential'> | null): Schema => ({
  '4XX': { $ref: `#/components/responses/${row !== null && isExchange(row as RestRow) ? 'TokenRefused' : 'Refused'}` },
  '5XX': { $ref: '#/components/responses/Failed' },
})
