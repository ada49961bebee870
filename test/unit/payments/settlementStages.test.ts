/** The stage table: every stage is reached, ends are ends, and stored bytes leave no way to fail but proof. */
import { expect, test } from 'vitest'
import { nextStage, PAYMENT_STAGES, type Stage, STAGE_TRANSITIONS } from '../../../subgraphs/payments/rules/paymentStages.ts'

const stages = Object.keys(PAYMENT_STAGES) as Stage[]

test('every stage is reachable from the two a payment begins in', () => {
  const seen = new Set<Stage>(['awaiting_approval', 'queued'])
  for (const stage of seen) for (const next of Object.values(STAGE_TRANSITIONS[stage])) seen.add(next)
  expect([...seen].sort()).toEqual([...stages].sort())
})

test('completed and failed are final', () => {
  for (const stage of stages)
    expect(Object.keys(STAGE_TRANSITIONS[stage]).length === 0).toBe(PAYMENT_STAGES[stage] !== 'pending')
})

test('after bytes are stored, only proof fails a payment', () => {
  for (const stage of ['broadcasting', 'confirming'] as const) {
    const failing = Object.entries(STAGE_TRANSITIONS[stage]).filter(([, next]) => next === 'failed')
    expect(failing.map(([event]) => event)).toEqual(['provenDead'])
  }
  expect(nextStage('completed', 'mined')).toBeNull()
  expect(nextStage('failed', 'mined')).toBeNull()
})
