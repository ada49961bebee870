// Specification 2.2: each wrong field of a registration is named, all of them at once.
import { describe, expect, test } from 'vitest'
import { parseRegistration, type RegistrationInput } from '../../../subgraphs/agents/rules/registration.ts'
import { agentStanding } from '../../../subgraphs/agents/rules/standing.ts'
import type { WalletPosition } from '../../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'

const orgId = 'org_1'
const good: RegistrationInput = { name: 'Shopper', capabilities: ['payments'], ownerOrgId: orgId }

function refusal(input: RegistrationInput): { type: string; paths: string[]; codes: string[] } {
  try {
    parseRegistration(input, orgId)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const fields = (error.details.fields ?? []) as { path: string; code: string }[]
    return { type: error.type, paths: fields.map(({ path }) => path), codes: fields.map(({ code }) => code) }
  }
  throw new Error('was not refused')
}

describe('parseRegistration', () => {
  test('the smallest request', () => {
    expect(parseRegistration(good, orgId)).toEqual({
      name: 'Shopper',
      description: null,
      capabilities: ['payments'],
      framework: null,
      model: null,
      metadata: null,
      walletId: null,
      existingWallet: null,
    })
  })

  test('every field', () => {
    const full = {
      ...good,
      name: ' Shopper ',
      description: 'Buys\nthings',
      capabilities: ['wallets', 'payments'],
      framework: 'langgraph',
      model: 'm-1',
      metadata: { team: 'x', nested: { a: [1, null] } },
      walletId: 'wal_1',
    }
    const { ownerOrgId: _, ...facts } = full
    expect(parseRegistration(full, orgId)).toEqual({ ...facts, name: 'Shopper', existingWallet: null })
  })

  test.each<[string, RegistrationInput, string, string]>([
    ['no name', { name: undefined }, 'name', 'required'],
    ['blank name', { name: '  ' }, 'name', 'required'],
    ['name of 101', { name: 'x'.repeat(101) }, 'name', 'too_long'],
    ['name as number', { name: 5 }, 'name', 'not_text'],
    ['control character', { name: 'a\u0000b' }, 'name', 'control_character'],
    ['long description', { description: 'x'.repeat(1001) }, 'description', 'too_long'],
    ['no capabilities', { capabilities: undefined }, 'capabilities', 'required'],
    ['empty capabilities', { capabilities: [] }, 'capabilities', 'empty'],
    ['capabilities as text', { capabilities: 'payments' }, 'capabilities', 'not_list'],
    ['unknown capability', { capabilities: ['payments', 'root'] }, 'capabilities.1', 'unknown_capability'],
    ['inherited name', { capabilities: ['toString'] }, 'capabilities.0', 'unknown_capability'],
    ['doubled capability', { capabilities: ['payments', 'payments'] }, 'capabilities', 'duplicate'],
    ['framework', { framework: {} }, 'framework', 'not_text'],
    ['model', { model: 'x'.repeat(101) }, 'model', 'too_long'],
    ['no owner', { ownerOrgId: undefined }, 'owner_org_id', 'required'],
    ['metadata as list', { metadata: [] }, 'metadata', 'not_object'],
    [
      '51 keys',
      { metadata: Object.fromEntries([...Array(51).keys()].map((n) => [`k${n}`, n])) },
      'metadata',
      'too_many_keys',
    ],
    ['over 16 KiB', { metadata: { a: 'x'.repeat(16 * 1024) } }, 'metadata', 'too_large'],
    ['operator key', { metadata: { $set: 1 } }, 'metadata.$set', 'invalid_key'],
    [
      'nested 1000 deep',
      { metadata: JSON.parse(`{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`) },
      'metadata',
      'too_deep',
    ],
  ])('%s', (_name, change, path, code) => {
    expect(refusal({ ...good, ...change })).toEqual({ type: 'invalid_request', paths: [path], codes: [code] })
  })

  test('all wrong fields in one refusal', () => {
    expect(refusal({}).paths).toEqual(['name', 'capabilities', 'owner_org_id'])
  })

  test('another organization, and a malformed wallet id, do not exist', () => {
    expect(refusal({ ...good, ownerOrgId: 'org_2' }).type).toBe('not_found')
    expect(refusal({ ...good, walletId: 'nonsense' }).type).toBe('not_found')
  })
})

describe('agentStanding', () => {
  const wallet = { agentId: 'agt_1', agentStatus: 'active' } as Partial<WalletPosition> as WalletPosition
  test.each([
    ['active', 'agt_1', undefined],
    ['suspended', 'agt_1', 'agent_suspended'],
    ['revoked', 'agt_1', 'agent_revoked'],
    ['revoked', null, undefined],
  ] as const)('%s, agent %s', (agentStatus, agentId, reason) => {
    expect(agentStanding({ ...wallet, agentStatus, agentId })?.details.reason).toBe(reason)
  })
})
