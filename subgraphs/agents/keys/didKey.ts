/**
 * did:key identifiers (protocols 9), which encode a public key and need no registry. The service makes Ed25519 keys; an agent
 * that holds its key itself may have one on secp256k1 or P-256 too.
 */
import { createPublicKey, ECDH, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { base58 } from '@scure/base'

/** Multibase letter of base58btc. */
const BASE58BTC = 'z'
const DID_KEY = 'did:key:'
const SIGNATURE_BYTES = 64

interface KeyType {
  /** Of a public key, as a varint. */
  readonly multicodec: readonly [number, number]
  /** Of the encoded public key: of a curve over a prime field its x, behind a byte for the sign of y. */
  readonly bytes: number
  readonly toKey: (encoded: Uint8Array) => KeyObject
  /** As in JWS: of ECDSA r and s, over SHA-256. */
  readonly hash: 'sha256' | null
}

const ED25519: KeyType = {
  ...{ multicodec: [0xed, 0x01], bytes: 32, hash: null },
  toKey: (encoded) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base64url(encoded) }, format: 'jwk' }),
}
const KEY_TYPES: readonly KeyType[] = [
  ED25519,
  { multicodec: [0xe7, 0x01], bytes: 33, hash: 'sha256', toKey: onCurve('secp256k1', 'secp256k1') },
  { multicodec: [0x80, 0x24], bytes: 33, hash: 'sha256', toKey: onCurve('prime256v1', 'P-256') },
]

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
  return `${DID_KEY}${BASE58BTC}${base58.encode(Uint8Array.from([...ED25519.multicodec, ...publicKey]))}`
}

/** The 32 byte Ed25519 public key that a did:key encodes. */
export function parseDidKey(did: string): Uint8Array {
  const { type, encoded } = parseMultibase(did.replace(DID_KEY, ''))
  if (type !== ED25519) throw new Error('not the did:key of an Ed25519 key')
  return encoded
}

/**
 * @param publicKeyMultibase what follows `did:key:` in a DID
 * @throws Error unless it is a key of a type that is taken here
 */
export function didOfPublicKey(publicKeyMultibase: string): string {
  const { type, encoded } = parseMultibase(publicKeyMultibase)
  type.toKey(encoded)
  return `${DID_KEY}${publicKeyMultibase}`
}

/** @param signature 64 bytes, base64url */
export function isSignedByDid(did: string, message: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  // One text for each signature: what decodes in other ways too is none.
  if (bytes.length !== SIGNATURE_BYTES || base64url(bytes) !== signature) return false
  const { type, encoded } = parseMultibase(did.replace(DID_KEY, ''))
  const key = type.toKey(encoded)
  return verify(type.hash, Buffer.from(message, 'utf8'), { key, dsaEncoding: 'ieee-p1363' }, bytes)
}

function parseMultibase(text: string): { readonly type: KeyType; readonly encoded: Uint8Array } {
  const bytes = text.startsWith(BASE58BTC) ? base58.decode(text.slice(1)) : new Uint8Array()
  const type = KEY_TYPES.find(({ multicodec: [a, b], bytes: length }) => {
    return bytes[0] === a && bytes[1] === b && bytes.length === length + 2
  })
  if (type === undefined) throw new Error('not a public key of a known type in base58btc')
  return { type, encoded: bytes.subarray(2) }
}

function onCurve(name: string, crv: string) {
  return (encoded: Uint8Array): KeyObject => {
    // Throws for what is no point of the curve.
    const point = ECDH.convertKey(encoded, name, undefined, undefined, 'uncompressed') as Buffer
    const [x, y] = [base64url(point.subarray(1, 33)), base64url(point.subarray(33))]
    return createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' })
  }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
