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
