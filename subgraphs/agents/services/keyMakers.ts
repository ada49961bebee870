/** Through whose hands a key came to be: what `rules/independence.ts` decides on. It never changes once the key is made. */
import type { Database } from '../../shared/database.ts'
import { DomainError } from '../../shared/errors.ts'
import type { KeyId } from '../../shared/ids.ts'
import type { OrganizationPrincipal } from '../../shared/principal.ts'
import { findApiKey, type OrganizationKeyRow } from '../models/apiKeys.ts'
import type { KeyHolder } from '../rules/independence.ts'

const MAKERS_MAX = 50

/** For a key that this caller makes. @throws DomainError conflict: it would be the last of a very long line */
export async function makersThrough(
  database: Database,
  { personId, keyId }: Pick<OrganizationPrincipal, 'personId' | 'keyId'>,
): Promise<readonly string[]> {
  const makers = [...new Set([personId, ...(await findHolder(database, { personId, keyId })).makers])]
  if (makers.length <= MAKERS_MAX) return makers
  throw new DomainError(
    'conflict',
    'This key was made through too many others. Make the new one with an earlier key.',
    {
      reason: 'too_many_makers',
    },
  )
}

/** @param key its person is kept for a key that is not stored */
export async function findHolder(
  database: Database,
  key: { readonly personId: string; readonly keyId: KeyId },
): Promise<KeyHolder> {
  const row = await findKey(database, key.keyId)
  return { personId: key.personId, makers: row === null ? [] : await makersOf(database, row) }
}

/** Keys from before makers were stored name the key that made them. */
export async function makersOf(database: Database, row: OrganizationKeyRow): Promise<readonly string[]> {
  if (row.makers !== undefined) return row.makers
  const makers: string[] = []
  for (let { createdBy } = row; createdBy !== undefined && makers.length < MAKERS_MAX; ) {
    const maker = await findKey(database, createdBy)
    if (maker === null) break
    makers.push(maker.personId, ...(maker.makers ?? []))
    createdBy = maker.makers === undefined ? maker.createdBy : undefined
  }
  return [...new Set(makers)]
}

async function findKey(database: Database, keyId: KeyId): Promise<OrganizationKeyRow | null> {
  const row = await findApiKey(database, keyId)
  return row?.kind === 'organization' ? row : null
}
