/**
 * Domain A.3: with an enrolment key agents register themselves and do nothing else. It is limited in agents, time and
 * capabilities, shown once, and revocable.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../support/carriers.ts'
import {
  done,
  type Given,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  textIn,
  tokenOf,
  withoutRequestId,
} from '../../support/scene.ts'

export function enrolmentKeys(given: Given): void {
  describe('A.3 enrolment keys', () => {
    let scene: Scene
    let org: { readonly org_id: string }
    beforeAll(async () => {
      scene = await openScene(given, 'Enrolling')
      org = { org_id: scene.organization.orgId }
    })
    const create = (input: object = {}, by: Caller = scene.owner, idempotencyKey?: string) =>
      scene.carrier.call('createEnrolmentKey', { ...org, ...input }, by, idempotencyKey ? { idempotencyKey } : {})
    const open = async (input: object = {}) => {
      const { body } = done(await create(input))
      return { keyId: textIn(body, 'key_id'), by: { apiKey: textIn(body, 'enrolment_key') }, record: body }
    }
    const register = (by: Caller, changes: object = {}, idempotencyKey?: string) =>
      scene.carrier.call(
        'register',
        { name: 'Self-made', capabilities: ['payments'], owner_org_id: scene.organization.orgId, ...changes },
        by,
        idempotencyKey ? { idempotencyKey } : {},
      )
    const listed = async () => rowsIn(done(await scene.carrier.call('listEnrolmentKeys', org, scene.owner)))
    const recordOf = async (keyId: string) => (await listed()).find(({ key_id }) => key_id === keyId)

    test('it registers one agent, which then works as any other', async () => {
      const { keyId, by, record } = await open({ label: 'Fleet' })
      expect(by.apiKey).toMatch(/^sk_enrol_/)
      const day = Date.parse(String(record.expires_at)) - Date.parse(String(record.created_at))
      expect([day, record.max_uses, record.uses, record.last_used_at]).toEqual([86_400_000, 1, 0, null])
      const { body } = done(await register(by))
      const agent = { agentId: textIn(body, 'agent_id'), apiKey: textIn(body, 'api_key') }
      const token = await tokenOf(scene.carrier, agent)
      const me = done(await scene.carrier.call('me', {}, { token })).body
      expect(me).toMatchObject({ agent_id: body.agent_id, mode: 'test', owner_org_id: scene.organization.orgId })
      expect(await recordOf(keyId)).toMatchObject({ label: 'Fleet', uses: 1, is_usable: false })
      expect((await recordOf(keyId))?.last_used_at).toEqual(expect.stringMatching(/Z$/))
      refused(await register(by), 401, 'authentication_error', { reason: 'enrolment_key_used' })
    })

    test('of twelve registrations at once with a key for three, three get through', async () => {
      const { keyId, by } = await open({ max_uses: 3 })
      const answers = await Promise.all(Array.from({ length: 12 }, () => register(by)))
      expect(answers.filter((answer) => answer.refused === null)).toHaveLength(3)
      for (const answer of answers)
        if (answer.refused !== null) refused(answer, 401, 'authentication_error', { reason: 'enrolment_key_used' })
      expect(await recordOf(keyId)).toMatchObject({ uses: 3, max_uses: 3 })
    })

    test('it opens no other operation: 403 enrolment_only', async () => {
      const { by } = await open()
      const agent = await openAgent(scene)
      const only = { reason: 'enrolment_only' }
      for (const operation of ['me', 'listAgents', 'listWallets', 'listPayments', 'createWallet'] as const)
        refused(await scene.carrier.call(operation, {}, by), 403, 'capability_denied', only)
      for (const operation of ['listEnrolmentKeys', 'createEnrolmentKey'] as const)
        refused(await scene.carrier.call(operation, org, by), 403, 'capability_denied', only)
      const spend = { wallet_id: agent.walletId, amount: '1.00', to: `0x${'ab'.repeat(20)}`, token: 'USDC' }
      const caller = { ...by, agentId: agent.agentId }
      refused(await scene.carrier.call('createPayment', spend, caller), 403, 'capability_denied', only)
    })

    test('it registers within its capabilities, for its organization, and hands out no wallet that exists', async () => {
      const { keyId, by } = await open({ capabilities: ['payments', 'holds'], max_uses: 5 })
      const beyond = { reason: 'enrolment_capabilities', capability: 'wallets' }
      refused(await register(by, { capabilities: ['payments', 'wallets'] }), 403, 'capability_denied', beyond)
      const foreign = await openScene(given, 'Not enrolling')
      refused(await register(by, { owner_org_id: foreign.organization.orgId }), 404, 'not_found')
      const spare = done(await scene.carrier.call('createWallet', {}, scene.owner)).body
      refused(await register(by, { wallet_id: spare.wallet_id }), 403, 'capability_denied')
      expect(await recordOf(keyId)).toMatchObject({ uses: 0, capabilities: ['payments', 'holds'] })
      done(await register(by, { capabilities: ['holds'] }))
    })

    test('revoked it registers nobody; its agents stay', async () => {
      const { keyId, by } = await open({ max_uses: 5 })
      const { body } = done(await register(by))
      const revoke = () => scene.carrier.call('revokeEnrolmentKey', { ...org, key_id: keyId }, scene.owner)
      const { body: ended } = done(await revoke())
      expect(ended).toMatchObject({ key_id: keyId, is_usable: false, revoked_at: expect.stringMatching(/Z$/) })
      expect(done(await revoke()).body).toEqual(ended)
      refused(await register(by), 401, 'authentication_error', { reason: 'invalid_api_key' })
      const agent = { agentId: textIn(body, 'agent_id'), apiKey: textIn(body, 'api_key') }
      done(await scene.carrier.call('me', {}, { token: await tokenOf(scene.carrier, agent) }))
    })

    test('while the person who made it is suspended it registers nobody', async () => {
      const maker = done(
        await scene.carrier.call('createKey', { ...org, name: 'Maker', roles: ['admin'] }, scene.owner),
      )
      const { body } = done(await create({ max_uses: 5 }, { apiKey: textIn(maker.body, 'api_key') }))
      const by = { apiKey: textIn(body, 'enrolment_key') }
      done(await register(by))
      const about = { ...org, principal_id: maker.body.principal_id, reason: 'Away.' }
      done(await scene.carrier.call('suspendPerson', about, scene.owner))
      refused(await register(by), 401, 'authentication_error', { reason: 'person_suspended' })
      expect(await recordOf(textIn(body, 'key_id'))).toMatchObject({ uses: 1 })
      done(await scene.carrier.call('reactivatePerson', about, scene.owner))
      done(await register(by))
    })

    test('once the key that made it is revoked, or makes none any more, it registers nobody; replaced, it stays', async () => {
      const made = async () => {
        const about = { ...org, name: 'Maker', roles: ['admin'] }
        const { body } = done(await scene.carrier.call('createKey', about, scene.owner))
        const key = done(await create({ max_uses: 5 }, { apiKey: textIn(body, 'api_key') }))
        return { maker: { ...org, key_id: textIn(body, 'key_id') }, by: { apiKey: textIn(key.body, 'enrolment_key') } }
      }
      const removed = { reason: 'enrolment_maker_removed' }
      const [stolen, demoted, replaced] = [await made(), await made(), await made()]
      done(await scene.carrier.call('revokeKey', { ...stolen.maker, reason: 'Stolen.' }, scene.owner))
      refused(await register(stolen.by), 401, 'authentication_error', removed)
      done(await scene.carrier.call('updateKey', { ...demoted.maker, roles: ['approver'] }, scene.owner))
      refused(await register(demoted.by), 401, 'authentication_error', removed)
      done(await scene.carrier.call('updateKey', { ...demoted.maker, roles: ['admin'] }, scene.owner))
      done(await register(demoted.by))
      done(await scene.carrier.call('rotateKey', { ...replaced.maker, overlap_seconds: 0 }, scene.owner))
      done(await register(replaced.by))
    })

    test('a lost answer is repeated with its key, api_key included, also once the enrolment key is used up', async () => {
      const { by } = await open()
      const first = done(await register(by, {}, 'my registration'))
      const again = done(await register(by, {}, 'my registration'))
      expect([again.replayed, again.body]).toEqual([true, first.body])
      const { by: other } = await open()
      expect(done(await register(other, {}, 'my registration')).body.agent_id).not.toBe(first.body.agent_id)
      // Nor do the keys of the organization and of its enrolment keys meet.
      const { owner } = scene
      expect(done(await register(owner, {}, 'my registration')).body.agent_id).not.toBe(first.body.agent_id)
      const another = await register(by, { name: 'Another' }, 'my registration')
      expect(JSON.stringify(refused(another, 422, 'idempotency_mismatch'))).not.toContain('sk_agent_')
    })

    test('what it allows is bounded, and the key itself is shown once and stored as a hash', async () => {
      for (const [field, value] of [
        ['max_uses', 0],
        ['max_uses', 1_001],
        ['expires_in_seconds', 59],
        ['expires_in_seconds', 2_592_001],
        ['label', 'x'.repeat(101)],
        ['capabilities', []],
      ] as const)
        refusedField(await create({ [field]: value }), field)
      const { keyId, by } = await open()
      expect(JSON.stringify(await listed())).not.toContain(by.apiKey)
      const row = await scene.service.database.collection<{ _id: string }>('apiKeys').findOne({ _id: keyId })
      expect(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
        by.apiKey,
      )
    })

    test('another organization neither sees nor revokes it: 404', async () => {
      const { keyId } = await open()
      const foreign = await openScene(given, 'Strangers')
      const call = (operation: 'listEnrolmentKeys' | 'createEnrolmentKey' | 'revokeEnrolmentKey', input: object) =>
        scene.carrier.call(operation, { ...input }, foreign.owner)
      refused(await call('listEnrolmentKeys', org), 404, 'not_found')
      refused(await call('createEnrolmentKey', org), 404, 'not_found')
      const own = { org_id: foreign.organization.orgId }
      const theirs = refused(await call('revokeEnrolmentKey', { ...own, key_id: keyId }), 404, 'not_found')
      const unknown = await call('revokeEnrolmentKey', { ...own, key_id: 'key_0000000000000000' })
      expect(withoutRequestId(theirs)).toEqual(withoutRequestId(unknown))
      expect((await recordOf(keyId))?.revoked_at).toBeNull()
    })

    test('a changed or unknown enrolment key is 401', async () => {
      const { by } = await open()
      for (const apiKey of [`${by.apiKey}0`, 'sk_enrol_nonsense', by.apiKey.replace('sk_enrol_', 'sk_test_')])
        refused(await register({ apiKey }), 401, 'authentication_error', { reason: 'invalid_api_key' })
    })
  })
}
