/**
 * Proof that a subgraph's caller is the gateway: one header with the Principal, bound by HMAC to the subgraph, the body and
 * a minute. Without it a subgraph process answers nothing, so a forged `_entities` call has no way in.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Principal } from '../../subgraphs/shared/principal.ts'

export const SIGNATURE_HEADER = 'x-gateway-principal'
const LIFETIME_MS = 60_000

interface Claims {
  readonly principal: Principal
  readonly requestId: string
  readonly subgraph: string
  readonly bodyHash: string
  readonly expiresAtMs: number
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
  }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${macOf(secret, payload)}`
}

/** Null for anything that this gateway did not sign for this subgraph, body and minute. */
export function verifyCall(
  secret: string,
  header: string | undefined,
  expected: { readonly subgraph: string; readonly body: string; readonly nowMs: number },
): { readonly principal: Principal; readonly requestId: string } | null {
  const [payload, mac, rest] = header?.split('.') ?? []
  if (payload === undefined || mac === undefined || rest !== undefined) return null
  if (!sameText(mac, macOf(secret, payload))) return null
  const claims: Claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (claims.subgraph !== expected.subgraph || claims.expiresAtMs <= expected.nowMs) return null
  return sameText(claims.bodyHash, hashOf(expected.body)) ? claims : null
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
