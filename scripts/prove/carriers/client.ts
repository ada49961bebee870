/** Requests over HTTP, and their answers in one form for REST and GraphQL. */
import { Pool } from 'undici'
import { missingCredentials } from '../../../subgraphs/shared/principal.ts'

/** Headers of a credential; empty for nobody. */
export type Caller = Readonly<Record<string, string>>

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly caller: Caller
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Refusal {
  readonly type: string
  /** Of specification 7: the HTTP status over REST, `http_status` of the error over GraphQL. */
  readonly status: number
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  /** In the form of the Agentic Commerce Protocol, whose codes stand for several of our types. */
  readonly isFlat?: true
}

export interface Answer {
  /** Of HTTP. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** Empty where there is none, or where it is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>
  /** The error of REST, or the first one of GraphQL. */
  readonly refusal: Refusal | null
}

export type Send = (request: HttpRequest) => Promise<Answer>

const CONNECTIONS = 16
const WITHIN_MS = 30_000

export function createClient(url: string): { send: Send; close(): Promise<void> } {
  const pool = new Pool(url, { connections: CONNECTIONS, headersTimeout: WITHIN_MS, bodyTimeout: WITHIN_MS })
  return {
    async send({ method, path, caller, body, headers = {} }) {
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await pool.request({
        ...{ method, path, headers: { ...type, ...caller, ...headers } },
        ...(body !== undefined && { body }),
      })
      return toAnswer(response.statusCode, response.headers, await response.body.text())
    },
    close: () => pool.close(),
  }
}

function toAnswer(status: number, headers: Answer['headers'], text: string): Answer {
  const body = readJson(text)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const known = (isObject ? body : {}) as Answer['body']
  return { status, headers, text, body: known, refusal: refusalIn(known, status) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

interface GraphError {
  readonly message: string
  readonly extensions?: Readonly<Record<string, unknown>>
}

function refusalIn(body: Answer['body'], status: number): Refusal | null {
  const { error, errors } = body as { error?: Refusal; errors?: readonly GraphError[] }
  if (error !== undefined) return { ...error, status, details: error.details ?? {} }
  const [first] = errors ?? []
  if (first === undefined) return flatRefusal(body, status)
  const { type, http_status, details = {} } = first.extensions ?? {}
  return {
    ...{ type: `${type}`, status: Number(http_status), message: first.message },
    details: details as Refusal['details'],
  }
}

/** Codes of the protocol that have another name than our types. */
const TYPES_OF_CODES: Readonly<Record<string, string>> = {
  ...{ unauthorized: 'authentication_error', idempotency_in_flight: 'idempotency_in_progress' },
  ...{ idempotency_conflict: 'idempotency_mismatch', missing: 'invalid_request', invalid: 'invalid_request' },
  ...{ too_many_requests: 'rate_limited', malformed_json: 'invalid_request', invalid_card: 'invalid_request' },
  ...{ missing_api_version: 'invalid_request', unsupported_api_version: 'invalid_request' },
  idempotency_key_required: 'invalid_request',
}

function flatRefusal({ code, message }: Answer['body'], status: number): Refusal | null {
  if (status < 400 || typeof code !== 'string' || typeof message !== 'string') return null
  // Such an answer has no details: that of a caller without credentials says so in words.
  const details = message === missingCredentials().message ? { reason: 'missing_credentials' } : {}
  return { type: TYPES_OF_CODES[code] ?? code, status, message, details, isFlat: true }
}
