/**
 * Domain 7.3: a key answers for itself. Every operation that takes an Idempotency-Key is done, then the world changes so
 * that it could not be done again, or would mean something else; the repeat still gets the first answer, and does nothing.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Body, Caller, Operation } from '../../support/carriers.ts'
import {
  BENEFICIARY,
  done,
  type Given,
  newAddress,
  newDomain,
  openAgent,
  openPerson,
  openScene,
  openShop,
  refused,
  type Scene,
  type TestAgent,
  verifyAgent,
} from '../../support/scene.ts'

interface Keyed {
  readonly operation: Operation
  readonly input: Body
  readonly caller: Caller
  /** Makes the same request impossible, or another one. */
  readonly change: (made: Body) => Promise<unknown>
  /** What a second act would have changed, read before and after the repeat. */
  readonly look?: (made: Body) => Promise<unknown>
}

const CAPABILITIES = ['payments', 'wallets', 'mandates', 'approvals']
const URL = 'https://example.com/keys'
const SECRET = 'a signing secret of the test'

export function keys(given: Given): void {
  describe('7.3 a key answers for itself', () => {
    let scene: Scene
    let second: Caller
    beforeAll(async () => {
      scene = await openScene(given, 'Keys')
      second = await openPerson(scene, ['admin'])
    })
    const ask = (operation: Operation, input: object, caller: Caller, idempotencyKey?: string) =>
      scene.carrier.call(operation, { ...input }, caller, idempotencyKey === undefined ? {} : { idempotencyKey })
    const act = async (operation: Operation, input: object, caller = scene.owner) =>
      done(await ask(operation, input, caller)).body
    const agentWith = (funds?: string) =>
      openAgent(scene, { capabilities: CAPABILITIES, ...(funds !== undefined && { funds }) })

    /** Everything of an answer that a repeat must give again. Over GraphQL a repeat says what it is in `extensions` and payload. */
    function told({ status, text }: Answer): unknown {
      if (scene.carrier.name === 'rest') return [status, text]
      const { data, errors } = JSON.parse(text)
      return JSON.stringify({ data, errors }).replaceAll('"replayed":true', '"replayed":false')
    }
    function requireRepeat(again: Answer, first: Answer): void {
      expect([again.replayed, told(again)]).toEqual([true, told(first)])
      if (scene.carrier.name === 'graphql')
        expect(JSON.parse(again.text).extensions).toMatchObject({ idempotency: { replayed: true } })
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    }

    const parked = async (of: TestAgent, amount = '30.00') =>
      act(
        'createPayment',
        { wallet_id: of.walletId, to: newAddress(), amount, token: 'USDC', beneficiary: BENEFICIARY },
        of.caller,
      )
    const endpoint = (): Promise<Body> =>
      act('createWebhook', { url: URL, events: ['payment.completed'], secret: SECRET })
    const freeze = ({ walletId }: TestAgent) => act('freezeWallet', { wallet_id: walletId, reason: 'Drill.' })
    const deleted = ({ webhook_id }: Body) => ask('deleteWebhook', { webhook_id }, scene.owner)
    const switchOn = ({ agentId }: TestAgent) => ({
      ...{ scope: 'agent', target_id: agentId, reason: 'Drill.', reason_code: 'test' },
    })
    const lift = ({ switch_id }: Body) => act('deactivateSwitch', { switch_id, reason: 'Over.' }, second)

    const CASES: Readonly<Record<string, () => Promise<Keyed>>> = {
      'a payment, whose wallet was frozen since': async () => {
        const of = await agentWith('5')
        const input = { wallet_id: of.walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
        return { operation: 'createPayment', input, caller: of.caller, change: () => freeze(of) }
      },
      'a payment, whose mandate was revoked since': async () => {
        const of = await agentWith('5')
        const input = { wallet_id: of.walletId, to: newAddress(), amount: '1.00', token: 'USDC', wait: 20 }
        const change = () => act('revokeMandate', { mandate_id: of.mandateId })
        return { operation: 'createPayment', input, caller: of.caller, change }
      },
      'a payment to a merchant, which has another address since': async () => {
        const [of, shop] = [await agentWith('5'), await openShop(scene)]
        const input = { wallet_id: of.walletId, to: shop.domain, merchant: shop.address, amount: '1.00', token: 'USDC' }
        const payouts = [{ chain: 'base', address: newAddress() }]
        const change = () => act('updateMerchant', { merchant_id: shop.merchantId, payout_addresses: payouts })
        return { operation: 'createPayment', input, caller: of.caller, change }
      },
      'a payment that was parked and is canceled since': async () => {
        const of = await agentWith()
        const input = { wallet_id: of.walletId, to: newAddress(), amount: '30.00', token: 'USDC' }
        const change = ({ approval_id }: Body) => act('cancelApproval', { approval_id }, of.caller)
        return { operation: 'createPayment', input, caller: of.caller, change }
      },
      'a transfer, whose merchant is blocked since': async () => {
        const [of, shop] = [await agentWith('5'), await openShop(scene)]
        const input = { wallet_id: of.walletId, merchant: shop.domain, amount: '1.00' }
        const change = () => act('updateMerchant', { merchant_id: shop.merchantId, status: 'blocked' })
        return { operation: 'transfer', input, caller: of.caller, change }
      },
      'a mandate execution, under a kill switch since': async () => {
        const [of, shop] = [await agentWith('5'), await openShop(scene)]
        const input = { psp_domain: shop.domain, amount: '1.00' }
        return {
          operation: 'executeMandate',
          input,
          caller: of.caller,
          change: () => act('activateSwitch', switchOn(of)),
        }
      },
      'a freeze, lifted since': async () => {
        const of = await agentWith()
        const wallet = { wallet_id: of.walletId, reason: 'Drill.' }
        const look = async () => (await act('getWallet', { wallet_id: of.walletId })).status
        const change = () => act('unfreezeWallet', wallet)
        return { operation: 'freezeWallet', input: wallet, caller: scene.owner, change, look }
      },
      'an unfreeze, of what is frozen again since': async () => {
        const of = await agentWith()
        await freeze(of)
        const wallet = { wallet_id: of.walletId, reason: 'Over.' }
        const look = async () => (await act('getWallet', { wallet_id: of.walletId })).status
        return { operation: 'unfreezeWallet', input: wallet, caller: scene.owner, change: () => freeze(of), look }
      },
      'test money, once': async () => {
        const of = await agentWith()
        const input = { wallet_id: of.walletId, amount: '3' }
        return { operation: 'faucet', input, caller: of.caller, change: () => freeze(of) }
      },
      'a mandate, revoked since': async () => {
        const of = await agentWith()
        const input = { agent_id: of.agentId, wallet_id: of.walletId, policy: 'Max $7 per day.' }
        const change = ({ mandate_id }: Body) => act('revokeMandate', { mandate_id })
        const look = () => act('listMandates', { wallet_id: of.walletId })
        return { operation: 'createMandate', input, caller: scene.owner, change, look }
      },
      'a version of a mandate, superseded since': async () => {
        const { mandateId: mandate_id } = await agentWith()
        const input = { mandate_id, policy: 'Max $7 per day.', expected_version: 1 }
        const change = () => act('updateMandate', { mandate_id, policy: 'Max $8 per day.' })
        const look = () => act('mandateVersions', { mandate_id })
        return { operation: 'updateMandate', input, caller: scene.owner, change, look }
      },
      'a revocation, whose agent has another mandate since': async () => {
        const of = await agentWith()
        const input = { mandate_id: of.mandateId, reason: 'Over.' }
        const change = () =>
          act('createMandate', { agent_id: of.agentId, wallet_id: of.walletId, policy: 'Max $7 per day.' })
        return { operation: 'revokeMandate', input, caller: scene.owner, change }
      },
      'an approval asked for, denied since': async () => {
        const of = await agentWith()
        const input = { wallet_id: of.walletId, to: newAddress(), amount: '30', token: 'USDC' }
        const change = ({ approval_id }: Body) => act('deny', { approval_id }, second)
        return { operation: 'requestApproval', input, caller: of.caller, change }
      },
      'an approval given, whose wallet is frozen since': async () => {
        const of = await agentWith('40')
        const { approval_id } = await parked(of)
        return { operation: 'approve', input: { approval_id }, caller: second, change: () => freeze(of) }
      },
      'a denial': async () => {
        const of = await agentWith()
        const { approval_id } = await parked(of)
        return { operation: 'deny', input: { approval_id, comment: 'No.' }, caller: second, change: () => freeze(of) }
      },
      'a cancellation': async () => {
        const of = await agentWith()
        const { approval_id } = await parked(of)
        return { operation: 'cancelApproval', input: { approval_id }, caller: of.caller, change: () => freeze(of) }
      },
      'a kill switch, lifted since': async () => {
        const of = await agentWith()
        const look = () => act('effectiveSwitches', { agent_id: of.agentId })
        return { operation: 'activateSwitch', input: switchOn(of), caller: scene.owner, change: lift, look }
      },
      'a kill switch that was set before': async () => {
        const of = await agentWith()
        await act('activateSwitch', switchOn(of))
        const look = () => act('effectiveSwitches', { agent_id: of.agentId })
        return { operation: 'activateSwitch', input: switchOn(of), caller: scene.owner, change: lift, look }
      },
      'the lifting of a kill switch, set again since': async () => {
        const of = await agentWith()
        const { switch_id } = await act('activateSwitch', switchOn(of))
        const change = () => act('activateSwitch', switchOn(of))
        const look = () => act('effectiveSwitches', { agent_id: of.agentId })
        return {
          operation: 'deactivateSwitch',
          input: { switch_id, reason: 'Over.' },
          caller: scene.owner,
          change,
          look,
        }
      },
      'a merchant, which has another domain since': async () => {
        const input = { name: 'Shop', legal_name: 'Shop Ltd', domain: newDomain(), mcc: '5734', country: 'DE' }
        const change = ({ merchant_id }: Body) => act('updateMerchant', { merchant_id, domain: newDomain() })
        const look = () => act('listMerchants', { domain: input.domain })
        return { operation: 'createMerchant', input, caller: scene.owner, change, look }
      },
      'an endpoint, deleted since': async () => {
        const input = { url: URL, events: ['payment.completed'], secret: SECRET }
        const look = () => act('listWebhooks', {})
        return { operation: 'createWebhook', input, caller: scene.owner, change: deleted, look }
      },
      'a sample event, whose endpoint is deleted since': async () => {
        const made = await endpoint()
        const input = { webhook_id: made.webhook_id }
        return { operation: 'testWebhook', input, caller: scene.owner, change: () => deleted(made) }
      },
      'a new secret, changed again since': async () => {
        const { webhook_id } = await endpoint()
        const change = () => act('rotateSecret', { webhook_id, overlap_seconds: 0 })
        const look = async () => (await act('getWebhook', { webhook_id })).updated_at
        return { operation: 'rotateSecret', input: { webhook_id }, caller: scene.owner, change, look }
      },
      'one more attempt, whose endpoint is deleted since': async () => {
        const made = await endpoint()
        const { webhook_id } = made
        await act('updateWebhook', { webhook_id, status: 'disabled' })
        const { delivery_id } = await act('testWebhook', { webhook_id })
        const input = { webhook_id, delivery_id }
        return { operation: 'retryDelivery', input, caller: scene.owner, change: () => deleted(made) }
      },
      'a registration': async () => {
        const input = { name: 'Shopper', capabilities: ['payments'], owner_org_id: scene.organization.orgId }
        const change = ({ mandate_id }: Body) => act('revokeMandate', { mandate_id })
        const look = () => act('listAgents', { limit: 2 })
        return { operation: 'register', input, caller: scene.owner, change, look }
      },
    }

    test.each(Object.keys(CASES))('%s', async (name) => {
      const { operation, input, caller, change, look } = await (CASES[name] as () => Promise<Keyed>)()
      const first = done(await ask(operation, input, caller, name))
      expect(first.replayed).toBe(false)
      await change(first.body)
      const before = await look?.(first.body)
      requireRepeat(done(await ask(operation, input, caller, name)), first)
      expect(await look?.(first.body)).toEqual(before)
      // The path is all that one more attempt asks for.
      if (operation === 'retryDelivery') return
      refused(await ask(operation, { ...input, ...other(operation) }, caller, name), 422, 'idempotency_mismatch')
    })

    /** A change of the request that may be anything: a used key is looked up before what it asks for is judged. */
    function other(operation: Operation): object {
      if (operation === 'deny' || operation === 'approve' || operation === 'cancelApproval')
        return { comment: 'Other.' }
      if (operation === 'testWebhook') return { type: 'no.such.type' }
      if (operation === 'rotateSecret') return { overlap_seconds: -1 }
      if (operation === 'createWebhook') return { url: 'nowhere' }
      if (operation === 'executeMandate' || operation === 'transfer' || operation === 'createPayment')
        return { amount: '0' }
      if (operation === 'faucet' || operation === 'requestApproval') return { amount: '0' }
      if (operation === 'createMandate' || operation === 'updateMandate') return { policy: 'Around $5.' }
      if (operation === 'register' || operation === 'createMerchant') return { name: ' ' }
      return { reason: ' ' }
    }

    test('of one request at once from many sides, one is the first, and all get its answer', async () => {
      const of = await agentWith('5')
      const input = { wallet_id: of.walletId, to: newAddress(), amount: '1.00', token: 'USDC', wait: 20 }
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => ask('createPayment', input, of.caller, 'at once')),
      )
      expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
      expect(new Set(answers.map((answer) => JSON.stringify(told(done(answer))))).size).toBe(1)
    })

    test('every approver has a key of their own: a second vote under the same key counts', async () => {
      const of = await openAgent(scene, { capabilities: CAPABILITIES })
      await verifyAgent(scene, of)
      await act('updateMandate', { mandate_id: of.mandateId, policy: 'Ask me above $25.' })
      const { approval_id } = await parked(of, '10000.00')
      const one = done(await ask('approve', { approval_id }, await openPerson(scene, ['approver']), 'vote'))
      expect(one.body).toMatchObject({ status: 'pending', required_approvals: 2 })
      const two = done(await ask('approve', { approval_id }, second, 'vote'))
      expect([two.replayed, (two.body.decisions as unknown[]).length]).toEqual([false, 2])
      expect(two.body.status).not.toBe('pending')
    })

    test.each([
      ['register', 'api_key'],
      ['createWebhook', 'secret'],
      ['rotateSecret', 'secret'],
    ] as const)('%s shows its %s again to the same credential only', async (operation, field) => {
      const { orgId } = scene.organization
      const input = {
        register: { name: 'Shopper', capabilities: ['payments'], owner_org_id: orgId },
        createWebhook: { url: URL, events: ['payment.completed'], secret: SECRET },
        rotateSecret: { webhook_id: (await endpoint()).webhook_id },
      }[operation]
      const key = `secret of ${operation}`
      const first = done(await ask(operation, input, scene.owner, key))
      expect(first.body[field]).toEqual(expect.any(String))
      const foreign = done(await ask(operation, input, second, key))
      expect([foreign.replayed, foreign.body]).toEqual([true, { ...first.body, [field]: null }])
      expect(foreign.text).not.toContain(String(first.body[field]))
      requireRepeat(done(await ask(operation, input, scene.owner, key)), first)
    })

    test('a refusal says from the first time that its key keeps it; a new key is decided anew', async () => {
      const of = await agentWith('5')
      await freeze(of)
      const input = { wallet_id: of.walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
      const first = refused(await ask('createPayment', input, of.caller, 'kept'), 403, 'wallet_frozen', {
        key_kept_until: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
        key_hint: expect.stringContaining('A new key is decided anew'),
      })
      await act('unfreezeWallet', { wallet_id: of.walletId, reason: 'Over.' })
      requireRepeat(await ask('createPayment', input, of.caller, 'kept'), first)
      done(await ask('createPayment', input, of.caller, 'another'))
    })

    test('a refusal before the books were looked at is kept by the same rule, one of the input by none', async () => {
      const of = await agentWith()
      const merchant = { name: 'Shop', legal_name: 'Shop Ltd', domain: newDomain(), mcc: '5734', country: 'DE' }
      const foreign = { wallet_id: `wal_${randomUUID()}`, to: newAddress(), amount: '1.00', token: 'USDC' }
      const first = refused(await ask('createPayment', foreign, of.caller, 'kept'), 404, 'not_found', {
        key_kept_until: expect.any(String),
      })
      requireRepeat(await ask('createPayment', foreign, of.caller, 'kept'), first)
      const wrong = await ask('createMerchant', { ...merchant, mcc: 'x' }, scene.owner, 'not kept')
      expect(refused(wrong, 400, 'invalid_request').refused?.details).not.toHaveProperty('key_kept_until')
      expect(done(await ask('createMerchant', merchant, scene.owner, 'not kept')).replayed).toBe(false)
    })

    test('a credential that may not do it uses up no key of those that may, whatever it asks for', async () => {
      const reader = await openPerson(scene, ['viewer'], `person-${randomUUID()}`)
      const of = await agentWith('5')
      const input = { wallet_id: of.walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
      const [byReader, byOwner] = [reader, scene.owner].map((one) => ({ ...one, agentId: of.agentId })) as [
        Caller,
        Caller,
      ]
      for (const asked of [input, { ...input, amount: '0.01' }]) {
        const refusal = refused(
          await ask('createPayment', asked, byReader, 'shared'),
          403,
          'insufficient_scope',
        ).refused
        expect(refusal?.details).not.toHaveProperty('key_kept_until')
      }
      expect(done(await ask('createPayment', input, byOwner, 'shared')).replayed).toBe(false)
      const merchant = { name: 'Shop', legal_name: 'Shop Ltd', domain: newDomain(), mcc: '5734', country: 'DE' }
      refused(await ask('createMerchant', merchant, reader, 'shared'), 403, 'insufficient_scope')
      expect(done(await ask('createMerchant', merchant, scene.owner, 'shared')).replayed).toBe(false)
    })

    test('a stop that is refused for want of rights is decided anew: with them, the same person repeats it', async () => {
      const personId = `person-${randomUUID()}`
      const [clerk, admin] = [
        await openPerson(scene, ['approver'], personId),
        await openPerson(scene, ['admin'], personId),
      ]
      const of = await agentWith()
      const stop = { scope: 'agent', target_id: of.agentId, reason: 'Drill.', reason_code: 'test' }
      const refusal = refused(await ask('activateSwitch', stop, clerk, 'stop'), 403, 'insufficient_scope').refused
      expect(refusal?.details).not.toHaveProperty('key_kept_until')
      const { body, replayed } = done(await ask('activateSwitch', stop, admin, 'stop'))
      expect([replayed, body.state]).toEqual([false, 'active'])
      refused(await ask('revokeMandate', { mandate_id: of.mandateId }, of.caller, 'stop'), 403, 'capability_denied')
      expect(done(await ask('revokeMandate', { mandate_id: of.mandateId }, admin, 'stop')).body.status).toBe('revoked')
    })

    test('without a key nothing is said of one', async () => {
      const of = await agentWith()
      const input = { wallet_id: of.walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
      const answer = refused(await ask('createPayment', input, of.caller), 402, 'insufficient_funds')
      expect(answer.refused?.details).not.toHaveProperty('key_kept_until')
    })
  })
}
