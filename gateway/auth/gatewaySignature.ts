/**
 * Proof that a subgraph's caller is the gateway: one header with the Principal, bound by HMAC to the subgraph and the body,
 * good once and for ten seconds. Without it a subgraph process answers nothing, so a forged `_entities` call has no way in.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Principal } from '../../subgraphs/shared/principal.ts'

export const SIGNATURE_HEADER = 'x-gateway-principal'
const LIFETIME_MS = 10_000
/** By how much the clock of a gateway may be ahead of a subgraph's. */
const SKEW_MS = 2_000
/** Signatures of this process that are still good; only a gateway can add to them. */
const USED_MAX = 500_000

interface Claims {
  readonly principal: Principal
  readonly requestId: string
  readonly subgraph: string
  readonly bodyHash: string
  readonly expiresAtMs: number
  /** Two calls of the same content are two calls. */
  readonly nonce: string
}

export interface SignedCall {
  readonly principal: Principal
  readonly requestId: string
  readonly subgraph: string
  readonly body: string
  readonly nowMs: number
}

export function signCall(secret: string, call: SignedCall): string {
  const claims: Claims = {
    principal: call.principal,
    requestId: call.requestId,
    subgraph: call.subgraph,
    bodyHash: hashOf(call.body),
    expiresAtMs: call.nowMs + LIFETIME_MS,
    nonce: randomUUID(),
  }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${macOf(secret, payload)}`
}

export interface CallVerifier {
  /** Null for anything that a gateway did not sign for this subgraph and body just now, or that was shown before. */
  verify(header: string | undefined, body: string, nowMs: number): Pick<SignedCall, 'principal' | 'requestId'> | null
}

export function createCallVerifier(secret: string, subgraph: string): CallVerifier {
  // When each signature ends, in about the order of their ends.
  const used = new Map<string, number>()

  /** False where it was used, or where there is no room to remember that it is. */
  function use(mac: string, endsAtMs: number, nowMs: number): boolean {
    for (const [old, endedAtMs] of used) {
      if (endedAtMs > nowMs) break
      used.delete(old)
    }
    if (used.has(mac) || used.size >= USED_MAX) return false
    used.set(mac, endsAtMs)
    return true
  }

  return {
    verify(header, body, nowMs) {
      const [payload, mac, rest] = header?.split('.') ?? []
      if (payload === undefined || mac === undefined || rest !== undefined) return null
      if (!sameText(mac, macOf(secret, payload))) return null
      const claims: Claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const leftMs = claims.expiresAtMs - nowMs
      if (claims.subgraph !== subgraph || !(leftMs > 0 && leftMs <= LIFETIME_MS + SKEW_MS)) return null
      if (!sameText(claims.bodyHash, hashOf(body))) return null
      return use(mac, claims.expiresAtMs, nowMs) ? claims : null
    },
  }
}

function macOf(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url')
}

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('base64url')
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
