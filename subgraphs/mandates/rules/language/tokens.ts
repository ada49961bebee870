// A token of a policy in words: a piece of the text, its offsets in the text as sent, and what the word tables know of it.
import type { Weekday } from '../policy.ts'
import type { Signal } from './signals.ts'
import type { Part } from './vocabulary.ts'

export type Kind =
  | Part
  | 'amount'
  | 'category'
  | 'domain'
  | 'days'
  | 'clock'
  | 'zone'
  | 'signal'
  | 'comma'
  | 'colon'
  | 'slash'
  | 'dash'
  /** End of a sentence, a line or a bullet. */
  | 'stop'
  /** A word or character that no table knows. */
  | 'unknown'
  | 'end'

/** Half of the day named (9am, noon); two digits (09:00, 17:00); or one digit, which could be either half (9:00). */
export type ClockStyle = 'half' | 'full' | 'unclear'

export interface Token {
  readonly kind: Kind
  /** Lower case. */
  readonly word: string
  readonly start: number
  readonly end: number
  readonly usdMicro?: bigint
  /** An amount without a currency, which could also be a count. */
  readonly isBare?: boolean
  readonly names?: readonly string[]
  readonly days?: readonly Weekday[]
  readonly minute?: number
  readonly clockStyle?: ClockStyle
  readonly zone?: string
  readonly signal?: Signal
  /** A stop that is only a line break, after which a list may go on. */
  readonly isLine?: boolean
}
