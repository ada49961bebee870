/** The numbers by which banks find an entry: fifteen digits, of which the first eight are those of the originating bank. */

const ORIGINATOR = '09100001'

/** One for each event, always the same. */
export function traceNumberOf(paymentId: string, event: string): string {
  let hash = 0
  for (const letter of `${paymentId}.${event}`) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return `${ORIGINATOR}${String(hash % 10_000_000).padStart(7, '0')}`
}
