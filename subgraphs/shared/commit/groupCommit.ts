/**
 * The group commit: waiting callers share one transaction. Intents queue fairly, a batch runs through the store, and
 * each caller is answered only after the commit, also with a refusal. A few transactions run at once, never two with the
 * same organization; correctness comes from the guards alone, so any number of processes may commit.
 */
import { currentAct } from '../acting.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database.ts'
import { DomainError } from '../errors.ts'
import type { OrgId } from '../ids.ts'
import type { OnlyTrusted } from '../kya.ts'
import type { Log } from '../subgraph.ts'
import type { Result } from './apply.ts'
import { createBackPressure } from './backPressure.ts'
import { StoreError } from './failures.ts'
import { DEFAULT_GROUP_COMMIT, type GroupCommitOptions } from './groupCommitOptions.ts'
import { createInFlightBatches, halvesOf, type InFlightBatch, splitBatch } from './inFlightBatches.ts'
import { repeatOf } from './keyRows.ts'
import { createOrganizationLeases, type OrganizationLeases } from './organizationLeases.ts'
import { createFairQueue } from './queue.ts'
import { type CommitStore, type Committed, createCommitStore } from './store.ts'
import type { StoreFaults } from './storeFaults.ts'
import type { Commit, Intent, Outcome } from './types.ts'
import { createWaitingCaller, unknownOutcome, type WaitingCaller } from './waitingCaller.ts'

const TRIES_BEFORE_SPLIT = 5
const JITTER_MS = 50
/** Of a batch of control alone: it is short, so the next try may well come through. */
const CONTROL_JITTER_MS = 8
const DRAIN_RETRY_MS = 2_000

type Batch = InFlightBatch<WaitingCaller>

export type GroupCommit = Commit & {
  /** @param listener is called with each organization of each committed batch, to wake readers in this process; must not throw */
  onCommitted(listener: (orgId: OrgId) => void): void
  sessionIds(): readonly unknown[]
  stats(): { queued: number; batches: number; committed: number; retries: number }
}

interface CommitDeps {
  database: Database
  clock: Clock
  log: Log
  options?: Partial<GroupCommitOptions>
  /** Migrations that this code knows: see the store. */
  schema?: number
  faults?: StoreFaults
  store?: CommitStore
  leases?: OrganizationLeases
  /** Whose attestations count in the trust scores that are noted; default: nobody's. */
  trusting?: OnlyTrusted
}

export function createCommit(deps: CommitDeps): GroupCommit {
  const { log } = deps
  const options = { ...DEFAULT_GROUP_COMMIT, ...deps.options }
  const store = deps.store ?? createCommitStore({ ...deps, concurrency: options.concurrency })
  const queue = createFairQueue<WaitingCaller>()
  const listeners: ((orgId: OrgId) => void)[] = []
  const inFlight = createInFlightBatches<WaitingCaller>()
  const pressure = createBackPressure(options)
  const leases = deps.leases ?? createOrganizationLeases({ database: deps.database, onGranted: schedule })
  const idleSessions = Array.from({ length: options.concurrency }, (_, index) => options.concurrency - 1 - index)
  const stats = { batches: 0, committed: 0, retries: 0 }
  let state: 'open' | 'draining' | 'closing' = 'open'
  let scheduled = false
  let newIsNext = false
  let alarm: NodeJS.Timeout | undefined

  function submit<Answer>(given: Intent<Answer>): Promise<Outcome<Answer>> {
    const act = currentAct()
    const intent =
      act === undefined || given.by !== undefined
        ? given
        : { ...given, by: act.actor, ...(act.admitted && { admitted: act.admitted }) }
    const waitMs = intent.waitMs ?? options.waitMs
    const refused = state === 'open' ? pressure.refusal(queue, intent, waitMs) : DRAIN_RETRY_MS
    if (refused !== null) return Promise.resolve({ kind: 'notStarted', retryAfterMs: refused })
    const { caller, outcome } = createWaitingCaller(intent, {
      ...{ waitMs, commitTimeoutMs: options.commitTimeoutMs },
      expire(expired) {
        queue.drop(expired)
        return pressure.retryAfterMs(queue, intent)
      },
    })
    queue.push(caller)
    schedule()
    if (act === undefined) return outcome
    return outcome.then((decided) => {
      if ((decided.kind === 'done' || decided.kind === 'refused') && decided.recorded) act.recorded = true
      return decided
    })
  }

  /** Waits for one turn of the event loop, so that callers that arrive or return together share a batch. */
  function schedule(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      pump()
    })
  }

  function pump(): void {
    while (idleSessions.length > 0) {
      const batch = nextBatch()
      if (batch === null) break
      void run(batch, idleSessions.pop() as number)
    }
    leases.releaseUnused((orgId) => inFlight.holds(orgId) || queue.sizeOf(orgId) > 0)
    clearTimeout(alarm)
    const dueAt = idleSessions.length > 0 ? inFlight.nextDueAt(mayRun) : null
    if (dueAt !== null) alarm = setTimeout(schedule, Math.max(0, dueAt - performance.now()))
  }

  /** However many batches wait to run again, every second one is of new work. */
  function nextBatch(): Batch | null {
    newIsNext = !newIsNext
    const now = performance.now()
    return newIsNext ? (takeNew() ?? inFlight.takeDue(now, mayRun)) : (inFlight.takeDue(now, mayRun) ?? takeNew())
  }

  /** Whether it has the lease it needs: control needs none, and a batch of several organizations cannot wait for all. */
  function mayRun({ items }: Batch): boolean {
    const [first] = items
    if (first === undefined || items.some(({ orgId }) => orgId !== first.orgId)) return true
    return items.every(isControl) || leases.mayRun(first.orgId)
  }

  function takeNew(): Batch | null {
    const items = queue.take((orgId) => inFlight.holds(orgId) || !leases.mayRun(orgId), inFlight.runs)
    if (items.length === 0) return null
    const now = performance.now()
    for (const caller of items) caller.pickedAt = now
    return inFlight.start(items, now)
  }

  /** Never throws: callers of a lost batch would wait for ever. */
  async function run(batch: Batch, session: number): Promise<void> {
    const intents = batch.items.map(({ intent }) => intent)
    pressure.started(session, performance.now())
    let committed: Committed | null = null
    let failure: unknown
    try {
      committed = await store.commit(session, intents)
    } catch (error) {
      failure = error
    }
    pressure.ended(session, performance.now(), committed)
    try {
      releaseLeases(batch, failure)
      if (committed === null) recover(batch, failure)
      else deliverResults(batch, committed.results)
    } catch (error) {
      log.error({ err: error }, 'the callers of a batch were not told its outcome')
    }
    idleSessions.push(session)
    schedule()
  }

  function releaseLeases({ items }: Batch, failure: unknown): void {
    const orgIds = [...new Set(items.map(({ orgId }) => orgId))]
    const [orgId] = orgIds
    if (failure instanceof StoreError && failure.kind === 'conflict' && orgId !== undefined && orgIds.length === 1)
      leases.reportConflict(orgId)
    leases.ended(orgIds)
  }

  function deliverResults(batch: Batch, results: readonly Result[]): void {
    stats.batches++
    stats.committed += results.length
    // What did not fit goes on at once, before anything newer of the same organizations.
    const rest = batch.items.slice(results.length)
    inFlight.replace(batch, rest.length > 0 ? [{ ...batch, items: rest, tries: 0, dueAt: 0 }] : [])
    const done = batch.items.slice(0, results.length)
    for (const [index, caller] of done.entries()) answer(caller, results[index] as Result)
    for (const orgId of new Set(done.map((caller) => caller.orgId))) for (const listener of listeners) listener(orgId)
  }

  function answer(caller: WaitingCaller, result: Result): void {
    if (result.kind === 'broken') {
      if (!(result.error instanceof DomainError)) log.error({ err: result.error }, 'decide failed')
      caller.fail(result.error)
    } else caller.answer(result)
  }

  function recover(batch: Batch, error: unknown): void {
    const { items } = batch
    const kind = error instanceof StoreError ? error.kind : 'rejected'
    switch (kind) {
      case 'retry':
      case 'conflict':
        retry(batch, error)
        return
      case 'unknown':
        log.error({ err: error, intents: items.length }, 'the result of a commit stayed unknown')
        finish(batch, ({ intent }) => unknownOutcome(intent))
        return
      case 'outdated':
        finish(batch, () => ({ kind: 'notStarted', retryAfterMs: DRAIN_RETRY_MS }))
        return
      case 'tooLarge':
      case 'rejected':
        break
    }
    if (items.length === 1) {
      inFlight.replace(batch, [])
      log.error({ err: error }, 'commit rejected one intent')
      items[0]?.fail(error)
    } else {
      // Too large, or one intent that the store rejects: halve until that one is alone.
      const halves = halvesOf(items).map((half) => ({ ...batch, items: half, dueAt: 0 }))
      inFlight.replace(batch, halves)
    }
  }

  function finish(batch: Batch, outcomeOf: (caller: WaitingCaller) => Outcome<never>): void {
    inFlight.replace(batch, [])
    for (const caller of batch.items) caller.answer(outcomeOf(caller))
  }

  function retry(batch: Batch, error: unknown): void {
    const { items } = batch
    const now = performance.now()
    stats.retries++
    if (state === 'closing' || now - batch.since >= options.retryMs) {
      log.error({ err: error, intents: items.length }, 'commit gave up; nothing happened')
      finish(batch, () => ({ kind: 'notStarted', retryAfterMs: 1_000 }))
      return
    }
    const tries = batch.tries + 1
    const pieces = tries > TRIES_BEFORE_SPLIT ? splitBatch(items) : [items]
    inFlight.replace(
      batch,
      pieces.map((piece) => {
        const jitterMs = piece.every(isControl) ? CONTROL_JITTER_MS : JITTER_MS
        return { ...batch, items: piece, tries, dueAt: now + Math.random() * jitterMs }
      }),
    )
  }

  /** Sessions are closed only when no transaction runs: doubtful ones are resolved first, within `commitTimeoutMs`. */
  async function drain(deadlineMs: number): Promise<void> {
    if (state === 'open') state = 'draining'
    const isBusy = () => idleSessions.length < options.concurrency || inFlight.size > 0
    await until(() => !isBusy() && queue.size === 0, deadlineMs)
    state = 'closing'
    for (const caller of queue.clear()) caller.answer({ kind: 'notStarted', retryAfterMs: DRAIN_RETRY_MS })
    await until(() => !isBusy(), options.commitTimeoutMs)
    clearTimeout(alarm)
    if (isBusy())
      log.error(
        { running: options.concurrency - idleSessions.length },
        'the group commit ends with a commit still running',
      )
    else await store.close()
  }

  return {
    submit,
    findRepeat: async (key) => repeatOf(await store.findKey(key.id), key, deps.clock.now()),
    dryRun: (intent, at) => store.dryRun(intent, { at, real: deps.clock.now() }),
    publishSwitches: (switches) => store.publishSwitches(switches),
    drain,
    onCommitted: (listener) => void listeners.push(listener),
    sessionIds: () => store.sessionIds(),
    stats: () => ({ ...stats, queued: queue.size }),
  }
}

const isControl = ({ priority }: WaitingCaller): boolean => priority === 'control'

async function until(isTrue: () => boolean, deadlineMs: number): Promise<void> {
  const deadline = performance.now() + deadlineMs
  while (!isTrue() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5))
}
