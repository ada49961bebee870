/**
 * The group commit: waiting callers share one transaction. Intents queue fairly, a batch runs through the store, and
 * each caller is answered only after the commit, also with a refusal. A few transactions run at once, never two with the
 * same organization; correctness comes from the guards alone, so any number of processes may run lanes.
 */
import type { Clock } from '../clock.ts'
import type { Database } from '../database.ts'
import { DomainError } from '../errors.ts'
import type { OrgId } from '../ids.ts'
import type { Log } from '../subgraph.ts'
import type { Result } from './apply.ts'
import { createBackPressure } from './backPressure.ts'
import { StoreError } from './failures.ts'
import { createInFlightBatches, type InFlightBatch } from './inFlightBatches.ts'
import { repeatOf } from './keyRows.ts'
import { createFairQueue, type Queued } from './queue.ts'
import { type CommitStore, type Committed, createCommitStore } from './store.ts'
import type { StoreFaults } from './storeFaults.ts'
import { createTurns, type Turns } from './turns.ts'
import type { Commit, Intent, Outcome, Verdict } from './types.ts'

export interface GroupCommitOptions {
  /** Transactions at once. */
  readonly slots: number
  /** Waiting intents in all and of one organization; beyond it spends are told to come back. */
  readonly queueMax: number
  readonly queueMaxPerOrganization: number
  /** The same in bytes, by what intents have written lately. */
  readonly queueBytesMax: number
  readonly queueBytesMaxPerOrganization: number
  /** A caller waits this long to be picked. */
  readonly waitMs: number
  /** A picked caller waits this long for the truth, then gets `unknown`. */
  readonly commitTimeoutMs: number
  /** A picked batch that nothing came of is run again for this long, then nothing has happened. */
  readonly retryMs: number
}

const DEFAULT_GROUP_COMMIT: GroupCommitOptions = {
  slots: 4,
  queueMax: 20_000,
  queueMaxPerOrganization: 10_000,
  queueBytesMax: 128 * 1024 * 1024,
  queueBytesMaxPerOrganization: 64 * 1024 * 1024,
  waitMs: 10_000,
  commitTimeoutMs: 20_000,
  retryMs: 15_000,
}

const TRIES_BEFORE_SPLIT = 5
const JITTER_MS = 50
/** Of a batch of control alone: it is short, so it may well win the next time. */
const CONTROL_JITTER_MS = 8
const DRAIN_RETRY_MS = 2_000

interface Waiting extends Queued {
  readonly intent: Intent<unknown>
  /** When it was taken out of the queue; null while it waits there. */
  pickedAt: number | null
  answer(outcome: Outcome<unknown>): void
  fail(error: unknown): void
}

export type GroupCommit = Commit & {
  /** @param tell called for each organization of each committed batch, to wake readers in this process; must not throw */
  onCommitted(tell: (orgId: OrgId) => void): void
  sessionIds(): readonly unknown[]
  stats(): { queued: number; batches: number; committed: number; retries: number }
}

export function createCommit(deps: {
  database: Database
  clock: Clock
  log: Log
  options?: Partial<GroupCommitOptions>
  /** Migrations that this code knows: see the store. */
  schema?: number
  faults?: StoreFaults
  store?: CommitStore
  turns?: Turns
}): GroupCommit {
  const { log } = deps
  const options = { ...DEFAULT_GROUP_COMMIT, ...deps.options }
  const faults = deps.faults === undefined ? {} : { faults: deps.faults }
  const store = deps.store ?? createCommitStore({ ...deps, slots: options.slots, ...faults })
  const queue = createFairQueue<Waiting>()
  const listeners: ((orgId: OrgId) => void)[] = []
  const parts = createInFlightBatches<Waiting>()
  const pressure = createBackPressure(options)
  const turns = deps.turns ?? createTurns({ database: deps.database, onGranted: schedule })
  const idle = Array.from({ length: options.slots }, (_, index) => options.slots - 1 - index)
  const stats = { batches: 0, committed: 0, retries: 0 }
  let state: 'open' | 'draining' | 'closing' = 'open'
  let scheduled = false
  let newIsNext = false
  let alarm: NodeJS.Timeout | undefined

  function submit<Answer>(intent: Intent<Answer>): Promise<Outcome<Answer>> {
    const waitMs = intent.waitMs ?? options.waitMs
    const refused = state === 'open' ? pressure.refusal(queue, intent, waitMs) : DRAIN_RETRY_MS
    if (refused !== null) return Promise.resolve({ kind: 'notStarted', retryAfterMs: refused })
    return new Promise((resolve, reject) => {
      let timer = setTimeout(expire, waitMs)
      const waiting: Waiting = {
        orgId: intent.orgId,
        priority: intent.priority,
        intent: intent as Intent<unknown>,
        pickedAt: null,
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
        const leftMs = (waiting.pickedAt ?? 0) + options.commitTimeoutMs - performance.now()
        if (waiting.pickedAt === null) {
          queue.drop(waiting)
          waiting.answer({ kind: 'notStarted', retryAfterMs: pressure.retryAfterMs(queue, intent) })
        } else if (leftMs <= 0) waiting.answer(unknownOutcome(intent))
        else timer = setTimeout(expire, leftMs)
      }
      queue.push(waiting)
      schedule()
    })
  }

  /** One turn of the event loop lets callers that arrive together, or come back together, share a batch. */
  function schedule(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      pump()
    })
  }

  function pump(): void {
    while (idle.length > 0) {
      const part = nextBatch()
      if (part === null) break
      void run(part, idle.pop() as number)
    }
    turns.releaseUnused((orgId) => parts.holds(orgId) || queue.sizeOf(orgId) > 0)
    clearTimeout(alarm)
    const dueAt = idle.length > 0 ? parts.nextDueAt(mayRun) : null
    if (dueAt !== null) alarm = setTimeout(schedule, Math.max(0, dueAt - performance.now()))
  }

  /** However many parts wait to run again, every other turn is for somebody new. */
  function nextBatch(): InFlightBatch<Waiting> | null {
    newIsNext = !newIsNext
    const now = performance.now()
    return newIsNext ? (takeNew() ?? parts.takeDue(now, mayRun)) : (parts.takeDue(now, mayRun) ?? takeNew())
  }

  /** Whether a part has its turn. Control waits for none, and a batch of several organizations cannot. */
  function mayRun({ batch }: InFlightBatch<Waiting>): boolean {
    const [first] = batch
    if (first === undefined || batch.some(({ orgId }) => orgId !== first.orgId)) return true
    return batch.every(isControl) || turns.mayRun(first.orgId)
  }

  function takeNew(): InFlightBatch<Waiting> | null {
    const batch = queue.take((orgId) => parts.holds(orgId) || !turns.mayRun(orgId), parts.runs)
    if (batch.length === 0) return null
    const now = performance.now()
    for (const waiting of batch) waiting.pickedAt = now
    return parts.start(batch, now)
  }

  /** Never throws: callers of a lost batch would wait for ever. */
  async function run(part: InFlightBatch<Waiting>, slot: number): Promise<void> {
    const startedAt = performance.now()
    pressure.started(slot, startedAt)
    let committed: Committed | null = null
    let failure: unknown
    try {
      committed = await store.commit(
        slot,
        part.batch.map(({ intent }) => intent),
      )
    } catch (error) {
      failure = error
    }
    pressure.ended(slot, performance.now(), committed)
    try {
      yieldTurns(part, failure)
      if (committed === null) recover(part, failure)
      else deliverResults(part, committed.results)
    } catch (error) {
      log.error({ err: error }, 'answering a batch failed')
    }
    idle.push(slot)
    schedule()
  }

  function yieldTurns({ batch }: InFlightBatch<Waiting>, failure: unknown): void {
    const orgIds = [...new Set(batch.map(({ orgId }) => orgId))]
    const [orgId] = orgIds
    if (failure instanceof StoreError && failure.kind === 'conflict' && orgId !== undefined && orgIds.length === 1)
      turns.contended(orgId)
    turns.ended(orgIds)
  }

  function deliverResults(part: InFlightBatch<Waiting>, results: readonly Result[]): void {
    stats.batches++
    stats.committed += results.length
    // What did not fit goes on at once and before anything newer of the same organizations.
    const rest = part.batch.slice(results.length)
    parts.replace(part, rest.length > 0 ? [{ ...part, batch: rest, tries: 0, dueAt: 0 }] : [])
    const done = part.batch.slice(0, results.length)
    for (const [index, waiting] of done.entries()) answer(waiting, results[index] as Result)
    for (const orgId of new Set(done.map((waiting) => waiting.orgId))) for (const tell of listeners) tell(orgId)
  }

  function answer(waiting: Waiting, result: Result): void {
    if (result.kind === 'broken') {
      if (!(result.error instanceof DomainError)) log.error({ err: result.error }, 'decide failed')
      waiting.fail(result.error)
    } else waiting.answer(result)
  }

  function recover(part: InFlightBatch<Waiting>, error: unknown): void {
    const { batch } = part
    const kind = error instanceof StoreError ? error.kind : 'culprit'
    if (kind === 'unknown') {
      parts.replace(part, [])
      log.error({ err: error, intents: batch.length }, 'commit result stayed unknown')
      for (const waiting of batch) waiting.answer(unknownOutcome(waiting.intent))
    } else if (kind === 'retry' || kind === 'conflict') retry(part, error)
    else if (kind === 'outdated') {
      parts.replace(part, [])
      for (const waiting of batch) waiting.answer({ kind: 'notStarted', retryAfterMs: DRAIN_RETRY_MS })
    } else if (batch.length === 1) {
      parts.replace(part, [])
      log.error({ err: error }, 'commit rejected one intent')
      batch[0]?.fail(error)
    } else {
      // Too large, or one intent that the store refuses: halve until the culprit stands alone.
      parts.replace(
        part,
        halvesOf(batch).map((half) => ({ ...part, batch: half, dueAt: 0 })),
      )
    }
  }

  function retry(part: InFlightBatch<Waiting>, error: unknown): void {
    const { batch } = part
    const now = performance.now()
    stats.retries++
    if (state === 'closing' || now - part.since >= options.retryMs) {
      parts.replace(part, [])
      log.error({ err: error, intents: batch.length }, 'commit gave up; nothing happened')
      for (const waiting of batch) waiting.answer({ kind: 'notStarted', retryAfterMs: 1_000 })
      return
    }
    const tries = part.tries + 1
    const pieces = tries > TRIES_BEFORE_SPLIT ? split(batch) : [batch]
    parts.replace(
      part,
      pieces.map((piece) => {
        const jitterMs = piece.every(isControl) ? CONTROL_JITTER_MS : JITTER_MS
        return { ...part, batch: piece, tries, dueAt: now + Math.random() * jitterMs }
      }),
    )
  }

  /** Sessions are closed only when no transaction runs: what is in doubt is resolved first, within `commitTimeoutMs`. */
  async function drain(deadlineMs: number): Promise<void> {
    if (state === 'open') state = 'draining'
    const isBusy = () => idle.length < options.slots || parts.size > 0
    await until(() => !isBusy() && queue.size === 0, deadlineMs)
    state = 'closing'
    for (const waiting of queue.clear()) waiting.answer({ kind: 'notStarted', retryAfterMs: DRAIN_RETRY_MS })
    await until(() => !isBusy(), options.commitTimeoutMs)
    clearTimeout(alarm)
    if (isBusy())
      log.error({ running: options.slots - idle.length }, 'the group commit ends with a commit still running')
    else await store.close()
  }

  return {
    submit,
    findRepeat: async (key) => repeatOf(await store.findKey(key.id), key, deps.clock.now()),
    dryRun: <A>(
      intent: Pick<Intent<A>, 'orgId' | 'mode' | 'reads' | 'decide'>,
      at = deps.clock.now(),
    ): Promise<Verdict<A>> => store.view(intent, at),
    publishSwitches: (switches) => store.raiseGates(switches),
    drain,
    onCommitted: (tell) => void listeners.push(tell),
    sessionIds: () => store.sessionIds(),
    stats: () => ({ ...stats, queued: queue.size }),
  }
}

/** By organization; one alone by half, because a slow database may well do less at a time. */
function split(batch: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const owners = [...Map.groupBy(batch, ({ orgId }) => orgId).values()]
  return owners.length > 1 || batch.length === 1 ? owners : halvesOf(batch)
}

function halvesOf(batch: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const middle = batch.length >> 1
  return [batch.slice(0, middle), batch.slice(middle)]
}

const isControl = ({ priority }: Waiting): boolean => priority === 'control'

function unknownOutcome(intent: Intent<unknown>): Outcome<never> {
  return { kind: 'unknown', resourceId: intent.key?.resource.id ?? intent.resourceId ?? null }
}

async function until(isTrue: () => boolean, deadlineMs: number): Promise<void> {
  const deadline = performance.now() + deadlineMs
  while (!isTrue() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5))
}
