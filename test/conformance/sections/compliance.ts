/**
 * Domain 4.2, A.11: what needs a review waits for a person of compliance, who did not ask for it; cleared, it is paid after
 * all gates; otherwise it fails, and its head-room is free again. Every spend has a screening that its owner can read.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  done,
  eventsOf,
  type Given,
  MIXER,
  newAddress,
  newDomain,
  openAgent,
  openPerson,
  openScene,
  openShop,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  until,
  verifyAgent,
} from '../../support/scene.ts'

const SANDBOX_SANCTIONED = `0x7e57${'2'.padStart(36, '0')}`
const SANCTIONED = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'

export function compliance(given: Given): void {
  describe('A.11 compliance', () => {
    let scene: Scene
    let agent: TestAgent
    let reviewer: Caller
    beforeAll(async () => {
      scene = await openScene(given, 'Compliance')
      agent = await openAgent(scene, { capabilities: ['payments', 'wallets', 'compliance'], funds: '50' })
      // So that its flags do not stop it.
      await verifyAgent(scene, agent)
      reviewer = await openPerson(scene, ['compliance'])
    })
    const pay = (more: object = {}, by: Caller = agent.caller) =>
      scene.carrier.call(
        'createPayment',
        { wallet_id: agent.walletId, to: MIXER, amount: '1.00', token: 'USDC', ...more },
        by,
      )
    const parked = async (more: object = {}): Promise<Body> => {
      const answer = done(await pay(more))
      if (scene.carrier.name === 'rest') expect(answer.status).toBe(202)
      return answer.body
    }
    const decide = ({ case_id }: Body, decision: string, by: Caller = reviewer, comment = 'Looked at.') =>
      scene.carrier.call('decideCase', { case_id, decision, comment }, by)
    const payment = async ({ payment_id }: Body, wait = 0) =>
      done(await scene.carrier.call('getPayment', { payment_id, wait }, scene.owner)).body
    const reserved = async () => {
      const input = { mandate_id: agent.mandateId }
      const { body } = done(await scene.carrier.call('getMandate', input, scene.owner))
      return (body.usage as { day: { reserved: string } }).day.reserved
    }

    test('a mixer is reviewed: the payment is parked with its limits, without money, and a case is open', async () => {
      const body = await parked({ amount: '1.01' })
      const why = { review_reasons: ['mixer'] }
      expect(body).toMatchObject({ status: 'pending', stage: 'awaiting_compliance_review', ...why })
      const { case_id, screening_id, payment_id } = body
      const found = done(await scene.carrier.call('getCase', { case_id }, scene.owner)).body
      expect(found).toMatchObject({
        ...{ case_id, status: 'open', severity: 'high', risk_score: 70, payment_id, screening_id },
        ...{ requested_by: agent.agentId, notes: [], closed_at: null },
        checks: [{ name: 'mixer', outcome: 'review', score: 70 }],
      })
      const lifeMs = Date.parse(String(found.due_at)) - Date.parse(String(found.opened_at))
      expect(lifeMs).toBe(72 * 3_600_000)
      const high = { status: 'open', severity: 'high', subject_type: 'payment', subject_id: payment_id }
      const listed = done(await scene.carrier.call('listCases', high, scene.owner))
      expect(rowsIn(listed).map((row) => row.case_id)).toContain(case_id)
      const flagged = await until(async () => {
        const events = await eventsOf(scene, agent.walletId, ['compliance.flagged'])
        return events.find(({ data }) => (data as Body).case_id === case_id)
      })
      expect(flagged.data).toMatchObject({ outcome: 'review', risk_score: 70, screening_id, reasons: ['mixer'] })
      expect(await reserved()).toBe('1.01')
      done(await decide(body, 'reject'))
      expect(await reserved()).toBe('0.00')
    })

    test('cleared, it is paid, and says what it was cleared by', async () => {
      const body = await parked()
      const { body: closed } = done(await decide(body, 'clear'))
      expect(closed).toMatchObject({ status: 'closed_cleared', notes: [{ event: 'clear', text: 'Looked at.' }] })
      expect(await payment(body, 20)).toMatchObject({ status: 'completed', case_id: body.case_id })
      refused(await decide(body, 'reject'), 409, 'conflict', { reason: 'case_closed_cleared' })
    })

    test('cleared above the threshold, it waits for its approval as well', async () => {
      const body = await parked({ amount: '26.00' })
      done(await decide(body, 'clear'))
      const now = await payment(body)
      expect(now).toMatchObject({ stage: 'awaiting_approval' })
      const approver = await openPerson(scene, ['approver'])
      const { approval_id } = now
      done(await scene.carrier.call('approve', { approval_id }, approver))
      expect(await payment(body, 20)).toMatchObject({ status: 'completed' })
    })

    test('rejected, it fails, and the case alone says why', async () => {
      const body = await parked()
      const { body: closed } = done(await decide(body, 'reject', reviewer, 'No business there.'))
      expect(closed).toMatchObject({ status: 'closed_rejected', decision: 'reject' })
      expect(JSON.stringify(closed)).toContain('No business there.')
      const failed = await payment(body)
      expect(failed).toMatchObject({
        ...{ status: 'failed', failure_code: 'compliance_denied', failure_reason: 'review_rejected' },
      })
      // Whoever pays must not learn what is suspected.
      expect(JSON.stringify(failed)).not.toContain('No business there.')
    })

    test('escalated, it stays open for another, and its notes only grow', async () => {
      const body = await parked()
      const { body: passedOn } = done(await decide(body, 'escalate', reviewer, 'Not mine.'))
      expect(passedOn).toMatchObject({ status: 'escalated', closed_at: null })
      refused(await decide(body, 'escalate'), 409, 'conflict', { reason: 'case_escalated' })
      refused(await decide(body, 'clear', reviewer, 'Mine after all.'), 403, 'self_approval_forbidden', {
        reason: 'escalated_by_you',
      })
      const other = await openPerson(scene, ['compliance'])
      const { body: closed } = done(await decide(body, 'reject', other, 'Mine.'))
      expect((closed.notes as Body[]).map(({ text }) => text)).toEqual(['Not mine.', 'Mine.'])
    })

    test('nobody clears what they have passed on with a key that they have made', async () => {
      const body = await parked()
      const passing = await openPerson(scene, ['admin', 'compliance'])
      done(await decide(body, 'escalate', passing, 'Not mine.'))
      const input = { org_id: scene.organization.orgId, name: 'Another name', roles: ['compliance'] }
      const made = done(await scene.carrier.call('createKey', input, passing)).body
      const second = { apiKey: textIn(made, 'api_key') }
      refused(await decide(body, 'clear', second, 'Fine.'), 403, 'self_approval_forbidden')
      done(await decide(body, 'clear', reviewer, 'Fine.'))
    })

    test('a note decides nothing, and stays; a case takes 50 of them', async () => {
      const body = await parked()
      const { body: noted } = done(await decide(body, 'note', reviewer, 'Asked the payee for papers.'))
      expect(noted).toMatchObject({ status: 'open', closed_at: null, decision: null, decided_by: null })
      for (let n = 1; n < 50; n++) done(await decide(body, 'note', reviewer, `Call ${n}.`))
      refused(await decide(body, 'note'), 409, 'conflict', { reason: 'too_many_notes' })
      expect((await payment(body)).stage).toBe('awaiting_compliance_review')
      const { body: closed } = done(await decide(body, 'reject', reviewer, 'No papers came.'))
      expect([(closed.notes as Body[])[0]?.text, (closed.notes as Body[]).at(-1)?.text]).toEqual([
        ...['Asked the payee for papers.', 'No papers came.'],
      ])
      refused(await decide(body, 'note'), 409, 'conflict', { reason: 'case_closed_rejected' })
    })

    test('the rules for approvals of when it was parked hold after its review, where those of then are stricter', async () => {
      for (let n = 0; n < 2; n++) await openPerson(scene, ['approver'])
      const org_id = scene.organization.orgId
      const require = async (required: number) => {
        const approval_quorum = [{ min_amount_usd: '0', required }]
        done(await scene.carrier.call('updateOrganization', { org_id, approval_quorum }, scene.owner))
      }
      await require(2)
      const body = await parked({ amount: '26.00' })
      await require(1)
      done(await decide(body, 'clear'))
      const { approval_id } = await payment(body)
      const { body: asked } = done(await scene.carrier.call('getApproval', { approval_id }, scene.owner))
      expect(asked).toMatchObject({ status: 'pending', required_approvals: 2 })
      done(await scene.carrier.call('deny', { approval_id }, await openPerson(scene, ['approver'])))
    })

    test('who asked never decides, and nobody without the role', async () => {
      const person = await openPerson(scene, ['admin', 'compliance'])
      const answer = done(await pay({}, { ...person, agentId: agent.agentId }))
      refused(await decide(answer.body, 'clear', person), 403, 'self_approval_forbidden')
      refused(await decide(answer.body, 'clear', await openPerson(scene, ['admin'])), 403, 'insufficient_scope')
      refused(await decide(answer.body, 'clear', agent.caller), 403, 'capability_denied')
      refusedField(await decide(answer.body, 'reject', reviewer, ' '), 'comment')
      done(await decide(answer.body, 'reject'))
    })

    test('where nothing can wait it is refused: a hold, and an execution that is not to be parked', async () => {
      const hold = { wallet_id: agent.walletId, merchant: MIXER, amount: '1.00', token: 'USDC' }
      const details = { reason: 'aml_risk', risk_score: 70 }
      refused(await scene.carrier.call('createHold', hold, scene.owner), 403, 'compliance_denied', details)
    })

    test('an address is screened by itself, with the versions of the lists', async () => {
      const screened = async (address: string, by: Caller) =>
        done(await scene.carrier.call('screen', { address }, by)).body
      const lists = [
        { list: 'ofac-sdn', version: expect.stringMatching(/^ofac-sdn-/) },
        { list: 'mixers', version: expect.any(String) },
      ]
      expect(await screened(newAddress(), agent.caller)).toMatchObject({
        ...{ outcome: 'pass', risk_score: 0, risk_level: 'low', checks: [], list_versions: lists, screening_id: null },
      })
      expect(await screened(MIXER.toLowerCase(), scene.owner)).toMatchObject({ outcome: 'review', risk_level: 'high' })
      // Payees of the sandbox are screened as their payments are.
      const sandbox = { list: 'sandbox', version: 'sandbox' }
      expect(await screened(SANDBOX_SANCTIONED, agent.caller)).toMatchObject({
        ...{ outcome: 'deny', list_versions: [...lists, sandbox] },
      })
      expect(await screened(SANCTIONED, agent.caller)).toMatchObject({
        ...{ outcome: 'deny', risk_score: 100, risk_level: 'critical' },
        checks: [{ name: 'sanctions_address', evidence: { list: 'ofac-sdn' } }],
      })
      refusedField(await scene.carrier.call('screen', { address: 'nowhere' }, scene.owner), 'address')
      // From the amount of the travel rule on it has to be known who is paid, too.
      const [address, ask] = [
        newAddress(),
        (more: Record<string, unknown>) => scene.carrier.call('screen', more, scene.owner),
      ]
      expect(done(await ask({ address, amount: '2999.99' })).body).toMatchObject({ outcome: 'pass' })
      expect(done(await ask({ address, amount: '3000.00' })).body).toMatchObject({
        ...{ outcome: 'review', checks: [{ name: 'travel_rule_information_missing' }] },
      })
      expect(done(await ask({ name: 'Somebody', amount: '3000.00' })).body).toMatchObject({ outcome: 'pass' })
      refusedField(await ask({ address, amount: '0' }), 'amount')
    })

    test('a name is screened by itself, and a merchant by its legal name and address', async () => {
      const screened = async (input: Body) => done(await scene.carrier.call('screen', input, agent.caller)).body
      expect(await screened({ name: 'Danil Potekhin' })).toMatchObject({
        ...{ subject_type: 'name', outcome: 'deny', risk_score: 100 },
        checks: [{ name: 'sanctions_name', evidence: { list: 'ofac-sdn', screened_name: 'Danil Potekhin' } }],
      })
      expect(await screened({ name: 'Lazard Group' })).toMatchObject({
        ...{ subject_type: 'name', outcome: 'review', risk_level: 'medium' },
        checks: [{ name: 'name_similarity', evidence: { similarity: 0.95 } }],
      })
      expect(await screened({ name: 'Suez Canal Authority' })).toMatchObject({ outcome: 'pass', checks: [] })
      const { domain: merchant, merchantId } = await openShop(scene)
      const found = { subject_type: 'merchant', subject_id: merchantId, outcome: 'pass' }
      expect(await screened({ merchant })).toMatchObject(found)
      for (const input of [{}, { name: 'A', address: MIXER }])
        refusedField(await scene.carrier.call('screen', input, agent.caller), 'address')
      refusedField(await scene.carrier.call('screen', { merchant: 'nobody.example' }, agent.caller), 'merchant')
    })

    test('who is on a sanctions list by name is not paid, and is no merchant', async () => {
      // The flag is held against it.
      const other = await openAgent(scene, { capabilities: ['payments'], funds: '1' })
      const named = {
        wallet_id: other.walletId,
        to: newAddress(),
        beneficiary: { name: 'Danil Potekhin', country: 'RU' },
      }
      refused(await pay(named, other.caller), 403, 'compliance_denied', { reason: 'sanctions_hit' })
      const form = { name: 'Shop', legal_name: 'SUEX OTC s.r.o.', domain: newDomain() }
      const shop = await scene.carrier.call('createMerchant', form, scene.owner)
      refused(shop, 403, 'compliance_denied', { reason: 'sanctions_hit' })
    })

    test('a new agent is basic; from 3,000 USD it has to be verified, from 10,000 a person has to approve', async () => {
      const { carrier, owner } = scene
      const fresh = await openAgent(scene, { capabilities: ['payments', 'compliance'] })
      const of = { agent_id: fresh.agentId }
      const policy = { mandate_id: fresh.mandateId, policy: 'Max $50000 per transaction.' }
      done(await carrier.call('updateMandate', policy, owner))
      // Of a merchant it is known who is paid.
      const { domain: to } = await openShop(scene)
      const spend = (amount: string) =>
        carrier.call('createPayment', { wallet_id: fresh.walletId, to, amount, token: 'USDC' }, fresh.caller)
      const missing = async (...names: string[]) =>
        refused(await spend('3000.00'), 403, 'compliance_denied', {
          ...{ reason: 'kya_incomplete', required_level: 'verified', current_level: 'basic', missing: names },
        })
      const kya = async (by: Caller = fresh.caller) => done(await carrier.call('getKya', of, by)).body
      done(await carrier.call('simulateKyb', { status: 'rejected' }, owner))
      expect(await kya()).toMatchObject({ ...of, level: 'basic', status: 'valid', evidence: [{ type: 'did_control' }] })
      refused(await spend('2999.99'), 402, 'insufficient_funds')
      await missing('organization_kyb', 'purpose_review')
      const comment = 'Buys paper for the office.'
      const review = { ...of, type: 'purpose_review', comment }
      refused(await carrier.call('recordEvidence', review, fresh.caller), 403, 'capability_denied', {
        reason: 'organization_only',
      })
      const answer = done(await carrier.call('recordEvidence', review, owner))
      if (carrier.name === 'rest') expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({ level: 'basic', evidence: [{}, { type: 'purpose_review', comment }] })
      await missing('organization_kyb')
      await verifyAgent(scene, fresh)
      const known = await kya(owner)
      expect(known).toMatchObject({ level: 'verified', status: 'valid', evidence: [{}, { level: 'verified' }] })
      const days = (Date.parse(String(known.valid_until)) - Date.now()) / 86_400_000
      expect(Math.round(days)).toBe(180)
      expect(done(await carrier.call('complianceStatus', {}, fresh.caller)).body).toEqual({
        organization: { org_id: scene.organization.orgId, kyb_status: 'accepted', account_holder_status: null },
        agent: { ...of, kya_level: 'verified', kya_status: 'valid', valid_until: known.valid_until },
      })
      expect(done(await carrier.call('complianceStatus', {}, owner)).body).toMatchObject({ agent: null })
      const voided = { ...of, type: 'purpose_review', reason: 'Its purpose was another.' }
      expect(done(await carrier.call('voidEvidence', voided, owner)).body).toMatchObject({
        ...{ ...of, level: 'basic', status: 'valid', evidence: [{ type: 'did_control' }] },
      })
      await missing('purpose_review')
      done(await carrier.call('recordEvidence', review, owner))
      refused(await spend('3000.00'), 402, 'insufficient_funds')
      expect(done(await spend('10000.00')).body).toMatchObject({ stage: 'awaiting_approval' })
      done(await carrier.call('simulateKyb', { status: 'rejected' }, owner))
      await missing('organization_kyb')
      done(await carrier.call('simulateKyb', { status: 'accepted' }, owner))
    })

    test('a new agent has a trust score of 55; denied payees and open cases lower it, and below the minimum it pays nothing', async () => {
      const { carrier, owner } = scene
      const open = () => openAgent(scene, { capabilities: ['payments', 'wallets'] })
      const read = async ({ walletId, caller }: TestAgent) =>
        done(await carrier.call('trustScore', { wallet_id: walletId }, caller)).body
      const spend = ({ walletId, caller }: TestAgent, to: string) =>
        carrier.call('createPayment', { wallet_id: walletId, to, amount: '1.00', token: 'USDC' }, caller)
      const least = (minimum_trust_score: number | null) =>
        carrier.call('updateOrganization', { org_id: scene.organization.orgId, minimum_trust_score }, owner)
      const fresh = await open()
      const { agentId: agent_id, walletId: wallet_id } = fresh
      const known = await read(fresh)
      expect(known).toMatchObject({
        ...{ wallet_id, agent_id, score: 55, normalized: 0.55, tier: 'low', minimum: 40, meets_minimum: true },
        caps_applied: [],
      })
      const signals = known.signals as { name: string; contribution: number }[]
      expect(signals.map(({ contribution }) => contribution)).toEqual([10, 0, 20, 15, 0, 10])
      for (const _ of [1, 2])
        refused(await spend(fresh, SANCTIONED), 403, 'compliance_denied', { reason: 'sanctions_hit' })
      expect(await read(fresh)).toMatchObject({ score: 35, tier: 'untrusted', meets_minimum: false })
      const below = { reason: 'trust_score_below_minimum', score: 35, minimum: 40 }
      refused(await spend(fresh, newAddress()), 403, 'compliance_denied', below)
      refusedField(await least(19), 'minimum_trust_score')
      expect(done(await least(35)).body).toMatchObject({ minimum_trust_score: 35 })
      refused(await spend(fresh, newAddress()), 402, 'insufficient_funds')
      done(await least(60))
      const other = await open()
      refused(await spend(other, newAddress()), 403, 'compliance_denied', { score: 55, minimum: 60 })
      expect(done(await least(null)).body).toMatchObject({ minimum_trust_score: 40 })
      const { body } = done(await spend(other, MIXER))
      expect(await read(other)).toMatchObject({ score: 45, caps_applied: ['open_high_severity_case'] })
      done(await decide(body, 'clear'))
      expect(await read(other)).toMatchObject({ score: 55, caps_applied: [] })
      const { body: unbound } = done(await carrier.call('createWallet', {}, owner))
      const nobody = await carrier.call('trustScore', { wallet_id: unbound.wallet_id }, owner)
      if (carrier.name === 'rest') refused(nobody, 404, 'not_found')
      else expect(done(nobody).body).toBeNull()
    })

    test('how the score has moved is listed with its signals and cause, for who has the wallet', async () => {
      const { carrier, owner } = scene
      const fresh = await openAgent(scene, { capabilities: ['payments', 'wallets'] })
      const of = { wallet_id: fresh.walletId }
      const spend = (to: string) =>
        carrier.call('createPayment', { ...of, to, amount: '1.00', token: 'USDC' }, fresh.caller)
      const list = async (more: object = {}, by: Caller = fresh.caller) =>
        rowsIn(done(await carrier.call('trustHistory', { ...of, ...more }, by)))
      const denied = refused(await spend(SANCTIONED), 403, 'compliance_denied')
      // It fails for want of money, which is held against the agent only beside completed payments.
      refused(await spend(newAddress()), 402, 'insufficient_funds')
      const parked = done(await spend(MIXER)).body
      done(await decide(parked, 'clear'))
      const flag = { cause: 'compliance.flagged', resource_id: denied.refused?.details.screening_id }
      const moved = (before: number, after: number) => [{ name: 'compliance', before, after }]
      const [cleared, opened, flagged, first, ...others] = await list()
      expect(others).toEqual([])
      expect(first).toMatchObject({ ...of, agent_id: fresh.agentId, score: 55, previous_score: null })
      expect(((first?.signals ?? []) as Body[]).map(({ name, before }) => [name, before])).toEqual(
        ['kya', 'history', 'compliance', 'policy_adherence', 'tenure', 'reliability'].map((name) => [name, null]),
      )
      expect(flagged).toMatchObject({ ...flag, score: 45, previous_score: 55, signals: moved(1, 0.5) })
      expect(opened).toMatchObject({ score: 35, previous_score: 45, signals: moved(0.5, 0) })
      expect(cleared).toMatchObject({ score: 45, previous_score: 35, signals: moved(0, 0.5) })
      expect(await list({ limit: 2 }, owner)).toEqual([cleared, opened])
      const { body: page } = done(await carrier.call('trustHistory', { ...of, limit: 2 }, owner))
      if (carrier.name === 'rest') expect(await list({ limit: 2, after: page.next_cursor })).toEqual([flagged, first])
      const score = done(await carrier.call('trustScore', of, fresh.caller)).body
      expect(score.score).toBe(45)
    })

    test('evidence that proves nothing is refused, and says what is wrong with it', async () => {
      const of = { agent_id: agent.agentId }
      const record = (more: object, by = agent.caller) => scene.carrier.call('recordEvidence', { ...of, ...more }, by)
      refusedField(await record({ type: 'attestation' }), 'attestation')
      refusedField(await record({ type: 'attestation', attestation: 'a.b.c' }), 'attestation')
      refusedField(await record({ type: 'did_control' }), 'type')
      refusedField(await record({ type: 'earlier_release' }), 'type')
      refusedField(await record({ type: 'rumour' }), 'type')
      const live = {
        apiKey: await scene.service.createKey(scene.organization.orgId, { roles: ['admin'], mode: 'live' }),
      }
      refused(await scene.carrier.call('simulateKyb', { status: 'accepted' }, live), 404, 'not_found')
      const { orgId } = await scene.service.createOrganization('Other')
      refused(await scene.carrier.call('getKyb', { org_id: orgId }, scene.owner), 404, 'not_found')
    })

    test('a refused attempt is listed once with its rule and figures, for its organization and its agent alone', async () => {
      const first = { to: newAddress(), amount: '60.00' }
      const { refused: denied } = refused(await pay(first), 403, 'policy_violation')
      refused(await pay({ to: SANCTIONED }), 403, 'compliance_denied')
      const list = async (by: Caller, filter: object = {}) =>
        rowsIn(done(await scene.carrier.call('listRefusals', { wallet_id: agent.walletId, ...filter }, by)))
      const rule = String(denied?.details.rule)
      const [found, ...others] = await until(async () => {
        // The later of the two was written with the first, or after it.
        const isWritten = (await list(scene.owner, { rule: 'sanctions_hit' })).length > 0
        return isWritten && list(scene.owner, { rule })
      })
      expect(others).toEqual([])
      expect(found).toMatchObject({
        ...{ operation: 'payment', type: 'policy_violation', rule, agent_id: agent.agentId, wallet_id: agent.walletId },
        ...{
          refusal_id: expect.stringMatching(/^rfs_/),
          request_id: expect.stringMatching(/^req_/),
          omitted_before: 0,
        },
        details: { limit: denied?.details.limit, actual: denied?.details.actual },
        attempt: {
          ...{ amount: '60.00', token: 'USDC', chain: 'base', to: first.to, merchant: null },
          ...{ requested_by: agent.agentId, requester: null },
        },
      })
      expect((await list(agent.caller, { agent_id: agent.agentId })).map(({ type }) => type)).toContain(
        'compliance_denied',
      )
      expect(await list(scene.owner, { created_until: '2020-01-01T00:00:00Z' })).toEqual([])
      const [page] = await list(scene.owner, { limit: 1 })
      expect(page).toMatchObject({ type: 'compliance_denied', rule: 'sanctions_hit', attempt: { to: SANCTIONED } })
      const stranger = await openAgent(scene, { capabilities: ['payments'] })
      expect(await list(stranger.caller)).toEqual([])
    })

    test('who is paid is kept with the payment, and a country has to be one', async () => {
      const beneficiary = { name: 'Payee Ltd', country: 'US' }
      const paid = done(await pay({ to: newAddress(), amount: '0.10', beneficiary })).body
      expect(await payment(paid)).toMatchObject({ beneficiary })
      refusedField(await pay({ to: newAddress(), beneficiary: { name: 'X', country: 'XQ' } }), 'beneficiary.country')
      const execution = { psp_domain: 'ok.test', amount: '0.10', wallet_id: agent.walletId }
      const execute = (more: object) => scene.carrier.call('executeMandate', { ...execution, ...more }, agent.caller)
      expect(await payment(done(await execute({ beneficiary })).body)).toMatchObject({ beneficiary })
      refusedField(await execute({ beneficiary: { name: '', country: 'US' } }), 'beneficiary.name')
    })

    test('a payment that passed has its screening, and so has one that was denied', async () => {
      const paid = done(await pay({ to: newAddress() })).body
      const read = async (screening_id: string) =>
        done(await scene.carrier.call('getScreening', { screening_id }, agent.caller)).body
      expect(await read(textIn(paid, 'screening_id'))).toMatchObject({
        ...{ subject_type: 'payment', subject_id: paid.payment_id, outcome: 'pass', risk_score: 0 },
      })
      const denied = refused(await pay({ to: SANCTIONED }), 403, 'compliance_denied', { reason: 'sanctions_hit' })
      expect(await read(String(denied.refused?.details.screening_id))).toMatchObject({
        ...{ outcome: 'deny', risk_score: 100, subject_type: 'payment', subject_id: null },
        ...{ wallet_id: agent.walletId, agent_id: agent.agentId },
        attempt: { amount: '1.00', token: 'USDC', to: SANCTIONED, requested_by: agent.agentId },
      })
      refused(await scene.carrier.call('getScreening', { screening_id: 'scr_x' }, scene.owner), 404, 'not_found')
    })
  })
}
