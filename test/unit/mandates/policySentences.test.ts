// Runs the table of sentences, the reference of the policy language (experience: policies in words): every accepted
// sentence means exactly the policy beside it, every refused one names the reason and points at the words.
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'
import type { Policy } from '../../../subgraphs/mandates/rules/policy.ts'
import { ACCEPTED, type Accepted, REFUSED } from './policySentences.ts'

for (const [chapter, sentences] of Object.entries(ACCEPTED)) {
  describe(chapter, () => {
    test.each(sentences)('$text', ({ text, means, limitTimezone }) => {
      const answer = parsePolicy(text, { limitTimezone: limitTimezone ?? null })
      expect(answer).toMatchObject({ ok: true })
      if (answer.ok) expect(answer.policy).toEqual(expectedPolicy(means))
    })
  })
}

for (const [chapter, sentences] of Object.entries(REFUSED)) {
  describe(`refused: ${chapter}`, () => {
    test.each(sentences)('$text ($code)', ({ text, code, at, limitTimezone }) => {
      const answer = parsePolicy(text, { limitTimezone: limitTimezone ?? null })
      if (answer.ok) throw new Error(`accepted as ${answer.canonicalText}`)
      const problem = answer.problems.find((each) => each.code === code)
      expect(answer.problems.map((each) => each.code)).toContain(code)
      expect(problem?.text).toBe(text.slice(problem?.span.start, problem?.span.end))
      if (at !== undefined) expect(problem?.text).toContain(at)
      expect(problem?.message).not.toBe('')
      expect(problem?.suggestion).not.toBe('')
    })
  })
}

function expectedPolicy(means: Accepted['means']): Policy {
  const usdMicro = (text: string | undefined) => (text === undefined ? null : BigInt(Math.round(Number(text) * 1e6)))
  return {
    maxPerTransaction: usdMicro(means.maxPerTransaction),
    dailyLimit: usdMicro(means.dailyLimit),
    monthlyLimit: usdMicro(means.monthlyLimit),
    allowedMerchants: means.allowedMerchants ?? [],
    allowedCategories: means.allowedCategories ?? [],
    blockedCategories: means.blockedCategories ?? [],
    approvalThreshold: usdMicro(means.approvalThreshold),
    timeWindows: (means.timeWindows ?? []).map(([days, start, end, tz]) => ({
      days: days.split(' ') as Policy['timeWindows'][number]['days'],
      start,
      end,
      tz,
    })),
  }
}
