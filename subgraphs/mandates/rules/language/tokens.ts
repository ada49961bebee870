// A token of a policy in words: a piece of the text and its offsets in the text as sent.
import type { Signal } from './signals.ts'

/** Half of the day named (9am); two digits (09:00, 17:00); one digit, which could be either half (9:00); noon, midnight. */
type ClockStyle = 'half' | 'full' | 'unclear' | 'word'

export interface Money {
  readonly usdMicro: bigint
  /** Without a currency, so that it could also be a count. */
  readonly isBare: boolean
}
export interface Clock {
  readonly minute: number
  readonly style: ClockStyle
}
export interface Zone {
  readonly zone: string
}

export interface Token {
  /** Lower case; punctuation stands for itself. */
  readonly word: string
  readonly kind: 'word' | 'line' | 'bullet' | 'stop' | 'end'
  readonly start: number
  readonly end: number
  readonly money?: Money
  readonly clock?: Clock
  readonly zone?: Zone
  /** A capital inside a sentence. */
  readonly isName?: boolean
  /** A merchant as written. */
  readonly domain?: string
  /** Why this can be no part of any policy. */
  readonly signal?: Signal
}
