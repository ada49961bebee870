// What is kept of a refused attempt (domain 0.1): a rule that refusals can be counted by, whatever people write as a reason.
import { expect, test } from 'vitest'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import { refusalFacts } from '../../../subgraphs/shared/refusals/facts.ts'

test.each([
  ['wallet_frozen', { reason: 'count' }, 'wallet_frozen'],
  ['kill_switch_active', { reason: 'odd activity' }, 'kill_switch_active'],
  ['mandate_missing', {}, 'mandate_missing'],
  ['policy_violation', { rule: 'per_transaction', reason: 'limit' }, 'per_transaction'],
  ['compliance_denied', { reason: 'sanctions_hit' }, 'sanctions_hit'],
] as const)('%s with %j is counted as %s', (type, details, rule) => {
  expect(refusalFacts(new DomainError(type, 'No.', details))).toMatchObject({ type, rule, details })
})
