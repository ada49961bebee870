/** Payments over HTTP as fast as they are answered, or at a rate of their own, however many are answered. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { quantile } from '../../statistics.ts'
import { PAYEE } from '../organization.ts'

export interface Payer {
  readonly agentId: string
  readonly walletId: string
}

export interface Sender {
  readonly payers: readonly Payer[]
  pay(payer: Payer): Promise<Answer>
  stop(payer: Payer): Promise<Answer>
  /** Opens every connection. */
  connect(): Promise<void>
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly retryAfter: number | null
  readonly text: string
}

/** Of callers that stay connected, as agents do: libuv accepts one new connection in each turn of the event loop. */
const CONNECTIONS = 1_000
const IDLE_MS = 120_000
const CALLERS = 128
const TIMEOUT_MS = 15_000
const TICK_MS = 5
/** No rate is offered that a machine cannot send. */
const PER_SECOND_MAX = 10_000

export function openSender(url: string, key: string, payers: readonly Payer[]): Sender {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1, keepAliveTimeout: IDLE_MS })
  // Of their own, so that they do not wait behind the payments of this client.
  const stops = new Pool(url, { connections: 1, pipelining: 1, keepAliveTimeout: IDLE_MS })
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }

  async function post(by: Pool, path: string, own: Record<string, string>, content: object): Promise<Answer> {
    const {
      statusCode,
      headers: answered,
      body,
    } = await by.request({
      ...{ method: 'POST', path, headers: { ...headers, ...own }, body: JSON.stringify(content) },
      ...{ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS },
    })
    const retryAfter = answered['retry-after']
    return {
      status: statusCode,
      retryAfter: retryAfter === undefined ? null : Number(retryAfter),
      text: await body.text(),
    }
  }

  return {
    payers,
    pay: ({ agentId, walletId }) =>
      post(
        pool,
        '/api/v2/payments',
        { 'x-agent-id': agentId, 'idempotency-key': randomUUID() },
        { wallet_id: walletId, to: PAYEE, amount: '0.01', token: 'USDC', chain: 'base' },
      ),
    stop: ({ agentId }) =>
      post(
        stops,
        '/api/v2/kill-switches',
        {},
        {
          ...{ scope: 'agent', target_id: agentId, reason: 'A drill.', reason_code: 'test' },
        },
      ),
    async connect() {
      const look = async (by: Pool) => (await by.request({ method: 'GET', path: '/livez' })).body.dump()
      await Promise.all([look(stops), ...Array.from({ length: CONNECTIONS }, () => look(pool))])
    },
    async close() {
      await Promise.all([pool.destroy(), stops.destroy()])
    },
  }
}

/** Each caller sends its next payment when the last one is answered. */
export async function sendClosed(sender: Sender, seconds: number): Promise<{ readonly perSecond: number }> {
  const began = performance.now()
  let accepted = 0
  let next = 0
  async function call(): Promise<void> {
    while (performance.now() < began + seconds * 1_000) {
      const answer = await sender.pay(sender.payers[next++ % sender.payers.length] as Payer).catch(() => null)
      if (answer?.status === 201) accepted += 1
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  return { perSecond: accepted / ((performance.now() - began) / 1_000) }
}

export interface Offered {
  /** Accepted while it was offered. */
  readonly perSecond: number
  readonly sent: number
  readonly accepted: number
  readonly limited: number
  readonly turnedAway: number
  readonly unanswered: number
  /** Of those that were accepted. */
  readonly p99Ms: number
  readonly breaches: readonly string[]
}

/** At this rate, whatever becomes of them; what is accepted counts after the ramp. */
export async function offerOpen(
  sender: Sender,
  perSecond: number,
  { ramp, overload }: { readonly ramp: number; readonly overload: number },
): Promise<Offered> {
  const count = { sent: 0, accepted: 0, inTime: 0, limited: 0, turnedAway: 0, unanswered: 0 }
  const breaches: string[] = []
  const latencies: number[] = []
  const running = new Set<Promise<void>>()
  const began = performance.now()
  const countsFrom = began + ramp * 1_000
  const endsAt = countsFrom + overload * 1_000

  async function send(): Promise<void> {
    const sentAt = performance.now()
    const answer = await sender.pay(sender.payers[count.sent++ % sender.payers.length] as Payer).catch(() => null)
    if (answer === null) count.unanswered += 1
    else if (answer.status === 201) {
      count.accepted += 1
      const at = performance.now()
      if (at >= countsFrom && at < endsAt) count.inTime += 1
      latencies.push(performance.now() - sentAt)
    } else if (answer.status === 429 || answer.status === 503) {
      count[answer.status === 429 ? 'limited' : 'turnedAway'] += 1
      if (!(Number(answer.retryAfter) > 0))
        breaches.push(`${answer.status} without Retry-After: ${answer.text.slice(0, 200)}`)
    } else breaches.push(`answered with ${answer.status}: ${answer.text.slice(0, 200)}`)
  }

  const rate = Math.min(perSecond, PER_SECOND_MAX)
  for (let now = began; now < endsAt; now = performance.now()) {
    // Who waits for an answer sends nothing else.
    for (const due = ((now - began) / 1_000) * rate; count.sent < due && running.size < CONNECTIONS; ) {
      const sent: Promise<void> = send().finally(() => running.delete(sent))
      running.add(sent)
    }
    await sleep(TICK_MS)
  }
  await Promise.all(running)
  const { inTime, ...counts } = count
  return { perSecond: inTime / overload, ...counts, p99Ms: quantile(latencies, 0.99), breaches }
}

export interface Limited {
  readonly accepted: number
  readonly limited: number
  readonly breaches: readonly string[]
}

/** An organization with a small limit of its own, in the middle of all that: at even distances, however many are answered. */
export async function offerLimited(sender: Sender, attempts: number, seconds: number): Promise<Limited> {
  const answers: Promise<Answer | null>[] = []
  for (let sent = 0; sent < attempts; sent++) {
    answers.push(sender.pay(sender.payers[0] as Payer).catch(() => null))
    await sleep((seconds * 1_000) / attempts)
  }
  const statuses = (await Promise.all(answers)).filter((one) => one !== null)
  const of = (status: number) => statuses.filter((one) => one.status === status)
  const silent = of(429).find(({ retryAfter }) => !(Number(retryAfter) > 0))
  return {
    ...{ accepted: of(201).length, limited: of(429).length },
    breaches: silent === undefined ? [] : [`429 without Retry-After: ${silent.text.slice(0, 200)}`],
  }
}

/** A kill switch for each of these agents, spread over this time. */
export async function stopAgents(sender: Sender, agents: readonly Payer[], seconds: number) {
  const results: { readonly ms: number; readonly refused: string | null }[] = []
  for (const agent of agents) {
    await sleep((seconds * 1_000) / (agents.length + 1))
    const began = performance.now()
    const { status, text } = await sender.stop(agent)
    const ms = performance.now() - began
    const spend = await sender.pay(agent)
    // Turned away unread, it is no spend either.
    const isStopped = spend.status === 403 || spend.status === 503
    results.push({ ms, refused: status !== 201 ? text : isStopped ? null : `a payment after it: ${spend.text}` })
  }
  return results
}
