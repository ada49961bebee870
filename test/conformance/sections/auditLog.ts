/**
 * Domain 3, A.11: every act and every refused attempt to spend is in the audit log, with who, request, before and after, and
 * no secret; it can be verified and exported, by administrators and compliance alone.
 */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Body, type Caller, type CallOptions, send } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openPerson,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  until,
} from '../../support/scene.ts'

export function auditLog(given: Given): void {
  describe('A.11 audit log', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Audit')
      agent = await openAgent(scene, { capabilities: ['payments', 'wallets'], funds: '20' })
    })
    const call: Scene['carrier']['call'] = (...request) => scene.carrier.call(...request)
    const list = async (filter: object, by: Caller = scene.owner) =>
      rowsIn(done(await call('listAudit', { ...filter }, by)))
    const pay = (amount: string) =>
      call('createPayment', { wallet_id: agent.walletId, to: newAddress(), amount, token: 'USDC' }, agent.caller)
    const requestOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id') ?? ''

    test('a payment is recorded with its agent and request', async () => {
      const paid = done(await pay('1.00'))
      const [record, ...others] = await list({ request_id: requestOf(paid) })
      expect(others).toEqual([])
      expect(record).toMatchObject({
        ...{ type: 'payment.accepted', operation: 'createPayment', outcome: 'done', changes: [] },
        ...{ resource_id: textIn(paid.body, 'payment_id'), agent_id: agent.agentId, wallet_id: agent.walletId },
        actor: {
          kind: 'agent',
          actor_id: agent.agentId,
          person_id: null,
          address: expect.stringMatching(/127\.0\.0\.1|::1/),
        },
      })
      expect(await list({ subject_id: textIn(paid.body, 'payment_id'), actor: agent.agentId })).toEqual([record])
    })

    test('a refused attempt is found by its wallet too, and takes no place among the events of the wallet', async () => {
      const own = await openAgent(scene)
      done(await call('freezeWallet', { wallet_id: own.walletId, reason: 'A drill.' }, scene.owner))
      const spend = { wallet_id: own.walletId, to: newAddress(), amount: '9.00', token: 'USDC' }
      refused(await call('createPayment', spend, own.caller), 403, 'wallet_frozen')
      const [record] = await until(() => list({ subject_id: own.walletId, outcome: 'refused' }))
      expect(record).toMatchObject({ type: 'audit.refused', wallet_id: own.walletId, agent_id: own.agentId })
    })

    test('what has an event and what has none is recorded with before and after, in one row', async () => {
      const frozen = done(await call('freezeWallet', { wallet_id: agent.walletId, reason: 'A drill.' }, scene.owner))
      expect(await list({ request_id: requestOf(frozen) })).toEqual([
        expect.objectContaining({
          ...{ type: 'wallet.frozen', operation: 'freezeWallet', outcome: 'done' },
          actor: expect.objectContaining({
            kind: 'organization',
            actor_id: expect.stringMatching(/^key_/),
            person_id: expect.any(String),
          }),
          changes: [
            {
              resource: `positions/wal:${agent.walletId}`,
              before: { frozen: null },
              after: { frozen: expect.objectContaining({ reason: 'A drill.' }) },
            },
          ],
        }),
      ])
      done(await call('unfreezeWallet', { wallet_id: agent.walletId, reason: 'Over.' }, scene.owner))
      const { orgId } = scene.organization
      const changed = done(await call('updateOrganization', { org_id: orgId, minimum_trust_score: 25 }, scene.owner))
      const [record, ...others] = await list({ request_id: requestOf(changed) })
      expect(others).toEqual([])
      expect(record).toMatchObject({ type: 'audit.changed', operation: 'updateOrganization', resource_id: orgId })
      const changes = record?.changes as readonly Body[]
      expect(changes.map(({ after }) => after)).toContainEqual({ trust_minimum: { test: 25 } })
      const events = rowsIn(done(await call('listEvents', { limit: 100 }, scene.owner)))
      expect(events.filter(({ type }) => String(type).startsWith('audit.'))).toEqual([])
    })

    test('acts that wait for those of another organization are recorded with who did them', async () => {
      const other = await openScene(given, 'Audited too')
      const { walletId } = await openAgent(other)
      const mint = (one: Scene, wallet_id: string) => one.carrier.call('faucet', { wallet_id, amount: '1' }, one.owner)
      const own = () => mint(scene, agent.walletId)
      const [, one, , another] = await Promise.all([own(), mint(other, walletId), own(), mint(other, walletId)])
      const recorded = await list({ operation: 'faucet' }, other.owner)
      const asked = [one, another].map((answer) => requestOf(done(answer)))
      expect(recorded.map(({ request_id }) => request_id).sort()).toEqual(asked.sort())
    })

    test('a webhook endpoint, which no commit writes, is recorded without its secret', async () => {
      const secret = 'canary-of-a-webhook-secret'
      const input = { url: `${scene.service.url}/hook`, events: ['payment.completed'], secret }
      const made = done(await call('createWebhook', input, scene.owner))
      const webhook_id = textIn(made.body, 'webhook_id')
      const updated = done(await call('updateWebhook', { webhook_id, status: 'disabled' }, scene.owner))
      const rotated = done(await call('rotateSecret', { webhook_id }, scene.owner))
      const recorded = async (answer: { headers: Headers }) => (await list({ request_id: requestOf(answer) }))[0]
      expect(await recorded(made)).toMatchObject({ operation: 'createWebhook', resource_id: webhook_id })
      expect((await recorded(updated))?.changes).toEqual([
        { resource: `webhooks/${webhook_id}`, before: { status: 'active' }, after: { status: 'disabled' } },
      ])
      expect(await recorded(rotated)).toMatchObject({ operation: 'rotateWebhookSecret' })
      const text = JSON.stringify(await list({ limit: 100 }))
      expect(text).not.toContain(secret)
      expect(text).not.toContain(textIn(rotated.body, 'secret'))
      expect(text).not.toMatch(/"hash":null|sealed|sk_(agent|org)_/)
    })

    test('a refused attempt to spend is recorded once, and a repeated request not at all', async () => {
      const denied = refused(await pay('60.00'), 403, 'policy_violation')
      const sanctioned = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'
      const to = { wallet_id: agent.walletId, to: sanctioned, amount: '1.00', token: 'USDC' }
      const hit = refused(await call('createPayment', to, agent.caller), 403, 'compliance_denied')
      const of = (answer: { headers: Headers }) =>
        until(async () => list({ request_id: requestOf(answer), outcome: 'refused' }))
      expect(await of(denied)).toEqual([
        expect.objectContaining({
          type: 'policy.violated',
          actor: expect.objectContaining({ actor_id: agent.agentId }),
        }),
      ])
      expect((await of(hit)).length).toBeGreaterThan(0)
      const named = { name: 'Once', domain: `once-${Date.now()}-${scene.carrier.name}.example` }
      const input = { ...named, legal_name: 'Once Ltd', mcc: '7011', payout_addresses: [] }
      const key = { idempotencyKey: `audit-${scene.carrier.name}` }
      done(await call('createMerchant', input, scene.owner, key))
      expect(done(await call('createMerchant', input, scene.owner, key)).replayed).toBe(true)
      expect(await list({ operation: 'createMerchant' })).toHaveLength(1)
    })

    test('a refusal at any gate is recorded with who, what and by which rule: scope, ownership and a 503, too', async () => {
      const reader = await openPerson(scene, ['viewer'])
      const approver = await openPerson(scene, ['approver'])
      const other = await openAgent(await openScene(given, 'Not audited'))
      const reason = { reason: 'A drill.' }
      const own = { wallet_id: agent.walletId }
      const spend = { ...own, to: newAddress(), amount: '1.00', token: 'USDC' }
      const asked = [
        ['freezeWallet', { ...own, ...reason }, reader, 403, 'insufficient_scope'],
        ['freezeWallet', { wallet_id: other.walletId, ...reason }, scene.owner, 404, 'not_found'],
        ['createPayment', { ...spend, wallet_id: other.walletId }, agent.caller, 404, 'not_found'],
        ['createHold', { ...spend, merchant: 'ok.test' }, agent.caller, 403, 'capability_denied'],
        ['transfer', { ...own, amount: '1.08', merchant: 'ok.test' }, agent.caller, 503, 'service_unavailable'],
        ['unfreezeWallet', { ...own, ...reason }, approver, 403, 'insufficient_scope'],
      ] as const
      for (const [operation, input, by, status, type] of asked) {
        const answer = refused(await call(operation, input, by), status, type)
        const found = () => list({ request_id: requestOf(answer), outcome: 'refused' })
        const [record, ...others] = await until(found)
        expect(others).toEqual([])
        expect(record).toMatchObject({ type: 'audit.refused', operation, outcome: 'refused', changes: [] })
        expect(record).toMatchObject({ details: { type }, actor: { kind: 'token' in by ? 'agent' : 'organization' } })
        // What was not found is somebody else's, and is not named.
        expect(JSON.stringify(record)).not.toContain(other.walletId)
      }
    })

    test('what is refused after it was found is recorded with what it was, and a repeated refusal not again', async () => {
      const input = { wallet_id: agent.walletId, amount: '1.00', token: 'USDC', merchant: 'ok.test' }
      const { hold_id } = done(await call('createHold', input, scene.owner)).body
      const end = (key?: CallOptions) => call('voidHold', { hold_id }, scene.owner, key)
      done(await end())
      const key = { idempotencyKey: `refused-${scene.carrier.name}` }
      const answer = refused(await end(key), 409, 'hold_not_voidable')
      refused(await end(key), 409, 'hold_not_voidable')
      const refusedActs = () => list({ operation: 'voidHold', outcome: 'refused' })
      const [record, ...others] = await until(refusedActs)
      expect(others).toEqual([])
      expect(record).toMatchObject({ resource_id: hold_id, request_id: requestOf(answer) })
    })

    test('a flood of refusals leaves few records, and how many there were', async () => {
      const [scoped, reader] = await Promise.all([openScene(given, 'Flooded'), openPerson(scene, ['viewer'])])
      const attempt = () =>
        scene.carrier.call('freezeWallet', { wallet_id: agent.walletId, reason: 'Once more.' }, reader)
      const before = (await list({ operation: 'freezeWallet', outcome: 'refused', limit: 100 })).length
      await Promise.all(Array.from({ length: 60 }, attempt))
      const omitted = async () => (await list({ outcome: 'refused', limit: 100 })).filter(isOmitted)
      const [{ details } = { details: {} }] = await until(omitted)
      const kept = (await list({ operation: 'freezeWallet', outcome: 'refused', limit: 100 })).length - before
      expect(kept).toBeLessThan(60)
      expect(details).toMatchObject({ details: { omitted_today: expect.any(Number) } })
      expect(await list({ outcome: 'refused' }, scoped.owner)).toEqual([])
    })

    test('who gets a token is recorded, and whose credential is refused, once a minute; a wrong one is nobody’s', async () => {
      const one = await openAgent(scene)
      const { agentId: agent_id, apiKey: api_key } = one
      const exchange = () => call('token', { agent_id, api_key }, {})
      const issued = done(await exchange())
      const [record, ...others] = await list({ request_id: requestOf(issued) })
      expect(others).toEqual([])
      const actor = { kind: 'agent', actor_id: agent_id, address: expect.any(String) }
      expect(record).toMatchObject({ operation: 'issueToken', outcome: 'done', resource_id: agent_id, actor })
      const wrong = await call('token', { agent_id, api_key: `${api_key}0` }, {})
      refused(wrong, 401, 'authentication_error', { reason: 'invalid_api_key' })
      expect(await list({ request_id: requestOf(wrong) })).toEqual([])
      done(await call('suspendAgent', { agent_id, reason: 'A drill.' }, scene.owner))
      for (const _ of [1, 2]) refused(await exchange(), 401, 'authentication_error', { reason: 'agent_suspended' })
      const denied = await list({ actor: agent_id, operation: 'issueToken', outcome: 'refused' })
      expect(denied).toHaveLength(1)
      expect(denied[0]).toMatchObject({ type: 'audit.refused', details: { rule: 'agent_suspended' }, actor })
    })

    test('an agent that registers itself, and a challenge for an address, are recorded with who asked', async () => {
      const { orgId: org_id } = scene.organization
      const enrolment = { org_id, label: 'Fleet', capabilities: ['payments'] }
      const { body: made } = done(await call('createEnrolmentKey', enrolment, scene.owner))
      const enrolled = { name: 'Itself', capabilities: ['payments'], owner_org_id: org_id }
      const registered = done(await call('register', enrolled, { apiKey: textIn(made, 'enrolment_key') }))
      const of = async (answer: { headers: Headers }) => (await list({ request_id: requestOf(answer) }))[0]
      expect(await of(registered)).toMatchObject({ operation: 'registerAgent', actor: { kind: 'enrolment' } })
      const asked = { address: newAddress(), chain: 'base' }
      const challenge = done(await call('ownershipChallenge', asked, scene.owner))
      expect(await of(challenge)).toMatchObject({ operation: 'createOwnershipChallenge', outcome: 'done' })
    })

    test('a session is recorded with its row, without what opens it, and so is a code that is used twice', async () => {
      const { orgId: org_id } = scene.organization
      const made = done(await call('createSession', { org_id, kind: 'browser' }, scene.owner))
      const [row] = ((await list({ request_id: requestOf(made) }))[0]?.changes ?? []) as Body[]
      expect(row).toMatchObject({ resource: expect.stringMatching(/^sessions\//), before: null })
      expect(JSON.stringify(row)).not.toMatch(/hash":"/i)
      const { url, baseUrl: origin } = scene.service
      const headers = { 'content-type': 'application/json', origin }
      const body = JSON.stringify({ code: made.body.secret })
      const open = () => send(`${url}/auth/session`, { method: 'POST', headers, body })
      const [opened, again] = [await open(), await open()]
      expect([opened.status, again.status]).toEqual([200, 401])
      const [denied] = await list({ request_id: requestOf(again), outcome: 'refused' })
      expect(denied).toMatchObject({ operation: 'openSession', details: { rule: 'code_used' } })
    })

    test('it is for administrators and compliance, in their organization and mode', async () => {
      for (const role of ['admin', 'compliance'] as const)
        expect((await list({ limit: 1 }, await openPerson(scene, [role]))).length).toBe(1)
      for (const role of ['approver', 'viewer'] as const)
        for (const operation of ['listAudit', 'verifyAudit', 'exportAudit'] as const)
          refused(await call(operation, {}, await openPerson(scene, [role])), 403, 'insufficient_scope', {
            required: 'admin or compliance',
          })
      refused(await call('listAudit', {}, agent.caller), 403, 'capability_denied')
      const stranger = await openScene(given, 'Stranger')
      expect(await list({ subject_id: agent.agentId }, stranger.owner)).toEqual([])
      refusedField(await call('listAudit', { from: 'yesterday' }, scene.owner), 'from')
    })

    test('it verifies, and each exported line has the hash of its content and of the line before', async () => {
      const { body } = done(await call('verifyAudit', {}, scene.owner))
      expect(body).toMatchObject({ verified: true, complete: true, first_broken_id: null, fault: null })
      const exported = done(await call('exportAudit', {}, scene.owner))
      if (scene.carrier.name === 'rest') expect(exported.headers.get('content-type')).toBe('application/x-ndjson')
      const lines =
        scene.carrier.name === 'rest' ? exported.text.trim().split('\n') : (exported.body.lines as readonly string[])
      let last = ''
      for (const line of lines) {
        const { hash, ...content } = JSON.parse(line) as { hash: string; prevHash: string }
        expect(createHash('sha256').update(JSON.stringify(content)).digest('hex')).toBe(hash)
        expect(content.prevHash).toBe(last)
        last = hash
      }
      expect(lines.length).toBeGreaterThanOrEqual(Number(body.records))
    })
  })
}

const isOmitted = ({ details }: Body): boolean => (details as Body).rule === 'refusals_omitted'
