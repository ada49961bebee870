// Domain A.1: a chain that is known to be unreachable is 422 no_route before acceptance; 7.2 names the reason.
import { expect, test } from 'vitest'
import { ChainUnavailable } from '../../../subgraphs/payments/chains/chainAdapter.ts'
import { createRouteChecks } from '../../../subgraphs/payments/services/routeChecks.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
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
    [{ mode: 'test', chain: 'base', adapter: { head, tokenDomain } }],
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
    [{ mode: 'test', chain: 'base', adapter: { head, tokenDomain } }],
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
