// Whoever answers for compliance sees what payees are compared with (domain 4.3): each list in force, and until when.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importScreeningList } from '../../subgraphs/payments/index.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld, refusal } from '../support/approvalsWorld.ts'
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

const importNames = (list: string, version: string, names: readonly string[]) =>
  importScreeningList(world.service, {
    ...{ list, category: 'sanctions', source: 'a test', isForced: true },
    entries: (async function* () {
      for (const name of names) yield { name, aliases: [], addresses: [] }
    })(),
    version: () => ({ version, effectiveAt: new Date('2026-01-01T00:00:00Z') }),
  })

// Domain 4.2: nothing is committed after this screening, which would find the registry of before outdated.
test('a merchant is screened by the name that it has now, also where another process has changed it', async () => {
  const owner = await world.createOwner()
  await importNames('shops', '1', ['HOLLENBERG, Ottokar'])
  const by = owner.person('owner', ['admin'])
  const input = { name: 'Shop', legalName: 'Fine Goods', domain: 'fine-goods.example', payoutAddresses: [] }
  const create = 'mutation ($input: CreateMerchantInput!) { createMerchant(input: $input) { merchant { id } } }'
  await execute(world.service.subgraphs.commerce, by, create, { input })
  const source = 'query ($input: ScreenInput!) { screen(input: $input) { outcome } }'
  const outcome = () =>
    execute(world.service.subgraphs.payments, by, source, { input: { merchant: 'fine-goods.example' } })
  expect(await outcome()).toEqual({ screen: { outcome: 'pass' } })
  const merchants = world.service.database.collection('merchants')
  await merchants.updateOne({ domain: 'fine-goods.example' }, { $set: { legalName: 'Ottokar Hollenberg' } })
  expect(await outcome()).toEqual({ screen: { outcome: 'deny' } })
})

test('a case clears what it is about, in later versions too, and holds what a list finds beyond that', async () => {
  const owner = await world.createOwner()
  await importNames('held', '1', ['MARENKOV, Anatolij'])
  const { id } = await world.pay(owner, '1', { beneficiary: { name: 'Anatoly Marenkof', country: 'US' } })
  const clear = () => clearCase(owner, id)
  const checks = async () => (await world.payment(id)).screening?.checks?.map(({ evidence }) => evidence.list)
  await importNames('held', '2', ['MARENKOV, Anatolij', 'Nobody At All'])
  await importNames('held-too', '1', ['MARENKOV, Anatoliy'])
  expect(await checks()).toEqual(['held'])
  expect(await refusal(clear())).toBe('conflict')
  expect(await world.payment(id)).toMatchObject({ stage: 'awaiting_compliance_review' })
  expect((await checks())?.sort()).toEqual(['held', 'held-too'])
  // Twice 50 weighs more than the medium of one.
  const flags = async () => (await world.wallet(owner)).conduct?.flags
  expect(await flags()).toMatchObject([{ severity: 'high', isOpen: true }])
  await importNames('held', '3', ['MARENKOV, Anatolij'])
  await clear()
  const { stage, cleared } = await world.payment(id)
  expect([stage, await flags()]).toEqual(['queued', []])
  const seen = { name: 'name_similarity', screenedName: 'Anatoly Marenkof' }
  expect(cleared).toContainEqual({ ...seen, list: 'held', entry: 'MARENKOV, Anatolij' })
})

const clearCase = (owner: Owner, paymentId: string) =>
  execute(
    world.service.subgraphs.payments,
    owner.person('reviewer', ['compliance']),
    'mutation ($input: DecideCaseInput!) { decideCase(input: $input) { complianceCase { status } } }',
    { input: { caseId: paymentId.replace('pay_', 'cas_'), decision: 'clear', comment: 'Looked at.' } },
  )
