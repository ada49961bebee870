/**
 * graphql-transport-ws as a server speaks it: what its clients may send, what they are sent, and with what a socket is closed.
 * The ids of operations are bounded, because they are held, and come back in every frame.
 */
import type { PlainError } from '../errors.ts'

export const PROTOCOL = 'graphql-transport-ws'

export const CLOSE_CODES = {
  goingAway: 1001,
  internalError: 1011,
  tryAgainLater: 1013,
  invalidMessage: 4400,
  unauthorized: 4401,
  forbidden: 4403,
  otherProtocol: 4406,
  initTimeout: 4408,
  idInUse: 4409,
  tooManyInits: 4429,
} as const

/** In code units of UTF-16. */
const ID_MAX = 256
/** Of a close frame, in bytes. */
const REASON_MAX = 123

type Fields = Readonly<Record<string, unknown>>

export interface SubscribePayload {
  readonly query: string
  readonly variables?: Fields | null
  readonly extensions?: Fields | null
}

export type Message =
  | { readonly type: 'connection_init' | 'ping' | 'pong'; readonly payload?: Fields | null }
  | { readonly type: 'subscribe'; readonly id: string; readonly payload: SubscribePayload }
  | { readonly type: 'complete'; readonly id: string }

/** Null: no message that a client may send. */
export function readMessage(text: string): Message | null {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return null
  }
  return isFields(message) && isMessage(message) ? (message as Message) : null
}

function isMessage({ type, id, payload }: Fields): boolean {
  switch (type) {
    case 'connection_init':
    case 'ping':
    case 'pong':
      return isFieldsOrNothing(payload)
    case 'subscribe':
      return isId(id) && isFields(payload) && isSubscribePayload(payload)
    case 'complete':
      return isId(id)
    default:
      return false
  }
}

const isSubscribePayload = ({ query, variables, operationName, extensions }: Fields): boolean =>
  typeof query === 'string' &&
  isFieldsOrNothing(variables) &&
  (operationName == null || typeof operationName === 'string') &&
  isFieldsOrNothing(extensions)

const isId = (id: unknown): boolean => typeof id === 'string' && id !== '' && id.length <= ID_MAX

const isFieldsOrNothing = (value: unknown): boolean => value == null || isFields(value)

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const ACK_FRAME = '{"type":"connection_ack"}'

/** Null: the payload is nested too deeply to be written, though not to be read. */
export function pongFrame(payload: Fields | null | undefined): string | null {
  try {
    return JSON.stringify(payload == null ? { type: 'pong' } : { type: 'pong', payload })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** @param result as text, which may have been made for many */
export const nextFrame = (id: string, result: string): string => `${nextHead(id)}${result}${NEXT_END}`

/** What stands before the result. */
export const nextHead = (id: string): string => `{"id":${JSON.stringify(id)},"type":"next","payload":`

export const NEXT_END = '}'

/** A frame of a whole text of so many bytes (RFC 6455, section 5.2), of which it holds the first ones. */
export function webSocketFrame(bytes: number, ...held: readonly Buffer[]): Buffer {
  const sizeBytes = bytes < 126 ? 0 : bytes < 0x1_0000 ? 2 : 8
  let at = 2 + sizeBytes
  const frame = Buffer.allocUnsafe(held.reduce((sum, part) => sum + part.length, at))
  frame[0] = WHOLE_TEXT
  frame[1] = sizeBytes === 0 ? bytes : sizeBytes === 2 ? 126 : 127
  if (sizeBytes === 2) frame.writeUInt16BE(bytes, 2)
  if (sizeBytes === 8) frame.writeBigUInt64BE(BigInt(bytes), 2)
  for (const part of held) {
    frame.set(part, at)
    at += part.length
  }
  return frame
}

const WHOLE_TEXT = 0x81

export const errorFrame = (id: string, errors: readonly PlainError[]): string =>
  JSON.stringify({ id, type: 'error', payload: errors })

export const completeFrame = (id: string): string => JSON.stringify({ id, type: 'complete' })

/** The first that a close frame has room for. */
export const reasonOf = (...reasons: readonly string[]): string =>
  reasons.find((reason) => Buffer.byteLength(reason) <= REASON_MAX) ?? ''
