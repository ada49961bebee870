/** Acts on rows of many owners: an intent is one organization's, in one mode, and of bounded size. */
import { DomainError } from '../errors.ts'
import type { Owned } from '../principal.ts'

/** Of one intent: with two events and three rows each they stay well below the group commit's bound. */
export const ITEMS_MAX = 50

interface Failed<Row> {
  /** The row that failed, or the first of those that did. */
  readonly row: Row
  readonly error: unknown
}

/** Where a chunk fails its rows are submitted one by one, so that one failure does not affect the others. */
export async function submitByOwner<Row extends Pick<Owned, 'orgId' | 'mode'>>(
  rows: readonly Row[],
  submit: (chunk: readonly [Row, ...Row[]]) => Promise<void>,
): Promise<Failed<Row>[]> {
  const failed: Failed<Row>[] = []
  for (const own of Map.groupBy(rows, ({ orgId, mode }) => `${orgId}:${mode}`).values())
    for (let start = 0; start < own.length; start += ITEMS_MAX) {
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
    await submit(chunk)
    return []
  } catch (error) {
    // A busy group commit says nothing about a row.
    const isBusy = error instanceof DomainError && error.details.retryable === true
    if (isBusy || chunk.length === 1) return [{ row: chunk[0], error }]
    const failed: Failed<Row>[] = []
    for (const row of chunk) failed.push(...(await submitOrSplit([row], submit)))
    return failed
  }
}
