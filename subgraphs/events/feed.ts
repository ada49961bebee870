/**
 * The event log as a stream: replay from a cursor, then live, without gaps or duplicates. Each organization with subscribers
 * has one tail in this process, which reads every new row once for all of them. A subscriber that cannot keep up is not
 * disconnected: it falls back to reading the log at its own pace, so its memory is bounded.
 */
import { notFound } from '../shared/errors.ts'
import { type EventRow, STANDING_EVENTS } from '../shared/events.ts'
import { isId, type OrgId } from '../shared/ids.ts'
import { type Caller, owns, type Principal, requireCaller } from '../shared/principal.ts'
import { sleep } from '../shared/subgraph.ts'
import { ownerOf, readTurns } from '../shared/turns.ts'
import { findEventOfWallet, findEvents } from './models/events.ts'
import { createPace, type Pace } from './pace.ts'
import type { ServiceDeps } from './ports.ts'
import { parseEventCursor } from './rules/eventCursor.ts'
import { isVisible, type Viewer, viewerOf } from './rules/visibility.ts'
import { keepTrying } from './services/keepTrying.ts'
import { requireKept } from './services/retention.ts'
import { createTails, type Listener, type Tails } from './tails.ts'

const BUFFERED_MAX = 256
const REPLAY_PAGE = 200
const ATTACH_AGAIN_MS = 1_000

export interface SubscribeInput {
  readonly walletId?: string | null | undefined
  readonly resourceId?: string | null | undefined
  /** Only events of some wallet. */
  readonly hasWallet?: boolean | undefined
  /** Also of areas that no capability of an agent opens, where the subscriber learns no more than that something happened. */
  readonly anyArea?: boolean | undefined
  /** Null: every type. */
  readonly types?: readonly string[] | null | undefined
  /** Cursor of the last event seen; null: from now on. */
  readonly after?: string | null | undefined
}

interface EventSubscription extends AsyncIterable<EventRow> {
  /** The position of the stream, once it has one: all later commits are in it. Rejects as the stream would. */
  readonly ready: Promise<number>
}

export interface EventFeed {
  /**
   * Ends when `signal` fires or the iteration is left. Ownership is checked here and for every event.
   * @throws DomainError authentication_error, invalid_request (cursor), cursor_expired, not_found (wallet)
   */
  subscribe(principal: Principal, input: SubscribeInput, signal: AbortSignal): EventSubscription
  /**
   * Tells of credentials of the organization that may open less than before, in whichever process that was decided: the id
   * of the agent or key, and null once at first, for what happened before this began.
   * @returns ends it
   */
  watchStandings(orgId: OrgId, onChange: (id: string | null) => void): () => void
}

type FeedDeps = Pick<ServiceDeps, 'database' | 'clock' | 'log' | 'retentionDays'> & { readonly pace: Pace }

export function createFeed(events: Omit<FeedDeps, 'pace'>): EventFeed & Pick<Tails, 'wake' | 'wakeAll'> {
  const deps: FeedDeps = { ...events, pace: createPace() }
  const tails = createTails(deps)
  return {
    wake: tails.wake,
    wakeAll: tails.wakeAll,
    subscribe: (principal, input, signal) => subscribe(deps, tails, { principal, input, signal }),
    watchStandings: (orgId, onChange) => watchStandings(tails, orgId, onChange),
  }
}

function watchStandings(tails: Tails, orgId: OrgId, onChange: (id: string | null) => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const listener: Listener = {
    offer: ({ type, resourceId }) => {
      if (STANDING_EVENTS.some((one) => one === type)) onChange(resourceId)
    },
  }
  const isAttached = () =>
    tails.attach(orgId, listener).then(
      () => true,
      // The log cannot be read now: who watches checks from time to time as well.
      () => false,
    )
  async function attach(): Promise<void> {
    while (!(await isAttached())) {
      await sleep(ATTACH_AGAIN_MS, signal)
      if (signal.aborted) return
    }
    if (signal.aborted) tails.detach(orgId, listener)
    else onChange(null)
  }
  void attach()
  return () => {
    ending.abort()
    tails.detach(orgId, listener)
  }
}

function subscribe(
  deps: FeedDeps,
  tails: Tails,
  { principal, input, signal }: { principal: Principal; input: SubscribeInput; signal: AbortSignal },
): EventSubscription {
  const caller = requireCaller(principal)
  if (caller.kind === 'agent' && input.walletId && input.walletId !== caller.walletId) throw notFound('wallet')
  const after = input.after ? parseEventCursor(caller.orgId, input.after) : null
  const viewer = { ...viewerOf(caller), ...(input.anyArea === true && { capabilities: null }) }
  const { types, walletId, resourceId, hasWallet } = input
  const filter = { types, walletId, resourceId, hasWallet }
  const buffer = createBuffer((row) => isWanted(row, viewer, input), signal)
  const attached = start()

  async function start(): Promise<number> {
    await requireWallet(deps, caller, input.walletId)
    if (after !== null)
      await requireKept(deps, { orgId: caller.orgId, viewer, filter }, after, (read) =>
        readTurns.take(ownerOf(caller), read),
      )
    // After the check, so that a refused subscriber leaves nothing attached.
    if (signal.aborted) return 0
    const liveFrom = await tails.attach(caller.orgId, buffer)
    const detach = () => tails.detach(caller.orgId, buffer)
    if (signal.aborted) detach()
    else signal.addEventListener('abort', detach, { once: true })
    buffer.startAt(liveFrom)
    return after ?? liveFrom
  }

  /** @throws DomainError cursor_expired: time, or its clock, has led past what it has not read yet */
  async function readKept(after: number): Promise<EventRow[]> {
    // A filter that finds little reads the whole log, as a list with it would.
    const inTurn = <T>(read: () => Promise<T>) => readTurns.take(ownerOf(caller), read)
    const list = { orgId: caller.orgId, viewer, filter }
    const rows = await inTurn(() => findEvents(deps.database, { ...list, after, limit: REPLAY_PAGE }))
    // Afterwards, since what is deleted before it is read would be missed.
    await requireKept(deps, list, after, inTurn)
    return rows
  }

  async function* iterate(): AsyncGenerator<EventRow> {
    let position = await attached
    try {
      while (!signal.aborted) {
        const liveFrom = buffer.liveFrom()
        if (position < liveFrom) {
          const rows = await keepTrying(() => readKept(position), signal)
          for (const row of rows) {
            if (signal.aborted) return
            position = row.cursor
            if (!isVisible(viewer, row)) continue
            await deps.pace(ownerOf(caller))
            yield row
          }
          if (rows.length < REPLAY_PAGE) position = Math.max(position, liveFrom)
          continue
        }
        const row = await buffer.take()
        if (row === null || row.cursor <= position) continue
        position = row.cursor
        await deps.pace(ownerOf(caller))
        if (signal.aborted) return
        yield row
      }
    } finally {
      tails.detach(caller.orgId, buffer)
    }
  }

  // A consumer that only iterates gets the rejection there.
  attached.catch(() => undefined)
  return { ready: attached, [Symbol.asyncIterator]: iterate }
}

/** The log shows the wallet's owner: its first event is its creation. */
async function requireWallet(deps: FeedDeps, caller: Caller, walletId: string | null | undefined): Promise<void> {
  if (!walletId || caller.kind === 'agent') return
  const event = isId('wallet', walletId) ? await findEventOfWallet(deps.database, walletId) : null
  if (event === null || !owns(caller, event)) throw notFound('wallet')
}

function isWanted(row: EventRow, viewer: Viewer, wanted: SubscribeInput): boolean {
  const { walletId, resourceId, types } = wanted
  if (walletId && row.walletId !== walletId) return false
  if (wanted.hasWallet === true && row.walletId === null) return false
  if (resourceId && row.resourceId !== resourceId) return false
  if (types && !types.includes(row.type)) return false
  return isVisible(viewer, row)
}

interface EventBuffer extends Listener {
  startAt(cursor: number): void
  /** Up to here the log has to be read; later events come through the buffer. */
  liveFrom(): number
  /** The next row; null when the log has to be read first, or at the end. */
  take(): Promise<EventRow | null>
}

function createBuffer(wants: (row: EventRow) => boolean, signal: AbortSignal): EventBuffer {
  let rows: EventRow[] = []
  let from = 0
  let overflowed = false
  let wake = () => {}
  signal.addEventListener('abort', () => wake(), { once: true })
  return {
    startAt(cursor) {
      from = Math.max(from, cursor)
    },
    liveFrom() {
      // The caller now reads the log up to there, so buffering restarts.
      overflowed = false
      return from
    },
    offer(row) {
      if (!wants(row)) return
      if (overflowed || rows.length >= BUFFERED_MAX) {
        overflowed = true
        rows = []
        from = row.cursor
      } else rows.push(row)
      wake()
    },
    async take() {
      if (rows.length === 0 && !overflowed && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return rows.shift() ?? null
    },
  }
}
