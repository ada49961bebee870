/**
 * Batches that have been picked and are not answered yet: running, waiting to run again, or split. The work of an
 * organization stays in order: a batch runs only when no earlier one has work of the same organization, and nothing
 * newer of it is picked meanwhile. Only control goes first: a stop does not wait for the retries of other work.
 */
import type { OrgId } from '../ids.ts'

export interface InFlightBatch<T> {
  readonly items: readonly T[]
  /** How often it has failed without committing. */
  readonly tries: number
  /** When its items were picked. */
  readonly since: number
  readonly dueAt: number
}

export interface InFlightBatches<T> {
  /** Adds a running batch. Where its organizations have other batches, which are waiting then, it goes before them. */
  start(items: readonly T[], now: number): InFlightBatch<T>
  /** Starts the first batch that is due and has no earlier one before it. */
  takeDue(now: number, mayRun?: (batch: InFlightBatch<T>) => boolean): InFlightBatch<T> | null
  /** Replaces a running batch by what is left of it, at the same position; no pieces: it is finished. */
  replace(batch: InFlightBatch<T>, pieces: readonly InFlightBatch<T>[]): void
  /** When `takeDue` may have something; null when nothing waits. */
  nextDueAt(mayRun?: (batch: InFlightBatch<T>) => boolean): number | null
  /** Whether an organization has a batch. */
  readonly holds: (orgId: OrgId) => boolean
  /** Whether one of its batches is running. */
  readonly runs: (orgId: OrgId) => boolean
  readonly size: number
}

export function createInFlightBatches<T extends { readonly orgId: OrgId }>(): InFlightBatches<T> {
  /** In the order of picking; pieces stand where their whole stood. */
  let all: InFlightBatch<T>[] = []
  const running = new Set<InFlightBatch<T>>()
  const held = new Map<OrgId, number>()
  const runningOrgs = new Map<OrgId, number>()

  function add(counts: Map<OrgId, number>, { items }: InFlightBatch<T>, change: number): void {
    for (const orgId of new Set(items.map((item) => item.orgId))) {
      const next = (counts.get(orgId) ?? 0) + change
      if (next === 0) counts.delete(orgId)
      else counts.set(orgId, next)
    }
  }

  function run(batch: InFlightBatch<T>): InFlightBatch<T> {
    running.add(batch)
    add(runningOrgs, batch, 1)
    return batch
  }

  /** Waiting batches with no organization in common with a batch before them. */
  function* unblocked(): Generator<InFlightBatch<T>> {
    const before = new Set<OrgId>()
    for (const batch of all) {
      if (!running.has(batch) && !batch.items.some(({ orgId }) => before.has(orgId))) yield batch
      for (const { orgId } of batch.items) before.add(orgId)
    }
  }

  return {
    start(items, now) {
      const batch: InFlightBatch<T> = { items, tries: 0, since: now, dueAt: now }
      if (items.some(({ orgId }) => held.has(orgId))) all.unshift(batch)
      else all.push(batch)
      add(held, batch, 1)
      return run(batch)
    },
    takeDue(now, mayRun = () => true) {
      if (all.length === running.size) return null
      for (const batch of unblocked()) {
        if (batch.dueAt > now || !mayRun(batch)) continue
        return run(batch)
      }
      return null
    },
    replace(batch, pieces) {
      if (running.delete(batch)) add(runningOrgs, batch, -1)
      all = all.flatMap((other) => (other === batch ? pieces : [other]))
      for (const piece of pieces) add(held, piece, 1)
      add(held, batch, -1)
    },
    nextDueAt(mayRun = () => true) {
      if (all.length === running.size) return null
      let dueAt: number | null = null
      for (const batch of unblocked())
        if (mayRun(batch)) dueAt = dueAt === null ? batch.dueAt : Math.min(dueAt, batch.dueAt)
      return dueAt
    },
    holds: (orgId) => held.has(orgId),
    runs: (orgId) => runningOrgs.has(orgId),
    get size() {
      return all.length
    },
  }
}

/** By organization; one alone by half, because a slow database may well manage a smaller batch. */
export function splitBatch<T extends { readonly orgId: OrgId }>(items: readonly T[]): readonly (readonly T[])[] {
  const byOrganization = [...Map.groupBy(items, ({ orgId }) => orgId).values()]
  return byOrganization.length > 1 || items.length === 1 ? byOrganization : halvesOf(items)
}

export function halvesOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const middle = items.length >> 1
  return [items.slice(0, middle), items.slice(middle)]
}
