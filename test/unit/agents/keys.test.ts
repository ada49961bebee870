// Key formats: API keys with their checksum and stored form, and the did:key of the published vector.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { createApiKey, hashSecret, matchesHash, parseApiKey } from '../../../subgraphs/agents/keys/apiKey.ts'
import {
  createDidKey,
  didOfPublicKey,
  formatDidKey,
  isSignedByDid,
  parseDidKey,
} from '../../../subgraphs/agents/keys/didKey.ts'

const pepper = Buffer.alloc(32, 7)

describe('API keys', () => {
  test.each(['agent', 'test', 'live'] as const)('%s key: prefix, 256 secret bits, parses back', (kind) => {
    const key = createApiKey(kind)
    expect(key.text).toMatch(new RegExp(`^sk_${kind}_[0-9a-z]{16}_[0-9a-z]{60}$`))
    expect(parseApiKey(key.text)).toEqual(key)
    expect(createApiKey(kind).text).not.toBe(key.text)
  })

  test('one changed character anywhere is refused by the checksum', () => {
    const { text } = createApiKey('test')
    for (let at = 0; at < text.length; at++) {
      const changed = `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`
      expect(parseApiKey(changed)).toBeNull()
    }
    for (const other of ['', 'sk_test_', `${text}0`, text.toUpperCase(), ` ${text}`])
      expect(parseApiKey(other)).toBeNull()
  })

  test('the stored hash reveals nothing of the key and needs the pepper', () => {
    const { text } = createApiKey('agent')
    const hash = hashSecret(pepper, text)
    expect(hash).not.toContain(text.slice(10, 20))
    expect(matchesHash(pepper, text, hash)).toBe(true)
    expect(matchesHash(Buffer.alloc(32, 8), text, hash)).toBe(false)
    expect(matchesHash(pepper, createApiKey('agent').text, hash)).toBe(false)
    expect(matchesHash(pepper, text, '')).toBe(false)
  })
})

const multibase = (codec: readonly number[], key: Uint8Array) =>
  `z${base58.encode(Uint8Array.from([...codec, ...key]))}`

describe('did:key', () => {
  test('the published vector: private key of 32 zero bytes', () => {
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32)])
    const { x } = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })).export({
      format: 'jwk',
    })
    const publicKey = Buffer.from(x ?? '', 'base64url')
    expect(formatDidKey(publicKey)).toBe('did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp')
  })

  const zero = 'z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp'
  test.each([
    ['Ed25519', zero],
    ['secp256k1', 'zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme'],
    ['P-256', 'zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv'],
  ])('a published %s key is a DID', (_, key) => expect(didOfPublicKey(key)).toBe(`did:key:${key}`))

  test.each([
    ['nothing', ''],
    ['no base58', 'z6Mk0OIl'],
    ['another base', `m${zero.slice(1)}`],
    ['one byte less', 'z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooW'],
    ['X25519, which does not sign', 'z6LSeu9HkTHSfLLeUs2nnzUSNedgDUevfNQgQjQC23ZCit6F'],
    ['no point of its curve', multibase([0xe7, 0x01], Buffer.from(`02${'0'.repeat(63)}5`, 'hex'))],
  ])('%s is no key', (_, key) => expect(() => didOfPublicKey(key)).toThrow())

  /** RFC 8032 7.1 test 2, and RFC 6979: of secp256k1 as widely published, of P-256 in A.2.5. */
  const SIGNED = [
    [
      ...(['Ed25519', [0xed, 0x01], '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', 'r'] as const),
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      ...(['secp256k1', [0xe7, 0x01]] as const),
      ...(['0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'Satoshi Nakamoto'] as const),
      '934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5',
    ],
    [
      ...(['P-256', [0x80, 0x24]] as const),
      ...(['0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6', 'sample'] as const),
      'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
    ],
  ] as const
  test.each(SIGNED)('a published signature by %s is one, and changed it is none', (_, codec, key, message, hex) => {
    const did = didOfPublicKey(multibase(codec, Buffer.from(key, 'hex')))
    const signature = Buffer.from(hex, 'hex')
    const signs = (bytes: Uint8Array, text = message as string, by = did) =>
      isSignedByDid(by, text, Buffer.from(bytes).toString('base64url'))
    expect(signs(signature)).toBe(true)
    expect(signs(signature, `${message} `)).toBe(false)
    expect(signs(signature, message, `did:key:${zero}`)).toBe(false)
    for (const at of [0, 31, 32, 63]) {
      const changed = Buffer.from(signature)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(signs(changed)).toBe(false)
    }
    expect(signs(Buffer.alloc(64))).toBe(false)
    for (const text of ['', signature.toString('base64'), `${signature.toString('base64url')}=`, hex])
      expect(isSignedByDid(did, message, text)).toBe(false)
  })

  test('a new key is an Ed25519 did:key with its 32 byte private key', () => {
    const { did, privateKey } = createDidKey()
    expect(did).toMatch(/^did:key:z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/)
    expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32)
    expect(formatDidKey(parseDidKey(did))).toBe(did)
  })
})
