/**
 * Callers that repeat each payment with its key, to any of several services, until it is acknowledged: whatever happens to the
 * database, an acknowledged payment must be there afterwards, once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../gateway/compose.ts'
import { refusalOf } from '../../gateway/errors.ts'
import type { AgentPrincipal } from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { pay } from './organization.ts'

const CALLERS = 8
const PAUSE_MS = 50
const RETRYABLE = ['service_unavailable', 'gateway_timeout']
const quiet: Log = { info() {}, warn() {}, error() {} }

export interface AcknowledgedLoad {
  /** The payment of each key. */
  readonly acknowledged: ReadonlyMap<string, string>
  readonly breaches: readonly string[]
  unanswered(): number
  longestStallMs(): number
  /** Waits for an acknowledgement of a payment that was sent after this call. */
  answeredAgain(withinMs: number): Promise<void>
  stop(): Promise<void>
}

export function startAcknowledgedLoad(services: readonly Service[], agent: AgentPrincipal): AcknowledgedLoad {
  const acknowledged = new Map<string, string>()
  const breaches: string[] = []
  let [next, unanswered, longestStallMs, isOver] = [0, 0, 0, false]
  let [lastAt, lastSentAt] = [performance.now(), 0]

  async function payUntilAcknowledged(key: string): Promise<void> {
    for (let tries = 0; ; tries++) {
      const sentAt = performance.now()
      const service = services[(tries + next) % services.length] as Service
      const outcome = await pay(service, agent, { units: 1n, key, purpose: key }).catch((error: unknown) => ({
        refused: refusalOf(error, 'req_prove', quiet).type as string,
      }))
      if ('paymentId' in outcome) {
        const now = performance.now()
        longestStallMs = Math.max(longestStallMs, now - lastAt)
        lastAt = now
        lastSentAt = Math.max(lastSentAt, sentAt)
        acknowledged.set(key, outcome.paymentId)
        return
      }
      unanswered += 1
      if (!RETRYABLE.includes(outcome.refused)) {
        breaches.push(`${key} is refused with ${outcome.refused}`)
        return sleep(PAUSE_MS)
      }
      await sleep(PAUSE_MS)
    }
  }

  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) await payUntilAcknowledged(`pay-${next++}`)
  })
  return {
    acknowledged,
    breaches,
    unanswered: () => unanswered,
    longestStallMs: () => longestStallMs,
    async answeredAgain(withinMs) {
      const from = performance.now()
      while (lastSentAt < from && performance.now() - from < withinMs) await sleep(20)
      if (lastSentAt < from) breaches.push(`no payment was acknowledged within ${withinMs} ms`)
    },
    async stop() {
      isOver = true
      await Promise.all(callers)
    },
  }
}

/** Each key made one payment: the one that was acknowledged. */
export async function findLost({ database }: Service, acknowledged: ReadonlyMap<string, string>): Promise<string[]> {
  const rows = await database
    .collection<{ _id: string; purpose: string }>('payments')
    .find({})
    .project<{ _id: string; purpose: string }>({ purpose: 1 })
    .toArray()
  const made = Map.groupBy(rows, ({ purpose }) => purpose)
  return [...acknowledged].flatMap(([key, paymentId]) => {
    const ids = (made.get(key) ?? []).map(({ _id }) => _id)
    if (ids.length === 1 && ids[0] === paymentId) return []
    return [`${paymentId} was acknowledged for ${key}, which made ${ids.join() || 'nothing'}`]
  })
}
