// Domain 9.1 with 4.2: what compliance has frozen for the name of an owner, an administrator does not lift.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runWorkers } from '../../gateway/workers.ts'
import { importScreeningList, withdrawScreeningList } from '../../subgraphs/payments/index.ts'
import { readListsInForce } from '../../subgraphs/payments/models/screeningLists.ts'
import { createScreener } from '../../subgraphs/payments/screening/screener.ts'
import { unfreezeWallet } from '../../subgraphs/payments/services/unfreezeWallet.ts'
import type { DomainError } from '../../subgraphs/shared/errors.ts'
import { type ApprovalsWorld, NOWHERE, openApprovalsWorld } from '../support/approvalsWorld.ts'
import { execute } from '../support/execute.ts'
import { silentLog } from '../support/openTestDatabase.ts'

const ISSUER = 'https://attester.example'
let world: ApprovalsWorld
let issuer: Awaited<ReturnType<typeof generateKeyPair>>
let version = 0

beforeAll(async () => {
  issuer = await generateKeyPair('EdDSA', { extractable: true })
  const jwks = { keys: [await exportJWK(issuer.publicKey)] }
  world = await openApprovalsWorld('screening_freezes', { attestationIssuers: [{ issuer: ISSUER, jwks }] })
}, 60_000)

afterAll(() => world.close())

function startRescreening() {
  const { workers } = world.service.subgraphs.payments
  return runWorkers(
    workers.filter((worker) => worker.name === 'rescreening'),
    silentLog,
  )
}

const importOwners = (name: string, addresses: readonly string[] = []) =>
  importScreeningList(world.service, {
    ...{ list: 'owners', category: 'sanctions', source: 'a test', isForced: true },
    entries: (async function* () {
      yield { name, aliases: [], addresses }
    })(),
    version: () => ({ version: `owners-${++version}`, effectiveAt: new Date('2026-01-01T00:00:00Z') }),
  })

async function importAndRescreen(name: string, addresses: readonly string[] = []): Promise<void> {
  const running = startRescreening()
  const { revision } = await importOwners(name, addresses)
  await expect
    .poll(async () => (await readListsInForce(world.service.database)).rescreened, { timeout: 60_000 })
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
  // Another name would take the cause away, and leave its wallets to whoever is listed.
  const rename = `mutation ($input: UpdateAgentInput!) { updateAgent(input: $input) { agent { name } } }`
  const call = (name: string) =>
    execute(world.service.subgraphs.agents, owner.person('admin', ['admin']), rename, {
      input: { id: owner.agent.agentId, name },
    })
  expect(await refusalDetails(call('Somebody New'))).toMatchObject({ reason: 'sanctions_hit', list: 'owners' })
  expect(await refusalDetails(lift(['compliance']))).toMatchObject({ cause: 'owner_listed', cleared: false })
  await importAndRescreen('Somebody Else Entirely')
  expect(await refusalDetails(lift(['admin']))).toMatchObject({ cause: 'owner_listed', cleared: true })
  expect(await lift(['compliance'])).toEqual({ unfreezeWallet: { wallet: { status: 'active' } } })
  // Who is listed once more is frozen once more, although it is flagged for that list already.
  await importAndRescreen('KRANTZ, Osvald')
  expect((await world.wallet(owner)).frozen).toMatchObject({ by: 'screening' })
  expect(await refusalDetails(lift(['admin']))).toMatchObject({ cause: 'owner_listed', cleared: false })
  // Nor does it get rid of the name with the agent, whose wallet another one could have.
  const revoke = 'mutation ($input: RevokeAgentInput!) { revokeAgent(input: $input) { agent { status } } }'
  await execute(world.service.subgraphs.agents, owner.person('admin', ['admin']), revoke, {
    input: { id: owner.agent.agentId, reason: 'Another one comes.' },
  })
  expect(await refusalDetails(lift(['compliance']))).toMatchObject({
    ...{ cause: 'owner_listed', cleared: false, subject_id: owner.agent.agentId, list: 'owners' },
  })
  await importOwners('Nobody At All')
  expect(await lift(['compliance'])).toEqual({ unfreezeWallet: { wallet: { status: 'active' } } })
})

test('lists that change while the owner is looked up decide about the freeze, not those before (domain 9.1)', async () => {
  const { database, commit, config } = world.service
  const owner = await world.createOwner()
  const agents = database.collection<{ _id: string }>('agents')
  await agents.updateOne({ _id: owner.agent.agentId }, { $set: { name: 'Halvard Brekke' } })
  await importAndRescreen('BREKKE, Halvard')
  expect((await world.wallet(owner)).frozen).toMatchObject({ by: 'screening' })
  const lists = { database, clock: world.clock, log: silentLog, listAgeMaxMs: config.screeningListAgeMaxMs }
  const screener = createScreener(lists)
  const named = { orgId: owner.orgId, mode: 'test', subjectType: 'agent', names: ['Halvard Brekke'] } as const
  /** The lists change between the look at the name and the commit, and this process has read them by then. */
  const liftWhile = (name: string) => {
    let isOver = false
    const screenRecord: typeof screener.screenRecord = async (input) => {
      const found = await screener.screenRecord(input)
      if (isOver || input.names.length === 0) return found
      isOver = true
      await importOwners(name)
      await screener.inForce()
      return found
    }
    const deps = {
      ...{ database, commit, screener: { ...screener, screenRecord }, work: { stop: async () => ({}) as never } },
      agents: { findNamedOwners: async () => [{ ...named, subjectId: owner.agent.agentId }] } as never,
    }
    return unfreezeWallet(deps, owner.person('compliance', ['compliance']), {
      ...{ walletId: owner.walletId, reason: 'Looked at.' },
    })
  }
  expect(await liftWhile('Nobody At All')).toMatchObject({ wallet: { position: { frozen: null } } })
  const act = { source: 'policy', by: 'screening', reason: 'A test.', at: world.clock.now() }
  const positions = database.collection<{ _id: string }>('positions')
  await positions.updateOne(
    { _id: `wal:${owner.walletId}` },
    { $set: { frozen: act, complianceFreeze: { ...act, times: 2 } }, $inc: { v: 1 } },
  )
  expect(await refusalDetails(liftWhile('BREKKE, Halvard'))).toMatchObject({ cause: 'owner_listed', cleared: false })
})

test('an agent that is revoked before everybody is screened again takes its listed name nowhere (domain 4.2, A.3)', async () => {
  const { database, subgraphs } = world.service
  const [owner, other] = [await world.createOwner(), await world.createOwner()]
  const agents = database.collection<{ _id: string }>('agents')
  await agents.updateOne({ _id: owner.agent.agentId }, { $set: { name: 'Thorvald Ekblad' } })
  await importOwners('EKBLAD, Thorvald')
  const revoke = 'mutation ($input: RevokeAgentInput!) { revokeAgent(input: $input) { agent { status } } }'
  for (const { agent, person } of [owner, other])
    await execute(subgraphs.agents, person('admin', ['admin']), revoke, {
      input: { id: agent.agentId, reason: 'Another one comes.' },
    })
  expect(await world.wallet(owner)).toMatchObject({
    ...{ agentId: null, frozen: { by: 'screening' } },
    complianceFreeze: { formerAgents: [owner.agent.agentId] },
  })
  expect(await world.wallet(other)).toMatchObject({ agentId: null, frozen: null })
  const unfreeze = `mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { wallet { status } } }`
  const lift = () =>
    execute(subgraphs.payments, owner.person('compliance', ['compliance']), unfreeze, {
      input: { walletId: owner.walletId, reason: 'Looked at.' },
    })
  expect(await refusalDetails(lift())).toMatchObject({ cause: 'owner_listed', subject_id: owner.agent.agentId })
  // An agent that only has the same name is helped by an operator, who says why.
  const rename = (reason: string) =>
    subgraphs.agents.renameAgent({ agentId: owner.agent.agentId, name: 'Purchasing', reason })
  await expect(rename('')).rejects.toThrow('reason')
  await rename('A program, not the person: its papers were seen.')
  expect(await agents.findOne({ _id: owner.agent.agentId })).toMatchObject({
    ...{ name: 'Purchasing', status: 'revoked' },
    nameChange: { former: 'Thorvald Ekblad', reason: 'A program, not the person: its papers were seen.' },
  })
  expect(await lift()).toEqual({ unfreezeWallet: { wallet: { status: 'active' } } })
  // What was imported by mistake is withdrawn: it need not be imported again for ever.
  await expect(withdrawScreeningList(world.service, { list: 'owners', reason: '' })).rejects.toThrow('reason')
  await withdrawScreeningList(world.service, { list: 'owners', reason: 'Imported by mistake.' })
  expect((await readListsInForce(database)).lists.map(({ list }) => list)).not.toContain('owners')
  await expect(withdrawScreeningList(world.service, { list: 'owners', reason: 'Again.' })).rejects.toThrow('No such')
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

test('a freeze by compliance beside another one is told, and its score noted and its end recorded', async () => {
  const owner = await world.createOwner()
  const { database, subgraphs } = world.service
  const act = (name: 'freeze' | 'unfreeze', role: 'admin' | 'compliance') =>
    execute(
      subgraphs.payments,
      owner.person(role, [role]),
      `mutation ($input: ${name === 'freeze' ? 'Freeze' : 'Unfreeze'}WalletInput!) { ${name}Wallet(input: $input) { wallet { status } } }`,
      { input: { walletId: owner.walletId, reason: 'Looked at.' } },
    )
  await act('freeze', 'admin')
  const wallets = database.collection<{ _id: string; address: string }>('wallets')
  const { address = '' } = (await wallets.findOne({ _id: owner.walletId })) ?? {}
  await importAndRescreen('Nobody At All', [address.toLowerCase()])
  const rowsOf = (collection: string, filter: object = {}) =>
    database
      .collection<{ data: object; score: number; cause: string }>(collection)
      .find({ walletId: owner.walletId, ...filter } as object)
      .sort({ _id: 1 })
      .toArray()
  const told = (await rowsOf('events', { type: 'wallet.frozen' })).map(({ data }) => data)
  expect(told).toMatchObject([{ source: 'manual' }, { source: 'policy', actor: 'screening' }])
  const scores = async () => (await rowsOf('trustChanges')).map(({ score, cause }) => [score, cause])
  expect((await scores()).at(-1)).toEqual([0, 'wallet.frozen'])
  await importAndRescreen('Nobody At All')
  expect(await act('unfreeze', 'compliance')).toMatchObject({ unfreezeWallet: { wallet: { status: 'frozen' } } })
  expect((await scores()).at(-1)?.[0]).toBeGreaterThan(0)
  const recorded = await database.collection('events').find({ orgId: owner.orgId, type: 'audit.changed' }).toArray()
  expect(JSON.stringify(recorded.at(-1))).toContain('complianceFreeze')
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
  const update = `mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { name } } }`
  const rename = () => execute(agents, admin, update, { input: { id: owner.orgId, name: 'Haverstock Renamed' } })
  expect(await refusalDetails(rename())).toMatchObject({ reason: 'sanctions_hit', name: 'present', list: 'owners' })
  // Nor where one of the modes keeps the name: the other would lose it.
  const legal = { 'legal.test.name': 'Grimbold Haverstock Trading' }
  await organizations.updateOne({ _id: owner.orgId }, { $set: legal })
  expect(await refusalDetails(rename())).toMatchObject({ reason: 'sanctions_hit', name: 'present', list: 'owners' })
  // Who only has the same name as somebody listed is helped by an operator, who says why.
  const facts = { name: 'Grimbold Namesake Trading', legalName: 'Grimbold Namesake, Inc.' }
  const state = (reason?: string) => agents.stateFacts({ orgId: owner.orgId, mode: 'test' }, { ...facts, reason })
  expect(await refusalDetails(state())).toMatchObject({ reason: 'sanctions_hit', name: 'present' })
  await state('Another company: its papers were seen.')
  expect(await organizations.findOne({ _id: owner.orgId })).toMatchObject({
    ...{ name: facts.name, legal: { test: { name: facts.legalName } } },
    nameChange: { reason: 'Another company: its papers were seen.' },
  })
  const lifting = `mutation ($input: UnfreezeWalletInput!) { unfreezeWallet(input: $input) { wallet { status } } }`
  const lift = { input: { walletId: owner.walletId, reason: 'Looked at.' } }
  expect(await execute(payments, owner.person('compliance', ['compliance']), lifting, lift)).toEqual({
    unfreezeWallet: { wallet: { status: 'active' } },
  })
  await importAndRescreen('Nobody At All')
  for (const make of made) expect(await refusalDetails(make())).toBeNull()
  expect(await refusalDetails(rename())).toBeNull()
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
  await expect.poll(isFrozen, { timeout: 60_000 }).toBe('screening')
  const rules = async () => (await heads.findOne({ _id: 'rescreened' })) as { rules?: string } | null
  await expect.poll(async () => (await rules())?.rules, { timeout: 60_000 }).not.toBe('those before')
  await first.stop(3_000)
  // The next start finds nothing to do.
  await rename(other)
  const second = startRescreening()
  await new Promise((resolve) => setTimeout(resolve, 500))
  await second.stop(3_000)
  expect((await world.wallet(other)).frozen).toBeNull()
})

test.each([
  ['agent', 'MONTCALM, Adelheid', []],
  ['organization', 'Montcalm Approving', []],
  ['address', 'Nobody At All', ['address']],
] as const)(
  'once a list names the %s of a wallet, nothing is accepted or signed for it, screened again or not (domain 4.3)',
  async (of, name, addresses) => {
    const { database, subgraphs } = world.service
    const owner = await world.createOwner()
    const set = (collection: string, id: string, fields: object) =>
      database.collection<{ _id: string }>(collection).updateOne({ _id: id }, { $set: fields })
    await importOwners('Nobody At All')
    await set('agents', owner.agent.agentId, { name: of === 'agent' ? 'Adelheid Montcalm' : 'payer' })
    await set('organizations', owner.orgId, { name: of === 'organization' ? 'Approving Montcalm' : 'Approving Inc.' })
    const { id } = await world.pay(owner, '1')
    const wallets = database.collection<{ _id: string; address: string }>('wallets')
    const { address = '' } = (await wallets.findOne({ _id: owner.walletId })) ?? {}
    await importOwners(name, addresses.length === 0 ? [] : [address.toLowerCase()])
    const { orgId, walletId } = owner
    await expect
      .poll(async () => {
        await subgraphs.payments.work.stop({ orgId, mode: 'test', scope: 'wallet', targetId: walletId })
        return (await database.collection<{ _id: string }>('payments').findOne({ _id: id })) as object
      })
      .toMatchObject({ status: 'failed', failureCode: 'compliance_denied', failureDetails: { whose: 'owner' } })
    expect(await refusalDetails(world.pay(owner, '1'))).toMatchObject({
      ...{ reason: 'sanctions_hit', whose: 'owner', list: 'owners' },
    })
    expect((await world.wallet(owner)).frozen).toMatchObject({ source: 'policy', by: 'screening' })
    // It is no payee that the agent has chosen.
    expect((await world.wallet(owner)).conduct?.flags ?? []).toEqual([])
  },
)

test('an attestation counts while its issuer is trusted, and evidence that is taken back counts no more (domain 4.1)', async () => {
  const owner = await world.createOwner()
  const { database, subgraphs } = world.service
  const { agentId } = owner.agent
  const agent = { ...owner.agent, capabilities: ['compliance'] as const }
  const admin = owner.person('admin', ['admin'])
  const known = async () => {
    const query = 'query ($agentId: ID!) { kya(agentId: $agentId) { level } }'
    const { kya } = await execute<{ kya: { level: string } }>(subgraphs.agents, admin, query, { agentId })
    return kya.level
  }
  const proofs = async () => (await world.wallet(owner)).kya?.map(({ type }) => type)
  const agents = database.collection<{ _id: string; did: string }>('agents')
  const { did = '' } = (await agents.findOne({ _id: agentId })) ?? {}
  const attest = async (by: Parameters<typeof execute>[1], id: string) => {
    const token = new SignJWT({ jti: id }).setProtectedHeader({ alg: 'EdDSA', typ: 'kya+JWT' }).setSubject(did)
    token.setIssuer(ISSUER).setAudience(NOWHERE).setIssuedAt().setExpirationTime('30 days')
    const mutation = 'mutation ($input: RecordKyaEvidenceInput!) { recordKyaEvidence(input: $input) { kya { level } } }'
    const attestation = await token.sign(issuer.privateKey)
    const input = { agentId, type: 'attestation', attestation }
    return execute(subgraphs.agents, by, mutation, { input })
  }
  const takeBack = (by: Parameters<typeof execute>[1], type: string, reason = 'Its purpose was another.') =>
    execute(
      subgraphs.agents,
      by,
      'mutation ($input: VoidKyaEvidenceInput!) { voidKyaEvidence(input: $input) { kya { level } } }',
      { input: { agentId, type, reason } },
    )
  await attest(agent, 'att_0')
  await attest(agent, 'att_1')
  expect([await known(), await proofs()]).toEqual(['attested', ['did_control', 'purpose_review', 'attestation']])
  const trust = async () => {
    const query = 'query ($id: ID!) { wallet(id: $id) { trustScore { score } } }'
    type Answer = { wallet: { trustScore: { score: number } } }
    const { wallet } = await execute<Answer>(subgraphs.payments, admin, query, { id: owner.walletId })
    return wallet.trustScore.score
  }
  const attested = await trust()
  // Nothing of it is lost where the configuration names its issuer no more, and counts again once it does.
  const from = async (source: string) => {
    const filters = { arrayFilters: [{ 'one.type': 'attestation' }] }
    await agents.updateOne({ _id: agentId }, { $set: { 'evidence.$[one].source': source } }, filters)
    const positions = database.collection<{ _id: string }>('positions')
    await positions.updateOne({ _id: `wal:${owner.walletId}` }, { $set: { 'kya.$[one].source': source } }, filters)
  }
  await from('https://gone.example')
  expect([await known(), await trust()]).toEqual(['verified', attested - 5])
  await from(ISSUER)
  expect([await known(), await trust()]).toEqual(['attested', attested])
  expect(await takeBack(admin, 'attestation')).toEqual({ voidKyaEvidence: { kya: { level: 'verified' } } })
  // The agent has it still, and those before it.
  for (const id of ['att_0', 'att_1'])
    expect(await refusalDetails(attest(agent, id))).toMatchObject({
      fields: [{ path: 'attestation', code: 'taken_back' }],
    })
  expect(await attest(agent, 'att_2')).toEqual({ recordKyaEvidence: { kya: { level: 'attested' } } })
  await takeBack(owner.person('compliance', ['compliance']), 'attestation', 'Its issuer was deceived.')
  for (const by of [agent, owner.person('approver')]) await expect(takeBack(by, 'purpose_review')).rejects.toThrow()
  await expect(takeBack(admin, 'purpose_review', '')).rejects.toMatchObject({ type: 'invalid_request' })
  for (const role of ['compliance', 'admin'] as const)
    expect(await takeBack(owner.person(role, [role]), 'purpose_review')).toEqual({
      voidKyaEvidence: { kya: { level: 'basic' } },
    })
  expect(await proofs()).toEqual(['did_control'])
  const told = await database
    .collection<{ data: object }>('events')
    .find({ resourceId: agentId, type: 'agent.updated' } as object)
    .toArray()
  expect(told.map(({ data }) => data)).toMatchObject([
    { actor: 'key_admin', reason: 'Its purpose was another.' },
    { actor: 'key_compliance', reason: 'Its issuer was deceived.' },
    { actor: 'key_compliance', reason: 'Its purpose was another.' },
  ])
})
