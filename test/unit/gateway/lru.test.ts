// The bounded cache: what was used last stays, and what callers bring cannot make it grow.
import { expect, test } from 'vitest'
import { createLru } from '../../../gateway/lru.ts'

test('keeps as many as its size that were used last, and twice as many at most', () => {
  const cache = createLru<number>(100)
  for (let n = 0; n < 1_000; n++) {
    cache.set(String(n), n)
    expect(cache.get('0')).toBe(0)
  }
  const kept = Array.from({ length: 1_000 }, (_, n) => 999 - n).filter((n) => cache.get(String(n)) !== undefined)
  expect(kept.filter((n) => n > 900)).toHaveLength(99)
  expect(kept.length).toBeLessThanOrEqual(200)
})

test('a value that is set again replaces the one before, and clearing leaves none', () => {
  const cache = createLru<number>(2)
  for (const value of [1, 2, 3]) for (const key of ['a', 'b']) cache.set(key, value)
  expect([cache.get('a'), cache.get('b')]).toEqual([3, 3])
  cache.clear()
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined])
})
