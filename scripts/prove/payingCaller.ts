/** An agent that pays over HTTP, from any of several processes of the service, and repeats a request until it is answered. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../waitUntil.ts'
import { PAYEE } from './organization.ts'
import type { ProcessWorld } from './processWorld.ts'

export interface PayingCaller {
  readonly agentId: string
  readonly walletId: string
  /** Its credential. */
  readonly headers: Readonly<Record<string, string>>
  /** Test money, credited when this resolves. */
  fund(amount: string): Promise<void>
  /** @throws Error without a response in time */
  post(url: string, key: string, amount: string, withinMs?: number): Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly paymentId: string | null
}

const TIMEOUT_MS = 10_000

class Unavailable extends Error {}

/** @param funds in USDC; '0' for none */
export async function openPayingCaller(world: ProcessWorld, funds: string): Promise<PayingCaller> {
  const { services, adminKey, database } = world
  const base = `${services[0]?.url}/api/v2`
  const admin = { 'x-api-key': adminKey }
  const agent = await sendJson(`${base}/auth/agent/register`, admin, {
    ...{ name: 'Payer', capabilities: ['payments', 'wallets'] },
    owner_org_id: (await database.collection<{ _id: string }>('organizations').findOne({}))?._id,
  })
  const [agentId, walletId] = [String(agent.agent_id), String(agent.wallet_id)]
  const policy = 'Max $1,000,000 per transaction.'
  await sendJson(`${base}/mandates`, admin, { agent_id: agentId, wallet_id: walletId, policy })
  const exchange = { agent_id: agentId, api_key: agent.api_key }
  const token = await sendJson(`${base}/auth/agent/token`, {}, exchange)
  const headers = { authorization: `Bearer ${token.access_token}`, 'x-agent-id': agentId }
  const caller: PayingCaller = {
    agentId,
    walletId,
    headers,
    async fund(amount) {
      const keyed = { ...admin, 'idempotency-key': randomUUID() }
      const isTaken = () =>
        sendJson(`${base}/test/faucet`, keyed, { wallet_id: walletId, amount }).then(
          () => true,
          // The node may be down: what is stored is sent again.
          (error: unknown) => (error instanceof Unavailable ? false : Promise.reject(error)),
        )
      await waitUntil('a node takes the mint', isTaken)
      const funded = { walletId, 'balances.base:USDC.available': { $gt: 0n } }
      await waitUntil('the deposit', () => database.collection('positions').findOne(funded), 60_000)
    },
    post: (url, key, amount, withinMs = TIMEOUT_MS) =>
      answerWithin(withinMs, async (signal) => {
        const response = await fetch(`${url}/api/v2/payments`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({ wallet_id: walletId, to: PAYEE, amount, token: 'USDC', chain: 'base' }),
          signal,
        })
        const text = await response.text()
        const body = JSON.parse(text) as { payment_id?: string; error?: { details?: { payment_id?: string } } }
        return { status: response.status, text, paymentId: body.payment_id ?? body.error?.details?.payment_id ?? null }
      }),
  }
  if (funds !== '0') await caller.fund(funds)
  return caller
}

/** Whatever becomes of the request: one to a process that is killed may end neither with a response nor with an error. */
async function answerWithin(ms: number, send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      over.abort()
      reject(new Error(`no response within ${ms} ms`))
    }, ms)
  })
  try {
    return await Promise.race([send(over.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** @returns its id */
export async function registerEndpoint({ services, adminKey }: ProcessWorld, hook: object): Promise<string> {
  const made = await sendJson(`${services[0]?.url}/api/v2/webhooks`, { 'x-api-key': adminKey }, hook)
  return String(made.webhook_id)
}

export async function sendJson(
  url: string,
  headers: Record<string, string>,
  body: object,
  method: 'POST' | 'PATCH' = 'POST',
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  if (response.status === 503) throw new Unavailable(text)
  if (!response.ok) throw new Error(`${url} responds with ${response.status}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

/** Every payment has ended, and settlement has no task left. */
export async function waitForQuiet({ database }: ProcessWorld, withinMs: number): Promise<void> {
  await waitUntil(
    'every payment ends',
    async () => {
      const pending = await database.collection('payments').countDocuments({ status: 'pending' })
      return pending === 0 && (await database.collection('settlementTasks').countDocuments({})) === 0
    },
    withinMs,
  )
  // What was mined last is booked with the block that follows.
  await sleep(500)
}
