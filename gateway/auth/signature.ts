/** The signature of a body that is signed as it is sent. */
import type { IncomingHttpHeaders } from 'node:http'

/** Of the specification, or of the Agentic Commerce Protocol; empty: there is none. */
export function signatureIn(headers: IncomingHttpHeaders): string {
  const [own, ofProtocol] = [headers['x-service-signature'], headers['merchant-signature']]
  return [own ?? ofProtocol ?? ''].flat().join()
}
