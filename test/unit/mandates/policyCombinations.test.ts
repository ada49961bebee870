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

const INTRODUCTIONS = [
  'For this demo we set ',
  'Our trial account comes with one simple rule: ',
  'Here is the policy from our quick-start guide: ',
  'There are two caps to remember. ',
  'Keep total spend under control: ',
  "Let's start small: ",
  'With this policy, we allow ',
]
const OF_PAYMENTS = 'at most $50 per payment'
const OF_A_DAY = 'at most $50 per day'
const TAILS = [
  'Larger payments must be rejected.',
  'Bigger ones are declined.',
  'Reject larger purchases.',
  'Anything larger fails.',
  'Anything above that is declined.',
  'Anything exceeding this limit fails.',
  'Everything over this limit is refused.',
]

test('what introduces a limit or says it once more changes nothing', () => {
  for (const introduction of INTRODUCTIONS)
    for (const [limit, policy] of [
      [OF_PAYMENTS, { maxPerTransaction: 50_000_000n }],
      [OF_A_DAY, { dailyLimit: 50_000_000n }],
    ] as const)
      for (const tail of ['', ...TAILS]) {
        const text = `${introduction}${introduction.endsWith('. ') ? 'We allow ' : ''}${limit}. ${tail}`.trim()
        const answer = parsePolicy(text)
        expect([text, answer.ok && equalPolicies(answer.policy, { ...NO_POLICY, ...policy })]).toEqual([text, true])
      }
})

test('what says a limit once more is refused where no limit stands that it fits, or where it exempts', () => {
  const misfits = TAILS.flatMap((tail) => [
    tail,
    `Require approval above $50. ${tail}`,
    `Block gambling. ${tail}`,
    `At most $50 per payment. ${tail.replace('.', ' except travel.')}`,
    `At most $50 per payment. ${tail.replace('.', ' on weekends.')}`,
    `At most $50 per payment unless ${tail.charAt(0).toLowerCase()}${tail.slice(1)}`,
  ])
  for (const text of misfits) expect([text, parsePolicy(text).ok]).toEqual([text, false])
})
