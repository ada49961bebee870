/** The stage table: every stage is reachable, final stages are final, and after bytes are stored a payment fails only by proof. */
import { expect, test } from 'vitest'
import {
  nextStage,
  PAYMENT_STAGES,
  type Stage,
  type StageEvent,
} from '../../../subgraphs/payments/rules/paymentStages.ts'

const stages = Object.keys(PAYMENT_STAGES) as Stage[]
const EVENTS: Record<StageEvent, true> = {
  ...{ approve: true, request: true, close: true, found: true, storeBytes: true, refuse: true },
  ...{ discard: true, accepted: true, mined: true, provenDead: true },
}
const events = Object.keys(EVENTS) as StageEvent[]
const followers = (stage: Stage) => events.flatMap((event) => nextStage(stage, event) ?? [])

test('every stage is reachable from those a payment begins in', () => {
  const seen = new Set<Stage>(['awaiting_compliance_review', 'awaiting_approval', 'queued'])
  for (const stage of seen) for (const next of followers(stage)) seen.add(next)
  expect([...seen].sort()).toEqual([...stages].sort())
})

test('completed and failed are final', () => {
  for (const stage of stages) expect(followers(stage).length === 0).toBe(PAYMENT_STAGES[stage] !== 'pending')
})

test('after bytes are stored, only proof fails a payment, or its sender if it has not sent them', () => {
  const failing = (stage: Stage) => events.filter((event) => nextStage(stage, event) === 'failed')
  expect(failing('broadcasting')).toEqual(['discard', 'provenDead'])
  expect(failing('confirming')).toEqual(['provenDead'])
  expect(nextStage('completed', 'mined')).toBeNull()
  expect(nextStage('failed', 'mined')).toBeNull()
})
