/**
 * Submits an intent for a request: looks up the Idempotency-Key, prepares the intent, commits it, and turns the outcome
 * into an answer or a refusal (domain 7.3). A refusal during preparation is committed too, so that the same rule decides
 * whether it is stored with the key.
 */
import { DomainError, fromRefusal } from '../errors.ts'
import { createTurns } from '../turns.ts'
import { isDecision } from './keyRows.ts'
import type { RequestKey } from './requestKey.ts'
import type { Commit, Intent, IntentKey, KeyOutcome, Outcome, Repeat, StoredKey } from './types.ts'
import { refused } from './verdicts.ts'

/** In turn only another process can outdate an intent, so that even a few more would do. */
const PREPARATIONS_MAX = 12
const PREPARATIONS_AT_ONCE = 2

/**
 * Of requests that were outdated more than once. What changes one row, such as the registry of merchants or the mandate of
 * a wallet, outdates all that was prepared beside it: only one of many at once succeeds, so n of them would need n attempts.
 */
const outdated = createTurns({ inAll: 256, perOwner: 1, waitingMax: 256, waitMaxMs: 10_000 }, keepsChanging)

/** The answer of the intent, or the resource that the key made before. */
export type SubmitResult<Answer> =
  | { readonly answer: Answer }
  | { readonly replayedId: string; readonly outcome: KeyOutcome | null }

/** An intent to which the key of the request is added. `resource`: what it makes. */
export type KeyedIntent<Answer> = Omit<Intent<Answer>, 'key'> & { readonly resource?: IntentKey['resource'] }

/**
 * Submits what `prepare` makes, and prepares again when the commit finds it outdated.
 * @param prepare everything that depends on state; it is not called for a repeated request
 * @throws DomainError as `requireDone`
 */
export async function submitPrepared<Answer>(
  commit: Commit,
  prepare: () => Promise<KeyedIntent<Answer>> | KeyedIntent<Answer>,
  key: RequestKey | null = null,
  preparationsMax = PREPARATIONS_MAX,
): Promise<SubmitResult<Answer>> {
  const repeat = key === null ? null : await commit.findRepeat(key)
  if (repeat !== null) return requireRepeat(repeat, key)
  const attempt = async (times: number) => {
    for (let preparation = 1; ; preparation++) {
      const intent = await prepareOrRefuse(prepare, key)
      const outcome = await commit.submit(intent)
      if (outcome.kind !== 'stale') return requireDone(outcome, key)
      if (preparation >= times) return { outdatedOf: intent.orgId }
    }
  }
  const first = await attempt(PREPARATIONS_AT_ONCE)
  if (!('outdatedOf' in first)) return first
  const last = await outdated.take(first.outdatedOf, () => attempt(preparationsMax - PREPARATIONS_AT_ONCE))
  if (!('outdatedOf' in last)) return last
  throw keepsChanging()
}

function keepsChanging(): DomainError {
  return new DomainError('service_unavailable', 'What this request depends on keeps changing. Try again.', {
    retry_after_ms: 1_000,
    retryable: true,
  })
}

async function prepareOrRefuse<Answer>(
  prepare: () => Promise<KeyedIntent<Answer>> | KeyedIntent<Answer>,
  key: RequestKey | null,
): Promise<Intent<Answer>> {
  try {
    const { resource, ...intent } = await prepare()
    return key === null ? intent : { ...intent, key: keyOf(key, resource) }
  } catch (error) {
    if (key === null || !(error instanceof DomainError) || !isDecision(error)) throw error
    return refusalIntent(key, error)
  }
}

/** Stores a refusal that was decided before the commit. */
export function refusalIntent(key: RequestKey, error: DomainError): Intent<never> {
  return {
    priority: 'spend',
    ...{ orgId: key.orgId, mode: key.mode, key: keyOf(key) },
    // It changes nothing.
    whileSuspended: true,
    reads: () => ({ guard: [] }),
    decide: () => refused(error),
  }
}

export function keyOf(
  { id, fingerprint, waitMs }: RequestKey,
  resource: IntentKey['resource'] = { type: 'none', id: '' },
): IntentKey {
  return { id, fingerprint, waitMs, resource }
}

/**
 * The resource that the key made. A stored refusal is thrown again. Whoever may not call the operation is told nothing of what
 * others made with the key, which is that of all credentials of an agent or organization.
 * @throws DomainError
 */
export function requireRepeat(
  repeat: Repeat,
  key: RequestKey | null,
): Extract<SubmitResult<never>, { replayedId: string }> {
  const { refusal, resource, outcome } = repeat.stored
  if (key?.refused !== undefined && refusal === null) throw key.refused
  if (repeat.kind === 'mismatch') {
    const made = resource === null || resource.id === '' ? {} : { resource_id: resource.id }
    const message =
      'This Idempotency-Key was used with another request. Requests are compared as sent: 2.0 is not 2.00. Use a new key.'
    throw new DomainError('idempotency_mismatch', message, made)
  }
  markKey(key, repeat.stored, true)
  if (refusal !== null) throw fromRefusal(refusal)
  return { replayedId: resource?.id ?? '', outcome: outcome ?? null }
}

/**
 * The answer of an outcome, or the refusal that a caller may see.
 * @throws DomainError
 */
export function requireDone<A>(
  outcome: Exclude<Outcome<A>, { kind: 'stale' }>,
  key: RequestKey | null = null,
): SubmitResult<A> {
  switch (outcome.kind) {
    case 'done':
      markKey(key, outcome.storedKey, false)
      return { answer: outcome.answer }
    case 'refused':
      markKey(key, outcome.storedKey, false)
      throw outcome.error
    case 'replayed':
    case 'mismatch':
      return requireRepeat(outcome, key)
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

export function markKey(key: RequestKey | null, storedKey: StoredKey | undefined, replayed: boolean): void {
  if (key === null || storedKey === undefined) return
  const { _id: id, outcome = null, answerBy } = storedKey
  key.note({ id, replayed, outcome, answerBy: answerBy?.toISOString() ?? null })
}
