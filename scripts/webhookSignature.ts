/** The check of `X-Service-Signature` (specification 6.1) as a receiver of webhooks does it. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** @param raw the body as it arrived, before it is parsed */
export function isSigned(raw: Buffer | string, header: string | string[] | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`)
  const received = Buffer.from(String(header))
  return received.length === expected.length && timingSafeEqual(received, expected)
}
