// Domain 4.3: a hit records the version of the list, so a revision names what was in force, also when several lists are
// imported at once; and whatever came first, the newest version of a list stays in force.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importScreeningList, type ListImport } from '../../subgraphs/payments/index.ts'
import {
  findRevision,
  readListsInForce,
  registerScreeningLists,
} from '../../subgraphs/payments/models/screeningLists.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import { insertPlatformShards } from '../../subgraphs/shared/commit/platformShards.ts'
import { openTestDatabase, type TestDatabase } from '../support/openTestDatabase.ts'

const ROUNDS = 5

let opened: TestDatabase
let versions = 0

beforeAll(async () => {
  opened = await openTestDatabase('screening_lists_at_once')
  registerScreeningLists(opened.database)
  await opened.database.prepare()
  await insertPlatformShards(opened.database, 0)
})

afterAll(() => opened.stop())

type More = Partial<Omit<ListImport, 'version'>> & { readonly version?: string }

function importList(list: string, day: number, { version, ...more }: More = {}) {
  const [number, effectiveAt] = [++versions, new Date(`2026-01-0${day}T00:00:00Z`)]
  return importScreeningList(
    { database: opened.database, clock: systemClock },
    {
      ...{ list, category: 'sanctions', source: 'a test', isForced: true, ...more },
      entries: (async function* () {
        yield { name: `Number ${number}`, aliases: [], addresses: [] }
      })(),
      version: () => ({ version: version ?? `version-${day}-${number}`, effectiveAt }),
    },
  )
}

test('a revision names the list that was imported with it, however many come at once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const made = await Promise.all(['one', 'two', 'three', 'four', 'five', 'six'].map((list) => importList(list, 1)))
    for (const { revision, imported } of made) {
      const known = await findRevision(opened.database, revision)
      expect(known.filter(({ list }) => list === imported.list)).toMatchObject([{ version: imported.version }])
    }
    expect(new Set(made.map(({ revision }) => revision)).size).toBe(made.length)
  }
})

// Yesterday's file is refused, and not today's because its day stands before its month.
test('a version that is a date with the year last is not taken for an older one', async () => {
  const given = (version: string) => ({ version, isForced: false }) as const
  await importList('day-first', 1, given('30.11.2026'))
  expect((await importList('day-first', 2, given('01.12.2026'))).imported.version).toBe('01.12.2026')
  await expect(importList('day-first', 1, given('02.12.2026'))).rejects.toMatchObject({ type: 'invalid_request' })
})

test('an older version never follows a newer one, however close they come', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const list = `newest-${round}`
    await Promise.allSettled([6, 2, 5, 3, 1, 4].map((day) => importList(list, day, { isForced: false })))
    const { lists } = await readListsInForce(opened.database)
    expect(lists.find((one) => one.list === list)?.effectiveAt).toEqual(new Date('2026-01-06T00:00:00Z'))
  }
})
