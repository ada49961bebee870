// The corpora of the policy language (experience 10.5): plain sentences with their meaning, wordings near to them, and those
// that a reader once took for something else. No line may get an object that is neither right nor listed here as an allowed reading.
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'
import { equalPolicies, type Policy, policyFromWire } from '../../../subgraphs/mandates/rules/policy.ts'

vi.setConfig({ testTimeout: 300_000 })

interface Sentence {
  readonly text: string
  /** Null: to be refused. */
  readonly expect: Record<string, unknown> | null
  readonly limitTimezone?: string
}

interface Trap extends Sentence {
  /** Other objects that a sensible person would take the text for. */
  readonly alternatives?: readonly (Record<string, unknown> | null)[]
}

function read<T>(name: string): T[] {
  const lines = readFileSync(new URL(`corpora/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}

/** Wordings of the second corpus that may be accepted, with the one reading that is right. */
const RIGHT: Readonly<Record<string, string>> = {
  'Between Monday and Friday, 9am-5pm UTC.': 'Only mon-fri 09:00-17:00 UTC.',
  'Spending is allowed between Monday and Wednesday, 9am-5pm UTC': 'Only mon-wed 09:00-17:00 UTC.',
  'Block spending between Wednesday and Friday UTC.': 'Only mon, tue, sat, sun 00:00-00:00 UTC.',
  'Only between Monday and Friday UTC.': 'Only mon-fri 00:00-00:00 UTC.',
  'No spending between Monday and Thursday, UTC.': 'Only fri-sun 00:00-00:00 UTC.',
}

/** Whether a text is read as one of what it can mean. */
function isRead(policy: Policy, meanings: readonly Sentence['expect'][]): boolean {
  return meanings.some((each) => {
    const meant = each === null ? null : policyFromWire(each)
    return meant?.ok === true && equalPolicies(policy, meant.policy)
  })
}

test.each([
  ['sentences', 1],
  ['readers', 0.83],
  ['finance', 0.93],
  ['persons', 0.93],
  ['everyday', 0.92],
  ['offices', 0.85],
  ['institutions', 0.87],
  ['recombined', 0.97],
  ['varied', 0.78],
  ['structures', 0.93],
  ['authors', 0.97],
  ['people', 0.94],
  ['controllers', 0.97],
  ['operators', 0.97],
  ['departments', 0.98],
  ['treasurers', 0.95],
  ['bookkeepers', 0.95],
  ['supervisors', 0.99],
  ['purchasers', 0.97],
  ['accountants', 0.97],
  ['wordings', 1],
  ['caterers', 0.94],
  ['clerks', 0.89],
  ['planners', 0.91],
  ['coordinators', 0.95],
  ['secretaries', 0.91],
  ['buyers', 0.9],
  ['auditors', 0.92],
  ['founders', 0.92],
  ['freelancers', 0.9],
  ['managers', 0.9],
  ['customers', 0.92],
  ['heads', 0.88],
  ['requesters', 0.92],
  ['assistants', 0.95],
  ['stewards', 0.96],
  ['librarians', 0.97],
  ['administrators', 0.98],
  ['nonprofits', 0.93],
  ['engineers', 0.95],
  ['tutors', 0.9],
  ['beginners', 0.9],
  ['testers', 0.96],
  ['integrators', 0.92],
  ['colleagues', 0.97],
  ['integrations', 0.95],
] as const)('plain sentences: %s, of which a share of %d is read, and none as something else', (name, share) => {
  const sentences = read<Sentence>(name)
  const misread: unknown[] = []
  let right = 0
  for (const { text, expect: meant, limitTimezone } of sentences) {
    const answer = parsePolicy(text, { limitTimezone: limitTimezone ?? null })
    if (!answer.ok) continue
    if (isRead(answer.policy, [meant])) right += 1
    else misread.push([text, answer.canonicalText])
  }
  expect(misread).toEqual([])
  const expressible = sentences.filter((sentence) => sentence.expect !== null)
  expect(expressible.length).toBeGreaterThan(65)
  expect(right / expressible.length).toBeGreaterThanOrEqual(share)
})

test('wordings that were misread are refused', () => {
  for (const { text } of read<{ text: string }>('misread')) {
    const answer = parsePolicy(text)
    if (answer.ok) expect([text, answer.canonicalText]).toEqual([text, RIGHT[text] ?? 'refused'])
  }
})

test('wordings near to plain ones are refused, or read as one of what they can mean', () => {
  const misread: unknown[] = []
  for (const { text, limitTimezone, ...line } of read<Trap>('traps')) {
    const answer = parsePolicy(text, { limitTimezone: limitTimezone ?? null })
    if (answer.ok && !isRead(answer.policy, [line.expect, ...(line.alternatives ?? [])]))
      misread.push([text, answer.canonicalText])
  }
  expect(misread).toEqual([])
})
