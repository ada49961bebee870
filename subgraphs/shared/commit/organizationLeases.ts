/**
 * Processes that write one organization take turns. The guards alone keep them correct, but the loser of every conflict
 * has worked for nothing, and the longer batch nearly always loses. So an organization with conflicts is run under a
 * short lease, which passes to whoever asked for it. It only orders the work: where it cannot be had in time, because
 * the database or its holder hangs, a process goes ahead without it.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from '../database.ts'
import type { OrgId } from '../ids.ts'

export interface OrganizationLeases {
  /** Whether an organization may be run now; where not, its turn is asked for, and `onGranted` tells. */
  readonly mayRun: (orgId: OrgId) => boolean
  /** A batch met another process' writes. */
  reportConflict(orgId: OrgId): void
  /** A batch has ended, however: its turns pass on. */
  ended(orgIds: readonly OrgId[]): void
  /** Turns that nobody needs any more pass on too. */
  releaseUnused(isNeeded: (orgId: OrgId) => boolean): void
}

interface TurnRow {
  readonly _id: string
  readonly holder: string | null
  readonly next: string | null
}

interface Contention {
  state: 'idle' | 'asking' | 'ours'
  /** Of the last turn: asked again before it was passed on, it would be passed on while it is used. */
  passed: Promise<void>
  /** How often in a row nobody else wanted the turn. */
  unwanted: number
}

/** Longer than nearly every batch. */
const LEASE_MS = 500
/** Who asks looks this often, and after this long goes ahead. */
const LOOK_MS = 3
const ASK_AGAIN_EVERY = 15
const GIVE_UP_MS = 1_000
/** So many batches that nobody else waited for: the contention is over. */
const UNWANTED_MAX = 50
/** Whoever always wins learns from the turns that another process is losing. */
const NOTICE_EVERY_MS = 250
const NOTICED_MAX = 1_000

export function createOrganizationLeases(deps: {
  readonly database: Database
  readonly onGranted: () => void
}): OrganizationLeases {
  const { database, onGranted } = deps
  const me = randomUUID()
  const rows = () => database.bounded.collection<TurnRow>('turns')
  const contentions = new Map<OrgId, Contention>()
  const noticedAt = new Map<OrgId, number>()

  async function obtain(orgId: OrgId, passed: Promise<void>): Promise<void> {
    await passed
    const deadline = performance.now() + GIVE_UP_MS
    for (let look = 0; performance.now() < deadline; look++) {
      const isAsking = look % ASK_AGAIN_EVERY === 0
      const row = isAsking ? await ask(orgId) : await rows().findOne({ _id: orgId })
      if (row?.holder === me) return
      // Freed meanwhile: ask at the next look.
      if (row?.holder === null && !isAsking && (row.next === null || row.next === me)) look = -1
      else await new Promise((resolve) => setTimeout(resolve, LOOK_MS * (0.5 + Math.random())))
    }
  }

  function ask(orgId: OrgId): Promise<TurnRow | null> {
    return rows().findOneAndUpdate({ _id: orgId }, askFor(me), { upsert: true, returnDocument: 'after' })
  }

  async function pass(orgId: OrgId, contention: Contention): Promise<void> {
    const row = await rows().findOneAndUpdate({ _id: orgId, holder: me }, PASS, { returnDocument: 'after' })
    contention.unwanted = row?.holder === null ? contention.unwanted + 1 : 0
    if (contention.unwanted >= UNWANTED_MAX && contention.state === 'idle') contentions.delete(orgId)
  }

  function release(orgId: OrgId, contention: Contention): void {
    contention.state = 'idle'
    // One that stays behind runs out by itself.
    contention.passed = inTime(pass(orgId, contention))
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
    if (known === undefined) contentions.set(orgId, { state: 'idle', passed: Promise.resolve(), unwanted: 0 })
    else known.unwanted = 0
  }

  return {
    reportConflict: contend,
    mayRun(orgId) {
      const contention = contentions.get(orgId)
      if (contention === undefined || contention.state === 'ours') return true
      if (contention.state === 'asking') return false
      contention.state = 'asking'
      void inTime(obtain(orgId, contention.passed)).then(() => {
        contention.state = 'ours'
        onGranted()
      })
      return false
    },
    ended(orgIds) {
      for (const orgId of orgIds) {
        const contention = contentions.get(orgId)
        if (contention?.state === 'ours') release(orgId, contention)
        else if (contention === undefined && orgIds.length === 1) notice(orgId)
      }
    },
    releaseUnused(isNeeded) {
      for (const [orgId, contention] of contentions)
        if (contention.state === 'ours' && !isNeeded(orgId)) release(orgId, contention)
    },
  }
}

/** Whatever comes of it, and whether or not the database answers. */
function inTime(act: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, GIVE_UP_MS)
    void act
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer)
        resolve()
      })
  })
}

const LATER = (ms: number) => ({ $add: ['$$NOW', ms] })
const ifNull = (field: string) => ({ $ifNull: [`$${field}`, null] })
const isOver = (field: string) => ({ $lt: [{ $ifNull: [`$${field}`, new Date(0)] }, '$$NOW'] })

/** Takes what is free or has run out, unless another one is next; else stands next where nobody does. */
function askFor(me: string): Record<string, object>[] {
  const isFree = { $or: [{ $eq: [ifNull('holder'), null] }, { $eq: ['$holder', me] }, isOver('until')] }
  const mayBeNext = { $or: [{ $eq: [ifNull('next'), null] }, { $eq: ['$next', me] }, isOver('nextUntil')] }
  const takes = { $and: [isFree, mayBeNext] }
  return [
    { $set: { takes, stands: { $and: [{ $not: takes }, mayBeNext] } } },
    {
      $set: {
        holder: { $cond: ['$takes', me, ifNull('holder')] },
        until: { $cond: ['$takes', LATER(LEASE_MS), { $ifNull: ['$until', '$$NOW'] }] },
        next: { $cond: ['$takes', null, { $cond: ['$stands', me, ifNull('next')] }] },
        nextUntil: { $cond: ['$stands', LATER(LEASE_MS), { $ifNull: ['$nextUntil', '$$NOW'] }] },
      },
    },
    { $unset: ['takes', 'stands'] },
  ]
}

const PASS: Record<string, object>[] = [
  { $set: { holder: { $cond: [isOver('nextUntil'), null, ifNull('next')] }, until: LATER(LEASE_MS), next: null } },
]
