// The mapping of a mandate to AP2 documents: specification 2.8 and AP2 v0.1.
import { expect, test } from 'vitest'
import { type IntentFacts, toAp2Intent, toIntentMandate } from '../../../subgraphs/mandates/rules/ap2Intent.ts'
import { NO_POLICY, type Policy } from '../../../subgraphs/mandates/rules/policy.ts'

const expiresAt = new Date('2026-12-31T00:00:00Z')

function factsOf(policy: Partial<Policy>): IntentFacts {
  return {
    ...{ mandateId: 'mnd_1', version: 3, policyText: 'words', expiresAt },
    policy: { ...NO_POLICY, ...policy },
    agentDid: 'did:key:zAgent',
    organizationDid: 'did:key:zOrganization',
  }
}

test.each([
  [500_000_000n, '500.00'],
  [12_500_000n, '12.50'],
  [10_000n, '0.01'],
  [0n, '0.00'],
  [10n ** 18n, '1000000000000.00'],
])('max_amount of %s micro dollars is %s', (maxPerTransaction, text) => {
  expect(toAp2Intent(factsOf({ maxPerTransaction })).constraints.max_amount).toBe(text)
})

test('the intent has the constraints of the table and nothing else', () => {
  const facts = factsOf({ maxPerTransaction: 1_000_000n, dailyLimit: 1n, allowedCategories: ['software'] })
  expect(toAp2Intent(facts)).toEqual({
    agent: 'did:key:zAgent',
    issuer: 'did:key:zOrganization',
    constraints: { max_amount: '1.00', categories: ['software'], expires_at: '2026-12-31T00:00:00.000Z' },
    mandate_id: 'mnd_1',
    version: 3,
  })
})

test('without a limit there is no max_amount at all', () => {
  expect(Object.keys(toAp2Intent(factsOf({})).constraints)).toEqual(['categories', 'expires_at'])
})

test('v0.1: a threshold asks for confirmation, allowed merchants are named', () => {
  expect(toIntentMandate(factsOf({ approvalThreshold: 1n, allowedMerchants: ['example.com'] }))).toEqual({
    user_cart_confirmation_required: true,
    natural_language_description: 'words',
    merchants: ['example.com'],
    requires_refundability: false,
    intent_expiry: '2026-12-31T00:00:00.000Z',
  })
  const open = toIntentMandate(factsOf({}))
  expect(open.user_cart_confirmation_required).toBe(false)
  expect('merchants' in open).toBe(false)
})
