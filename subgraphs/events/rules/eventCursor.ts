/**
 * The one cursor of all carriers: a place in an organization's log. It is opaque, so it may change form; the prefix
 * says which form it has.
 */
import { invalidField } from '../../shared/errors.ts'

const FORM = /^e1\.(0|[1-9][0-9]{0,14})$/

export function formatEventCursor(cursor: number): string {
  return Buffer.from(`e1.${cursor}`).toString('base64url')
}

/** @throws DomainError invalid_request */
export function parseEventCursor(text: unknown, path = 'after'): number {
  const place =
    typeof text === 'string' && text.length <= 64 ? FORM.exec(Buffer.from(text, 'base64url').toString()) : null
  // Decoding forgives stray characters; only the very text that was given out is a cursor.
  if (place?.[1] === undefined || formatEventCursor(Number(place[1])) !== text)
    throw invalidField(path, 'broken_cursor', 'is not a cursor of this service.')
  return Number(place[1])
}
