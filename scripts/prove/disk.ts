/**
 * A full disk under the database (reliability 7.2 row 36): the disk of a running database fills up under load. The service
 * refuses what it cannot commit, and once there is space again, and whoever watches over the database has started it again,
 * it goes on by itself: what was acknowledged is there, once, and nothing else. `--fault` starts the database again from an empty disk.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locateMongod } from '../embedded/locateMongod.ts'
import { startMongod } from '../embedded/mongod.ts'
import { waitUntil } from '../waitUntil.ts'
import { type AcknowledgedLoad, findLost, startAcknowledgedLoad } from './acknowledgedLoad.ts'
import { createAgent, createOrganization, credit } from './organization.ts'
import type { ProofInput, ProofResult } from './proof.ts'
import { openWorld } from './world.ts'

const ROUNDS = { ci: 1, full: 5 } as const
const DISK_MB = 600
/** What is left when the rest has been filled. */
const LEFT_MB = 1
const BEFORE_MS = 1_500
const FULL_MS = { ci: 3_000, full: 30_000 } as const
const REFUSES_WITHIN_MS = 30_000
const FAULT_WAIT_MS = 2_000
const BREACHES_MAX = 100
const FUNDS = 1_000_000_000n
const RECOVERY_MS = 60_000
const quiet = { info() {}, warn() {} }

export async function proveDisk({ size, fault }: ProofInput): Promise<ProofResult> {
  const disk = mountDisk()
  try {
    const binary = await locateMongod({ dataDir: disk.path, env: process.env, log: quiet })
    let mongod = await startMongod({ binary, dataDir: disk.path, log: quiet })
    const { port, uri } = mongod
    const world = await openWorld({ chains: [], mongodbUri: uri })
    try {
      const services = [await world.open({ isQuiet: true }), await world.open({ isQuiet: true })] as const
      const organization = await createOrganization(services[0], 'Disk')
      const agent = await createAgent(services[0], organization, 'Max $1,000,000 per transaction.')
      await credit(services[0], agent, FUNDS)
      let kills = 0
      const load = startAcknowledgedLoad(services, agent)
      const rounds = fault ? 1 : ROUNDS[size]
      for (let round = 0; round < rounds; round++) {
        await sleep(BEFORE_MS)
        disk.fill()
        await untilStalled(load)
        await sleep(fault ? 0 : FULL_MS[size])
        if (isAlive(mongod.pid)) kills += 1
        // It may have ended by itself; what it has not written by now is lost.
        await end(mongod.pid)
        disk.free()
        if (fault) disk.erase()
        mongod = await startMongod({ binary, dataDir: disk.path, port, log: quiet })
        await load.answeredAgain(fault ? FAULT_WAIT_MS : RECOVERY_MS)
      }
      await load.stop()
      const breaches = [...load.breaches, ...(await findLost(services[0], load.acknowledged)), ...(await world.audit())]
      const { size: acknowledged } = load.acknowledged
      const figures = {
        rounds,
        kills,
        acknowledged,
        unanswered: load.unanswered(),
        longestStallMs: load.longestStallMs(),
      }
      return { figures, breaches: breaches.slice(0, BREACHES_MAX) }
    } finally {
      await world.close()
      await mongod.stop()
    }
  } finally {
    disk.unmount()
  }
}

/** A file system of its own, in memory, that no other process shares. @throws Error where mounting is not allowed */
function mountDisk() {
  const path = mkdtempSync(join(tmpdir(), 'prove-disk-'))
  const ballast = join(path, 'ballast')
  mount('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'prove', path])
  mkdirSync(join(path, 'db'))
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path)
      const megabyte = Buffer.alloc(1_048_576, 1)
      const file = openSync(ballast, 'w')
      try {
        for (let left = (bavail * bsize) / megabyte.length; left > LEFT_MB; left--) writeSync(file, megabyte)
      } finally {
        closeSync(file)
      }
    },
    erase() {
      rmSync(join(path, 'db'), { recursive: true })
      mkdirSync(join(path, 'db'))
    },
    free: () => rmSync(ballast, { force: true }),
    unmount() {
      mount('umount', [path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}

function mount(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || 'cannot be run'}`)
}

async function untilStalled(load: AcknowledgedLoad): Promise<void> {
  const began = performance.now()
  for (let last = -1; performance.now() - began < REFUSES_WITHIN_MS; await sleep(1_000)) {
    if (load.acknowledged.size === last) return
    last = load.acknowledged.size
  }
}

async function end(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await waitUntil('the database ends', async () => !isAlive(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
