/** Everything that is printed while a proof runs: by this process, by what logs to it, and by the processes that it follows. */
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { format } from 'node:util'
import type { DestinationStream } from 'pino'

type From = 'here' | 'log' | 'service' | 'command'

export interface Heard {
  readonly lines: readonly { readonly from: From; readonly text: string }[]
  /** For a log of this process. */
  readonly destination: DestinationStream
  /** Both outputs of a process that was started with pipes. */
  follow(from: From, child: ChildProcess): void
  stop(): void
}

const STREAMS = ['stdout', 'stderr'] as const
const CONSOLE = ['debug', 'info', 'log', 'warn', 'error'] as const

export function listen(): Heard {
  const lines: { from: From; text: string }[] = []
  const stops = [...STREAMS.map((name) => tap(name, lines)), ...CONSOLE.map((name) => tapConsole(name, lines))]
  return {
    lines,
    destination: { write: (text) => void lines.push({ from: 'log', text }) },
    follow(from, child) {
      for (const name of STREAMS) {
        const output = child[name]
        if (output === null) throw new Error(`the ${name} of a process cannot be heard`)
        createInterface({ input: output }).on('line', (text) => lines.push({ from, text }))
      }
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

function tap(name: (typeof STREAMS)[number], lines: { from: From; text: string }[]): () => void {
  const stream = process[name]
  const real = stream.write
  stream.write = ((chunk: string | Uint8Array, ...rest: []) => {
    lines.push({ from: 'here', text: Buffer.from(chunk as Uint8Array).toString() })
    return real.call(stream, chunk, ...rest)
  }) as typeof stream.write
  return () => {
    stream.write = real
  }
}

/** Where a test runner has its own console, nothing of it reaches the streams. */
function tapConsole(name: (typeof CONSOLE)[number], lines: { from: From; text: string }[]): () => void {
  const real = console[name]
  console[name] = (...parts) => {
    lines.push({ from: 'here', text: format(...parts) })
    real(...parts)
  }
  return () => {
    console[name] = real
  }
}
