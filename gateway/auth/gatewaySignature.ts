/**
 * Authenticates the gateway to subgraph processes: one header with the Principal, bound by HMAC to the subgraph and the body,
 * valid once and for ten seconds. Calls without it are refused, forged `_entities` calls among them.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Principal } from '../../subgraphs/shared/principal.ts'

export const SIGNATURE_HEADER = 'x-gateway-principal'
const LIFETIME_MS = 10_000
/** How far a gateway's clock may be ahead of a subgraph's. */
const SKEW_MS = 2_000
/** Bound on remembered signatures; only a gateway can add to them. */
const USED_MAX = 500_000

interface Claims {
  readonly principal: Principal
  readonly requestId: string
  /** From where the caller called; absent in calls of earlier versions. */
  readonly address?: string | undefined
  readonly subgraph: string
  readonly bodyHash: string
  readonly expiresAtMs: number
  /** Makes the signatures of identical calls differ. */
  readonly nonce: string
}

export interface SignedCall {
  readonly principal: Principal
  readonly requestId: string
  readonly address?: string | undefined
  readonly subgraph: string
  readonly body: string
  readonly nowMs: number
}

export function signCall(secret: string, call: SignedCall): string {
  const claims: Claims = {
    principal: call.principal,
    requestId: call.requestId,
    address: call.address,
    subgraph: call.subgraph,
    bodyHash: hashOf(call.body),
    expiresAtMs: call.nowMs + LIFETIME_MS,
    nonce: randomUUID(),
  }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${macOf(secret, payload)}`
}

export interface CallVerifier {
  /** Null unless a gateway signed exactly this call recently, and for a signature that was used before. */
  verify(
    header: string | undefined,
    body: string,
    nowMs: number,
  ): Pick<Claims, 'principal' | 'requestId' | 'address' | 'expiresAtMs'> | null
}

export function createCallVerifier(secret: string, subgraph: string): CallVerifier {
  // Signature -> expiry, roughly in order of expiry.
  const used = new Map<string, number>()

  /** False when it was used before, or when there is no room to remember it. */
  function use(mac: string, expiresAtMs: number, nowMs: number): boolean {
    for (const [old, oldExpiresAtMs] of used) {
      if (oldExpiresAtMs > nowMs) break
      used.delete(old)
    }
    if (used.has(mac) || used.size >= USED_MAX) return false
    used.set(mac, expiresAtMs)
    return true
  }

  return {
    verify(header, body, nowMs) {
      const [payload, mac, rest] = header?.split('.') ?? []
      if (payload === undefined || mac === undefined || rest !== undefined) return null
      if (!isSameText(mac, macOf(secret, payload))) return null
      const claims: Claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const leftMs = claims.expiresAtMs - nowMs
      if (claims.subgraph !== subgraph || !(leftMs > 0 && leftMs <= LIFETIME_MS + SKEW_MS)) return null
      if (!isSameText(claims.bodyHash, hashOf(body))) return null
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

function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
