/**
 * Specification 9: /api/v2 keeps its promises to programs that were written for an earlier release of it. What an answer
 * says in fields that programs read stays; what was no parameter does not become one by itself.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, send } from '../../support/carriers.ts'
import {
  type AgentOptions,
  done,
  type Given,
  openAgent,
  openScene,
  openShop,
  refused,
  rowsIn,
  type Scene,
  type TestAgent,
} from '../../support/scene.ts'

const ALL: AgentOptions = { capabilities: ['payments', 'wallets', 'mandates', 'approvals'] }

export function earlierClients(given: Given): void {
  describe('9 clients of an earlier release', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Earlier clients')
      agent = await openAgent(scene, ALL)
      for (let n = 0; n < 2; n++) {
        await openAgent(scene, ALL)
        await openShop(scene)
      }
      await openShop(scene)
    })
    const call = (operation: Operation, input: object) => scene.carrier.call(operation, { ...input }, scene.owner)
    const codes = async (operation: Operation, input: object) =>
      refused(await call(operation, input), 400, 'invalid_request').refused?.details.fields as object[]

    test.each([
      ['GET', 'agents?status=x', 'status', 'unknown_status'],
      ['GET', 'agents?capability=x', 'capability', 'unknown_capability'],
      ['GET', 'merchants?status=x', 'status', 'unknown_status'],
      ['GET', 'payments?status=x', 'status', 'invalid_value'],
      ['GET', 'mandates?status=x', 'status', 'invalid_value'],
      ['GET', 'mandates/MANDATE/ap2-intent?format=x', 'format', 'unknown_format'],
      ['GET', 'mandates/MANDATE/ap2-intent?format=json&format=jws', 'format', 'repeated'],
      ['PATCH', 'merchants/any', 'status', 'unknown_status'],
      ['POST', 'policies/check', 'kind', 'unknown_kind'],
      ['POST', 'policies/check', 'kind', 'invalid_type', 7],
    ])('%s %s: %s is %s', async (method, path, field, code, value: unknown = 'x') => {
      const url = `${scene.service.url}/api/v2/${path.replace('MANDATE', agent.mandateId)}`
      const body = JSON.stringify({ ...(field === 'kind' && { amount: '1.00' }), [field]: value })
      const headers = { 'x-api-key': scene.organization.key, 'content-type': 'application/json' }
      const answer = await send(url, method === 'GET' ? { headers } : { method, headers, body })
      refused(answer, 400, 'invalid_request', { fields: [{ path: field, code, message: expect.any(String) }] })
    })

    test('an empty type of deliveries narrows nothing', async () => {
      const endpoint = {
        url: 'http://127.0.0.1:9/',
        events: ['payment.failed'],
        secret: 'a secret of thirty-two letters...',
      }
      const { webhook_id } = done(await call('createWebhook', endpoint)).body
      done(await call('testWebhook', { webhook_id }))
      for (const [type, count] of [['', 1] as const, ['payment.completed', 1] as const, ['other', 0] as const])
        expect(rowsIn(done(await call('listDeliveries', { webhook_id, type }))), type).toHaveLength(count)
    })

    test.each(['last', 'before'])('%s is no field of a simulation', async (path) => {
      const input = { wallet_id: agent.walletId, policy: 'Max $10 per day.', [path]: null }
      expect(await codes('simulatePolicy', input)).toMatchObject([{ path, code: 'unknown_field' }])
    })

    test.each([
      ['listAgents', 'agent_id'],
      ['listWallets', 'wallet_id'],
      ['listMandates', 'mandate_id'],
      ['listMerchants', 'merchant_id'],
    ] as const)('%s goes on from a cursor that an earlier release gave out', async (operation, id) => {
      const ids = rowsIn(done(await call(operation, {}))).map((row) => row[id])
      expect(ids.length).toBeGreaterThan(2)
      const after = Buffer.from(`1:${ids[0]}`).toString('base64url')
      const page = done(await call(operation, { limit: 1, after }))
      expect([rowsIn(page).map((row) => row[id]), page.body.has_more]).toEqual([[ids[1]], true])
      const rest = done(await call(operation, { after: page.body.next_cursor }))
      expect(rowsIn(rest).map((row) => row[id])).toEqual(ids.slice(2))
    })

    test('also versions of a mandate, whose place is no id', async () => {
      const { mandateId } = agent
      for (const limit of [20, 30])
        done(await call('updateMandate', { mandate_id: mandateId, policy: `Max $${limit} per day.` }))
      const after = Buffer.from(`1:${mandateId}/3`).toString('base64url')
      const rest = done(await call('mandateVersions', { mandate_id: mandateId, after }))
      expect(rowsIn(rest).map(({ version }) => version)).toEqual([2, 1])
      const unknown = Buffer.from(`1:${mandateId}/9`).toString('base64url')
      expect(await codes('mandateVersions', { mandate_id: mandateId, after: unknown })).toMatchObject([
        { path: 'after', code: 'invalid_cursor' },
      ])
    })
  })
}
