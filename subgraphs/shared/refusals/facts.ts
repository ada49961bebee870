/** What is kept of a refusal. Pure. */
import type { ErrorType, Refusal } from '../errors.ts'

const DETAILS_MAX = 4_000
const TEXT_MAX = 500

export interface RefusalFacts {
  readonly type: ErrorType
  /** Stable, so that refusals can be counted by it. */
  readonly rule: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Whose reason is the text of the person who has frozen or stopped something. */
const IN_OWN_WORDS: ReadonlySet<ErrorType> = new Set<ErrorType>(['wallet_frozen', 'kill_switch_active'])

/** Bounded: of long details only the plain values stay. */
export function refusalFacts({ type, message, details }: Refusal): RefusalFacts {
  const named = IN_OWN_WORDS.has(type) ? null : (details.rule ?? details.reason)
  const isLong = JSON.stringify(details).length > DETAILS_MAX
  const plain = Object.entries(details).filter(([, value]) => typeof value !== 'object')
  const short = plain.map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, TEXT_MAX) : value])
  return {
    type,
    rule: typeof named === 'string' ? named : type,
    message: message.slice(0, TEXT_MAX),
    details: isLong ? Object.fromEntries(short.slice(0, 8)) : details,
  }
}
