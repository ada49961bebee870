/**
 * Domain A.3: an agent's life. It is read, changed, suspended, reactivated and revoked, and gets new keys and DIDs; what was
 * taken from it is refused on its next request, also with a valid token.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Operation } from '../../support/carriers.ts'
import {
  availableOf,
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  textIn,
  tokenOf,
  until,
} from '../../support/scene.ts'

const STOPPED = ['me', 'getAgent', 'balance', 'createPayment'] as const

export function agents(given: Given): void {
  describe('A.3 the life of an agent', () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await openScene(given, 'Fleet')
    })
    const act = (operation: Operation, { agentId }: { readonly agentId: string }, input: object = {}, by?: Caller) =>
      scene.carrier.call(operation, { agent_id: agentId, ...input }, by ?? scene.owner)
    const why = { reason: 'A drill.' }
    const tryAll = async ({ agentId, walletId, caller }: TestAgent, reason: string) => {
      const spend = { wallet_id: walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
      const inputs = { me: {}, getAgent: { agent_id: agentId }, balance: { wallet_id: walletId }, createPayment: spend }
      for (const operation of STOPPED)
        refused(await scene.carrier.call(operation, inputs[operation], caller), 401, 'authentication_error', { reason })
    }
    const eventsOf = async (agentId: string) => {
      const input = { resource_id: agentId, order: 'oldest_first' }
      return rowsIn(done(await scene.carrier.call('listEvents', input, scene.owner)))
    }

    test('update changes what is given, and its capabilities hold from the next request on', async () => {
      const agent = await openAgent(scene, { capabilities: ['wallets'] })
      const changes = { name: 'Renamed', model: 'm-2', capabilities: ['mandates'], metadata: { team: 'b' } }
      const { body } = done(await act('updateAgent', agent, changes))
      expect(body).toEqual({ ...agent.record, api_key: undefined, ...changes, updated_at: body.updated_at })
      expect(done(await act('getAgent', agent)).body).toEqual(body)
      const wallet = { wallet_id: agent.walletId }
      refused(await scene.carrier.call('balance', wallet, agent.caller), 403, 'capability_denied')
      done(await scene.carrier.call('getMandate', { mandate_id: agent.mandateId }, agent.caller))
      expect(done(await act('updateAgent', agent, { model: null })).body).toMatchObject({
        name: 'Renamed',
        model: null,
      })
    })

    test.each([
      [{ name: '' }, 'name'],
      [{ name: null }, 'name'],
      [{ capabilities: [] }, 'capabilities'],
      [{ metadata: 'x' }, 'metadata'],
    ])('update with %j names the field', async (changes, field) => {
      refusedField(await act('updateAgent', await openAgent(scene), changes), field)
    })

    test('an update of nothing is refused', async () => {
      const answer = await act('updateAgent', await openAgent(scene))
      refused(answer, 400, 'invalid_request', { reason: 'nothing_to_change' })
    })

    test('a suspended agent is refused everywhere with a valid token, and acts again once it is reactivated', async () => {
      const agent = await openAgent(scene, { funds: '5' })
      const { body } = done(await act('suspendAgent', agent, why))
      expect(body).toMatchObject({ status: 'suspended', status_reason: why.reason })
      await tryAll(agent, 'agent_suspended')
      const exchange = { agent_id: agent.agentId, api_key: agent.apiKey }
      const suspended = { reason: 'agent_suspended' }
      refused(await scene.carrier.call('token', exchange, {}), 401, 'authentication_error', suspended)
      expect(done(await act('suspendAgent', agent, { reason: 'Again.' })).body).toEqual(body)
      expect(done(await act('reactivateAgent', agent, why)).body.status).toBe('active')
      done(await scene.carrier.call('me', {}, agent.caller))
      done(await scene.carrier.call('token', exchange, {}))
      const told = await eventsOf(agent.agentId)
      expect(told.map(({ type }) => type)).toEqual(['agent.suspended', 'agent.reactivated'])
      expect(told[0]?.data).toMatchObject({ agent_id: agent.agentId, status: 'suspended', reason: why.reason })
    })

    test.each(['suspendAgent', 'reactivateAgent', 'revokeAgent'] as const)('%s needs a reason', async (operation) => {
      refusedField(await act(operation, await openAgent(scene), { reason: ' ' }), 'reason')
    })

    test('revoking ends credentials and mandate, and what was parked or held, and gives the wallet to another agent', async () => {
      const capabilities = ['payments', 'wallets', 'holds']
      const agent = await openAgent(scene, { funds: '60', capabilities })
      const { walletId, caller, mandateId } = agent
      const spend = { wallet_id: walletId, to: newAddress(), amount: '30.00', token: 'USDC' }
      const { body: parked } = done(await scene.carrier.call('createPayment', spend, caller))
      const held = { wallet_id: walletId, amount: '2.00', token: 'USDC', merchant: newAddress() }
      const { body: hold } = done(await scene.carrier.call('createHold', held, caller))
      expect(done(await act('revokeAgent', agent, why)).body).toMatchObject({ status: 'revoked', wallet_id: walletId })
      await tryAll(agent, 'agent_revoked')
      const exchange = { agent_id: agent.agentId, api_key: agent.apiKey }
      const ended = { reason: 'agent_revoked' }
      refused(await scene.carrier.call('token', exchange, {}), 401, 'authentication_error', ended)
      const read = async (operation: Operation, input: object) =>
        done(await scene.carrier.call(operation, { ...input }, scene.owner)).body
      expect((await read('getMandate', { mandate_id: mandateId })).status).toBe('revoked')
      const payment = { payment_id: textIn(parked, 'payment_id') }
      await until(async () => (await read('getPayment', payment)).status === 'failed')
      expect(await read('getPayment', payment)).toMatchObject({ failure_code: 'mandate_revoked' })
      await until(async () => (await read('getHold', { hold_id: hold.hold_id })).status === 'voided')
      expect(await read('getWallet', { wallet_id: walletId })).toMatchObject({ agent_id: null })
      expect(rowsIn(await unboundOf(scene)).some(({ wallet_id }) => wallet_id === walletId)).toBe(true)

      const form = { name: 'Next', capabilities, owner_org_id: scene.organization.orgId, wallet_id: walletId }
      const { body: next } = done(await scene.carrier.call('register', form, scene.owner))
      expect(await availableOf(scene.carrier, walletId, scene.owner)).toBe(60)
      const token = await tokenOf(scene.carrier, { agentId: textIn(next, 'agent_id'), apiKey: textIn(next, 'api_key') })
      const by = { token, agentId: textIn(next, 'agent_id') }
      done(await scene.carrier.call('createPayment', { ...spend, amount: '1.00' }, by))
      expect(await read('getAgent', { agent_id: agent.agentId })).toMatchObject({ mandate_id: mandateId })

      // Once more, now that the wallet is another's: nothing changes.
      done(await act('revokeAgent', agent, { reason: 'Again.' }))
      expect((await read('getMandate', { mandate_id: next.mandate_id })).status).toBe('active')
      done(await scene.carrier.call('me', {}, by))
    })

    test('what is revoked stays so: 409', async () => {
      const agent = await openAgent(scene)
      done(await act('revokeAgent', agent, why))
      const ended = { reason: 'agent_revoked' }
      for (const operation of ['suspendAgent', 'reactivateAgent', 'rotateAgentKey'] as const)
        refused(await act(operation, agent, why), 409, 'conflict', ended)
      refused(await act('rotateAgentDid', agent), 409, 'conflict', ended)
      refused(await act('updateAgent', agent, { name: 'Late' }), 409, 'conflict', ended)
    })

    test('a new key works, and the old one and all its tokens have ended', async () => {
      const agent = await openAgent(scene)
      const { agentId, apiKey: old } = agent
      const exchanged = done(await scene.carrier.call('token', { agent_id: agentId, api_key: old }, {})).body
      const { body } = done(await act('rotateAgentKey', agent, why))
      const apiKey = textIn(body, 'api_key')
      expect(apiKey).toMatch(/^sk_agent_/)
      const authentication = (reason: string) => [401, 'authentication_error', { reason }] as const
      const tried = await scene.carrier.call('token', { agent_id: agentId, api_key: old }, {})
      refused(tried, ...authentication('invalid_api_key'))
      refused(await scene.carrier.call('me', {}, agent.caller), ...authentication('invalid_token'))
      const refresh = { grant_type: 'refresh_token', agent_id: agentId, refresh_token: exchanged.refresh_token }
      refused(await scene.carrier.call('token', refresh, {}), ...authentication('invalid_token'))
      done(await scene.carrier.call('me', {}, { token: await tokenOf(scene.carrier, { agentId, apiKey }) }))
      const [, second] = await Promise.all([act('rotateAgentKey', agent), act('rotateAgentKey', agent)])
      const last = [second, done(await act('getAgent', agent))].map(({ body: { agent_id } }) => agent_id)
      expect(last).toEqual([agentId, agentId])
    })

    test('an agent with agent:admin rotates its DID; wallet, mandate and token stay', async () => {
      const agent = await openAgent(scene, { scope: 'agent:admin' })
      const { did, wallet_id, mandate_id } = agent.record
      const { body } = done(await act('rotateAgentDid', agent, {}, agent.caller))
      expect(body).toMatchObject({ wallet_id, mandate_id, previous_did: did, agent_id: agent.agentId })
      expect(body.did).toMatch(/^did:key:z6Mk/)
      expect(body.did).not.toBe(did)
      const history = body.did_history as { did: string; valid_from: string; valid_to: string | null }[]
      expect(history.map((one) => [one.did, one.valid_to])).toEqual([
        [did, body.rotated_at],
        [body.did, null],
      ])
      expect(history[1]?.valid_from).toBe(body.rotated_at)
      expect(done(await scene.carrier.call('me', {}, agent.caller)).body.did).toBe(body.did)
      const weak = await openAgent(scene)
      refused(await act('rotateAgentDid', weak, {}, weak.caller), 403, 'insufficient_scope')
    })
  })
}

const unboundOf = async (scene: Scene) => done(await scene.carrier.call('listWallets', { unbound: true }, scene.owner))
