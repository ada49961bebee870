/** The signature of what a merchant tells. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../../shared/errors.ts'

/** A signature that tells its time is good for so long, before and after. */
const SIGNED_FOR_MS = 300_000

const TIMED = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i

/** Whether it is of the form that tells its time. */
export const tellsTime = (signature: string): boolean => TIMED.test(signature)

/** What is wrong with a signature; `old`: it is right, and its time is too far away. */
export type Flaw = 'missing' | 'malformed' | 'wrong' | 'old'

/**
 * `sha256=` and the HMAC of the body, as events that go out are signed; or with a time, `t=` seconds, `v1=` and the HMAC of time,
 * point and body. Repeating either repeats an event, which does nothing. Nothing is said of the time of a signature that is not
 * right: whoever guesses learns nothing by it.
 */
export function flawOf(payload: string, signature: string, secrets: readonly string[], now: Date): Flaw | null {
  if (signature === '') return 'missing'
  const isRight = (mac: string, text: string) => secrets.some((secret) => isSame(mac, macOf(text, secret)))
  const [, plain] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? []
  if (plain !== undefined) return isRight(plain, payload) ? null : 'wrong'
  const timed = TIMED.exec(signature)
  if (timed === null) return 'malformed'
  const [, seconds = '', mac = ''] = timed
  if (!isRight(mac.toLowerCase(), `${seconds}.${payload}`)) return 'wrong'
  return Math.abs(Number(seconds) * 1000 - now.getTime()) <= SIGNED_FOR_MS ? null : 'old'
}

const [OWN, OF_PROTOCOL] = ['X-Service-Signature', 'Merchant-Signature'] as const
const FORMS = { [OWN]: 'sha256=<64 hex digits>', [OF_PROTOCOL]: 't=<seconds>,v1=<64 hex digits>' } as const

/** @param takesOwn whether the header of the service's own form is read there */
export function signatureRefusal(flaw: Flaw, signature: string, takesOwn: boolean): DomainError {
  const header = takesOwn && !/^t=|v1=/.test(signature) ? OWN : OF_PROTOCOL
  const messages = {
    missing: `There is no signature. Sign the body as it is sent, in ${takesOwn ? `${OWN} or ` : ''}${OF_PROTOCOL}; or send it unsigned, with the merchant's key in X-API-Key.`,
    malformed: `The signature has not the form of ${header}: ${FORMS[header]}.`,
    wrong: `The signature in ${header} is not that of this body with the secret of the merchant. Sign the body as it is sent, byte by byte.`,
    old: `The time t in ${OF_PROTOCOL} is more than ${SIGNED_FOR_MS / 1_000} seconds away from now. Sign the body again.`,
  } as const
  return new DomainError('authentication_error', messages[flaw], { reason: 'signature_invalid', check: flaw })
}

const macOf = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex')

const isSame = (given: string, wanted: string): boolean => timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
