/** Input and result of a proof: a size and a seed that repeats it; figures, and breaches, of which there must be none. */
export const SIZES = ['ci', 'full'] as const
export type Size = (typeof SIZES)[number]

export interface ProofInput {
  readonly size: Size
  readonly seed: number
  /** Breaks the service on purpose, to show that the proof detects it. */
  readonly fault: boolean
}

export interface ProofResult {
  readonly figures: Readonly<Record<string, number>>
  /** Violations of the guarantee, one line each. */
  readonly breaches: readonly string[]
  /** The error that ended a first run, where this is the result of a second. */
  readonly again?: string
}

export type Proof = (input: ProofInput) => Promise<ProofResult>

export interface ProofReport extends ProofResult {
  readonly prove: string
  /** Which code was proved. */
  readonly commit: string
  readonly size: Size
  readonly seed: number
  readonly fault: boolean
  readonly seconds: number
}

export function formatReport({ prove, size, seed, fault, seconds, figures, breaches }: ProofReport): string {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${Math.round(value * 10) / 10}`)
  return `${prove}${fault ? ' with its fault' : ''} ${size} seed ${seed}: ${shown.join(', ')}; ${breaches.length} breaches in ${seconds.toFixed(1)} s`
}

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
