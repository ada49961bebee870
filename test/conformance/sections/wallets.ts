/** Specification 4.2: transfer, balance, balances, and the wallet with its policy. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  newDomain,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  until,
} from '../../support/scene.ts'

export function wallets(given: Given): void {
  describe('4.2 wallets and transfers', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Wallets')
      agent = await openAgent(scene, { funds: '20', capabilities: ['wallets'] })
    })
    const wallet = () => ({ wallet_id: agent.walletId })
    const transfer = (changes: object = {}, payer = agent) =>
      scene.carrier.call(
        'transfer',
        { wallet_id: payer.walletId, amount: '1.50', merchant: newAddress(), ...changes },
        payer.caller,
      )

    test('a transfer takes USD and a recipient, defaults to USDC on base, and answers with the fields of 4.2', async () => {
      const merchant = newAddress()
      const answer = done(await transfer({ merchant, purpose: 'Lunch', wait: 20 }))
      const { body } = answer
      expect(body).toMatchObject({ success: true, status: 'completed', amount: '1.50', tx_hash: expect.any(String) })
      expect(body.tx_id).toBe(body.payment_id)
      expect(String(body.destination).toLowerCase()).toBe(merchant)
      if (scene.carrier.name === 'rest') expect(answer.status).toBe(201)
      const payment = { payment_id: body.payment_id }
      const { body: made } = done(await scene.carrier.call('getPayment', payment, scene.owner))
      expect(made).toMatchObject({ token: 'USDC', chain: 'base', purpose: 'Lunch', amount: '1.50', usd_amount: '1.50' })
    })

    test('pending is success: true', async () => {
      expect(done(await transfer()).body).toMatchObject({ success: true, status: 'pending' })
    })

    test('the recipient may be a merchant by id or domain', async () => {
      const address = newAddress()
      const form = { name: 'Shop', legal_name: 'Shop', domain: newDomain() }
      const payout = { payout_addresses: [{ chain: 'base', address }] }
      const { body } = done(await scene.carrier.call('createMerchant', { ...form, ...payout }, scene.owner))
      for (const merchant of [body.merchant_id, body.domain])
        expect(String(done(await transfer({ merchant })).body.destination).toLowerCase()).toBe(address)
    })

    test('without money it is 402 and leaves a failed payment', async () => {
      const poor = await openAgent(scene)
      const answer = refused(await transfer({}, poor), 402, 'insufficient_funds')
      const payment = { payment_id: answer.refused?.details.payment_id }
      expect(done(await scene.carrier.call('getPayment', payment, poor.caller)).body.status).toBe('failed')
    })

    test('the mandate holds for transfers too', async () => {
      const reason = { reason: 'per_transaction_limit_exceeded' }
      refused(await transfer({ amount: '50.01' }), 403, 'policy_violation', reason)
    })

    test('a wrong amount or token is 400 and is named', async () => {
      for (const amount of ['0', '-1', '1e3', '']) refusedField(await transfer({ amount }), 'amount')
      refusedField(await transfer({ token: 'usdc' }), 'token')
      refusedField(await transfer({ merchant: '' }), given.carrierName === 'rest' ? 'merchant' : 'merchant')
    })

    test('the same key makes one transfer', async () => {
      const input = { ...wallet(), amount: '0.10', merchant: newAddress() }
      const call = () => scene.carrier.call('transfer', input, agent.caller, { idempotencyKey: 'one transfer' })
      const answers = await Promise.all([call(), call(), call()])
      expect(new Set(answers.map((answer) => done(answer).body.tx_id)).size).toBe(1)
    })

    test('the balance defaults to USDC on base', async () => {
      const { body } = done(await scene.carrier.call('balance', wallet(), agent.caller))
      expect(body).toMatchObject({ balance: expect.stringMatching(/^\d+\.\d{2,6}$/), token: 'USDC', chain: 'base' })
      if (scene.carrier.name === 'rest') expect(body.success).toBe(true)
    })

    test('balances add up for each token and chain', async () => {
      const { body } = done(await scene.carrier.call('balances', wallet(), agent.caller))
      expect(body.wallet_id).toBe(agent.walletId)
      for (const row of body.balances as Record<string, string>[]) {
        const { available, held, in_flight, blocked, total } = row
        const parts = [available, held, in_flight, blocked].reduce((sum, part) => sum + Number(part), 0)
        expect(Number(total)).toBeCloseTo(parts, 6)
      }
    })

    test('the wallet shows its policy, its one address and its agent', async () => {
      const { body } = done(await scene.carrier.call('getWallet', wallet(), agent.caller))
      expect(body).toMatchObject({
        ...{ wallet_id: agent.walletId, agent_id: agent.agentId, mandate_id: agent.mandateId, status: 'active' },
        address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        policy: { max_per_transaction: 50, daily_limit: 100, monthly_limit: 1000, approval_threshold: 25 },
      })
    })

    test('an agent lists its own wallet, its organization all of them', async () => {
      const other = await openAgent(scene)
      const own = rowsIn(done(await scene.carrier.call('listWallets', {}, agent.caller)))
      expect(own.map(({ wallet_id }) => wallet_id)).toEqual([agent.walletId])
      const all = rowsIn(done(await scene.carrier.call('listWallets', {}, scene.owner))).map((row) => row.wallet_id)
      expect(all).toEqual(expect.arrayContaining([agent.walletId, other.walletId]))
    })

    test('one list has the balances of every wallet of the organization, and of an agent its own', async () => {
      const list = async (filter: object = {}, by: Caller = scene.owner) =>
        rowsIn(done(await scene.carrier.call('listBalances', { ...filter }, by)))
      const read = async () => {
        const { body } = done(await scene.carrier.call('balances', wallet(), agent.caller))
        return (body.balances as Body[])[0]
      }
      // Payments of the tests before change it while they settle.
      await until(async () => (await read())?.in_flight === '0.00')
      const own = { ...(await read()), wallet_id: agent.walletId }
      const withoutBlock = ({ as_of_block: _, ...row }: Body) => row
      expect((await list({}, agent.caller)).map(withoutBlock)).toEqual([withoutBlock(own)])
      expect((await list()).map(withoutBlock)).toContainEqual(withoutBlock(own))
      expect(await list({ token: 'USDC', chain: 'base' })).toHaveLength((await list()).length)
      expect(await list({ token: 'EURC' })).toEqual([])
      expect(await list({ chain: 'polygon' })).toEqual([])
      refusedField(await scene.carrier.call('listBalances', { token: 'BTC' }, scene.owner), 'token')
      refused(await scene.carrier.call('listBalances', { chain: 'Base' }, scene.owner), 422, 'no_route', {
        hint: 'base',
      })

      const other = await openAgent(scene, { funds: '3.00' })
      const all = await list()
      expect(all[0]).toMatchObject({ wallet_id: other.walletId, available: '3.00', total: '3.00', held: '0.00' })
      const seen: unknown[] = []
      let after: unknown
      do {
        const page = done(await scene.carrier.call('listBalances', { limit: 1, after }, scene.owner)).body
        seen.push(...(page.data as Body[]).map(({ wallet_id }) => wallet_id))
        after = page.next_cursor
      } while (after != null)
      expect(seen).toEqual(all.map(({ wallet_id }) => wallet_id))
      refusedField(await scene.carrier.call('listBalances', { after: 'nonsense' }, scene.owner), 'after')
    })

    test('the faucet mints at most 10,000 of what the test chain has', async () => {
      const ask = (changes: object) => scene.carrier.call('faucet', { ...wallet(), ...changes }, agent.caller)
      refusedField(await ask({ amount: '10000.01' }), 'amount')
      refused(await ask({ token: 'USDC', chain: 'polygon' }), 422, 'no_route')
      const { body } = done(await ask({ amount: '2.00' }))
      const minted = { wallet_id: agent.walletId, amount: '2.00', token: 'USDC', chain: 'base' }
      expect(body).toMatchObject({ ...minted, tx_hash: expect.stringMatching(/^0x/) })
    })

    test('the faucet waits, when it is asked to, until the deposit can be spent', async () => {
      const other = await openAgent(scene, {})
      const ask = (wait: number) =>
        scene.carrier.call('faucet', { wallet_id: other.walletId, amount: '3.00', wait }, scene.owner)
      const { body } = done(await ask(30))
      expect(body.deposit_id).toMatch(/^dep_base_/)
      const balance = await scene.carrier.call('balance', { wallet_id: other.walletId }, scene.owner)
      expect(done(balance).body.balance).toBe('3.00')
      expect(done(await ask(0)).body.deposit_id).toBeNull()
      refusedField(await ask(31), 'wait')
    })

    if (given.carrierName === 'rest')
      test('the amount of a transfer and of a dry run may be a number', async () => {
        expect(done(await transfer({ amount: 1.5 })).body.amount).toBe('1.50')
        for (const amount of [-1, 0, 0.1234567, 1e21]) refusedField(await transfer({ amount }), 'amount')
        const check = { ...wallet(), amount: 1.5, to: newAddress() }
        expect(done(await scene.carrier.call('checkPolicy', check, scene.owner)).body.amount).toBe(1.5)
      })
  })
}
