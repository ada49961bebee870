// Starts and ends the child processes of `npm start` and the tests (mongod, anvil), so that none outlives its owner and no
// other process is killed by mistake. The system reuses pids, so every record contains a fingerprint with the start time
// of the process, and is used only while that matches.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Log = { info: (message: string) => void; warn: (message: string) => void }

export type ChildRecord = { role: string; pid: number; fingerprint: string }

type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type Child = {
  pid: number
  /** Resolves when the process has ended, for any reason. */
  exited: Promise<Exit>
  isAlive: () => boolean
  /** SIGTERM, and SIGKILL when it has not ended after `graceMs`. */
  stop: (graceMs?: number) => Promise<void>
}

export type ChildSpec = {
  role: string
  command: string
  args: string[]
  /** Where the pid is recorded; without it the child cannot be found after a crash of its owner. */
  dataDir?: string | undefined
  /** File for stdout and stderr: a pipe would break, and end the child, when its owner dies. */
  outputFd?: number
  log: Log
}

/** Starts a process in its own group, so that Ctrl-C reaches only the owner, which then stops its children in order. */
export function startChild(spec: ChildSpec): Child {
  const output = spec.outputFd ?? 'ignore'
  const running = spawn(spec.command, spec.args, { detached: true, stdio: ['ignore', output, output] })
  const exited = new Promise<Exit>((resolve, reject) => {
    // Not `once`: a signal that cannot be sent also emits an error.
    running.on('error', (cause) => reject(new Error(`${spec.role} could not be started: ${cause.message}`)))
    running.once('exit', (code, signal) => resolve({ code, signal }))
  })
  exited.catch(() => {})
  const pid = running.pid
  if (pid === undefined) return { pid: -1, exited, isAlive: () => false, stop: async () => {} }

  if (spec.dataDir) recordChild(spec.dataDir, { role: spec.role, pid, fingerprint: fingerprintOf(pid) ?? '' })
  const stopWatchdog = startWatchdog(pid)
  endWithOwner.add(pid)
  let stopping = false
  let alive = true
  running.once('exit', (code, signal) => {
    alive = false
    endWithOwner.delete(pid)
    stopWatchdog()
    if (spec.dataDir) forgetChild(spec.dataDir, pid)
    if (!stopping) spec.log.warn(`${spec.role} (pid ${pid}) ended unexpectedly (${signal ?? `exit code ${code}`})`)
  })
  const stop = async (graceMs = 15_000) => {
    stopping = true
    if (!alive) return
    running.kill('SIGTERM')
    const ended = await Promise.race([exited.then(() => true), sleep(graceMs, false, { ref: false })])
    if (ended) return
    spec.log.warn(`${spec.role} (pid ${pid}) did not stop within ${graceMs} ms and is killed`)
    running.kill('SIGKILL')
    await exited
  }
  return { pid, exited, isAlive: () => alive, stop }
}

/**
 * Ends the child of this role that a crashed run left behind. SIGTERM first: anvil writes its chain to disk on it.
 * `foreign` means that the recorded pid now belongs to another process, which is left alone.
 */
export async function endStaleChild(input: {
  dataDir: string
  role: string
  log: Log
  graceMs?: number
}): Promise<'none' | 'gone' | 'foreign' | 'ended'> {
  const record = readRecords(input.dataDir).find((one) => one.role === input.role)
  if (!record) return 'none'
  const present = fingerprintOf(record.pid)
  if (present !== record.fingerprint) {
    forgetChild(input.dataDir, record.pid)
    return present === undefined ? 'gone' : 'foreign'
  }
  input.log.warn(`ending ${record.role} (pid ${record.pid}), left behind by an earlier run`)
  signal(record.pid, 'SIGTERM')
  if (!(await waitForEnd(record, input.graceMs ?? 15_000))) {
    signal(record.pid, 'SIGKILL')
    if (!(await waitForEnd(record, 5_000))) {
      throw new Error(`${record.role} (pid ${record.pid}) of an earlier run cannot be ended: end it and start again`)
    }
  }
  forgetChild(input.dataDir, record.pid)
  return 'ended'
}

/** Distinguishes a process from a later one with the same pid; undefined when no such process is running. */
export function fingerprintOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (process.platform !== 'linux') {
    const shown = spawnSync('ps', ['-o', 'lstart=,stat=', '-p', String(pid)], { encoding: 'utf8' })
    const [, startedAt, state] = /^\s*(.*\S)\s+(\S+)\s*$/.exec(shown.stdout ?? '') ?? []
    return startedAt === undefined || state?.startsWith('Z') ? undefined : startedAt
  }
  try {
    // The command name is in parentheses and may contain some itself, so fields are counted from the last one.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // The first thread of a killed process may be a zombie while others still hold its files and ports.
    if (/[ZX]/.test(fields[0] ?? '') && readdirSync(`/proc/${pid}/task`).length <= 1) return undefined
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${bootId}:${fields[19]}`
  } catch {
    return undefined
  }
}

export function recordChild(dataDir: string, record: ChildRecord): void {
  writeRecords(dataDir, [...readRecords(dataDir).filter((one) => one.role !== record.role), record])
}

function readRecords(dataDir: string): ChildRecord[] {
  try {
    const parsed: unknown = JSON.parse(readFileSync(join(dataDir, 'pids.json'), 'utf8'))
    return Array.isArray(parsed) ? parsed.filter(isRecord) : []
  } catch {
    return []
  }
}

/** Replaces a file atomically: after a crash it has either the old or the new content. */
export function writeAtomically(path: string, content: string, mode = 0o644): void {
  const draft = `${path}.${process.pid}.draft`
  writeFileSync(draft, content, { mode })
  renameSync(draft, path)
}

function forgetChild(dataDir: string, pid: number): void {
  try {
    writeRecords(
      dataDir,
      readRecords(dataDir).filter((one) => one.pid !== pid),
    )
  } catch {
    // The data directory, and the records in it, were removed while the child ended.
  }
}

function writeRecords(dataDir: string, records: ChildRecord[]): void {
  mkdirSync(dataDir, { recursive: true })
  writeAtomically(join(dataDir, 'pids.json'), `${JSON.stringify(records, null, 2)}\n`)
}

function isRecord(value: unknown): value is ChildRecord {
  if (typeof value !== 'object' || value === null) return false
  const { role, pid, fingerprint } = value as Partial<Record<keyof ChildRecord, unknown>>
  return typeof role === 'string' && Number.isInteger(pid) && typeof fingerprint === 'string' && fingerprint !== ''
}

async function waitForEnd(record: ChildRecord, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (performance.now() < deadline) {
    if (fingerprintOf(record.pid) !== record.fingerprint) return true
    await sleep(20)
  }
  return false
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended in the meantime.
  }
}

// An owner that calls process.exit() cannot wait for its children, but can still signal them.
const endWithOwner = new Set<number>()
process.once('exit', () => {
  for (const pid of endWithOwner) signal(pid, 'SIGTERM')
})

/**
 * A killed owner runs no handler: a shell that waits on a pipe from the owner then ends the child. The result ends the shell:
 * call it as soon as the child has ended, so that a reused pid is never signalled.
 */
function startWatchdog(pid: number, signal: 'TERM' | 'KILL' = 'TERM'): () => void {
  if (process.platform === 'win32') return () => {}
  const watchdog = spawn('/bin/sh', ['-c', 'read _; kill "-$1" "$2"', 'watchdog', signal, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', () => {})
  watchdog.stdin?.on('error', () => {})
  watchdog.unref()
  return () => watchdog.kill('SIGKILL')
}

/** Kills a process that was spawned elsewhere, even a stopped one, when this one ends in whatever way. */
export function killWithOwner(child: ChildProcess): void {
  if (child.pid !== undefined) child.once('exit', startWatchdog(child.pid, 'KILL'))
}
