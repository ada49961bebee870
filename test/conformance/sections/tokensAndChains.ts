/** Specification 2.9, 7 NoRoute: every pair of token and chain, and how a pair that cannot be used is refused. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refused,
  refusedField,
  type Scene,
  type TestAgent,
} from '../../support/scene.ts'

/** As the specification writes it, not as the code does. */
const MATRIX: Readonly<Record<string, readonly string[]>> = {
  USDC: ['base', 'ethereum', 'polygon', 'arbitrum', 'optimism'],
  USDT: ['ethereum', 'polygon', 'arbitrum', 'optimism'],
  PYUSD: ['ethereum'],
  EURC: ['base', 'ethereum', 'polygon'],
}
const CHAINS = MATRIX.USDC ?? []
const PAIRS = Object.keys(MATRIX).flatMap((token) => CHAINS.map((chain) => [token, chain] as const))
const ON = PAIRS.filter(([token, chain]) => MATRIX[token]?.includes(chain))
const OFF = PAIRS.filter(([token, chain]) => !MATRIX[token]?.includes(chain))

export function tokensAndChains(given: Given): void {
  describe('2.9 tokens and chains', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Routes')
      agent = await openAgent(scene)
    })
    const pay = (token: string, chain?: string) => {
      const payment = { wallet_id: agent.walletId, to: newAddress(), amount: '1', token }
      return scene.carrier.call('createPayment', { ...payment, ...(chain && { chain }) }, agent.caller)
    }
    const balance = (token: string, chain: string) =>
      scene.carrier.call('balance', { wallet_id: agent.walletId, token, chain }, agent.caller)

    test.each(OFF)('%s is not on %s: 422 no_route, for payments and balances', async (token, chain) => {
      const reason = { reason: 'token_not_supported_on_chain' }
      refused(await pay(token, chain), 422, 'no_route', reason)
      refused(await balance(token, chain), 422, 'no_route', reason)
    })

    test.each(ON)('%s on %s has a balance', async (token, chain) => {
      expect(done(await balance(token, chain)).body).toMatchObject({ balance: '0.00', token, chain })
    })

    test.each(ON.filter(([, chain]) => chain !== 'base'))(
      '%s on %s, which is not configured: 422',
      async (token, chain) => {
        refused(await pay(token, chain), 422, 'no_route', { reason: 'chain_not_configured' })
      },
    )

    test('a token that base does not have, without a chain and without money anywhere: 422', async () => {
      for (const token of ['USDT', 'PYUSD']) refused(await pay(token), 422, 'no_route')
    })

    test('identifiers are exact: an upper-case chain, a lower-case token, an unknown one are 400', async () => {
      for (const chain of ['BASE', 'Base', 'solana', '']) refusedField(await pay('USDC', chain || ' '), 'chain')
      for (const token of ['usdc', 'DAI']) refusedField(await pay(token, 'base'), 'token')
      refusedField(await balance('USDC', 'BASE'), 'chain')
      refusedField(await balance('usdc', 'base'), 'token')
    })
  })
}
