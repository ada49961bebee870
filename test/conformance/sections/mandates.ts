/**
 * Specification 2.6, 3, 5.8, 9: the life of a mandate. It is immutable, so an update makes a version and keeps the old one;
 * organizations write, agents read their own; and every step is told on the log.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../support/carriers.ts'
import {
  created,
  done,
  eventsOf,
  type Given,
  openAgent,
  openPerson,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  typesOf,
} from '../../support/scene.ts'

const TEXT = 'Max $40 per transaction, $80 per day, require approval above $30'
const POLICY = {
  ...{ max_per_transaction: 40, daily_limit: 80, monthly_limit: null, approval_threshold: 30 },
  ...{ allowed_merchants: [], allowed_categories: [], blocked_categories: [], time_windows: [] },
}
const DAY_MS = 86_400_000

export function mandates(given: Given): void {
  describe('2.6, 5.8 mandates', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Mandates')
      agent = await openAgent(scene)
    })
    const create = (of: TestAgent, more: object = {}, caller: object = scene.owner) =>
      scene.carrier.call(
        'createMandate',
        { agent_id: of.agentId, wallet_id: of.walletId, policy: TEXT, ...more },
        caller,
      )
    const update = (mandateId: unknown, more: object = {}, caller: object = scene.owner) =>
      scene.carrier.call('updateMandate', { mandate_id: mandateId, policy: TEXT, ...more }, caller)
    const revoke = (mandateId: unknown, more: object = {}, caller: object = scene.owner) =>
      scene.carrier.call('revokeMandate', { mandate_id: mandateId, ...more }, caller)
    const read = (mandateId: unknown, version?: number, caller: object = scene.owner) =>
      scene.carrier.call('getMandate', { mandate_id: mandateId, ...(version && { version }) }, caller)
    const versions = async (mandateId: unknown, more: object = {}, caller: object = scene.owner) =>
      done(await scene.carrier.call('mandateVersions', { mandate_id: mandateId, ...more }, caller))

    test('registration puts the built-in mandate in force, for 90 days', async () => {
      const { body } = done(await read(agent.mandateId))
      expect(body).toMatchObject({
        ...{ mandate_id: agent.mandateId, agent_id: agent.agentId, wallet_id: agent.walletId, status: 'active' },
        ...{ version: 1, created_by: scene.organization.orgId, limit_timezone: 'UTC', supersedes: null },
        policy: { max_per_transaction: 50, daily_limit: 100, monthly_limit: 1000, approval_threshold: 25 },
        ap2_intent_ref: `${scene.service.baseUrl}/api/v2/mandates/${agent.mandateId}/ap2-intent?version=1`,
        policy_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect(Date.parse(textIn(body, 'expires_at')) - Date.parse(textIn(body, 'effective_from'))).toBe(90 * DAY_MS)
      expect(typesOf(await eventsOf(scene, agent.mandateId))).toEqual(['mandate.created'])
    })

    test('create takes over from the mandate in force, in one step', async () => {
      const of = await openAgent(scene)
      const answer = await create(of, { expires_at: '2099-01-01T00:00:00.000Z', limit_timezone: 'Asia/Tokyo' })
      const { body } = created(scene, answer, 201, `/api/v2/mandates/${answer.body.mandate_id}`)
      expect(body).toMatchObject({
        ...{ mandate_id: expect.stringMatching(/^mnd_/), status: 'active', version: 1, supersedes: of.mandateId },
        ...{ policy: POLICY, policy_text: TEXT, expires_at: '2099-01-01T00:00:00.000Z', limit_timezone: 'Asia/Tokyo' },
        ...{ agent_id: of.agentId, wallet_id: of.walletId, created_by: scene.organization.orgId },
      })
      expect(body.mandate_id).not.toBe(of.mandateId)
      expect(done(await read(of.mandateId)).body).toMatchObject({
        status: 'superseded',
        superseded_at: body.effective_from,
      })
      const wallet = done(await scene.carrier.call('getWallet', { wallet_id: of.walletId }, scene.owner)).body
      expect(wallet).toMatchObject({ mandate_id: body.mandate_id, policy: POLICY })
      expect(done(await scene.carrier.call('me', {}, of.caller)).body.mandate_id).toBe(body.mandate_id)
      const [event, ...more] = await eventsOf(scene, body.mandate_id, ['mandate.created'])
      expect(more).toEqual([])
      expect(event?.data).toMatchObject({
        ...{ mandate_id: body.mandate_id, agent_id: of.agentId, wallet_id: of.walletId, version: 1, status: 'active' },
      })
      for (const late of [await update(of.mandateId), await revoke(of.mandateId)])
        refused(late, 409, 'conflict', { reason: 'mandate_superseded' })
    })

    test('what cannot be created is refused and named', async () => {
      const other = await openAgent(scene)
      refusedField(await create(agent, { expires_at: new Date(Date.now() - 1_000).toISOString() }), 'expires_at')
      refusedField(await create(agent, { expires_at: 'tomorrow' }), 'expires_at')
      refusedField(await create(agent, { limit_timezone: 'Mars/Base' }), 'limit_timezone')
      refused(await create(agent, { agent_id: 'agt_00000000000000000000000000' }), 404, 'not_found')
      refused(await create(agent, { wallet_id: 'wal_00000000000000000000000000' }), 404, 'not_found')
      const reason = { reason: 'wallet_of_another_agent' }
      refused(await create(agent, { wallet_id: other.walletId }), 409, 'conflict', reason)
      expect(done(await read(agent.mandateId)).body.status).toBe('active')
    })

    test('one key creates one mandate; another request under it is refused', async () => {
      const of = await openAgent(scene)
      const call = (policy: string) =>
        scene.carrier.call('createMandate', { agent_id: of.agentId, wallet_id: of.walletId, policy }, scene.owner, {
          idempotencyKey: `mandate of ${of.agentId}`,
        })
      const answers = await Promise.all([call(TEXT), call(TEXT), call(TEXT)])
      expect(new Set(answers.map((answer) => done(answer).body.mandate_id)).size).toBe(1)
      refused(await call('Max $1 per day'), 422, 'idempotency_mismatch')
      const all = await scene.carrier.call('listMandates', { wallet_id: of.walletId }, scene.owner)
      expect(rowsIn(done(all))).toHaveLength(2)
    })

    test('update makes a version under the same id, keeps the old one and tells what changed', async () => {
      const { mandateId } = await openAgent(scene)
      const before = done(await read(mandateId)).body
      const { body, status } = done(await update(mandateId, { expected_version: 1 }))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        ...{ mandate_id: mandateId, version: 2, status: 'active', policy: POLICY, policy_text: TEXT },
        ...{ expires_at: before.expires_at, ap2_intent_ref: expect.stringMatching(/\?version=2$/) },
      })
      expect(done(await read(mandateId)).body).toEqual(body)
      expect(done(await read(mandateId, 1)).body).toMatchObject({
        ...{ version: 1, status: 'superseded', superseded_at: body.effective_from, policy: before.policy },
        ...{ policy_text: before.policy_text, policy_hash: before.policy_hash },
      })
      refused(await read(mandateId, 3), 404, 'not_found')
      const [second, first] = rowsIn(await versions(mandateId))
      expect(first).toMatchObject({ version: 1, changes: [], superseded_at: body.effective_from })
      expect(second).toMatchObject({ version: 2, superseded_at: null, created_by: scene.organization.orgId })
      expect(second?.changes).toEqual(
        expect.arrayContaining([
          { field: 'max_per_transaction', before: 50, after: 40, change: 'tighter' },
          { field: 'monthly_limit', before: 1000, after: null, change: 'looser' },
          { field: 'approval_threshold', before: 25, after: 30, change: 'looser' },
        ]),
      )
      const events = await eventsOf(scene, mandateId)
      expect(typesOf(events)).toEqual(['mandate.created', 'mandate.updated'])
      expect(events[1]?.data).toMatchObject({ mandate_id: mandateId, version: 2 })
    })

    test('the same rules again are a version too; the pages of versions are newest first', async () => {
      const { mandateId } = await openAgent(scene)
      const hashes = [done(await update(mandateId)).body.policy_hash, done(await update(mandateId)).body.policy_hash]
      expect(hashes[0]).toBe(hashes[1])
      const first = await versions(mandateId, { limit: 2 })
      expect(rowsIn(first)).toMatchObject([{ version: 3, changes: [] }, { version: 2 }])
      expect(first.body.has_more).toBe(true)
      const rest = await versions(mandateId, { limit: 2, after: first.body.next_cursor })
      expect(rowsIn(rest)).toMatchObject([{ version: 1, changes: [] }])
      expect(rest.body.has_more).toBe(false)
    })

    test('an update of a version that has been followed is 409 version_conflict; of two at once one wins', async () => {
      const { mandateId } = await openAgent(scene)
      const answers = await Promise.all([1, 2, 3].map(() => update(mandateId, { expected_version: 1 })))
      const lost = answers.filter((answer) => answer.refused !== null)
      expect(lost).toHaveLength(2)
      const conflict = { reason: 'version_conflict', current_version: 2 }
      for (const answer of lost) refused(answer, 409, 'conflict', conflict)
      expect(done(await update(mandateId)).body.version).toBe(3)
      refusedField(await update(mandateId, { expected_version: 0 }), 'expected_version')
    })

    test('revocation is final, a repeat is 200 and tells nobody', async () => {
      const { mandateId } = await openAgent(scene)
      const { body } = done(await revoke(mandateId, { reason: 'Project over.' }))
      const revoked = { status: 'revoked', revoked_reason: 'Project over.', revoked_at: expect.stringMatching(/Z$/) }
      expect(body).toMatchObject(revoked)
      expect(done(await revoke(mandateId, { reason: 'Again.' })).body).toMatchObject({
        ...{ revoked_reason: 'Project over.', revoked_at: body.revoked_at },
      })
      refused(await update(mandateId), 409, 'conflict', { reason: 'mandate_revoked' })
      const events = await eventsOf(scene, mandateId, ['mandate.revoked'])
      expect(events.map(({ data }) => data)).toMatchObject([{ mandate_id: mandateId, status: 'revoked' }])
    })

    test('a text that is not understood is 400 with each place, its words and a way out; nothing is stored', async () => {
      const text = 'Max $40 per transaction. Be nice to merchants. Allow only spaceships.'
      const before = typesOf(await eventsOf(scene, agent.mandateId))
      const organization = { org_id: scene.organization.orgId, policy: text }
      for (const answer of [
        await create(agent, { policy: text }),
        await update(agent.mandateId, { policy: text }),
        await scene.carrier.call('previewPolicy', { policy: text }, scene.owner),
        await scene.carrier.call('setTemplate', organization, scene.owner),
      ])
        expectProblems(answer, text)
      const wrong = { policy: 'Max $10 per transaction, max $20 per transaction.' }
      const [problem] = problemsOf(await update(agent.mandateId, wrong))
      expect(problem).toMatchObject({ code: 'contradiction', text: 'max $20 per transaction' })
      for (const policy of ['', 'Be careful.', 'At most 10 payments per hour', 'Max €10 per day'])
        expect(problemsOf(await update(agent.mandateId, { policy })).length, policy).toBeGreaterThan(0)
      expect(typesOf(await eventsOf(scene, agent.mandateId))).toEqual(before)
    })

    test('the language: constructions, rules, slots, categories with their words, for editors', async () => {
      const { body } = done(await scene.carrier.call('policyLanguage', {}, scene.owner))
      const rows = (name: string) => body[name] as Record<string, unknown>[]
      const topics = new Set(rows('constructions').map(({ topic }) => topic))
      for (const topic of [
        'limit',
        'approval',
        'merchants',
        'allowed categories',
        'blocked categories',
        'time windows',
      ])
        expect(topics).toContain(topic)
      // Every name in capitals of a wording is explained.
      const named = new Set([...rows('constructions'), ...rows('rules')].map(({ name }) => name))
      const wordings = [...rows('constructions'), ...rows('rules')].flatMap((row) => row.wordings as string[])
      for (const name of wordings.join(' ').match(/(?<![{@\w])[A-Z][A-Z_]+/g) ?? [])
        expect([name, named.has(name) || (body.slots as string[]).includes(name)]).toEqual([name, true])
      // The words of rules in any order of words, and only slots that are explained.
      const free = rows('free_rules') as { name: string; slots: string[]; roles: { name: string; words: string[] }[] }[]
      expect(free.flatMap(({ slots }) => slots).filter((slot) => !(body.slots as string[]).includes(slot))).toEqual([])
      const limit = free.find(({ name }) => name === 'a limit')
      expect(limit?.roles.find(({ name }) => name === 'upto')?.words).toContain('no more than')
      expect(rows('categories').find(({ name }) => name === 'alcohol')?.aliases).toContain('booze')
      expect(rows('groups').find(({ name }) => name === 'food')?.categories).toEqual(['restaurants', 'groceries'])
    })

    test('an agent reads its own mandate and changes none, whatever its scope: 403', async () => {
      const admin = await openAgent(scene, { scope: 'agent:admin' })
      expect(done(await read(admin.mandateId, 1, admin.caller)).body.mandate_id).toBe(admin.mandateId)
      expect(rowsIn(await versions(admin.mandateId, {}, admin.caller))).toHaveLength(1)
      const all = rowsIn(done(await scene.carrier.call('listMandates', {}, admin.caller)))
      expect(all.map(({ mandate_id }) => mandate_id)).toEqual([admin.mandateId])
      refused(await read(agent.mandateId, 1, admin.caller), 404, 'not_found')
      const only = { reason: 'organization_only' }
      for (const answer of [
        await create(admin, {}, admin.caller),
        await update(admin.mandateId, {}, admin.caller),
        await revoke(admin.mandateId, {}, admin.caller),
      ])
        refused(answer, 403, 'capability_denied', only)
      expect(done(await read(admin.mandateId)).body).toMatchObject({ version: 1, status: 'active' })
    })

    test('only an administrator writes: another key of the organization is 403 insufficient_scope', async () => {
      const clerk = await openPerson(scene, ['approver'])
      const required = { required: 'admin' }
      const answers = [await create(agent, {}, clerk), await update(agent.mandateId, {}, clerk)]
      for (const answer of [...answers, await revoke(agent.mandateId, {}, clerk)])
        refused(answer, 403, 'insufficient_scope', required)
      expect(done(await read(agent.mandateId, 1, clerk)).body.status).toBe('active')
    })

    test('the list is filtered by status, agent and wallet', async () => {
      const of = await openAgent(scene)
      const next = done(await create(of)).body.mandate_id
      const list = async (input: object) =>
        rowsIn(done(await scene.carrier.call('listMandates', { ...input }, scene.owner))).map((row) => row.mandate_id)
      expect(await list({ agent_id: of.agentId })).toEqual([next, of.mandateId])
      expect(await list({ wallet_id: of.walletId, status: 'superseded' })).toEqual([of.mandateId])
      expect(await list({ agent_id: of.agentId, status: 'active' })).toEqual([next])
      expect(await list({ agent_id: of.agentId, status: 'expired' })).toEqual([])
    })

    test('the policy template is what the next agent gets, and touches no other', async () => {
      const own = await openScene(given, 'Template')
      const org_id = own.organization.orgId
      const get = (caller: object = own.owner) => scene.carrier.call('getTemplate', { org_id }, caller)
      const set = (more: object, caller: object = own.owner) =>
        scene.carrier.call('setTemplate', { org_id, policy: TEXT, ...more }, caller)
      expect(done(await get()).body).toMatchObject({ org_id, builtin: true, expires_in_days: 90 })
      const early = await openAgent(own)
      const written = done(await set({ expires_in_days: 7 })).body
      expect(written).toMatchObject({ policy: POLICY, policy_text: TEXT, expires_in_days: 7, builtin: false })
      expect(done(await get()).body).toEqual(written)
      const late = await openAgent(own)
      const { body } = done(await read(late.mandateId, 1, own.owner))
      expect(body).toMatchObject({ policy: POLICY, policy_text: TEXT })
      expect(Date.parse(textIn(body, 'expires_at')) - Date.parse(textIn(body, 'effective_from'))).toBe(7 * DAY_MS)
      const first = done(await read(early.mandateId, 1, own.owner)).body
      expect(first.policy).toMatchObject({ max_per_transaction: 50 })
      refusedField(await set({ expires_in_days: 0 }), 'expires_in_days')
      for (const answer of [await get(scene.owner), await set({}, scene.owner)]) refused(answer, 404, 'not_found')
      refused(await set({}, late.caller), 403, 'capability_denied', { reason: 'organization_only' })
    })
  })
}

interface Problem {
  readonly code: string
  readonly span: { readonly start: number; readonly end: number }
  readonly text: string
  readonly message: string
  readonly suggestion: string
}

function problemsOf(answer: Answer): readonly Problem[] {
  refusedField(answer, 'policy')
  return (answer.refused?.details.problems ?? []) as Problem[]
}

function expectProblems(answer: Answer, text: string): void {
  const problems = problemsOf(answer)
  expect(problems.map(({ code }) => code)).toEqual(['unrecognised_text', 'unknown_category'])
  expect(problems.map((one) => one.text)).toEqual(['Be nice to merchants', 'spaceships'])
  for (const { span, ...problem } of problems) {
    expect(text.slice(span.start, span.end)).toBe(problem.text)
    expect(problem).toMatchObject({ message: expect.stringMatching(/\S/), suggestion: expect.stringMatching(/\S/) })
  }
}
