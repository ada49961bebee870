// One owner for each data directory: a second `npm start` on the same one is refused with the owner's process id, instead of
// stopping the owner's database. The lock of a crashed owner is ignored: see the fingerprint in children.ts.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintOf } from './children.ts'

/** Throws when a running process holds the directory. @returns a function that releases the lock */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const lock = join(dataDir, 'lock.json')
  const draft = join(dataDir, `lock.${process.pid}.draft`)
  const mine = { pid: process.pid, fingerprint: fingerprintOf(process.pid), since: new Date().toISOString() }
  writeFileSync(draft, `${JSON.stringify(mine)}\n`)
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      // Creating a hard link is atomic: it appears with its content, or fails if another process has the lock.
      if (link(draft, lock)) return () => rmSync(lock, { force: true })
      moveStaleAside(dataDir, lock)
    }
    throw new Error(`${lock} could not be taken: other processes are starting on ${dataDir} right now`)
  } finally {
    rmSync(draft, { force: true })
  }
}

function moveStaleAside(dataDir: string, lock: string): void {
  requireStale(dataDir, lock)
  // If two processes see the same stale lock, the slower one may move the new lock of the faster one: check again.
  const aside = join(dataDir, `lock.${process.pid}.stale`)
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  try {
    requireStale(dataDir, aside)
  } catch (held) {
    link(aside, lock)
    throw held
  } finally {
    rmSync(aside, { force: true })
  }
}

function requireStale(dataDir: string, path: string): void {
  const owner = readOwner(path)
  if (!owner || fingerprintOf(owner.pid) !== owner.fingerprint) return
  const who = owner.pid === process.pid ? 'this process itself' : 'another run of the service'
  throw new Error(
    `${dataDir} is in use by process ${owner.pid} (${who}), since ${owner.since}. Stop it first, or name another DATA_DIR.`,
  )
}

function readOwner(path: string): { pid: number; fingerprint: string; since: string } | undefined {
  try {
    const owner: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof owner !== 'object' || owner === null) return undefined
    const { pid, fingerprint, since } = owner as { pid?: unknown; fingerprint?: unknown; since?: unknown }
    return typeof pid === 'number' && typeof fingerprint === 'string' && fingerprint !== ''
      ? { pid, fingerprint, since: String(since) }
      : undefined
  } catch {
    return undefined
  }
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false
    throw cause
  }
}
