/** What a checkpoint vouches for the records that stay with. */
import { hash } from 'node:crypto'
import type { EventRow } from '../../../shared/events.ts'

/** One hash over the hashes of records, in their order; before the first: the empty text. */
export const foldOf = (before: string, { hash: own }: Pick<EventRow, 'hash'>): string => hash('sha256', before + own)
