/** What cannot be followed is left alone for longer and longer, and a bank only once it has not answered for several rows. */
import { expect, test } from 'vitest'
import { createTrouble } from '../../../subgraphs/treasury/workers/trouble.ts'

function openTrouble() {
  let now = 0
  const trouble = createTrouble(() => now)
  return { trouble, wait: (ms: number) => (now += ms) }
}

test('a row that fails again and again is tried at growing intervals, and told of the first time', () => {
  const { trouble, wait } = openTrouble()
  const told: boolean[] = []
  const tried: number[] = []
  for (let second = 0; second < 3_600; second++, wait(1_000))
    if (!trouble.isPaused('tpay_bad')) {
      tried.push(second)
      told.push(trouble.failed('tpay_bad'))
    }
  expect(tried.slice(0, 6)).toEqual([0, 1, 3, 7, 15, 31])
  expect(Math.max(...tried.slice(1).map((second, index) => second - (tried[index] ?? 0)))).toBe(300)
  expect(told.filter(Boolean)).toHaveLength(1)
  expect(trouble.isPaused('tpay_good')).toBe(false)
  trouble.succeeded('tpay_bad', 'test')
  expect(trouble.failed('tpay_bad')).toBe(true)
})

test('one row that the bank does not answer for is no bank that is down; several in a row are', () => {
  const { trouble, wait } = openTrouble()
  for (let again = 0; again < 10; again++) {
    trouble.unanswered('live')
    trouble.succeeded('tpay_good', 'live')
  }
  expect(trouble.isDown('live')).toBe(false)
  for (let row = 0; row < 3; row++) trouble.unanswered('live')
  expect([trouble.isDown('live'), trouble.isDown('test')]).toEqual([true, false])
  wait(10_001)
  expect(trouble.isDown('live')).toBe(false)
})
