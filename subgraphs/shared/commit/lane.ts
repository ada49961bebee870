/**
 * The commit lane: waiting callers share one transaction. Intents queue fairly, a batch runs through the store, and
 * each caller is answered only after the commit, also with a refusal. Organizations are spread over a few slots with one
 * transaction in flight each; correctness comes from the guards alone, so any number of processes may run lanes.
 */
import type { Clock } from '../clock.ts'
import type { Database } from '../database.ts'
import { DomainError, fromRefusal } from '../errors.ts'
import type { Log } from '../subgraph.ts'
import type { Result } from './apply.ts'
import { createFairQueue, type FairQueue, type Queued } from './queue.ts'
import { type CommitStore, createCommitStore, StoreError, type StoreFaults } from './store.ts'
import type { Commit, Intent, Outcome, Verdict } from './types.ts'

export interface LaneOptions {
  readonly slots: number
  /** Waiting intents in all and of one organization; beyond it callers are told to come back. */
  readonly queueMax: number
  readonly queueMaxPerOrganization: number
  /** A caller waits this long to be picked. */
  readonly waitMs: number
  /** A picked caller waits this long for the truth, then gets `unknown`. */
  readonly truthMs: number
}

export const DEFAULT_LANE: LaneOptions = {
  slots: 4,
  queueMax: 20_000,
  queueMaxPerOrganization: 10_000,
  waitMs: 10_000,
  truthMs: 20_000,
}

const TRIES_BEFORE_SPLIT = 5
const TRIES_MAX = 60
const JITTER_MS = 50

interface Waiting extends Queued {
  readonly intent: Intent<unknown>
  answer(outcome: Outcome<unknown>): void
  fail(error: unknown): void
}

interface Slot {
  readonly index: number
  readonly queue: FairQueue<Waiting>
  running: boolean
}

/**
 * @param deps.onCommitted called with the organizations of each committed batch, to wake readers in this process
 */
export function createCommit(deps: {
  database: Database
  clock: Clock
  log: Log
  options?: Partial<LaneOptions>
  faults?: StoreFaults
  store?: CommitStore
  onCommitted?: (orgIds: ReadonlySet<string>) => void
}): Commit & { sessionIds(): readonly unknown[]; stats(): { queued: number; batches: number; committed: number; retries: number } } {
  const options = { ...DEFAULT_LANE, ...deps.options }
  const store =
    deps.store ??
    createCommitStore({
      database: deps.database,
      clock: deps.clock,
      slots: options.slots,
      ...(deps.faults === undefined ? {} : { faults: deps.faults }),
    })
  const slots: Slot[] = Array.from({ length: options.slots }, (_, index) => ({
    index,
    queue: createFairQueue<Waiting>(),
    running: false,
  }))
  const stats = { queued: 0, batches: 0, committed: 0, retries: 0 }
  let draining = false

  function submit<Answer>(intent: Intent<Answer>): Promise<Outcome<Answer>> {
    const slot = slots[hash(intent.orgId) % slots.length] as Slot
    const total = slots.reduce((sum, one) => sum + one.queue.size, 0)
    if (draining || total >= options.queueMax || slot.queue.sizeOf(intent.orgId) >= options.queueMaxPerOrganization)
      return Promise.resolve({ kind: 'notStarted', retryAfterMs: draining ? 2_000 : 1_000 })
    return new Promise((resolve, reject) => {
      const timer = setTimeout(expire, intent.waitMs ?? options.waitMs)
      const waiting: Waiting = {
        orgId: intent.orgId,
        priority: intent.priority,
        intent: intent as Intent<unknown>,
        answer(outcome) {
          clearTimeout(timer)
          resolve(outcome as Outcome<Answer>)
        },
        fail(error) {
          clearTimeout(timer)
          reject(error)
        },
      }
      // Not picked yet: nothing happened. Picked: the truth is on its way, so wait for it, up to a bound.
      function expire(): void {
        if (slot.queue.remove((item) => item === waiting).length > 0) return resolve({ kind: 'notStarted', retryAfterMs: 1_000 })
        setTimeout(() => resolve({ kind: 'unknown', resourceId: intent.key?.resource.id ?? null }), options.truthMs).unref()
      }
      slot.queue.push(waiting)
      if (!slot.running) void run(slot)
    })
  }

  async function run(slot: Slot): Promise<void> {
    slot.running = true
    try {
      // One turn of the event loop lets callers that arrived together share the first batch.
      await new Promise((resolve) => setImmediate(resolve))
      while (slot.queue.size > 0) await runBatch(slot, slot.queue.take(), 0)
    } finally {
      slot.running = false
    }
  }

  async function runBatch(slot: Slot, batch: Waiting[], tries: number): Promise<void> {
    if (batch.length === 0) return
    try {
      const results = await store.commit(slot.index, batch.map(({ intent }) => intent))
      stats.batches++
      batch.forEach((waiting, index) => {
        answer(waiting, results[index] as Result)
      })
      deps.onCommitted?.(new Set(batch.map(({ orgId }) => orgId)))
    } catch (error) {
      await recover(slot, batch, tries, error)
    }
  }

  async function recover(slot: Slot, batch: Waiting[], tries: number, error: unknown): Promise<void> {
    if (error instanceof StoreError && error.kind === 'unknown') {
      deps.log.error({ err: error, intents: batch.length }, 'commit result stayed unknown')
      for (const { intent, answer: tell } of batch) tell({ kind: 'unknown', resourceId: intent.key?.resource.id ?? null })
      return
    }
    if (error instanceof StoreError && error.kind === 'retry') {
      stats.retries++
      if (tries >= TRIES_MAX) {
        deps.log.error({ err: error, intents: batch.length }, 'commit gave up; nothing happened')
        for (const { answer: tell } of batch) tell({ kind: 'notStarted', retryAfterMs: 1_000 })
        return
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER_MS))
      const parts = tries >= TRIES_BEFORE_SPLIT ? splitByOrganization(batch) : [batch]
      for (const part of parts) await runBatch(slot, part, tries + 1)
      return
    }
    if (batch.length === 1) {
      deps.log.error({ err: error }, 'commit rejected one intent')
      batch[0]?.fail(error)
      return
    }
    // Too large, or one intent that the store refuses: halve until the culprit stands alone.
    const middle = batch.length >> 1
    await runBatch(slot, batch.slice(0, middle), tries)
    await runBatch(slot, batch.slice(middle), tries)
  }

  function answer(waiting: Waiting, result: Result): void {
    stats.committed++
    if (result.kind === 'broken') {
      deps.log.error({ err: result.error }, 'decide failed')
      waiting.fail(result.error)
    } else waiting.answer(result)
  }

  async function drain(deadlineMs: number): Promise<void> {
    draining = true
    const deadline = Date.now() + deadlineMs
    while (slots.some((slot) => slot.running) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5))
    for (const slot of slots)
      for (const { answer: tell } of slot.queue.remove(() => true)) tell({ kind: 'notStarted', retryAfterMs: 2_000 })
    await store.close()
  }

  return {
    submit,
    view: <A>(intent: Pick<Intent<A>, 'orgId' | 'mode' | 'reads' | 'decide'>, at = deps.clock.now()): Promise<Verdict<A>> =>
      store.view(intent, at),
    fence: (switches) => store.raiseGates(switches),
    drain,
    sessionIds: () => store.sessionIds(),
    stats: () => ({ ...stats, queued: slots.reduce((sum, slot) => sum + slot.queue.size, 0) }),
  }
}

function splitByOrganization(batch: readonly Waiting[]): Waiting[][] {
  return [...Map.groupBy(batch, ({ orgId }) => orgId).values()]
}

function hash(text: string): number {
  let value = 0
  for (let index = 0; index < text.length; index++) value = (value * 31 + text.charCodeAt(index)) >>> 0
  return value
}

/**
 * The answer of an outcome, or the refusal that a caller may see. A replay of a stored refusal is that refusal, marked.
 * @throws DomainError
 */
export function requireDone<A>(outcome: Exclude<Outcome<A>, { kind: 'stale' }>): { answer: A } | { replayedId: string } {
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
      throw new DomainError('idempotency_mismatch', 'This Idempotency-Key was used with another request. Use a new key.')
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

/** Prepares and submits, and prepares again when the verdict says that what was prepared is out of date. */
export async function submitFresh<A>(
  commit: Commit,
  prepare: (attempt: number) => Promise<Intent<A>>,
): Promise<Exclude<Outcome<A>, { kind: 'stale' }>> {
  for (let attempt = 0; attempt < 4; attempt++) {
    const outcome = await commit.submit(await prepare(attempt))
    if (outcome.kind !== 'stale') return outcome
  }
  return { kind: 'notStarted', retryAfterMs: 200 }
}
