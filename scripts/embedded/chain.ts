// A real EVM node (anvil) beside the service, one process a chain id, for `npm start` and the tests. It mines by
// interval, because automine stops for good behind a backlog. Its state file is rewritten in place, so a kill in that
// moment leaves half a file: a second copy, some seconds old, is kept and taken then, which is a rollback to carry.
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { copyFile, open, rename, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, endStaleChild, type Log, startChild } from './children.ts'
import { callRpc } from './rpc.ts'

export type ChainNode = { rpcUrl: string; pid: number; port: number; stop: () => Promise<void> }

type StartInput = {
  name: string
  chainId: number
  /** Keeps the chain between runs; without it the chain is forgotten. */
  dataDir?: string | undefined
  port?: number | undefined
  blockTimeSeconds: number
  log: Log
}

const readyWithinMs = 15_000
const copyEveryMs = 10_000

/** Answers when the node listens on 127.0.0.1 and has shown the right chain id. */
export async function startChain(input: StartInput): Promise<ChainNode> {
  const { name, dataDir, log } = input
  const role = `chain:${name}`
  const startedAt = performance.now()
  const folder = dataDir ? join(dataDir, 'chains') : mkdtempSync(join(tmpdir(), 'chain-'))
  mkdirSync(folder, { recursive: true })
  if (dataDir) await endStaleChild({ dataDir, role, log })
  const stateFile = dataDir ? join(folder, `${name}.json`) : undefined
  if (stateFile) requireWholeState(stateFile, log)

  const outputFile = join(folder, `${name}.log`)
  const outputFd = openSync(outputFile, 'w')
  const args = anvilArguments(input, stateFile)
  const child = startChild({ role, command: anvilBinary(), args, dataDir, outputFd, log })
  closeSync(outputFd)
  let stopCopying = () => {}
  const stop = async () => {
    stopCopying()
    await child.stop()
    if (!dataDir) rmSync(folder, { recursive: true, force: true })
  }
  try {
    const port = await untilListening(child, outputFile)
    const rpcUrl = `http://127.0.0.1:${port}`
    await requireChainId({ rpcUrl, name, chainId: input.chainId })
    // Not --quiet, which also hides the line that tells the port; but from here on it has nothing more to say.
    await callRpc(rpcUrl, 'anvil_setLoggingEnabled', [false])
    if (stateFile) stopCopying = keepCopy(stateFile)
    log.info(`${role} (id ${input.chainId}) ready in ${Math.round(performance.now() - startedAt)} ms`)
    return { rpcUrl, pid: child.pid, port, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** Nothing may be sent before this: a wrong address could be another chain, even a real one. */
export async function requireChainId(input: { rpcUrl: string; name: string; chainId: number }): Promise<void> {
  const answered = Number(await callRpc(input.rpcUrl, 'eth_chainId', []))
  if (answered !== input.chainId) {
    throw new Error(`The endpoint for ${input.name} answers chain id ${answered}, expected ${input.chainId}`)
  }
}

function anvilArguments(input: StartInput, stateFile: string | undefined): string[] {
  return [
    // Port 0: the system gives a free one, and no two nodes can meet on it.
    ...['--host', '127.0.0.1', '--port', String(input.port ?? 0), '--chain-id', String(input.chainId)],
    ...['--block-time', String(input.blockTimeSeconds), '--slots-in-an-epoch', '1', '--gas-limit', '120000000'],
    // Otherwise it keeps the state of every block, some 260 KB each, in the home directory and for ever: 22 GB a day.
    // Receipts and blocks stay; old state is needed only for tags and for rollbacks, which are shorter than this.
    ...['--prune-history', '64'],
    // No funded accounts whose keys everybody knows.
    ...['--accounts', '0', '--color', 'never'],
    ...(stateFile ? ['--state', stateFile, '--state-interval', '1'] : []),
  ]
}

/** The binary itself, not its wrapper script: one process fewer, and the pid is the real one. */
function anvilBinary(): string {
  const system = process.platform
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  const file = system === 'win32' ? 'anvil.exe' : 'anvil'
  // From the wrapper package's place, since the platform package is its dependency and need not be hoisted.
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  try {
    return require.resolve(`@foundry-rs/anvil-${system}-${machine}/bin/${file}`)
  } catch {
    throw new Error(`There is no anvil for ${system} ${machine} in node_modules: install the optional dependencies too`)
  }
}

async function untilListening(child: Child, outputFile: string): Promise<number> {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline) {
    const output = readFileSync(outputFile, 'utf8')
    const port = /^Listening on \S+:(\d+)\s*$/m.exec(output)?.[1]
    if (port) return Number(port)
    const exit = await Promise.race([child.exited, sleep(10, undefined)])
    if (exit) {
      throw new Error(
        `anvil ended with ${exit.signal ?? `code ${exit.code}`}: ${readFileSync(outputFile, 'utf8').trim()}`,
      )
    }
  }
  throw new Error(`anvil (pid ${child.pid}) did not listen within ${readyWithinMs / 1000} s`)
}

function copyOf(stateFile: string): string {
  return `${stateFile}.copy`
}

/** A file that was cut off is replaced by the copy; the broken one is kept aside for a look. */
function requireWholeState(stateFile: string, log: Log): void {
  if (!existsSync(stateFile) || isWholeJson(stateFile)) return
  renameSync(stateFile, `${stateFile}.broken`)
  const copy = copyOf(stateFile)
  if (!isWholeJson(copy)) {
    throw new Error(`${stateFile} is cut off and there is no copy: remove ${stateFile}.broken to begin a new chain`)
  }
  log.warn(`${stateFile} is cut off, as after a kill; the chain goes back to its copy, some seconds older`)
  copyFileSync(copy, stateFile)
}

function isWholeJson(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'))
    return true
  } catch {
    return false
  }
}

function keepCopy(stateFile: string): () => void {
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    await copyWhole(stateFile).catch(() => {})
    busy = false
  }, copyEveryMs)
  timer.unref()
  void copyWhole(stateFile).catch(() => {})
  return () => clearInterval(timer)
}

/** Takes a copy only if the file was at rest during it; tried again while anvil is just writing. */
async function copyWhole(stateFile: string): Promise<void> {
  const draft = `${copyOf(stateFile)}.draft`
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = await stat(stateFile)
    await copyFile(stateFile, draft)
    const after = await stat(stateFile)
    const atRest = before.mtimeMs === after.mtimeMs && before.size === after.size
    if (atRest && (await endsLikeJson(draft))) return await rename(draft, copyOf(stateFile))
    await sleep(150)
  }
}

async function endsLikeJson(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: Math.max(0, size - 1) })
    return buffer.toString() === '}'
  } finally {
    await file.close()
  }
}
