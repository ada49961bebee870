/**
 * A second process with a group commit of its own on the same database, which can be killed between any two commands: starts it,
 * hears what its callers were told, and waits for its end.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface SecondProcessInput {
  readonly uri: string
  readonly databaseName: string
  readonly org: number
  /** Payments of each round; a round is one batch. */
  readonly callers: number
  readonly rounds: number
  /** SIGKILL to itself at this step of this round; it ends by itself otherwise. */
  readonly killAt?: { readonly step: string; readonly round: number }
  /** States its sessions, as a real process does. */
  readonly heartbeat?: boolean
}

/** What the process prints, a line each. */
export type SecondProcessLine =
  | { readonly kind: 'step'; readonly step: string; readonly round: number }
  /** An answer that a caller got. */
  | { readonly kind: 'told'; readonly key: string; readonly outcome: string; readonly paymentId: string }

export interface SecondProcess {
  readonly pid: number
  readonly lines: readonly SecondProcessLine[]
  readonly ended: Promise<{ readonly signal: NodeJS.Signals | null; readonly code: number | null }>
}

export const keyOf = (round: number, caller: number): string => `r${round}c${caller}`

export function startSecondProcess(input: SecondProcessInput): SecondProcess {
  const script = new URL('./twoProcessesChild.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(input)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: SecondProcessLine[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(JSON.parse(line) as SecondProcessLine))
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')]).then(([[code, signal]]) => ({ code, signal }))
  return { pid: child.pid ?? -1, lines, ended }
}
