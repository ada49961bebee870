// Domain A.3, 9.5: the wallet of a revoked agent can be taken by another one, once nothing of the former agent is open.
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCarrier } from '../support/carriers.ts'
import {
  done,
  fund,
  newAddress,
  openAgent,
  openScene,
  refused,
  refusedField,
  type Scene,
  textIn,
} from '../support/scene.ts'
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

/** What revoking an agent for good leaves behind. */
async function revoke(agentId: string, walletId: string): Promise<void> {
  const rows = (name: string) => service.database.collection<{ _id: string }>(name)
  await rows('agents').updateOne({ _id: agentId }, { $set: { status: 'revoked' }, $inc: { v: 1 } })
  await rows('positions').updateOne({ _id: `wal:${walletId}` }, { $set: { agentStatus: 'revoked' }, $inc: { v: 1 } })
}

test('of several registrations at once one takes it, with a mandate of its own', async () => {
  const former = await openAgent(scene, { funds: '5' })
  const { walletId } = former
  refused(await register({ wallet_id: walletId }), 409, 'conflict', { reason: 'wallet_bound' })
  await revoke(former.agentId, walletId)
  const answers = await Promise.all(Array.from({ length: 6 }, () => register({ wallet_id: walletId })))
  const taken = answers.filter((answer) => answer.refused === null)
  expect(taken).toHaveLength(1)
  const { body } = done(taken[0] ?? (answers[0] as never))
  const wallet = done(await scene.carrier.call('getWallet', { wallet_id: walletId }, scene.owner)).body
  expect(wallet).toMatchObject({ agent_id: body.agent_id, mandate_id: body.mandate_id, status: 'active' })
  const old = done(await scene.carrier.call('getMandate', { mandate_id: former.mandateId }, scene.owner)).body
  expect(old.status).toBe('superseded')
  refused(await scene.carrier.call('me', {}, former.caller), 401, 'authentication_error', { reason: 'agent_revoked' })
  const payment = { wallet_id: walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
  const { body: paid } = done(
    await scene.carrier.call('createPayment', payment, { ...scene.owner, agentId: textIn(body, 'agent_id') }),
  )
  expect(paid.mandate_id).toBe(body.mandate_id)
})

test('while a hold or parked work of the former agent is open it is 409 wallet_busy', async () => {
  const former = await openAgent(scene, { funds: '40', capabilities: ['payments', 'holds'] })
  const { walletId } = former
  const held = { wallet_id: walletId, amount: '2.00', token: 'USDC', merchant: newAddress() }
  const { body: hold } = done(await scene.carrier.call('createHold', held, scene.owner))
  await revoke(former.agentId, walletId)
  refused(await register({ wallet_id: walletId }), 409, 'conflict', { reason: 'wallet_busy' })
  done(await scene.carrier.call('voidHold', { hold_id: hold.hold_id }, scene.owner))
  done(await register({ wallet_id: walletId }))
})

test('an external wallet is taken with a newer proof only', async () => {
  const owner = Wallet.createRandom()
  const prove = async () => {
    const asked = { address: owner.address, chain: 'base' }
    const { body } = done(await scene.carrier.call('ownershipChallenge', asked, scene.owner))
    const signature = await owner.signMessage(textIn(body, 'message'))
    return { existing_wallet: { ...asked, proof: { nonce: body.nonce, signature } } }
  }
  const early = await prove()
  const { body: first } = done(await register(await prove()))
  const walletId = textIn(first, 'wallet_id')
  await fund(scene, walletId, '1')
  await revoke(textIn(first, 'agent_id'), walletId)
  refusedField(await register(early), 'existing_wallet.proof')
  const { body: second } = done(await register(await prove()))
  expect([second.wallet_id, second.agent_id === first.agent_id]).toEqual([walletId, false])
  const rows = await service.database.collection<{ _id: string }>('walletProofs').find({ _id: owner.address }).toArray()
  expect(rows).toMatchObject([{ walletId, orgId: scene.organization.orgId, mode: 'test' }])
})
