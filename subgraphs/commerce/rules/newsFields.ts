/** The fields of what merchants tell. Pure. */
import { DomainError, invalidField } from '../../shared/errors.ts'
import { LIST_MAX } from '../../shared/fields.ts'

export const EVENT_ID_MAX = 255
const TEXT_MAX = 200

export type Fields = Readonly<Record<string, unknown>>

export function parseJson(payload: string, lengthMax: number): unknown {
  if (payload.length > lengthMax) throw invalidField('body', 'too_long', `must have at most ${lengthMax} characters.`)
  try {
    return JSON.parse(payload)
  } catch {
    throw new DomainError('invalid_request', 'The body is not JSON.', { reason: 'malformed_json' })
  }
}

export function objectIn(path: string, value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw invalidField(path, 'invalid_type', 'must be an object.')
}

export function textIn(path: string, value: unknown, lengthMax = TEXT_MAX): string {
  const isText = typeof value === 'string' && value !== '' && value.length <= lengthMax && value.isWellFormed()
  if (isText && !/\p{Cc}/u.test(value)) return value
  throw invalidField(path, 'invalid_value', `must be text of 1 to ${lengthMax} characters without control characters.`)
}

/** Nothing is none. */
export function listIn(path: string, value: unknown): readonly unknown[] {
  if (value == null) return []
  if (!Array.isArray(value)) throw invalidField(path, 'invalid_type', 'must be a list.')
  if (value.length > LIST_MAX) throw invalidField(path, 'too_long', `must have at most ${LIST_MAX} items.`)
  return value
}

export const optionalIn = (path: string, value: unknown): string | null => (value == null ? null : textIn(path, value))
