// The gas that a wallet is given for its own transfers (domain 9.2 b): whatever takes a nonce, no wallet waits for it for ever,
// and nothing stays reserved in the budget of its organization.
import { Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { relayerKeysOf } from '../../scripts/embedded/chainKeys.ts'
import { gasSpent } from '../../subgraphs/payments/rules/gasBudget.ts'
import { type OrgPosition, orgRef } from '../../subgraphs/shared/commit/positions.ts'
import { type DirectWorld, newPayee, openDirectWorld } from '../support/directWorld.ts'
import { type SettlementWorld, type TestWallet, until } from '../support/settlementWorld.ts'

let direct: DirectWorld
let world: SettlementWorld

beforeAll(async () => {
  direct = await openDirectWorld('direct_gas')
  world = direct.world
}, 60_000)
afterAll(() => world.close(), 30_000)
afterEach(() => direct.stopAll())

const reserved = async ({ orgId }: TestWallet) => {
  const org = await world.database.collection<OrgPosition>('positions').findOne({ _id: orgRef(orgId).id })
  return gasSpent(org as OrgPosition, { mode: 'test', chain: 'ethereum' }, new Date()).reserved
}

test('another transaction has the nonce of a gift of gas: the wallet gets another one, and nothing stays reserved', async () => {
  const wallet = await direct.fundedWallet()
  const relayer = new Wallet(world.keys.relayerKey).address
  let isTaken = false
  direct.start({
    options: { pauseMs: 50 },
    async onStep(step, subject) {
      if (step !== 'attemptStored' || subject !== `gas:${wallet.walletId}` || isTaken) return
      isTaken = true
      await world.rpc('anvil_impersonateAccount', relayer)
      await world.rpc('eth_sendTransaction', { from: relayer, to: relayer, gas: '0x5208' })
      await world.rpc('anvil_stopImpersonatingAccount', relayer)
      await world.rpc('evm_mine')
    },
  })
  const id = await world.queuePayment(wallet, newPayee(), 1_000_000n)
  await until('taken', async () => isTaken)
  expect(await reserved(wallet)).toBeGreaterThan(0n)
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
  await until('nothing reserved', async () => (await reserved(wallet)) === 0n)
}, 60_000)

test('the account that was to give it gas is no longer configured: another one gives it', async () => {
  const wallet = await direct.fundedWallet()
  const [old = '', next = ''] = relayerKeysOf(world.keys)
  const dying = direct.start({ relayerKeys: [old], dieAt: 'attemptStored' })
  const id = await world.queuePayment(wallet, newPayee(), 1_000_000n)
  await dying.died
  await dying.stop()
  direct.start({ relayerKeys: [next], options: { pauseMs: 50 } })
  expect(await direct.ended(id)).toMatchObject({ status: 'completed' })
}, 60_000)

test('a nonce that was allocated and never stored, and no gas to fill it: the wallet is given some, and the transfer behind it is paid', async () => {
  const wallet = await direct.fundedWallet()
  await world.rpc('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
  const payee = newPayee()
  const ids = [
    await world.queuePayment(wallet, newPayee(), 1_000_000n),
    await world.queuePayment(wallet, payee, 1_000_000n),
  ] as const
  let isEmptied = false
  direct.start({
    options: { authorizationTriesMax: 1 },
    // Its commit fails, after its nonce was allocated.
    preSignCheck(payment) {
      if (payment._id === ids[0]) throw new Error('it cannot be decided')
      return null
    },
    async onStep(step) {
      if (step !== 'stored' || isEmptied) return
      isEmptied = true
      await world.rpc('anvil_setBalance', wallet.address, '0x0')
    },
  })
  expect(await direct.ended(ids[0])).toMatchObject({ status: 'failed' })
  expect(await direct.ended(ids[1])).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(payee)).toHaveLength(1)
  await until('nothing reserved', async () => (await reserved(wallet)) === 0n)
}, 60_000)
