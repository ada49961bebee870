// Domain A.3, 9.5: the wallet of a revoked agent can be taken by another one, once nothing of the former agent is open.
import { getAddress, Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { audit } from '../../scripts/audit/audit.ts'
import { callRpc } from '../../scripts/embedded/rpc.ts'
import { createCarrier } from '../support/carriers.ts'
import {
  availableOf,
  done,
  fund,
  newAddress,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  textIn,
  until,
} from '../support/scene.ts'
import { signTransfer } from '../support/signTransfer.ts'
import { startTestService, type TestService } from '../support/startService.ts'

let service: TestService
let scene: Scene

beforeAll(async () => {
  service = await startTestService('wallet_takeover', 'in process')
  const carrier = createCarrier('rest', service)
  scene = await openScene({ carrierName: 'rest', service: () => service, carrier: () => carrier }, 'Takeover')
})
afterAll(() => service.stop())

const register = (more: object) =>
  scene.carrier.call(
    'register',
    { name: 'Next', capabilities: ['payments', 'wallets'], owner_org_id: scene.organization.orgId, ...more },
    scene.owner,
  )

const revoke = async (agentId: string): Promise<void> =>
  void done(await scene.carrier.call('revokeAgent', { agent_id: agentId, reason: 'Replaced.' }, scene.owner))

test('of several registrations at once one takes it, with a mandate of its own', async () => {
  const former = await openAgent(scene, { funds: '5' })
  const { walletId } = former
  refused(await register({ wallet_id: walletId }), 409, 'conflict', { reason: 'wallet_bound' })
  await revoke(former.agentId)
  const answers = await Promise.all(Array.from({ length: 6 }, () => register({ wallet_id: walletId })))
  const taken = answers.filter((answer) => answer.refused === null)
  expect(taken).toHaveLength(1)
  const { body } = done(taken[0] ?? (answers[0] as never))
  const wallet = done(await scene.carrier.call('getWallet', { wallet_id: walletId }, scene.owner)).body
  expect(wallet).toMatchObject({ agent_id: body.agent_id, mandate_id: body.mandate_id, status: 'active' })
  const old = done(await scene.carrier.call('getMandate', { mandate_id: former.mandateId }, scene.owner)).body
  expect(old.status).toBe('revoked')
  refused(await scene.carrier.call('me', {}, former.caller), 401, 'authentication_error', { reason: 'agent_revoked' })
  const payment = { wallet_id: walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
  const { body: paid } = done(
    await scene.carrier.call('createPayment', payment, { ...scene.owner, agentId: textIn(body, 'agent_id') }),
  )
  expect(paid.mandate_id).toBe(body.mandate_id)
})

// Specification 5, rule 6: the payments of another agent are not told through the wallet either.
test('its next agent is told what happens with the wallet, and nothing of what the former one has paid', async () => {
  const former = await openAgent(scene, { funds: '5' })
  const { walletId } = former
  const pay = { wallet_id: walletId, to: newAddress(), amount: '1.00', token: 'USDC', wait: 20 }
  const { body: paid } = done(await scene.carrier.call('createPayment', pay, former.caller))
  await revoke(former.agentId)
  const { body: next } = done(await register({ wallet_id: walletId }))
  const exchange = { agent_id: next.agent_id, api_key: next.api_key }
  const { body: issued } = done(await scene.carrier.call('token', exchange, {}))
  const caller = { token: textIn(issued, 'access_token') }
  refused(await scene.carrier.call('getPayment', { payment_id: paid.payment_id }, caller), 404, 'not_found')
  const told = done(await scene.carrier.call('listEvents', { wallet_id: walletId, limit: 100 }, caller))
  expect(told.text).not.toContain(textIn(paid, 'payment_id'))
  const { text } = done(await scene.carrier.call('listEvents', { wallet_id: walletId, limit: 100 }, scene.owner))
  expect(text).toContain(textIn(paid, 'payment_id'))
  const entries = async (as: Parameters<typeof scene.carrier.call>[2]) =>
    rowsIn(done(await scene.carrier.call('listTransactions', { wallet_id: walletId, type: 'payment' }, as)))
  const unsaid = { amount: '1.00', payment_id: null, counterparty: null, tx_hash: null, open: false }
  const seen = await entries(caller)
  expect(seen).toMatchObject([unsaid, unsaid])
  const named = { transaction_id: seen[0]?.transaction_id }
  expect(done(await createCarrier('graphql', service).call('getTransaction', named, caller)).body).toMatchObject(unsaid)
  const said = { payment_id: paid.payment_id, counterparty: getAddress(pay.to) }
  expect(await entries(scene.owner)).toMatchObject([said, said])
  // Nor does a filter tell by what it matches; without a type also the fee of the transaction.
  const { body: settled } = done(await scene.carrier.call('getPayment', { payment_id: paid.payment_id }, scene.owner))
  const matches = async (filter: Readonly<Record<string, unknown>>, as: typeof caller | typeof scene.owner) =>
    rowsIn(done(await scene.carrier.call('listTransactions', filter, as))).length
  for (const filter of [{ address: pay.to }, { tx_hash: textIn(settled, 'tx_hash') }])
    expect([await matches(filter, scene.owner), await matches(filter, caller)]).toEqual([expect.any(Number), 0])
  expect(await matches({ address: pay.to }, scene.owner)).toBeGreaterThan(0)
  await fund(scene, walletId, '1')
  expect(done(await scene.carrier.call('listEvents', { limit: 100 }, caller)).text).toContain('deposit.credited')
})

test('while something of the former agent is under way it is 409 wallet_busy; its holds are voided', async () => {
  const former = await openAgent(scene, { funds: '40', capabilities: ['payments', 'holds'] })
  const { walletId } = former
  const held = { wallet_id: walletId, amount: '2.00', token: 'USDC', merchant: newAddress() }
  const { body: hold } = done(await scene.carrier.call('createHold', held, scene.owner))
  await revoke(former.agentId)
  const read = () => scene.carrier.call('getHold', { hold_id: hold.hold_id }, scene.owner)
  await until(async () => done(await read()).body.status === 'voided')
  expect(done(await read()).body).toMatchObject({ void_reason: 'mandate_revoked' })
  const reserve = (micros: bigint) =>
    service.database
      .collection<{ _id: string }>('positions')
      .updateOne({ _id: `wal:${walletId}` }, { $set: { 'day.reserved': micros }, $inc: { v: 1 } })
  await reserve(1n)
  refused(await register({ wallet_id: walletId }), 409, 'conflict', { reason: 'wallet_busy' })
  await reserve(0n)
  done(await register({ wallet_id: walletId }))
})

async function prove(owner: Pick<Wallet, 'address' | 'signMessage'>) {
  const asked = { address: owner.address, chain: 'base' }
  const { body } = done(await scene.carrier.call('ownershipChallenge', asked, scene.owner))
  const signature = await owner.signMessage(textIn(body, 'message'))
  return { existing_wallet: { ...asked, proof: { nonce: body.nonce, signature } } }
}

test('an external wallet is taken with a newer proof only', async () => {
  const owner = Wallet.createRandom()
  const early = await prove(owner)
  const { body: first } = done(await register(await prove(owner)))
  const walletId = textIn(first, 'wallet_id')
  await fund(scene, walletId, '1')
  await revoke(textIn(first, 'agent_id'))
  refusedField(await register(early), 'existing_wallet.proof')
  const { body: second } = done(await register(await prove(owner)))
  expect([second.wallet_id, second.agent_id === first.agent_id]).toEqual([walletId, false])
  const rows = await service.database.collection<{ _id: string }>('walletProofs').find({ _id: owner.address }).toArray()
  expect(rows).toMatchObject([{ walletId, orgId: scene.organization.orgId, mode: 'test' }])
})

describe('money that an external wallet had before its registration', () => {
  const owner = new Wallet(Wallet.createRandom().privateKey)
  const report = () => {
    const { mongodbUri, databaseName, networks } = service.config
    const endpoints = new Map(networks.map(({ mode, chain, rpcUrls }) => [`${mode}:${chain}`, rpcUrls]))
    return audit({ mongodbUri, database: databaseName, endpoints })
  }
  const inBreach = ({ points }: Awaited<ReturnType<typeof report>>) => points.flatMap(({ breaches }) => breaches)
  let walletId: string
  beforeAll(async () => {
    const payer = await openAgent(scene, { funds: '20' })
    const payment = { wallet_id: payer.walletId, to: owner.address, amount: '12.00', token: 'USDC' }
    const { body } = done(await scene.carrier.call('createPayment', payment, payer.caller))
    const paid = { payment_id: body.payment_id }
    await until(
      async () => done(await scene.carrier.call('getPayment', paid, payer.caller)).body.status === 'completed',
    )
    walletId = textIn(done(await register(await prove(owner))).body, 'wallet_id')
  }, 60_000)
  const available = () => availableOf(scene.carrier, walletId, scene.owner)
  const deposits = async () =>
    rowsIn(done(await scene.carrier.call('listTransactions', { wallet_id: walletId, type: 'deposit' }, scene.owner)))

  test('is credited once, as a deposit of no transaction and no sender', async () => {
    await until(async () => (await available()) === 12)
    const facts = { amount: '12.00', status: 'completed', tx_hash: null, counterparty: null }
    expect(await deposits()).toMatchObject([facts])
    const [deposit] = await deposits()
    const graph = createCarrier('graphql', service)
    const named = { transaction_id: deposit?.transaction_id }
    expect(done(await graph.call('getTransaction', named, scene.owner)).body).toMatchObject(facts)
    const totals = done(await scene.carrier.call('transactionTotals', { wallet_id: walletId }, scene.owner))
    expect(totals.text).toContain('12.00')
    const reconciled = done(await scene.carrier.call('reconcileWallet', { wallet_id: walletId }, scene.owner))
    expect(reconciled.text).toContain('agrees')
    expect(inBreach(await report())).toEqual([])
  })

  test('what its owner moves leaves the balance, freezes nothing, and later deposits stay whole', async () => {
    const { raw } = signTransfer(owner, newAddress(), 5_000_000n)
    await callRpc(inject('services').base.rpcUrl, 'anvil_setBalance', [owner.address, '0xde0b6b3a7640000'])
    await callRpc(inject('services').base.rpcUrl, 'eth_sendRawTransaction', [raw])
    await until(async () => (await available()) === 7)
    await fund(scene, walletId, '3')
    expect(await available()).toBe(10)
    const wallet = done(await scene.carrier.call('getWallet', { wallet_id: walletId }, scene.owner)).body
    expect(wallet).toMatchObject({ status: 'active' })
    expect(await deposits()).toHaveLength(2)
    expect(inBreach(await report())).toEqual([])
  })

  test.each([
    ['of a wallet that nobody has opened', 'wallets', { $unset: { openings: '' } }],
    ['of another amount', 'deposits', { $set: { txHash: `0x${'1'.repeat(64)}` } }],
  ] as const)('the audit finds an opening balance %s', async (_, collection, change) => {
    const rows = service.database.collection<{ _id: string }>(collection)
    const filter = collection === 'wallets' ? { _id: walletId } : { walletId, txHash: null }
    const before = await rows.findOne(filter as object)
    await rows.updateOne({ _id: String(before?._id) }, change)
    const { points } = await report()
    await rows.replaceOne({ _id: String(before?._id) }, before as object)
    expect(points.filter(({ breachCount }) => breachCount > 0).map(({ point }) => point)).toEqual([6])
  })
})
