// Key formats: API keys with their checksum and stored form, and the did:key of the published vector.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createApiKey, hashSecret, matchesHash, parseApiKey } from '../../../subgraphs/agents/keys/apiKey.ts'
import { createDidKey, formatDidKey } from '../../../subgraphs/agents/keys/didKey.ts'

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

describe('did:key', () => {
  test('the published vector: private key of 32 zero bytes', () => {
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32)])
    const { x } = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })).export({
      format: 'jwk',
    })
    const publicKey = Buffer.from(x ?? '', 'base64url')
    expect(formatDidKey(publicKey)).toBe('did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp')
  })

  test('a new key is an Ed25519 did:key with its 32 byte private key', () => {
    const { did, privateKey } = createDidKey()
    expect(did).toMatch(/^did:key:z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/)
    expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32)
  })
})
