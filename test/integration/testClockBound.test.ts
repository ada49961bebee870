// How long one call moves the clock of an organization (domain A.13b): within half a minute it is answered, what is left is told, and
// the next one goes on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORK_MS_MAX } from '../../subgraphs/agents/services/testClock/testClock.ts'
import { HOUR, openClockOrganization, PAYEE } from '../support/clockWorld.ts'
import { startTestService, type TestService } from '../support/startService.ts'

const HOLDS = 20
let workMs = WORK_MS_MAX

let service: TestService

beforeAll(async () => {
  service = await startTestService('test_clock_bound', 'in process', {}, { clockWorkMs: () => workMs })
})

afterAll(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

test('a call that has more to do than its time allows tells how much is left, and the next ones go on to its end', async () => {
  expect(WORK_MS_MAX).toBeLessThan(30_000)
  // At first less than any work takes.
  workMs = 1
  const one = await openClockOrganization(service)
  const place = (seconds: number) =>
    one.done('POST /holds', {
      ...{ wallet_id: one.walletId, amount: '1.00', token: 'USDC', merchant: PAYEE, expires_in_seconds: seconds },
    })
  const ids: unknown[] = []
  // Each ends at an instant of its own, which is a step of the move.
  for (let index = 0; index < HOLDS; index++) ids.push((await place(600 + 30 * index)).hold_id)

  const first = await one.advance({ seconds: 2 * HOUR })
  expect(Number(first.due_left)).toBeGreaterThan(0)
  expect(Date.parse(String(first.advancing_to))).toBeGreaterThan(Date.parse(String(first.now)))
  const lefts = [Number(first.due_left)]
  await expect
    .poll(
      async () => {
        workMs *= 2
        const { due_left: left, advancing_to: to = null } = await one.advance({ seconds: 0 })
        lefts.push(Number(left))
        return to
      },
      { timeout: 60_000 },
    )
    .toBeNull()
  expect(lefts.at(-1)).toBe(0)
  expect(lefts).toEqual(lefts.toSorted((a, b) => b - a))
  for (const id of ids) expect(await one.done(`GET /holds/${id}`)).toMatchObject({ status: 'voided' })
  expect((await one.done('GET /test/clock')).advancing_to).toBeNull()
})
