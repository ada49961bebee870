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
  /**
   * The same text sealed with the present master key; null when it is already.
   * @throws Error as `open`
   */
  renew(sealed: string, aad: string): string | null
}

const VERSION = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * @param masterKey 32 bytes
 * @param purpose separates the keys of different uses of one master key
 * @param formerKeys master keys that still open what they have sealed, while it is sealed anew
 */
export function createSecretBox(
  masterKey: Uint8Array,
  purpose: string,
  formerKeys: readonly Uint8Array[] = [],
): SecretBox {
  const [key, ...former] = deriveKeys([masterKey, ...formerKeys], `secret-box:${purpose}`)
  const seal = (content: Uint8Array, aad: string) => `${VERSION}.${sealBytes(key, content, aad).toString('base64url')}`
  return {
    seal: (text, aad) => seal(Buffer.from(text, 'utf8'), aad),
    open: (sealed, aad) => openWithAny([key, ...former], bytesOf(sealed), aad).content.toString('utf8'),
    renew(sealed, aad) {
      const { content, index } = openWithAny([key, ...former], bytesOf(sealed), aad)
      return index === 0 ? null : seal(content, aad)
    },
  }
}

function bytesOf(sealed: string): Buffer {
  const [version, body] = sealed.split('.')
  if (version !== VERSION || body === undefined) throw new Error('not a sealed text of this service')
  return Buffer.from(body, 'base64url')
}

export type Keys = readonly [Uint8Array, ...Uint8Array[]]

/** One key for one use from each master key. */
export function deriveKeys(masterKeys: Keys, use: string): Keys {
  for (const one of masterKeys) invariant(one.length === 32, 'a master key has 32 bytes')
  return masterKeys.map((one) => new Uint8Array(hkdfSync('sha256', one, new Uint8Array(0), use, 32))) as unknown as Keys
}

/**
 * Tells keys apart without telling anything about them: processes compare it.
 * @returns 16 hexadecimal digits
 */
export function masterKeyId(masterKey: Uint8Array): string {
  return Buffer.from(deriveKeys([masterKey], 'key-id')[0])
    .toString('hex')
    .slice(0, 16)
}

/**
 * @returns the content, and which of the keys opened it
 * @throws Error when none does
 */
export function openWithAny(keys: Keys, sealed: Uint8Array, aad: string): { content: Buffer; index: number } {
  for (const [index, key] of keys.entries()) {
    try {
      return { content: openBytes(key, sealed, aad), index }
    } catch (error) {
      if (index === keys.length - 1) throw error
    }
  }
  throw new Error('there is no key')
}

/** iv, ciphertext and tag in one. */
export function sealBytes(key: Uint8Array, content: Uint8Array, aad: string): Buffer {
  const iv = newIv()
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(aad, 'utf8'))
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

let random = Buffer.alloc(0)

/** Cut from random bytes of which none is used twice: asking for a few each time costs more than the rest of sealing. */
function newIv(): Buffer {
  if (random.length < IV_BYTES) random = randomBytes(256 * IV_BYTES)
  const iv = random.subarray(0, IV_BYTES)
  random = random.subarray(IV_BYTES)
  return iv
}

export function openBytes(key: Uint8Array, sealed: Uint8Array, aad: string): Buffer {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new Error('sealed bytes are cut off')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(aad, 'utf8'))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES)), decipher.final()])
}
