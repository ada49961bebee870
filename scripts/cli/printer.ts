/** What a command prints: its result on stdout, as a table for people or JSON for programs, and all else on stderr. */
import { styleText } from 'node:util'

export interface Printer {
  readonly isJson: boolean
  /** The result of the command. @param show the same for people */
  result(value: unknown, show: () => string): void
  /** One of many results: a line. */
  line(value: unknown, show: () => string): void
  /** For whoever waits, beside the result. */
  note(text: string): void
  /** Shows that something is waited for, and for how long already. */
  waiting<T>(text: string, work: Promise<T>): Promise<T>
}

const FRAME_MS = 100
const FRAMES = ['-', '\\', '|', '/']

export function createPrinter(isJson: boolean): Printer {
  const { stdout, stderr } = process
  const write = (text: string) => void stdout.write(`${text}\n`)
  const note = (text: string) => void stderr.write(`${text}\n`)
  return {
    ...{ isJson, note },
    result: (value, show) => write(isJson ? JSON.stringify(value, null, stdout.isTTY ? 2 : 0) : show()),
    line: (value, show) => write(isJson ? JSON.stringify(value) : show()),
    async waiting(text, work) {
      if (!stderr.isTTY) {
        note(`${text} ...`)
        return work
      }
      const began = performance.now()
      let frame = 0
      const timer = setInterval(() => {
        frame = (frame + 1) % FRAMES.length
        stderr.write(`\r${FRAMES[frame]} ${text} (${Math.floor((performance.now() - began) / 1_000)} s) `)
      }, FRAME_MS)
      try {
        return await work
      } finally {
        clearInterval(timer)
        stderr.write('\r\u001b[K')
      }
    },
  }
}

/** What moves the cursor, rings, or turns the direction of text: names and memos are written by strangers. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

export function printable(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replace(UNPRINTABLE, '?')
}

/** Columns with a heading; those of figures stand on the right. */
export function formatTable(heads: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => heads.map((_, column) => printable(row[column])))
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)))
  const isFigure = heads.map((_, column) => cells.every((row) => /^-?[\d.]*$/.test(row[column] ?? '')))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (isFigure[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  return [styleText('bold', line(heads)), ...cells.map(line)].join('\n')
}

/** One fact a line; what is null or absent is left out. */
export function formatFacts(facts: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined)
  const width = Math.max(...known.map(([name]) => name.length))
  return known.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}`).join('\n')
}

/** The fields of a record that are told to people, in this order. */
export function pick(record: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}
