/**
 * Token buckets of this process: for what no process has to know of another, and for the reserve of emergency acts, which
 * must not depend on anything else.
 */
import { createLru, type Lru } from '../lru.ts'

interface Bucket {
  tokens: number
  atMs: number
}

export interface TokenBuckets {
  /** Tokens of this bucket now. */
  left(key: string, perMinute: number, nowMs: number): number
  /** @returns tokens that are left, below zero without enough */
  draw(key: string, perMinute: number, nowMs: number, cost: number): number
}

const MINUTE_MS = 60_000

/** @param max an evicted bucket starts full again */
export function createTokenBuckets(max: number): TokenBuckets {
  const buckets: Lru<Bucket> = createLru(max)

  function refilled(key: string, perMinute: number, nowMs: number): Bucket {
    const bucket = buckets.get(key) ?? { tokens: perMinute, atMs: nowMs }
    bucket.tokens = Math.min(perMinute, bucket.tokens + (Math.max(0, nowMs - bucket.atMs) / MINUTE_MS) * perMinute)
    bucket.atMs = nowMs
    return bucket
  }

  return {
    left: (key, perMinute, nowMs) => refilled(key, perMinute, nowMs).tokens,
    draw(key, perMinute, nowMs, cost) {
      const bucket = refilled(key, perMinute, nowMs)
      bucket.tokens -= cost
      buckets.set(key, bucket)
      return bucket.tokens
    },
  }
}
