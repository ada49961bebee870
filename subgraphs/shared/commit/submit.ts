/**
 * The two ends of a keyed act, the same for every service: from a caller's Idempotency-Key to an intent key, and from a
 * lane's outcome to an answer or a refusal (domain 7.3). The surprise: a key's scope is the caller and the operation,
 * never the credential used.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { DomainError, fromRefusal, invalidField } from '../errors.ts'
import { type Caller, callerId } from '../principal.ts'
import type { Commit, Intent, IntentKey, Outcome } from './types.ts'

const PREPARATIONS_MAX = 3

/**
 * Submits what `prepare` makes; prepares again while that was made on an old version.
 * @throws DomainError as `requireDone`
 */
export async function submitPrepared<Answer>(
  commit: Commit,
  prepare: () => Promise<Intent<Answer>> | Intent<Answer>,
): Promise<{ answer: Answer } | { replayedId: string }> {
  for (let preparation = 0; preparation < PREPARATIONS_MAX; preparation++) {
    const outcome = await commit.submit(await prepare())
    if (outcome.kind !== 'stale') return requireDone(outcome)
  }
  throw new DomainError('service_unavailable', 'This keeps changing while it is prepared. Try again.', {
    retryable: true,
  })
}

/**
 * The key of an intent, or nothing when the caller sent none.
 * @throws DomainError invalid_request: not 1 to 255 printable characters
 */
export function parseIntentKey(
  caller: Caller,
  input: {
    readonly operation: string
    readonly value: unknown
    /** JSON of what was asked, without the key itself. */
    readonly request: object
    readonly resource: IntentKey['resource']
  },
): { readonly key?: IntentKey } {
  const { operation, value, request, resource } = input
  if (value === undefined || value === null) return {}
  if (typeof value !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(value))
    throw invalidField('idempotency_key', 'invalid_key', 'must have 1 to 255 printable characters.')
  const fingerprint = createHash('sha256')
    .update(canonicalize(request) ?? '')
    .digest('hex')
  return { key: { id: `${callerId(caller)}|${operation}|${value}`, fingerprint, resource } }
}

/**
 * The answer of an outcome, or the refusal that a caller may see. A replay of a stored refusal is that refusal, marked.
 * @throws DomainError
 */
function requireDone<A>(outcome: Exclude<Outcome<A>, { kind: 'stale' }>): { answer: A } | { replayedId: string } {
  switch (outcome.kind) {
    case 'done':
      return { answer: outcome.answer }
    case 'refused':
      throw outcome.error
    case 'replayed': {
      const { refusal, resource } = outcome.stored
      if (refusal !== null) {
        const error = fromRefusal(refusal)
        throw new DomainError(error.type, error.message, { ...error.details, replayed: true })
      }
      return { replayedId: resource?.id ?? '' }
    }
    case 'mismatch':
      throw new DomainError(
        'idempotency_mismatch',
        'This Idempotency-Key was used with another request. Use a new key.',
      )
    case 'notStarted':
      throw new DomainError('service_unavailable', 'The service is busy; nothing was done. Try again.', {
        retry_after_ms: outcome.retryAfterMs,
        retryable: true,
      })
    case 'unknown':
      throw new DomainError('gateway_timeout', 'The outcome is not known yet. Read the resource before trying again.', {
        resource_id: outcome.resourceId,
        retryable: true,
      })
  }
}
