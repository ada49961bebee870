/** Domain 4.2, 4.3: screenings are listed, and who is listed is named to those who answer for it alone. */
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
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
} from '../../support/scene.ts'

export function screenings(given: Given): void {
  describe('A.11 screenings', () => {
    let scene: Scene
    let agent: TestAgent
    let reviewer: Caller
    beforeAll(async () => {
      scene = await openScene(given, 'Screening')
      agent = await openAgent(scene, { capabilities: ['payments', 'compliance'] })
      reviewer = await openPerson(scene, ['compliance'])
    })

    test('evidence names who is listed to admin and compliance alone, never to an agent or in a refusal or event', async () => {
      const viewer = await openPerson(scene, ['viewer'])
      const input = { name: 'Danil Potekhin' }
      const evidence = async (by: Caller) => {
        const { checks } = done(await scene.carrier.call('screen', input, by)).body
        return (checks as { evidence: Body }[])[0]?.evidence
      }
      const untold = { list: 'ofac-sdn', list_version: expect.any(String), screened_name: input.name }
      for (const by of [scene.owner, reviewer])
        expect(await evidence(by)).toEqual({ ...untold, listed_name: 'POTEKHIN, Danil' })
      for (const by of [agent.caller, viewer]) expect(await evidence(by)).toEqual(untold)

      const other = await openAgent(scene, { capabilities: ['payments', 'compliance'] })
      const spend = { wallet_id: other.walletId, to: 'sanctioned.test', amount: '1.00', token: 'USDC' }
      const denied = await scene.carrier.call('createPayment', spend, other.caller)
      refused(denied, 403, 'compliance_denied', { reason: 'sanctions_hit' })
      const screening_id = denied.refused?.details.screening_id
      const told = (by: Caller) => scene.carrier.call('getScreening', { screening_id }, by)
      const listed = { listed_name: 'SANDBOX, Somebody', listed_uid: '1', listed_programs: 'SANDBOX' }
      const firstOf = ({ checks }: Body) => (checks as Body[])[0]
      expect(firstOf(done(await told(reviewer)).body)).toMatchObject({ evidence: listed })
      expect(firstOf(done(await told(other.caller)).body)).toMatchObject({ evidence: { list: 'sandbox' } })
      const [event] = await eventsOf(scene, other.walletId, ['compliance.flagged'])
      for (const text of [denied.text, (await told(other.caller)).text, JSON.stringify(event)])
        expect(text).not.toContain('listed_')

      const reviewed = done(await scene.carrier.call('createPayment', { ...spend, to: 'review.test' }, other.caller))
      const { case_id } = reviewed.body
      const found = async (by: Caller) => done(await scene.carrier.call('getCase', { case_id }, by)).body
      expect(firstOf(await found(reviewer))).toMatchObject({ name: 'name_similarity', evidence: listed })
      expect(JSON.stringify(await found(viewer))).not.toContain('listed_')
    })

    test('screenings that found something are listed by subject, outcome, wallet, agent and time; an agent sees its own', async () => {
      const [one, other] = [
        await openAgent(scene, { capabilities: ['payments', 'compliance'] }),
        await openAgent(scene, { capabilities: ['payments', 'compliance'] }),
      ]
      const spend = ({ walletId: wallet_id, caller }: TestAgent, to: string) =>
        scene.carrier.call('createPayment', { wallet_id, to, amount: '1.00', token: 'USDC' }, caller)
      const denied = await spend(one, 'sanctioned.test')
      const first = String(denied.refused?.details.screening_id)
      const reviewed = done(await spend(one, 'review.test')).body
      const second = textIn(reviewed, 'screening_id')
      await spend(other, 'sanctioned.test')
      const ids = async (filter: Body, by: Caller = scene.owner) =>
        rowsIn(done(await scene.carrier.call('listScreenings', filter, by))).map((row) => row.screening_id)
      const of = { wallet_id: one.walletId }
      expect(await ids(of)).toEqual([second, first])
      expect(await ids({ agent_id: one.agentId })).toEqual([second, first])
      expect(await ids({}, one.caller)).toEqual([second, first])
      expect(await ids({ wallet_id: other.walletId }, one.caller)).toEqual([])
      expect(await ids({}, (await openScene(given, 'Not theirs')).owner)).toEqual([])
      expect(await ids({ ...of, outcome: 'deny' })).toEqual([first])
      expect(await ids({ ...of, outcome: 'review' })).toEqual([second])
      expect(await ids({ ...of, outcome: 'pass' })).toEqual([])
      expect(await ids({ ...of, subject_type: 'payment', subject_id: reviewed.payment_id })).toEqual([second])
      expect(await ids({ ...of, subject_type: 'hold' })).toEqual([])
      const row = done(await scene.carrier.call('getScreening', { screening_id: second }, scene.owner)).body
      expect(rowsIn(done(await scene.carrier.call('listScreenings', of, scene.owner)))[0]).toEqual(row)
      expect(await ids({ ...of, created_from: row.created_at })).toEqual([second])
      expect(await ids({ ...of, created_until: row.created_at })).toEqual([first])
      refusedField(await scene.carrier.call('listScreenings', { wallet_id: 'x' }, scene.owner), 'wallet_id')
      refusedField(await scene.carrier.call('listScreenings', { created_from: 'x' }, scene.owner), 'created_from')
      const page = done(await scene.carrier.call('listScreenings', { ...of, limit: 1 }, scene.owner)).body
      expect(page).toMatchObject({ has_more: true })
      expect(await ids({ ...of, limit: 1, after: page.next_cursor })).toEqual([first])
    })
  })
}
