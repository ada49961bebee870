/**
 * The nonces of the relayer accounts: a nonce slot and its payment decide what is sent, the transaction at the lowest
 * pending nonce is replaced until it is mined, and a stuck account delays only its own payments.
 */
import { Transaction, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { relayerKeysOf } from '../../scripts/embedded/chainKeys.ts'
import type { Post } from '../../subgraphs/payments/chains/jsonRpc.ts'
import { NONCE_SLOTS, type NonceSlotRow } from '../../subgraphs/payments/models/nonceSlots.ts'
import { gasSpent } from '../../subgraphs/payments/rules/gasBudget.ts'
import { stopIntent } from '../../subgraphs/payments/services/stopPayments.ts'
import { type OrgPosition, orgRef } from '../../subgraphs/shared/commit/positions.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import type { JournalRow } from '../../subgraphs/shared/ledger/journal.ts'
import {
  newAddress,
  openSettlementWorld,
  type RunningWorker,
  type SettlementWorld,
  settleLimits,
  type TestWallet,
  USD,
  USDC_ADDRESS,
  until,
  type WorkerChanges,
} from '../support/settlementWorld.ts'

let world: SettlementWorld
let wallet: TestWallet
const stopped = () => new DomainError('kill_switch_active', 'Stopped.')

beforeAll(async () => {
  world = await openSettlementWorld('settlement_nonces')
  wallet = await world.createFundedWallet(24)
}, 60_000)
afterAll(() => world.close(), 30_000)

const running: RunningWorker[] = []
function startWorker(changes: WorkerChanges = {}) {
  const worker = world.startWorker(changes)
  running.push(worker)
  return worker
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()))
  await world.rpc('evm_setIntervalMining', 1)
})

async function expectUnpaid(id: string, to: string): Promise<void> {
  expect(await world.transfersTo(to)).toHaveLength(0)
  const { from = '', authorization } = (await world.payment(id)).chainWork ?? {}
  expect(await world.adapter.authorizationState(USDC_ADDRESS, from, authorization?.nonce ?? '')).toBe(true)
  const { onChain, available, inFlight } = await world.balances(wallet.walletId)
  expect({ onChain, inFlight }).toEqual({ onChain: available, inFlight: 0n })
  expect(await world.adapter.balanceOf(USDC_ADDRESS, wallet.address)).toBe(onChain)
}

describe('after a reorganization that dropped a mined cancellation', () => {
  test('the cancellation is resent, never the bytes of the failed payment', async () => {
    const to = newAddress()
    const before = await world.adapter.head()
    const worker = startWorker({ onStep: world.onceSigned('blacklist', to), options: { attemptsMax: 1 } })
    const id = await world.queuePayment(wallet, to, USD)
    worker.wake()
    await until('failed', world.failed(id))
    await world.administer('unBlacklist', to)
    await world.reorganizeStanding(before.number)
    await until('canceled again', async () => {
      const { from = '', authorization } = (await world.payment(id)).chainWork ?? {}
      return world.adapter.authorizationState(USDC_ADDRESS, from, authorization?.nonce ?? '')
    })
    const then = await world.adapter.head()
    await until('more blocks', async () => (await world.adapter.head()).number > then.number + 6)
    await worker.stop()
    await expectUnpaid(id, to)
  }, 45_000)
})

describe('after a rise of the base fee', () => {
  const rise = async () => {
    const { baseFee } = await world.adapter.head()
    await world.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(baseFee * 4n + 20_000_000_000n).toString(16)}`)
    await world.rpc('evm_setIntervalMining', 1)
  }

  test('an empty transfer that fills a nonce is replaced, and the payment behind it is mined', async () => {
    await world.rpc('evm_setIntervalMining', 0)
    let isStopped = false
    const worker = startWorker({
      options: { bumpFeeAfterMs: 1_000 },
      preSignCheck: () => (isStopped ? stopped() : null),
      onStep: (step) => {
        if (step === 'stored') isStopped = true
      },
    })
    const discarded = await world.queuePayment(wallet, newAddress(), USD)
    worker.wake()
    await until('discarded', world.failed(discarded))
    await worker.stop()
    const to = newAddress()
    const next = startWorker({ options: { bumpFeeAfterMs: 1_000 } })
    const id = await world.queuePayment(wallet, to, USD)
    await until('sent', async () => (await world.payment(id)).stage === 'confirming')
    await rise()
    await until('completed', world.completed(id), 25_000)
    await next.stop()
    const [filled] = await slotsOf(discarded)
    // At least once; on a slow machine the fee is raised again before the next block.
    const [first, ...replacements] = filled?.bytes.map(({ purpose }) => purpose) ?? []
    expect(first).toBe('pay')
    expect(replacements.length).toBeGreaterThanOrEqual(2)
    expect(new Set(replacements)).toEqual(new Set(['fill']))
    expect(await world.transfersTo(to)).toHaveLength(1)
  }, 45_000)

  test('a payment that was stopped in flight is canceled at its own nonce, and the one behind it is mined', async () => {
    await world.rpc('evm_setIntervalMining', 0)
    let isStopped = ''
    const worker = startWorker({
      options: { bumpFeeAfterMs: 1_000 },
      preSignCheck: (payment) => (payment._id === isStopped ? stopped() : null),
    })
    const [first, second] = [newAddress(), newAddress()]
    const stuck = await world.queuePayment(wallet, first, USD)
    worker.wake()
    await until('sent', async () => (await world.payment(stuck)).stage === 'confirming')
    isStopped = stuck
    const behind = await world.queuePayment(wallet, second, USD)
    await until('sent', async () => (await world.payment(behind)).stage === 'confirming')
    await rise()
    await until('completed', world.completed(behind), 25_000)
    await until('failed', world.failed(stuck), 25_000)
    await worker.stop()
    expect(await world.payment(stuck)).toMatchObject({ failureCode: 'kill_switch_active' })
    await expectUnpaid(stuck, first)
    await world.rpc('evm_setIntervalMining', 1)
  }, 60_000)
})

test('above the fee cap of the chain nothing is sent; the payment waits, and is sent when the fee has fallen; what was stopped does not wait', async () => {
  await world.rpc('evm_setIntervalMining', 0)
  await world.rpc('anvil_setNextBlockBaseFeePerGas', '0x746a528800') // 500 gwei, the cap of base
  await world.rpc('evm_mine')
  await world.rpc('anvil_setNextBlockBaseFeePerGas', '0x7558bdb000') // 504 gwei
  await world.rpc('evm_mine')
  const stop = new DomainError('wallet_frozen', 'Frozen.')
  const worker = startWorker({ preSignCheck: ({ stopped }) => (stopped === undefined ? null : stop) })
  const { number } = await world.adapter.head()
  await until('the head is seen', async () => {
    const cursor = await world.database.collection<{ _id: string; number: number }>('chainCursors').findOne({})
    return (cursor?.number ?? 0) >= number
  })
  const to = newAddress()
  const id = await world.queuePayment(wallet, to, USD)
  const stopped = await world.queuePayment(wallet, to, USD)
  const rules = { preSignReads: () => [], preSignCheck: () => stop, settleLimits }
  // While the chain may have paid it, as an older backup does not know.
  await world.commit.submit(stopIntent(rules, [await world.payment(stopped)], new Set([stopped])))
  worker.wake()
  await until('its money is free', world.failed(stopped))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await world.payment(id)).toMatchObject({ stage: 'queued', chainWork: null, attempts: [] })
  await world.rpc('anvil_setNextBlockBaseFeePerGas', '0x3b9aca00')
  await world.rpc('evm_mine')
  await world.rpc('evm_setIntervalMining', 1)
  await until('completed', world.completed(id))
  const [sent] = await world.transactions(id)
  expect(sent?.maxFee).toBeLessThan(500_000_000_000n)
})

describe('several relayer accounts', () => {
  test('an account with a stuck transaction delays only its own payments; new ones use the others', async () => {
    const keys = relayerKeysOf(world.keys)
    const [bad] = keys.map((key) => new Wallet(key).address)
    let isCut = true
    const post: Post = async (url, body) => {
      const text = await (
        await fetch(url, {
          method: 'POST',
          body: isCut ? withoutBytesOf(bad ?? '', body) : body,
          headers: JSON_HEADERS,
        })
      ).text()
      return text
    }
    const options = { stuckAfterMs: 1_500, resendAfterMs: 500, chunkSize: 4 }
    const worker = startWorker({ relayerKeys: keys, adapter: world.openAdapter(post), options })
    const ids: string[] = []
    const pay = async () => {
      ids.push(await world.queuePayment(wallet, newAddress(), USD))
      worker.wake()
    }
    const relayerOf = async (id: string) => (await world.payment(id)).chainWork?.relayer
    for (let count = 0; count < 12; count++) {
      await pay()
      await until('signed', async () => (await world.payment(ids.at(-1) ?? '')).chainWork !== null)
    }
    const relayers = await Promise.all(ids.map(relayerOf))
    expect(new Set(relayers).size).toBe(2)
    for (const [index, id] of ids.entries()) if (relayers[index] !== bad) await until('completed', world.completed(id))
    await until('noticed', async () => {
      await pay()
      const id = ids.at(-1) ?? ''
      await until('signed', async () => (await world.payment(id)).chainWork !== null)
      return (await relayerOf(id)) !== bad && (await relayerOf(ids.at(-2) ?? '')) !== bad
    })
    const after = await Promise.all([1, 2, 3].map(() => world.queuePayment(wallet, newAddress(), USD)))
    for (const id of after) await until('completed', world.completed(id))
    for (const id of after) expect(await relayerOf(id)).not.toBe(bad)
    isCut = false
    for (const id of ids) await until('completed', world.completed(id), 25_000)
    await worker.stop()
    expect(await world.balances(wallet.walletId)).toMatchObject({ inFlight: 0n, reserved: 0n })
  }, 60_000)

  test('a retired account finishes its transactions and gets no new ones', async () => {
    const [old = '', next = ''] = relayerKeysOf(world.keys)
    const first = startWorker({ relayerKeys: [old], dieAt: 'stored' })
    const begun = await world.queuePayment(wallet, newAddress(), USD)
    first.wake()
    await first.died
    const second = startWorker({ relayerKeys: [next], retiredRelayerKeys: [old] })
    const fresh = await world.queuePayment(wallet, newAddress(), USD)
    second.wake()
    for (const id of [begun, fresh]) await until('completed', world.completed(id))
    await second.stop()
    expect((await world.payment(begun)).chainWork?.relayer).toBe(new Wallet(old).address)
    expect((await world.payment(fresh)).chainWork?.relayer).toBe(new Wallet(next).address)
  })
})

test('a nonce that was allocated and never stored, with later ones behind it, is filled', async () => {
  const account = `test:base:${new Wallet(world.keys.relayerKey).address}`
  const worker = startWorker()
  const to = newAddress()
  const first = await world.queuePayment(wallet, to, USD)
  await until('completed', world.completed(first))
  await worker.stop()
  // As if a process had died between the commits of one chunk: the later nonce is stored, the earlier one is not.
  const nonce = await world.adapter.minedNonce(new Wallet(world.keys.relayerKey).address)
  const row = (await world.database.collection<NonceSlotRow>(NONCE_SLOTS).findOne({ account })) as NonceSlotRow
  const _id = `${account}:${String(nonce + 1).padStart(12, '0')}`
  const empty = { ...row, _id, nonce: nonce + 1, state: 'empty', bytes: [], subjectId: 'x', mined: null } as const
  await world.database.collection<NonceSlotRow>(NONCE_SLOTS).insertOne({ ...empty, authorizationNonce: null })
  const second = startWorker()
  const id = await world.queuePayment(wallet, to, USD)
  second.wake()
  await until('completed', world.completed(id))
  await second.stop()
  expect((await world.payment(id)).chainWork?.slot).toBe(nonce + 2)
})

test('a database from before slots stored their bytes: payments in flight complete, even over a crash', async () => {
  await world.rpc('evm_setIntervalMining', 0)
  const worker = startWorker()
  const to = newAddress()
  const id = await world.queuePayment(wallet, to, USD)
  worker.wake()
  await until('sent', async () => (await world.payment(id)).stage === 'confirming')
  await worker.stop()
  await toOldShape()
  await world.rpc('anvil_dropAllTransactions')
  await world.rpc('evm_setIntervalMining', 1)
  const second = startWorker()
  await until('completed', world.completed(id), 25_000)
  await second.stop()
  expect(await world.transfersTo(to)).toHaveLength(1)
  // Once: a restart finds the marker and reads nothing of it again.
  const third = startWorker()
  const after = await world.queuePayment(wallet, to, USD)
  third.wake()
  await until('completed', world.completed(after))
  await third.stop()
  // Above the fencing tokens in the old rows, which would otherwise count as those of a later holder.
  expect((await world.payment(after)).chainWork?.fence).toBeGreaterThan(7)
}, 60_000)

/** As the rows stood before: bytes in the payment, a slot a nonce and use, a lease for each account. */
async function toOldShape(): Promise<void> {
  const { database } = world
  const slots = await database.collection<NonceSlotRow>(NONCE_SLOTS).find().toArray()
  const old = slots.map(({ _id, account, nonce, subjectId, authorizationNonce, at, bytes }) => {
    const isMint = bytes[0]?.purpose === 'mint'
    const own = isMint ? { hash: bytes[0]?.hash, raw: bytes[0]?.raw } : null
    const use = { purpose: isMint ? 'mint' : 'pay', subjectId, attempt: nonce, authorizationNonce }
    return { _id, account, nonce, ...use, fence: 7, own, at }
  })
  await database.collection<{ _id: string }>('nonceSlots').insertMany(old)
  for (const { subjectId, nonce, bytes } of slots)
    for (const { hash, raw, purpose, at } of bytes) {
      const transaction = { hash, raw, nonce, purpose, at } as object
      await database
        .collection<{ _id: string }>('payments')
        .updateOne(
          { _id: subjectId, chainWork: { $ne: null } },
          { $push: { 'chainWork.transactions': transaction } as never, $set: { 'chainWork.fence': 7 } },
        )
    }
  await database.collection(NONCE_SLOTS).deleteMany({})
  const leases = database.collection<{ _id: string }>('leases')
  const [address] = slots.filter(({ bytes }) => bytes[0]?.purpose === 'pay').map(({ account }) => account)
  await leases.deleteMany({})
  await leases.insertOne({ _id: `settle:${address}`, holder: 'x', fence: 7, expiresAt: new Date(0) } as never)
}

const JSON_HEADERS = { 'content-type': 'application/json' }

/** Drops the transactions of one account; to the sender it looks like a lost response. */
function withoutBytesOf(address: string, body: string): string {
  const calls = JSON.parse(body) as { method: string; params: string[] }[]
  const kept = calls.map((call) =>
    call.method === 'eth_sendRawTransaction' && Transaction.from(call.params[0] ?? '').from === address
      ? { ...call, method: 'eth_chainId', params: [] }
      : call,
  )
  return JSON.stringify(kept)
}

async function slotsOf(id: string): Promise<NonceSlotRow[]> {
  return world.database.collection<NonceSlotRow>(NONCE_SLOTS).find({ subjectId: id }).toArray()
}

describe('gas', () => {
  const booked = async (orgId: OrgId) => {
    const row = await world.database.collection<OrgPosition>('positions').findOne({ _id: orgRef(orgId).id })
    return gasSpent(row as OrgPosition, { mode: 'test', chain: 'base' }, new Date())
  }
  const journals = (id: string) =>
    world.database.collection<JournalRow>('journals').find({ 'reference.id': id, type: 'gas_paid' }).toArray()

  test('of transfers, reverts and cancellations is posted to the organization, once for each receipt', async () => {
    const to = newAddress()
    const before = (await booked(wallet.orgId)).used
    const first = startWorker({ dieAt: 'blockApplied' })
    const paid = await world.queuePayment(wallet, newAddress(), USD)
    first.wake()
    await until('death', async () => first.hasDied())
    const options = { attemptsMax: 1 }
    const second = startWorker({ onStep: world.onceSigned('blacklist', to), options })
    const refused = await world.queuePayment(wallet, to, USD)
    second.wake()
    await until('completed', world.completed(paid))
    await until('failed', world.failed(refused))
    const sent = [...(await world.transactions(paid)), ...(await world.transactions(refused))]
    expect(sent.map(({ purpose }) => purpose)).toEqual(['pay', 'pay', 'cancel'])
    const rows = async () => [...(await journals(paid)), ...(await journals(refused))]
    await until('booked', async () => (await rows()).length === 3)
    const receipts = await world.adapter.receipts(sent.map(({ hash }) => hash))
    expect((await rows()).map(({ _id }) => _id).sort()).toEqual(sent.map(({ hash }) => `led_gas_${hash}`).sort())
    const cost = receipts.reduce((sum, receipt) => sum + (receipt?.gasWei ?? 0n), 0n)
    expect(cost).toBeGreaterThan(0n)
    expect((await booked(wallet.orgId)).used - before).toBe(cost)

    // The same transactions in other blocks, perhaps at another price: each is booked once, with what it has cost now.
    const head = await world.adapter.head()
    await world.reorganizeStanding(head.number - 2)
    await until('other blocks', async () => (await world.adapter.headAt(head.number))?.hash !== head.hash)
    const { number } = await world.adapter.head()
    await until('read again', async () => {
      const cursor = await world.database.collection<{ _id: string; number: number }>('chainCursors').findOne({})
      return (cursor?.number ?? 0) > number + 3
    })
    const again = await world.adapter.receipts(sent.map(({ hash }) => hash))
    const costNow = again.reduce((sum, receipt) => sum + (receipt?.gasWei ?? 0n), 0n)
    expect((await booked(wallet.orgId)).used - before).toBe(costNow)
  }, 60_000)
})
