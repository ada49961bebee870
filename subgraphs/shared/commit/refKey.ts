/** The key of a row in maps of rows. */
import type { Ref } from './types.ts'

export const refKey = ({ collection, id }: Pick<Ref, 'collection' | 'id'>): string => `${collection}/${id}`
