/**
 * An overdue payment is completed only from a block that was read, because reorganizations of other blocks are not noticed; and
 * whatever its organization, it waits for no other.
 */
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

/** Their transfers are in block 15 of 20. @returns when each commit came through, in milliseconds, by organization */
async function lookWithCursorAt(
  cursor: number | null,
  payments: readonly object[] = [payment],
  held?: string,
): Promise<[string, number][]> {
  const began = performance.now()
  const commits: [string, number][] = []
  const submit = async ({ orgId }: { orgId: string }) => {
    if (orgId === held) await new Promise(() => undefined)
    commits.push([orgId, performance.now() - began])
    return { kind: 'done', answer: 'completed' }
  }
  const rowsOf = (name: string): readonly object[] => (name === PAYMENTS ? payments : [slot])
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
    requireAgreed: async () => undefined,
    receipts: async () => [{ hash: '0xt', succeeded: true, blockNumber: 15, blockHash: '0x15', logs: [used, moved] }],
  }
  const options = { overdueAfterMs: 0 }
  const network = {
    ...{ id: 'test:base', mode: 'test', chain: 'base', confirmations: 2, busy: new Map(), adapter, options },
    late: new Map(),
    database: { collection },
    clock: { now: () => new Date() },
    commit: { submit },
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
  expect(await lookWithCursorAt(cursor)).toHaveLength(completed)
})

test('an organization whose commits do not come through is waited for once, however many of its payments are overdue', async () => {
  const own = Array.from({ length: 40 }, (_, index) => ({ ...payment, _id: `pay_held${index}` }))
  const other = { ...payment, _id: 'pay_other', orgId: 'org_2' }
  const [[orgId, afterMs] = [], ...more] = await lookWithCursorAt(30, [...own, other], 'org_1')
  expect([orgId, more]).toEqual(['org_2', []])
  expect(afterMs).toBeLessThan(9_000)
}, 60_000)

test('however many organizations have moved their clocks, a round looks at some of them, and the next at those behind', async () => {
  const owners = Array.from({ length: 100 }, (_, index) => ({ orgId: `org_${100 + index}`, mode: 'test' }))
  const asked: string[] = []
  const rows = { sort: () => rows, limit: () => rows, toArray: async () => [] }
  const find = ({ orgId }: { orgId?: string }) => {
    if (orgId !== undefined) asked.push(orgId)
    return rows
  }
  const organizations = { moved: () => owners, timeOf: () => new Date() }
  const network = {
    ...{ id: 'test:base', mode: 'test', chain: 'base', options: { overdueAfterMs: 0 }, lastMoved: '' },
    ...{ database: { collection: () => ({ find }) }, clock: { now: () => new Date(), organizations } },
  }
  const look = () => reconcileOverdue(network as unknown as Network, {} as never, AbortSignal.timeout(10_000))
  await look()
  expect(asked.length).toBeLessThan(50)
  for (let round = 0; round < 3; round++) await look()
  expect(new Set(asked).size).toBe(100)
})
