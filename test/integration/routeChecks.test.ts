// Specification 7 NoRoute, domain 7.2: a token whose contract signs under another EIP-712 domain than the table says is
// closed on that chain, and nothing else is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOn } from '../../scripts/embedded/embeddedChains.ts'
import { createEvmAdapter } from '../../subgraphs/payments/chains/evm.ts'
import { createRouteChecks } from '../../subgraphs/payments/services/routeChecks.ts'
import { type HttpAgent, openHttpAgent } from '../support/httpAgent.ts'
import { until } from '../support/settlementWorld.ts'
import { startTestService, type TestService } from '../support/startService.ts'
import { startTestChain, type TestChain } from '../support/testChain.ts'

const SHOP = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let chain: TestChain
let service: TestService
let agent: HttpAgent

beforeAll(async () => {
  // The name under which it signs elsewhere: every signature would recover another address.
  const tokens = [
    { ...tokenOn('ethereum', 'USDC'), name: 'USDC' },
    tokenOn('ethereum', 'EURC'),
    tokenOn('ethereum', 'USDT'),
  ]
  chain = await startTestChain('ethereum', { tokens })
  service = await startTestService('route_checks', 'in process', chain.environment)
  agent = await openHttpAgent(service)
}, 60_000)

afterAll(async () => {
  await service.stop()
  await chain.stop()
}, 30_000)

test('a token that signs under another domain is closed on its chain at the start, with a message', async () => {
  await until('the check', async () => service.failures.some((text) => text.includes('a token is closed')))
  const told = service.failures.filter((text) => text.includes('a token is closed'))
  // PYUSD has no contract on this chain.
  expect(told.map((text) => /"token":"([A-Z]+)"/.exec(text)?.[1]).sort()).toEqual(['PYUSD', 'USDC'])
  expect(told.find((text) => text.includes('USDC'))).toMatch(/another EIP-712 domain than .*USD Coin/)
  const refused = await agent.pay({ to: SHOP, amount: '1.00', token: 'USDC', chain: 'ethereum' })
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    error: {
      type: 'no_route',
      message: expect.stringMatching(/^USDC is closed on ethereum: .* domain/),
      details: { reason: 'token_domain_mismatch', token: 'USDC', chain: 'ethereum' },
    },
  })
})

test('its other tokens and its other chains are paid with as before', async () => {
  for (const [token, on] of [
    ['EURC', 'ethereum'],
    ['USDC', 'base'],
  ] as const) {
    await agent.fund(token, on)
    const { status, body } = await agent.pay({ to: SHOP, amount: '1.00', token, chain: on }, '?wait=20')
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'completed', token, chain: on })
  }
}, 60_000)

// Domain A.5: base, or the first chain of 2.9 with enough balance where the token is not on base.
test('a payment that names no chain goes where the money is; without enough of it anywhere it has no route', async () => {
  const poor = await agent.pay({ to: SHOP, amount: '1.00', token: 'USDT' })
  expect(poor.status).toBe(422)
  expect(poor.body).toMatchObject({
    error: {
      type: 'no_route',
      message: expect.stringContaining('this needs 1.00 USDT, and available are 0.00 on ethereum'),
      details: { reason: 'balance_below_amount', token: 'USDT', required: '1.00', available: { ethereum: '0.00' } },
    },
  })
  await agent.fund('USDT', 'ethereum')
  const paid = await agent.pay({ to: SHOP, amount: '1.00', token: 'USDT' }, '?wait=20')
  expect(paid.status).toBe(201)
  expect(paid.body).toMatchObject({ status: 'completed', token: 'USDT', chain: 'ethereum' })
  expect(await agent.balance('USDT', 'ethereum')).toBe('99.00')
}, 60_000)

test('while its node is paused no request hangs: payments are accepted, then refused without a route, and end when it goes on', async () => {
  await agent.fund('EURC', 'ethereum')
  chain.pause()
  const adapter = createEvmAdapter({ chain: 'ethereum', chainId: 1, rpcUrls: [chain.rpcUrl], timeoutMs: 300 })
  let accepted: Record<string, unknown>
  try {
    const began = performance.now()
    const paid = await agent.pay({ to: SHOP, amount: '1.00', token: 'EURC', chain: 'ethereum' })
    accepted = paid.body
    expect(paid.status).toBe(201)
    expect(accepted).toMatchObject({ status: 'pending' })
    expect(Number(await agent.balance('EURC', 'ethereum'))).toBeGreaterThan(0)
    expect(performance.now() - began).toBeLessThan(5_000)
    let at = 0
    const network = {
      mode: 'test',
      chain: 'ethereum',
      adapter,
      isAwaited: async () => true,
      confirmations: 0,
      lastBooked: async () => null,
    } as const
    const { refusalOf } = createRouteChecks([network], { info() {}, warn() {}, error() {} }, () => at)
    // A moment without a response is none of it.
    expect(refusalOf('test', 'ethereum', 'EURC')).toBeNull()
    await until('no route', async () => {
      at += 1_000
      return refusalOf('test', 'ethereum', 'EURC')
    })
    expect(refusalOf('test', 'ethereum', 'EURC')).toMatchObject({
      type: 'no_route',
      details: { reason: 'rpc_unreachable', chain: 'ethereum' },
    })
    expect(at).toBeGreaterThanOrEqual(20_000)
  } finally {
    chain.resume()
    await adapter.close()
  }
  expect(await agent.payment(accepted.payment_id)).toMatchObject({ status: 'completed' })
}, 60_000)
