// Domain 4.1: an attestation counts with a signature of a trusted issuer, for this service, about the agent's DID, while it
// lasts, and for at most 90 days. Everything else is refused by name, and nothing that it names is fetched.
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { parseAttestationIssuers } from '../../../gateway/attestationIssuers.ts'
import { createAttestationVerifier } from '../../../subgraphs/agents/keys/attestation.ts'

const ISSUER = 'https://attester.example'
const SERVICE = 'https://service.example'
const DID = 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp'
const NOW = new Date('2026-11-23T12:00:00.000Z')
const DAY = 86_400
const at = NOW.getTime() / 1_000

let own: Awaited<ReturnType<typeof generateKeyPair>>
let other: typeof own
let configured: string
beforeAll(async () => {
  own = await generateKeyPair('EdDSA', { extractable: true })
  other = await generateKeyPair('EdDSA', { extractable: true })
  const key = { ...(await exportJWK(own.publicKey)), kid: 'k1' }
  configured = JSON.stringify([{ issuer: ISSUER, jwks: { keys: [key] } }])
})

const verify = (text: unknown, now = NOW) =>
  createAttestationVerifier(parseAttestationIssuers(configured) ?? [], SERVICE)(text, { did: DID, now })

const claims = { iss: ISSUER, aud: SERVICE, sub: DID, jti: 'att_1', iat: at, exp: at + 90 * DAY }
const sign = (more: object = {}, header: object = {}, key = own.privateKey) =>
  new SignJWT({ ...claims, ...more })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'kya+JWT', kid: 'k1', ...header })
    .sign(key, { crit: { 'urn:x': true } })

const codeOf = async (text: unknown, now = NOW): Promise<string> => {
  const error = await verify(text, now).then(
    () => ({ details: { fields: [{ code: 'taken' }] } }),
    (refusal: { details: { fields: { code: string }[] } }) => refusal,
  )
  return error.details.fields[0]?.code ?? 'none'
}

test('a good one is taken, with its end', async () => {
  expect(await verify(await sign())).toEqual({
    ...{ issuer: ISSUER, id: 'att_1', expiresAt: new Date(NOW.getTime() + 90 * DAY * 1_000) },
  })
})

test.each([
  ['another key', 'signature_invalid', {}, {}, 'other'],
  ['an unknown key id', 'signature_invalid', {}, { kid: 'k2' }],
  ['an unknown critical header', 'signature_invalid', {}, { crit: ['urn:x'], 'urn:x': 1 }],
  ['another type', 'wrong_type', {}, { typ: 'at+jwt' }],
  ['no type', 'wrong_type', {}, { typ: undefined }],
  ['another issuer', 'untrusted_issuer', { iss: 'https://evil.example' }],
  ['no issuer', 'untrusted_issuer', { iss: undefined }],
  ['another audience', 'wrong_audience', { aud: 'https://other.example' }],
  ['another DID', 'wrong_subject', { sub: 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' }],
  ['no id', 'invalid_claim', { jti: undefined }],
  ['no end', 'invalid_claim', { exp: undefined }],
  ['an end that is over', 'expired', { iat: at - DAY, exp: at }],
  ['a life of more than 90 days', 'too_long_valid', { exp: at + 90 * DAY + 1 }],
  ['an issue in the future', 'invalid_claim', { iat: at + 60, exp: at + DAY }],
  ['a beginning in the future', 'invalid_claim', { nbf: at + 60 }],
] as const)('%s: %s', async (_, code, more, header: object = {}, by: string = 'own') => {
  expect(await codeOf(await sign(more, header, by === 'other' ? other.privateKey : own.privateKey))).toBe(code)
})

test('what is not signed, or with a key that it brings itself, proves nothing', async () => {
  const [header, payload, signature] = (await sign()).split('.')
  const unsigned = new UnsecuredJWT(claims).encode()
  const jwk = await exportJWK(other.publicKey)
  const forged = [
    ...[unsigned, `${header}.${payload}.`, `${header}.${payload}`, `${header}.${payload}.${signature?.slice(2)}`],
    ...[await sign({}, { jwk, kid: undefined }, other.privateKey), await sign({}, { jku: ISSUER }, other.privateKey)],
  ]
  for (const text of forged) expect(['signature_invalid', 'malformed', 'wrong_type']).toContain(await codeOf(text))
  for (const text of ['', 'x', 'a.b.c', 1, null, {}, 'x'.repeat(20_000)])
    expect(['required', 'malformed', 'too_long', 'untrusted_issuer']).toContain(await codeOf(text))
})

test('a configuration with a private key, or in another form, is none', async () => {
  const secret = JSON.stringify([{ issuer: ISSUER, jwks: { keys: [await exportJWK(own.privateKey)] } }])
  for (const text of [secret, '{}', 'x', '[{"issuer":"a","jwks":{"keys":[]}}]', '[{"issuer":"a"}]'])
    expect(parseAttestationIssuers(text)).toBeNull()
  expect(parseAttestationIssuers('')).toEqual([])
})
