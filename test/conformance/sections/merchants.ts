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

    describe('several merchants with one payout address', () => {
      /** Whoever pays the address, or either of them, pays both. */
      async function share(one: Body, other: Body) {
        const payout = { payout_addresses: [{ chain: 'base', address: newAddress() }] }
        const first = done(await create({ ...one, ...payout })).body
        return {
          address: payout.payout_addresses[0]?.address,
          first,
          second: done(await create({ ...other, ...payout })).body,
        }
      }
      /** Every way to spend, and the dry run. */
      async function tryAll(to: unknown, more: Body = {}) {
        const spend = { wallet_id: agent.walletId, amount: '1.00', token: 'USDC' }
        const { wallet_id } = spend
        return {
          payment: await scene.carrier.call('createPayment', { ...spend, to, ...more }, agent.caller),
          transfer: await scene.carrier.call('transfer', { wallet_id, amount: '1.00', merchant: to }, agent.caller),
          hold: await scene.carrier.call('createHold', { ...spend, merchant: to }, agent.caller),
          dryRun: done(await scene.carrier.call('checkPolicy', { ...spend, to, ...more }, agent.caller)).body,
        }
      }
      async function refusedForAll(to: unknown, type: string, reason?: string, more?: Body) {
        const { payment, transfer, hold, dryRun } = await tryAll(to, more)
        for (const answer of [payment, transfer, hold])
          refused(answer, 403, type, reason === undefined ? {} : { reason })
        expect(dryRun).toMatchObject({ allowed: false, outcome: 'deny' })
      }
      beforeAll(async () => {
        agent = await openAgent(scene, { funds: '20', capabilities: ['payments', 'wallets', 'mandates', 'holds'] })
      })

      test('the blocked category of one of them refuses, whichever is named', async () => {
        const { address, second } = await share({ mcc: '7995' }, { mcc: '5942' })
        for (const to of [address, second.merchant_id, second.domain])
          await refusedForAll(to, 'policy_violation', 'category_blocked')
        refused(
          await scene.carrier.call(
            'createPayment',
            { wallet_id: agent.walletId, to: address, merchant: second.domain, amount: '1.00', token: 'USDC' },
            agent.caller,
          ),
          ...([403, 'policy_violation', { reason: 'category_blocked' }] as const),
        )
        agent = await openAgent(scene, { funds: '20', capabilities: ['payments', 'wallets', 'mandates', 'holds'] })
      })

      test('one that is blocked refuses, and the message names it', async () => {
        const { address, first } = await share({ mcc: '5942' }, { mcc: '5942' })
        done(await pay(address))
        const block = { merchant_id: first.merchant_id, status: 'blocked' }
        done(await scene.carrier.call('updateMerchant', block, scene.owner))
        await refusedForAll(address, 'policy_violation', 'merchant_not_allowed')
        const message = (await pay(address)).refused?.message
        expect(message).toContain(`also that of merchant ${first.domain}, which the organization has blocked`)
        expect((await pay(first.domain)).refused?.message).toMatch(/has blocked merchant .*ask the organization/)
        agent = await openAgent(scene, { funds: '20', capabilities: ['payments', 'wallets', 'mandates', 'holds'] })
      })

      test('a kill switch on one of them refuses', async () => {
        const { address, second } = await share({ mcc: '5942' }, { mcc: '5942' })
        const input = { scope: 'merchant', target_id: second.merchant_id, reason: 'A drill', reason_code: 'test' }
        done(await scene.carrier.call('activateSwitch', input, scene.owner))
        await refusedForAll(address, 'kill_switch_active')
      })

      test('none of them is paid where only some merchants are allowed and none is named; a named one is', async () => {
        const { address, first } = await share({ mcc: '5942' }, { mcc: '5942' })
        const paid = done(await pay(address)).body
        expect(paid).toMatchObject({ merchant_id: null, merchant: null, category: 'uncategorized' })
        expect(done(await pay(first.domain)).body).toMatchObject({ merchant: first.domain, category: 'books_media' })
        const policy = `Only pay ${first.domain}. Max $50 per transaction.`
        done(await scene.carrier.call('updateMandate', { mandate_id: agent.mandateId, policy }, scene.owner))
        await refusedForAll(address, 'policy_violation', 'merchant_unresolvable')
        done(await pay(first.domain))
      })

      test('merchants of another organization say nothing about it', async () => {
        const address = newAddress()
        const other = await openScene(given, 'Others')
        const input = form({ mcc: '7995', payout_addresses: [{ chain: 'base', address }] })
        const theirs = done(await scene.carrier.call('createMerchant', input, other.owner)).body
        const block = { merchant_id: theirs.merchant_id, status: 'blocked' }
        done(await scene.carrier.call('updateMerchant', block, other.owner))
        const { body } = done(await create({ mcc: '5942', payout_addresses: [{ chain: 'base', address }] }))
        agent = await openAgent(scene, { funds: '20' })
        expect(done(await pay(address)).body).toMatchObject({ merchant_id: body.merchant_id, category: 'books_media' })
      })
    })
  })
}
