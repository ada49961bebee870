/**
 * Domain 8, A.2: the gas that the relayer pays for a payment is a transaction of type fee, in the coin of its chain. It is
 * found with its wallet, payment and hash where it is asked for, changes no balance, and is summed with no other coin.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  until,
} from '../../support/scene.ts'

export function fees(given: Given): void {
  describe('domain 8: fees', () => {
    let scene: Scene
    let agent: TestAgent
    let paid: Body
    const call = (...[operation, input, by]: Parameters<Scene['carrier']['call']>) =>
      scene.carrier.call(operation, input, by)
    const list = async (filter: object, by: Caller = scene.owner) =>
      rowsIn(done(await call('listTransactions', { type: 'fee', ...filter }, by)))
    const totals = async (filter: object) =>
      done(await call('transactionTotals', { wallet_id: agent.walletId, ...filter }, scene.owner)).body.totals as Body[]
    const own = (filter: object = {}) => list({ wallet_id: agent.walletId, ...filter })

    beforeAll(async () => {
      scene = await openScene(given, 'Fees')
      agent = await openAgent(scene, { capabilities: ['payments', 'wallets'], funds: '50.00' })
      const pay = { wallet_id: agent.walletId, to: newAddress(), amount: '5.00', token: 'USDC', wait: 20 }
      paid = done(await call('createPayment', pay, agent.caller)).body
      done(await call('createPayment', pay, agent.caller))
      await until(async () => (await own()).length === 2)
    })

    test('a fee is in the coin of the chain, with its wallet, payment and transaction, and moves no balance', async () => {
      const [fee, ...more] = await list({ payment_id: paid.payment_id })
      expect(more).toEqual([])
      const none = { available: '0.00', held: '0.00', in_flight: '0.00', blocked: '0.00', total: '0.00' }
      expect(fee).toMatchObject({
        ...{ type: 'fee', status: 'completed', direction: 'debit', token: 'ETH', chain: 'base' },
        ...{ wallet_id: agent.walletId, agent_id: agent.agentId, payment_id: paid.payment_id },
        ...{ tx_hash: paid.tx_hash, counterparty: null, deposit_id: null, balance_changes: none },
        lines: [
          { account: '5010', name: 'gas expense', direction: 'debit', amount: fee?.amount },
          { account: '1130', name: 'gas tank', direction: 'credit', amount: fee?.amount },
        ],
      })
      expect(weiOf(fee?.amount)).toBeGreaterThan(10n ** 9n)
      expect(await list({ tx_hash: paid.tx_hash })).toEqual([fee])
      expect(done(await call('getTransaction', { transaction_id: fee?.transaction_id }, agent.caller)).body).toEqual(
        fee,
      )
    })

    test('fees are listed where type or coin ask for them, and nowhere else', async () => {
      const fees = await own()
      expect(await list({}, agent.caller)).toEqual(fees)
      expect(await list({ agent_id: agent.agentId })).toEqual(fees)
      expect(await own({ status: 'completed' })).toEqual(fees)
      expect(await own({ status: 'pending' })).toEqual([])
      expect(await own({ type: undefined, token: 'ETH' })).toEqual(fees)
      expect(await own({ type: undefined, token: 'POL' })).toEqual([])
      expect(await own({ token: 'ETH', chain: 'polygon' })).toEqual([])
      expect(await own({ token: 'USDC' })).toEqual([])
      expect(await own({ address: newAddress() })).toEqual([])
      for (const filter of [{}, { payment_id: paid.payment_id }, { tx_hash: paid.tx_hash }])
        expect((await list({ type: undefined, ...filter })).map(({ type }) => type)).not.toContain('fee')
    })

    test('amounts of a coin have 18 places, and bound a list by their value', async () => {
      const [fee] = await list({ payment_id: paid.payment_id })
      const within = (bounds: object) => own({ token: 'ETH', ...bounds })
      expect(await within({ amount_min: fee?.amount, amount_max: fee?.amount })).toEqual([fee])
      expect(await within({ amount_min: '900000' })).toEqual([])
      expect(await within({ amount_max: '0.000000000000000001' })).toEqual([])
      const tooFine = { token: 'ETH', amount_min: '0.0000000000000000001' }
      refusedField(await call('listTransactions', tooFine, scene.owner), 'amount_min')
      refusedField(await call('listTransactions', { token: 'BTC' }, scene.owner), 'token')
    })

    test('totals of fees are of each coin and chain, and no other total has them', async () => {
      const fees = await own()
      const [total, ...more] = await totals({ type: 'fee' })
      expect(more).toEqual([])
      expect(total).toMatchObject({
        type: 'fee',
        status: 'completed',
        direction: 'debit',
        token: 'ETH',
        chain: 'base',
        count: 2,
      })
      expect(weiOf(total?.amount)).toBe(fees.reduce((sum, { amount }) => sum + weiOf(amount), 0n))
      expect(await totals({ token: 'ETH' })).toEqual([total])
      expect((await totals({ type: 'payment' })).map(({ token }) => token)).toEqual(['USDC', 'USDC'])
      expect((await totals({})).filter(({ type, token }) => type === 'fee' || !/^USD/.test(String(token)))).toEqual([])
    })

    test('nobody else sees them', async () => {
      const [fee] = await own()
      const stranger = await openScene(given, 'Strangers to fees')
      const other = await openAgent(scene, { capabilities: ['payments'] })
      for (const by of [stranger.owner, other.caller]) {
        for (const filter of [{}, { wallet_id: agent.walletId }, { payment_id: fee?.payment_id }, { token: 'ETH' }])
          expect(await list(filter, by)).toEqual([])
        refused(await call('getTransaction', { transaction_id: fee?.transaction_id }, by), 404, 'not_found')
      }
    })
  })
}

function weiOf(amount: unknown): bigint {
  const [whole = '', fraction = ''] = String(amount).split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}
