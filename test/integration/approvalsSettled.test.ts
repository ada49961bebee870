// A parked payment over HTTP and on the chain (domain 3): 202, approved by another person's key, paid, executed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRest, type RequestHeaders } from '../support/restClient.ts'
import { startTestService, type TestService } from '../support/startService.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService('approvals_settled', 'in process')
})

afterAll(() => service.stop())

const call = (key: string, request: string, body?: object, headers: RequestHeaders = {}) =>
  callRest(service.url, request.replace(' ', ' /api/v2'), { 'x-api-key': key, ...headers }, body)

test('requested, approved by another person, paid: a wait after the decision sees the end, and the approval is executed', async () => {
  const { orgId, key } = await service.createOrganization('Settled Approvals')
  const approver = await service.createKey(orgId, { roles: ['approver'] })
  const registered = await call(key, 'POST /auth/agent/register', {
    ...{ name: 'payer', capabilities: ['payments', 'wallets'], owner_org_id: orgId },
  })
  const { agent_id: agentId, wallet_id: walletId } = registered.body
  await call(key, 'POST /test/faucet', { wallet_id: walletId, amount: '100' })
  const deadline = Date.now() + 60_000
  while ((await call(key, `GET /wallets/${walletId}/balance`)).body.balance !== '100.00') {
    if (Date.now() > deadline) throw new Error('the deposit does not come')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  const input = { wallet_id: walletId, to: '0x00000000000000000000000000000000000000bb', amount: '30', token: 'USDC' }
  const headers = { 'x-agent-id': String(agentId), 'idempotency-key': 'once' }
  const parked = await call(key, 'POST /payments', input, headers)
  expect(parked).toMatchObject({ status: 202, body: { status: 'pending', stage: 'awaiting_approval' } })
  const again = await call(key, 'POST /payments', input, headers)
  expect(again).toMatchObject({ status: 202, body: parked.body })
  expect(again.headers.get('idempotency-replayed')).toBe('true')

  const { payment_id: paymentId, approval_id: approvalId } = parked.body
  const approved = await call(approver, `POST /approvals/${approvalId}/approve`, { comment: 'fine' })
  expect(approved).toMatchObject({ status: 200, body: { status: 'approved', decisions: [{ decision: 'approve' }] } })
  expect(await call(key, `GET /payments/${paymentId}?wait=20`)).toMatchObject({
    ...{ status: 200, body: { status: 'completed', approval_id: approvalId } },
  })
  expect((await call(key, `GET /approvals/${approvalId}`)).body).toMatchObject({
    ...{ status: 'executed', subject_id: paymentId, amount_usd: '30.00', org_id: orgId },
  })
})

test('the creating call returns before anybody decides; the payment shows the denial', async () => {
  const { orgId, key } = await service.createOrganization('Denying')
  const approver = await service.createKey(orgId, { roles: ['approver'] })
  const registered = await call(key, 'POST /auth/agent/register', {
    ...{ name: 'payer', capabilities: ['payments'], owner_org_id: orgId },
  })
  const { agent_id: agentId, wallet_id: walletId } = registered.body
  const input = { wallet_id: walletId, to: '0x00000000000000000000000000000000000000bb', amount: '30', token: 'USDC' }
  const parked = await call(key, 'POST /payments?wait=20', input, { 'x-agent-id': String(agentId) })
  expect(parked).toMatchObject({ status: 202, body: { stage: 'awaiting_approval' } })
  const { payment_id: paymentId, approval_id: approvalId } = parked.body
  expect(await call(approver, `POST /approvals/${approvalId}/deny`, {})).toMatchObject({ status: 200 })
  expect(await call(key, `GET /payments/${paymentId}?wait=20`)).toMatchObject({
    ...{ status: 200, body: { status: 'failed', failure_code: 'approval_denied', approval_id: approvalId } },
  })
})
