/**
 * The two ends of a keyed act, the same for every service: from a caller's Idempotency-Key to an intent key, and from a
 * lane's outcome to an answer or a refusal (domain 7.3). The surprise: a key's scope is the caller and the operation,
 * never the credential used.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { DomainError, invalidField } from '../errors.ts'
import { type Caller, callerId } from '../principal.ts'
import { requireDone } from './lane.ts'
import type { Commit, Intent, IntentKey } from './types.ts'

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
