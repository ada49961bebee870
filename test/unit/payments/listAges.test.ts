// Domain 4.3: without a current list nothing is paid; an operator is told before a list stops every spend, when it does, and when that is over; once each.
import { expect, test } from 'vitest'
import { createAgeNotice, stateOf } from '../../../subgraphs/payments/screening/listAges.ts'
import { createScreener } from '../../../subgraphs/payments/screening/screener.ts'
import type { Log } from '../../../subgraphs/shared/subgraph.ts'

const HOUR = 3_600_000
const MAX = 72 * HOUR

test.each([
  [null, 'current'],
  [18 * HOUR + 1, 'current'],
  [18 * HOUR, 'ending'],
  [0, 'ending'],
  [-1, 'stale'],
] as const)('%s ms before its end a list is %s', (leftMs, state) =>
  expect(stateOf({ list: 'own', leftMs }, MAX)).toBe(state),
)

test('the log has one line for each change', () => {
  const lines: unknown[] = []
  const level = (name: string) => (facts: object) => void lines.push([name, facts])
  const log = { info: level('info'), warn: level('warn'), error: level('error') } as unknown as Log
  const notice = createAgeNotice(log, MAX)
  const lefts = [72, 60, 18, 17, -1, -2, 72, 71].map((hours) => hours * HOUR)
  for (const leftMs of lefts)
    notice([
      { list: 'own', leftMs },
      { list: 'included', leftMs: null },
    ])
  const line = (name: string, hours_left: number) => [name, { list: 'own', hours_left }]
  expect(lines).toEqual([line('warn', 18), line('error', -1), line('info', 72)])
})

test('live mode needs a list that was imported: the one in the product is for test mode', async () => {
  const screener = createScreener({
    ...{ database: null, clock: { now: () => new Date() }, log: {} as Log, listAgeMaxMs: HOUR },
  })
  const address = `0x${'c'.repeat(40)}`
  expect(await screener.screen({ address, mode: 'test' })).toMatchObject({ checks: [] })
  await expect(screener.screen({ address, mode: 'live' })).rejects.toMatchObject({
    details: { reason: 'list_missing' },
  })
  expect([screener.isUnavailable('test'), screener.isUnavailable('live')]).toEqual([false, true])
})
