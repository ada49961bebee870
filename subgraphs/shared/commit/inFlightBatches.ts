/**
 * Batches that have been picked and are not answered yet: running, waiting to run again, or split. An organization's
 * work stays in its order: a part runs only when no earlier part holds one of its organizations, and nothing newer of
 * them is picked meanwhile. Only control goes before what waits to run again: a stop does not wait for its tries.
 */
import type { OrgId } from '../ids.ts'

export interface InFlightBatch<T> {
  readonly batch: readonly T[]
  /** How often it was run and nothing came of it. */
  readonly tries: number
  /** When its intents were picked. */
  readonly since: number
  readonly dueAt: number
}

export interface InFlightBatches<T> {
  /** A new part, running. Of its organizations none is held, or none is running: then it goes before those that wait. */
  start(batch: readonly T[], now: number): InFlightBatch<T>
  /** The first part whose time has come and which nothing precedes; it is running then. */
  takeDue(now: number, mayRun?: (part: InFlightBatch<T>) => boolean): InFlightBatch<T> | null
  /** Puts what is left of a running part in its place; none = it is finished. */
  replace(part: InFlightBatch<T>, pieces: readonly InFlightBatch<T>[]): void
  /** When `takeDue` may have something; null when nothing waits. */
  nextDueAt(mayRun?: (part: InFlightBatch<T>) => boolean): number | null
  /** Whether an organization has a part. */
  readonly holds: (orgId: OrgId) => boolean
  /** Whether one of them is running. */
  readonly runs: (orgId: OrgId) => boolean
  readonly size: number
}

export function createInFlightBatches<T extends { readonly orgId: OrgId }>(): InFlightBatches<T> {
  /** In the order of picking; pieces stand where their whole stood. */
  let all: InFlightBatch<T>[] = []
  const running = new Set<InFlightBatch<T>>()
  const held = new Map<OrgId, number>()
  const runningOrgs = new Map<OrgId, number>()

  function add(counts: Map<OrgId, number>, part: InFlightBatch<T>, change: number): void {
    for (const orgId of new Set(part.batch.map((one) => one.orgId))) {
      const next = (counts.get(orgId) ?? 0) + change
      if (next === 0) counts.delete(orgId)
      else counts.set(orgId, next)
    }
  }

  function run(part: InFlightBatch<T>): InFlightBatch<T> {
    running.add(part)
    add(runningOrgs, part, 1)
    return part
  }

  /** Waiting parts with no organization in common with a part before them. */
  function* unblocked(): Generator<InFlightBatch<T>> {
    const before = new Set<OrgId>()
    for (const part of all) {
      if (!running.has(part) && !part.batch.some(({ orgId }) => before.has(orgId))) yield part
      for (const { orgId } of part.batch) before.add(orgId)
    }
  }

  return {
    start(batch, now) {
      const part: InFlightBatch<T> = { batch, tries: 0, since: now, dueAt: now }
      if (batch.some(({ orgId }) => held.has(orgId))) all.unshift(part)
      else all.push(part)
      add(held, part, 1)
      return run(part)
    },
    takeDue(now, mayRun = () => true) {
      if (all.length === running.size) return null
      for (const part of unblocked()) {
        if (part.dueAt > now || !mayRun(part)) continue
        return run(part)
      }
      return null
    },
    replace(part, pieces) {
      if (running.delete(part)) add(runningOrgs, part, -1)
      all = all.flatMap((one) => (one === part ? pieces : [one]))
      for (const piece of pieces) add(held, piece, 1)
      add(held, part, -1)
    },
    nextDueAt(mayRun = () => true) {
      if (all.length === running.size) return null
      let dueAt: number | null = null
      for (const part of unblocked())
        if (mayRun(part)) dueAt = dueAt === null ? part.dueAt : Math.min(dueAt, part.dueAt)
      return dueAt
    },
    holds: (orgId) => held.has(orgId),
    runs: (orgId) => runningOrgs.has(orgId),
    get size() {
      return all.length
    },
  }
}
