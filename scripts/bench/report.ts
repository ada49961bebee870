/** The result of a benchmark, as a table and as JSON. It only reports and never fails. */
import { median } from '../statistics.ts'

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
}

export interface Ratio {
  readonly name: string
  readonly value: number
  /** At least this. */
  readonly target: number
  readonly met: boolean
}

export interface BenchReport {
  readonly bench: string
  readonly results: readonly Figure[]
  readonly ratios: readonly Ratio[]
}

/**
 * The median of the ratios round by round; a side with a single round is compared with every round of the other.
 * @param parts rates of one run: those of different runs cannot be compared
 */
export function ratioOf(
  name: string,
  parts: { readonly over: readonly number[]; readonly under: readonly number[]; readonly target: number },
): Ratio {
  const { over, under, target } = parts
  const rounds = Math.max(over.length, under.length)
  const ratios = Array.from({ length: rounds }, (_, round) => {
    const divisor = under[round] ?? under[0] ?? 0
    return divisor > 0 ? (over[round] ?? over[0] ?? 0) / divisor : 0
  })
  const value = median(ratios)
  return { name, value, target, met: value >= target }
}

/** Columns as wide as their widest entry; the first is text, the others are numbers. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return rows.map(line).join('\n')
}

export function formatRatios(ratios: readonly Ratio[]): string {
  return formatTable([
    ['ratio', 'value', 'target', ''],
    ...ratios.map(({ name, value, target, met }) => [name, value.toFixed(2), `>= ${target}`, met ? 'met' : 'NOT MET']),
  ])
}

/** Options of every benchmark. */
export interface BenchOptions {
  /** Length of one round. */
  readonly seconds: number
  readonly full: boolean
  /** Prints intermediate results. */
  print(text: string): void
}
