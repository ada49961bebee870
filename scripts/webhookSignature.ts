/** The checks of signatures as a receiver of webhooks does them. Each takes the body as it arrived, before it is parsed. */
import { createHmac, timingSafeEqual } from 'node:crypto'

type Header = string | string[] | undefined

/** How long a signature that tells its time is good, before and after. */
const SIGNED_FOR_MS = 300_000

/** `X-Service-Signature` (specification 6.1). */
export function isSigned(raw: Buffer | string, header: Header, secret: string): boolean {
  return isSame(String(header), `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`)
}

/** `Merchant-Signature` of the Agentic Commerce Protocol. */
export function isMerchantSigned(raw: Buffer | string, header: Header, secret: string, now: Date): boolean {
  const [, seconds = ''] = /^t=(\d{1,12}),/.exec(String(header)) ?? []
  const mac = createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest('hex')
  const isFresh = Math.abs(Number(seconds) * 1000 - now.getTime()) <= SIGNED_FOR_MS
  return isSame(String(header), `t=${seconds},v1=${mac}`) && isFresh
}

function isSame(received: string, expected: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
