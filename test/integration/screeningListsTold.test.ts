// Whoever answers for compliance sees what payees are compared with (domain 4.3): each list in force, and until when.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importScreeningList } from '../../subgraphs/payments/index.ts'
import { type ApprovalsWorld, openApprovalsWorld } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'

const HOUR_MS = 3_600_000

let world: ApprovalsWorld

beforeAll(async () => {
  world = await openApprovalsWorld('screening_lists_told')
}, 60_000)

afterAll(() => world.close())

function importList(version: string, addresses: readonly string[]) {
  return importScreeningList(world.service, {
    ...{ list: 'told', category: 'mixer', source: 'a test', isForced: true },
    entries: (async function* () {
      for (const address of addresses) yield { name: 'Somebody', aliases: [], addresses: [address] }
    })(),
    version: () => ({ version, effectiveAt: new Date('2026-01-01T00:00:00Z') }),
  })
}

test('the lists in force are told to whoever may read compliance, also when one has just been replaced', async () => {
  const owner = await world.createOwner()
  const source = '{ screeningLists { list category version entries effectiveAt importedAt validUntil } }'
  const told = async () => {
    const by = { ...owner.agent, capabilities: ['compliance'] as const }
    const found = await execute<{ screeningLists: Record<string, unknown>[] }>(
      ...([world.service.subgraphs.payments, by, source] as const),
    )
    return new Map(found.screeningLists.map((one) => [one.list, one]))
  }
  const { imported } = await importList('1', [`0x${'c1'.repeat(20)}`, `0x${'c2'.repeat(20)}`])
  const { loadedAt } = imported
  expect((await told()).get('told')).toEqual({
    ...{ list: 'told', category: 'mixer', version: '1', entries: 2, effectiveAt: '2026-01-01T00:00:00.000Z' },
    ...{ importedAt: loadedAt.toISOString(), validUntil: new Date(loadedAt.getTime() + 72 * HOUR_MS).toISOString() },
  })
  await importList('2', [`0x${'c1'.repeat(20)}`])
  const all = await told()
  expect(all.get('told')).toMatchObject({ version: '2', entries: 1 })
  const included = [...all.values()].filter(({ importedAt }) => importedAt === null)
  expect(included).not.toEqual([])
  for (const { entries, validUntil } of included) expect([Number(entries) > 0, validUntil]).toEqual([true, null])
})
