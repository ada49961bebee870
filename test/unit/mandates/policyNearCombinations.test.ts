// Sentences that differ from plain ones by a part that no policy can carry (experience 10.1): a promise instead of a duty, an
// office instead of a person, a duty to spend instead of a limit. Each is refused.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'

const TEXTS = readFileSync(new URL('corpora/nearCombinations.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

test.each(TEXTS)('%s is refused', (text) => {
  const answer = parsePolicy(text)
  expect(answer.ok ? answer.canonicalText : 'refused').toBe('refused')
})
