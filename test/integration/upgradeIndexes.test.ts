// After an upgrade from an earlier version every declared index is there (commit.md 4: indexes are made at start), and each
// filter of the audit log reads no more than it finds.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../../gateway/compose.ts'
import { openWorld, type ProveWorld } from '../../scripts/prove/world.ts'
import { listDumps, readDump, restoreDatabase } from '../../scripts/upgrades/dumpFile.ts'
import { type AuditRange, findAuditPage } from '../../subgraphs/events/models/auditLog.ts'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'

let world: ProveWorld
beforeAll(async () => {
  world = await openWorld({ chains: [] })
}, 60_000)
afterAll(() => world.close())

const upgraded = new Map<string, Promise<Service>>()

/** The present version over the data of that dump. */
function upgrade(name: string): Promise<Service> {
  const known = upgraded.get(name) ?? restoreAndOpen(name)
  upgraded.set(name, known)
  return known
}

async function restoreAndOpen(name: string): Promise<Service> {
  const { secrets } = readDump(name)
  const database = `dump${name.slice(0, 3)}`
  await restoreDatabase(name, world.mongodbUri, database)
  const settings = { MASTER_KEY: secrets.masterKey, API_KEY_PEPPER: secrets.pepper }
  return world.open({ isQuiet: true, environment: { ...settings, DATABASE_NAME: database } })
}

const nameOf = (key: object, name?: string) => name ?? Object.entries(key).flat().join('_')

async function missingIndexes({ database }: Service): Promise<string[]> {
  const missing: string[] = []
  for (const [collection, { schema }] of Object.entries(database.connection.models)) {
    const existing = await database.collection(collection).listIndexes().toArray()
    for (const [key, options] of schema.indexes()) {
      const found = existing.find(({ name }) => name === nameOf(key, options.name as string | undefined))
      const { unique, expireAfterSeconds, partialFilterExpression } = options as Record<string, unknown>
      const wanted = { key, unique, expireAfterSeconds, partialFilterExpression }
      const is = found && {
        ...{ key: found.key, unique: found.unique, expireAfterSeconds: found.expireAfterSeconds },
        partialFilterExpression: found.partialFilterExpression,
      }
      if (JSON.stringify(is) !== JSON.stringify(wanted)) missing.push(`${collection} ${JSON.stringify(wanted)}`)
    }
  }
  return missing
}

/** Of the oldest and the latest: those between have indexes of both, and are upgraded by the proof at full size. */
const dumps = listDumps().filter((_, index, { length }) => index === 0 || index >= length - 2)

test.each(dumps)('%s has every declared index', { timeout: 180_000 }, async (name) => {
  const service = await upgrade(name)
  expect(await missingIndexes(service)).toEqual([])
  // Those that the queries of earlier versions had are gone: each costs with every payment.
  const payments = service.database.collection('payments')
  const declared = service.database.connection.models.payments?.schema.indexes() ?? []
  const names = (await payments.listIndexes().toArray()).map((one) => one.name)
  expect(names.toSorted()).toEqual(['_id_', ...declared.map(([key, { name }]) => nameOf(key, name))].toSorted())
})

test('one of an earlier version with the same name, or the same fields, gives way', { timeout: 180_000 }, async () => {
  const service = await upgrade(listDumps()[0] ?? '')
  const [cases, events] = [service.database.collection('cases'), service.database.collection('events')]
  await cases.dropIndex('open')
  await cases.createIndex({ walletId: 1 }, { name: 'open' })
  await events.dropIndex('walletId_1__id_1')
  await events.createIndex({ walletId: 1, _id: 1 }, { name: 'ofWallet' })
  await events.createIndex({ mode: 1 }, { name: 'ofTheOperator' })
  await service.database.prepare()
  expect(await missingIndexes(service)).toEqual([])
  const names = (await events.listIndexes().toArray()).map(({ name }) => name)
  expect(names).toContain('ofTheOperator')
  expect(names).not.toContain('ofWallet')
})

describe('the audit log', () => {
  const LIMIT = 3
  let service: Service
  let orgId: OrgId
  let row: EventRow
  let refusals = 0
  beforeAll(async () => {
    service = await upgrade(listDumps().at(-1) ?? '')
    const rows = service.database.collection<EventRow>('events')
    const found = await rows.findOne({ 'by.personId': { $exists: true }, type: 'session.revoked' } as object)
    if (found === null) throw new Error('nobody has acted')
    row = found
    orgId = found.orgId
    refusals = await rows.countDocuments({ orgId, outcome: 'refused' } as object)
  }, 60_000)

  const NONE = {
    subjectId: null,
    actor: null,
    operation: null,
    requestId: null,
    outcomes: null,
    from: null,
    until: null,
  }
  const byOf = () => row.by as NonNullable<EventRow['by']>

  /** The page, and how the database has found it. */
  async function readBy(filter: Partial<AuditRange['filter']>, newestFirst: boolean) {
    const db = service.database.connection.db
    const range: AuditRange = { orgId, mode: row.mode, filter: { ...NONE, ...filter }, after: null, before: null }
    await db?.command({ profile: 2 })
    const found = await findAuditPage(service.database, range, { newestFirst, limit: LIMIT })
    await db?.command({ profile: 0 })
    const [read] =
      (await db
        ?.collection('system.profile')
        .find({ op: 'query', ns: /\.events$/ })
        .toArray()) ?? []
    await db?.dropCollection('system.profile')
    return { found, read }
  }

  test('finds by time what lies in it, without reading what lies before or after', async () => {
    const [from, until] = [row.createdAt, new Date(row.createdAt.getTime() + 1)]
    const rows = service.database.collection<EventRow>('events')
    const [before, within, after] = await Promise.all(
      [{ $lt: from }, { $gte: from, $lt: until }, { $gte: until }].map((createdAt) =>
        rows.countDocuments({ orgId, createdAt }),
      ),
    )
    expect(Math.min(before ?? 0, after ?? 0)).toBeGreaterThan(LIMIT)
    for (const newestFirst of [true, false]) {
      const { found, read } = await readBy({ from, until }, newestFirst)
      expect(found.length).toBeGreaterThan(0)
      expect(Number(read?.docsExamined)).toBeLessThanOrEqual(Number(within))
    }
  })

  test.each<[string, () => Partial<AuditRange['filter']>]>([
    ['nothing', () => ({})],
    ['a resource', () => ({ subjectId: row.resourceId })],
    ['a key', () => ({ actor: byOf().id })],
    ['a person', () => ({ actor: byOf().personId ?? '' })],
    ['an operation', () => ({ operation: byOf().operation })],
    ['a request', () => ({ requestId: byOf().requestId })],
    ['refusals', () => ({ outcomes: ['refused'] })],
  ])('finds by %s without reading more', async (_, filter) => {
    for (const newestFirst of [true, false]) {
      const { found, read } = await readBy(filter(), newestFirst)
      if (filter().outcomes === undefined || refusals > 0) expect(found.length).toBeGreaterThan(0)
      expect(read?.planSummary).not.toContain('COLLSCAN')
      expect(read?.hasSortStage).toBeUndefined()
      // Where two fields are searched, a row may be found by both.
      expect(Number(read?.docsExamined)).toBeLessThanOrEqual(2 * LIMIT + 2)
    }
  })
})
