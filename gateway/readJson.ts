/** Parses a request body: JSON in UTF-8, of well-formed text and bounded depth. */
import { isUtf8 } from 'node:buffer'
import { DomainError, invalidField } from '../subgraphs/shared/errors.ts'
import { shorten } from './variables.ts'
import { requireWellFormed } from './wellFormed.ts'

const DEPTH_MAX = 64
/** Members and items at any depth: twice as many as variables may have, and far more than any body over REST. */
const VALUES_MAX = 25_000

/**
 * @throws DomainError payload_too_large (too many values), invalid_request (reason malformed_json, or the field with an
 * unpaired surrogate, or given twice)
 */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.')
  const { depth, names, values } = scan(bytes)
  // Checked first, because parsing deep nesting, or many values, costs many times what any other body of its length does.
  if (values > VALUES_MAX) throw new DomainError('payload_too_large', `The body has more than ${VALUES_MAX} values.`)
  if (depth > DEPTH_MAX) throw malformed(`The body is nested deeper than ${DEPTH_MAX} levels.`)
  const text = bytes.toString()
  let body: unknown
  try {
    body = text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    throw malformed('The body is not JSON.')
  }
  // UTF-8 cannot encode an unpaired surrogate, only an escape can.
  if (SURROGATE_ESCAPE.test(text)) requireWellFormed(body)
  // Of a field that is given twice the parser keeps the last, and whoever else has read the body may have seen the first.
  if (countNames(body) < names)
    throw invalidField(shorten(findRepeated(text)), 'repeated_field', 'is given more than once. Send it once.')
  return body
}

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/** The input need not be JSON: the parser refuses it before its depth or its names matter. */
function scan(bytes: Buffer): { readonly depth: number; readonly names: number; readonly values: number } {
  let depth = 0
  let deepest = 0
  let names = 0
  /** At least as many as there are: the first of each list and object, be it empty, and one behind each comma. */
  let values = 0
  let isText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (isText) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COLON) names++
    else if (byte === COMMA) values++
    else if (byte === LIST || byte === OBJECT) {
      deepest = Math.max(deepest, ++depth)
      values++
    } else if (byte === LIST_END || byte === OBJECT_END) depth--
  }
  return { depth: deepest, names, values }
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner: readonly unknown[] = Object.values(value)
  return inner.reduce((count: number, one) => count + countNames(one), Array.isArray(value) ? 0 : inner.length)
}

const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)|[{}[\],]/g

/** The path of the first field that its object has already. @param text valid JSON with such a field */
function findRepeated(text: string): string {
  const open: { readonly path: string; readonly names: Set<string>; items: number | null }[] = []
  let place = ''
  for (const [token, quoted = '', colon] of text.matchAll(TOKEN)) {
    const inside = open.at(-1)
    if (colon === ':' && inside !== undefined) {
      const name = JSON.parse(quoted) as string
      place = inside.path === '' ? name : `${inside.path}.${name}`
      if (inside.names.has(name)) return place
      inside.names.add(name)
    } else if (token === '{' || token === '[') {
      open.push({ path: place, names: new Set(), items: token === '[' ? 0 : null })
      if (token === '[') place = `${place}[0]`
    } else if (token === ',' && inside !== undefined && inside.items !== null)
      place = `${inside.path}[${++inside.items}]`
    else if (token === '}' || token === ']') open.pop()
  }
  return 'body'
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

function malformed(message: string): DomainError {
  return new DomainError('invalid_request', message, { reason: 'malformed_json' })
}
