/** An overdue payment is completed only from a block that was read, because reorganizations of other blocks are not noticed. */
import { zeroPadValue } from 'ethers'
import { expect, test } from 'vitest'
import { TOPICS } from '../../../subgraphs/payments/chains/eip3009.ts'
import { CHAIN_CURSORS } from '../../../subgraphs/payments/models/chainCursors.ts'
import { PAYMENTS } from '../../../subgraphs/payments/models/payments.ts'
import type { Network } from '../../../subgraphs/payments/settlement/network/network.ts'
import { reconcileOverdue } from '../../../subgraphs/payments/settlement/recovery/reconcileOverdue.ts'
import { CHAIN_FACTS } from '../../../subgraphs/shared/tokens.ts'

const FROM = `0x${'f'.repeat(40)}`
const TO = `0x${'e'.repeat(40)}`
const payment = {
  ...{ _id: 'pay_1', orgId: 'org_1', mode: 'test', chain: 'base', token: 'USDC', walletId: 'wal_1', status: 'pending' },
  ...{ to: TO, amount: 7n },
  chainWork: { from: FROM, relayer: '0xr', slot: 3, authorization: { nonce: '0x1', validBefore: 9_999 } },
}
const slot = { subjectId: 'pay_1', account: 'test:base:0xr', nonce: 3, bytes: [{ hash: '0xt', purpose: 'pay' }] }

const used = {
  address: CHAIN_FACTS.base.tokens.USDC?.address.toLowerCase() ?? '',
  topics: [TOPICS.authorizationUsed, zeroPadValue(FROM, 32), '0x1'],
}
const moved = {
  ...used,
  topics: [TOPICS.transfer, zeroPadValue(FROM, 32), zeroPadValue(TO, 32)],
  data: `0x${'7'.padStart(64, '0')}`,
}

/** Its transfer is in block 15 of 20. */
async function lookWithCursorAt(cursor: number | null): Promise<number> {
  let commits = 0
  const rowsOf = (name: string): object[] => (name === PAYMENTS ? [payment] : [slot])
  const collection = (name: string) => {
    const rows = { sort: () => rows, limit: () => rows, toArray: async () => rowsOf(name) }
    const findOne = async () => (name === CHAIN_CURSORS && cursor !== null ? { number: cursor } : null)
    return { find: () => rows, findOne }
  }
  const headAt = async (number: number) => ({ number, hash: `0x${number}`, timestamp: number })
  const adapter = {
    headAt,
    minedNonce: async () => 4,
    authorizationState: async () => false,
    simulate: async () => ({ succeeds: false, reason: '' }),
    receipts: async () => [{ hash: '0xt', succeeded: true, blockNumber: 15, blockHash: '0x15', logs: [used, moved] }],
  }
  const options = { overdueAfterMs: 0 }
  const network = {
    ...{ id: 'test:base', mode: 'test', chain: 'base', confirmations: 2, busy: new Map(), adapter, options },
    database: { collection },
    clock: { now: () => new Date() },
    commit: { submit: async () => ({ kind: 'done', answer: 'completed', at: ++commits }) },
    log: { info: () => {}, warn: () => {}, error: (fields: object) => expect(fields).toBeNull() },
  }
  const head = await headAt(20)
  await reconcileOverdue(network as unknown as Network, head as never, AbortSignal.timeout(60_000))
  return commits
}

test.each([
  [null, 0],
  [14, 0],
  [15, 1],
  [30, 1],
])('the last block read is %s: %i completed', async (cursor, completed) => {
  expect(await lookWithCursorAt(cursor)).toBe(completed)
})
