/** Ed25519 keys and their did:key identifiers (protocols 9), which encode the public key and need no registry. */
import { generateKeyPairSync } from 'node:crypto'
import { base58 } from '@scure/base'

/** Multicodec of an Ed25519 public key, and the multibase letter of base58btc. */
const ED25519 = [0xed, 0x01] as const
const BASE58BTC = 'z'

export interface DidKey {
  readonly did: string
  /** 32 bytes, base64url: to be sealed at once. */
  readonly privateKey: string
}

export function createDidKey(): DidKey {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  if (x === undefined || d === undefined) throw new Error('an Ed25519 key has no x or d')
  return { did: formatDidKey(Buffer.from(x, 'base64url')), privateKey: d }
}

/** `did:key:z6Mk…` of a 32 byte Ed25519 public key. */
export function formatDidKey(publicKey: Uint8Array): string {
  return `did:key:${BASE58BTC}${base58.encode(Uint8Array.from([...ED25519, ...publicKey]))}`
}

/** The 32 byte Ed25519 public key that a did:key encodes. */
export function parseDidKey(did: string): Uint8Array {
  const bytes = did.startsWith(`did:key:${BASE58BTC}`) ? base58.decode(did.slice(9)) : new Uint8Array()
  if (bytes.length !== 34 || bytes[0] !== ED25519[0] || bytes[1] !== ED25519[1])
    throw new Error('not the did:key of an Ed25519 key')
  return bytes.subarray(2)
}
