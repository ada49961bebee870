// Domain A.1: a session does at most what its key may do, whatever roles were asked for and whatever became of the key; and
// what ended it stays in force.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasStanding, parseSessionRoles, rolesNow } from '../../../subgraphs/agents/rules/sessions.ts'
import { accessRefusal, parseAccess } from '../../../subgraphs/shared/access.ts'
import { type OrganizationPrincipal, ROLES, type Role } from '../../../subgraphs/shared/principal.ts'

const roles = fc
  .uniqueArray(fc.constantFrom(...ROLES))
  .map((some): readonly Role[] => (some.includes('viewer') ? ['viewer'] : some))
const operations = ['any', ...ROLES].flatMap((role) =>
  ['Query.one', 'Mutation.one'].map((at) => parseAccess({ organization: role }, at)),
)
const mayDo = (held: readonly Role[]) => {
  const caller: OrganizationPrincipal = {
    ...{ kind: 'organization', orgId: 'org_1', mode: 'test', keyId: 'key_1', personId: 'p', roles: held },
  }
  return operations.map((access) => accessRefusal(caller, access) === null)
}

test('no operation is open to a session that is closed to its key, but to look at what viewers may', () => {
  fc.assert(
    fc.property(roles, roles, roles, (asked, then, now) => {
      let granted: readonly Role[]
      try {
        granted = parseSessionRoles(asked, { roles: then })
      } catch {
        return
      }
      for (const key of [then, now]) {
        const of = mayDo(key)
        const session = mayDo(rolesNow(granted, key))
        // The role viewer itself opens nothing else.
        const open = operations.filter((access, at) => session[at] && !of[at] && access.organization?.role !== 'viewer')
        expect(open).toEqual([])
      }
      expect(granted).toEqual(asked)
    }),
  )
})

test('a key of every role gets a session that only reads; one that only reads gets no other', () => {
  for (const key of [[], ...ROLES.map((role) => [role])] as Role[][]) {
    expect(parseSessionRoles(['viewer'], { roles: key })).toEqual(['viewer'])
    expect(parseSessionRoles(null, { roles: key })).toEqual(key)
  }
  for (const asked of [[], ['admin'], ['approver'], ['compliance']])
    expect(() => parseSessionRoles(asked, { roles: ['viewer'] })).toThrow('at most the roles')
})

test('it ends with what ended its key, person or organization, and does not come back with them', () => {
  const [before, at, now] = [new Date(1_000), new Date(2_000), new Date(3_000)]
  const key = { status: 'active' } as const
  const organization = { status: 'active' } as const
  const isOpen = (more: object, createdAt = before) => hasStanding({ createdAt }, { key, organization, ...more }, now)
  expect(isOpen({})).toBe(true)
  expect(isOpen({ key: null })).toBe(false)
  expect(isOpen({ organization: null })).toBe(false)
  expect(isOpen({ key: { status: 'revoked' } })).toBe(false)
  expect(isOpen({ key: { ...key, validUntil: now } })).toBe(false)
  expect(isOpen({ key: { ...key, suspended: {} } })).toBe(false)
  expect(isOpen({ organization: { status: 'suspended', statusChange: { at } } })).toBe(false)
  for (const ended of [
    { key: { ...key, sessionsEndedAt: at } },
    { organization: { ...organization, statusChange: { at } } },
  ]) {
    expect([before, at, now].map((createdAt) => isOpen(ended, createdAt))).toEqual([false, false, true])
  }
})
