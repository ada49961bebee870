/**
 * Ledger and chain over any order of reorganizations (domain 8.2, 8.7): whatever leaves the chain and comes again, what the
 * ledger says to be on the chain, less what is known to be missing, is what is on the chain, and nothing is posted twice.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrivals } from '../../../subgraphs/commerce/rules/orders.ts'
import { orderLedger } from '../../../subgraphs/commerce/services/orderLedger.ts'
import { authorizationNonce, authorizedTransfer } from '../../../subgraphs/payments/chains/eip3009.ts'
import type { DepositRow } from '../../../subgraphs/payments/models/deposits.ts'
import type { MismatchRow } from '../../../subgraphs/payments/models/mismatches.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { newWalletPosition } from '../../../subgraphs/payments/rules/walletPosition.ts'
import { blockDepositIntent, unblockDepositPart } from '../../../subgraphs/payments/settlement/intents/blockDeposit.ts'
import { completePaymentIntent } from '../../../subgraphs/payments/settlement/intents/completePayment.ts'
import {
  bookOutflowIntent,
  collectMissingIntent,
  reverseDepositIntent,
  reverseOutflowIntent,
} from '../../../subgraphs/payments/settlement/intents/correctLedger.ts'
import { creditDepositIntent } from '../../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import { linkRefundPart, unlinkRefundPart } from '../../../subgraphs/payments/settlement/intents/linkRefund.ts'
import { resolveMismatchIntent } from '../../../subgraphs/payments/settlement/intents/mismatches.ts'
import { reversePaymentIntent } from '../../../subgraphs/payments/settlement/intents/reversePayment.ts'
import { tokenAddress } from '../../../subgraphs/payments/settlement/transactions/tokenAddress.ts'
import { applyBatch } from '../../../subgraphs/shared/commit/apply.ts'
import { newOrgPosition, type WalletPosition } from '../../../subgraphs/shared/commit/positions.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import type { Intent, IntentPart } from '../../../subgraphs/shared/commit/types.ts'

const AT = new Date('2026-01-01T12:00:00Z')
const PAID = 40n
const ARRIVED = 25n
const owner = { walletId: 'wal_1', orgId: 'org_1', mode: 'test', agentId: null } as const
const asset = { token: 'USDC', chain: 'base' } as const

/** Two refunds of it are promised. */
const ORDER = {
  ...{
    _id: 'ord_1',
    v: 1,
    orgId: 'org_1',
    mode: 'test',
    agentId: null,
    status: 'refunded',
    items: [],
    fulfillment: null,
  },
  ...{ amountMinor: Number(PAID), refundedMinor: Number(PAID), createdAt: AT, updatedAt: AT },
  refunds: [10, 30].map((amountMinor, index) => ({ refundId: `r${index}`, amountMinor, createdAt: AT })),
} as const

/** Completed, or failed before it is mined. */
const payment = (status: 'completed' | 'failed') =>
  ({
    ...{ _id: 'pay_1', v: 1, ...owner, ...asset, amount: PAID, usdMicro: PAID, dayKey: 'd', monthKey: 'm' },
    ...{
      status,
      stage: status,
      txHash: null,
      approvalId: null,
      attempts: [],
      to: '0xP',
      createdAt: AT,
      completedAt: AT,
    },
    ...{ policyEvaluatedAt: AT, orderId: 'ord_1' },
    chainWork: { minedBlock: status === 'completed' ? 5 : null, minedBlockHash: status === 'completed' ? '0xb' : null },
  }) as unknown as PaymentRow

const OF_PAYMENT = ['mine', 'lose', 'spend', 'fund', 'collect', 'resolve'] as const
const OF_DEPOSIT = ['arrive', 'leave', 'list', 'release', 'link', 'unlink'] as const
/** A transaction of the wallet's owner, which may move another amount each time it is mined. */
const OF_OUTFLOW = ['move', 'undo'] as const
type Step = (typeof OF_PAYMENT | typeof OF_DEPOSIT | typeof OF_OUTFLOW)[number]

function openWorld(status: 'completed' | 'failed') {
  const start = 60n
  const balances = { 'base:USDC': { available: start, held: 0n, inFlight: 0n, blocked: 0n, onChain: start } }
  const windows = { day: { key: 'd', net: PAID, reserved: 0n }, month: { key: 'm', net: PAID, reserved: 0n } }
  const rows = new Map<string, object | null>([
    ['positions/gate', { _id: 'gate', v: 1, switches: [] }],
    ['positions/org:org_1', { ...newOrgPosition('org_1'), _id: 'org:org_1', v: 1 }],
    ['positions/wal:wal_1', { ...newWalletPosition(owner), balances, ...windows, _id: 'wal:wal_1', v: 1 }],
    ['payments/pay_1', payment(status)],
    ['orders/ord_1', ORDER],
  ])
  const chain = { balance: start, isPaid: status === 'completed', hasDeposit: false, blocks: 5, deposits: 0, moved: 0n }
  const told = { arrived: ORDER.refunds.map(() => false) }
  const paid = () => rows.get('payments/pay_1') as PaymentRow
  const deposit = () => (rows.get('deposits/dep_1') ?? null) as DepositRow | null
  const wallet = () => rows.get('positions/wal:wal_1') as WalletPosition
  const balance = () => wallet().balances['base:USDC'] as (typeof balances)['base:USDC']
  const mismatches = () =>
    [...rows].flatMap(([key, one]) => (key.startsWith('mismatches/') ? [one as MismatchRow] : []))

  function run(intent: Intent<unknown>): void {
    const batch = applyBatch(rows, [intent], AT)
    for (const { ref, next } of batch.updates) rows.set(refKey(ref), next)
    for (const { ref, row } of batch.inserts) {
      expect(rows.get(refKey(ref)) ?? null, `${refKey(ref)} is written twice`).toBeNull()
      rows.set(refKey(ref), row)
      const { type, data } = row as { type?: string; data?: { order: { refunds: { arrived: boolean }[] } } }
      if (type?.startsWith('order.refund_')) told.arrived = (data?.order.refunds ?? []).map(({ arrived }) => arrived)
    }
    const [result] = batch.results
    if (result?.kind === 'broken') throw result.error
  }
  const act = (part: IntentPart<unknown>) => run({ priority: 'control', orgId: 'org_1', mode: 'test', ...part })
  const nextBlock = () => {
    chain.blocks += 1
    return { block: chain.blocks, blockHash: `0x${chain.blocks}` }
  }
  const { agentId: _, ...recipient } = owner
  const arrival = (_id: string, amount: bigint) => ({
    ...{ _id, ...recipient, ...asset, amount, from: '0xp', txHash: `0x${_id}` },
    ...nextBlock(),
  })
  /** @param except the block that is in the chain */
  const loseOutflows = (except?: string) => {
    for (const row of mismatches())
      if (row.transfer !== undefined && row.transfer.blockHash !== except) run(reverseOutflowIntent(row))
  }
  const screener = { check: () => [], isOutdated: () => false, versions: () => [] }
  const subject = () => ({ payment: paid(), deposit: { _id: 'dep_1' } })

  const steps: Record<Step, (units: bigint) => void> = {
    mine() {
      if (!chain.isPaid) chain.balance -= PAID
      chain.isPaid = true
      run(completePaymentIntent({ settleLimits: (position) => position }, paid(), { hash: '0xh', ...nextBlock() }))
    },
    lose() {
      if (!chain.isPaid) return
      chain.isPaid = false
      chain.balance += PAID
      run(reversePaymentIntent(paid()))
    },
    spend(units) {
      const own = balance()
      if (own.available < units) return
      chain.balance -= units
      const left = { ...own, available: own.available - units, onChain: own.onChain - units }
      rows.set('positions/wal:wal_1', { ...wallet(), balances: { 'base:USDC': left } })
    },
    fund(units) {
      chain.balance += units
      chain.deposits += 1
      run(creditDepositIntent(arrival(`dep_other${chain.deposits}`, units)))
    },
    collect() {
      for (const mismatch of mismatches()) if (mismatch.missing > 0n) run(collectMissingIntent(mismatch))
    },
    resolve() {
      for (const { kind, missing, paymentId, depositId } of mismatches())
        if (missing === 0n)
          run(resolveMismatchIntent(kind, { orgId: 'org_1', mode: 'test', paymentId, depositId }, 'seen'))
    },
    arrive() {
      if (!chain.hasDeposit) chain.balance += ARRIVED
      chain.hasDeposit = true
      const refunded = deposit()?.refund === undefined ? [] : [paid()]
      run(creditDepositIntent(arrival('dep_1', ARRIVED), refunded, { orderLedger }))
    },
    leave() {
      const known = deposit()
      if (known === null || !chain.hasDeposit) return
      chain.hasDeposit = false
      chain.balance -= ARRIVED
      run(reverseDepositIntent(known, known.refund && [paid()], { orderLedger }))
    },
    list() {
      const known = deposit()
      if (known !== null) run(blockDepositIntent(known, 'ofac 1', known.refund && [paid()], { orderLedger }))
    },
    release() {
      const known = deposit()
      if (known !== null) act(unblockDepositPart(known, { by: 'key_1', reason: 'off the list' }, screener))
    },
    move(units) {
      chain.balance += chain.moved - units
      chain.moved = units
      const transfer = { id: 'out_1', to: '0xo', txHash: '0xo', ...nextBlock(), isGone: false }
      run(bookOutflowIntent({ ...recipient, ...asset, amount: units, transfer, isByOwner: true }))
      loseOutflows(transfer.blockHash)
    },
    undo() {
      chain.balance += chain.moved
      chain.moved = 0n
      loseOutflows()
    },
    link: (units) => act(linkRefundPart(subject(), { amount: units, linkedBy: 'key_1' }, { orderLedger })),
    unlink: () => act(unlinkRefundPart(subject(), 'key_1', { orderLedger })),
  }
  const missing = (of?: 'paymentId' | 'depositId') =>
    mismatches().reduce((sum, one) => (of === undefined || one[of] !== null ? sum + one.missing : sum), 0n)
  return { steps, chain, rows, told, paid, mismatches, run, nextBlock, balance, missing }
}

test.each([
  ['completed', OF_PAYMENT],
  ['failed', OF_PAYMENT],
  ['completed', [...OF_PAYMENT, ...OF_DEPOSIT]],
  ['completed', [...OF_PAYMENT, ...OF_OUTFLOW]],
] as const)('a %s payment that leaves the chain and comes again, with %j', (status, names) => {
  const step = fc.tuple(fc.constantFrom<Step>(...names), fc.bigInt({ min: 1n, max: 60n }))
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 40 }), (taken) => {
      const { steps, ...world } = openWorld(status)
      for (const [name, units] of taken) {
        steps[name](units)
        const { balance, isPaid, hasDeposit } = world.chain
        expect(world.balance().onChain - world.missing(), name).toBe(balance)
        // Nothing is missing of what the chain has not taken.
        expect(world.missing('paymentId') > 0n && !isPaid, name).toBe(false)
        expect(world.missing('depositId') > 0n && hasDeposit, name).toBe(false)
        const { amount, refundedAmount: refunded = 0n } = world.paid()
        expect(world.told.arrived, name).toEqual(arrivals(ORDER, { amount, refunded }))
      }
    }),
    { numRuns: 400 },
  )
})

test('what was booked as an outflow and is the transfer of a capture is given back once, also while its block is looked for', () => {
  const { steps, rows, paid, mismatches, run, nextBlock, balance, missing } = openWorld('failed')
  const [from, nonce] = [`0x${'a'.repeat(40)}`, authorizationNonce('hld_1')]
  const chainWork = { from, authorization: { nonce }, minedBlock: null, minedBlockHash: null }
  rows.set('payments/pay_1', { ...paid(), nonceOf: 'hld_1', chainWork })
  const id = `out_base_${authorizedTransfer(tokenAddress(asset), from, nonce)}`
  const transfer = { id, to: '0xp', txHash: '0xh', ...nextBlock(), isGone: false }
  const { agentId: _, ...sender } = owner
  run(bookOutflowIntent({ ...sender, ...asset, amount: PAID, transfer, isByOwner: false }))
  const [booked] = mismatches()
  steps.mine(0n)
  expect(balance().onChain - missing()).toBe(20n)
  expect(mismatches().map(({ kind, resolution }) => [kind, resolution])).toContainEqual(['unexpected_outflow', 'paid'])
  if (booked !== undefined) run(reverseOutflowIntent(booked))
  expect(balance().onChain - missing()).toBe(20n)
})
