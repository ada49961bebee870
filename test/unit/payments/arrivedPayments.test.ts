// Specification 6.2: payment_completed says whether the money has arrived, also after reorganizations, which change no status.
import { expect, test } from 'vitest'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { createSharedTokens } from '../../../subgraphs/payments/services/sharedTokens/sharedTokens.ts'
import { returnWrites } from '../../../subgraphs/payments/settlement/intents/orderOfPayment.ts'
import type { OrderLedger } from '../../../subgraphs/shared/acp.ts'
import type { State } from '../../../subgraphs/shared/commit/types.ts'
import type { PaymentId } from '../../../subgraphs/shared/ids.ts'

const AT = new Date('2026-01-01T12:00:00Z')
const mined = { chainWork: { minedBlock: 5, minedBlockHash: '0xb' } }
const unmined = { chainWork: { minedBlock: null, minedBlockHash: null } }
const minedWithoutBytes = { chainWork: null, minedIn: { block: 5, blockHash: '0xb', at: AT } }

const STATES: readonly (readonly [string, object, boolean])[] = [
  ['pending', { status: 'pending', ...unmined }, false],
  ['completed', { status: 'completed', ...mined }, true],
  ['completed, and gone from the chain for good', { status: 'completed', ...mined, reversedAt: AT }, false],
  ['failed', { status: 'failed', ...unmined }, false],
  ['failed before anything was signed', { status: 'failed', chainWork: null }, false],
  ['failed, and mined after all', { status: 'failed', ...mined }, true],
  ['failed, its bytes lost, and mined after all', { status: 'failed', ...minedWithoutBytes }, true],
]

const tokens = createSharedTokens({} as Parameters<typeof createSharedTokens>[0])

test.each(STATES)('a payment that is %s', (_, facts, completed) => {
  const payment = {
    _id: 'pay_1',
    orderId: 'ord_1',
    amount: 40n,
    refundedAmount: 10n,
    ...facts,
  } as unknown as PaymentRow
  const state = { get: () => payment } as unknown as State
  expect(tokens.repaid(state, 'pay_1' as PaymentId)).toEqual({ completed, amount: 40n, refunded: 10n })
  // What is told of an order when money of it comes back agrees with what is read of it.
  let told: boolean | null = null
  const returned: OrderLedger['returned'] = (__, paid) => {
    told = paid.completed
    return {}
  }
  returnWrites({ orderLedger: { returned, ended: () => ({}) } }, state, payment, {}, AT)
  expect(told).toBe(completed)
})
