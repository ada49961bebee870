/** The stage table: every stage is reached, ends are ends, and stored bytes leave no way to fail but proof. */
import { expect, test } from 'vitest'
import {
  nextStage,
  PAYMENT_STAGES,
  STAGE_TRANSITIONS,
  type Stage,
} from '../../../subgraphs/payments/rules/paymentStages.ts'

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

test('after bytes are stored, only proof fails a payment, or its sender if it has not sent them', () => {
  const failing = (stage: Stage) =>
    Object.entries(STAGE_TRANSITIONS[stage]).flatMap(([event, next]) => (next === 'failed' ? [event] : []))
  expect(failing('broadcasting')).toEqual(['discard', 'provenDead'])
  expect(failing('confirming')).toEqual(['provenDead'])
  expect(nextStage('completed', 'mined')).toBeNull()
  expect(nextStage('failed', 'mined')).toBeNull()
})
