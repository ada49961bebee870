// What a refusal suggests (experience 10.7): one click puts it into the policy, so it never says the opposite of the text
// and never repeats an amount out of a clause that negates, exempts, automates or narrows it.
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'
import { ACCEPTED, REFUSED } from './policySentences.ts'
import { MISREADINGS } from './policyTraps.ts'

/** The number of texts bounds these tests; how long they take depends on what else the machine does. */
vi.setConfig({ testTimeout: 60_000 })

const CORPORA = ['sentences', 'readers', 'finance', 'persons', 'everyday', 'offices', 'institutions', 'misread']

function read(name: string): string[] {
  const lines = readFileSync(new URL(`corpora/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => (JSON.parse(line) as { text: string }).text)
}

const TEXTS = [
  ...new Set([
    ...CORPORA.flatMap(read),
    // There are so many that a sixth of them has every kind.
    ...read('traps').filter((_, index) => index % 6 === 0),
    ...MISREADINGS,
    ...Object.values({ ...ACCEPTED, ...REFUSED })
      .flat()
      .map(({ text }) => text),
  ]),
]
// With cents that no example of a suggestion has.
const SENTENCES = TEXTS.filter((text) => !/[.;!?\n]\s*\S/.test(text.replace(/(?<=\d)\.(?=\d)/g, ''))).map((text) =>
  text.replace(/\$([0-9]+(?:,[0-9]{3})*)(?![0-9.,]*[0-9km])/gi, '$$$1.13'),
)

function suggestionsFor(text: string): string[] {
  const answer = parsePolicy(text)
  return answer.ok ? [] : answer.problems.map(({ suggestion }) => suggestion)
}

const APPROVAL = /\bapprov(?:al|als|e|ed)\b/i
const NARROWING =
  /\b(?:no|not|never|nothing|without|except|unless|exempt|excluded|automatic|automatically|approved|for|by|from|at(?! most))\b|n't\b/i
const FREEING = /\b(?:no|not|never|without|except|exempt|automatic|automatically)\b|n't\b|\b(?:is|are) approved\b/i

const WRAPS: ((text: string) => string)[] = [
  (text) => `No ${text}.`,
  (text) => `Never ${text}.`,
  (text) => `Do not ${text}.`,
  (text) => `It is not the case that ${text}.`,
  (text) => `Automatically ${text}.`,
  (text) => `Automatically approve ${text}.`,
  (text) => `${text} is approved.`,
  (text) => `${text} is not required.`,
  (text) => `${text} without approval.`,
  (text) => `${text} needs no approval.`,
  (text) => `${text}, $77.13 without approval.`,
  (text) => `${text} except software.`,
  (text) => `${text} unless software.`,
  (text) => `${text} for software.`,
  (text) => `${text} by the manager.`,
  (text) => `${text} from example.com.`,
  (text) => `${text} at example.com.`,
  (text) => `${text} and below $77.13.`,
]

function expectHarmless(text: string): void {
  const isNarrowed = NARROWING.test(text) || (text.match(/\.13/g) ?? []).length > 1
  const isFreed = APPROVAL.test(text) && FREEING.test(text)
  if (!isNarrowed && !isFreed) return
  for (const suggestion of suggestionsFor(text)) {
    if (isNarrowed && suggestion.includes('.13')) expect([text, suggestion]).toEqual([text, 'without the amount'])
    if (!isFreed) continue
    for (const [, quoted = ''] of suggestion.matchAll(/"([^"]*)"/g)) {
      const meant = parsePolicy(quoted)
      if (meant.ok && meant.policy.approvalThreshold !== null)
        expect([text, suggestion]).toEqual([text, 'without an approval'])
    }
  }
}

test('no amount is repeated and no approval suggested out of a text that negates, exempts or narrows it', () => {
  expect(SENTENCES.length).toBeGreaterThan(2_000)
  for (const text of SENTENCES) expectHarmless(text)
})

/** Every sentence is put into one in six of them, neighbours into different ones. */
const SHARES = 6

test.each(WRAPS.map((wrap, index) => [wrap('...'), wrap, index] as const))(
  'nor where a plain sentence is put into "%s"',
  (_, wrap, index) => {
    const share = SENTENCES.filter((_text, place) => place % SHARES === index % SHARES)
    for (const text of share) expectHarmless(wrap(text.replace(/\.$/, '')))
  },
)

/** What a suggestion quotes beside whole rules. */
const FRAGMENTS = new Set([
  'weekdays',
  'every day',
  'America/New_York',
  'Europe/Paris',
  'UTC',
  'Europe/London',
  '$50',
  '$500',
])
const NOT_RULES = /^(?:(?:the|that|this) category|\*\.|only$|or$|\d|shop\.example\.com|payments are only allowed$)/

test('what a suggestion quotes can be read, alone and as it stands', () => {
  const quoted = new Set(
    TEXTS.flatMap(suggestionsFor).flatMap((each) => [...each.matchAll(/"([^"]+)"/g)].map(([, q = '']) => q)),
  )
  expect(quoted.size).toBeGreaterThan(20)
  for (const each of quoted) {
    if (FRAGMENTS.has(each) || NOT_RULES.test(each)) continue
    expect([each, parsePolicy(each).ok]).toEqual([each, true])
  }
})

describe('a text that says what needs no approval', () => {
  test.each([
    'No approval required above $500.',
    'Approval is not required above $500.',
    'Anything over $500 is approved.',
    'Automatically approve payments over $500.',
    'Payments above $500 need no approval, all others do.',
    'Max $100 per transaction, $50 without approval.',
    'Purchases over $100 will be approved.',
    'Purchases over $100 have been approved.',
    'Purchases over $100 have approval.',
    'Stop asking me above $50.',
  ])('%s is not answered with a threshold', (text) => {
    const suggestions = suggestionsFor(text)
    expect(suggestions.length).toBeGreaterThan(0)
    for (const suggestion of suggestions) expect(suggestion).not.toMatch(/"(?:require approval|ask me)/)
  })
})

test.each([
  ['Do not block payments over $100.', 'payments over'],
  ['Approval required above $500 for software.', 'software'],
  ['Approval required above $500 and below $1,000.', 'below'],
])('%s is answered with what is not understood and an example', (text, words) => {
  const answer = parsePolicy(text)
  if (answer.ok) throw new Error(`accepted as ${answer.canonicalText}`)
  expect(answer.problems[0]?.message).toContain(`"${words}`)
  expect(answer.problems[0]?.suggestion).toContain('Write for example')
})

test('the manager is one person, and a policy names no approver', () => {
  for (const who of [
    "the manager's approval",
    'approval by the manager',
    'approval from my manager',
    'lab manager approval',
  ])
    expect(parsePolicy(`Payments over $500 need ${who}.`)).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('does not name who approves') }],
    })
})

test('the amount is repeated where nothing else stands beside it', () => {
  expect(suggestionsFor('Sign above $513.')).toContain('Write "require approval above $513".')
})

test.each(['treasurer', 'PI', 'CFO', 'controller', 'GM', 'chair', 'client', 'department'])(
  'that a policy does not name who approves is said of the %s',
  (who) => {
    for (const text of [
      `Anything above $500 requires ${who} approval.`,
      `Payments over $500 need the ${who}'s approval.`,
      `Payments over $500 must be signed off by the ${who}.`,
      `Approval from the ${who} is needed above $500.`,
      'Purchases over $500 have to be approved by Maria.',
      'Get Maria to approve anything above $500.',
    ]) {
      const answer = parsePolicy(text)
      const messages = answer.ok ? ['accepted'] : answer.problems.map(({ message }) => message)
      expect([text, messages[0]]).toEqual([text, expect.stringContaining('does not name who approves')])
    }
  },
)
