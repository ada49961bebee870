/** `sk_live_` or `sk_test_` key -> OrganizationPrincipal (specification 5); read each time, so that revoking is immediate. */

import { batchById } from '../../shared/batchById.ts'
import { timeOf } from '../../shared/clock.ts'
import { DomainError } from '../../shared/errors.ts'
import type { OrganizationPrincipal } from '../../shared/principal.ts'
import { matchesHash, parseApiKey } from '../keys/apiKey.ts'
import { type ApiKeyRow, findApiKeys } from '../models/apiKeys.ts'
import type { AgentsDeps } from '../ports.ts'
import { isInForce } from '../rules/organizationKeys.ts'
import type { KeyUses } from './keyUses.ts'

/** @throws DomainError authentication_error: invalid_api_key */
export function createOrganizationKeyVerifier(
  deps: Pick<AgentsDeps, 'database' | 'config' | 'clock'>,
  uses: Pick<KeyUses, 'note'>,
): (key: string) => Promise<OrganizationPrincipal> {
  const rowOf = batchById<ApiKeyRow>((ids) => findApiKeys(deps.database, ids))
  return async (text) => {
    const key = parseApiKey(text)
    if (key === null || (key.kind !== 'test' && key.kind !== 'live')) throw invalidApiKey()
    const row = await rowOf(key.keyId)
    if (row === null || row.kind !== 'organization' || row.mode !== key.kind) throw invalidApiKey()
    if (!isInForce(row, timeOf(deps.clock, row))) throw invalidApiKey()
    if (!matchesHash(deps.config.pepper, text, row.hash)) throw invalidApiKey()
    if (row.suspended !== undefined)
      throw new DomainError('authentication_error', 'This person is suspended. An administrator can reactivate them.', {
        reason: 'person_suspended',
      })
    uses.note(row._id)
    const { _id, orgId, mode, personId, roles, validUntil } = row
    const until = validUntil && { validUntilMs: validUntil.getTime() }
    return { kind: 'organization', orgId, mode, keyId: _id, personId, roles, ...until }
  }
}

export function invalidApiKey(): DomainError {
  return new DomainError(
    'authentication_error',
    'This API key is not valid: it is unknown, revoked or incomplete. Ask its organization for another one.',
    { reason: 'invalid_api_key' },
  )
}
