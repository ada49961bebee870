/** Another key of an organization, with the roles and the human that it stands for: an operator's command. */
import { orgRef } from '../../shared/commit/positions.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { State, Verdict } from '../../shared/commit/types.ts'
import { notFound } from '../../shared/errors.ts'
import type { OrgId } from '../../shared/ids.ts'
import type { Mode, Role } from '../../shared/principal.ts'
import { createApiKey } from '../keys/apiKey.ts'
import type { AgentsDeps } from '../ports.ts'
import { keyRef, organizationKey } from './createOrganization.ts'

export interface CreatedKey {
  readonly keyId: string
  /** Shown this once. */
  readonly key: string
  readonly personId: string
}

/**
 * @param input.personId the human behind it; a key without one stands for a person of its own
 * @throws DomainError not_found
 */
export async function createOrganizationKey(
  deps: AgentsDeps,
  input: {
    readonly orgId: OrgId
    readonly mode: Mode
    readonly roles: readonly Role[]
    readonly personId?: string
    readonly label?: string
  },
): Promise<CreatedKey> {
  const { orgId, mode, roles, label = null } = input
  const key = createApiKey(mode)
  const personId = input.personId ?? `person_${key.keyId.slice(4)}`
  await submitPrepared(deps.commit, () => ({
    priority: 'control',
    orgId,
    mode,
    reads: () => ({ guard: [orgRef(orgId)], absent: [keyRef(key.keyId)] }),
    decide(state: State, at: Date): Verdict<null> {
      if (state.get(orgRef(orgId)) === null) return { kind: 'refused', error: notFound('organization'), writes: {} }
      const row = organizationKey(deps, key, { orgId, personId, roles, label, at })
      return { kind: 'done', answer: null, writes: { insert: [{ ref: keyRef(key.keyId), row }] } }
    },
  }))
  return { keyId: key.keyId, key: key.text, personId }
}
