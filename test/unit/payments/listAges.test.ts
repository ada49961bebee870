// Domain 4.3: without a current list nothing is paid; an operator is told before a list stops every spend, when it does, and when that is over; once each.
import { expect, test } from 'vitest'
import { createAgeNotice, stateOf } from '../../../subgraphs/payments/screening/listAges.ts'
import { createScreener } from '../../../subgraphs/payments/screening/screener.ts'
import type { Database } from '../../../subgraphs/shared/database.ts'
import type { OrgId } from '../../../subgraphs/shared/ids.ts'
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

test('and those that are named: another one that was imported does not stand for them', async () => {
  const at = new Date()
  const imported = {
    ...{ list: 'own', category: 'sanctions', version: '1', source: 'a test', effectiveAt: at, loadedAt: at },
    ...{ importId: 'one', entries: 0, chunks: 0, digest: '' },
  }
  const found = {
    findOne: async () => ({ revision: 1, lists: [imported], rescreened: 1 }),
    find: () => ({ sort: () => ({ batchSize: () => [] }) }),
  }
  const database = { collection: () => found } as unknown as Database
  const screenBy = (required: readonly string[]) =>
    createScreener({ database, clock: { now: () => at }, log: {} as Log, listAgeMaxMs: HOUR, required }).screen({
      ...{ address: null, mode: 'live' },
    })
  expect(await screenBy([])).toMatchObject({ checks: [] })
  expect(await screenBy(['own'])).toMatchObject({ checks: [] })
  await expect(screenBy(['own', 'ofac-sdn'])).rejects.toMatchObject({
    details: { reason: 'list_missing', list: 'ofac-sdn' },
  })
})

test('who has too many names screened at once is refused for now, and keeps nobody else waiting', async () => {
  const screener = createScreener({
    ...{ database: null, clock: { now: () => new Date() }, log: {} as Log, listAgeMaxMs: HOUR },
  })
  const screen = (orgId: string, name: string) =>
    screener.screen({ address: null, mode: 'test', orgId: orgId as OrgId, names: [name] })
  const ended: string[] = []
  const many = Array.from({ length: 150 }, (_, index) => `Somebody ${index}`)
  const flood = many.map((name) => screen('org_a', name).finally(() => ended.push(name)))
  // One of these waits for its turn there, and one is refused.
  const others = ['Somebody 90', 'Somebody 149'].map((name) => screen('org_b', name).finally(() => ended.push('b')))
  const [all] = await Promise.all([Promise.allSettled(flood), Promise.all(others)])
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused).toHaveLength(49)
  // A charge that is approved waits for what ends by itself.
  for (const error of refused)
    expect(error).toMatchObject({
      ...{ type: 'service_unavailable', details: { reason: 'screening_unavailable', retryable: true } },
    })
  expect(ended.lastIndexOf('b')).toBeLessThan(ended.indexOf('Somebody 50'))
  expect(await screen('org_a', 'Somebody 149')).toMatchObject({ checks: [] })
})
