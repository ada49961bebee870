// The proofs at their CI size, in processes of their own with databases and chains of their own: without breaches as built,
// and with breaches when started with their fault.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeVersion } from '../../scripts/codeVersion.ts'
import { PROOFS } from '../../scripts/prove/proofs.ts'
import { waitUntil } from '../../scripts/waitUntil.ts'

/**
 * To add a proof: write scripts/prove/NAME.ts, add it to scripts/prove/proofs.ts, and to a lane here with figures
 * that its ci size always has. At ci size, proof and fault together may take 20 seconds on a machine that does nothing
 * else; with `fault` a proof does only what is needed for its first breach. `openWorld` gives it a database and a chain
 * (in memory, up in half a second) and services in this process, `openProcessWorld` services in processes of their own;
 * each has `audit()`, whose breaches are those of the proof.
 *
 * Lanes run side by side, the proofs of a lane one after the other in one process: those that keep a processor busy in the
 * first, those that mostly wait for blocks and timeouts in the second, and as many in each as take the same time.
 */
const LANES: readonly Readonly<Record<string, Readonly<Record<string, number>>>>[] = [
  {
    policy: { cases: 500 },
    limits: { trials: 2, payments: 2_000 },
    killswitch: { races: 9, payments: 900 },
    stopbutton: { acts: 84 },
    ledger: { operations: 5_000 },
    executor: { operations: 200, fallbacks: 0 },
    ach: { sequences: 2_000, acts: 150 },
    cards: { trials: 3 },
    microdeposits: { accounts: 8, guesses: 192 },
    dbfaults: {},
    sim: { schedules: 40, commands: 1_280, repeated: 2 },
    mutants: {},
    'hostile-wire': { connections: 360 },
    overload: {},
    clock: { jumps: 9 },
    // These share a world of processes.
    idempotency: { keys: 2, copies: 100 },
    kill9: { payments: 100, kills: 5, delivered: 300 },
    events: { payments: 24, kills: 3, readers: 4, delivered: 72 },
    resume: { readers: 9, families: 3 },
    revoke: { stops: 10, sockets: 32, suspended: 14 },
    fencing: { trials: 1, turns: 1, takeovers: 1 },
    netfaults: { payments: 36, faults: 24 },
    stuck: { payments: 30 },
    bola: { subscriptions: 2, cellsMin: 500 },
    fuzz: { requests: 400 },
    gqlabuse: { limits: 12, abuses: 73, socketLimits: 5, socketAbuses: 5 },
  },
  {
    'settle-isolation': { scenarios: 7 },
    upgrade: { dumps: 3 },
    screening: { updates: 1, payments: 90 },
    chains: { rows: 4, chains: 2, paid: 12, failed: 8, reorganized: 12 },
    conversions: { rows: 4, chains: 2, delivered: 16, failed: 8, reorganized: 12 },
    crashpoints: {
      ...{ deaths: 2, conversionDeaths: 2, delivered: 1, purchaseDeaths: 1 },
      ...{ holdSteps: 10, treasurySteps: 101, outsideSteps: 6 },
      ...{ holdDeaths: 1, treasuryDeaths: 1, outsideDeaths: 1 },
    },
    holds: { races: 100, deaths: 5 },
    acp: { pays: 60, sessions: 60, purchases: 20 },
    caps: { agents: 6 },
    failover: { elections: 1 },
    historylost: { losses: 4, events: 48 },
    slowsub: { stuck: 6, events: 30 },
    disk: { rounds: 1 },
    soak: {},
    restore: { payments: 30, tokens: 4, chains: 2 },
    reorg: { reorganizations: 6, deposits: 6 },
    rpcfaults: { payments: 60 },
    jwt: { forgeries: 86, endings: 4 },
    authz: { callers: 22 },
    federation: { subgraphs: 6, forgeries: 72, misuses: 42 },
    refresh: { reuses: 8 },
    tamper: { forgeries: 4 },
    schedule: { deliveries: 8, attempts: 48 },
    leases: { deliveries: 120, inFlight: 4, sentAgain: 4 },
    ssrf: { spellings: 100, attempts: 100, connections: 0 },
    rotation: { deliveries: 144, verified: 144 },
    isolation: { kinds: 24, hostile: 99, deliveries: 24 },
    secrets: { canaries: 59 },
  },
]
const ROOT = join(import.meta.dirname, '..', '..')
const MAIN = join(ROOT, 'scripts', 'prove', 'main.ts')
const PRELOADED = join(ROOT, 'scripts', 'requireNode.mjs')
const WITHIN_MS = 600_000
const STDERR_SHOWN = 2_000
const folder = mkdtempSync(join(tmpdir(), 'prove-test-'))
const commit = codeVersion()

interface Report {
  readonly prove: string
  readonly commit: string
  readonly size: string
  readonly seed: number
  readonly fault: boolean
  readonly figures: Readonly<Record<string, number>>
  readonly breaches: readonly string[]
  readonly again?: string
}

interface Lane {
  readonly child: ChildProcess
  readonly json: string
  readonly stderr: string
}

const lanes: Lane[] = []
beforeAll(() => void lanes.push(...LANES.map(start)))
afterAll(() => {
  for (const { child } of lanes) child.kill()
  rmSync(folder, { recursive: true, force: true })
})

function start(proofs: (typeof LANES)[number], index: number): Lane {
  const json = join(folder, `${index}.json`)
  const stderr = join(folder, `${index}.stderr`)
  const flags = ['--faults', '--again', '--size', 'ci', '--seed', '11', '--json', json]
  const child = spawn(process.execPath, ['--import', PRELOADED, MAIN, ...Object.keys(proofs), ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', openSync(stderr, 'w')],
  })
  return { child, json, stderr }
}

/** Waits for it: the lanes run by themselves. */
function reportOf(lane: number, name: string, fault: boolean): Promise<Report> {
  const { child, json, stderr } = lanes[lane] as Lane
  return waitUntil(
    `${name} ends`,
    async () => {
      const hasEnded = child.exitCode !== null || child.signalCode !== null
      const lines = existsSync(json) ? readFileSync(json, 'utf8').split('\n').slice(0, -1) : []
      const reports = lines.map((line) => JSON.parse(line) as Report)
      const found = reports.find((report) => report.prove === name && report.fault === fault)
      if (found === undefined && hasEnded)
        throw new Error(`the lane has ended without ${name}: ${readFileSync(stderr, 'utf8').slice(-STDERR_SHOWN)}`)
      return found
    },
    WITHIN_MS,
  )
}

describe.each(LANES.map((proofs, lane) => ({ proofs, lane })))('lane %$', ({ proofs, lane }) => {
  describe.each(Object.entries(proofs))('%s', (name, figures) => {
    test('has no breach', { timeout: WITHIN_MS }, async () => {
      const report = await reportOf(lane, name, false)
      if (report.again !== undefined) console.warn(`${name} was run a second time: ${report.again}`)
      expect(report).toMatchObject({ prove: name, commit, size: 'ci', seed: 11, figures, breaches: [] })
    })

    test('detects its fault', { timeout: WITHIN_MS }, async () => {
      const { breaches } = await reportOf(lane, name, true)
      expect(breaches).not.toEqual([])
      expect(breaches.filter((breach) => breach.startsWith('it was aborted'))).toEqual([])
    })
  })
})

test('a lane fails when a proof has a breach or does not detect its fault', { timeout: WITHIN_MS }, async () => {
  for (const { child } of lanes) {
    await waitUntil('the lane ends', async () => child.exitCode !== null, WITHIN_MS)
    expect(child.exitCode).toBe(0)
  }
})

test('every proof is in a lane', () => {
  expect(LANES.flatMap((proofs) => Object.keys(proofs)).toSorted()).toEqual(Object.keys(PROOFS).toSorted())
})

test('an unknown proof is refused', async () => {
  const child = spawn(process.execPath, ['--import', PRELOADED, MAIN, 'policy', 'nothing'], {
    cwd: ROOT,
    stdio: 'ignore',
  })
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2)
})
