// A real EVM node (anvil) for `npm start` and the tests, one process per chain. It mines by interval, because with a backlog
// automine stops for good. A kill loses the blocks since its state was last saved, about a second: settlement handles
// this like a reorganization.
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepState, unpackState } from './chainState.ts'
import { type Child, endStaleChild, type Log, startChild, writeAtomically } from './children.ts'
import { freePort, isPortFree } from './ports.ts'
import { mineQuietly, type QuietMining } from './quietMining.ts'
import { callRpc } from './rpc.ts'

export type ChainNode = { rpcUrl: string; pid: number; port: number; stop: () => Promise<void> }

type StartInput = {
  name: string
  chainId: number
  /** Keeps the chain between runs; without it the chain is forgotten. */
  dataDir?: string | undefined
  /** Default: the port of the last run, or a free one. */
  port?: number | undefined
  blockTimeSeconds: number
  /** How it mines while unused; without it, or with a fractional block time, as at other times. */
  quiet?: QuietMining | undefined
  log: Log
}

const readyWithinMs = 60_000
const portAttempts = 5

/** Resolves when the node listens on 127.0.0.1 and has the expected chain id. */
export async function startChain(input: StartInput): Promise<ChainNode> {
  const { name, dataDir, log, blockTimeSeconds, quiet } = input
  const role = `chain:${name}`
  const startedAt = performance.now()
  const folder = dataDir ? join(dataDir, 'chains') : mkdtempSync(join(tmpdir(), 'chain-'))
  mkdirSync(folder, { recursive: true })
  if (dataDir) await endStaleChild({ dataDir, role, log })
  const stateFile = dataDir ? join(folder, `${name}.json.gz`) : undefined
  const unpacked = stateFile ? await unpackState(stateFile, log) : undefined
  const ends: (() => Promise<void>)[] = []
  const { child, port } = await startOnPort(input, folder, unpacked)
  const stop = async () => {
    for (const end of ends) await end()
    await child.stop()
    if (!dataDir) rmSync(folder, { recursive: true, force: true })
  }
  try {
    if (unpacked) rmSync(unpacked)
    const rpcUrl = `http://127.0.0.1:${port}`
    await requireChainId({ rpcUrl, name, chainId: input.chainId })
    // Not --quiet, which also hides the line with the port; from here on its log is not needed.
    await callRpc(rpcUrl, 'anvil_setLoggingEnabled', [false])
    if (quiet && Number.isInteger(blockTimeSeconds)) ends.push(mineQuietly(rpcUrl, blockTimeSeconds, quiet))
    if (stateFile) ends.push(keepState({ rpcUrl, stateFile, log }))
    log.info(`${role} (id ${input.chainId}) ready in ${Math.round(performance.now() - startedAt)} ms`)
    return { rpcUrl, pid: child.pid, port, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** On the given port, else on that of the last run, else on a free one. */
async function startOnPort(
  input: StartInput,
  folder: string,
  stateFile: string | undefined,
  attempts = portAttempts,
): Promise<{ child: Child; port: number }> {
  const { name, dataDir, log } = input
  const portFile = join(folder, `${name}.port`)
  const recorded = input.port ?? readPort(portFile)
  const isFree = recorded !== undefined && (await isPortFree(recorded))
  if (input.port && !isFree) throw new Error(`port ${input.port} is in use, the chain ${name} cannot listen there`)
  const chosen = isFree ? recorded : await freePort()
  const outputFile = join(folder, `${name}.log`)
  const outputFd = openSync(outputFile, 'w')
  const args = anvilArguments(input, chosen, stateFile)
  const child = startChild({ role: `chain:${name}`, command: anvilBinary(), args, dataDir, outputFd, log })
  closeSync(outputFd)
  try {
    const port = await untilListening(child, outputFile)
    if (recorded !== undefined && port !== recorded)
      log.warn(`port ${recorded} is in use by another process: the chain ${name} listens on ${port} from now on`)
    writeAtomically(portFile, `${port}\n`)
    return { child, port }
  } catch (cause) {
    await child.stop()
    // Another process was faster.
    const isTaken = input.port === undefined && attempts > 1 && !(await isPortFree(chosen))
    if (isTaken) return startOnPort(input, folder, stateFile, attempts - 1)
    throw cause
  }
}

function readPort(portFile: string): number | undefined {
  try {
    const port = Number(readFileSync(portFile, 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
  } catch {
    return undefined
  }
}

/** Must pass before anything is sent: a wrong URL could belong to another, even a real chain. */
export async function requireChainId(input: { rpcUrl: string; name: string; chainId: number }): Promise<void> {
  const actual = Number(await callRpc(input.rpcUrl, 'eth_chainId', []))
  if (actual !== input.chainId) {
    throw new Error(`The endpoint for ${input.name} has chain id ${actual}, expected ${input.chainId}`)
  }
}

function anvilArguments(input: StartInput, port: number, stateFile: string | undefined): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(input.chainId)],
    ...['--block-time', String(input.blockTimeSeconds), '--slots-in-an-epoch', '1', '--gas-limit', '120000000'],
    // Otherwise it keeps the state of every block, some 260 KB each, in the home directory for ever: 22 GB a day.
    // Receipts and blocks stay; older state is needed only for tags and for rollbacks, which are shorter than this.
    ...['--prune-history', '64'],
    // No funded accounts with well-known keys.
    ...['--accounts', '0', '--color', 'never'],
    ...(stateFile ? ['--load-state', stateFile] : []),
  ]
}

/** The binary itself, not its wrapper script: one process fewer, and its real pid. */
function anvilBinary(): string {
  const system = process.platform
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  const file = system === 'win32' ? 'anvil.exe' : 'anvil'
  // Resolved from the wrapper package, because the platform package is its dependency and may not be hoisted.
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  try {
    return require.resolve(`@foundry-rs/anvil-${system}-${machine}/bin/${file}`)
  } catch {
    throw new Error(`node_modules has no anvil for ${system} ${machine}: install the optional dependencies too`)
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
