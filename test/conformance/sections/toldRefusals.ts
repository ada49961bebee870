/**
 * Domain 7.1: beside its type, every refusal of approvals, refunds, holds, reconciliation, registration, enrolment keys and
 * webhooks tells which rule refused and with which figures, and in words what to do next. `refusals` does so for spends.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Given, openAgent, openPerson, openScene, refused } from '../../support/scene.ts'
import { APPROVALS, HOLDS } from './told/approvalsAndHolds.ts'
import { PURCHASES } from './told/purchases.ts'
import { RECONCILIATION, REFUNDS } from './told/refunds.ts'
import { ENROLMENT, REGISTRATION, WEBHOOKS } from './told/registration.ts'
import type { Row, World } from './told/row.ts'

const AREAS: readonly (readonly [string, readonly Row[]])[] = [
  ['approvals', APPROVALS],
  ['refunds and deposits', REFUNDS],
  ['holds', HOLDS],
  ['reconciliation', RECONCILIATION],
  ['purchases', PURCHASES],
  ['registration', REGISTRATION],
  ['enrolment keys', ENROLMENT],
  ['webhooks', WEBHOOKS],
]

export function toldRefusals(given: Given): void {
  describe('7.1 what a refusal tells', () => {
    let world: World
    beforeAll(async () => {
      const scene = await openScene(given, 'Told')
      const capabilities = ['payments', 'wallets', 'approvals', 'holds']
      const approvers = [await openPerson(scene, ['approver']), await openPerson(scene, ['approver'])] as const
      world = { scene, approvers, agent: await openAgent(scene, { capabilities, funds: '90' }) }
    })

    describe.each(AREAS)('%s', (_, rows) => {
      test.each(rows)('%s', async (_name, make, { status, type, details, says }) => {
        const answer = await make(world)
        refused(answer, status, type, details)
        expect(answer.refused?.message).toMatch(says)
      })
    })
  })
}
