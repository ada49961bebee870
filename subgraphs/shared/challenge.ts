/**
 * Challenges that the holder of a key signs, of an address (domain 9.5) or a DID (A.11). Nothing is stored for one: its nonce
 * carries when it was issued and a MAC over what it is for, so that a flood of challenges costs nothing, and nobody can use
 * one for anything else. Single use is the caller's rule: it keeps when the last one was issued that it has taken.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { base32crockford } from '@scure/base'
import type { Clock } from './clock.ts'
import { base32 } from './ids.ts'
import type { Keys } from './secretBox.ts'

export const CHALLENGE_LIFETIME_MS = 5 * 60_000
/** How far the clock of the process that issued a challenge may be ahead. */
const SKEW_MS = 5_000
const TIME_BYTES = 6
const RANDOM_BYTES = 6
const MAC_BYTES = 16
const NONCE_FORM = /^[0-9a-hjkmnp-tv-z]{45}$/

export interface IssuedChallenge {
  readonly nonce: string
  readonly issuedAt: Date
  /** From then on it proves nothing. */
  readonly expiresAt: Date
}

export interface Challenges {
  /** @param facts what it is for */
  issue(facts: readonly string[]): IssuedChallenge
  /** Null unless it was issued here for exactly this; it may have expired. */
  find(nonce: unknown, facts: readonly string[]): IssuedChallenge | null
  /** Whether it can be answered now. */
  isOpen(challenge: IssuedChallenge): boolean
}

/** @param keys of the MAC: the present one first */
export function createChallenges(clock: Clock, keys: Keys): Challenges {
  const macOf = (facts: readonly string[], head: Uint8Array, key: Uint8Array) =>
    createHmac('sha256', key).update(head).update(JSON.stringify(facts)).digest().subarray(0, MAC_BYTES)
  const issuedAt = (nonce: string, at: Date): IssuedChallenge => ({
    ...{ nonce, issuedAt: at, expiresAt: new Date(at.getTime() + CHALLENGE_LIFETIME_MS) },
  })
  return {
    issue(facts) {
      const at = clock.now()
      const time = Buffer.alloc(TIME_BYTES)
      time.writeUIntBE(at.getTime(), 0, TIME_BYTES)
      const head = Buffer.concat([time, randomBytes(RANDOM_BYTES)])
      return issuedAt(base32(Buffer.concat([head, macOf(facts, head, keys[0])])), at)
    },
    find(nonce, facts) {
      if (typeof nonce !== 'string' || !NONCE_FORM.test(nonce)) return null
      const bytes = decoded(nonce)
      if (bytes === null) return null
      const head = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES)
      const isOurs = keys.some((key) => timingSafeEqual(bytes.subarray(head.length), macOf(facts, head, key)))
      return isOurs ? issuedAt(nonce, new Date(head.readUIntBE(0, TIME_BYTES))) : null
    },
    isOpen({ issuedAt: at, expiresAt }) {
      const now = clock.now().getTime()
      return now < expiresAt.getTime() && now >= at.getTime() - SKEW_MS
    },
  }
}

/** Null for a text whose last bits belong to no byte: no encoder writes one. */
function decoded(nonce: string): Buffer | null {
  try {
    return Buffer.from(base32crockford.decode(nonce.toUpperCase()))
  } catch {
    return null
  }
}
