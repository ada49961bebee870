/**
 * Seals small secrets at rest (wallet keys, webhook secrets): AES-256-GCM under a key derived from the master key for
 * one purpose, bound to the record they belong to, so that a sealed text cannot be opened in another record.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { invariant } from './errors.ts'

export interface SecretBox {
  /** @param aad names the record; opening needs the same text */
  seal(text: string, aad: string): string
  /** @throws Error when the text was changed, belongs to another record or another master key */
  open(sealed: string, aad: string): string
}

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * @param masterKey 32 bytes
 * @param purpose separates the keys of different uses of one master key
 */
export function createSecretBox(masterKey: Uint8Array, purpose: string): SecretBox {
  invariant(masterKey.length === 32, 'the master key has 32 bytes')
  const key = new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), `secret-box:${purpose}`, 32))
  return {
    seal: (text, aad) => `${VERSION}.${sealBytes(key, Buffer.from(text, 'utf8'), aad).toString('base64url')}`,
    open(sealed, aad) {
      const [version, body] = sealed.split('.')
      if (version !== VERSION || body === undefined) throw new Error('not a sealed text of this service')
      return openBytes(key, Buffer.from(body, 'base64url'), aad).toString('utf8')
    },
  }
}

/** iv, ciphertext and tag in one. */
export function sealBytes(key: Uint8Array, content: Uint8Array, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(aad, 'utf8'))
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

export function openBytes(key: Uint8Array, sealed: Uint8Array, aad: string): Buffer {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new Error('sealed bytes are cut off')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(aad, 'utf8'))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES)), decipher.final()])
}
