/** A process of the service as an operator would start it; reports an unexpected exit and logged errors. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killWithOwner } from '../../embedded/children.ts'

export interface ServiceProcess {
  readonly url: string
  readonly pid: number
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>
  /** An unexpected exit, and everything logged as an error. */
  breaches(): string[]
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PRELOADED = join(ROOT, 'scripts', 'requireNode.mjs')
const START_MS = 120_000
/** `"url":"..."` in a log line, `... on http://...` in text output. */
const ADDRESS = /"url":"(http[^"]+)"|\bon (http:\S+\/graphql)/

export async function startServiceProcess(
  name: string,
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, ['--import', PRELOADED, join(ROOT, script), ...args], {
    ...{ cwd: ROOT, env: { PATH, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  killWithOwner(child)
  let stopping = false
  let exit: string | null = null
  let pendingOutput = ''
  const errors: string[] = []
  const started = Promise.withResolvers<string>()
  const listen = (chunk: Buffer) => {
    pendingOutput = `${pendingOutput}${chunk}`
    const lines = pendingOutput.split('\n')
    pendingOutput = lines.pop() ?? ''
    for (const line of lines) {
      const [, logged, printed] = ADDRESS.exec(line) ?? []
      if (logged !== undefined || printed !== undefined) started.resolve(logged ?? printed ?? '')
      if (line.includes('"level":"error"') || /^\s+at /.test(line)) errors.push(line.slice(0, 300))
    }
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => started.reject(error))
    child.on('exit', (code, signal) => {
      exit = signal ?? `code ${code}`
      started.reject(new Error(`the ${name} ended with ${exit} at its start: ${errors.join('\n')}`))
      resolve()
    })
  })
  const url = await Promise.race([started.promise, sleep(START_MS, null, { ref: false })])
  if (url === null) {
    child.kill('SIGKILL')
    throw new Error(`the ${name} did not start within ${START_MS} ms`)
  }
  return {
    url,
    pid: child.pid ?? 0,
    ended,
    breaches: () => [
      ...(exit !== null && !stopping ? [`the ${name} ended with ${exit}`] : []),
      ...errors.map((line) => `the ${name} logged ${line}`),
    ],
    async stop() {
      stopping = true
      if (exit !== null) return
      // At once: in order it would wait for connections of the attack.
      child.kill('SIGKILL')
      await ended
    },
  }
}
