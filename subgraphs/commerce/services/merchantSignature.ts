/** The signature of what a merchant tells. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signature that tells its time is good for so long, before and after. */
const SIGNED_FOR_MS = 300_000

const TIMED = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i

/** Whether it is of the form that tells its time. */
export const tellsTime = (signature: string): boolean => TIMED.test(signature)

/**
 * `sha256=` and the HMAC of the body, as events that go out are signed; or with a time, `t=` seconds, `v1=` and the HMAC of time,
 * point and body. Repeating either repeats an event, which does nothing.
 */
export function isSigned(payload: string, signature: string, secret: string, now: Date): boolean {
  const [, plain] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? []
  if (plain !== undefined) return isSame(plain, macOf(payload, secret))
  const timed = TIMED.exec(signature)
  if (timed === null) return false
  const [, seconds = '', mac = ''] = timed
  const isFresh = Math.abs(Number(seconds) * 1000 - now.getTime()) <= SIGNED_FOR_MS
  return isSame(mac.toLowerCase(), macOf(`${seconds}.${payload}`, secret)) && isFresh
}

const macOf = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex')

const isSame = (given: string, wanted: string): boolean => timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
