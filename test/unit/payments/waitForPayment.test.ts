/** The response of a waiting call when its payment fails, for the first request and a replay with the same key. */
import { expect, it } from 'vitest'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import { createPaymentWaiter, requireNotFailed } from '../../../subgraphs/payments/services/waitForPayment.ts'
import type { Database } from '../../../subgraphs/shared/database.ts'

const failed = {
  _id: 'pay_1',
  status: 'failed',
  failureCode: 'all_adapters_exhausted',
} as Partial<PaymentRow> as PaymentRow

it('names the payment, and with a key says that the key creates no other', () => {
  const detailsOf = (isKeyed: boolean) => {
    try {
      requireNotFailed(failed, { isKeyed })
    } catch (error) {
      return (error as { details: object }).details
    }
    return null
  }
  expect(detailsOf(false)).toEqual({ payment_id: 'pay_1' })
  expect(detailsOf(true)).toEqual({
    payment_id: 'pay_1',
    key_kept_until: '9999-12-31T23:59:59.999Z',
    key_hint: expect.stringContaining('A new key is decided anew.'),
  })
})

it('stops reading for a caller whose last read failed', async () => {
  let looks = 0
  const collection = () => ({
    find: () => ({
      toArray: async () => {
        looks += 1
        // After the looks of two ticks, that of the caller whose time is over.
        if (looks === 3) throw new Error('away')
        return []
      },
    }),
  })
  const waiter = createPaymentWaiter({ collection } as unknown as Database)
  await expect(
    waiter.wait({ _id: 'pay_1', status: 'pending' } as Partial<PaymentRow> as PaymentRow, 0.12),
  ).rejects.toThrow('away')
  await new Promise((resolve) => setTimeout(resolve, 80))
  const before = looks
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(looks).toBe(before)
})

it('lets so many requests of one organization wait and no more, and others all the same', async () => {
  const collection = () => ({
    find: () => ({ toArray: async () => [{ ...failed, _id: 'pay_ended' }] }),
  })
  const waiter = createPaymentWaiter({ collection } as unknown as Database)
  const pending = (_id: string, orgId = 'org_1') => ({ _id, orgId, status: 'pending' }) as PaymentRow
  const atOnce = (payment: PaymentRow): Promise<boolean> =>
    Promise.race([
      waiter.wait(payment, 1).then(() => true),
      new Promise<boolean>((resolve) => setImmediate(resolve, false)),
    ])
  const others = Array.from({ length: 255 }, () => waiter.wait(pending('pay_1'), 1))
  expect(await atOnce(pending('pay_ended'))).toBe(false)
  expect(await atOnce(pending('pay_1'))).toBe(true)
  expect(await atOnce(pending('pay_2', 'org_2'))).toBe(false)
  await Promise.all(others)
  expect(await atOnce(pending('pay_1'))).toBe(false)
})
