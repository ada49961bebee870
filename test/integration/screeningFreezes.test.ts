// Domain 9.1 with 4.2: what compliance has frozen for the name of an owner, an administrator does not lift.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runWorkers } from '../../gateway/workers.ts'
import { importScreeningList } from '../../subgraphs/payments/index.ts'
import { readListsInForce } from '../../subgraphs/payments/models/screeningLists.ts'
import type { DomainError } from '../../subgraphs/shared/errors.ts'
import { type ApprovalsWorld, openApprovalsWorld } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'
import { silentLog } from '../support/openTestDatabase.ts'

let world: ApprovalsWorld
let version = 0

beforeAll(async () => {
  world = await openApprovalsWorld('screening_freezes')
}, 60_000)

afterAll(() => world.close())

function startRescreening() {
  const { workers } = world.service.subgraphs.payments
  return runWorkers(
    workers.filter((worker) => worker.name === 'rescreening'),
    silentLog,
  )
}

async function importAndRescreen(name: string, addresses: readonly string[] = []): Promise<void> {
  const running = startRescreening()
  const { revision } = await importScreeningList(world.service, {
    ...{ list: 'owners', category: 'sanctions', source: 'a test', isForced: true },
    entries: (async function* () {
      yield { name, aliases: [], addresses }
    })(),
    version: () => ({ version: `owners-${++version}`, effectiveAt: new Date('2026-01-01T00:00:00Z') }),
  })
  await expect
    .poll(async () => (await readListsInForce(world.service.database)).rescreened, { timeout: 20_000 })
    .toBe(revision)
  await running.stop(3_000)
}

const refusalDetails = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => null,
    ({ details }: DomainError) => details,
  )

test('a wallet that is frozen for the name of its owner only compliance unfreezes, and only once no list has the name', async () => {
  const owner = await world.createOwner()
  const agents = world.service.database.collection<{ _id: string }>('agents')
  await agents.updateOne({ _id: owner.agent.agentId }, { $set: { name: 'Osvald Krantz' } })
  await importAndRescreen('KRANTZ, Osvald')
  const unfreeze = `mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { wallet { status } } }`
  const lift = (roles: readonly ['admin' | 'compliance']) =>
    execute(world.service.subgraphs.payments, owner.person(roles[0], roles), unfreeze, {
      input: { walletId: owner.walletId, reason: 'Looked at.', keepBlocked: true },
    })
  for (const role of ['admin', 'compliance'] as const) {
    const details = await refusalDetails(lift([role]))
    expect(details).toMatchObject({ reason: 'compliance_freeze', cause: 'owner_listed', cleared: false })
    expect(details).toMatchObject({ subject_type: 'agent', subject_id: owner.agent.agentId, list: 'owners' })
  }
  await importAndRescreen('Somebody Else Entirely')
  expect(await refusalDetails(lift(['admin']))).toMatchObject({ cause: 'owner_listed', cleared: true })
  expect(await lift(['compliance'])).toEqual({ unfreezeWallet: { wallet: { status: 'active' } } })
  // Who is listed once more is frozen once more, although it is flagged for that list already.
  await importAndRescreen('KRANTZ, Osvald')
  expect((await world.wallet(owner)).frozen).toMatchObject({ by: 'screening' })
  expect(await refusalDetails(lift(['admin']))).toMatchObject({ cause: 'owner_listed', cleared: false })
})

test('a wallet whose own address is on a list pays nothing, until no list has the address (domain 4.3)', async () => {
  const owner = await world.createOwner()
  const wallets = world.service.database.collection<{ _id: string; address: string }>('wallets')
  const { address = '' } = (await wallets.findOne({ _id: owner.walletId })) ?? {}
  await importAndRescreen('Nobody At All', [address.toLowerCase()])
  expect((await world.wallet(owner)).frozen).toMatchObject({ source: 'policy', by: 'screening' })
  expect(await refusalDetails(world.pay(owner, '1'))).toMatchObject({ frozen_by: 'screening' })
  const trust = async () => {
    const query = 'query ($id: ID!) { wallet(id: $id) { trustScore { score capsApplied } } }'
    const by = owner.person('admin', ['admin'])
    return (
      await execute<{ wallet: { trustScore: object } }>(world.service.subgraphs.payments, by, query, {
        id: owner.walletId,
      })
    ).wallet.trustScore
  }
  expect(await trust()).toEqual({ score: 0, capsApplied: ['sanctions_hit'] })
  const unfreeze = `mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { wallet { status } } }`
  const input = { walletId: owner.walletId, reason: 'Looked at.' }
  const lift = () =>
    execute(world.service.subgraphs.payments, owner.person('compliance', ['compliance']), unfreeze, { input })
  expect(await refusalDetails(lift())).toMatchObject({ cause: 'address_listed', cleared: false, list: 'owners' })
  await importAndRescreen('Nobody At All')
  expect(await lift()).toEqual({ unfreezeWallet: { wallet: { status: 'active' } } })
  expect(await trust()).toMatchObject({ score: expect.toSatisfy((score: number) => score > 0), capsApplied: [] })
})

test('an owner on a list gets no wallet any more, not even one that is made after the list has come (domain 4.2)', async () => {
  const owner = await world.createOwner()
  const { agents, payments } = world.service.subgraphs
  const organizations = world.service.database.collection<{ _id: string }>('organizations')
  await organizations.updateOne({ _id: owner.orgId }, { $set: { name: 'Grimbold Haverstock Trading' } })
  await importAndRescreen('Grimbold Haverstock Trading')
  expect((await world.wallet(owner)).frozen).toMatchObject({ by: 'screening' })
  const admin = owner.person('owner', ['admin'])
  const register = `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { replayed } }`
  const create = `mutation ($input: CreateWalletInput!) { createWallet(input: $input) { replayed } }`
  const registration = { name: 'later', capabilities: ['payments'], ownerOrgId: owner.orgId }
  const made = [
    () => execute(payments, admin, create, { input: { name: 'later' } }),
    () => execute(agents, admin, register, { input: registration }),
  ]
  for (const make of made)
    expect(await refusalDetails(make())).toMatchObject({ reason: 'sanctions_hit', list: 'owners' })
  await importAndRescreen('Nobody At All')
  for (const make of made) expect(await refusalDetails(make())).toBeNull()
})

test('a bank account whose owner comes to a list is paused, and unpaused only once no list has the name', async () => {
  const owner = await world.createOwner()
  const { treasury } = world.service.subgraphs
  const act = <T>(type: string, field: string, of: string, input: object) =>
    execute<Record<string, T>>(
      treasury,
      owner.person('admin', ['admin']),
      `mutation ($input: ${type}!) { ${field}(input: $input) { ${of} } }`,
      { input },
    )
  await importAndRescreen('Nobody At All')
  await act('SyncAccountHolderInput', 'syncAccountHolder', 'created', {})
  const { linkExternalBankAccount } = await act<{ externalBankAccount: { id: string } }>(
    ...(['LinkExternalBankAccountInput', 'linkExternalBankAccount', 'externalBankAccount { id }'] as const),
    {
      ...{ routingNumber: '021000021', accountNumber: '44556677', type: 'CHECKING', owner: 'Ludmila Fernsby' },
      ...{ ownerType: 'INDIVIDUAL', verificationMethod: 'EXTERNALLY_VERIFIED' },
    },
  )
  const { id } = linkExternalBankAccount?.externalBankAccount ?? { id: '' }
  const stateOf = () => world.service.database.collection<{ _id: string }>('bankAccounts').findOne({ _id: id })
  await importAndRescreen('FERNSBY, Ludmila')
  expect(await stateOf()).toMatchObject({ state: 'PAUSED', pauseReason: 'sanctions_hit' })
  const unpause = () =>
    act('ChangeExternalBankAccountInput', 'unpauseExternalBankAccount', 'externalBankAccount { state }', { id })
  expect(await refusalDetails(unpause())).toMatchObject({ reason: 'sanctions_hit', list: 'owners' })
  await importAndRescreen('Nobody At All')
  await unpause()
  expect(await stateOf()).toMatchObject({ state: 'ENABLED', pauseReason: null })
})

test('a release that screens otherwise screens everybody once more by the lists that are in force (domain 4.3)', async () => {
  const [owner, other] = [await world.createOwner(), await world.createOwner()]
  await importAndRescreen('Wilhelmina Strandgaard')
  const { database } = world.service
  const agents = database.collection<{ _id: string }>('agents')
  const rename = ({ agent }: typeof owner) =>
    agents.updateOne({ _id: agent.agentId }, { $set: { name: 'Wilhelmina Strandgaard' } })
  // As if the release before had not looked at agents.
  await rename(owner)
  const heads = database.collection<{ _id: string }>('screeningHead')
  await heads.updateOne({ _id: 'rescreened' }, { $set: { rules: 'those before' } })
  const isFrozen = async () => (await world.wallet(owner)).frozen?.by ?? null
  const first = startRescreening()
  await expect.poll(isFrozen, { timeout: 10_000 }).toBe('screening')
  const rules = async () => (await heads.findOne({ _id: 'rescreened' })) as { rules?: string } | null
  await expect.poll(async () => (await rules())?.rules, { timeout: 10_000 }).not.toBe('those before')
  await first.stop(3_000)
  // The next start finds nothing to do.
  await rename(other)
  const second = startRescreening()
  await new Promise((resolve) => setTimeout(resolve, 500))
  await second.stop(3_000)
  expect((await world.wallet(other)).frozen).toBeNull()
})
