/**
 * Batches (reliability 3.4): payments of one organization that wait together share a transaction of the relayer. Each of
 * them is paid once or fails with its own reason, whatever becomes of the others, of the process and of the chain.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOfKey } from '../../scripts/embedded/chainKeys.ts'
import { findSlotsOf, type NonceSlotRow } from '../../subgraphs/payments/models/nonceSlots.ts'
import { findPaymentsById } from '../../subgraphs/payments/models/payments.ts'
import { replaceBytesIntent } from '../../subgraphs/payments/settlement/intents/replaceBytes.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { PaymentId } from '../../subgraphs/shared/ids.ts'
import type { JournalRow } from '../../subgraphs/shared/ledger/journal.ts'
import { openBehindHanging } from '../support/hangingEndpoint.ts'
import {
  newAddress,
  openSettlementWorld,
  type RunningWorker,
  type SettlementWorld,
  type TestWallet,
  USD,
  USDC_ADDRESS,
  until,
  type WorkerChanges,
} from '../support/settlementWorld.ts'

let world: SettlementWorld
let wallet: TestWallet
let start = 0n
const running: RunningWorker[] = []
const stopped = () => new DomainError('kill_switch_active', 'Stopped.')

beforeAll(async () => {
  world = await openSettlementWorld('settlement_batches')
  wallet = await world.createFundedWallet(24)
}, 60_000)
afterAll(() => world.close(), 30_000)

beforeEach(async () => {
  start = (await world.balances(wallet.walletId)).available
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()))
  await world.rpc('evm_setIntervalMining', 1)
})

function startWorker(changes: WorkerChanges = {}) {
  const worker = world.startWorker(changes)
  running.push(worker)
  return worker
}

interface Queued {
  readonly id: PaymentId
  readonly to: string
}

/** Queued together, before a worker runs. */
const queue = (count: number, payer = wallet): Promise<Queued[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const to = newAddress()
      return { id: await world.queuePayment(payer, to, USD), to }
    }),
  )

async function slotsOf(payments: readonly Queued[]): Promise<NonceSlotRow[]> {
  const found = await findSlotsOf(
    world.database,
    payments.map(({ id }) => id),
  )
  const rows = [...found.values()].flat()
  return [...new Map(rows.map((row) => [row._id, row])).values()]
}

async function untilCompleted(payments: readonly Queued[]): Promise<void> {
  const ids = payments.map(({ id }) => id)
  const completed = async () =>
    (await findPaymentsById(world.database, ids)).every(({ stage }) => stage === 'completed')
  await until('completed', completed, 40_000)
}

/** Paid exactly once on chain, and the ledger agrees with the token to the unit. */
async function expectPaid(payments: readonly Queued[]): Promise<void> {
  for (const { to } of payments) {
    expect(await world.transfersTo(to)).toHaveLength(1)
    expect(await world.adapter.balanceOf(USDC_ADDRESS, to)).toBe(USD)
  }
  const { available, onChain, inFlight } = await world.balances(wallet.walletId)
  expect({ available, onChain, inFlight }).toEqual({
    ...{ available: start - BigInt(payments.length) * USD },
    onChain: available,
    inFlight: 0n,
  })
  expect(await world.adapter.balanceOf(USDC_ADDRESS, wallet.address)).toBe(onChain)
}

async function expectUnpaid({ id, to }: Queued, used: boolean): Promise<void> {
  expect(await world.transfersTo(to)).toHaveLength(0)
  const { from = wallet.address, authorization } = (await world.payment(id)).chainWork ?? {}
  if (authorization != null)
    expect(await world.adapter.authorizationState(USDC_ADDRESS, from, authorization.nonce)).toBe(used)
}

test('a payment that waits alone is sent by itself', async () => {
  const worker = startWorker()
  const alone = await queue(1)
  worker.wake()
  await untilCompleted(alone)
  const [slot] = await slotsOf(alone)
  expect(slot).toMatchObject({ subjectId: alone[0]?.id, state: 'mined' })
  expect(slot?.paymentIds).toBeUndefined()
  await expectPaid(alone)
})

test('many that wait share transactions of at most 50, and the cost of each is divided among them to the wei', async () => {
  const payments = await queue(70)
  startWorker()
  await untilCompleted(payments)
  const slots = await slotsOf(payments)
  const sizes = slots.map(({ paymentIds = [] }) => paymentIds.length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(70)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(50)
  expect(slots.length).toBeLessThanOrEqual(4)
  await until('gas', async () => (await slotsOf(payments)).every(({ mined }) => mined !== null))
  for (const { mined, paymentIds = [] } of await slotsOf(payments)) {
    const journals = await gasOf(paymentIds)
    const shares = journals.map(({ lines }) => BigInt(lines[0]?.amount ?? 0))
    expect(shares).toHaveLength(paymentIds.length)
    expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(BigInt(mined?.gasWei ?? 0))
    const [least = 0n, ...others] = [...shares].sort((a, b) => Number(a - b))
    expect(others.filter((share) => share !== least).length).toBeLessThanOrEqual(1)
    const [receipt] = await world.adapter.receipts([mined?.hash ?? ''])
    expect(receipt?.gasWei).toBe(BigInt(mined?.gasWei ?? 0))
  }
  await expectPaid(payments)
}, 60_000)

const gasOf = (ids: readonly string[]) =>
  world.database
    .collection<JournalRow>('journals')
    .find({ 'reference.id': { $in: [...ids] }, type: 'gas_paid' })
    .toArray()

test('two organizations never share a transaction', async () => {
  const other = await world.createFundedWallet(1)
  const [own, others] = [await queue(5), await queue(5, other)]
  startWorker()
  await untilCompleted([...own, ...others])
  const owners = new Map([
    ...own.map(({ id }) => [id, wallet.orgId] as const),
    ...others.map(({ id }) => [id, other.orgId] as const),
  ])
  for (const { orgId, paymentIds = [] } of await slotsOf([...own, ...others]))
    expect(new Set(paymentIds.map((id) => owners.get(id)))).toEqual(new Set([orgId]))
  await expectPaid(own)
}, 40_000)

test('a wallet with many payments does not fill the transactions: one with a single payment is in the first of them', async () => {
  const neighbor = await world.createWallet(wallet.orgId)
  await world.fund(neighbor, '10')
  const worker = startWorker()
  await until('deposit', async () => (await world.balances(neighbor.walletId)).available > 0n)
  await worker.stop()
  const many = await queue(40)
  const [one] = await queue(1, neighbor)
  startWorker({ options: { chunkSize: 8, chunksInFlight: 1 } })
  await untilCompleted([...many, one as Queued])
  const nonces = (await slotsOf([...many, one as Queued])).sort((a, b) => a.nonce - b.nonce)
  expect(nonces[0]?.paymentIds).toContain(one?.id)
  await expectPaid(many)
}, 60_000)

test('without the contract at the configured address payments are sent one by one', async () => {
  const payments = await queue(6)
  startWorker({ batchRelayer: newAddress() })
  await untilCompleted(payments)
  const slots = await slotsOf(payments)
  expect(slots).toHaveLength(6)
  expect(slots.every(({ paymentIds }) => paymentIds === undefined)).toBe(true)
  await expectPaid(payments)
})

describe('one of a batch', () => {
  test('that the token refuses fails with its decoded reason, and the others are paid', async () => {
    const [bad, ...good] = await queue(8)
    startWorker({ onStep: world.onceSigned('blacklist', bad?.to ?? ''), options: { attemptsMax: 1 } })
    await untilCompleted(good)
    await until('failed', world.failed(bad?.id ?? ''))
    const row = await world.payment(bad?.id ?? '')
    expect(row.failureDetails).toMatchObject({ revert_reason: 'Blacklistable: account is blacklisted' })
    await expectUnpaid(bad as Queued, true)
    await expectPaid(good)
  }, 40_000)

  test('that is refused once is tried again by itself', async () => {
    const [bad, ...good] = await queue(8)
    const to = bad?.to ?? ''
    startWorker({
      onStep: world.onceSigned('blacklist', to),
      // However long the others take, it is not given up before the token accepts it.
      options: { pauseMs: 200, overdueAfterMs: 1_500, attemptsMax: 1_000 },
    })
    await untilCompleted(good)
    await world.administer('unBlacklist', to)
    await untilCompleted([bad as Queued])
    const row = await world.payment(bad?.id ?? '')
    expect(row.attempts[0]?.error).toBe('reverted: Blacklistable: account is blacklisted')
    await expectPaid([bad as Queued, ...good])
  }, 90_000)

  test('that is stopped before the signature is left out', async () => {
    const [bad, ...good] = await queue(8)
    startWorker({ preSignCheck: ({ _id }) => (_id === bad?.id ? stopped() : null) })
    await untilCompleted(good)
    await until('failed', world.failed(bad?.id ?? ''))
    expect(await slotsOf([bad as Queued])).toEqual([])
    await expectPaid(good)
  })

  test('that is stopped when it is stored and not sent is discarded, and bytes without it are sent', async () => {
    const [bad, ...good] = await queue(8)
    let isStopped = false
    startWorker({
      preSignCheck: ({ _id }) => (isStopped && _id === bad?.id ? stopped() : null),
      onStep: (step) => {
        if (step === 'stored') isStopped = true
      },
    })
    await untilCompleted(good)
    await until('failed', world.failed(bad?.id ?? ''))
    const [slot] = await slotsOf(good)
    expect(slot?.bytes.map(({ items = [] }) => items.length)).toEqual([8, 7])
    await expectUnpaid(bad as Queued, false)
    await expectPaid(good)
  })

  test('that is stopped while bytes without a discarded one are signed is left out, too: the account goes on', async () => {
    const [first, second, ...good] = await queue(8)
    let isStored = false
    let looks = 0
    startWorker({
      preSignCheck: ({ _id }) => {
        if (isStored && _id === first?.id) {
          looks++
          return stopped()
        }
        // Only once the first one is being discarded.
        return looks > 1 && _id === second?.id ? stopped() : null
      },
      onStep: (step) => {
        if (step === 'stored') isStored = true
      },
    })
    await untilCompleted(good)
    for (const { id } of [first, second] as Queued[]) await until('failed', world.failed(id))
    await expectUnpaid(first as Queued, false)
    await expectUnpaid(second as Queued, true)
    await expectPaid(good)
  }, 60_000)

  test('that is stopped once its sender has died is canceled on chain, and the others are paid', async () => {
    const [bad, ...good] = await queue(8)
    const first = startWorker({ dieAt: 'stored' })
    await until('death', async () => first.hasDied())
    startWorker({ preSignCheck: ({ _id }) => (_id === bad?.id ? stopped() : null) })
    await untilCompleted(good)
    await until('failed', world.failed(bad?.id ?? ''))
    expect(await world.payment(bad?.id ?? '')).toMatchObject({ failureCode: 'kill_switch_active' })
    await expectUnpaid(bad as Queued, true)
    await expectPaid(good)
  }, 40_000)
})

// Domain 5, invariant B.6: stops are checked once more just before the broadcast, however slow the endpoints are.
test('one of a batch that is stopped while an endpoint hangs with bytes without another one is not sent', async () => {
  const [bad, late, ...good] = await queue(5)
  const first = startWorker({ dieAt: 'stored' })
  await until('death', async () => first.hasDied())
  let isHanging = false
  const adapter = openBehindHanging(world, () => {
    isHanging = true
    return true
  })
  startWorker({
    adapter,
    preSignCheck: ({ _id }) => (_id === bad?.id || (isHanging && _id === late?.id) ? stopped() : null),
  })
  await untilCompleted(good)
  for (const { id } of [bad, late] as Queued[]) await until('failed', world.failed(id))
  await expectUnpaid(bad as Queued, true)
  await expectUnpaid(late as Queued, true)
  await expectPaid(good)
}, 60_000)

test.each([null, 'attemptStored'] as const)(
  'a batch whose payments are all stopped once its sender has died holds up nobody, if the next dies at %s, too',
  async (dieAt) => {
    const payments = await queue(4)
    const first = startWorker({ dieAt: 'stored' })
    await until('death', async () => first.hasDied())
    const ids = new Set<string>(payments.map(({ id }) => id))
    const preSignCheck: WorkerChanges['preSignCheck'] = ({ _id }) => (ids.has(_id) ? stopped() : null)
    if (dieAt !== null) {
      const second = startWorker({ preSignCheck, dieAt })
      await until('death', async () => second.hasDied())
    }
    const next = startWorker({ preSignCheck })
    const others = await queue(3)
    next.wake()
    await untilCompleted(others)
    for (const payment of payments) {
      await until('failed', world.failed(payment.id))
      await expectUnpaid(payment, true)
      // Once, however often the account was looked at.
      const cancellations = (await world.transactions(payment.id)).filter(({ purpose }) => purpose === 'cancel')
      expect(cancellations).toHaveLength(1)
    }
    await expectPaid(others)
  },
  60_000,
)

/** The loop that resends everything at the start is about to look at what is stored, and does so at once then. */
function lookingOnce(isStored: () => boolean): typeof world.adapter {
  const relayer = addressOfKey(world.keys.relayerKey)
  let isLooking = false
  return {
    ...world.adapter,
    async minedNonce(address) {
      const isFirst = address === relayer && !isLooking
      isLooking ||= isFirst
      if (isFirst) await until('stored', async () => isStored())
      return world.adapter.minedNonce(address)
    },
    async newestBlocks() {
      await until('a look', async () => isLooking)
      return world.adapter.newestBlocks()
    },
  }
}

test('what is stored and about to be sent is left to its sender by the loop that resends: stopped then, it is discarded', async () => {
  const payments = await queue(3)
  let isStored = false
  startWorker({
    adapter: lookingOnce(() => isStored),
    preSignCheck: () => (isStored ? stopped() : null),
    async onStep(step) {
      if (step !== 'stored' || isStored) return
      isStored = true
      // As long as the other loop needs to take them over.
      await new Promise((resolve) => setTimeout(resolve, 700))
    },
  })
  for (const payment of payments) {
    await until('failed', world.failed(payment.id))
    expect(await world.payment(payment.id)).toMatchObject({ failureCode: 'kill_switch_active', chainWork: null })
    expect((await world.transactions(payment.id)).map(({ purpose }) => purpose)).not.toContain('cancel')
  }
}, 60_000)

test('what a process has stored and not sent is not sent by its other loops once it has died: its successor cancels it', async () => {
  const payments = await queue(4)
  const first = startWorker({ dieAt: 'stored', adapter: lookingOnce(() => first.hasDied()) })
  await until('death', async () => first.hasDied())
  const ids = new Set<string>(payments.map(({ id }) => id))
  startWorker({ preSignCheck: ({ _id }) => (ids.has(_id) ? stopped() : null) })
  for (const payment of payments) {
    await until('failed', world.failed(payment.id))
    await expectUnpaid(payment, true)
  }
}, 60_000)

describe('a process that dies', () => {
  test.each(['authorized', 'simulated', 'signed', 'stored', 'sent', 'accepted', 'blockApplied'] as const)(
    'at the step %s leaves a batch that its successor pays once',
    async (dieAt) => {
      const payments = await queue(6)
      const first = startWorker({ dieAt })
      await until('death', async () => first.hasDied())
      startWorker()
      await untilCompleted(payments)
      await expectPaid(payments)
    },
    40_000,
  )
})

describe('the chain', () => {
  test('takes a batch with a higher fee once the base fee has risen, with the same payments', async () => {
    await world.rpc('evm_setIntervalMining', 0)
    const payments = await queue(6)
    startWorker({ options: { bumpFeeAfterMs: 1_000 } })
    await until('sent', async () => (await world.payment(payments[5]?.id ?? '')).stage === 'confirming')
    const { baseFee } = await world.adapter.head()
    await world.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(baseFee * 4n + 20_000_000_000n).toString(16)}`)
    await world.rpc('evm_setIntervalMining', 1)
    await untilCompleted(payments)
    const [slot] = await slotsOf(payments)
    expect(slot?.bytes.length).toBeGreaterThan(1)
    for (const { items } of slot?.bytes ?? []) expect(items).toEqual(slot?.paymentIds)
    await expectPaid(payments)
  }, 60_000)

  test('takes no batch of 50 for a while: its fee can be raised from the least to the most', async () => {
    await world.rpc('evm_setIntervalMining', 0)
    const payments = await queue(50)
    const worker = startWorker()
    await until('sent', async () => (await world.payment(payments[49]?.id ?? '')).stage === 'confirming')
    await worker.stop()
    const [slot] = (await slotsOf(payments)).filter(({ paymentIds = [] }) => paymentIds.length === 50)
    const [first] = slot?.bytes ?? []
    if (slot === undefined || first === undefined) throw new Error('no batch of 50')
    const target = {
      slot,
      mode: 'test',
      payments: await findPaymentsById(world.database, [...(slot.paymentIds ?? [])]),
    } as const
    const rules = { preSignReads: () => [], preSignCheck: () => null }
    // From 1 gwei to 500 by an eighth each time.
    for (let raise = 0; raise < 54; raise++) {
      const bytes = { ...first, hash: `0x${raise.toString(16).padStart(64, '0')}` }
      const outcome = await world.commit.submit(
        replaceBytesIntent(rules, target, { bytes, fence: slot.fence, reasons: [] }),
      )
      expect(outcome).toMatchObject({ kind: 'done', answer: 'stored' })
    }
    // As it was: these bytes were not signed.
    await world.database
      .collection<NonceSlotRow>('accountNonces')
      .updateOne({ _id: slot._id }, { $set: { bytes: [first] } })
    await world.rpc('evm_setIntervalMining', 1)
    startWorker()
    await untilCompleted(payments)
    await expectPaid(payments)
  }, 60_000)

  test('loses the block of a batch, and all of its payments are paid again, once', async () => {
    const { number } = await world.adapter.head()
    const payments = await queue(6)
    startWorker()
    await untilCompleted(payments)
    const lost = await world.payment(payments[0]?.id ?? '')
    const head = await world.adapter.head()
    await world.reorganizeFrom(number + 1)
    await until('other blocks', async () => (await world.adapter.headAt(head.number))?.hash !== head.hash)
    const isAgain = async ({ id }: Queued) => {
      const { chainWork } = await world.payment(id)
      return chainWork?.minedBlockHash !== lost.chainWork?.minedBlockHash
    }
    await Promise.all(payments.map((one) => until('mined again', () => isAgain(one), 30_000)))
    await expectPaid(payments)
    const [slot] = await slotsOf(payments)
    const booked = async () => {
      const journals = await world.database
        .collection<JournalRow>('journals')
        .find({ 'reference.id': { $in: payments.map(({ id }) => id) }, type: { $in: ['gas_paid', 'gas_reversed'] } })
        .toArray()
      const signed = journals.map(({ type, lines }) => BigInt(lines[0]?.amount ?? 0) * (type === 'gas_paid' ? 1n : -1n))
      return signed.reduce((sum, wei) => sum + wei, 0n)
    }
    await until('gas', async () => {
      const [receipt] = await world.adapter.receipts([slot?.mined?.hash ?? ''])
      return receipt !== null && (await booked()) === receipt?.gasWei
    })
  }, 60_000)
})
