// Fairness of deliveries without a database: turns, caps for each endpoint and organization, and no lost offer.
import { describe, expect, it } from 'vitest'
import {
  BUSY_MS,
  createFairQueues,
  IN_FLIGHT_PER_ENDPOINT,
  type Slot,
} from '../../../subgraphs/events/workers/fairQueues.ts'
import type { OrgId } from '../../../subgraphs/shared/ids.ts'

const endpoint = (name: string, orgId: OrgId = `org_${name}`) => ({ _id: `whk_${name}` as const, orgId })

type Queues = ReturnType<typeof createFairQueues>

const QUICKLY = { tookMs: 5, hasCome: true }

/** Takes and at once finishes claiming, with something found. */
function takeSlots(queues: Queues): Slot[] {
  const taken: Slot[] = []
  for (let slot = queues.take(); slot !== undefined; slot = queues.take()) {
    queues.endClaim(slot.queue, 'perhaps')
    taken.push(slot)
  }
  return taken
}

const takeAll = (queues: Queues): string[] => takeSlots(queues).map(({ queue }) => queue.webhookId)

/** Endpoints that have answered quickly before. */
function offerKnown(queues: Queues, ...endpoints: ReturnType<typeof endpoint>[]): void {
  for (const one of endpoints) queues.offer(one)
  for (const slot of takeSlots(queues)) queues.release(slot, QUICKLY)
}

describe('fair queues', () => {
  it('serve endpoints in turn and no endpoint more than four times at once', () => {
    const queues = createFairQueues(64)
    offerKnown(queues, endpoint('a'), endpoint('b'))
    expect(takeAll(queues)).toEqual(['whk_a', 'whk_b', 'whk_a', 'whk_b', 'whk_a', 'whk_b', 'whk_a', 'whk_b'])
    expect(queues.inFlight()).toBe(2 * IN_FLIGHT_PER_ENDPOINT)
  })

  it('leave three quarters of the slots to other organizations', () => {
    const queues = createFairQueues(32)
    for (let i = 0; i < 20; i++) queues.offer(endpoint(`greedy${i}`, 'org_greedy'))
    expect(takeAll(queues)).toHaveLength(8)
    offerKnown(queues, endpoint('other'))
    expect(takeAll(queues)).toEqual(['whk_other', 'whk_other', 'whk_other', 'whk_other'])
  })

  it('give the next free slot to the organization with the fewest, however many endpoints others have in line', () => {
    const queues = createFairQueues(32)
    for (const name of ['a', 'b', 'c', 'd'])
      for (let i = 0; i < 20; i++) queues.offer(endpoint(`${name}${i}`, `org_${name}`))
    const first = queues.take()
    if (first === undefined) throw new Error('nothing to take')
    queues.endClaim(first.queue, 'perhaps')
    expect(takeAll(queues)).toHaveLength(31)
    queues.offer(endpoint('other'))
    queues.release(first, null)
    expect(takeAll(queues)).toEqual(['whk_other'])
  })

  it('never use more slots than there are', () => {
    const queues = createFairQueues(8)
    for (let i = 0; i < 20; i++) queues.offer(endpoint(`${i}`))
    expect(takeAll(queues)).toHaveLength(8)
    expect(queues.inFlight()).toBe(8)
  })

  it('claim one at a time for an endpoint', () => {
    const queues = createFairQueues(64)
    queues.offer(endpoint('a'))
    expect(queues.take()?.queue.webhookId).toBe('whk_a')
    expect(queues.take()).toBeUndefined()
  })

  it('give an endpoint places without a claim while nothing waits for it, and no more than it may have', () => {
    const queues = createFairQueues(64)
    expect(queues.takeIdle(endpoint('new'), 4)).toHaveLength(1)
    offerKnown(queues, endpoint('a'))
    // What was offered may wait for it, until a claim has found nothing more.
    expect(queues.takeIdle(endpoint('a'), 2)).toEqual([])
    const claiming = queues.take()
    if (claiming === undefined) throw new Error('nothing to take')
    expect(queues.takeIdle(endpoint('a'), 2)).toEqual([])
    queues.endClaim(claiming.queue, 'nothing')
    queues.release(claiming, null)
    const taken = queues.takeIdle(endpoint('a'), 2)
    expect(taken).toHaveLength(2)
    expect(queues.takeIdle(endpoint('a'), 8)).toHaveLength(IN_FLIGHT_PER_ENDPOINT - 2)
    expect(queues.takeIdle(endpoint('a'), 1)).toEqual([])
    for (const slot of taken) queues.release(slot, QUICKLY)
    queues.offer(endpoint('a'))
    expect(queues.takeIdle(endpoint('a'), 1)).toEqual([])
    expect(takeAll(queues)).toEqual(['whk_a', 'whk_a'])
  })

  it('remove an empty endpoint, but not what was offered in the meantime', () => {
    const queues = createFairQueues(64)
    queues.offer(endpoint('a'))
    const first = queues.take()
    if (first === undefined) throw new Error('nothing to take')
    queues.offer(endpoint('a'))
    queues.endClaim(first.queue, 'nothing')
    queues.release(first, null)
    const second = queues.take()
    expect(second?.queue.webhookId).toBe('whk_a')
    if (second === undefined) return
    queues.endClaim(second.queue, 'nothing')
    queues.release(second, null)
    expect(queues.take()).toBeUndefined()
    expect(queues.inFlight()).toBe(0)
  })
})

describe('an endpoint whose places other processes hold', () => {
  function open() {
    const told = { nowMs: 1_000 }
    const queues = createFairQueues(64, () => told.nowMs)
    offerKnown(queues, endpoint('a'))
    const own = queues.take()
    if (own !== undefined) queues.endClaim(own.queue, 'perhaps')
    const other = queues.take()
    if (own === undefined || other === undefined) throw new Error('nothing to take')
    queues.endClaim(other.queue, 'busy')
    queues.release(other, null)
    return { told, queues, own }
  }

  it('is left alone for a moment, whatever is offered, and then tried again without an offer', () => {
    const { told, queues } = open()
    queues.offer(endpoint('a'))
    told.nowMs += BUSY_MS - 1
    expect(queues.take()).toBeUndefined()
    told.nowMs += 1
    expect(queues.take()?.queue.webhookId).toBe('whk_a')
  })

  it('gets again at once what it had itself, and no more', () => {
    const { queues, own } = open()
    queues.release(own, QUICKLY)
    const again = queues.take()
    expect(again?.queue.webhookId).toBe('whk_a')
    if (again === undefined) return
    expect(queues.takeMore(again.queue)).toEqual([])
    queues.endClaim(again.queue, 'perhaps')
    expect(queues.take()).toBeUndefined()
  })
})

describe('endpoints that hang, with more waiting for each than it may have in flight', () => {
  const TIMEOUT_MS = 10_000

  /**
   * Hanging ones, and one that answers in 40 ms, over some seconds: how often that was sent something.
   * @param how.answers of five attempts, how many of the first ones the hanging ones answer
   * @param how.fromMs when the one that answers begins
   */
  function serve(
    hanging: readonly ReturnType<typeof endpoint>[],
    good: ReturnType<typeof endpoint>,
    { seconds = 60, answers = 0, fromMs = 0 } = {},
  ) {
    let nowMs = 0
    const attempts = new Map<string, number>()
    const queues = createFairQueues(64, () => nowMs)
    const running: {
      readonly slot: Slot
      readonly endMs: number
      readonly isGood: boolean
      readonly tookMs: number
    }[] = []
    const told = { sent: 0, most: 0, firstMs: Number.POSITIVE_INFINITY }
    for (const one of hanging) queues.offer(one)
    for (; nowMs < seconds * 1_000; nowMs += 20) {
      for (const one of running.filter(({ endMs }) => endMs <= nowMs)) {
        running.splice(running.indexOf(one), 1)
        const { slot, isGood, tookMs } = one
        queues.release(slot, { tookMs, hasCome: tookMs < TIMEOUT_MS })
        if (!isGood) continue
        told.sent += 1
        told.firstMs = Math.min(told.firstMs, nowMs - fromMs)
      }
      if (nowMs === fromMs) queues.offer(good)
      for (const slot of takeSlots(queues)) {
        const { webhookId } = slot.queue
        const before = attempts.get(webhookId) ?? 0
        attempts.set(webhookId, before + 1)
        const isGood = webhookId === good._id
        const tookMs = isGood || before % 5 < answers ? 40 : TIMEOUT_MS
        running.push({ slot, isGood, tookMs, endMs: nowMs + tookMs })
      }
      told.most = Math.max(told.most, queues.inFlight())
    }
    return told
  }

  it.each([
    ['of its own organization', 30, 'org_good', {}],
    ['of many others', 200, null, {}],
    ['of many others, more than may be attempted at once, before it begins', 400, null, { fromMs: 6_000 }],
    ['of many others, which answer now and then', 400, null, { answers: 1, fromMs: 6_000 }],
  ] as const)('leave another one nearly all that it gets alone: %s', (_, count, own, how) => {
    const names = Array.from({ length: count }, (_, n) => endpoint(`hanging${n}`, own ?? `org_${n % 20}`))
    const good = endpoint('good', 'org_good')
    const [alone, beside] = [serve([], good, how), serve(names, good, how)]
    expect(beside.firstMs).toBeLessThan(3_000)
    expect(beside.sent).toBeGreaterThan(0.9 * alone.sent)
    expect(beside.most).toBeLessThanOrEqual(256 + IN_FLIGHT_PER_ENDPOINT)
  })

  it('cost next to nothing while no slot is free for them, however many wait', () => {
    const queues = createFairQueues(64)
    const names = Array.from({ length: 2_000 }, (_, n) => endpoint(`${n}`, `org_${n % 20}`))
    const asked = new Set<string>()
    for (const one of names) queues.offer(one)
    while (asked.size < names.length)
      for (const slot of takeSlots(queues)) {
        asked.add(slot.queue.webhookId)
        queues.release(slot, { tookMs: TIMEOUT_MS, hasCome: false })
      }
    expect(takeSlots(queues)).toHaveLength(16)
    const since = performance.now()
    let served = 0
    for (const one of names) {
      queues.offer(one)
      if (queues.take() !== undefined) served += 1
    }
    expect(performance.now() - since).toBeLessThan(100)
    expect(served).toBe(0)
  })

  it('and answer again have what they had, once they have answered several times', () => {
    const queues = createFairQueues(64)
    offerKnown(queues, endpoint('a'))
    const all = takeSlots(queues)
    for (const slot of all) queues.release(slot, { tookMs: TIMEOUT_MS, hasCome: false })
    for (let answer = 1; answer <= 3; answer++) {
      const [one, ...others] = takeSlots(queues)
      expect(others).toEqual([])
      if (one !== undefined) queues.release(one, QUICKLY)
    }
    expect(takeAll(queues)).toHaveLength(IN_FLIGHT_PER_ENDPOINT)
  })

  it('and those that answer slowly share half of the slots, of which one alone has as many as any', () => {
    const queues = createFairQueues(64)
    const names = Array.from({ length: 40 }, (_, n) => endpoint(`${n}`, `org_${n % 10}`))
    for (const one of names) queues.offer(one)
    for (const slot of takeSlots(queues)) queues.release(slot, { tookMs: 1_500, hasCome: true })
    expect(takeAll(queues)).toHaveLength(32)
    const alone = createFairQueues(64)
    alone.offer(endpoint('a'))
    for (const slot of takeSlots(alone)) alone.release(slot, { tookMs: 1_500, hasCome: true })
    expect(takeAll(alone)).toHaveLength(IN_FLIGHT_PER_ENDPOINT)
  })
})
