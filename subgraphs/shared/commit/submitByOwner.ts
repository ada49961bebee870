/**
 * Acts on rows of many owners: an intent is one organization's, in one mode, and of bounded size. The owners do not wait for
 * each other, and nobody waits for long for one whose commits do not come through, as while something else holds its rows.
 */
import { DomainError } from '../errors.ts'
import type { Owned } from '../principal.ts'

/** Of one intent: with two events and three rows each they stay well below the group commit's bound. */
export const ITEMS_MAX = 50
const WITHIN_MS = 10_000

interface Failed<Row> {
  /** The row that failed, or the first of those that did. */
  readonly row: Row
  readonly error: unknown
}

/** Owners whose commits do not come through: what else there is of them waits for the next time. */
export type LateOwners = Set<string>

/**
 * Where a chunk fails its rows are submitted one by one, so that one failure does not affect the others.
 * @param late of the pages before of the same work: their rows are left out, and those that are late here are added
 */
export async function submitByOwner<Row extends Pick<Owned, 'orgId' | 'mode'>>(
  rows: readonly Row[],
  submit: (chunk: readonly [Row, ...Row[]]) => Promise<void>,
  late: LateOwners = new Set(),
): Promise<Failed<Row>[]> {
  const byOwner = [...Map.groupBy(rows, ({ orgId, mode }) => `${orgId}:${mode}`)]
  const failed = await Promise.all(
    byOwner.map(async ([owner, own]) => {
      if (late.has(owner)) return []
      const ended = await submitOwn(own, submit)
      if (ended.some(({ error }) => isBusy(error))) late.add(owner)
      return ended
    }),
  )
  return failed.flat()
}

/** Rows that fail time and again, which are left alone for a time that grows. Of one process, and of bounded size. */
export interface Pauses {
  isPaused(rowId: string): boolean
  /** @returns whether it is the first time in a row, which is to be told */
  failed(rowId: string): boolean
  succeeded(rowId: string): void
}

const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 300_000
const PAUSED_MAX = 10_000

/** @param now in milliseconds, of a clock that nobody moves */
export function createPauses(now: () => number = () => performance.now()): Pauses {
  const rows = new Map<string, { readonly tries: number; readonly until: number }>()
  return {
    isPaused: (rowId) => Number(rows.get(rowId)?.until) > now(),
    failed(rowId) {
      const tries = (rows.get(rowId)?.tries ?? 0) + 1
      const pause = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** Math.min(20, tries - 1))
      // As the newest; the oldest is forgotten, and tried again sooner.
      rows.delete(rowId)
      rows.set(rowId, { tries, until: now() + pause })
      for (const oldest of rows.keys()) {
        if (rows.size <= PAUSED_MAX) break
        rows.delete(oldest)
      }
      return tries === 1
    },
    succeeded: (rowId) => rows.delete(rowId),
  }
}

/**
 * As `submitByOwner`, for work that comes round again and again: what has failed is told once, and left out until its pause is
 * over.
 * @param round.pauses absent: all is tried, and told
 */
export async function sweepByOwner<Row extends Pick<Owned, 'orgId' | 'mode'> & { readonly _id: string }>(
  rows: readonly Row[],
  submit: (chunk: readonly [Row, ...Row[]]) => Promise<void>,
  round: { readonly late: LateOwners; readonly pauses?: Pauses | undefined; tell(row: Row, error: unknown): void },
): Promise<Failed<Row>[]> {
  const { late, pauses, tell } = round
  const tried = rows.filter(({ _id }) => pauses?.isPaused(_id) !== true)
  const failed = await submitByOwner(tried, submit, late)
  for (const { row, error } of failed)
    if (isBusy(error) || pauses === undefined || pauses.failed(row._id)) tell(row, error)
  return failed
}

/** A busy group commit says nothing about a row. */
export const isBusy = (error: unknown): boolean => error instanceof DomainError && error.details.retryable === true

async function submitOwn<Row>(
  own: readonly Row[],
  submit: (chunk: readonly [Row, ...Row[]]) => Promise<void>,
): Promise<Failed<Row>[]> {
  const failed: Failed<Row>[] = []
  for (let start = 0; start < own.length && !failed.some(({ error }) => isBusy(error)); start += ITEMS_MAX) {
    const [row, ...others] = own.slice(start, start + ITEMS_MAX)
    if (row !== undefined) failed.push(...(await submitOrSplit([row, ...others], submit)))
  }
  return failed
}

async function submitOrSplit<Row>(
  chunk: readonly [Row, ...Row[]],
  submit: (chunk: readonly [Row, ...Row[]]) => Promise<void>,
): Promise<Failed<Row>[]> {
  try {
    await inTime(submit(chunk))
    return []
  } catch (error) {
    if (isBusy(error) || chunk.length === 1) return [{ row: chunk[0], error }]
    const failed: Failed<Row>[] = []
    for (const row of chunk) {
      failed.push(...(await submitOrSplit([row], submit)))
      if (failed.some((one) => isBusy(one.error))) break
    }
    return failed
  }
}

/** It may still happen afterwards. */
async function inTime(work: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooLate()), WITHIN_MS)
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}

function tooLate(): DomainError {
  const message = 'The commits of this organization do not come through. It is tried again.'
  return new DomainError('service_unavailable', message, { retryable: true })
}
