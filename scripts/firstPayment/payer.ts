// An agent that can pay, from discovery to the money in its wallet.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './options.ts'
import { type Call, type ServiceResponse, StepFailure, textIn } from './serviceClient.ts'
import { type Report, step } from './steps.ts'

const WAIT_MS = 20_000

/** An agent with a token, and money in its wallet. */
export interface Payer {
  readonly agentId: string
  readonly walletId: string
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
}

interface World {
  readonly call: Call
  readonly target: Target
  readonly owner: Readonly<Record<string, string>>
  readonly report: Report
}

interface Money {
  readonly token: string
  readonly chain: string
  /** At least this has to be credited, as a decimal amount. */
  readonly least: string
}

export async function openPayer({ call, target, owner, report }: World, { least, ...route }: Money): Promise<Payer> {
  await step(report, 'Discovery', 'GET /.well-known/service-agent.json', (request) => call(request), [
    'version',
    'api_base',
    'supported_chains',
  ])
  const body = { name: 'First payer', capabilities: ['payments', 'wallets', 'mandates'], owner_org_id: target.org_id }
  const registered = await step(
    report,
    'Registration: a key, a wallet, a DID and a mandate for the agent',
    'POST /api/v2/auth/agent/register',
    (request) => call(request, { headers: owner, body }),
    ['agent_id', 'wallet_id', 'mandate_id', 'did'],
  )
  const agentId = textIn(registered, 'agent_id')
  const walletId = textIn(registered, 'wallet_id')
  const exchange = { agent_id: agentId, api_key: textIn(registered, 'api_key') }
  const issued = await step(
    report,
    'Token: the agent key for a short-lived access token',
    'POST /api/v2/auth/agent/token',
    (request) => call(request, { body: exchange }),
    ['token_type', 'expires_in', 'scope'],
  )
  const token = textIn(issued, 'access_token')
  const headers = { authorization: `Bearer ${token}` }
  const faucet = { wallet_id: walletId, amount: '100.00', ...route }
  await step(
    report,
    'Faucet: test money, deposited on the chain',
    'POST /api/v2/test/faucet',
    (request) => call(request, { headers, body: faucet }),
    ['amount', 'token', 'chain', 'tx_hash'],
  )
  const balance = `GET /api/v2/wallets/${walletId}/balance?token=${route.token}&chain=${route.chain}`
  await step(
    report,
    'Balance: the deposit is credited',
    balance,
    (request) => waitForCredit(call, request, headers, least),
    ['balance', 'token', 'chain'],
  )
  return { agentId, walletId, token, headers }
}

async function waitForCredit(
  call: Call,
  request: string,
  headers: Record<string, string>,
  least: string,
): Promise<ServiceResponse> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const response = await call(request, { headers })
    if (Number(response.body.balance) >= Number(least)) return response
    if (performance.now() > deadline)
      throw new StepFailure(`the deposit was not credited: ${JSON.stringify(response.body)}`)
    await sleep(100)
  }
}

export async function waitForSettlement(
  call: Call,
  { headers }: Payer,
  paymentId: string,
  report: Report,
): Promise<void> {
  const request = `GET /api/v2/payments/${paymentId}?wait=20`
  const fields = ['status', 'tx_hash', 'mandate_version', 'completed_at']
  const response = await step(
    report,
    'Settlement: confirmed on the chain',
    request,
    () => call(request, { headers }),
    fields,
  )
  if (response.body.status !== 'completed')
    throw new StepFailure(`the payment is ${response.body.status}: ${response.body.failure_message ?? 'not final yet'}`)
  textIn(response, 'tx_hash')
}
