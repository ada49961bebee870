// All static checks, in parallel: types, lint and format, import rules, unused code, the project's own rules, and that the
// contracts compose and match the files generated from them.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

const checks: readonly { name: string; command: string; args: readonly string[] }[] = [
  { name: 'types', command: bin('tsc'), args: ['--noEmit'] },
  { name: 'lint and format', command: bin('biome'), args: ['ci', '--error-on-warnings', '--colors=off', '.'] },
  {
    name: 'imports',
    command: process.execPath,
    args: [bin('depcruise'), '--config', '.dependency-cruiser.mjs', 'gateway', 'subgraphs', 'scripts', 'test'],
  },
  { name: 'unused code', command: bin('knip'), args: [] },
  { name: 'tidy', command: process.execPath, args: [join('scripts', 'tidy.ts')] },
  { name: 'contracts', command: process.execPath, args: [join('scripts', 'compose.ts'), '--check'] },
]

const results = await Promise.all(checks.map(run))
const failed = results.filter(({ code }) => code !== 0)
for (const { name, seconds, code } of results)
  console.info(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
for (const { name, output } of failed) console.error(`\n--- ${name}\n${output.trimEnd()}`)
process.exitCode = failed.length > 0 ? 1 : 0

interface Result {
  readonly name: string
  readonly code: number
  readonly output: string
  readonly seconds: number
}

function run({ name, command, args }: (typeof checks)[number]): Promise<Result> {
  const began = performance.now()
  return new Promise((resolve) => {
    const running = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const end = (code: number) => resolve({ name, code, output, seconds: (performance.now() - began) / 1_000 })
    running.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    running.stderr.on('data', (chunk: Buffer) => {
      output += chunk
    })
    running.once('error', (cause) => {
      output += `${cause.message}; run npm ci to install missing packages\n`
      end(1)
    })
    running.once('close', (code) => end(code ?? 1))
  })
}
