/**
 * Processes that write one organization take turns. The guards alone keep them correct, but every conflict wastes the work
 * of one of them, nearly always the longer batch. So batches of an organization with conflicts run under a short lease,
 * which passes to the process that asked for it. The lease only orders the work: a process that cannot get it in time,
 * because the database or the holder hangs, goes on without it.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '../database.ts'
import type { OrgId } from '../ids.ts'

export interface OrganizationLeases {
  /** Whether an organization may run now. If not, its lease is requested, and `onGranted` is called when it is there. */
  readonly mayRun: (orgId: OrgId) => boolean
  /** A batch conflicted with another process. */
  reportConflict(orgId: OrgId): void
  /** A batch has ended, with or without success: its leases pass on. */
  ended(orgIds: readonly OrgId[]): void
  /** Leases that are not needed any more pass on too. */
  releaseUnused(isNeeded: (orgId: OrgId) => boolean): void
}

interface LeaseRow {
  readonly _id: string
  readonly holder: string | null
  readonly next: string | null
}

interface Contention {
  state: 'idle' | 'requesting' | 'held'
  /** The last release. A request before its end would have the lease released while it is used. */
  released: Promise<void>
  /** How often in a row no other process wanted the lease. */
  unwanted: number
}

/** Longer than nearly every batch. */
const LEASE_MS = 500
/** A requesting process polls this often, writes its request again at some polls, and gives up at last. */
const POLL_MS = 3
const POLLS_PER_REQUEST = 15
const GIVE_UP_MS = 1_000
/** After so many batches that no other process waited for, the contention is over. */
const UNWANTED_MAX = 50
/** A process that wins every conflict learns from the lease of another one that there is contention. */
const NOTICE_EVERY_MS = 250
const NOTICED_MAX = 1_000

export function createOrganizationLeases(deps: {
  readonly database: Database
  readonly onGranted: () => void
}): OrganizationLeases {
  const { database, onGranted } = deps
  const me = randomUUID()
  const rows = () => database.bounded.collection<LeaseRow>('turns')
  const contentions = new Map<OrgId, Contention>()
  const noticedAt = new Map<OrgId, number>()

  async function obtain(orgId: OrgId, released: Promise<void>): Promise<void> {
    await released
    const deadline = performance.now() + GIVE_UP_MS
    for (let poll = 0; performance.now() < deadline; poll++) {
      const isRequest = poll % POLLS_PER_REQUEST === 0
      const row = isRequest ? await request(orgId) : await rows().findOne({ _id: orgId })
      if (row?.holder === me) return
      // Released meanwhile: request it at the next poll.
      if (row?.holder === null && !isRequest && (row.next === null || row.next === me)) poll = -1
      else await new Promise((resolve) => setTimeout(resolve, POLL_MS * (0.5 + Math.random())))
    }
  }

  function request(orgId: OrgId): Promise<LeaseRow | null> {
    return rows().findOneAndUpdate({ _id: orgId }, requestFor(me), { upsert: true, returnDocument: 'after' })
  }

  async function passOn(orgId: OrgId, contention: Contention): Promise<void> {
    const row = await rows().findOneAndUpdate({ _id: orgId, holder: me }, PASS_ON, { returnDocument: 'after' })
    contention.unwanted = row?.holder === null ? contention.unwanted + 1 : 0
    if (contention.unwanted >= UNWANTED_MAX && contention.state === 'idle') contentions.delete(orgId)
  }

  function release(orgId: OrgId, contention: Contention): void {
    contention.state = 'idle'
    // If it fails, the lease expires by itself.
    contention.released = inTime(passOn(orgId, contention))
  }

  function notice(orgId: OrgId): void {
    const now = performance.now()
    if (now - (noticedAt.get(orgId) ?? 0) < NOTICE_EVERY_MS) return
    if (noticedAt.size >= NOTICED_MAX) noticedAt.clear()
    noticedAt.set(orgId, now)
    rows()
      .findOne({ _id: orgId, until: { $gt: new Date(Date.now() - LEASE_MS) } })
      .then((row) => row !== null && row.holder !== null && row.holder !== me && contend(orgId))
      .catch(() => undefined)
  }

  function contend(orgId: OrgId): void {
    const known = contentions.get(orgId)
    if (known === undefined) contentions.set(orgId, { state: 'idle', released: Promise.resolve(), unwanted: 0 })
    else known.unwanted = 0
  }

  return {
    reportConflict: contend,
    mayRun(orgId) {
      const contention = contentions.get(orgId)
      if (contention === undefined || contention.state === 'held') return true
      if (contention.state === 'requesting') return false
      contention.state = 'requesting'
      void inTime(obtain(orgId, contention.released)).then(() => {
        contention.state = 'held'
        onGranted()
      })
      return false
    },
    ended(orgIds) {
      for (const orgId of orgIds) {
        const contention = contentions.get(orgId)
        if (contention?.state === 'held') release(orgId, contention)
        else if (contention === undefined && orgIds.length === 1) notice(orgId)
      }
    },
    releaseUnused(isNeeded) {
      for (const [orgId, contention] of contentions)
        if (contention.state === 'held' && !isNeeded(orgId)) release(orgId, contention)
    },
  }
}

/** Resolves when the work ends, also with an error, and at the latest after `GIVE_UP_MS`. */
function inTime(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, GIVE_UP_MS)
    void work
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer)
        resolve()
      })
  })
}

const inFuture = (ms: number) => ({ $add: ['$$NOW', ms] })
const ifNull = (field: string) => ({ $ifNull: [`$${field}`, null] })
const isOver = (field: string) => ({ $lt: [{ $ifNull: [`$${field}`, new Date(0)] }, '$$NOW'] })

/** Takes a lease that is free or expired, unless another process is next; otherwise becomes next if nobody is. */
function requestFor(me: string): Record<string, object>[] {
  const isFree = { $or: [{ $eq: [ifNull('holder'), null] }, { $eq: ['$holder', me] }, isOver('until')] }
  const mayBeNext = { $or: [{ $eq: [ifNull('next'), null] }, { $eq: ['$next', me] }, isOver('nextUntil')] }
  const takes = { $and: [isFree, mayBeNext] }
  return [
    { $set: { takes, stands: { $and: [{ $not: takes }, mayBeNext] } } },
    {
      $set: {
        holder: { $cond: ['$takes', me, ifNull('holder')] },
        until: { $cond: ['$takes', inFuture(LEASE_MS), { $ifNull: ['$until', '$$NOW'] }] },
        next: { $cond: ['$takes', null, { $cond: ['$stands', me, ifNull('next')] }] },
        nextUntil: { $cond: ['$stands', inFuture(LEASE_MS), { $ifNull: ['$nextUntil', '$$NOW'] }] },
      },
    },
    { $unset: ['takes', 'stands'] },
  ]
}

const PASS_ON: Record<string, object>[] = [
  { $set: { holder: { $cond: [isOver('nextUntil'), null, ifNull('next')] }, until: inFuture(LEASE_MS), next: null } },
]
