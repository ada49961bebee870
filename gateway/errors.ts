/**
 * DomainError -> GraphQL extensions and REST body, the one mapping for both (specification 7); the HTTP status of each type
 * stands in `ERROR_TYPES`. Any other error is logged with its request id and leaves without its message: as
 * `service_unavailable` where the database does not respond or changes its primary, else as `internal_error`.
 */
import { GraphQLError } from 'graphql'
import { isTransient } from '../subgraphs/shared/commit/failures.ts'
import {
  DomainError,
  ERROR_TYPES,
  type ErrorType,
  passes,
  type Refusal,
  toRefusal,
} from '../subgraphs/shared/errors.ts'
import { newId } from '../subgraphs/shared/ids.ts'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import { rateHeaders } from './auth/rateLimit.ts'

/** Carried by every error of the graph. A type instead of an interface, so that it is assignable to index signatures. */
export type ErrorExtensions = {
  readonly code: string
  readonly type: ErrorType
  readonly http_status: number
  readonly details: Readonly<Record<string, unknown>>
  readonly request_id: string
}

/** An error as a plain object, the same from a subgraph in process and over HTTP. */
export interface PlainError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions: ErrorExtensions
}

/** The body of specification 7. */
export interface RestErrorBody {
  readonly error: {
    readonly type: ErrorType
    readonly message: string
    readonly details: Readonly<Record<string, unknown>>
    readonly request_id: string
  }
}

export const INTERNAL_ERROR: Refusal = {
  type: 'internal_error',
  message: 'The service failed. Quote the request id to support.',
  details: {},
}

const DATABASE_UNAVAILABLE: Refusal = {
  type: 'service_unavailable',
  message: 'The database does not respond at the moment. Send the request again, with the same Idempotency-Key.',
  details: { reason: 'database_unavailable', retry_after_ms: 1_000, retryable: true },
}

export function toExtensions(refusal: Refusal, requestId: string): ErrorExtensions {
  const { status, code } = ERROR_TYPES[refusal.type]
  return {
    code,
    type: refusal.type,
    http_status: status,
    details: detailsOf(refusal),
    request_id: requestId,
  }
}

export function toPlainError(refusal: Refusal, requestId: string, path?: readonly (string | number)[]): PlainError {
  const extensions = toExtensions(refusal, requestId)
  return path === undefined
    ? { message: refusal.message, extensions }
    : { message: refusal.message, path: [...path], extensions }
}

export function toRestBody(refusal: Refusal, requestId: string): RestErrorBody {
  return {
    error: {
      type: refusal.type,
      message: refusal.message,
      details: detailsOf(refusal),
      request_id: requestId,
    },
  }
}

/** Anything thrown outside the graph: a DomainError as it is, the rest logged and masked. */
export function refusalOf(thrown: unknown, requestId: string, log: Log): Refusal {
  if (isDomainError(thrown)) return toRefusal(thrown)
  log.error({ request_id: requestId, err: thrown }, 'unexpected failure')
  return maskedRefusal(thrown)
}

const maskedRefusal = (thrown: unknown): Refusal => (isTransient(thrown) ? DATABASE_UNAVAILABLE : INTERNAL_ERROR)

/**
 * The errors of one execution. One without a path concerns the request (a variable of a wrong type) and keeps its message;
 * with a path, only a DomainError does.
 */
export function toPlainErrors(
  errors: readonly GraphQLError[],
  source: string,
  requestId: string,
  log: Log,
): PlainError[] {
  return errors.map((error) => {
    const refusal = readRefusal(error)
    if (refusal !== null) return toPlainError(refusal, requestId, error.path)
    if (error.path === undefined && !isCrash(error.originalError))
      return toPlainError({ type: 'invalid_request', message: error.message, details: {} }, requestId)
    log.error(
      { request_id: requestId, subgraph: source, path: error.path, err: error.originalError ?? error },
      'unexpected failure',
    )
    return toPlainError(maskedRefusal(rootCause(error)), requestId, error.path)
  })
}

/** An error of a subscription, which has no request id of its own. */
export function socketError(error: GraphQLError, log: Log): PlainError {
  const requestId = newId('request')
  const refusal = readRefusal(error)
  if (refusal !== null) return toPlainError(refusal, requestId)
  if (error.originalError === undefined)
    return toPlainError({ type: 'invalid_request', message: error.message, details: {} }, requestId)
  log.error({ request_id: requestId, err: error.originalError }, 'subscription failed')
  return toPlainError(maskedRefusal(rootCause(error)), requestId)
}

/** A refusal inside a GraphQL error: thrown here, or carried over from a subgraph. */
export function readRefusal(error: GraphQLError): Refusal | null {
  const original = rootCause(error)
  if (isDomainError(original)) return toRefusal(original)
  // graphql-jit leaves `extensions` out where graphql-js writes an empty object.
  const { type, details } = error.extensions ?? {}
  if (!isErrorType(type)) return null
  return { type, message: error.message, details: isRecord(details) ? details : {} }
}

/** A refusal as the error that GraphQL libraries understand; Apollo responds with `http.status` when a context fails with it. */
export function toGraphQLError(refusal: Refusal, requestId: string): GraphQLError {
  const extensions = toExtensions(refusal, requestId)
  const headers = new Map(Object.entries(errorHeaders(refusal)))
  return new GraphQLError(refusal.message, {
    extensions: { ...extensions, http: { status: extensions.http_status, headers } },
  })
}

/** RFC 6750 challenges, RFC 9110 Retry-After, and the rate limit that is used up. */
export function errorHeaders(refusal: Refusal): Record<string, string> {
  const headers: Record<string, string> = {}
  const { status } = ERROR_TYPES[refusal.type]
  if (status === 401) {
    const hasCredentials = refusal.details.reason !== undefined && refusal.details.reason !== 'missing_credentials'
    headers['www-authenticate'] = hasCredentials ? 'Bearer error="invalid_token"' : 'Bearer'
    // RFC 9470.
    if (refusal.details.reason === 'proof_required')
      headers['www-authenticate'] =
        `Bearer error="insufficient_user_authentication", max_age="${refusal.details.max_age_seconds}"`
  }
  if (refusal.type === 'insufficient_scope') headers['www-authenticate'] = 'Bearer error="insufficient_scope"'
  const { retry_after_ms: wait, policy, limit, remaining } = refusal.details
  if (refusal.type === 'rate_limited' && typeof policy === 'string')
    Object.assign(headers, rateHeaders(policy, Number(limit), Number(remaining), Number(wait)))
  if (typeof wait === 'number' || typeof wait === 'bigint')
    headers['retry-after'] = String(Math.max(1, Math.ceil(Number(wait) / 1000)))
  return headers
}

function isErrorType(value: unknown): value is ErrorType {
  return typeof value === 'string' && Object.hasOwn(ERROR_TYPES, value)
}

/** By shape, not by class: a stored refusal may come from another copy of the module. */
function isDomainError(value: unknown): value is DomainError {
  return value instanceof DomainError || (value instanceof Error && value.name === 'DomainError' && 'type' in value)
}

function rootCause(error: GraphQLError): unknown {
  let cause: unknown = error
  for (let depth = 0; cause instanceof GraphQLError && cause.originalError !== undefined && depth < 5; depth++)
    cause = cause.originalError
  return cause
}

function isCrash(original: unknown): boolean {
  return original !== undefined && !(original instanceof GraphQLError)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * With what every refusal tells beside its own: whether the same request may pass a moment later, and where the guide tells of
 * this error. A bigint, which JSON cannot hold, becomes text instead of a crash.
 */
function detailsOf(refusal: Refusal): Record<string, unknown> {
  const { type, details } = refusal
  const told = { retryable: passes(refusal), ...details, doc_url: docUrlOf(type) }
  return JSON.parse(JSON.stringify(told, (_, value) => (typeof value === 'bigint' ? value.toString() : value)))
}

/** What the guide says of errors of this type; relative to the request, whatever name the service has outside. */
export const docUrlOf = (type: ErrorType): string => `/guides/errors#${type}`
