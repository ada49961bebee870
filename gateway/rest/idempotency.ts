/** The Idempotency-Key header. */
import { invalidField } from '../../subgraphs/shared/errors.ts'

/** Raw, or quoted as a structured header string. */
export function readIdempotencyKey(header: unknown): string | null {
  if (header === undefined) return null
  const text = typeof header === 'string' ? header.trim() : ''
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)
  const key = quoted?.[1] === undefined ? text : quoted[1].replace(/\\(["\\])/g, '$1')
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw invalidField('Idempotency-Key', 'invalid_value', 'must be 1 to 255 printable ASCII characters')
  return key
}
