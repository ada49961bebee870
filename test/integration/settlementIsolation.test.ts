/**
 * Fault isolation: what is wrong with one payment, row, endpoint or organization never stops what belongs to others, and is
 * retried until it is done or has failed with its reason.
 */
import { keccak256 } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '../../subgraphs/payments/chains/jsonRpc.ts'
import { MISMATCHES, type MismatchRow } from '../../subgraphs/payments/models/mismatches.ts'
import { hotWalletId } from '../../subgraphs/shared/conversions.ts'
import { holdOrganization } from '../support/holdOrganization.ts'
import {
  newAddress,
  openSettlementWorld,
  type SettlementWorld,
  type TestWallet,
  USD,
  until,
} from '../support/settlementWorld.ts'

let world: SettlementWorld

beforeAll(async () => {
  world = await openSettlementWorld('settlement_isolation')
}, 60_000)
afterAll(() => world.close(), 30_000)

/** With money in it, from a worker that then goes away. */
async function creditedWallets(count: number, amount = '500'): Promise<TestWallet[]> {
  const wallets: TestWallet[] = []
  for (let made = 0; made < count; made++) {
    const wallet = await world.createWallet()
    await world.fund(wallet, amount)
    wallets.push(wallet)
  }
  const worker = world.startWorker()
  for (const { walletId } of wallets)
    await until('deposit', async () => (await world.balances(walletId)).available > 0n)
  await worker.stop()
  return wallets
}

interface Row {
  _id: string
  [field: string]: unknown
}
const rows = (name: string) => world.database.collection<Row>(name)
const mismatchOf = (subject: Partial<MismatchRow>) =>
  world.database.collection<MismatchRow>(MISMATCHES).findOne(subject)

/** Endpoints of one chain, each of which a test can take away. */
function openEndpoints(count: number) {
  const dead = new Set<number>()
  const urls = Array.from({ length: count }, (_, index) => `http://endpoint-${index}.example`)
  const post: Post = async (url, body) => {
    if (dead.has(urls.indexOf(url))) throw new Error('connect ECONNREFUSED')
    const headers = { 'content-type': 'application/json' }
    return (await fetch(world.rpcUrl, { method: 'POST', body, headers })).text()
  }
  return { dead, adapter: world.openAdapter(post, urls) }
}

test('an endpoint that is stale but still responds: the next one is used', async () => {
  const [stopped, good] = ['http://stopped.example', 'http://good.example']
  const at = (await world.adapter.head()).number
  const post: Post = async (url, body) => {
    const calls = JSON.parse(body) as { method: string; params: unknown[] }[]
    const seen = (call: (typeof calls)[number]) => {
      const wanted = call.params[0] === 'latest' ? at : Math.max(0, Number(call.params[0]))
      return { ...call, params: [`0x${(wanted > at ? 1e9 : wanted).toString(16)}`, false] }
    }
    const asked =
      url === good ? calls : calls.map((call) => (call.method === 'eth_getBlockByNumber' ? seen(call) : call))
    const headers = { 'content-type': 'application/json' }
    return (await fetch(world.rpcUrl, { method: 'POST', body: JSON.stringify(asked), headers })).text()
  }
  const adapter = world.openAdapter(post, [stopped, good], { staleAfterMs: 500 })
  const worker = world.startWorker({ adapter })
  const receiver = await world.createWallet()
  await world.fund(receiver, '5')
  await until('deposit', async () => (await world.balances(receiver.walletId)).available > 0n)
  await worker.stop()
})

test('an endpoint that accepts transactions without propagating them: another gets them too', async () => {
  const [keeping, good] = ['http://keeping.example', 'http://good.example']
  const post: Post = async (url, body) => {
    const calls = JSON.parse(body) as { id: number; method: string; params: string[] }[]
    if (url === keeping && calls.some(({ method }) => method === 'eth_sendRawTransaction'))
      return JSON.stringify(calls.map(({ id, params }) => ({ id, result: keccak256(params[0] ?? '0x') })))
    const headers = { 'content-type': 'application/json' }
    return (await fetch(world.rpcUrl, { method: 'POST', body, headers })).text()
  }
  const payer = await world.createWallet()
  await world.fund(payer, '5')
  const worker = world.startWorker({ adapter: world.openAdapter(post, [keeping, good]) })
  await until('deposit', async () => (await world.balances(payer.walletId)).available > 0n)
  const id = await world.queuePayment(payer, newAddress(), 1_000n)
  await until('completed', async () => (await world.payment(id)).stage === 'completed')
  await worker.stop()
  expect(await world.transactions(id)).toHaveLength(1)
})

describe('one dead endpoint and a payment that reverts', () => {
  test('of two: other payments continue, and the verdict about that one waits until both respond', async () => {
    const [bad, healthy] = (await creditedWallets(2)) as [TestWallet, TestWallet]
    const { dead, adapter } = openEndpoints(2)
    const refused = newAddress()
    const onStep = world.onceSigned('blacklist', refused)
    dead.add(1)
    const badId = await world.queuePayment(bad, refused, USD)
    const worker = world.startWorker({ adapter, onStep, options: { pauseMs: 200, overdueAfterMs: 1_500 } })
    const canceled = async () => (await world.transactions(badId)).at(-1)?.purpose === 'cancel'
    await until('it is canceled on chain', canceled, 20_000)
    for (let round = 0; round < 3; round++) {
      const id = await world.queuePayment(healthy, newAddress(), USD)
      await until('a payment of another', world.completed(id), 20_000)
    }
    const waits = async () => rows('settlementTasks').findOne({ subjectId: badId, error: { $type: 'string' } })
    await until('the verdict waits', waits)
    expect(await world.payment(badId)).toMatchObject({ status: 'pending' })
    dead.clear()
    await until('failed', async () => (await world.payment(badId)).status === 'failed')
    await worker.stop()
    expect(await world.balances(bad.walletId)).toMatchObject({ available: 500n * USD, inFlight: 0n, reserved: 0n })
  }, 60_000)

  test('of three: two that agree are enough', async () => {
    const [bad] = (await creditedWallets(1)) as [TestWallet]
    const { dead, adapter } = openEndpoints(3)
    const refused = newAddress()
    const onStep = world.onceSigned('blacklist', refused)
    dead.add(0)
    const id = await world.queuePayment(bad, refused, USD)
    const worker = world.startWorker({ adapter, onStep, options: { pauseMs: 200, overdueAfterMs: 1_500 } })
    await until('failed', async () => (await world.payment(id)).status === 'failed', 25_000)
    await worker.stop()
  }, 40_000)
})

describe('rows that cannot be posted', () => {
  test('a deposit is set aside with a mismatch, the cursor advances, and it is credited automatically later', async () => {
    const [healthy] = (await creditedWallets(1)) as [TestWallet]
    const broken = await world.createWallet()
    const _id = `wal:${broken.walletId}`
    const position = await rows('positions').findOne({ _id })
    await rows('positions').deleteOne({ _id })
    await world.fund(broken, '7')
    const worker = world.startWorker({ options: { pauseMs: 300, pauseMaxMs: 1_000 } })
    const open = await until('a mismatch', () => mismatchOf({ walletId: broken.walletId }))
    expect(open).toMatchObject({ kind: 'deposit_not_booked', state: 'open', expected: '0', found: '7000000' })
    expect(open.orgId).toBe(broken.orgId)
    const id = await world.queuePayment(healthy, newAddress(), USD)
    await until('a payment of another', world.completed(id))
    await rows('positions').insertOne(position as Row)
    await until('credited', async () => (await world.balances(broken.walletId)).available === 7n * USD)
    await until('resolved', async () => (await mismatchOf({ _id: open._id }))?.state === 'resolved')
    await worker.stop()
    expect(await world.balances(broken.walletId)).toMatchObject({ available: 7n * USD, onChain: 7n * USD })
    expect(await rows('settlementTasks').countDocuments({ orgId: broken.orgId })).toBe(0)
    const told = await rows('events').find({ orgId: broken.orgId, type: 'reconciliation.mismatch' }).toArray()
    expect(told.map(({ data }) => (data as { state: string }).state)).toEqual(['open', 'resolved'])
  }, 40_000)

  test('a completion is set aside too, and completes once its wallet is repaired', async () => {
    const [bad, healthy] = (await creditedWallets(2)) as [TestWallet, TestWallet]
    const _id = `wal:${bad.walletId}`
    const badId = await world.queuePayment(bad, newAddress(), USD)
    const worker = world.startWorker({
      options: { pauseMs: 300, pauseMaxMs: 1_000 },
      onStep: async (step, subject) => {
        // Once it is sent nothing but the booking is left.
        if (step === 'accepted' && subject === badId)
          await rows('positions').updateOne({ _id }, { $set: { 'balances.base:USDC.inFlight': 0n } })
      },
    })
    const open = await until('a mismatch', () => mismatchOf({ paymentId: badId }))
    expect(open).toMatchObject({ kind: 'payment_not_booked', state: 'open', walletId: bad.walletId })
    const id = await world.queuePayment(healthy, newAddress(), USD)
    await until('a payment of another', world.completed(id))
    expect((await world.payment(badId)).status).toBe('pending')
    await rows('positions').updateOne({ _id }, { $set: { 'balances.base:USDC.inFlight': USD } })
    await until('completed', world.completed(badId))
    await until('resolved', async () => (await mismatchOf({ _id: open._id }))?.state === 'resolved')
    await worker.stop()
    expect(await world.balances(bad.walletId)).toMatchObject({
      available: 499n * USD,
      inFlight: 0n,
      onChain: 499n * USD,
    })
  }, 40_000)
})

describe('a payment for which the final gates throw', () => {
  // Nothing but the first sending takes the healthy ones to the chain within these times.
  const options = { resendAfterMs: 60_000, overdueAfterMs: 60_000, pauseMs: 200, authorizationTriesMax: 2 }

  test.each([
    ['before it is signed', null, 'all_adapters_exhausted'],
    ['between signing and sending', 'stored', 'internal_error'],
  ] as const)(
    '%s: it fails, and those of its chunk are sent',
    async (_, from, failureCode) => {
      const [bad, healthy] = (await creditedWallets(2)) as [TestWallet, TestWallet]
      const badId = await world.queuePayment(bad, newAddress(), USD)
      const ids = [
        await world.queuePayment(healthy, newAddress(), USD),
        await world.queuePayment(healthy, newAddress(), USD),
      ]
      let isBroken = from === null
      const worker = world.startWorker({
        options,
        onStep: (step) => {
          isBroken ||= step === from
        },
        preSignCheck: (payment) => {
          if (payment._id === badId && isBroken) throw new Error('a rule that is broken')
          return null
        },
      })
      for (const id of ids) await until('the others', world.completed(id))
      await until('it fails', async () => (await world.payment(badId)).status === 'failed', 25_000)
      await worker.stop()
      expect((await world.payment(badId)).failureCode).toBe(failureCode)
      expect(await world.balances(bad.walletId)).toMatchObject({ available: 500n * USD, inFlight: 0n, reserved: 0n })
    },
    60_000,
  )
})

test('an organization whose commits do not come through waits, and payments of others are sent', async () => {
  const [stuck, other] = (await creditedWallets(2)) as [TestWallet, TestWallet]
  const waiting = [await world.queuePayment(stuck, newAddress(), USD)]
  const paid = [await world.queuePayment(other, newAddress(), USD)]
  for (let more = 0; more < 3; more++) waiting.push(await world.queuePayment(stuck, newAddress(), USD))
  const release = holdOrganization(world.database, stuck.orgId)
  await new Promise((end) => setTimeout(end, 500))
  const worker = world.startWorker({ options: { chunkSize: 2 } })
  try {
    await until('the first of another', world.completed(paid[0] as string), 15_000)
    for (let more = 0; more < 3; more++) paid.push(await world.queuePayment(other, newAddress(), USD))
    worker.wake()
    for (const id of paid) await until('others', world.completed(id), 15_000)
    for (const id of waiting) expect((await world.payment(id)).status).toBe('pending')
  } finally {
    await release()
  }
  for (const id of waiting) await until('its own', world.completed(id))
  await worker.stop()
  expect(await world.balances(stuck.walletId)).toMatchObject({
    available: 496n * USD,
    inFlight: 0n,
    onChain: 496n * USD,
  })
}, 90_000)

test('bytes whose sender died are sent, although commits of their organization do not come through: others wait behind their nonce', async () => {
  const [stuck, other] = (await creditedWallets(2)) as [TestWallet, TestWallet]
  const dying = world.startWorker({ dieAt: 'stored' })
  const first = await world.queuePayment(stuck, newAddress(), USD)
  await dying.died
  await dying.stop()
  const second = await world.queuePayment(other, newAddress(), USD)
  const release = holdOrganization(world.database, stuck.orgId)
  await new Promise((end) => setTimeout(end, 500))
  const worker = world.startWorker()
  try {
    await until('the other one is paid', world.completed(second), 15_000)
  } finally {
    await release()
  }
  await until('its own', world.completed(first))
  await worker.stop()
  expect(await world.transactions(first)).toHaveLength(1)
}, 60_000)

test('a commit that comes through after its lease was prolonged is stored: settlement does not restart', async () => {
  const [payer] = (await creditedWallets(1)) as [TestWallet]
  const before = world.log.lines.length
  let isHeld = false
  const worker = world.startWorker({
    options: { leaseMs: 2_000 },
    async onStep(step) {
      if (step !== 'signed' || isHeld) return
      isHeld = true
      const release = holdOrganization(world.database, payer.orgId)
      await new Promise((end) => setTimeout(end, 500))
      setTimeout(() => void release(), 2_500)
    },
  })
  const id = await world.queuePayment(payer, newAddress(), USD)
  await until('completed', world.completed(id), 20_000)
  await worker.stop()
  expect(isHeld).toBe(true)
  const messages = world.log.lines.slice(before).map(({ message }) => message)
  expect(messages).not.toContain('settlement restarts')
}, 60_000)

describe('payments that cannot be authorized', () => {
  test('384 of one organization do not delay a payment of another', async () => {
    const [poisoned, healthy] = (await creditedWallets(2)) as [TestWallet, TestWallet]
    await world.database.collection<{ _id: string }>('walletKeys').deleteOne({ _id: poisoned.walletId })
    for (let queued = 0; queued < 384; queued += 64)
      await Promise.all(Array.from({ length: 64 }, () => world.queuePayment(poisoned, newAddress(), USD / 100n)))
    const id = await world.queuePayment(healthy, newAddress(), USD)
    const worker = world.startWorker()
    await until('the healthy one is completed', world.completed(id), 20_000)
    await worker.stop()
    const { orgId } = poisoned
    const open = await world.database.collection('payments').countDocuments({ orgId, stage: 'queued' })
    expect(open).toBe(384)
  }, 60_000)

  test('one is retried with backoff, over a restart too, then fails with its reason and releases its funds', async () => {
    const [poisoned] = (await creditedWallets(1)) as [TestWallet]
    await world.database.collection<{ _id: string }>('walletKeys').deleteOne({ _id: poisoned.walletId })
    const id = await world.queuePayment(poisoned, newAddress(), USD)
    const options = { authorizationTriesMax: 3, pauseMs: 1_000 }
    const first = world.startWorker({ options })
    await until('a try', async () => (await world.payment(id)).authorizationTries === 1)
    await first.stop()
    const { sendAfter, updatedAt } = await world.payment(id)
    expect(Number(sendAfter) - Number(updatedAt)).toBe(1_000)
    const second = world.startWorker({ options })
    await until('the second try', async () => (await world.payment(id)).authorizationTries === 2)
    const again = await world.payment(id)
    expect(Number(again.sendAfter) - Number(again.updatedAt)).toBe(2_000)
    expect(again.updatedAt.getTime()).toBeGreaterThanOrEqual(Number(sendAfter))
    await until('failed', async () => (await world.payment(id)).status === 'failed')
    await second.stop()
    const row = await world.payment(id)
    expect(row).toMatchObject({
      failureCode: 'all_adapters_exhausted',
      failureDetails: {
        reason: 'authorization_failed',
        attempts: row.attempts.map(({ adapter, error }) => ({ adapter, error })),
      },
      chainWork: null,
    })
    expect(row.attempts).toHaveLength(3)
    expect(await world.balances(poisoned.walletId)).toMatchObject({ available: 500n * USD, inFlight: 0n, reserved: 0n })
  })
})

/** Fields that no release has ever written, each in a payment of its own. */
const POISONS: readonly Record<string, unknown>[] = [
  { token: 'NONE' },
  { to: 'nowhere' },
  { amount: 'much' },
  { walletId: 'wal_none' },
  { attempts: null },
  { nonceOf: 'hld_none' },
  { chainWork: {} },
  { stopped: { type: 'none' } },
  { quoteId: 'qte_none', nonceOf: 'none' },
]
const KINDS = ['deposit', 'completed', 'canceled', 'reverted', 'reorganized', 'gas', 'outflow'] as const
const LOST = ['lostDeposit', 'lostOutflow', 'lostPayment'] as const

test('poisoned rows of one organization in every queue of settlement: what is of others is sent and booked', async () => {
  const [bad, healthy] = (await creditedWallets(2)) as [TestWallet, TestWallet]
  for (const poison of POISONS)
    for (const stage of ['queued', 'broadcasting']) {
      const id = await world.queuePayment(bad, newAddress(), USD)
      await rows('payments').updateOne({ _id: id }, { $set: { stage, updatedAt: new Date(0), ...poison } })
    }
  const network = 'test:base'
  const task = { network, orgId: bad.orgId, tries: 0, dueAt: new Date(0), error: null, createdAt: new Date() }
  for (const kind of [...KINDS, ...LOST])
    await rows('settlementTasks').insertOne({
      ...{ ...task, _id: `${network}:${kind}:none:1`, subjectId: 'none', work: { kind, outflow: {}, receipts: [{}] } },
    })
  const mismatch = { orgId: bad.orgId, mode: 'test', chain: 'base', token: 'USDC', state: 'open', v: 1 }
  for (const kind of ['unexpected_outflow', 'failed_payment_mined', 'deposit_reorganized'])
    for (const walletId of [bad.walletId, hotWalletId('test')])
      await rows('mismatches').insertOne({
        ...{
          ...mismatch,
          _id: `mis_${kind}_${walletId}`,
          kind,
          walletId,
          paymentId: null,
          depositId: null,
          missing: 1n,
        },
        transfer: { to: 'nowhere', minedAt: 'never', authorization: 'none', block: 'none' },
      })
  const to = await world.createWallet()
  await world.fund(to, '3')
  // In one chunk with the poisoned ones.
  const id = await world.queuePayment(healthy, newAddress(), USD)
  const worker = world.startWorker({ options: { overdueAfterMs: 300, chunksInFlight: 1 } })
  await until('sent and booked', world.completed(id))
  await until('deposit', async () => (await world.balances(to.walletId)).available === 3n * USD)
  await until('overdue ones are looked at', async () =>
    world.log.lines.some(({ message }) => message.includes('could not be reconciled')),
  )
  const later = await world.queuePayment(healthy, newAddress(), USD)
  await until('sent and booked', world.completed(later))
  expect(world.log.lines.filter(({ message }) => message === 'settlement restarts')).toEqual([])
  await worker.stop()
  for (const name of ['payments', 'settlementTasks', 'mismatches']) await rows(name).deleteMany({ orgId: bad.orgId })
}, 60_000)
