/** An organization with a used-up gas budget is refused, and can pay again once its pending payments have ended. */
import { computeAddress, toQuantity } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeService } from '../../gateway/compose.ts'
import { fundNative } from '../../scripts/embedded/chainKeys.ts'
import { callRpc } from '../../scripts/embedded/rpc.ts'
import { gasSpent } from '../../subgraphs/payments/rules/gasBudget.ts'
import { type OrgPosition, orgRef } from '../../subgraphs/shared/commit/positions.ts'
import { silentLog } from '../support/openTestDatabase.ts'
import { callRest, type RequestHeaders } from '../support/restClient.ts'
import { until } from '../support/settlementWorld.ts'
import { startTestService, type TestService } from '../support/startService.ts'
import { startWebhookReceiver } from '../support/webhookReceiver.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService('gas_budget', 'in process', { GAS_BUDGET_TEST_BASE: '0.003' })
}, 60_000)
afterAll(() => service.stop(), 30_000)

const post = (path: string, headers: RequestHeaders, body: object) =>
  callRest(service.url, `POST /api/v2${path}`, headers, body)

test('402 gas_not_covered with a failed payment; reserved gas is released, used gas is posted', async () => {
  const { orgId, key } = await service.createOrganization('Gas')
  const given = { name: 'Shopper', capabilities: ['payments', 'wallets'], owner_org_id: orgId }
  const { body: agent } = await post('/auth/agent/register', { 'x-api-key': key }, given)
  const { agent_id, api_key, wallet_id } = agent
  const { body: token } = await post('/auth/agent/token', {}, { agent_id, api_key })
  const headers = { authorization: `Bearer ${token.access_token}`, 'x-agent-id': String(agent_id) }
  const position = async () =>
    (await service.database.collection<OrgPosition>('positions').findOne({ _id: orgRef(orgId).id })) as OrgPosition
  const spent = async () => gasSpent(await position(), { mode: 'test', chain: 'base' }, service.clock.now())
  await post('/test/faucet', headers, { wallet_id, amount: '100.00' })
  await until('the deposit', async () => {
    const row = await service.database.collection<{ _id: string }>('deposits').findOne({ walletId: wallet_id })
    return row !== null
  })

  const secret = 'a secret of a test'
  const receiver = await startWebhookReceiver({ secret })
  await post('/webhooks', { 'x-api-key': key }, { url: receiver.url, events: ['alert.gas_low'], secret })
  const pay = () =>
    post('/payments', headers, {
      wallet_id,
      to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      amount: '0.10',
      token: 'USDC',
    })
  const answers: Awaited<ReturnType<typeof pay>>[] = []
  // More than the budget holds, all at once: the counter decides in the commit.
  for (const one of await Promise.all(Array.from({ length: 60 }, pay))) answers.push(one)
  const accepted = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(accepted.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, body } of refused) {
    expect(status).toBe(402)
    expect(body).toMatchObject({
      error: {
        type: 'insufficient_funds',
        details: { reason: 'gas_not_covered', chain: 'base', budget_wei: '3000000000000000' },
      },
    })
  }
  await until('all have ended', async () => {
    const open = await service.database.collection('payments').countDocuments({ orgId, status: 'pending' })
    return open === 0
  })
  expect((await spent()).reserved).toBe(0n)
  await until('booked', async () => {
    const booked = await service.database.collection('journals').countDocuments({ orgId, type: 'gas_paid' })
    return booked === accepted.length
  })
  const { used } = await spent()
  expect(used).toBeGreaterThan(0n)
  expect(used).toBeLessThan(3n * 10n ** 15n)
  expect((await pay()).status).toBe(201)

  // Told once, by the payment with which it got low.
  const told = await callRest(service.url, 'GET /api/v2/events?types=alert.gas_low', { 'x-api-key': key })
  const data = { org_id: orgId, chain: 'base', percent: 80, budget: '0.003' }
  expect(told.body.data).toMatchObject([{ type: 'alert.gas_low', data }])
  const [low] = await receiver.waitFor(1, 20_000)
  await receiver.stop()
  expect(low?.verified).toBe(true)
  expect(receiver.envelopes()).toMatchObject([{ type: 'alert.gas_low', data }])
})

test('8.6: coins that an operator sends to an account that pays gas are booked to the gas tank, once', async () => {
  const [{ rpcUrls, relayerKeys } = { rpcUrls: [], relayerKeys: [] }] = service.config.networks
  const rpc = (method: string, ...params: unknown[]) => callRpc(rpcUrls[0] ?? '', method, params)
  const [from, account] = [`0x${'77'.repeat(20)}`, computeAddress(relayerKeys[0] ?? '')]
  await fundNative(rpcUrls[0] ?? '', [from])
  await rpc('anvil_impersonateAccount', from)
  const send = async (to: string, wei: bigint) => {
    const hash = String(await rpc('eth_sendTransaction', { from, to, value: toQuantity(wei) }))
    await until('mined', async () => (await rpc('eth_getTransactionReceipt', hash)) !== null)
    return hash
  }
  const operator = await composeService(service.config, { log: silentLog })
  try {
    const topUp = (hash: string) => operator.subgraphs.payments.stock.topUpGas({ mode: 'test', chain: 'base', hash })
    const hash = await send(account, 10n ** 18n)
    expect(await topUp(hash)).toEqual({ wei: 10n ** 18n, to: account, isNew: true })
    expect(await topUp(hash)).toMatchObject({ isNew: false })
    const booked = await service.database.collection('journals').find({ type: 'gas_topped_up' }).toArray()
    expect(booked).toMatchObject([
      {
        lines: [
          { account: '1130', token: 'native', chain: 'base', direction: 'debit', amount: String(10n ** 18n) },
          { account: '3010', token: 'native', chain: 'base', direction: 'credit', amount: String(10n ** 18n) },
        ],
      },
    ])
    for (const nothing of [await send(from, 1n), await send(account, 0n)])
      await expect(topUp(nothing)).rejects.toMatchObject({ type: 'conflict' })
    await expect(topUp(`0x${'1'.repeat(64)}`)).rejects.toMatchObject({ type: 'not_found' })
  } finally {
    await operator.close(1_000)
  }
})
