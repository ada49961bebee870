/** That a block is still in the chain is believed of no single endpoint: the search for what it held would end there. */
import { expect, test } from 'vitest'
import { ChainUnavailable } from '../../../subgraphs/payments/chains/chainAdapter.ts'
import { CHAIN_CURSORS } from '../../../subgraphs/payments/models/chainCursors.ts'
import type { PaymentRow } from '../../../subgraphs/payments/models/payments.ts'
import type { Network } from '../../../subgraphs/payments/settlement/network/network.ts'
import { standingOf } from '../../../subgraphs/payments/settlement/network/standingOf.ts'
import { findReorganized } from '../../../subgraphs/payments/settlement/recovery/findReorganized.ts'
import { restorePayment } from '../../../subgraphs/payments/settlement/recovery/restorePayment.ts'

const payment = {
  ...{ _id: 'pay_1', orgId: 'org_1', mode: 'test', chain: 'base', token: 'USDC', status: 'completed' },
  chainWork: { from: '0xf', minedBlock: 5, minedBlockHash: '0xa5', authorization: { nonce: '0x1' } },
}

/** The first endpoint says that block 5 is still the one known; the second has it so, or another one. */
function openWorld(second: string) {
  const rows = { sort: () => rows, limit: () => rows, project: () => rows, toArray: async () => [payment] }
  const none = { ...rows, toArray: async () => [], sort: () => none, limit: () => none, project: () => none }
  const collection = (name: string) => ({
    find: () => (name === 'payments' ? rows : none),
    findOne: async () => (name === CHAIN_CURSORS ? { number: 9 } : payment),
  })
  const adapter = {
    headAt: async () => ({ hash: '0xa5' }),
    settledHead: async () => ({ number: 9, hash: '0xa9' }),
    async agreedHead() {
      if (second !== '0xa5') throw new ChainUnavailable('endpoints disagree')
      return { hash: '0xa5' }
    },
  }
  const deps = { database: { collection }, clock: { now: () => new Date() } }
  return { ...deps, id: 'test:base', mode: 'test', chain: 'base', adapter } as unknown as Network
}

test('a lost payment is given up only if two endpoints have its block', async () => {
  const restore = (network: Network) =>
    restorePayment(network, payment as unknown as PaymentRow, AbortSignal.timeout(60_000))
  await expect(restore(openWorld('0xb5'))).rejects.toThrow(ChainUnavailable)
  expect(await restore(openWorld('0xa5'))).toBe('done')
})

test('and so is the search for what a reorganization dropped', async () => {
  const look = (network: Network) => findReorganized(network, { from: 4, to: 8 })
  await expect(look(openWorld('0xb5'))).rejects.toThrow(ChainUnavailable)
  expect(await look(openWorld('0xa5'))).toBe('done')
})

test('a late booking from a block older than is remembered is made only if two endpoints have the block, and dropped only if two have another', async () => {
  const cursor = { number: 900, recent: [{ number: 800, hash: '0xa800' }] }
  const look = (first: string, agreed: string | null) => {
    const adapter = {
      headAt: async () => ({ hash: first }),
      async agreedHead() {
        if (agreed === null) throw new ChainUnavailable('endpoints disagree')
        return { hash: agreed }
      },
    }
    const database = { collection: () => ({ findOne: async () => cursor }) }
    return standingOf({ id: 'test:base', database, adapter } as unknown as Network, { block: 5, blockHash: '0xa5' })
  }
  expect(await look('0xa5', '0xa5')).toBe('read')
  expect(await look('0xb5', '0xb5')).toBe('gone')
  expect(await look('0xb5', '0xa5')).toBe('later')
  await expect(look('0xa5', null)).rejects.toThrow(ChainUnavailable)
  await expect(look('0xb5', null)).rejects.toThrow(ChainUnavailable)
})
