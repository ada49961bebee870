/** What every proof takes and gives: a size, the number that replays it, figures, and breaches, of which there must be none. */
import { writeFileSync } from 'node:fs'

export const SIZES = ['ci', 'full'] as const
export type Size = (typeof SIZES)[number]

export interface ProofInput {
  readonly size: Size
  readonly seed: number
  /** Takes away what holds the promise: the proof has to notice. */
  readonly fault: boolean
}

export interface ProofResult {
  readonly figures: Readonly<Record<string, number>>
  /** What the promise says and the run did not do, a line each. */
  readonly breaches: readonly string[]
}

export type Proof = (input: ProofInput) => Promise<ProofResult>

export interface ProofReport extends ProofResult {
  readonly prove: string
  readonly size: Size
  readonly seed: number
  readonly fault: boolean
  readonly seconds: number
}

export function formatReport({ prove, size, seed, seconds, figures, breaches }: ProofReport): string {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`)
  return `${prove} ${size} seed ${seed}: ${shown.join(', ')}; ${breaches.length} breaches in ${seconds.toFixed(1)} s`
}

export function writeReport(path: string, report: ProofReport): void {
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Nearest rank; 0 of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
