/**
 * A.1: a session that somebody has stolen does not become a key that outlives it. What gives lasting authority needs a proof
 * of the last five minutes; what takes authority away, or stops money, needs none. Time passes here.
 */
import { expect, test } from 'vitest'
import type { Body, Caller, Operation } from '../../support/carriers.ts'
import { done, type Given, openAgent, openPerson, openScene, refused, textIn } from '../../support/scene.ts'

export function sessionProof(given: Given): void {
  test(`A.1 lasting authority needs a fresh proof of the person, over ${given.carrierName}`, async () => {
    const scene = await openScene(given, 'Proven')
    const { carrier, owner, organization, service } = scene
    const org = { org_id: organization.orgId }
    const call = (operation: Operation, input: Body = {}, by: Caller = owner) =>
      carrier.call(operation, { ...org, ...input }, by)
    const openSession = async (): Promise<Caller> => ({
      apiKey: textIn(done(await call('createSession', { kind: 'token', expires_in_seconds: 43_200 })).body, 'secret'),
    })
    const { agentId, walletId, mandateId } = await openAgent(scene)
    const jo = done(await call('createKey', { name: 'Jo', roles: [] })).body
    const key = { key_id: jo.key_id }
    const agent = { agent_id: agentId }
    const because = { reason: 'A drill.' }
    const registration = { name: 'Agent', capabilities: ['payments'], owner_org_id: organization.orgId }
    const lasting: readonly (readonly [Operation, () => Body, boolean])[] = [
      ['createKey', () => ({ name: `Kim ${Math.random()}`, roles: ['approver'] }), true],
      ['updateKey', () => ({ ...key, roles: ['compliance'] }), true],
      ['rotateKey', () => key, true],
      ['createEnrolmentKey', () => ({ capabilities: ['payments'] }), true],
      ['rotateAgentKey', () => ({ ...agent, ...because }), false],
      ['register', () => registration, false],
      ['updateAgent', () => ({ ...agent, capabilities: ['payments', 'wallets', 'holds'] }), false],
      ['updateMandate', () => ({ mandate_id: mandateId, policy: 'Max $20 per day.' }), false],
      ['updateOrganization', () => ({ strict_approvals: false }), true],
      ['reactivatePerson', () => ({ principal_id: jo.principal_id, ...because }), true],
    ]
    const act = ([operation, input, ofOrganization]: (typeof lasting)[number], by: Caller) =>
      carrier.call(operation, { ...(ofOrganization && org), ...input() }, by)
    const reactivate = lasting.at(-1) as (typeof lasting)[number]

    const session = await openSession()
    service.clock.advance(290_000)
    for (const one of lasting.slice(0, -1)) done(await act(one, session))
    service.clock.advance(20_000)
    for (const one of lasting) {
      const answer = refused(await act(one, session), 401, 'authentication_error', {
        ...{ reason: 'proof_required', max_age_seconds: 300 },
      })
      expect(answer.refused?.message).toContain('reauthenticate=true')
      if (carrier.name === 'rest')
        expect(answer.headers.get('www-authenticate')).toBe(
          'Bearer error="insufficient_user_authentication", max_age="300"',
        )
    }
    // Whatever else an administrator may do, it still may: to stop above all.
    done(await call('listKeys', {}, session))
    done(await carrier.call('freezeWallet', { wallet_id: walletId, ...because }, session))
    done(await carrier.call('suspendAgent', { ...agent, ...because }, session))
    const stop = { scope: 'agent', target_id: agentId, reason: 'A drill.', reason_code: 'test' }
    const { switch_id } = done(await carrier.call('activateSwitch', stop, session)).body
    // And to open again what was stopped is no longer its own.
    for (const [operation, input] of [
      ['reactivateAgent', { ...agent, ...because }],
      ['unfreezeWallet', { wallet_id: walletId, ...because }],
      ['deactivateSwitch', { switch_id, ...because }],
    ] as const)
      refused(await carrier.call(operation, input, session), 401, 'authentication_error', { reason: 'proof_required' })
    const { principal_id } = jo
    done(await call('suspendPerson', { principal_id, ...because }, session))
    // A key needs no session, and a new session of it has proven the person anew.
    done(await act(reactivate, await openSession()))
    done(await call('revokeKey', { ...key, ...because }, session))
    done(await call('createKey', { name: 'Lou', roles: [] }))
    // Other persons’ sessions are no more than their keys.
    const approver = await openPerson(scene, ['approver'])
    refused(await call('createKey', { name: 'Max', roles: [] }, approver), 403, 'insufficient_scope')
  })
}
