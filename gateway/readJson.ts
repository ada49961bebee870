/** Parses a request body: JSON in UTF-8, of well-formed text and bounded depth. */
import { isUtf8 } from 'node:buffer'
import { DomainError } from '../subgraphs/shared/errors.ts'
import { requireWellFormed } from './wellFormed.ts'

const DEPTH_MAX = 64

/** @throws DomainError invalid_request (reason malformed_json, or the field with an unpaired surrogate) */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed('The body is not UTF-8.')
  // Checked first, because parsing deep nesting costs many times what any other body of its length does.
  if (depthOf(bytes) > DEPTH_MAX) throw malformed(`The body is nested deeper than ${DEPTH_MAX} levels.`)
  const text = bytes.toString()
  let body: unknown
  try {
    body = text.trim() === '' ? undefined : JSON.parse(text)
  } catch {
    throw malformed('The body is not JSON.')
  }
  // UTF-8 cannot encode an unpaired surrogate, only an escape can.
  if (SURROGATE_ESCAPE.test(text)) requireWellFormed(body)
  return body
}

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/** The input need not be JSON: the parser refuses it before its depth matters. */
function depthOf(bytes: Buffer): number {
  let depth = 0
  let deepest = 0
  let isText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (isText) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === LIST || byte === OBJECT) deepest = Math.max(deepest, ++depth)
    else if (byte === LIST_END || byte === OBJECT_END) depth--
  }
  return deepest
}

const [QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

function malformed(message: string): DomainError {
  return new DomainError('invalid_request', message, { reason: 'malformed_json' })
}
