/**
 * Domain 1.6, 4.2: a bank account whose owner has a name like one on a list waits for compliance, and so does an organization of
 * which too many collections come back.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  done,
  eventsOf,
  type Given,
  openAgent,
  openPerson,
  openScene,
  refused,
  rowsIn,
  type Scene,
  textIn,
} from '../../support/scene.ts'
import { bankAccountForm, collected, newNumber, synchronized } from '../../support/treasuryScene.ts'

/** Like the Lazarus Group, which is on the list of the United States. */
const SIMILAR = 'Lazard Group'
const VERIFIED = { verification_method: 'EXTERNALLY_VERIFIED' }

interface Reviewed {
  readonly scene: Scene
  readonly reviewer: Caller
  call(...asked: Parameters<Scene['carrier']['call']>): ReturnType<Scene['carrier']['call']>
  decide(case_id: unknown, decision: string, by?: Caller): ReturnType<Scene['carrier']['call']>
  openCases(subject_id: unknown): Promise<readonly Body[]>
}

async function openReviewed(given: Given, name: string): Promise<Reviewed> {
  const scene = await openScene(given, name)
  await synchronized(scene)
  const reviewer = await openPerson(scene, ['compliance'])
  const call: Reviewed['call'] = (...asked) => scene.carrier.call(...asked)
  return {
    ...{ scene, reviewer, call },
    decide: (case_id, decision, by = reviewer) => call('decideCase', { case_id, decision, comment: 'Looked at.' }, by),
    async openCases(subject_id) {
      const subject_type = String(subject_id).startsWith('org_') ? 'organization' : 'bank_account'
      const filter = { status: 'open', subject_type, subject_id }
      const found = rowsIn(done(await call('listCases', filter, scene.owner)))
      expect(rowsIn(done(await call('listCases', { ...filter, subject_type: 'payment' }, scene.owner)))).toEqual([])
      return found
    },
  }
}

export function treasuryReviews(given: Given): void {
  describe('A.11 cases about bank accounts', () => {
    let reviewed: Reviewed
    let agent: Caller & { readonly agentId: string }
    beforeAll(async () => {
      reviewed = await openReviewed(given, 'Similar owners')
      const { caller, agentId } = await openAgent(reviewed.scene, { capabilities: ['treasury'] })
      agent = { ...caller, agentId }
    })
    const link = async (changes: Body = {}, by: Caller = agent) => {
      const form = bankAccountForm({ owner: SIMILAR, ...VERIFIED, ...changes })
      const { body } = done(await reviewed.call('linkBankAccount', form, by))
      const [found] = await reviewed.openCases(body.token)
      return { body, token: textIn(body, 'token'), found: found ?? {} }
    }
    const read = async (token: string) =>
      done(await reviewed.call('getBankAccount', { token }, reviewed.scene.owner)).body
    const fund = (external_bank_account_token: string) =>
      reviewed.call('fundTreasury', { amount_minor: 100, external_bank_account_token }, reviewed.scene.owner)

    test('it is linked and paused, and its case says what was found and who asked for it', async () => {
      const { body, token, found } = await link()
      expect(body).toMatchObject({ state: 'PAUSED', is_paused: true, pause_reason: 'compliance_review' })
      expect(found).toMatchObject({
        ...{ status: 'open', severity: 'medium', risk_score: 50, subject_type: 'bank_account', subject_id: token },
        ...{ payment_id: null, wallet_id: null, agent_id: agent.agentId, requested_by: agent.agentId, requester: null },
        checks: [{ name: 'name_similarity', evidence: { screened_name: SIMILAR } }],
      })
      const { case_id, screening_id } = found
      expect(done(await reviewed.call('getCase', { case_id }, reviewed.scene.owner)).body).toEqual(found)
      const screening = done(await reviewed.call('getScreening', { screening_id }, reviewed.scene.owner)).body
      expect(screening).toMatchObject({ subject_type: 'bank_account', subject_id: token, outcome: 'review' })
      const [flagged, ...more] = await eventsOf(reviewed.scene, token, ['compliance.flagged'])
      expect(more).toEqual([])
      expect(flagged?.data).toMatchObject({ case_id, screening_id, subject_id: token, outcome: 'review' })
    })

    test('nothing moves to or from it, not even its two amounts, and nobody unpauses it', async () => {
      const { token, found } = await link({ verification_method: 'MICRO_DEPOSIT' })
      const { case_id } = found
      const details = { pause_reason: 'compliance_review', case_id }
      const { owner } = reviewed.scene
      refused(await fund(token), 409, 'bank_account_paused', details)
      const withdrawal = { amount_minor: 100, external_bank_account_token: token }
      refused(await reviewed.call('withdrawTreasury', withdrawal, owner), 409, 'bank_account_paused', details)
      refused(
        await reviewed.call('simulateMicroDeposits', { token, event: 'sent' }, owner),
        409,
        'bank_account_paused',
        details,
      )
      const waits = { reason: 'compliance_review', case_id }
      refused(await reviewed.call('unpauseBankAccount', { token }, owner), 409, 'conflict', waits)
      done(await reviewed.decide(case_id, 'clear'))
      const sent = done(await reviewed.call('simulateMicroDeposits', { token, event: 'sent' }, owner))
      expect(sent.body).toMatchObject({ state: 'ENABLED', micro_deposit_status: 'sent' })
    })

    test('cleared by somebody else than who asked for it, it can be used, and the same name opens no second case', async () => {
      const asking = await openPerson(reviewed.scene, ['admin', 'compliance'])
      const { token, found } = await link({}, asking)
      const { case_id } = found
      refused(await reviewed.decide(case_id, 'clear', asking), 403, 'self_approval_forbidden')
      refused(
        await reviewed.decide(case_id, 'clear', await openPerson(reviewed.scene, ['approver'])),
        403,
        'insufficient_scope',
      )
      refused(await reviewed.call('getCase', { case_id }, agent), 403, 'capability_denied')
      const { body } = done(await reviewed.decide(case_id, 'clear'))
      expect(body).toMatchObject({ case_id, status: 'closed_cleared', subject_id: token })
      expect(await read(token)).toMatchObject({ state: 'ENABLED', pause_reason: null })
      done(await fund(token))
      const { owner } = reviewed.scene
      done(await reviewed.call('pauseBankAccount', { token, reason: 'A drill.' }, owner))
      expect(done(await reviewed.call('unpauseBankAccount', { token }, owner)).body).toMatchObject({ state: 'ENABLED' })
      const withdrawal = { amount_minor: 100, external_bank_account_token: token }
      refused(await reviewed.call('withdrawTreasury', withdrawal, owner), 402, 'insufficient_funds')
      expect(await reviewed.openCases(token)).toEqual([])
      expect(await eventsOf(reviewed.scene, token, ['compliance.flagged'])).toHaveLength(1)
    })

    test('rejected, it stays paused for good, and can only be closed', async () => {
      const { token, found } = await link()
      const { body } = done(await reviewed.decide(found.case_id, 'reject'))
      expect(body).toMatchObject({ status: 'closed_rejected', notes: [{ event: 'reject' }] })
      expect(await read(token)).toMatchObject({ state: 'PAUSED', pause_reason: 'compliance_rejected' })
      const { owner } = reviewed.scene
      const details = { reason: 'review_rejected', case_id: found.case_id }
      refused(await reviewed.call('unpauseBankAccount', { token }, owner), 403, 'compliance_denied', details)
      refused(await fund(token), 409, 'bank_account_paused', { pause_reason: 'compliance_rejected' })
      expect(done(await reviewed.call('closeBankAccount', { token }, owner)).body).toMatchObject({ state: 'CLOSED' })
    })

    test('an administrator who pauses it meanwhile keeps it paused, and closing it ends its case', async () => {
      const [one, other] = [await link({ account_number: newNumber() }), await link({ account_number: newNumber() })]
      const { owner } = reviewed.scene
      const paused = done(await reviewed.call('pauseBankAccount', { token: one.token, reason: 'Mine.' }, owner)).body
      expect(paused).toMatchObject({ state: 'PAUSED', pause_reason: 'Mine.' })
      done(await reviewed.decide(one.found.case_id, 'clear'))
      expect(await read(one.token)).toMatchObject({ state: 'PAUSED', pause_reason: 'Mine.' })
      const { token } = one
      expect(done(await reviewed.call('unpauseBankAccount', { token }, owner)).body).toMatchObject({ state: 'ENABLED' })

      done(await reviewed.call('closeBankAccount', { token: other.token }, owner))
      const { case_id } = other.found
      const ended = done(await reviewed.call('getCase', { case_id }, owner)).body
      expect(ended).toMatchObject({ status: 'closed_rejected', notes: [{ event: 'dismiss', by: null }] })
      refused(await reviewed.decide(case_id, 'clear'), 409, 'conflict', { reason: 'case_closed_rejected' })
    })
  })

  describe('A.11 cases about rates of returns', () => {
    let reviewed: Reviewed
    let bank: string
    /** That no return pauses. */
    let good: string
    let orgId: string
    beforeAll(async () => {
      reviewed = await openReviewed(given, 'Returns')
      orgId = reviewed.scene.organization.orgId
      const link = async () =>
        textIn(
          done(await reviewed.call('linkBankAccount', bankAccountForm(VERIFIED), reviewed.scene.owner)).body,
          'token',
        )
      ;[bank, good] = [await link(), await link()]
    })
    const form = (external_bank_account_token: string) => ({ amount_minor: 100, external_bank_account_token })
    const fund = () => reviewed.call('fundTreasury', form(good), reviewed.scene.owner)
    const giveBack = (payment_token: unknown, return_reason_code: string) =>
      reviewed.call('returnTreasuryPayment', { payment_token, return_reason_code }, reviewed.scene.owner)

    test('a rate that is crossed opens one case; nothing is collected until it is cleared, and another return opens the next', async () => {
      const sent: string[] = []
      for (let index = 0; index < 22; index++) sent.push((await collected(reviewed.scene, form(bank), 1)).payment_token)
      const [first, second, third, fourth] = sent
      // Of 22 debits none may come back as unauthorized.
      done(await giveBack(first, 'R29'))
      const [found, ...more] = await reviewed.openCases(orgId)
      expect(more).toEqual([])
      expect(found).toMatchObject({
        ...{ status: 'open', severity: 'medium', risk_score: 60, subject_type: 'organization', subject_id: orgId },
        ...{ payment_id: null, wallet_id: null, agent_id: null, requested_by: null, requester: null },
        checks: [
          {
            ...{ name: 'return_rate_unauthorized', outcome: 'review', score: 60 },
            evidence: { debits: '22', returned: '1', threshold: '0.005' },
          },
        ],
      })
      const { case_id, screening_id } = found ?? {}
      const [flagged] = await eventsOf(reviewed.scene, orgId, ['compliance.flagged'])
      const reasons = ['return_rate_unauthorized']
      expect(flagged?.data).toMatchObject({ case_id, screening_id, subject_type: 'organization', reasons })
      const waits = { reason: 'return_rate_exceeded', rate: 'unauthorized', case_id }
      refused(await fund(), 409, 'conflict', waits)
      done(await giveBack(second, 'R29'))
      expect((await reviewed.openCases(orgId)).map((row) => row.case_id)).toEqual([case_id])

      done(await reviewed.decide(case_id, 'clear'))
      done(await fund())
      done(await giveBack(third, 'R29'))
      const [next] = await reviewed.openCases(orgId)
      expect(next?.case_id).not.toBe(case_id)
      done(await reviewed.decide(next?.case_id, 'reject'))
      refused(await fund(), 409, 'conflict', { ...waits, case_id: next?.case_id })
      // It collects nothing in any case: there is nothing to decide about a further one.
      done(await giveBack(fourth, 'R29'))
      expect(await reviewed.openCases(orgId)).toEqual([])
    })
  })
}
