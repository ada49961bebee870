// The language is made of parts and not of sentences (experience 10.4): what recombines them at random is read as what it
// says, and never as anything else.
import { expect, test, vi } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'
import { equalPolicies, NO_POLICY } from '../../../subgraphs/mandates/rules/policy.ts'
import { sampleCombinations } from './policyCombinations.ts'

/** The number of cases bounds these tests; how long they take depends on what else the machine does. */
vi.setConfig({ testTimeout: 60_000 })

const COUNT = 4_000

test.each([20_261_122, 7])('of combinations of parts, 98 of 100 are read and none is misread: seed %i', (seed) => {
  let right = 0
  for (const { text, means } of sampleCombinations({ seed, count: COUNT })) {
    const answer = parsePolicy(text)
    if (!answer.ok) continue
    expect([text, answer.canonicalText, equalPolicies(answer.policy, { ...NO_POLICY, ...means })]).toEqual([
      text,
      expect.any(String),
      true,
    ])
    right += 1
  }
  expect(right / COUNT).toBeGreaterThanOrEqual(0.98)
})
