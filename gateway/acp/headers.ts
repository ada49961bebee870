/** The request headers of the Agentic Commerce Protocol: the version, the key and the client's own id of the request. */
import type { IncomingHttpHeaders } from 'node:http'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { readIdempotencyKey } from '../rest/idempotency.ts'

export const PROTOCOL_VERSION = '2026-04-17'
/** Oldest first. */
export const SUPPORTED_VERSIONS = [PROTOCOL_VERSION] as const

/** @throws DomainError invalid_request, reason missing_api_version or unsupported_api_version */
export function requireVersion(headers: IncomingHttpHeaders): void {
  const version = headers['api-version']
  if (SUPPORTED_VERSIONS.some((supported) => supported === version)) return
  const reason = version === undefined ? 'missing_api_version' : 'unsupported_api_version'
  const message = `The header API-Version must be ${SUPPORTED_VERSIONS.join(' or ')}.`
  throw new DomainError('invalid_request', message, { reason, supported_versions: SUPPORTED_VERSIONS.toReversed() })
}

/** Of a POST. @throws DomainError invalid_request, also (reason idempotency_key_required) when there is none */
export function requireKey(headers: IncomingHttpHeaders): string {
  const key = readIdempotencyKey(headers['idempotency-key'])
  if (key !== null) return key
  throw new DomainError('invalid_request', 'The header Idempotency-Key is required on every POST.', {
    reason: 'idempotency_key_required',
  })
}

/** What a response repeats of the request: text of one header that is safe to send back. */
export function echoedHeaders({ 'idempotency-key': key, 'request-id': id }: IncomingHttpHeaders, isPost: boolean) {
  const echoed: Record<string, string> = {}
  if (isPost && isEchoable(key)) echoed['idempotency-key'] = key
  if (isEchoable(id)) echoed['request-id'] = id
  return echoed
}

const isEchoable = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)
