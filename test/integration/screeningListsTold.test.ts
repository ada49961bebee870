// Whoever answers for compliance sees what payees are compared with (domain 4.3): each list in force, and until when.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importScreeningList } from '../../subgraphs/payments/index.ts'
import { createRefusalLog } from '../../subgraphs/payments/services/refusals/refusalLog.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { newId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal, OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import { type ApprovalsWorld, type Owner, openApprovalsWorld, refusal } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'
import { silentLog } from '../support/openTestDatabase.ts'

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

const importNames = (list: string, version: string, names: readonly string[], addresses: readonly string[] = []) =>
  importScreeningList(world.service, {
    ...{ list, category: 'sanctions', source: 'a test', isForced: true },
    entries: (async function* () {
      for (const name of names) yield { name, aliases: [], addresses }
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

// Domain 4.4: one hop away from somebody on a list is whoever has got money from there, and whoever has sent some.
test.each([
  ['has paid', false],
  ['was paid by', true],
] as const)('a payee that %s somebody who is on a list now is reviewed', async (_what, isPaid) => {
  const [owner, payee, other] = [await world.createOwner(), await world.createOwner(), await world.createOwner()]
  const addressOf = async ({ walletId }: Owner) => {
    const wallets = world.service.database.collection<{ _id: string; address: string }>('wallets')
    return (await wallets.findOne({ _id: walletId }))?.address ?? ''
  }
  const pay = async (to: string) => (await world.pay(owner, '1', { to })).stage
  const listed = `0x${(isPaid ? 'd' : 'e').repeat(40)}`
  if (isPaid) {
    const deposits = world.service.database.collection<{ walletId: string; listedIn?: string }>('deposits')
    await deposits.updateOne({ walletId: payee.walletId }, { $set: { listedIn: 'exposed-1' } })
  } else {
    expect(await pay(await addressOf(payee))).toBe('queued')
    const { id } = await world.pay(payee, '1', { to: listed })
    const payments = world.service.database.collection<{ _id: string }>('payments')
    await payments.updateOne({ _id: id }, { $set: { status: 'completed', stage: 'completed' } })
    await importNames('exposed', '1', ['Somebody Exposed'], [listed])
  }
  const { id, stage } = await world.pay(owner, '1', { to: await addressOf(payee) })
  expect(stage).toBe('awaiting_compliance_review')
  const { screening } = await world.payment(id)
  const evidence = expect.objectContaining({ list_version: isPaid ? 'exposed-1' : '1' })
  expect(screening?.checks).toMatchObject([{ name: 'one_hop_exposure', score: 60, evidence }])
  expect(await pay(await addressOf(other))).toBe('queued')
})

// Specification 2.4: the list of refused attempts and the audit log are bounded, and no caller takes the places of others.
test('whoever is refused all day hides no attempt of others, and what is not kept of it is counted', async () => {
  const owner = await world.createOwner()
  const log = createRefusalLog({ ...world.service, newId, log: silentLog })
  const refuse = (principal: AgentPrincipal | OrganizationPrincipal) =>
    log
      .watch(
        { principal, requestId: newId('request'), loaders: new Map() },
        { operation: 'createPayment', input: {} },
        async () => {
          throw new DomainError('wallet_frozen', 'The wallet is frozen.', {})
        },
      )
      .catch(() => null)
  const { agent } = owner
  const flood = async (by: AgentPrincipal, rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      for (let attempt = 0; attempt < 20; attempt++) await refuse(by)
      await log.flush()
    }
  }
  await flood(agent, 12)
  // Agents that are registered for it take what all share, and not what each has for certain.
  const { database } = world.service
  const counts = database.collection<{ _id: string }>('refusalCounts')
  await counts.updateOne({ _id: `${owner.orgId}:test` }, { $set: { kept: 1_000 } })
  const person = owner.person('buyer', ['admin'])
  for (let attempt = 0; attempt < 30; attempt++) await refuse(person)
  await log.flush()
  const kept = (filter: object) =>
    database.collection('refusals').countDocuments({ orgId: owner.orgId, ...filter } as object)
  expect([await kept({ agentId: agent.agentId }), await kept({ agentId: null })]).toEqual([200, 20])
  const [first] = await database
    .collection<{ agentId: string | null; omittedBefore: number }>('refusals')
    .find({ orgId: owner.orgId, agentId: null } as object)
    .sort({ _id: 1 })
    .toArray()
  expect(first?.omittedBefore).toBe(50)
  const records = await database
    .collection<{ by: { id: string }; resourceId: string; data: { rule: string; details: object } }>('events')
    .find({ orgId: owner.orgId, type: 'audit.refused' } as object)
    .sort({ cursor: 1 })
    .toArray()
  const of = (id: string) => records.filter(({ by }) => by.id === id).map(({ data }) => data)
  expect(of(agent.agentId)).toHaveLength(201)
  expect(of(person.keyId)).toHaveLength(21)
  // Of further callers than there is room for between two writes nothing is kept, and everything is counted.
  for (let caller = 0; caller < 103; caller++) await refuse(owner.person(`caller-${caller}`, ['admin']))
  await log.flush()
  expect(await kept({ omittedBefore: 3 })).toBe(1)
  const omitted = (omitted_today: number) => ({ rule: 'refusals_omitted', details: { omitted_today } })
  expect(of(agent.agentId).at(-1)).toMatchObject(omitted(20))
  expect(of(person.keyId).at(-1)).toMatchObject(omitted(10))
})
