/** Payments by several callers at once, who repeat an unanswered request with the same key until it is answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../subgraphs/shared/database.ts'
import { callRpc } from '../embedded/rpc.ts'
import type { PayingCaller } from './payingCaller.ts'
import type { ProcessWorld } from './processWorld.ts'

const CALLERS = 8
const AMOUNT = '0.01'
const LOST_WITHIN_MS = 60
const PAUSE_MS = 100

export interface Load {
  /** Of the payments that were answered, each once. */
  readonly ended: Promise<string[]>
  readonly breaches: string[]
  readonly counts: { sent: number; answered: number }
  /** Waits until so many requests were answered. */
  reach(answered: number): Promise<void>
  /** Waits for a response to a request that was sent after this instant. */
  answeredAfter(at: number): Promise<void>
  /** What is not answered yet is given up. */
  stop(): void
}

export interface LoadInput {
  readonly total: number
  readonly random: () => number
  /** How many responses a caller loses by itself. */
  readonly lostShare: number
  /** Callers forget their keys. */
  readonly fault: boolean
}

/** @param urls of services: each request goes to any of them */
export function startLoad(urls: readonly string[], caller: PayingCaller, input: LoadInput): Load {
  const { total, random, lostShare, fault } = input
  const counts = { sent: 0, answered: 0 }
  const breaches: string[] = []
  let next = 0
  let lastSentOfAnswered = 0
  let isStopped = false

  async function payUntilAnswered(index: number): Promise<string> {
    for (let tries = 0; ; tries++) {
      const sentAt = performance.now()
      counts.sent += 1
      const url = urls[Math.floor(random() * urls.length)] as string
      const isLost = random() < lostShare
      const withinMs = isLost ? 1 + Math.floor(random() * LOST_WITHIN_MS) : undefined
      const key = fault ? `pay-${index}-${tries}` : `pay-${index}`
      const answer = await caller.post(url, key, AMOUNT, withinMs).catch(() => null)
      if (answer?.status === 201 && answer.paymentId !== null) {
        lastSentOfAnswered = Math.max(lastSentOfAnswered, sentAt)
        counts.answered += 1
        return answer.paymentId
      }
      const isRefused = answer !== null && answer.status < 500 && answer.status !== 409 && answer.status !== 429
      if (isRefused) breaches.push(`payment ${index} is refused: ${answer.text.slice(0, 200)}`)
      if (isRefused || isStopped) return ''
      await sleep(PAUSE_MS)
    }
  }

  async function runCaller(): Promise<string[]> {
    const ids: string[] = []
    while (next < total && !isStopped) ids.push(await payUntilAnswered(next++))
    return ids
  }

  const until = async (isTrue: () => boolean) => {
    while (!isTrue() && counts.answered < total && !isStopped) await sleep(5)
  }
  return {
    ended: Promise.all(Array.from({ length: CALLERS }, runCaller)).then((all) => all.flat()),
    breaches,
    counts,
    reach: (answered) => until(() => counts.answered >= answered),
    answeredAfter: (at) => until(() => lastSentOfAnswered > at),
    stop() {
      isStopped = true
    },
  }
}

/** Payments that were acknowledged and are not completed, and any number but one for each request. */
export async function findLosses(
  { database, rpcUrl }: ProcessWorld,
  { walletId }: PayingCaller,
  paymentIds: readonly string[],
  total: number,
): Promise<string[]> {
  const rows = await database.collection<FoundPayment>('payments').find({ walletId }).toArray()
  const found = new Map(rows.map((row) => [row._id, row]))
  const waiting = rows.some(({ status }) => status === 'pending') ? [await describeReading(database, rpcUrl)] : []
  return [
    ...(rows.length === total ? [] : [`${total} requests made ${rows.length} payments`]),
    ...(new Set(paymentIds).size === total ? [] : ['two requests got the same payment']),
    ...paymentIds
      .filter((id) => found.get(id)?.status !== 'completed')
      .map((id) => `${id} was acknowledged and is ${describe(found.get(id))}`),
    ...waiting,
  ]
}

interface FoundPayment {
  readonly _id: string
  readonly walletId: string
  readonly status: string
  readonly stage: string
  readonly txHash: string | null
  readonly updatedAt: Date
  readonly chainWork: { readonly slot: number } | null
}

/** Enough to see what it waits for. */
function describe(payment: FoundPayment | undefined): string {
  if (payment === undefined) return 'lost'
  const { status, stage, txHash, updatedAt, chainWork } = payment
  return `${status}: ${stage} since ${updatedAt.toISOString()}, nonce ${chainWork?.slot ?? '-'}, hash ${txHash ?? '-'}`
}

async function describeReading(database: Database, rpcUrl: string): Promise<string> {
  const cursors = await database.collection<{ _id: string; number: number }>('chainCursors').find({}).toArray()
  const tasks = await database.collection('settlementTasks').countDocuments({})
  const head = Number(await callRpc(rpcUrl, 'eth_blockNumber', []))
  const read = cursors.map(({ _id, number }) => `${_id} at ${number}`).join()
  return `blocks are read up to: ${read}; the head is ${head}; ${tasks} tasks`
}
