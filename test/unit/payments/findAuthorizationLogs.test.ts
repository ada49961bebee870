/** Where an authorization was used is found however far back it lies: after a restored backup it may be days. */
import { expect, test } from 'vitest'
import { TOPICS } from '../../../subgraphs/payments/chains/eip3009.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import type { Network } from '../../../subgraphs/payments/settlement/network/network.ts'
import { findAuthorizationLogs } from '../../../subgraphs/payments/settlement/recovery/findAuthorizationLogs.ts'
import { systemClock } from '../../../subgraphs/shared/clock.ts'
import { base32 } from '../../../subgraphs/shared/ids.ts'

const CREATED = 1_700_000_000
const from = '0x00000000000000000000000000000000000000f1'

/** Blocks of a second each; the payment was made at block 50,000. */
function openNetwork(usedAt: number) {
  const ranges: [number, number][] = []
  const adapter = {
    headAt: async (number: number) => ({ number, timestamp: CREATED + number - 50_000 }),
    async logs(asked: { from: number; to: number }) {
      if (asked.to - asked.from >= 9_000) throw new Error('the range is too wide')
      ranges.push([asked.from, asked.to])
      const isIn = usedAt >= asked.from && usedAt <= asked.to
      return isIn
        ? [{ hash: '0xt', block: usedAt, blockHash: '0xb', address: '', data: '', topics: [TOPICS.authorizationUsed] }]
        : []
    },
  }
  return { network: { adapter, clock: systemClock } as unknown as Network, ranges }
}

const payment = {
  ...{ _id: 'pay_1', chain: 'base', token: 'USDC', createdAt: new Date(CREATED * 1_000) },
  chainWork: { from, authorization: { nonce: `0x${'1'.repeat(64)}` } },
} as unknown as PaymentRow

test.each([199_999, 191_000, 190_999, 120_000, 50_001])('used in block %i of 200,000', async (usedAt) => {
  expect((await findAuthorizationLogs(openNetwork(usedAt).network, payment, 200_000)).used?.block).toBe(usedAt)
})

test('no block before the payment is queried, and every block since then once', async () => {
  const { network, ranges } = openNetwork(10)
  expect((await findAuthorizationLogs(network, payment, 200_000)).used).toBeUndefined()
  const last = ranges.at(-1)?.[0] ?? 0
  expect(last).toBeLessThan(50_000)
  expect(last).toBeGreaterThan(30_000)
  for (const [index, [, to]] of ranges.slice(1).entries()) expect(to).toBe((ranges[index]?.[0] ?? 0) - 1)
})

test.each(['quoteId', 'nonceOf'])(
  'what was repeated after a restored backup is looked for since it was made first: %s',
  async (name) => {
    const origin = Buffer.alloc(16)
    origin.writeUIntBE((CREATED - 30_000) * 1_000, 0, 6)
    origin[6] = 0x70
    const repeated = { ...payment, [name]: `any_${base32(origin)}` } as PaymentRow
    expect((await findAuthorizationLogs(openNetwork(25_000).network, repeated, 200_000)).used?.block).toBe(25_000)
  },
)
