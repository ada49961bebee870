/** Domain A.11b with specification 2.10: the registry that gives a payment its address and its category. */
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
} from '../../support/scene.ts'

const WRONG: readonly (readonly [field: string, why: string, value: unknown])[] = [
  ['name', 'empty', ''],
  ['legal_name', 'empty', ''],
  ['domain', 'no host name', 'localhost'],
  ['domain', 'an address', '10.0.0.1'],
  ['mcc', 'three digits', '123'],
  ['category', 'unknown', 'unicorns'],
  ['country', 'unknown', 'QQ'],
  ['payout_addresses', 'no address', [{ chain: 'base', address: '0x12' }]],
]

export function merchants(given: Given): void {
  describe('A.11b merchants', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Merchants')
      agent = await openAgent(scene, { funds: '20' })
    })
    const form = (changes: Body = {}) => ({ name: 'Books', legal_name: 'Books Ltd', domain: newDomain(), ...changes })
    const create = (changes?: Body, caller: Caller = scene.owner) =>
      scene.carrier.call('createMerchant', form(changes), caller)
    const pay = (to: unknown) =>
      scene.carrier.call(
        'createPayment',
        { wallet_id: agent.walletId, to, amount: '1.00', token: 'USDC' },
        agent.caller,
      )

    test('a merchant has its fields, its category from the code, and is active', async () => {
      const payout = { chain: 'base', address: newAddress() }
      const { body } = done(await create({ mcc: '5942', country: 'US', payout_addresses: [payout] }))
      const known = { merchant_id: expect.stringMatching(/^mrc_/), name: 'Books', mcc: '5942', status: 'active' }
      expect(body).toMatchObject({ ...known, category: 'books_media', country: 'US' })
      const read = done(await scene.carrier.call('getMerchant', { merchant_id: body.merchant_id }, agent.caller))
      expect(read.body).toEqual(body)
    })

    test.each(WRONG)('a wrong %s is refused by its name: %s', async (field, _why, value) => {
      refusedField(await create({ [field]: value }), field)
    })

    test('a domain is taken once in an organization: 409', async () => {
      const domain = newDomain()
      done(await create({ domain }))
      refused(await create({ domain }), 409, 'conflict')
    })

    test('a change changes what it names and nothing else', async () => {
      const { body } = done(await create({ mcc: '5942' }))
      const input = { merchant_id: body.merchant_id, name: 'More books', status: 'blocked' }
      const changed = done(await scene.carrier.call('updateMerchant', input, scene.owner)).body
      expect(changed).toMatchObject({ name: 'More books', status: 'blocked', domain: body.domain, mcc: '5942' })
    })

    test('the list filters by domain, category and status', async () => {
      const { body } = done(await create({ mcc: '5942' }))
      for (const filter of [{ domain: body.domain }, { category: 'books_media', limit: 1 }]) {
        const [row] = rowsIn(done(await scene.carrier.call('listMerchants', filter, agent.caller)))
        expect(row?.merchant_id).toBe(body.merchant_id)
      }
      expect(rowsIn(done(await scene.carrier.call('listMerchants', { category: 'gaming' }, agent.caller)))).toEqual([])
    })

    test('a payment reaches the payout address by id, by domain and by the address itself', async () => {
      const address = newAddress()
      const { body } = done(await create({ mcc: '5942', payout_addresses: [{ chain: 'base', address }] }))
      for (const to of [body.merchant_id, body.domain, address]) {
        const paid = done(await pay(to)).body
        expect(String(paid.to).toLowerCase()).toBe(address)
        const who = { merchant_id: body.merchant_id, merchant: body.domain, category: 'books_media' }
        expect(paid).toMatchObject(who)
      }
    })

    test('a merchant without an address on the chain is 422 merchant_has_no_address_on_chain', async () => {
      const { body } = done(await create())
      refused(await pay(body.merchant_id), 422, 'no_route', { reason: 'merchant_has_no_address_on_chain' })
    })
  })
}
