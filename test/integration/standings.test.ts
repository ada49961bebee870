// Whoever watches the credentials of an organization hears of each that may open less, also where the log could not be read as
// it began (reliability 4.2 rule 7).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../subgraphs/shared/database.ts'
import { type EventsFixture, startEventsFixture } from '../support/eventsFixture.ts'

/** On a machine that is busy. */
const PATIENT = { timeout: 30_000 }

let fixture: EventsFixture
beforeAll(async () => {
  fixture = await startEventsFixture('standings')
}, 60_000)
afterAll(() => fixture?.stop())

/** The database, and whether it has no primary. */
function openDatabase() {
  const state = { hasPrimary: true, refused: 0 }
  const database = new Proxy(fixture.database, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (name === 'collection' && !state.hasPrimary)
        return () => {
          state.refused += 1
          throw new Error('there is no primary')
        }
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as Database
  return Object.assign(state, { database })
}

describe('those who watch the standing of credentials', () => {
  it('all hear of a change, whoever of them ends, and nobody of other events', async () => {
    const { feed, wake } = fixture.createInstance()
    const told: (string | null)[][] = [[], [], []]
    const ends = told.map((own) => feed.watchStandings('org_standing1', (id) => void own.push(id)))
    await expect.poll(() => told, PATIENT).toEqual([[null], [null], [null]])
    ends[0]?.()
    await fixture.append('org_standing1', [{}, { type: 'agent.suspended', resourceId: 'agt_1' }])
    wake('org_standing1')
    await expect.poll(() => told, PATIENT).toEqual([[null], [null, 'agt_1'], [null, 'agt_1']])
    for (const end of ends) end()
  })

  it('hear of it too where the log could not be read as they began', async () => {
    const log = openDatabase()
    const { feed, wake } = fixture.createInstance({ database: log.database })
    const told: (string | null)[][] = [[], []]
    log.hasPrimary = false
    const ends = told.map((own) => feed.watchStandings('org_standing2', (id) => void own.push(id)))
    await expect.poll(() => log.refused, PATIENT).toBeGreaterThan(0)
    log.hasPrimary = true
    await expect.poll(() => told, PATIENT).toEqual([[null], [null]])
    await fixture.append('org_standing2', [{ type: 'agent.revoked', resourceId: 'agt_2' }])
    wake('org_standing2')
    await expect
      .poll(() => told, PATIENT)
      .toEqual([
        [null, 'agt_2'],
        [null, 'agt_2'],
      ])
    for (const end of ends) end()
  })

  it('ask no more once they have ended', async () => {
    const log = openDatabase()
    const { feed } = fixture.createInstance({ database: log.database })
    log.hasPrimary = false
    feed.watchStandings('org_standing3', () => undefined)()
    const other = feed.watchStandings('org_standing4', () => undefined)
    await expect.poll(() => log.refused, PATIENT).toBeGreaterThanOrEqual(3)
    other()
    expect(log.refused).toBe(3)
  })
})
