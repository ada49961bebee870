/** Requests over HTTP, and their answers in one form for REST and GraphQL. */
import { Pool } from 'undici'

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
  if (first === undefined) return null
  const { type, http_status, details = {} } = first.extensions ?? {}
  return {
    ...{ type: `${type}`, status: Number(http_status), message: first.message },
    details: details as Refusal['details'],
  }
}
