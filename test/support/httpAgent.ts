// An agent of a running service, as HTTP callers see it.
import { createCall, textIn } from '../../scripts/firstPayment/serviceClient.ts'
import type { Chain, Token } from '../../subgraphs/shared/tokens.ts'
import { until } from './settlementWorld.ts'
import type { TestService } from './startService.ts'

export type HttpAgent = Awaited<ReturnType<typeof openHttpAgent>>

export async function openHttpAgent(service: TestService) {
  const { orgId, key } = await service.createOrganization('Chains')
  const call = createCall(service.url)
  const owner = { 'x-api-key': key }
  const given = { name: 'Shopper', capabilities: ['payments', 'wallets', 'mandates'], owner_org_id: orgId }
  const registered = await call('POST /api/v2/auth/agent/register', { headers: owner, body: given })
  const agentId = textIn(registered, 'agent_id')
  const walletId = textIn(registered, 'wallet_id')
  const exchange = { agent_id: agentId, api_key: textIn(registered, 'api_key') }
  const token = textIn(await call('POST /api/v2/auth/agent/token', { body: exchange }), 'access_token')
  const headers = { authorization: `Bearer ${token}`, 'x-agent-id': agentId, 'content-type': 'application/json' }
  const balance = async (symbol: Token, chain: Chain) => {
    const path = `GET /api/v2/wallets/${walletId}/balance?token=${symbol}&chain=${chain}`
    return String((await call(path, { headers })).body.balance)
  }
  return {
    orgId,
    walletId,
    headers,
    call,
    balance,
    /** Test money; waits until it is credited. */
    async fund(symbol: Token, chain: Chain, amount = '100.00') {
      const body = { wallet_id: walletId, amount, token: symbol, chain }
      await call('POST /api/v2/test/faucet', { headers, body })
      await until(`${symbol} on ${chain}`, async () => Number(await balance(symbol, chain)) >= Number(amount))
    },
    /** The answer, refusals included. */
    async pay(payment: Readonly<Record<string, unknown>>, query = '') {
      const response = await fetch(`${service.url}/api/v2/payments${query}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ wallet_id: walletId, ...payment }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    async payment(paymentId: unknown, waitSeconds = 20) {
      return (await call(`GET /api/v2/payments/${paymentId}?wait=${waitSeconds}`, { headers })).body
    },
  }
}
