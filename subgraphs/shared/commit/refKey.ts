/** One text for one row: the only key of maps of rows. */
import type { Ref } from './types.ts'

export const refKey = ({ collection, id }: Pick<Ref, 'collection' | 'id'>): string => `${collection}/${id}`
