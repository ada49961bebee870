// Domain A.14; protocols 2.5: what is wrong with the signature of a merchant, said without helping whoever guesses.
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { flawOf, signatureRefusal } from '../../../subgraphs/commerce/services/merchantSignature.ts'

const NOW = new Date('2026-01-01T12:00:00.000Z')
const SECONDS = NOW.getTime() / 1_000
const [BODY, SECRET] = ['{"a":1}', 'mws_secret']
const macOf = (text: string, secret = SECRET) => createHmac('sha256', secret).update(text).digest('hex')
const timed = (at: number, secret = SECRET) => `t=${at},v1=${macOf(`${at}.${BODY}`, secret)}`
const flaw = (signature: string, secrets = ['mws_next', SECRET]) => flawOf(BODY, signature, secrets, NOW)

test('a right signature has none, with either of two secrets', () => {
  for (const right of [`sha256=${macOf(BODY)}`, timed(SECONDS - 300), timed(SECONDS + 300, 'mws_next')])
    expect(flaw(right)).toBeNull()
})

test('each check that fails is told apart, and a time that is too far away only of a right signature', () => {
  expect(flaw('')).toBe('missing')
  for (const other of ['sha256=00', 't=1', `v1=${macOf(BODY)}`, macOf(BODY)]) expect(flaw(other)).toBe('malformed')
  expect(flaw(`sha256=${macOf(`${BODY} `)}`)).toBe('wrong')
  for (const at of [SECONDS, SECONDS - 301]) {
    expect(flaw(timed(at, 'guessed'))).toBe('wrong')
    expect(flaw(timed(at), [])).toBe('wrong')
  }
  for (const at of [SECONDS - 301, SECONDS + 301]) expect(flaw(timed(at))).toBe('old')
})

test('the message names the header that was read, and the check', () => {
  const told = (...of: Parameters<typeof signatureRefusal>) => {
    const { message, details } = signatureRefusal(...of)
    expect(details).toEqual({ reason: 'signature_invalid', check: of[0] })
    return message
  }
  expect(told('old', timed(1), true)).toMatch(/Merchant-Signature is more than 300 seconds/)
  for (const [signature, takesOwn, header] of [
    ...([
      ['sha256=00', true, 'X-Service-Signature'] as const,
      [timed(1), true, 'Merchant-Signature'] as const,
    ] as const),
    ['sha256=00', false, 'Merchant-Signature'] as const,
  ])
    for (const one of ['malformed', 'wrong'] as const) expect(told(one, signature, takesOwn)).toContain(header)
  expect(told('missing', '', true)).toContain('X-Service-Signature or Merchant-Signature')
  expect(told('missing', '', false)).not.toContain('X-Service-Signature')
})
