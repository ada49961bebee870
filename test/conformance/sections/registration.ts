/** Specification 2.2, 2.3: registration refuses each wrong field by its name, and makes everything or nothing. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  done,
  type Given,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  withoutRequestId,
} from '../../support/scene.ts'

const TOO_MANY = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, index]))

const WRONG: readonly (readonly [field: string, why: string, value: unknown])[] = [
  ['name', 'empty', ''],
  ['name', 'too long', 'x'.repeat(101)],
  ['name', 'a control character', 'bell\u0007'],
  ['description', 'too long', 'x'.repeat(1001)],
  ['capabilities', 'none', []],
  ['capabilities', 'unknown', ['payments', 'flying']],
  ['capabilities', 'twice', ['payments', 'payments']],
  ['framework', 'too long', 'x'.repeat(101)],
  ['model', 'too long', 'x'.repeat(101)],
  ['owner_org_id', 'empty', ''],
  ['metadata', 'too many keys', TOO_MANY],
  ['metadata', 'no object', 'text'],
  ['wallet_id', 'too long', 'w'.repeat(81)],
]

/** What one registration writes. */
const MADE = { agents: 1, wallets: 1, mandates: 1, apiKeys: 1, events: 2 } as const

export function registration(given: Given): void {
  describe('2.2, 2.3 registration', () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await openScene(given, 'Registering')
    })
    const form = (changes: Body = {}) => ({
      name: 'Buyer',
      capabilities: ['payments', 'wallets'],
      owner_org_id: scene.organization.orgId,
      ...changes,
    })
    const register = (changes?: Body, caller: Caller = scene.owner, idempotencyKey?: string) =>
      scene.carrier.call('register', form(changes), caller, idempotencyKey === undefined ? {} : { idempotencyKey })
    const count = async () => {
      const { database } = scene.service
      const orgId = { orgId: scene.organization.orgId }
      // The trust scores of agents registered before may be told meanwhile.
      const told = { type: { $in: ['wallet.created', 'mandate.created'] } }
      const counts = Object.keys(MADE).map(async (name) => [
        name,
        await database.collection(name).countDocuments({ ...orgId, ...(name === 'events' && told) }),
      ])
      return Object.fromEntries(await Promise.all(counts)) as Record<string, number>
    }

    test('the record has every field, an api_key sk_agent_, a wallet, a did:key and a mandate', async () => {
      const facts = { description: 'Buys', framework: 'langgraph', model: 'gpt', metadata: { team: { camelCase: 1 } } }
      const { body, status, headers } = done(await register(facts))
      expect(body).toMatchObject({
        ...form(facts),
        agent_id: expect.stringMatching(/^agt_/),
        api_key: expect.stringMatching(/^sk_agent_/),
        wallet_id: expect.stringMatching(/^wal_/),
        mandate_id: expect.stringMatching(/^mnd_/),
        did: expect.stringMatching(/^did:key:z6Mk/),
        status: 'active',
      })
      if (scene.carrier.name === 'rest')
        expect([status, headers.get('location')]).toEqual([201, `/api/v2/agents/${body.agent_id}`])
      const read = done(await scene.carrier.call('getAgent', { agent_id: body.agent_id }, scene.owner))
      expect(read.body).not.toHaveProperty('api_key')
      expect(read.body).toMatchObject({ agent_id: body.agent_id, did: body.did, metadata: facts.metadata })
    })

    test('the default mandate is the built-in template: its figures, its blocked categories, 90 days', async () => {
      const { body } = done(await register())
      const mandate = done(await scene.carrier.call('getMandate', { mandate_id: body.mandate_id }, scene.owner)).body
      expect(mandate).toMatchObject({
        agent_id: body.agent_id,
        wallet_id: body.wallet_id,
        status: 'active',
        version: 1,
        created_by: scene.organization.orgId,
        ap2_intent_ref: expect.stringContaining('/ap2-intent'),
        policy: { max_per_transaction: 50, daily_limit: 100, monthly_limit: 1000, approval_threshold: 25 },
      })
      const { blocked_categories } = mandate.policy as Body
      const blocked = ['adult', 'cash_advance', 'crypto_quasi_cash', 'gambling', 'weapons']
      expect([...(blocked_categories as string[])].sort()).toEqual(blocked)
      const days = (Date.parse(String(mandate.expires_at)) - Date.parse(String(mandate.created_at))) / 86_400_000
      expect(days).toBeCloseTo(90, 3)
    })

    test('agent, key, wallet, mandate and wallet.created come from one atomic act', async () => {
      const before = await count()
      const { body } = done(await register())
      const after = await count()
      expect(after).toEqual(
        Object.fromEntries(Object.entries(MADE).map(([name, made]) => [name, (before[name] ?? 0) + made])),
      )
      const events = await scene.carrier.call('listEvents', { resource_id: body.wallet_id }, scene.owner)
      expect(rowsIn(events)).toMatchObject([
        { type: 'wallet.created', wallet_id: body.wallet_id, agent_id: body.agent_id, wallet_seq: 1 },
      ])
      expect(rowsIn(events)[0]?.data).toMatchObject({ wallet_id: body.wallet_id, status: 'active' })
    })

    test.each(WRONG)('a wrong %s is refused by its name and makes nothing: %s', async (field, _why, value) => {
      const before = await count()
      refusedField(await register({ [field]: value }), field)
      expect(await count()).toEqual(before)
    })

    test('every wrong field is named in one answer', async () => {
      const answer = await register({ name: '', capabilities: [], model: 'x'.repeat(101) })
      for (const field of ['name', 'capabilities', 'model']) refusedField(answer, field)
    })

    test('a field of the wrong type is refused', async () => {
      for (const wrong of [{ name: 5 }, { name: null }, { capabilities: null }, { capabilities: [7] }])
        refused(await register(wrong), 400, 'invalid_request')
    })

    test('a foreign organization answers as one that does not exist: 404', async () => {
      const other = await scene.service.createOrganization('Other')
      const foreign = refused(await register({ owner_org_id: other.orgId }), 404, 'not_found')
      const unknown = refused(await register({ owner_org_id: 'org_unknown' }), 404, 'not_found')
      expect(withoutRequestId(foreign)).toEqual(withoutRequestId(unknown))
    })

    test('an existing wallet without an agent is taken', async () => {
      const walletId = await scene.service.createUnboundWallet(scene.organization.orgId)
      const { body } = done(await register({ wallet_id: walletId }))
      expect(body.wallet_id).toBe(walletId)
      const wallet = done(await scene.carrier.call('getWallet', { wallet_id: walletId }, scene.owner)).body
      expect(wallet).toMatchObject({ agent_id: body.agent_id, policy: { daily_limit: 100 } })
    })

    test('a bound wallet is a conflict, a foreign or unknown one is not there; nothing is made', async () => {
      const bound = await openAgent(scene)
      const foreign = await openAgent(await openScene(given, 'Elsewhere'))
      const before = await count()
      refused(await register({ wallet_id: bound.walletId }), 409, 'conflict', { reason: 'wallet_bound' })
      const answers = [await register({ wallet_id: foreign.walletId }), await register({ wallet_id: 'wal_unknown' })]
      for (const answer of answers) refused(answer, 404, 'not_found', { resource: 'wallet' })
      expect(await count()).toEqual(before)
    })

    test('an agent may not register agents: 403 organization_only', async () => {
      const { caller } = await openAgent(scene)
      refused(await register({}, caller), 403, 'capability_denied', { reason: 'organization_only' })
    })

    test('the same Idempotency-Key makes one agent and repeats its answer, api_key included', async () => {
      const first = done(await register({}, scene.owner, 'register-1'))
      const before = await count()
      const again = done(await register({}, scene.owner, 'register-1'))
      expect(await count()).toEqual(before)
      expect(again.replayed).toBe(true)
      expect([again.status, again.body]).toEqual([first.status, first.body])
      if (scene.carrier.name === 'rest') expect(again.text).toBe(first.text)
      refused(await register({ name: 'Another' }, scene.owner, 'register-1'), 422, 'idempotency_mismatch')
    })
  })
}
