/** Parses a request body: JSON in UTF-8, of well-formed text and bounded depth. */
import { isUtf8 } from 'node:buffer'
import { DomainError, invalidField } from '../subgraphs/shared/errors.ts'
import { extentOf, JSON_DEPTH_MAX, JSON_VALUES_MAX } from '../subgraphs/shared/jsonExtent.ts'
import { requireWellFormed } from '../subgraphs/shared/wellFormed.ts'
import { shorten } from './variables.ts'

/**
 * @throws DomainError payload_too_large (too many values), invalid_request (reason malformed_json, or the field with an
 * unpaired surrogate, or given twice)
 */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.')
  const { depth, names, values } = extentOf(bytes)
  // Checked first, because parsing deep nesting, or many values, costs many times what any other body of its length does.
  if (values > JSON_VALUES_MAX)
    throw new DomainError('payload_too_large', `The body has more than ${JSON_VALUES_MAX} values.`)
  if (depth > JSON_DEPTH_MAX) throw malformed(`The body is nested deeper than ${JSON_DEPTH_MAX} levels.`)
  const text = bytes.toString()
  let body: unknown
  try {
    body = BLANK.test(text) ? undefined : JSON.parse(text)
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

/** White space of JSON alone. */
const BLANK = /^[ \t\r\n]*$/
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

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

function malformed(message: string): DomainError {
  return new DomainError('invalid_request', message, { reason: 'malformed_json' })
}
