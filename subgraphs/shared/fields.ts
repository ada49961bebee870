/**
 * Parsers of the free fields that several resources have (names, descriptions, metadata). Each refuses with the wire
 * name of the field, so that a caller sees which one is wrong.
 */
import { DomainError, type FieldProblem, invalidField } from './errors.ts'

export type Metadata = Readonly<Record<string, unknown>>

/** Of what a person writes to explain an act: a reason, a resolution. */
export const REASON_LENGTH_MAX = 500
const METADATA_KEYS_MAX = 50
const METADATA_BYTES_MAX = 16 * 1024
const METADATA_KEY_LENGTH_MAX = 64
const METADATA_DEPTH_MAX = 8

interface TextBounds {
  readonly path: string
  readonly lengthMax: number
}

/** Text of 1 to `lengthMax` characters after trimming, without control characters. */
export function parseText(value: unknown, { path, lengthMax }: TextBounds): string {
  if (value === undefined || value === null) throw invalidField(path, 'required', 'is required.')
  if (typeof value !== 'string') throw invalidField(path, 'not_text', 'must be text.')
  const text = value.trim()
  if (text === '') throw invalidField(path, 'required', 'must not be empty.')
  if (text.length > lengthMax) throw invalidField(path, 'too_long', `must have at most ${lengthMax} characters.`)
  // Line breaks and tabs are fine in a description; other control characters only hide something in a log or terminal.
  if (/[^\P{Cc}\n\r\t]/u.test(text)) throw invalidField(path, 'control_character', 'must not hold control characters.')
  return text
}

/** As `parseText`; absent, null and empty are null. */
export function parseOptionalText(value: unknown, bounds: TextBounds): string | null {
  if (value === undefined || value === null || value === '') return null
  return parseText(value, bounds)
}

/** At most 50 keys and 16 KiB of JSON, all of it plain data; null when absent. */
export function parseMetadata(value: unknown, path = 'metadata'): Metadata | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidField(path, 'not_object', 'must be an object.')
  const keys = Object.keys(value)
  if (keys.length > METADATA_KEYS_MAX)
    throw invalidField(path, 'too_many_keys', `must have at most ${METADATA_KEYS_MAX} keys.`)
  // Size and depth first, so that a hostile value reaches neither the checks of each key nor any recursion.
  if (!isSmall(value)) throw tooLarge(path)
  if (!isShallow(value, METADATA_DEPTH_MAX))
    throw invalidField(path, 'too_deep', `must be nested at most ${METADATA_DEPTH_MAX} deep.`)
  if (keys.some((key) => key === '' || key.length > METADATA_KEY_LENGTH_MAX))
    throw invalidField(path, 'invalid_key', `keys must have 1 to ${METADATA_KEY_LENGTH_MAX} characters.`)
  requirePlain(value, path)
  const json = JSON.stringify(value)
  if (Buffer.byteLength(json) > METADATA_BYTES_MAX) throw tooLarge(path)
  return JSON.parse(json) as Metadata
}

function tooLarge(path: string): DomainError {
  return invalidField(path, 'too_large', `must have at most ${METADATA_BYTES_MAX} bytes as JSON.`)
}

/** Each value takes at least two bytes of JSON: itself and a separator. */
function isSmall(value: object): boolean {
  const open: object[] = [value]
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = Object.values(next)
    count += inner.length
    if (2 * count > METADATA_BYTES_MAX) return false
    for (const child of inner) if (typeof child === 'object' && child !== null) open.push(child)
  }
  return true
}

function isShallow(value: unknown, depthLeft: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depthLeft > 0 && Object.values(value).every((inner) => isShallow(inner, depthLeft - 1))
}

/** Refuses, at every depth, values that the database would read as its own types or could not store. */
function requirePlain(value: unknown, path: string): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw invalidField(path, 'out_of_range', 'is too large a number.')
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = isList ? `${path}[${key}]` : `${path}.${key}`
    if (!isList && (key === '_bsontype' || /^\$|\p{Cc}/u.test(key)))
      throw invalidField(
        innerPath,
        'invalid_key',
        'is not allowed as a key: _bsontype, a key that starts with $, or one with control characters.',
      )
    requirePlain(inner, innerPath)
  }
}

/** Runs every parser and names all wrong fields in one refusal, so that a caller can correct them together. */
export function parseAll<T extends Readonly<Record<string, () => unknown>>>(
  parsers: T,
): { -readonly [K in keyof T]: ReturnType<T[K]> } {
  const parsed: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for (const [name, parse] of Object.entries(parsers)) {
    try {
      parsed[name] = parse()
    } catch (error) {
      if (!(error instanceof DomainError) || error.type !== 'invalid_request') throw error
      problems.push(...((error.details.fields as readonly FieldProblem[] | undefined) ?? []))
    }
  }
  const [first] = problems
  if (first !== undefined)
    throw new DomainError('invalid_request', `${first.path}: ${first.message}`, { fields: problems })
  return parsed as { -readonly [K in keyof T]: ReturnType<T[K]> }
}
