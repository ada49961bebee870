/**
 * Domain 4.4, 4.2: from 3,000 USD on a payment carries who pays and who is paid. What is not told of them is a review, or the
 * refusal of a hold, which cannot wait; both name what is missing.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller, Operation } from '../../support/carriers.ts'
import { ORIGINATOR } from '../../support/originator.ts'
import {
  BENEFICIARY,
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
  verifyAgent,
} from '../../support/scene.ts'

const { postalCode: postal_code, ...place } = ORIGINATOR.address
const ADDRESS = { ...place, postal_code }
const STATED = { legal_name: ORIGINATOR.name, address: ADDRESS }
const NOTHING = { legal_name: null, address: null }
const CARRIED = { name: ORIGINATOR.name, address: ADDRESS }
const MISSING = 'travel_rule_information_missing'

export function travelRule(given: Given): void {
  describe('4.4 the travel rule', () => {
    let scene: Scene
    let agent: TestAgent
    let reviewer: Caller
    const call = (operation: Operation, input: Body, by: Caller) => scene.carrier.call(operation, input, by)
    const state = (changes: object, by: Caller = scene.owner) =>
      call('updateOrganization', { org_id: scene.organization.orgId, ...changes }, by)
    const organization = async (by: Caller = scene.owner) =>
      done(await call('getOrganization', { org_id: scene.organization.orgId }, by)).body
    const spendOf = (amount: string, more: Body) => ({
      ...{ wallet_id: agent.walletId, amount, token: 'USDC', beneficiary: BENEFICIARY, ...more },
    })
    const pay = async (amount: string, more: Body = {}) =>
      done(await call('createPayment', spendOf(amount, { to: newAddress(), ...more }), agent.caller)).body
    const read = async ({ payment_id }: Body, by = scene.owner) =>
      done(await call('getPayment', { payment_id }, by)).body
    const missingOf = async ({ case_id }: Body) => {
      const { screening_id } = done(await call('getCase', { case_id }, scene.owner)).body
      const { checks } = done(await call('getScreening', { screening_id }, scene.owner)).body
      return (checks as { name: string; evidence: Body }[]).find(({ name }) => name === MISSING)?.evidence.missing
    }
    /** Of large amounts in a row, other rules against money laundering have something to say as well. */
    const openPayer = async () => {
      agent = await openAgent(scene, { capabilities: ['payments', 'wallets', 'holds', 'mandates'], funds: '10000' })
      await verifyAgent(scene, agent)
      const policy = 'Max $9000 per transaction, $90000 per day.'
      done(await call('updateMandate', { mandate_id: agent.mandateId, policy }, scene.owner))
    }
    beforeAll(async () => {
      scene = await openScene(given, 'Travelling', null)
      await openPayer()
      reviewer = await openPerson(scene, ['compliance'])
    })

    test('an administrator states who pays, each key reads it, and null takes it out', async () => {
      expect(await organization()).toMatchObject(NOTHING)
      expect(done(await state(STATED)).body).toMatchObject(STATED)
      const viewer = await openPerson(scene, ['viewer'])
      expect(await organization(viewer)).toMatchObject(STATED)
      expect(await organization(agent.caller)).toMatchObject(NOTHING)
      refused(await state(STATED, reviewer), 403, 'insufficient_scope', { required: 'admin' })
      refused(await state(STATED, agent.caller), 403, 'capability_denied', { reason: 'organization_only' })
      const live = await scene.service.createKey(scene.organization.orgId, { roles: ['admin'], mode: 'live' })
      expect(await organization({ apiKey: live })).toMatchObject(NOTHING)
      const short = { street: 'A 1', city: 'B', country: 'DE' }
      expect(done(await state({ address: short })).body).toMatchObject({
        ...{ legal_name: STATED.legal_name, address: { ...short, region: null, postal_code: null } },
      })
      expect(done(await state(NOTHING)).body).toMatchObject(NOTHING)
    })

    test.each([
      [{ legal_name: '' }, 'legal_name'],
      [{ legal_name: 'x'.repeat(201) }, 'legal_name'],
      [{ address: { ...ADDRESS, country: 'XQ' } }, 'address.country'],
      [{ address: { ...ADDRESS, street: ' ' } }, 'address.street'],
    ])('%j names the field', async (changes, field) => {
      refusedField(await state(changes), field)
    })

    test('a legal name on a sanctions list is refused', async () => {
      refused(await state({ legal_name: 'LAZARUS GROUP' }), 403, 'compliance_denied')
    })

    test('until it is stated, amounts from 3,000 USD on wait for a review that says what is missing', async () => {
      expect((await pay('2999.99')).stage).toBe('queued')
      const parked = await pay('3000')
      expect(parked).toMatchObject({ stage: 'awaiting_compliance_review', originator: null })
      expect(await missingOf(parked)).toBe('originator')
      const both = await pay('3000', { beneficiary: null })
      expect(await missingOf(both)).toBe('originator, beneficiary')
      const hold = refused(
        await call('createHold', spendOf('3000', { merchant: newAddress() }), agent.caller),
        403,
        'compliance_denied',
        { reason: MISSING, missing: ['originator'] },
      )
      expect(hold.refused?.message).toContain('`legal_name` and `address`')
      // What is stated meanwhile goes along when the review is over.
      done(await state(STATED))
      const decision = { decision: 'clear', comment: 'Stated now.' }
      done(await call('decideCase', { case_id: parked.case_id, ...decision }, reviewer))
      expect(await read(parked)).toMatchObject({ originator: CARRIED, beneficiary: BENEFICIARY })
      done(await call('decideCase', { case_id: both.case_id, decision: 'reject', comment: 'Unnamed.' }, reviewer))
      done(await state(NOTHING))
    })

    test('a payment from there on carries both, a hold and its capture too, and a smaller one nobody’s address', async () => {
      await openPayer()
      done(await state(STATED))
      const paid = await pay('3000')
      // What the organization has stated of itself is for its people.
      expect(paid).toMatchObject({ stage: 'queued', originator: null, beneficiary: BENEFICIARY })
      expect(await read(paid, agent.caller)).toMatchObject({ originator: null })
      expect(await read(paid)).toMatchObject({ originator: CARRIED, beneficiary: BENEFICIARY })
      expect(await pay('1')).toMatchObject({ originator: null, beneficiary: BENEFICIARY })
      const hold = done(await call('createHold', spendOf('3000', { merchant: newAddress() }), agent.caller)).body
      expect(hold).toMatchObject({ originator: null })
      const { hold_id } = hold
      expect(done(await call('getHold', { hold_id }, scene.owner)).body).toMatchObject({ originator: CARRIED })
      const captured = done(await call('captureHold', { hold_id }, agent.caller)).body
      expect(await read(captured)).toMatchObject({ originator: CARRIED })
    })

    test('a hold that was parked carries who pays as it is stated when it is approved', async () => {
      await openPayer()
      const policy = 'Max $9000 per transaction, $90000 per day. Require approval above $3500.'
      done(await call('updateMandate', { mandate_id: agent.mandateId, policy }, scene.owner))
      done(await state(STATED))
      done(await call('createHold', spendOf('4000', { merchant: newAddress() }), agent.caller))
      const waiting = done(await call('listApprovals', { status: 'pending', agent_id: agent.agentId }, scene.owner))
      const { approval_id, subject_id: hold_id } = rowsIn(waiting)[0] ?? {}
      const moved = { ...ADDRESS, street: 'Elsewhere 7' }
      done(await state({ address: moved }))
      const approver = await openPerson(scene, ['approver'])
      done(await call('approve', { approval_id }, approver))
      const held = done(await call('getHold', { hold_id }, scene.owner)).body
      expect(held).toMatchObject({ status: 'created', originator: { name: ORIGINATOR.name, address: moved } })
      const captured = done(await call('captureHold', { hold_id }, agent.caller)).body
      expect(await read(captured)).toMatchObject({ originator: { address: moved } })
      done(await state(NOTHING))
    })
  })
}
