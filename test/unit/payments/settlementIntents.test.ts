/** The commits of settlement without a database: repeated, late and in any order they end a payment at most once. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderLedger } from '../../../subgraphs/commerce/services/orderLedger.ts'
import type { DepositRow } from '../../../subgraphs/payments/models/deposits.ts'
import type { MismatchRow } from '../../../subgraphs/payments/models/mismatches.ts'
import type { NonceSlotRow } from '../../../subgraphs/payments/models/nonceSlots.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import type { WalletRow } from '../../../subgraphs/payments/models/wallets.ts'
import { endPart, QUEUED_MAX_MS } from '../../../subgraphs/payments/services/endWaiting.ts'
import { stopIntent } from '../../../subgraphs/payments/services/stopPayments.ts'
import { completePaymentIntent } from '../../../subgraphs/payments/settlement/intents/completePayment.ts'
import {
  collectMissingIntent,
  reverseDepositIntent,
} from '../../../subgraphs/payments/settlement/intents/correctLedger.ts'
import { creditDepositIntent } from '../../../subgraphs/payments/settlement/intents/creditDeposit.ts'
import {
  adoptSignedIntent,
  discardSignedIntent,
} from '../../../subgraphs/payments/settlement/intents/discardOrAdopt.ts'
import { failPaymentIntent } from '../../../subgraphs/payments/settlement/intents/failPayment.ts'
import { markSubmittedIntent } from '../../../subgraphs/payments/settlement/intents/markSubmitted.ts'
import { postponeIntent } from '../../../subgraphs/payments/settlement/intents/postponePayment.ts'
import { insertGapIntent, replaceBytesIntent } from '../../../subgraphs/payments/settlement/intents/replaceBytes.ts'
import { reversePaymentIntent } from '../../../subgraphs/payments/settlement/intents/reversePayment.ts'
import { storeRetryIntent, storeSignedIntent } from '../../../subgraphs/payments/settlement/intents/storeSigned.ts'
import { reconciledIntent } from '../../../subgraphs/payments/settlement/reconcileWallets.ts'
import type { Intent } from '../../../subgraphs/shared/commit/types.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import { isBalancedWithChain } from '../../../subgraphs/shared/ledger/journal.ts'
import {
  ACCOUNT,
  AT,
  bytes,
  deposit,
  failure,
  mined,
  openWorld,
  retryOf,
  row,
  rules,
  slot,
  store,
  work,
} from './paymentSteps.ts'

describe('any order and number of steps', () => {
  const steps = {
    store,
    accepted: () => markSubmittedIntent(row, { account: ACCOUNT, nonce: 1, hash: '0xh', attempts: [] }),
    retry: () => retryOf({ ...row, chainWork: work }),
    completed: () => completePaymentIntent(rules, row, mined),
    failed: () => failPaymentIntent(rules, row, failure),
  }
  const names = fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[]))

  test('money is always accounted for, final states stay, and each event is emitted once and in order', () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 12, size: 'max' }), (order) => {
        const world = openWorld()
        let ended: string | null = null
        for (const name of ['store', ...order] as const) {
          const result = world.run(steps[name]())
          expect(result.kind).not.toBe('broken')
          const { stage, status } = world.payment()
          if (ended !== null) expect(stage).toBe(ended)
          if (status !== 'pending') ended = stage
          const position = world.wallet()
          const own = position.balances['base:USDC']
          expect(own !== undefined && isBalancedWithChain(own)).toBe(true)
          const [inFlight, reserved, net] = [own?.inFlight, position.day?.reserved, position.day?.net]
          const spent = stage === 'completed' ? 40n : 0n
          const open = status === 'pending' ? 40n : 0n
          expect([inFlight, reserved, net, own?.onChain]).toEqual([open, open, spent, 100n - spent])
        }
        const order_ = ['payment.pending', 'payment.completed', 'payment.failed']
        const places = world.events.map((type) => order_.indexOf(type))
        expect(places).toEqual([...new Set(places)].sort())
      }),
      { numRuns: 300 },
    )
  })
})

describe('who may store', () => {
  test('not an older holder, also for a further attempt', () => {
    const world = openWorld()
    world.run(store())
    expect(world.run(retryOf({ ...row, chainWork: work }, 2))).toEqual({
      kind: 'done',
      answer: 'fenced',
    })
    expect(world.run(retryOf({ ...row, chainWork: work }, 4))).toEqual({
      kind: 'done',
      answer: 'stored',
    })
    expect(world.payment().chainWork).toMatchObject({ fence: 4, slot: 2 })
    expect(world.slot(2)).toMatchObject({ state: 'signed', fence: 4, bytes: [{ hash: '0xi' }] })
  })

  test('not twice because of one revert: the second process has read the transaction that the first has replaced', () => {
    const world = openWorld()
    world.run(store())
    expect(world.run(retryOf({ ...row, chainWork: work }))).toEqual({ kind: 'done', answer: 'stored' })
    const late = { slot: slot(3, '0xj'), relayer: '0xR', reasons: [] }
    expect(world.run(storeRetryIntent(rules, { ...row, chainWork: work }, late))).toEqual({
      kind: 'done',
      answer: 'superseded',
    })
    expect(world.payment().chainWork).toMatchObject({ slot: 2 })
    expect(world.slot(3)).toMatchObject({ state: 'empty', bytes: [] })
  })

  test('and from then on nobody postpones or fails the payment for want of a signature', () => {
    const world = openWorld()
    world.run(store())
    const refused = { adapter: 'custody', error: 'refused' }
    for (const triesMax of [1, 9]) {
      const postponement = { triesOf: () => 0, triesMax, pauseMs: () => 0, failureOf: () => failure }
      expect(world.run(postponeIntent(rules, row, { attempt: refused, ...postponement }))).toEqual({
        kind: 'done',
        answer: 'gone',
      })
    }
    expect(world.payment()).toMatchObject({ status: 'pending', stage: 'broadcasting', attempts: [] })
  })

  test('a try counts once, however often its commit is submitted', () => {
    const world = openWorld()
    const tries = ({ attempts }: PaymentRow) => attempts.length
    const postponement = { triesOf: tries, triesMax: 2, pauseMs: () => 0, failureOf: () => failure }
    const postpone = postponeIntent(rules, row, { attempt: { adapter: 'custody', error: 'refused' }, ...postponement })
    expect([world.run(postpone), world.run(postpone)]).toMatchObject([{ answer: 'postponed' }, { answer: 'postponed' }])
    expect(world.payment()).toMatchObject({ status: 'pending', attempts: [{ error: 'refused' }] })
  })

  test('nobody after the final gates refused: the payment fails, and its funds are released', () => {
    const world = openWorld()
    const preSignCheck = () => new DomainError('kill_switch_active', 'Stopped.')
    const result = world.run(storeSignedIntent({ ...rules, preSignCheck: preSignCheck }, row, work, slot(1, '0xh')))
    expect(result.kind).toBe('refused')
    expect(world.payment()).toMatchObject({ status: 'failed', failureCode: 'kill_switch_active', chainWork: null })
    expect(world.wallet().balances['base:USDC']).toMatchObject({ available: 100n, inFlight: 0n })
    expect(world.events).toEqual(['payment.failed'])
    expect(world.slot(1)).toMatchObject({ state: 'empty', bytes: [] })
    const again = storeSignedIntent(rules, row, work, slot(2, '0xi'))
    expect(world.run(again)).toEqual({ kind: 'done', answer: 'ended' })
    expect(world.slot(2)).toMatchObject({ state: 'empty' })
  })

  test('nobody again once they are stored', () => {
    const world = openWorld()
    world.run(store())
    expect(world.run(store())).toEqual({ kind: 'done', answer: 'stored' })
    const other = storeSignedIntent(rules, row, work, slot(2, '0xi'))
    expect(world.run(other)).toEqual({ kind: 'done', answer: 'notQueued' })
    expect(world.slot(2)).toMatchObject({ state: 'empty', bytes: [] })
  })

  test('not with a nonce that another payment has', () => {
    const world = openWorld()
    world.run(insertGapIntent(ACCOUNT, 1, { fence: 3, mode: 'test' }))
    expect(world.run(store())).toEqual({ kind: 'done', answer: 'nonceTaken' })
    expect(world.payment()).toMatchObject({ stage: 'queued', chainWork: null })
  })
})

describe('a failed payment that is mined after all', () => {
  const paidLate = (world: ReturnType<typeof openWorld>) => completePaymentIntent(rules, world.payment(), mined)
  const failed = () => {
    const world = openWorld()
    world.run(store())
    world.run(failPaymentIntent(rules, row, failure))
    return world
  }

  test('stays failed; the ledger is corrected once, a mismatch recorded and the wallet frozen', () => {
    const world = failed()
    expect(world.run(completePaymentIntent(rules, row, mined))).toEqual({ kind: 'done', answer: 'changed' })
    expect(world.run(paidLate(world))).toEqual({ kind: 'done', answer: 'minedLate' })
    expect(world.run(paidLate(world))).toEqual({ kind: 'done', answer: 'known' })
    expect(world.payment()).toMatchObject({ status: 'failed', chainWork: { minedBlock: 5 } })
    expect(world.wallet()).toMatchObject({
      frozen: { source: 'policy' },
      balances: { 'base:USDC': { available: 60n, inFlight: 0n, onChain: 60n } },
    })
    expect(world.mismatches()).toMatchObject([
      { kind: 'failed_payment_mined', state: 'open', expected: '0', found: '40', missing: 0n, paymentId: 'pay_1' },
    ])
    expect(world.events).toEqual(['payment.failed', 'wallet.frozen', 'reconciliation.mismatch'])
  })

  test('also when nothing signed is stored for it, as after a restored backup: corrected once', () => {
    const world = openWorld()
    world.run(stopIntent({ ...rules, preSignCheck: () => new DomainError('wallet_frozen', 'Stopped.') }, [row]))
    expect(world.payment()).toMatchObject({ status: 'failed', chainWork: null })
    expect(world.run(paidLate(world))).toEqual({ kind: 'done', answer: 'minedLate' })
    expect(world.run(paidLate(world))).toEqual({ kind: 'done', answer: 'known' })
    expect(world.payment()).toMatchObject({ status: 'failed', txHash: mined.hash })
    expect(world.mismatches()).toMatchObject([{ kind: 'failed_payment_mined', found: '40', missing: 0n }])
    expect(world.wallet().balances['base:USDC']).toMatchObject({ available: 60n, inFlight: 0n, onChain: 60n })
  })

  test.each([
    ['has failed and is mined late', 'fail mine mine reverse', 'canceled confirmed confirmed canceled'],
    ['has left the chain', 'mine reverse reverse again', 'confirmed canceled canceled confirmed'],
  ])('an order whose payment %s is owed, or not, once', (_what, steps, expected) => {
    const order = {
      ...{ _id: 'ord_1', v: 1, status: 'confirmed', items: [], fulfillment: null, createdAt: AT },
      ...{ amountMinor: 1_000, refundedMinor: 0, refunds: [] },
    }
    const world = openWorld({ ...row, orderId: 'ord_1' } as PaymentRow, { 'orders/ord_1': order })
    const withOrders = { ...rules, orderLedger }
    const run: Record<string, () => unknown> = {
      fail: () => world.run(failPaymentIntent(withOrders, world.payment(), failure)),
      mine: () => world.run(completePaymentIntent(withOrders, world.payment(), mined)),
      again: () => world.run(completePaymentIntent(withOrders, world.payment(), { ...mined, blockHash: '0xagain' })),
      reverse: () => world.run(reversePaymentIntent(world.payment(), withOrders)),
    }
    world.run(store())
    const seen = steps.split(' ').map((name) => run[name]?.() && world.row<{ status: string }>('orders/ord_1').status)
    expect(seen.join(' ')).toBe(expected)
    expect(world.events.filter((type) => type === 'checkout.completed')).toHaveLength(1)
  })

  test('a queued payment that the chain has paid completes, and no later stop fails it', () => {
    const world = openWorld()
    expect(world.run(completePaymentIntent(rules, row, mined))).toEqual({ kind: 'done', answer: 'completed' })
    world.run(
      stopIntent({ ...rules, preSignCheck: () => new DomainError('wallet_frozen', 'Stopped.') }, [world.payment()]),
    )
    expect(world.payment()).toMatchObject({ status: 'completed', txHash: mined.hash })
    expect(world.wallet().balances['base:USDC']).toMatchObject({ available: 60n, inFlight: 0n, onChain: 60n })
    expect(world.run(completePaymentIntent(rules, world.payment(), mined))).toEqual({ kind: 'done', answer: 'known' })
  })

  test('what the wallet lacks is debited once it has it, and never more', () => {
    const world = failed()
    world.spend(75n)
    world.run(paidLate(world))
    expect(world.mismatches()).toMatchObject([{ missing: 15n }])
    expect(world.wallet().balances['base:USDC']).toMatchObject({ available: 0n })
    const collect = () => collectMissingIntent(world.mismatches()[0] as MismatchRow)
    expect(world.run(collect())).toEqual({ kind: 'done', answer: 15n })
    world.run(creditDepositIntent({ ...deposit, amount: 9n }))
    expect(world.run(collect())).toEqual({ kind: 'done', answer: 6n })
    world.run(creditDepositIntent({ ...deposit, _id: 'dep_2', amount: 20n }))
    expect(world.run(collect())).toEqual({ kind: 'done', answer: 0n })
    expect(world.run(collect())).toEqual({ kind: 'done', answer: 0n })
    expect(world.wallet().balances['base:USDC']).toMatchObject({ available: 14n, inFlight: 0n, onChain: 14n })
  })
})

describe('a deposit that a reorganization dropped', () => {
  const stored = (world: ReturnType<typeof openWorld>) => world.row<DepositRow>('deposits/dep_1')

  test('is reversed once, with freeze and mismatch, and credited again exactly once when it reappears', () => {
    const world = openWorld()
    world.run(creditDepositIntent(deposit))
    const take = reverseDepositIntent(stored(world))
    expect(world.run(take)).toEqual({ kind: 'done', answer: 'taken' })
    expect(world.run(take)).toEqual({ kind: 'done', answer: 'changed' })
    expect(world.wallet()).toMatchObject({
      frozen: { source: 'policy' },
      balances: { 'base:USDC': { available: 60n } },
    })
    expect(world.mismatches()).toMatchObject([
      { kind: 'deposit_reorganized', state: 'open', expected: '5', found: '0' },
    ])
    const again = creditDepositIntent({ ...deposit, block: 9, blockHash: '0xd' })
    expect(world.run(again)).toEqual({ kind: 'done', answer: 'creditedAgain' })
    expect(world.run(again)).toEqual({ kind: 'done', answer: 'known' })
    expect(world.wallet().balances['base:USDC']).toMatchObject({ available: 65n, onChain: 105n })
    expect(world.mismatches()).toMatchObject([{ state: 'resolved', resolution: 'credited_again', missing: 0n }])
    expect(world.run(reverseDepositIntent(stored(world)))).toEqual({ kind: 'done', answer: 'taken' })
    expect(world.mismatches()).toMatchObject([{ state: 'open', resolution: null }])
  })

  test('that reappears with another amount is another deposit; the first is reversed', () => {
    const world = openWorld()
    world.run(creditDepositIntent(deposit))
    const other = creditDepositIntent({ ...deposit, amount: 3n, block: 9, blockHash: '0xd' })
    expect(world.run(other)).toEqual({ kind: 'done', answer: 'credited' })
    expect(world.run(other)).toEqual({ kind: 'done', answer: 'known' })
    expect(stored(world)).toMatchObject({ amount: 5n, blockHash: '0xb' })
    expect(world.run(reverseDepositIntent(stored(world)))).toEqual({ kind: 'done', answer: 'taken' })
    expect(world.wallet().balances['base:USDC']).toMatchObject({ available: 63n, onChain: 103n })
    expect(world.run(other)).toEqual({ kind: 'done', answer: 'known' })
  })

  test('that was spent meanwhile is reversed as far as the wallet has it, and credited again for that much only', () => {
    const world = openWorld()
    world.run(creditDepositIntent(deposit))
    world.spend(62n)
    world.run(reverseDepositIntent(stored(world)))
    expect(world.mismatches()).toMatchObject([{ missing: 2n }])
    world.run(creditDepositIntent({ ...deposit, block: 9, blockHash: '0xd' }))
    expect(world.wallet().balances['base:USDC']).toMatchObject({ available: 3n, inFlight: 40n, onChain: 43n })
    expect(world.mismatches()).toMatchObject([{ state: 'resolved', missing: 0n }])
  })
})

test('a completed payment that is lost for good is reversed once, and posted again if it is mined after all', () => {
  const world = openWorld()
  world.run(store())
  world.run(completePaymentIntent(rules, row, mined))
  const reverse = reversePaymentIntent(world.payment())
  expect(world.run(reverse)).toEqual({ kind: 'done', answer: 'reversed' })
  expect(world.run(reverse)).toEqual({ kind: 'done', answer: 'changed' })
  expect(world.payment().status).toBe('completed')
  expect(world.wallet()).toMatchObject({ frozen: { source: 'policy' }, balances: { 'base:USDC': { available: 100n } } })
  expect(world.mismatches()).toMatchObject([{ kind: 'payment_reorganized', state: 'open', expected: '40', found: '0' }])
  const [mismatch] = world.mismatches()
  expect(world.row(`cases/cas_${mismatch?._id.slice(4)}`)).toMatchObject({
    ...{ status: 'open', isOpen: true, paymentId: null, walletId: null, requestedBy: null },
    subject: { type: 'mismatch', id: mismatch?._id },
    checks: [
      { name: 'payment_reorganized', outcome: 'review', evidence: { payment_id: 'pay_1', expected: '0.00004' } },
    ],
  })
  expect(world.events).toContain('compliance.flagged')
  const again = { hash: '0xi', block: 9, blockHash: '0xd' }
  expect(world.run(completePaymentIntent(rules, world.payment(), again))).toEqual({
    kind: 'done',
    answer: 'minedAgain',
  })
  expect(world.wallet().balances['base:USDC']).toMatchObject({ available: 60n, onChain: 60n })
  expect(world.mismatches()).toMatchObject([{ state: 'resolved', resolution: 'mined_again' }])
  expect(world.payment().reversedAt).toBeUndefined()
})

describe('a payment that cannot be sent for a day', () => {
  const ended = (more: object = {}, unread: ReadonlySet<string> = new Set()) => {
    const world = openWorld({ ...row, policyEvaluatedAt: AT, ...more } as PaymentRow)
    const ask: Intent<unknown> = {
      ...({ priority: 'control', orgId: 'org_1', mode: 'test' } as const),
      ...endPart(rules, world.payment(), unread),
    }
    return { world, answer: world.run(ask) }
  }
  const ago = (ms: number) => new Date(AT.getTime() - ms)

  test('ends, with its money and limits free; until then, sent, or made by the chain, it goes on', () => {
    const { world, answer } = ended({ policyEvaluatedAt: ago(QUEUED_MAX_MS) })
    expect(answer).toEqual({ kind: 'done', answer: true })
    expect(world.payment()).toMatchObject({
      ...{ status: 'failed', failureCode: 'all_adapters_exhausted' },
      failureDetails: { reason: 'not_sent_in_time' },
    })
    expect(world.wallet()).toMatchObject({
      ...{ balances: { 'base:USDC': { available: 100n, inFlight: 0n } }, day: { reserved: 0n } },
    })
    for (const waiting of [
      { policyEvaluatedAt: ago(QUEUED_MAX_MS - 1) },
      { policyEvaluatedAt: ago(QUEUED_MAX_MS), stage: 'broadcasting', chainWork: work },
    ]) {
      const { world: kept, answer: left } = ended(waiting)
      expect(left).toEqual({ kind: 'done', answer: false })
      expect(kept.payment().status).toBe('pending')
    }
  })

  test('that the chain may have paid before a backup was restored is left to settlement, which ends it', () => {
    const { world, answer } = ended({ policyEvaluatedAt: ago(QUEUED_MAX_MS) }, new Set(['pay_1']))
    expect(answer).toEqual({ kind: 'done', answer: false })
    expect(world.payment()).toMatchObject({ status: 'pending', stopped: { type: 'all_adapters_exhausted' } })
  })
})

test('a transfer that is mined again after a reorganization changes only its block', () => {
  const world = openWorld()
  world.run(store())
  world.run(completePaymentIntent(rules, row, mined))
  const again = { hash: '0xi', block: 6, blockHash: '0xc' }
  const seenAgain = completePaymentIntent(rules, world.payment(), again)
  expect(world.run(seenAgain)).toEqual({ kind: 'done', answer: 'minedAgain' })
  expect(world.payment()).toMatchObject({ stage: 'completed', txHash: '0xi', chainWork: { minedBlock: 6 } })
  expect(world.run(creditDepositIntent(deposit))).toEqual({ kind: 'done', answer: 'credited' })
  expect(world.run(creditDepositIntent(deposit))).toEqual({ kind: 'done', answer: 'known' })
  expect(world.run(creditDepositIntent({ ...deposit, blockHash: '0xc' }))).toEqual({
    kind: 'done',
    answer: 'minedAgain',
  })
  expect(world.wallet().balances['base:USDC']).toMatchObject({ available: 65n, onChain: 65n })
})

describe('replacement transactions', () => {
  const replace = (
    world: ReturnType<typeof openWorld>,
    purpose: 'pay' | 'cancel' | 'fill',
    hash: string,
    fence = 3,
  ) => {
    const target = { slot: world.slot(1) as NonceSlotRow, payments: [world.payment()], mode: 'test' as const }
    return world.run(replaceBytesIntent(rules, target, { bytes: { ...bytes(hash), purpose }, fence, reasons: [] }))
  }
  const done = (answer: string) => ({ kind: 'done', answer })

  test('the nonce of a payment in flight is never filled', () => {
    const world = openWorld()
    world.run(store())
    expect(replace(world, 'fill', '0xf')).toEqual(done('superseded'))
    expect(world.slot(1)?.bytes).toHaveLength(1)
  })

  test('decided on an outdated row, it is decided again, whether or not the payment was discarded meanwhile', () => {
    const world = openWorld()
    world.run(store())
    const sender = { account: ACCOUNT, nonce: 1, fence: 3, isHeldAt: () => true }
    const stopped = { ...rules, preSignCheck: () => new DomainError('kill_switch_active', 'Stopped.') }
    expect(world.run(discardSignedIntent(stopped, row, sender))).toEqual(done('discarded'))
    expect(replace(world, 'pay', '0xp')).toEqual(done('superseded'))
    expect(replace(world, 'fill', '0xf')).toEqual(done('stored'))
  })

  test('bytes that another process has adopted are not discarded', () => {
    const world = openWorld()
    world.run(store())
    expect(world.run(adoptSignedIntent([world.payment()], world.slot(1) as NonceSlotRow, 3))).toEqual({
      kind: 'done',
      answer: true,
    })
    const sender = { account: ACCOUNT, nonce: 1, fence: 3, isHeldAt: () => true }
    const stopped = { ...rules, preSignCheck: () => new DomainError('kill_switch_active', 'Stopped.') }
    expect(world.run(discardSignedIntent(stopped, row, sender))).toEqual(done('taken'))
  })

  test('a failed payment is canceled or its nonce filled, never signed again', () => {
    const world = openWorld()
    world.run(store())
    world.run(failPaymentIntent(rules, row, failure))
    expect(replace(world, 'pay', '0xp')).toEqual(done('superseded'))
    expect(replace(world, 'cancel', '0xc')).toEqual(done('stored'))
    expect(replace(world, 'cancel', '0xd')).toEqual(done('stored'))
    expect(world.slot(1)).toMatchObject({ state: 'sent', bytes: [{ hash: '0xh' }, { hash: '0xc' }, { hash: '0xd' }] })
  })

  test('a completed payment gets a fee bump although everything is stopped; a pending one does not', () => {
    const stop = { ...rules, preSignCheck: () => new DomainError('kill_switch_active', 'Stopped.') }
    const raise = (world: ReturnType<typeof openWorld>) => {
      const target = { slot: world.slot(1) as NonceSlotRow, payments: [world.payment()], mode: 'test' as const }
      return world.run(replaceBytesIntent(stop, target, { bytes: bytes('0xp'), fence: 3, reasons: [] }))
    }
    const [pending, paid] = [openWorld(), openWorld()]
    pending.run(store())
    expect(raise(pending)).toEqual(done('stopped'))
    paid.run(store())
    paid.run(completePaymentIntent(rules, row, mined))
    expect(raise(paid)).toEqual(done('stored'))
  })

  test('no earlier lease holder signs after a later one', () => {
    const world = openWorld()
    world.run(store())
    expect(replace(world, 'pay', '0xp', 4)).toEqual(done('stored'))
    expect(replace(world, 'pay', '0xq', 3)).toEqual(done('fenced'))
  })
})

test('an open difference of balances tells again when it is another one, and not when both sides have moved', () => {
  const world = openWorld()
  const { orgId, mode, walletId, chain, token } = row
  const reconcile = (ledger: string, onChain: string) => {
    const found = { orgId, mode, walletId, chain, token, ledger, onChain, block: 7, at: AT, state: 'differs' } as const
    return world.run(
      reconciledIntent({ _id: walletId, orgId, mode, custody: 'local' } as WalletRow, [{ ...found, _id: 'w' }]),
    )
  }
  expect(reconcile('100', '99')).toMatchObject({ kind: 'done', answer: 1 })
  expect(reconcile('60', '59')).toMatchObject({ kind: 'done', answer: 0 })
  expect(reconcile('60', '10')).toMatchObject({ kind: 'done', answer: 1 })
  expect(world.mismatches()).toMatchObject([{ state: 'open', expected: '60', found: '10' }])
  expect(world.events).toEqual(['reconciliation.mismatch', 'reconciliation.mismatch'])
})
