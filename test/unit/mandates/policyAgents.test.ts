// A policy holds for the wallet of one agent (specification 2.6): what the agent is called says nothing, two agents in one
// text would each have a policy of their own, and an agent that is set apart from others is no subject of a rule.
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'

function read(text: string): string {
  const answer = parsePolicy(text)
  return answer.ok ? answer.canonicalText : 'refused'
}

const FRAMES = [
  (name: string) => `The ${name} may spend $50 per day.`,
  (name: string) => `Our ${name} has a limit of $50 per day.`,
  (name: string) => `${name}: $50 per day.`,
  (name: string) => `${name}\n\n- $50 per day`,
  (name: string) => `${name}. Daily limit $50.`,
  (name: string) => `The daily limit for the ${name} is $50.`,
]

test.each([
  'front-office bot',
  'F&B agent',
  'GPU agent',
  'lab purchasing agent',
  'media buyer bot',
  "night auditor's agent",
  'AI agent',
  'housekeeping supplies agent',
  'research assistant',
])('the %s is whom the policy is for', (name) => {
  for (const frame of FRAMES) expect([frame(name), read(frame(name))]).toEqual([frame(name), 'Max $50 per day.'])
})

test.each([
  'other agent',
  'second agent',
  'old agent',
  'new agent',
  'non-marketing agent',
  'weekend agent',
  'night agent',
  'human agent',
  'small agent',
  'blocked agent',
  'perhaps agent',
  'real agent',
  "agent's agent",
  '$5 agent',
  '3 agents',
])('the %s is set apart from another one', (name) => {
  for (const frame of FRAMES) expect([frame(name), read(frame(name))]).toEqual([frame(name), 'refused'])
})

describe('two agents in one text', () => {
  test.each([
    'The marketing agent may spend $50 per day. The sales bot may not buy alcohol.',
    'Research agent:\n- $50 per day\nSales agent:\n- $500 per month',
    'Research agent: $50 per day. Sales agent: $500 per month.',
    'GPU agent. Daily limit $50. The storage agent may spend $500 per month.',
    'The marketing agent may spend $50 per day and the sales agent may spend $500 per month.',
  ])('%s is refused', (text) => {
    expect(read(text)).toBe('refused')
  })
  test('one that is called by its name and by "the agent" is one', () => {
    expect(read('Our marketing agent may spend $50 per day. The agent may not buy alcohol.')).toBe(
      'Max $50 per day. Block category alcohol.',
    )
  })
})
