/** Figures of benchmarks and proofs. */

/** Nearest rank; 0 when there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
