/** Domain 4.2: who of compliance works on a case is shown and told, and holds up nobody who may decide it. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Caller } from '../../support/carriers.ts'
import {
  done,
  type Given,
  MIXER,
  openAgent,
  openPerson,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  verifyAgent,
} from '../../support/scene.ts'

export function caseAssignments(given: Given): void {
  describe('4.2 who works on a case', () => {
    let scene: Scene
    let agent: TestAgent
    let ann: Caller
    let bob: Caller
    beforeAll(async () => {
      scene = await openScene(given, 'Assigned')
      agent = await openAgent(scene, { capabilities: ['payments', 'compliance'] })
      // So that its flags do not stop it.
      await verifyAgent(scene, agent)
      ann = await openPerson(scene, ['compliance'], 'person_ann')
      bob = await openPerson(scene, ['compliance'], 'person_bob')
    })

    const open = async (by: Caller = agent.caller) => {
      const input = { wallet_id: agent.walletId, to: MIXER, amount: '1.00', token: 'USDC' }
      const { body } = done(await scene.carrier.call('createPayment', input, by))
      return textIn(body, 'case_id')
    }
    const assign = (case_id: string, action: string, by: Caller, more: Body = {}) =>
      scene.carrier.call('assignCase', { case_id, action, ...more }, by)
    const decide = (case_id: string, decision: string, by: Caller) =>
      scene.carrier.call('decideCase', { case_id, decision, comment: 'Looked at.' }, by)
    const listed = async (filter: Body) =>
      rowsIn(done(await scene.carrier.call('listCases', filter, scene.owner))).map((row) => row.case_id)

    test('taken, handed over and released, it shows who works on it, with each step in its notes', async () => {
      const id = await open()
      const { body: taken } = done(await assign(id, 'take', ann))
      expect(taken).toMatchObject({ status: 'in_review', assignee: 'person_ann', decision: null, closed_at: null })
      expect(await listed({ assignee: 'person_ann', status: 'in_review' })).toEqual([id])
      expect(await listed({ assignee: 'person_bob' })).toEqual([])
      done(await assign(id, 'hand_over', ann, { assignee: 'person_bob', comment: 'I am away.' }))
      expect(await listed({ assignee: 'person_bob', status: 'in_review' })).toEqual([id])
      const { body: released } = done(await assign(id, 'release', bob))
      expect(released).toMatchObject({ status: 'open', assignee: null })
      expect(released.notes).toMatchObject([
        { event: 'take', by: 'person_ann', to: null, text: '' },
        { event: 'hand_over', by: 'person_ann', to: 'person_bob', text: 'I am away.' },
        { event: 'release', by: 'person_bob', to: null },
      ])
      done(await decide(id, 'reject', ann))
    })

    test('what another person works on is not taken, and can be handed over, released and decided', async () => {
      const id = await open()
      done(await assign(id, 'take', ann))
      expect(done(await assign(id, 'take', ann)).body.notes).toHaveLength(1)
      refused(await assign(id, 'take', bob), 409, 'conflict', { reason: 'case_taken', assignee: 'person_ann' })
      expect(done(await assign(id, 'hand_over', bob, { assignee: 'person_bob' })).body.assignee).toBe('person_bob')
      expect(done(await assign(id, 'release', ann)).body.assignee).toBeNull()
      refused(await assign(id, 'release', ann), 409, 'conflict', { reason: 'case_not_taken' })
      done(await assign(id, 'take', bob))
      const { body: closed } = done(await decide(id, 'reject', ann))
      expect(closed).toMatchObject({ status: 'closed_rejected', decided_by: 'person_ann', assignee: 'person_bob' })
      refused(await assign(id, 'take', ann), 409, 'conflict', { reason: 'case_closed_rejected' })
    })

    test('passed on, nobody works on it, and it stays escalated with the next person', async () => {
      const id = await open()
      done(await assign(id, 'take', ann))
      expect(done(await decide(id, 'escalate', ann)).body).toMatchObject({ status: 'escalated', assignee: null })
      const { body: taken } = done(await assign(id, 'take', bob))
      expect(taken).toMatchObject({ status: 'escalated', assignee: 'person_bob' })
      refused(await assign(id, 'hand_over', bob, { assignee: 'person_ann' }), 404, 'not_found', { resource: 'person' })
      done(await decide(id, 'reject', bob))
    })

    test('only people who may decide it work on it', async () => {
      const [admin, both] = [
        await openPerson(scene, ['admin']),
        await openPerson(scene, ['admin', 'compliance'], 'person_eve'),
      ]
      const id = await open({ ...both, agentId: agent.agentId })
      refused(await assign(id, 'take', admin), 403, 'insufficient_scope')
      refused(await assign(id, 'take', agent.caller), 403, 'capability_denied')
      refused(await assign(id, 'take', both), 403, 'self_approval_forbidden')
      for (const assignee of ['person_eve', 'person_nobody'])
        refused(await assign(id, 'hand_over', ann, { assignee }), 404, 'not_found', { resource: 'person' })
      refusedField(await assign(id, 'hand_over', ann), 'assignee')
      refusedField(await assign(id, 'take', ann, { assignee: 'person_ann' }), 'assignee')
      refused(await assign('cas_unknown', 'take', ann), 404, 'not_found')
      const stranger = await openScene(given, 'Assigned elsewhere')
      refused(await assign(id, 'take', await openPerson(stranger, ['compliance'])), 404, 'not_found')
      done(await decide(id, 'reject', bob))
    })

    test('it is told in an event that no agent sees, and recorded with before and after', async () => {
      const id = await open()
      const answer = done(await assign(id, 'take', ann))
      const told = rowsIn(done(await scene.carrier.call('listEvents', { limit: 100 }, scene.owner)))
      expect(told.filter(({ resource_id }) => resource_id === id)).toMatchObject([
        {
          ...{ type: 'compliance.case_assigned', wallet_id: null, agent_id: null },
          data: { case_id: id, status: 'in_review', action: 'take', assignee: 'person_ann', by: 'person_ann' },
        },
      ])
      const seen = rowsIn(done(await scene.carrier.call('listEvents', { limit: 100 }, agent.caller)))
      expect(seen.filter(({ type }) => type === 'compliance.case_assigned')).toEqual([])
      const filter = { request_id: answer.headers.get('x-request-id') }
      const [record] = rowsIn(done(await scene.carrier.call('listAudit', filter, scene.owner)))
      expect(record).toMatchObject({
        ...{ operation: 'assignCase', actor: { person_id: 'person_ann' } },
        changes: [{ resource: `cases/${id}`, before: { status: 'open' }, after: { status: 'in_review' } }],
      })
      done(await decide(id, 'reject', bob))
    })
  })
}
