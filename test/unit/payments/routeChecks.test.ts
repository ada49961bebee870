// Domain A.1: a chain that is known to be unreachable is 422 no_route before acceptance; 7.2 names the reason.
import { expect, test } from 'vitest'
import { ChainUnavailable } from '../../../subgraphs/payments/chains/chainAdapter.ts'
import type { Endpoints } from '../../../subgraphs/payments/chains/jsonRpc.ts'
import { createTokenFacts } from '../../../subgraphs/payments/chains/tokenFacts.ts'
import type { PaymentsDeps } from '../../../subgraphs/payments/ports.ts'
import { parsePayment } from '../../../subgraphs/payments/services/paymentRequests.ts'
import { createRouteChecks } from '../../../subgraphs/payments/services/routeChecks.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** The only block is booked. */
const READ = { confirmations: 0, lastBooked: async () => 1 }
const tokenDecimals = async () => 6
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a chain is refused once no endpoint has answered for a while, and taken again when one does', async () => {
  let at = 0
  let isDown = true
  const head = async () => {
    if (isDown) throw new ChainUnavailable('no endpoint answers')
    return { number: 1, hash: '0x1', parentHash: '0x0', timestamp: 1, baseFee: 1n }
  }
  const tokenDomain = async () => ({ name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: '0x' })
  const { refusalOf } = createRouteChecks(
    [
      {
        mode: 'test',
        chain: 'base',
        adapter: { head, tokenDomain, tokenDecimals },
        isAwaited: async () => false,
        ...READ,
      },
    ],
    log,
    () => at,
  )
  const ask = async (seconds: number) => {
    at += seconds * 1_000
    refusalOf('test', 'base', 'USDC')
    await settled()
    return refusalOf('test', 'base', 'USDC')
  }
  expect(await ask(1)).toBeNull()
  // A short outage is left to the queue.
  expect(await ask(16)).toBeNull()
  expect(await ask(16)).toMatchObject({ type: 'no_route', details: { reason: 'rpc_unreachable', chain: 'base' } })
  expect(refusalOf('test', 'ethereum', 'USDC')).toBeNull()
  isDown = false
  expect(await ask(16)).toBeNull()
})

test('one token that does not match its contract closes itself alone, until it matches', async () => {
  let at = 0
  let isWrong = true
  const head = async () => ({ number: 1, hash: '0x1', parentHash: '0x0', timestamp: 1, baseFee: 1n })
  const tokenDomain = async (token: string) => {
    if (isWrong && token === '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913') throw new Error('another domain')
    return { name: 'x', version: '2', chainId: 8453, verifyingContract: token }
  }
  const { refusalOf } = createRouteChecks(
    [
      {
        mode: 'test',
        chain: 'base',
        adapter: { head, tokenDomain, tokenDecimals },
        isAwaited: async () => false,
        ...READ,
      },
    ],
    log,
    () => at,
  )
  refusalOf('test', 'base', 'USDC')
  await settled()
  expect(refusalOf('test', 'base', 'USDC')?.message).toContain('another domain')
  expect(refusalOf('test', 'base', 'EURC')).toBeNull()
  isWrong = false
  at += 16_000
  refusalOf('test', 'base', 'USDC')
  await settled()
  expect(refusalOf('test', 'base', 'USDC')).toBeNull()
})

test('a token whose contract is missing, or counts otherwise, is closed, also one that takes no signed transfers', async () => {
  const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
  const head = async () => ({ number: 1, hash: '0x1', parentHash: '0x0', timestamp: 1, baseFee: 1n })
  const tokenDomain = async (token: string) => {
    if (token === usdt) throw new Error('it signs nothing')
    return { name: 'x', version: '2', chainId: 1, verifyingContract: token }
  }
  const counting = { [usdt]: 18 } as Readonly<Record<string, number>>
  const adapter = { head, tokenDomain, tokenDecimals: async (token: string) => counting[token] ?? 6 }
  const { refusalOf } = createRouteChecks(
    [{ mode: 'live', chain: 'ethereum', adapter, isAwaited: async () => false, ...READ }],
    log,
  )
  refusalOf('live', 'ethereum', 'USDT')
  await settled()
  expect(refusalOf('live', 'ethereum', 'USDT')).toMatchObject({
    message: expect.stringContaining('counts in 18 decimals'),
    details: { reason: 'token_contract_mismatch', token: 'USDT', chain: 'ethereum' },
  })
  expect(refusalOf('live', 'ethereum', 'USDC')).toBeNull()
})

test('a token is open again once its contract counts as it should, after one wrong answer', async () => {
  const answers = [18, 6]
  const call = async () => [{ result: `0x${(answers.shift() ?? 6).toString(16)}` }]
  const { tokenDecimals } = createTokenFacts({ call } as unknown as Endpoints, { chain: 'ethereum', chainId: 1 })
  expect(await tokenDecimals('0x1', 6)).toBe(18)
  expect([await tokenDecimals('0x1', 6), await tokenDecimals('0x1', 6)]).toEqual([6, 6])
})

test('a chain without new blocks is refused once a payment has waited two minutes for one, and taken when they come', async () => {
  let at = 0
  let timestamp = 1_700_000_000
  let waits = false
  const head = async () => ({ number: 1, hash: '0x1', parentHash: '0x0', timestamp, baseFee: 1n })
  const tokenDomain = async () => ({ name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: '0x' })
  const { refusalOf } = createRouteChecks(
    [
      {
        mode: 'test',
        chain: 'base',
        adapter: { head, tokenDomain, tokenDecimals },
        isAwaited: async () => waits,
        ...READ,
      },
    ],
    log,
    () => at,
  )
  const after = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 16) {
      at += 16_000
      refusalOf('test', 'base', 'USDC')
      await settled()
    }
    return refusalOf('test', 'base', 'USDC')
  }
  // Nobody waits: a chain without traffic may rest.
  expect(await after(600)).toBeNull()
  waits = true
  expect(await after(112)).toBeNull()
  expect(await after(48)).toMatchObject({
    type: 'no_route',
    message: expect.stringContaining('stands still'),
    details: { reason: 'chain_unavailable', chain: 'base', last_block_at: '2023-11-14T22:13:20.000Z' },
  })
  timestamp += 1
  expect(await after(16)).toBeNull()
  // As long again.
  expect(await after(96)).toBeNull()
  expect(await after(64)).toMatchObject({ details: { reason: 'chain_unavailable' } })
  waits = false
  expect(await after(16)).toBeNull()
})

test('a chain whose blocks are not booked is refused after two minutes, whoever would book them, and taken once they are', async () => {
  let at = 0
  let number = 100
  let booked: number | null = null
  const head = async () => ({ number, hash: '0x1', parentHash: '0x0', timestamp: number, baseFee: 1n })
  const tokenDomain = async () => ({ name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: '0x' })
  const reading = { confirmations: 10, lastBooked: async () => booked }
  const { refusalOf } = createRouteChecks(
    [
      {
        mode: 'test',
        chain: 'base',
        adapter: { head, tokenDomain, tokenDecimals },
        isAwaited: async () => false,
        ...reading,
      },
    ],
    log,
    () => at,
  )
  const after = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 16) {
      at += 16_000
      number += 8
      refusalOf('test', 'base', 'USDC')
      await settled()
    }
    return refusalOf('test', 'base', 'USDC')
  }
  // It has never been read: nobody settles here yet.
  expect(await after(600)).toBeNull()
  booked = number - 10
  expect(await after(112)).toBeNull()
  expect(await after(48)).toMatchObject({
    type: 'no_route',
    message: expect.stringContaining('not booked'),
    details: { reason: 'chain_unavailable', chain: 'base', token: 'USDC' },
  })
  // It goes on, and is as far behind as it was.
  booked += 40
  expect(await after(160)).toMatchObject({ details: { reason: 'chain_unavailable' } })
  booked = number - 10
  expect(await after(16)).toBeNull()
})

test('a payment that names no chain goes to another one that is open and has enough, and else is refused on its own', async () => {
  const balances = {
    'base:USDC': { available: 9n },
    'polygon:USDC': { available: 4n },
    'arbitrum:USDC': { available: 9n },
  }
  const rows = [{ walletId: 'wal_1', orgId: 'org_1', mode: 'test', balances }]
  const closed = new Set(['base'])
  const deps = {
    database: { collection: () => ({ find: () => ({ toArray: async () => rows }) }) },
    chains: { test: new Set(['base', 'polygon', 'arbitrum']) },
    routeRefusal: (_mode: string, chain: string) => (closed.has(chain) ? new Error('closed') : null),
  } as unknown as PaymentsDeps
  const caller = {
    ...({ kind: 'organization', orgId: 'org_1', mode: 'test', keyId: 'key_1', personId: 'p' } as const),
    roles: [] as const,
  }
  const chainOf = async (more: object = {}) => {
    const input = { walletId: `wal_${'0'.repeat(26)}`, to: 'shop.example', amount: '0.000005', token: 'USDC', ...more }
    rows[0] = { ...(rows[0] as (typeof rows)[number]), walletId: input.walletId }
    return (await parsePayment(deps, caller as never, input as never)).chain
  }
  expect(await chainOf()).toBe('arbitrum')
  expect(await chainOf({ chain: 'base' })).toBe('base')
  closed.add('arbitrum')
  // The gate of routes refuses it, with the reason.
  expect(await chainOf()).toBe('base')
  closed.clear()
  expect(await chainOf()).toBe('base')
})
