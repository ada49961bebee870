// The order of batches (commit 4, fairness): no organization waits for the queue of another.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BATCH_MAX, createFairQueue, HOT_MIN, type Queued } from '../../../subgraphs/shared/commit/queue.ts'

interface Item extends Queued {
  readonly n: number
}

const item = (name: string, priority: Queued['priority'], n: number): Item => ({ orgId: `org_${name}`, priority, n })

function fill(queue: { push(one: Item): void }, name: string, priority: Queued['priority'], count: number): void {
  for (let n = 0; n < count; n++) queue.push(item(name, priority, n))
}

const orgsOf = (batch: readonly Item[]) => [...new Set(batch.map(({ orgId }) => orgId))].sort()

test('a hundred quiet organizations beside a busy one: all of them are in the next batch, without the busy one', () => {
  const queue = createFairQueue<Item>()
  fill(queue, 'hot', 'spend', 5_000)
  for (let n = 0; n < 100; n++) fill(queue, `quiet${n}`, 'spend', 1)
  const first = queue.take()
  expect(first).toHaveLength(100)
  expect(orgsOf(first)).not.toContain('org_hot')
  expect(queue.take().every(({ orgId }) => orgId === 'org_hot')).toBe(true)
})

test('while quiet ones keep arriving, the busy one gets every other batch, full', () => {
  const queue = createFairQueue<Item>()
  fill(queue, 'hot', 'spend', 10 * BATCH_MAX)
  let hot = 0
  for (let turn = 0; turn < 20; turn++) {
    for (let n = 0; n < 10; n++) fill(queue, `quiet${n}`, 'spend', 1)
    const batch = queue.take()
    if (orgsOf(batch)[0] === 'org_hot') hot += 1
    expect(batch).toHaveLength(orgsOf(batch)[0] === 'org_hot' ? BATCH_MAX : batch.length)
  }
  expect(hot).toBe(10)
  expect(queue.sizeOf('org_hot')).toBe(0)
})

test('busy ones alternate', () => {
  const queue = createFairQueue<Item>()
  for (const orgId of ['a', 'b', 'c']) fill(queue, orgId, 'spend', 1_000)
  const turns = Array.from({ length: 6 }, () => queue.take()[0]?.orgId)
  expect(turns).toEqual(['org_a', 'org_b', 'org_c', 'org_a', 'org_b', 'org_c'])
})

describe('priorities', () => {
  test('control before settle before spend, and a quarter is reserved for spends', () => {
    const queue = createFairQueue<Item>()
    fill(queue, 'a', 'spend', 500)
    fill(queue, 'a', 'settle', 500)
    fill(queue, 'a', 'control', 100)
    const batch = queue.take().map(({ priority }) => priority)
    expect(batch.slice(0, 100).every((one) => one === 'control')).toBe(true)
    expect(Object.fromEntries([...Map.groupBy(batch, (one) => one)].map(([name, all]) => [name, all.length]))).toEqual({
      control: 100,
      settle: 50,
      spend: 50,
    })
  })

  test('a stop is in the next batch, which is short however much waits', () => {
    const queue = createFairQueue<Item>()
    fill(queue, 'a', 'spend', 500)
    fill(queue, 'a', 'settle', 500)
    fill(queue, 'a', 'control', 1)
    const batch = queue.take()
    expect(batch[0]).toEqual(item('a', 'control', 0))
    expect(batch.length).toBeLessThan(40)
    expect(queue.take()).toHaveLength(BATCH_MAX)
  })

  test('not even control uses the quarter of spends', () => {
    const queue = createFairQueue<Item>()
    fill(queue, 'a', 'control', 1_000)
    fill(queue, 'a', 'spend', 1_000)
    const spends = queue.take().filter(({ priority }) => priority === 'spend')
    expect(spends).toHaveLength(BATCH_MAX / 4)
  })

  test('however much control there is, settlement of all goes on', () => {
    for (const withSpends of [true, false]) {
      const queue = createFairQueue<Item>()
      fill(queue, 'quiet', 'settle', 20)
      let settled = 0
      for (let turn = 0; turn < 4; turn++) {
        fill(queue, 'busy', 'control', BATCH_MAX)
        for (let n = 0; withSpends && n < BATCH_MAX; n++) fill(queue, `other${n}`, 'spend', 1)
        settled += queue.take().filter(({ priority }) => priority === 'settle').length
      }
      expect(settled).toBe(20)
    }
  })

  test('a freeze in a busy organization is batched with the quiet ones', () => {
    const queue = createFairQueue<Item>()
    fill(queue, 'hot', 'spend', HOT_MIN + 1)
    fill(queue, 'quiet', 'spend', 1)
    queue.push(item('hot', 'control', 0))
    expect(queue.take()).toEqual([item('hot', 'control', 0), item('quiet', 'spend', 0)])
  })
})

test('blocked organizations are skipped', () => {
  const queue = createFairQueue<Item>()
  for (const orgId of ['a', 'b']) fill(queue, orgId, 'spend', 2)
  expect(orgsOf(queue.take((orgId) => orgId === 'org_a'))).toEqual(['org_b'])
  expect(queue.take(() => true)).toEqual([])
  expect(orgsOf(queue.take())).toEqual(['org_a'])
  expect(queue.size).toBe(0)
})

test('under any sequence of calls: each item once, first in first out, never more than the bound', () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('push' as const),
      org: fc.nat(5),
      priority: fc.constantFrom('control', 'settle', 'spend'),
    }),
    fc.record({ kind: fc.constant('burst' as const), org: fc.nat(5), priority: fc.constantFrom('settle', 'spend') }),
    fc.record({ kind: fc.constant('drop' as const), which: fc.nat(1_000) }),
    fc.record({ kind: fc.constant('take' as const), held: fc.nat(6) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const queue = createFairQueue<Item>()
      const waiting: Item[] = []
      let n = 0
      const push = (org: number, priority: Queued['priority']) => {
        const one = item(`o${org}`, priority, n++)
        waiting.push(one)
        queue.push(one)
      }
      const taken = (batch: readonly Item[]) => {
        expect(batch.length).toBeLessThanOrEqual(BATCH_MAX)
        for (const one of batch) {
          const same = waiting.find(({ orgId, priority }) => orgId === one.orgId && priority === one.priority)
          expect(one).toBe(same)
          waiting.splice(waiting.indexOf(one), 1)
        }
      }
      for (const one of steps) {
        if (one.kind === 'push') push(one.org, one.priority)
        else if (one.kind === 'burst') for (let count = 0; count < 60; count++) push(one.org, one.priority)
        else if (one.kind === 'drop' && waiting.length > 0) {
          const [dropped] = waiting.splice(one.which % waiting.length, 1) as [Item]
          expect(queue.drop(dropped)).toBe(true)
          expect(queue.drop(dropped)).toBe(false)
        } else if (one.kind === 'take') {
          const batch = queue.take((orgId) => orgId === `org_o${one.held}`)
          expect(orgsOf(batch)).not.toContain(`org_o${one.held}`)
          taken(batch)
        }
        expect(queue.size).toBe(waiting.length)
        expect(queue.organizations).toBe(orgsOf(waiting).length)
      }
      while (queue.size > 0) taken(queue.take())
      expect(waiting).toEqual([])
    }),
    { numRuns: 150 },
  )
})
