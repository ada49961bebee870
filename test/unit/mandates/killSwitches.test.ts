/** Kill switches without a database: which one stops a spend, and who may set and lift which. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  matchingSwitches,
  NEEDS_SECOND_PERSON,
  NO_ATTRIBUTES,
  SWITCH_SCOPES,
  type SwitchAttributes,
  type SwitchScope,
} from '../../../subgraphs/mandates/rules/killSwitches.ts'
import {
  parseTarget,
  requireMayLift,
  requireMaySet,
  requireSecondPerson,
} from '../../../subgraphs/mandates/rules/switchRights.ts'
import type { ActiveSwitch } from '../../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { Principal } from '../../../subgraphs/shared/principal.ts'

const AT = new Date('2026-01-01T12:00:00Z')
const scopes = fc.constantFrom(...SWITCH_SCOPES)
const targets = fc.constantFrom('a', 'b', '*')
const switches: fc.Arbitrary<ActiveSwitch> = fc
  .record({
    scope: scopes,
    targetId: targets,
    mode: fc.constantFrom('test' as const, 'live' as const, null),
    endsInMs: fc.option(fc.integer({ min: -2, max: 2 })),
  })
  .map(({ endsInMs, ...one }) => ({
    ...{ ...one, switchId: 'kil_1', reason: '', activatedAt: AT },
    autoDeactivateAt: endsInMs === null ? null : new Date(AT.getTime() + endsInMs),
  }))
const attributes: fc.Arbitrary<SwitchAttributes> = fc
  .dictionary(scopes, fc.uniqueArray(targets))
  .map((some) => ({ ...NO_ATTRIBUTES, global: [], ...some }) as SwitchAttributes)

describe('which switch stops a spend', () => {
  test('any match stops it, the broadest is named first; an ended one and one of the other mode stop nothing', () => {
    fc.assert(
      fc.property(fc.array(switches), attributes, (all, spend) => {
        const found = matchingSwitches(all, spend, { at: AT, real: AT, mode: 'test' })
        const ranks = found.map(({ scope }) => SWITCH_SCOPES.indexOf(scope as SwitchScope))
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
        const expected = all.filter(
          ({ scope, targetId, mode, autoDeactivateAt }) =>
            spend[scope as SwitchScope].includes(targetId) &&
            mode !== 'live' &&
            (autoDeactivateAt === null || autoDeactivateAt > AT),
        )
        expect(new Set(found)).toEqual(new Set(expected))
      }),
    )
  })

  test('no switch allows anything: adding one never admits more', () => {
    fc.assert(
      fc.property(fc.array(switches), switches, attributes, (all, more, spend) => {
        const isStopped = (active: ActiveSwitch[]) =>
          matchingSwitches(active, spend, { at: AT, real: AT, mode: 'live' }).length > 0
        expect(isStopped([...all, more]) || !isStopped(all)).toBe(true)
      }),
    )
  })
})

const organization: Principal = {
  ...{ kind: 'organization', orgId: 'org_1', mode: 'test', keyId: 'key_1', personId: 'p', roles: ['admin'] },
} as Principal
const agent = {
  ...{ kind: 'agent', agentId: 'agt_1', orgId: 'org_1', mode: 'test', walletId: 'wal_1' },
  ...{ capabilities: [], scope: 'agent:execute' },
} as Principal
const operator: Principal = { kind: 'operator', operatorId: 'operator:alice' }

function typeOf(act: () => unknown): string {
  try {
    act()
    return 'may'
  } catch (error) {
    if (error instanceof DomainError) return error.type
    throw error
  }
}

describe('who may', () => {
  const own: Readonly<Record<string, string>> = { organization: 'org_1', agent: 'agt_1', global: '*' }
  test.each([
    ['global', 'may', 'insufficient_scope', 'capability_denied'],
    ['rail', 'may', 'may', 'capability_denied'],
    ['chain', 'may', 'may', 'capability_denied'],
    ['token', 'may', 'may', 'capability_denied'],
    ['protocol', 'may', 'may', 'capability_denied'],
    ['organization', 'may', 'may', 'capability_denied'],
    ['capability', 'insufficient_scope', 'may', 'capability_denied'],
    ['merchant', 'insufficient_scope', 'may', 'capability_denied'],
    ['wallet', 'insufficient_scope', 'may', 'capability_denied'],
    ['agent', 'insufficient_scope', 'may', 'may'],
  ] as const)('set %s: an operator %s, an administrator %s, an agent %s', (scope, ...expected) => {
    const on = { scope, targetId: own[scope] ?? 'x' }
    expect([operator, organization, agent].map((by) => typeOf(() => requireMaySet(by, on)))).toEqual(expected)
    expect(typeOf(() => requireMaySet({ kind: 'anonymous' }, on))).toBe('authentication_error')
  })

  test('lift: never an agent; a second person on every scope that concerns more than one part', () => {
    expect(typeOf(() => requireMayLift(agent))).toBe('capability_denied')
    const actor = requireMayLift(organization)
    for (const scope of SWITCH_SCOPES) {
      const asks = ['global', 'rail', 'chain', 'token', 'protocol', 'organization'].includes(scope)
      expect([scope, NEEDS_SECOND_PERSON.has(scope)]).toEqual([scope, asks])
      const set = { scope, activatedBy: 'key_other' }
      expect(typeOf(() => requireSecondPerson(set, true, actor))).toBe(asks ? 'self_approval_forbidden' : 'may')
      expect(typeOf(() => requireSecondPerson(set, false, actor))).toBe('may')
    }
  })

  test.each([
    ['merchant', 'https://WWW.Shop.example:443/a', 'shop.example'],
    ['merchant', 'mrc_1', 'mrc_1'],
    ['chain', 'base', 'base'],
    ['global', '*', '*'],
  ] as const)('%s %s is compared as %s', (scope, given, target) => {
    expect(parseTarget(scope, given)).toBe(target)
  })
  test.each([
    ['merchant', 'localhost'],
    ['rail', ''],
    ['capability', 'money'],
    ['wallet', 7],
    ['agent', 'x'.repeat(300)],
  ] as const)('%s %s is no target', (scope, given) => {
    expect(typeOf(() => parseTarget(scope, given))).toBe('invalid_request')
  })
  test('an unknown chain is refused with the right spelling', () => {
    expect(typeOf(() => parseTarget('chain', 'Base'))).toBe('no_route')
  })
})
