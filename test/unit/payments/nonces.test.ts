/**
 * Nonces of an account: none is given on the word of one lying endpoint, no gap is filled that nobody can have left, and
 * no fee is raised for an account that cannot pay it.
 */
import { expect, test, vi } from 'vitest'
import type { BlockHead, SendKind } from '../../../subgraphs/payments/chains/chainAdapter.ts'
import type { NonceSlotRow } from '../../../subgraphs/payments/models/nonceSlots.ts'
import type { Network, NetworkConfig, RelayerAccount } from '../../../subgraphs/payments/settlement/network/network.ts'
import { allocateNonces, openRelayers } from '../../../subgraphs/payments/settlement/network/relayerAccounts.ts'
import { maintainGaps } from '../../../subgraphs/payments/settlement/sending/maintainGaps.ts'
import { maintainAccount, needsHigherFee } from '../../../subgraphs/payments/settlement/sending/maintainNonces.ts'

const config = { mode: 'test', chain: 'base', relayerKeys: [`0x${'1'.repeat(64)}`] } as unknown as NetworkConfig
const openAccount = (): RelayerAccount => openRelayers(config)[0] as RelayerAccount

test('the account is ahead of its recorded nonces as far as two endpoints agree, and no further', async () => {
  const rows = { sort: () => rows, limit: () => rows, toArray: async () => [{ nonce: 6 }] }
  const database = { collection: () => ({ find: () => rows }) }
  const adapter = { minedNonce: async () => 2 ** 40, agreedNonce: async () => 9 }
  expect(await allocateNonces({ database, adapter } as unknown as Network, openAccount(), 2)).toEqual([9, 10])
})

async function fill(slotNonces: readonly number[]) {
  let filled = 0
  const errors: string[] = []
  const network = {
    ...{ mode: 'test', fence: 1, late: new Map() },
    commit: { submit: async () => ({ kind: 'done', answer: 'x', at: ++filled }) },
    log: { info: () => {}, warn: () => {}, error: (_: object, message: string) => void errors.push(message) },
  } as unknown as Network
  const line = openAccount()
  const slots = slotNonces.map((nonce) => ({ nonce }) as NonceSlotRow)
  const signal = AbortSignal.timeout(60_000)
  await maintainGaps(network, line, { from: 5, slots, signal })
  return { filled, errors, line }
}

test('a nonce gap left by a dead process is filled', async () => {
  expect(await fill([5, 9])).toMatchObject({ filled: 3, errors: [] })
})

test('a slot with an implausible nonce causes no filling up to it, and its account gets no new payments while others do', async () => {
  expect(await fill([5, 20_000])).toMatchObject({ filled: 0, errors: [expect.any(String)], line: { isStuck: true } })
})

test('while the commits that fill missing nonces do not come through, those that are known go on', async () => {
  const rows = { sort: () => rows, limit: () => rows, toArray: async () => slots }
  const sendRaw = vi.fn(async () => [])
  const network = {
    ...{ mode: 'test', fence: 1, busy: new Set(), wallets: new Map(), options: { stuckAfterMs: 1_000 } },
    late: new Map([['org_relayer', { times: 1, until: Number.POSITIVE_INFINITY }]]),
    database: { collection: () => ({ find: () => rows }) },
    adapter: { minedNonce: async () => 5, sendRaw, broadcastToAll: () => {} },
    clock: { now: () => new Date(0) },
    log: { warn: () => {} },
  } as unknown as Network
  const bytes = [{ at: new Date(0), height: 1 }]
  const slots = [5, 9].map((nonce) => ({ nonce, bytes, at: new Date(0) }) as unknown as NonceSlotRow)
  const account = { ...openAccount(), use: 'wallet' } as RelayerAccount
  const head = { number: 1, baseFee: 7n } as BlockHead
  await maintainAccount(network, account, { head, olderThanMs: 1_000, signal: AbortSignal.timeout(60_000) })
  expect(sendRaw).toHaveBeenCalledOnce()
})

test.each<[SendKind, boolean]>([
  ['known', true],
  ['underpriced', true],
  ['rejected', true],
  ['unfunded', false],
])('the first transaction of an account, refused as %s for long, offers more: %s', (kind, offers) => {
  const network = { options: { bumpFeeAfterMs: 1_000 } } as unknown as Network
  const page = { mined: 5, head: { number: 20, baseFee: 7n } as BlockHead, now: 9_000 }
  const bytes = { maxFee: 8n, at: new Date(0), height: 10 }
  expect(needsHigherFee(network, { nonce: 5 }, bytes, { kind }, page)).toBe(offers)
  // Nor when the base fee has risen above what it offers.
  const risen = { ...page, head: { ...page.head, baseFee: 9n } }
  expect(needsHigherFee(network, { nonce: 5 }, bytes, { kind }, risen)).toBe(offers)
})
