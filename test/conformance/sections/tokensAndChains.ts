/** Specification 2.9, 7 NoRoute: every pair of token and chain, and how a pair that cannot be used is refused. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller, Operation } from '../../support/carriers.ts'
import {
  done,
  fund,
  type Given,
  newAddress,
  newDomain,
  openAgent,
  openScene,
  openShop,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  until,
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

    test.each(ON.filter(([, chain]) => chain === 'base'))('%s on %s has a balance', async (token, chain) => {
      expect(done(await balance(token, chain)).body).toMatchObject({ balance: '0.00', token, chain })
    })

    test.each(ON.filter(([, chain]) => chain !== 'base'))(
      '%s on %s, which is not configured: 422',
      async (token, chain) => {
        for (const answer of [await pay(token, chain), await balance(token, chain)])
          refused(answer, 422, 'no_route', { reason: 'chain_not_configured', chain, hint: 'base' })
      },
    )

    test('a token that base does not have, without a chain and without money anywhere: 422', async () => {
      for (const token of ['USDT', 'PYUSD'])
        refused(await pay(token), 422, 'no_route', { reason: 'chain_not_configured', chains: [] })
    })

    test('a list is filtered by what is stored: no other spelling looks like an empty list', async () => {
      const { carrier, owner } = scene
      for (const token of ['usdc', 'FOO', '']) {
        refusedField(await carrier.call('listPayments', { token }, agent.caller), 'token')
        refusedField(await carrier.call('listSwitches', { scope: 'token', target_id: token }, owner), 'target_id')
      }
      for (const merchant of ['shop', 'not a domain', ''])
        refusedField(await carrier.call('listPayments', { merchant }, agent.caller), 'merchant')
      const elsewhere = { scope: 'chain', target_id: 'Base' }
      refused(await carrier.call('listSwitches', elsewhere, owner), 422, 'no_route', { hint: 'base' })

      const domain = newDomain()
      const payout_addresses = [{ chain: 'base', address: newAddress() }]
      const shop = { name: 'Shop', legal_name: 'Shop Ltd', country: 'DE', mcc: '5734', domain, payout_addresses }
      done(await carrier.call('createMerchant', shop, owner))
      await fund(scene, agent.walletId, '5')
      const payment = { wallet_id: agent.walletId, to: domain, amount: '1', token: 'USDC' }
      const { body } = done(await carrier.call('createPayment', payment, agent.caller))
      for (const merchant of [domain, domain.toUpperCase(), `https://${domain}/cart`])
        expect(rowsIn(await carrier.call('listPayments', { merchant, token: 'USDC' }, agent.caller))).toMatchObject([
          { payment_id: body.payment_id },
        ])
    })

    test.each([
      ['BASE', 'base'],
      ['Base', 'base'],
      [' base', 'base'],
      ['Arbitrum One', 'arbitrum'],
      ['base-sepolia', 'base_sepolia'],
      ['ETH', 'ethereum'],
      ['solana', null],
      ['constructor', null],
      ['', null],
    ])('"%s" is no chain, wherever it is named: 422 with the spelling that was meant (%s)', async (chain, hint) => {
      const { carrier, owner } = scene
      const wallet = { wallet_id: agent.walletId }
      const spend = { ...wallet, amount: '1', chain }
      const payout = [{ chain, address: newAddress() }]
      const calls: [Operation, Body, Caller][] = [
        ['createPayment', { ...spend, to: newAddress(), token: 'USDC' }, agent.caller],
        ['transfer', { ...spend, merchant: newAddress() }, agent.caller],
        ['executeMandate', { psp_domain: 'psp.example.com', amount: '1', chain }, agent.caller],
        ['checkPolicy', { ...spend, merchant: 'shop.example', token: 'USDC' }, agent.caller],
        ['requestApproval', { ...spend, to: newAddress(), token: 'USDC' }, owner],
        ['faucet', { ...wallet, chain }, agent.caller],
        [
          'createMerchant',
          {
            name: 'Shop',
            legal_name: 'Shop Ltd',
            domain: newDomain(),
            country: 'DE',
            mcc: '5734',
            payout_addresses: payout,
          },
          owner,
        ],
        ...(chain === ''
          ? []
          : ([
              ['balance', { ...wallet, chain }, agent.caller],
              ['listPayments', { chain }, agent.caller],
              ['effectiveSwitches', { chain: chain.trim() === chain ? chain : 'BASE' }, agent.caller],
            ] as [Operation, Body, Caller][])),
      ]
      for (const [operation, input, caller] of calls) {
        const answer = refused(await carrier.call(operation, input, caller), 422, 'no_route', { hint })
        expect([operation, answer.refused?.details.reason]).toEqual([operation, 'unknown_chain'])
      }
    })

    test('a purchase is reserved and paid in euros, to the unit, and goes over no chain that is not configured', async () => {
      const { carrier, owner } = scene
      const { merchantId: merchant_id, address } = await openShop(scene)
      const products = [{ product_id: 'tea', title: 'Tea', amount_minor: 199 }]
      done(await carrier.call('setProductFeed', { merchant_id, products }, owner))
      const order = { items: [{ product_id: 'tea', quantity: 1 }] }
      const { session_id } = done(await carrier.call('createCheckout', order, agent.caller)).body
      const of = { wallet_id: agent.walletId, token: 'EURC' }
      const money = async () => Number(done(await balance('EURC', 'base')).body.balance)
      done(await carrier.call('faucet', { ...of, amount: '5.00' }, owner))
      await until(async () => (await money()) === 5)
      const cap = { agent_id: agent.agentId, session_id, max_amount_minor: 250, token: 'EURC' }
      const elsewhere = await carrier.call('authorizeCheckout', { ...cap, chain: 'polygon' }, agent.caller)
      refused(elsewhere, 422, 'no_route', { reason: 'chain_not_configured', hint: 'base' })
      const { shared_token: token } = done(await carrier.call('authorizeCheckout', cap, agent.caller)).body
      const paid = done(await carrier.call('payCheckout', { session_id, token }, agent.caller)).body
      const payment = await until(async () => {
        const { body } = done(await carrier.call('getPayment', { payment_id: paid.payment_id }, agent.caller))
        return body.status === 'completed' && body
      })
      // 1.99 dollars at 1.0850 dollars a euro, rounded down.
      expect(payment).toMatchObject({ amount: '1.834101', token: 'EURC', chain: 'base' })
      expect(String(payment.to).toLowerCase()).toBe(address)
      expect(await money()).toBeCloseTo(5 - 1.834101, 6)
    })

    test('tokens are exact: a lower-case or an unknown one is 400', async () => {
      for (const token of ['usdc', 'DAI']) refusedField(await pay(token, 'base'), 'token')
      refusedField(await balance('usdc', 'base'), 'token')
    })
  })
}
