/** What every refusal of an abuse has, over HTTP and on a socket. */
import type { Answer } from '../carriers/client.ts'

/** No abuse is answered with a multiple of itself. */
const ANSWER_MAX = 8_192

export function expectRefused(what: string, answer: Answer, says: RegExp, breaches: string[]): void {
  breaches.push(...problemsOf(answer, says).map((problem) => `${what} over HTTP: ${problem}`))
}

export function expectError(what: string, outcome: string, says: RegExp, breaches: string[]): void {
  breaches.push(...problemsIn(outcome, says).map((problem) => `${what} over a socket: ${problem}`))
}

/** Of the 400s, typed, with a request id, short, and naming what is wrong; what a resolver refuses is 200 in this media type. */
export function problemsOf({ status, text, refusal, headers, body }: Answer, says: RegExp): string[] {
  const is = `${status} ${text.slice(0, 300)}`
  const data = Object.values((body.data ?? {}) as object)
  if (refusal === null || status >= 500 || data.some((one) => one !== null)) return [`is not refused: ${is}`]
  const isTyped = /^[a-z_]+$/.test(refusal.type) && refusal.status >= 400 && refusal.status < 500
  return [
    ...(isTyped ? [] : [`has no type: ${is}`]),
    ...(text.includes('"request_id":"') && headers['x-request-id'] !== undefined ? [] : [`has no request id: ${is}`]),
    ...(says.test(text) ? [] : [`does not say ${says.source}: ${is}`]),
    ...(text.length > ANSWER_MAX ? [`has ${text.length} characters: ${is}`] : []),
  ]
}

/** The same of an error on a socket. */
export function problemsIn(outcome: string, says: RegExp): string[] {
  const is = outcome.slice(0, 300)
  if (!outcome.startsWith('error [')) return [`is not refused: ${is}`]
  return [
    ...(/"type":"[a-z_]+","http_status":4\d\d/.test(outcome) ? [] : [`has no type: ${is}`]),
    ...(outcome.includes('"request_id":"') ? [] : [`has no request id: ${is}`]),
    ...(says.test(outcome) ? [] : [`does not say ${says.source}: ${is}`]),
    ...(outcome.length > ANSWER_MAX ? [`has ${outcome.length} characters: ${is}`] : []),
  ]
}
