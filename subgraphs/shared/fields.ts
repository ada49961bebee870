/**
 * Parsers of the free fields that several resources have (names, descriptions, metadata). Each refuses with the wire
 * name of the field, so that a caller sees which one is wrong.
 */
import { DomainError, type FieldProblem, invalidField } from './errors.ts'

export type Metadata = Readonly<Record<string, unknown>>

/** Characters of what callers write; a reason explains an act, a resolution among them. */
export const LENGTH_MAX = {
  id: 80,
  name: 100,
  legalName: 200,
  destination: 300,
  reason: 500,
  description: 1_000,
} as const
/** Items of a list in a request. */
export const LIST_MAX = 100
/** Seconds that a request may wait for its result. */
export const WAIT_SECONDS_MAX = 30
/** An Idempotency-Key. */
export const KEY_FORM = /^[\x20-\x7e]{1,255}$/
export const KEY_LENGTH_MAX = 255
const METADATA_KEYS_MAX = 50
const METADATA_BYTES_MAX = 16 * 1024
const METADATA_KEY_LENGTH_MAX = 64
const METADATA_DEPTH_MAX = 8

/** The fields of a request before they are parsed. */
export type Unparsed<T> = { readonly [K in keyof T]?: unknown }

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

/** A name is compared with each of a list, word by word. */
const NAME_WORDS_MAX = 20
/** Of a name whose letters are taken apart from their accents; some letters stand for whole words. */
const NAME_LETTERS_MAX = 400

/** As `parseText`, of a name that is screened: what comparing it takes is bounded by its words. */
export function parseName(
  value: unknown,
  { path, lengthMax = LENGTH_MAX.name }: Partial<TextBounds> & { path: string },
): string {
  const name = parseText(value, { path, lengthMax })
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '')
  if (letters.length > NAME_LETTERS_MAX)
    throw invalidField(path, 'too_long', `must have at most ${NAME_LETTERS_MAX} letters once each is written out.`)
  if ((letters.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) > NAME_WORDS_MAX)
    throw invalidField(path, 'too_many_words', `must have at most ${NAME_WORDS_MAX} words.`)
  return name
}

/** As `parseText`, of somebody who is known by it: a name of signs alone, or of what nobody sees, names nobody. */
export function parseLegalName(value: unknown, path: string): string {
  const name = parseName(value, { path, lengthMax: LENGTH_MAX.legalName })
  if (/[\p{L}\p{N}]/u.test(name)) return name
  throw invalidField(path, 'no_name', 'must have a letter or a digit.')
}

/** As `parseText`; absent, null and empty are null. */
export function parseOptionalText(value: unknown, bounds: TextBounds): string | null {
  if (value === undefined || value === null || value === '') return null
  return parseText(value, bounds)
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The code of a country, two letters; null when absent. @throws DomainError invalid_request, which names `path` */
export function parseCountry(value: unknown, path: string): string | null {
  if (value === undefined || value === null) return null
  const code = typeof value === 'string' ? value.toUpperCase() : ''
  // ZZ is the one that stands for none.
  if (!/^[A-Z]{2}$/.test(code) || code === 'ZZ' || regions.of(code) === undefined)
    throw invalidField(path, 'unknown_country', 'must be an ISO 3166 code of two letters.')
  return code
}

const INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/

/**
 * An ISO 8601 instant, null when absent.
 * @param form `utc`: only with Z, where the instant is stored or decided by. `time`: with any offset; without one it is UTC.
 * `day`: also a date alone, which is its first instant in UTC
 */
export function parseInstant(value: unknown, path: string, form: 'utc' | 'time' | 'day'): Date | null {
  if (value === undefined || value === null) return null
  const [text = '', day, time, zone] = (typeof value === 'string' && INSTANT.exec(value)) || []
  const isInForm = form === 'day' || (form === 'time' ? time !== undefined : zone === 'Z')
  const at = new Date(time !== undefined && zone === undefined ? `${text}Z` : text)
  // A day that the month does not have would be read as one of the next month.
  const isDay = !Number.isNaN(at.getTime()) && new Date(`${day}T00:00Z`).toISOString().slice(0, 10) === day
  if (isInForm && isDay && isWritable(at)) return at
  const wanted = form === 'utc' ? 'ISO 8601 in UTC, like 2026-01-31T09:00:00.000Z' : 'an ISO 8601 instant'
  throw invalidField(path, 'not_an_instant', `must be ${wanted}, of the years 0001 to 9999.`)
}

const [FIRST_MS, END_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.UTC(10_000, 0)]

/** Whether it has four digits of a year, in UTC: others are no times of RFC 3339. Also of what is computed from an instant. */
export const isWritable = (at: Date): boolean => at.getTime() >= FIRST_MS && at.getTime() < END_MS

/**
 * Both ends of a range; null and absent are open. @throws DomainError invalid_request, which names both: nothing could be
 * in a range whose lower end is above its upper end, and an empty list would hide that
 */
export function requireRange(
  low: Date | bigint | null | undefined,
  high: Date | bigint | null | undefined,
  [lowPath, highPath]: readonly [string, string],
): void {
  if (low == null || high == null || low <= high) return
  const problem = (path: string, rule: string) => ({ path, code: 'reversed_range', message: rule })
  const message = `must not be above ${highPath}: nothing is in such a range.`
  throw new DomainError('invalid_request', `${lowPath}: ${message}`, {
    fields: [problem(lowPath, message), problem(highPath, `must not be below ${lowPath}.`)],
  })
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
