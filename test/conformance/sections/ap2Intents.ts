/** Specification 2.8: what a mandate says as an AP2 intent, field by field, and that anyone can verify it from the issuer alone. */
import { base58 } from '@scure/base'
import { compactVerify, importJWK } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Body, headersOf, postGraph, send } from '../../support/carriers.ts'
import {
  done,
  type Given,
  openAgent,
  openScene,
  refused,
  refusedField,
  type Scene,
  type TestAgent,
  textIn,
} from '../../support/scene.ts'

const EXPIRES_AT = '2099-06-30T12:00:00.000Z'

export function ap2Intents(given: Given): void {
  describe('2.8 AP2 intents', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Intents')
      agent = await openAgent(scene)
    })
    const mandate = async (policy: string) => {
      const input = { agent_id: agent.agentId, wallet_id: agent.walletId, policy, expires_at: EXPIRES_AT }
      return done(await scene.carrier.call('createMandate', input, scene.owner)).body
    }
    const intent = (mandateId: unknown, more: object = {}, caller: object = scene.owner) =>
      scene.carrier.call('ap2Intent', { mandate_id: mandateId, ...more }, caller)
    async function organizationDid(): Promise<unknown> {
      const query = 'query ($id: ID!) { organization(id: $id) { did } }'
      const { body } = await postGraph(scene.service.url, query, { id: scene.organization.orgId }, scene.owner)
      return (body.data as { organization: Body }).organization.did
    }

    test('says exactly what the table says', async () => {
      const { mandate_id } = await mandate(
        'Max $40.5 per transaction, $80 per day. Only software, travel. Block gambling.',
      )
      const { jws, ...document } = done(await intent(mandate_id)).body
      expect(document).toEqual({
        agent: agent.record.did,
        issuer: await organizationDid(),
        constraints: {
          max_amount: '40.50',
          categories: ['software', 'airlines', 'lodging', 'car_rental', 'ground_transport', 'travel_services'],
          expires_at: EXPIRES_AT,
        },
        mandate_id,
        version: 1,
      })
      expect(jws).toEqual(expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/))
    })

    test('no limit for one transaction is no max_amount; whole dollars have two fraction digits', async () => {
      const { mandate_id } = await mandate('Max $80 per day.')
      expect(done(await intent(mandate_id)).body.constraints).toEqual({ categories: [], expires_at: EXPIRES_AT })
      const whole = await mandate('Max $1000 per transaction.')
      expect(done(await intent(whole.mandate_id)).body.constraints).toMatchObject({ max_amount: '1000.00' })
    })

    test('the signature verifies against the key that the issuer is the name of; a changed document does not', async () => {
      const { mandate_id } = await mandate('Max $40 per transaction.')
      const { jws, ...document } = done(await intent(mandate_id)).body
      const key = await importJWK(keyOf(textIn(document, 'issuer')), 'EdDSA')
      const { payload, protectedHeader } = await compactVerify(String(jws), key, { algorithms: ['EdDSA'] })
      expect(JSON.parse(Buffer.from(payload).toString())).toEqual(document)
      expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: document.issuer })
      const [head, , signature] = String(jws).split('.')
      const more = { ...document, constraints: { max_amount: '4000.00', categories: [], expires_at: EXPIRES_AT } }
      const forged = `${head}.${Buffer.from(JSON.stringify(more)).toString('base64url')}.${signature}`
      await expect(compactVerify(forged, key)).rejects.toThrow(/verification failed/)
      expect(done(await intent(mandate_id, { format: 'jws' })).body).toEqual({ jws })
    })

    test('ap2_intent_ref is its address, and every version keeps its own', async () => {
      const first = await mandate('Max $40 per transaction.')
      const change = { mandate_id: first.mandate_id, policy: 'Max $30 per transaction.' }
      const second = done(await scene.carrier.call('updateMandate', change, scene.owner)).body
      for (const [{ ap2_intent_ref }, version, max_amount] of [
        [first, 1, '40.00'],
        [second, 2, '30.00'],
      ] as const) {
        const address = String(ap2_intent_ref).replace(scene.service.baseUrl, scene.service.url)
        const { body } = await send(address, { headers: headersOf(scene.owner) })
        expect(body).toMatchObject({ mandate_id: first.mandate_id, version, constraints: { max_amount } })
        expect(done(await intent(first.mandate_id, { version })).body).toEqual(body)
      }
      expect(done(await intent(first.mandate_id)).body.version).toBe(2)
      refused(await intent(first.mandate_id, { version: 3 }), 404, 'not_found')
    })

    test('the agent itself reads it, strangers find nothing; an unknown format is 400', async () => {
      const { mandate_id } = await mandate('Max $40 per transaction.')
      expect(done(await intent(mandate_id, {}, agent.caller)).body.agent).toBe(agent.record.did)
      const sibling = await openAgent(scene)
      const foreign = await openScene(given, 'No intents')
      for (const caller of [sibling.caller, foreign.owner])
        refused(await intent(mandate_id, {}, caller), 404, 'not_found')
      refusedField(await intent(mandate_id, { format: 'xml' }), 'format')
    })

    test('as an IntentMandate of AP2 v0.1 it names the rules, the merchants and the end', async () => {
      const text = 'Only merchants example.com. Require approval above $10.'
      const { mandate_id } = await mandate(text)
      expect(done(await intent(mandate_id, { format: 'ap2-v0.1' })).body).toEqual({
        ...{ natural_language_description: text, merchants: ['example.com'], intent_expiry: EXPIRES_AT },
        ...{ user_cart_confirmation_required: true, requires_refundability: false },
      })
    })
  })
}

/** did:key in base58btc: two bytes say Ed25519, the rest is the key. */
function keyOf(did: string) {
  const bytes = base58.decode(did.replace(/^did:key:z/, ''))
  expect([...bytes.subarray(0, 2)]).toEqual([0xed, 0x01])
  return { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes.subarray(2)).toString('base64url') }
}
