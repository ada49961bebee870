/**
 * Domain 1 and A.9: the dollars of an organization, and how they come and go over ACH. Each time, limit and figure is that of
 * the domain; the clock is not moved here: what the bank does later is brought about by the sandbox.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../../support/carriers.ts'
import {
  done,
  type Given,
  openAgent,
  openScene,
  refused,
  rowsIn,
  type Scene,
  type TestAgent,
} from '../../support/scene.ts'

const CAPABILITIES = ['treasury', 'wallets']

export function treasury(given: Given): void {
  describe('A.9 account holders and financial accounts', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Treasury')
      agent = await openAgent(scene, { capabilities: CAPABILITIES })
    })
    const call = (...[operation, input, by]: Parameters<Scene['carrier']['call']>) =>
      scene.carrier.call(operation, input, by)

    test('before a synchronization there is nothing, and no balance', async () => {
      const other = await openScene(given, 'No treasury')
      expect(rowsIn(done(await call('listFinancialAccounts', {}, other.owner)))).toEqual([])
      const { body } = done(await call('treasuryBalances', {}, other.owner))
      const none = { available_amount_minor: 0, pending_amount_minor: 0, total_amount_minor: 0, held_amount_minor: 0 }
      expect(body).toEqual({ balances: [], totals: [{ currency: 'USD', ...none }], deficit_amount_minor: 0 })
    })

    test('synchronizing makes the holder and its accounts once, by whoever of the organization', async () => {
      const first = done(await call('syncAccountHolder', {}, agent.caller))
      expect(first.status).toBe(200)
      expect(first.body).toMatchObject({
        account_holder: { token: expect.stringMatching(/^ah_/), status: 'ACCEPTED', user_type: 'BUSINESS' },
        ...{ created: 4, updated: 0, synced_at: expect.stringMatching(/Z$/) },
      })
      const accounts = first.body.financial_accounts as Body[]
      expect(accounts.map(({ type }) => type)).toEqual(['OPERATING', 'ISSUING', 'RESERVE'])
      for (const account of accounts)
        expect(account).toMatchObject({ token: expect.stringMatching(/^fa_/), status: 'OPEN', currency: 'USD' })
      const again = done(await call('syncAccountHolder', {}, scene.owner)).body
      expect(again).toMatchObject({ created: 0, updated: 0, account_holder: first.body.account_holder })
      expect(again.financial_accounts).toEqual(accounts)
      expect(rowsIn(done(await call('listAccountHolders', { status: 'ACCEPTED' }, agent.caller)))).toEqual([
        first.body.account_holder,
      ])
      expect(rowsIn(done(await call('listAccountHolders', { status: 'REJECTED' }, agent.caller)))).toEqual([])
      const issuing = rowsIn(done(await call('listFinancialAccounts', { type: 'ISSUING' }, agent.caller)))
      expect(issuing).toEqual([accounts[1]])
    })

    test('balances are those of each account, in cents, with their sums', async () => {
      const { body } = done(await call('treasuryBalances', {}, agent.caller))
      expect((body.balances as Body[]).map(({ type }) => type)).toEqual(['OPERATING', 'ISSUING', 'RESERVE'])
      const [operating] = body.balances as Body[]
      const { financial_account_token } = operating as Body
      const one = done(await call('treasuryBalances', { financial_account_token }, agent.caller)).body
      expect(one.balances).toEqual([operating])
      expect(operating).toMatchObject({ available_amount_minor: 0, total_amount_minor: 0, last_event_token: null })
      const byType = done(await call('treasuryBalances', { type: 'OPERATING', currency: 'USD' }, agent.caller)).body
      expect(byType.balances).toEqual([operating])
    })

    test('it needs the capability, belongs to the organization alone, and a kill switch stops it', async () => {
      const other = await openAgent(scene, { capabilities: ['wallets'] })
      refused(await call('treasuryBalances', {}, other.caller), 403, 'capability_denied', { capability: 'treasury' })
      refused(await call('syncAccountHolder', {}, other.caller), 403, 'capability_denied')
      refused(await call('syncAccountHolder', { account_token: 'nobody' }, scene.owner), 404, 'not_found')
      const stopped = await openScene(given, 'Stopped treasury')
      const stop = { scope: 'rail', target_id: 'ach', reason: 'Drill.', reason_code: 'test' }
      done(await call('activateSwitch', stop, stopped.owner))
      refused(await call('syncAccountHolder', {}, stopped.owner), 403, 'kill_switch_active', { scope: 'rail' })
    })
  })
}
