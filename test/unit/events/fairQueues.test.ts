// Fairness of deliveries without a database: turns, caps for each endpoint and organization, and no lost offer.
import { describe, expect, it } from 'vitest'
import { createFairQueues, IN_FLIGHT_PER_ENDPOINT } from '../../../subgraphs/events/workers/fairQueues.ts'
import type { OrgId } from '../../../subgraphs/shared/ids.ts'

const endpoint = (name: string, orgId: OrgId = `org_${name}`) => ({ _id: `whk_${name}` as const, orgId })

/** Takes and at once finishes claiming, with something found. */
function takeAll(queues: ReturnType<typeof createFairQueues>): string[] {
  const taken: string[] = []
  for (let queue = queues.take(); queue !== undefined; queue = queues.take()) {
    queue.claiming = false
    taken.push(queue.webhookId)
  }
  return taken
}

describe('fair queues', () => {
  it('serve endpoints in turn and no endpoint more than four times at once', () => {
    const queues = createFairQueues(64)
    queues.offer(endpoint('a'))
    queues.offer(endpoint('b'))
    expect(takeAll(queues)).toEqual(['whk_a', 'whk_b', 'whk_a', 'whk_b', 'whk_a', 'whk_b', 'whk_a', 'whk_b'])
    expect(queues.inFlight()).toBe(2 * IN_FLIGHT_PER_ENDPOINT)
  })

  it('leave three quarters of the slots to other organizations', () => {
    const queues = createFairQueues(32)
    for (let i = 0; i < 20; i++) queues.offer(endpoint(`greedy${i}`, 'org_greedy'))
    expect(takeAll(queues)).toHaveLength(8)
    queues.offer(endpoint('other'))
    expect(takeAll(queues)).toEqual(['whk_other', 'whk_other', 'whk_other', 'whk_other'])
  })

  it('give the next free slot to the organization with the fewest, however many endpoints others have in line', () => {
    const queues = createFairQueues(32)
    for (const name of ['a', 'b', 'c', 'd'])
      for (let i = 0; i < 20; i++) queues.offer(endpoint(`${name}${i}`, `org_${name}`))
    const first = queues.take()
    if (first === undefined) throw new Error('nothing to take')
    first.claiming = false
    expect(takeAll(queues)).toHaveLength(31)
    queues.offer(endpoint('other'))
    queues.release(first)
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
    expect(queues.take()?.webhookId).toBe('whk_a')
    expect(queues.take()).toBeUndefined()
  })

  it('remove an empty endpoint, but not what was offered in the meantime', () => {
    const queues = createFairQueues(64)
    queues.offer(endpoint('a'))
    const first = queues.take()
    if (first === undefined) throw new Error('nothing to take')
    const { offers } = first
    queues.offer(endpoint('a'))
    first.exhausted = offers
    first.claiming = false
    queues.release(first)
    const second = queues.take()
    expect(second?.webhookId).toBe('whk_a')
    if (second === undefined) return
    second.exhausted = second.offers
    second.claiming = false
    queues.release(second)
    expect(queues.take()).toBeUndefined()
    expect(queues.inFlight()).toBe(0)
  })
})
