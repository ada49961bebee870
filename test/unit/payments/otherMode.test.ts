// Domain 9.5: a payment to a wallet of the other mode is refused, and only what somebody has proven to own in every network
// is such a wallet.
import { expect, test } from 'vitest'
import { cacheWalletModes } from '../../../subgraphs/payments/services/otherMode.ts'
import type { Database } from '../../../subgraphs/shared/database.ts'

const KEY = '0x00000000000000000000000000000000000000a1'
const CONTRACT = '0x00000000000000000000000000000000000000c1'
const ROWS = [
  { address: KEY, mode: 'test', custody: 'external' },
  { address: CONTRACT, mode: 'test', custody: 'external', contractChain: 'base_sepolia' },
]

function open() {
  const find = ({ address: { $in } }: { address: { $in: string[] } }) => ({
    toArray: async () => ROWS.filter(({ address }) => $in.includes(address)),
  })
  const database = { collection: () => ({ find }) } as unknown as Database
  return cacheWalletModes({ database, clock: { now: () => new Date(0) } })
}

test('a contract that was registered on a test network keeps nobody from being paid at its address in live mode', async () => {
  const modeOf = open()
  expect(await modeOf(KEY)).toBe('test')
  expect(await modeOf(CONTRACT)).toBe(null)
})
