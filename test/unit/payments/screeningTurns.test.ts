// Domain 4.3: names are compared in turns, and what is only asked about keeps nothing that is paid waiting.
import { expect, test } from 'vitest'
import { createScreener } from '../../../subgraphs/payments/screening/screener.ts'
import { screenSubject } from '../../../subgraphs/payments/services/cases/readCases.ts'
import type { Log } from '../../../subgraphs/shared/subgraph.ts'

const clock = { now: () => new Date() }
const screener = createScreener({ database: null, clock, log: {} as Log, listAgeMaxMs: 1 })
const agentOf = (agentId: string) => ({ kind: 'agent', orgId: 'org_1', mode: 'test', agentId }) as never
const look = (by: string, name: string) =>
  screenSubject({ screener, clock } as never, agentOf(by), { name }).then(
    () => 'screened',
    (error) => error.details.reason,
  )

test('the dry screenings of one agent wait for each other: neither a payment nor another agent waits for them', async () => {
  const asked = Promise.all(Array.from({ length: 110 }, (_, n) => look('agt_1', `Somebody Number ${n}`)))
  const paid = screener.screen({ address: null, mode: 'test', names: ['Quiet Bakery'], orgId: 'org_1' as never })
  const others = look('agt_2', 'Another Bakery')
  expect(await paid).toMatchObject({ checks: [] })
  expect(await others).toBe('screened')
  const answers = await asked
  expect(answers.filter((one) => one === 'screened').length).toBeGreaterThan(5)
  expect(new Set(answers)).toEqual(new Set(['screened', 'screening_unavailable']))
})
