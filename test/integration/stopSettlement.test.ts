/** Stops of payments that are being settled: between storing and sending, after a crash, after a revert. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { createSweeps } from '../../subgraphs/payments/services/dueWork.ts'
import { QUEUED_MAX_MS } from '../../subgraphs/payments/services/endWaiting.ts'
import { stopIntent } from '../../subgraphs/payments/services/stopPayments.ts'
import type { SettlementStep } from '../../subgraphs/payments/settlement/network/network.ts'
import { createCommit } from '../../subgraphs/shared/commit/groupCommit.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { openBehindHanging } from '../support/hangingEndpoint.ts'
import {
  openSettlementWorld,
  type SettlementWorld,
  settleLimits,
  type TestWallet,
  until,
} from '../support/settlementWorld.ts'

let world: SettlementWorld
let wallet: TestWallet
let stopped = false
let receiver = ''

beforeAll(async () => {
  world = await openSettlementWorld('stop_settlement')
})
afterAll(() => world.close())
beforeEach(async () => {
  stopped = false
  receiver = (await world.createWallet()).address
  wallet = await world.createWallet()
  await world.fund(wallet, '100')
})

const error = () => new DomainError('kill_switch_active', 'A kill switch on everything stops this.')
const preSignCheck = () => (stopped ? error() : null)
const ended = (id: string) =>
  until('the end', async () => {
    const row = await world.payment(id)
    return row.status === 'pending' ? null : row
  })

async function funded() {
  await until('the deposit', async () => (await world.balances(wallet.walletId)).available === 100_000_000n)
}

function expectReleased(row: PaymentRow, balances: Awaited<ReturnType<SettlementWorld['balances']>>): void {
  expect(row).toMatchObject({ status: 'failed', failureCode: 'kill_switch_active' })
  expect(row.executedBeforeKill).toBeUndefined()
  expect(balances).toMatchObject({ available: 100_000_000n, inFlight: 0n, reserved: 0n, net: 0n })
}

test('stopped between storing and sending: discarded, its nonce filled, and the next payment continues behind it', async () => {
  const worker = world.startWorker({
    preSignCheck,
    onStep: (step: SettlementStep) => {
      if (step === 'stored') stopped = true
    },
  })
  await funded()
  const id = await world.queuePayment(wallet, receiver, 1_000_000n)
  worker.wake()
  const row = await ended(id)
  expectReleased(row, await world.balances(wallet.walletId))
  expect(row.chainWork).toBeNull()
  expect(row.txHash).toBeNull()
  await worker.stop()

  stopped = false
  const next = world.startWorker({})
  const after = await world.queuePayment(wallet, receiver, 2_000_000n)
  next.wake()
  expect(await ended(after)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(receiver)).toHaveLength(1)
  await next.stop()
})

test('stopped while its sender is paused in its last look: it looks again, and the payment is not sent', async () => {
  let isStored = false
  const worker = world.startWorker({
    preSignCheck() {
      const seen = preSignCheck()
      if (!isStored || stopped) return seen
      stopped = true
      for (const until = performance.now() + 600; performance.now() < until; );
      return seen
    },
    onStep: (step: SettlementStep) => {
      isStored ||= step === 'stored'
    },
  })
  await funded()
  const id = await world.queuePayment(wallet, receiver, 1_000_000n)
  worker.wake()
  expectReleased(await ended(id), await world.balances(wallet.walletId))
  expect(await world.transfersTo(receiver)).toHaveLength(0)
  await worker.stop()
})

test('stopped between nonce and bytes: the nonce is filled at once, and no other payment waits behind it', async () => {
  const rules = { preSignReads: () => [], preSignCheck: () => error(), settleLimits }
  const worker = world.startWorker({
    // The keeper of slots would fill it, too, much later.
    options: { resendAfterMs: 60_000 },
    async onStep(step: SettlementStep, subject: string) {
      if (step !== 'signed' || stopped) return
      stopped = true
      await world.commit.submit(stopIntent(rules, [await world.payment(subject)]))
    },
  })
  await funded()
  const id = await world.queuePayment(wallet, receiver, 1_000_000n)
  worker.wake()
  expectReleased(await ended(id), await world.balances(wallet.walletId))
  const after = await world.queuePayment(wallet, receiver, 2_000_000n)
  worker.wake()
  expect(await ended(after)).toMatchObject({ status: 'completed' })
  expect(await world.transfersTo(receiver)).toHaveLength(1)
  await worker.stop()
})

test('the sender dies after storing: its successor cancels the stopped payment at the same nonce', async () => {
  const first = world.startWorker({ preSignCheck, dieAt: 'stored' })
  await funded()
  const id = await world.queuePayment(wallet, receiver, 1_000_000n)
  first.wake()
  await first.died
  stopped = true
  const second = world.startWorker({ preSignCheck })
  const row = await ended(id)
  expectReleased(row, await world.balances(wallet.walletId))
  const sent = await world.transactions(id)
  expect(sent.map(({ purpose }) => purpose)).toEqual(['pay', 'cancel'])
  expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(1)
  expect(await world.transfersTo(receiver)).toHaveLength(0)
  await second.stop()
})

test('the sender dies after storing, and nothing is stopped: its successor adopts the bytes and sends them', async () => {
  const first = world.startWorker({ dieAt: 'stored' })
  await funded()
  const id = await world.queuePayment(wallet, receiver, 1_000_000n)
  first.wake()
  await first.died
  const before = await world.payment(id)
  const second = world.startWorker({})
  const row = await ended(id)
  expect(row.status).toBe('completed')
  expect(row.chainWork?.fence).toBeGreaterThan(before.chainWork?.fence ?? Number.POSITIVE_INFINITY)
  expect(await world.transfersTo(receiver)).toHaveLength(1)
  await second.stop()
})

test('stopped after a revert: it is not signed again but canceled', async () => {
  const refused = (await world.createWallet()).address
  const refuse = world.onceSigned('blacklist', refused)
  const worker = world.startWorker({
    preSignCheck,
    onStep: async (step: SettlementStep) => {
      await refuse(step)
      if (step === 'sent') stopped = true
    },
  })
  await funded()
  const id = await world.queuePayment(wallet, refused, 1_000_000n)
  worker.wake()
  const row = await ended(id)
  expectReleased(row, await world.balances(wallet.walletId))
  expect((await world.transactions(id)).map(({ purpose }) => purpose)).toEqual(['pay', 'cancel'])
  await worker.stop()
})

// Domain 5, invariant B.6: stops are checked once more just before the broadcast, however slow the endpoints are.
test('stopped after a revert while an endpoint hangs with the next transaction: that is canceled at its nonce', async () => {
  const refused = (await world.createWallet()).address
  const refuse = world.onceSigned('blacklist', refused)
  let isRetried = false
  const adapter = openBehindHanging(world, () => {
    stopped ||= isRetried
    return isRetried
  })
  const worker = world.startWorker({
    ...{ adapter, preSignCheck },
    onStep: async (step: SettlementStep) => {
      await refuse(step)
      isRetried ||= step === 'attemptStored'
    },
    options: { pauseMs: 200, overdueAfterMs: 1_500, attemptsMax: 1_000 },
  })
  await funded()
  const id = await world.queuePayment(wallet, refused, 1_000_000n)
  worker.wake()
  await until('the revert', async () => (await world.payment(id)).attempts.length > 0)
  await world.administer('unBlacklist', refused)
  const row = await ended(id)
  expectReleased(row, await world.balances(wallet.walletId))
  expect(await world.transfersTo(refused)).toHaveLength(0)
  const [, again, cancellation] = await world.transactions(id)
  expect([again?.purpose, cancellation?.purpose]).toEqual(['pay', 'cancel'])
  expect(cancellation?.nonce).toBe(again?.nonce)
  await worker.stop()
}, 60_000)

test('a transaction that a node has accepted is followed to its end, although everything is stopped', async () => {
  const worker = world.startWorker({
    preSignCheck,
    onStep: (step: SettlementStep) => {
      if (step === 'sent') stopped = true
    },
  })
  await funded()
  const id = await world.queuePayment(wallet, receiver, 1_000_000n)
  worker.wake()
  expect((await ended(id)).status).toBe('completed')
  await worker.stop()
})

test('what could not be sent for a day is ended by the sweep of all organizations, and what is younger goes on', async () => {
  const worker = world.startWorker({})
  await funded()
  await worker.stop()
  const id = await world.queuePayment(wallet, receiver, 1_000_000n)
  const { database, log } = world
  const rules = { preSignReads: () => [], preSignCheck: () => null, settleLimits }
  const sweepAt = (laterMs: number) => {
    const clock = { now: () => new Date(Date.now() + laterMs) }
    const commit = createCommit({ database, clock, log })
    const sweep = createSweeps({ database, clock, log, rules, commit }).find(({ name }) => name === 'waitingPayments')
    const stopping = new AbortController()
    const running = sweep?.run(stopping.signal)
    return async () => {
      stopping.abort()
      await running
      await commit.drain(5_000)
    }
  }
  const stopEarly = sweepAt(QUEUED_MAX_MS - 600_000)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await stopEarly()
  expect((await world.payment(id)).status).toBe('pending')
  const stopLate = sweepAt(QUEUED_MAX_MS + 60_000)
  const row = await ended(id)
  await stopLate()
  expect(row).toMatchObject({ status: 'failed', failureCode: 'all_adapters_exhausted' })
  expect(row.failureDetails).toMatchObject({ reason: 'not_sent_in_time' })
  expect(await world.balances(wallet.walletId)).toMatchObject({ available: 100_000_000n, inFlight: 0n, reserved: 0n })
})
