/** The README's section "Write a mandate" holds: each text reads as the object beside it, and each refusal refuses. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'
import { policyToWire } from '../../../subgraphs/mandates/rules/policy.ts'

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const section = readme.slice(readme.indexOf('## Write a mandate'), readme.indexOf('## What happens to a payment'))
const examples = [...section.matchAll(/^\| (.+?) \| `(\{.+\})` \|$/gm)].map(([, text, object]) => ({ text, object }))
const refusals = [...section.slice(section.indexOf('Refused,')).matchAll(/"([^"]+)" \(/g)].map(([, text]) => text)

describe('README: Write a mandate', () => {
  test('ten examples and five refusals', () => {
    expect([examples.length, refusals.length]).toEqual([10, 5])
  })

  test.each(examples)('$text', ({ text, object }) => {
    const read = parsePolicy(text ?? '')
    if (!read.ok) expect.fail(JSON.stringify(read.problems))
    const said = Object.entries(policyToWire(read.policy)).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    )
    expect(Object.fromEntries(said)).toEqual(JSON.parse(object ?? ''))
  })

  test.each(refusals)('refused: %s', (text) => {
    expect(parsePolicy((text ?? '').replace(/\s+/g, ' ')).ok).toBe(false)
  })
})
