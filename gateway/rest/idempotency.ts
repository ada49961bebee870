/** The Idempotency-Key header. */
import { invalidField } from '../../subgraphs/shared/errors.ts'
import { KEY_FORM } from '../../subgraphs/shared/fields.ts'

/** Raw, or quoted as a structured header string. */
export function readIdempotencyKey(header: unknown): string | null {
  if (header === undefined) return null
  const text = typeof header === 'string' ? header.trim() : ''
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)
  const key = quoted?.[1] === undefined ? text : quoted[1].replace(/\\(["\\])/g, '$1')
  if (!KEY_FORM.test(key))
    throw invalidField('Idempotency-Key', 'invalid_value', 'must be 1 to 255 printable ASCII characters')
  return key
}
