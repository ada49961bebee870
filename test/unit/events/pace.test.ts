// What one event sets off in thousands of subscriptions: a few go on in each turn of the event loop, the owners in turn.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPace } from '../../../subgraphs/events/pace.ts'

test('of many a few go on in each turn, and all of them in the end', async () => {
  const pace = createPace(16)
  let done = 0
  const all = Array.from({ length: 1_000 }, () => pace('org_1').then(() => (done += 1)))
  expect(done).toBe(0)
  for (let turn = 0; done < 1_000; turn++) {
    const before = done
    await nextTurn()
    expect(done - before).toBeLessThanOrEqual(16)
    expect(turn).toBeLessThan(70)
  }
  await Promise.all(all)
})

test('an owner with one waits for no other with many', async () => {
  const pace = createPace(4)
  const order: string[] = []
  const note = (owner: string) => pace(owner).then(() => order.push(owner))
  await Promise.all([...Array.from({ length: 100 }, () => note('many')), note('one'), note('other')])
  expect(order.slice(0, 4).toSorted()).toEqual(['many', 'many', 'one', 'other'])
  expect(order).toHaveLength(102)
})

test('who comes when nobody waits any more goes on too', async () => {
  const pace = createPace(2)
  await pace('one')
  await Promise.all([pace('one'), pace('one'), pace('one')])
})
