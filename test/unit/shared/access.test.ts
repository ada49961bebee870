// Who must have proven who they are (RFC 9470): whatever says nothing of a proof has none.
import { expect, test } from 'vitest'
import { accessFor, accessRefusal, parseAccess } from '../../../subgraphs/shared/access.ts'
import type { OrganizationPrincipal } from '../../../subgraphs/shared/principal.ts'

const person = { kind: 'organization', orgId: 'org_1', mode: 'test', keyId: 'key_1', personId: 'p' } as const
const admin: OrganizationPrincipal = { ...person, roles: ['admin'] }
const session = { id: 'ses_1', expiresAtMs: 0 } as const
const lasting = parseAccess({ organization: 'admin', proof: true, stopsWith: 'status=blocked' }, 'Mutation.change')

test('a session that says nothing of its proof, as one of an earlier gateway, has none; a key needs none', () => {
  const unsaid = { ...admin, session } as unknown as OrganizationPrincipal
  expect(accessRefusal(unsaid, lasting)?.details.reason).toBe('proof_required')
  expect(accessRefusal({ ...admin, session: { ...session, isProven: false } }, lasting)).not.toBeNull()
  expect(accessRefusal({ ...admin, session: { ...session, isProven: true } }, lasting)).toBeNull()
  expect(accessRefusal(admin, lasting)).toBeNull()
})

test.each([
  [{ id: 'x', status: 'blocked' }, false],
  [{ id: 'x', status: 'blocked', idempotencyKey: 'k', name: undefined }, false],
  [{ id: 'x', status: 'blocked', name: null }, true],
  [{ id: 'x', status: 'active' }, true],
  [{ id: 'x', status: ['blocked'] }, true],
  [{ id: 'x' }, true],
  [null, true],
])('%j needs a proof: %s', (input, needed) => {
  expect(accessFor(lasting, input).proof).toBe(needed)
})
