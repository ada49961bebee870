// kill -9 between every two commands, with two processes on one database (commit 5.5): nothing partial, no acknowledged
// payment lost, the other process continues within the lifetime of a transaction, and the same key pays once.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GroupCommit } from '../../../subgraphs/shared/commit/groupCommit.ts'
import { endDeadSessions } from '../../../subgraphs/shared/commit/processes.ts'
import { keyOf, type SecondProcess, startSecondProcess } from '../../support/twoProcesses.ts'
import { payIntent } from '../../unit/commit/spendWorld.ts'
import { type CommitWorld, openCommitWorld } from './commitWorld.ts'

const CALLERS = 4
const ORGS = 16
/** The server aborts transactions older than 5 s about once a second. */
const STALL_MAX_MS = 9_000

let world: CommitWorld
let groupCommit: GroupCommit
let last = 0

beforeAll(async () => {
  world = await openCommitWorld('commit_killed', { orgs: ORGS, wallets: 2 })
  groupCommit = await world.openGroupCommit()
})
afterAll(() => world.stop())

const start = (org: number, given: Partial<Parameters<typeof startSecondProcess>[0]>) =>
  startSecondProcess({ uri: world.uri, databaseName: world.name, org, callers: CALLERS, rounds: 2, ...given })

const payHere = (org: number, key = `here${last}`) =>
  groupCommit.submit(payIntent({ org, wallet: last % 2, id: `pay_here${last++}`, units: 1n, key }))

/** The steps of one batch, as they happen. */
async function findSteps(): Promise<string[]> {
  const whole = start(ORGS - 1, { rounds: 1 })
  expect(await whole.ended).toEqual({ code: 0, signal: null })
  return whole.lines.flatMap((line) => (line.kind === 'step' ? [line.step] : []))
}

interface Killed {
  readonly step: string
  readonly stallMs: number
}

/** One organization for each step, all at once: the stalls pass together. */
async function killAt(step: string, org: number): Promise<Killed> {
  const other = start(org, { killAt: { step, round: 1 } })
  // This process pays in the same organization all the while.
  let isOver = false
  const beside = (async () => {
    for (; !isOver; await sleep(30)) expect((await payHere(org)).kind).toBe('done')
  })()
  expect(await other.ended).toEqual({ code: null, signal: 'SIGKILL' })
  const diedAt = performance.now()
  expect((await payHere(org)).kind).toBe('done')
  const stallMs = performance.now() - diedAt
  isOver = true
  await beside
  await compare(other, org)
  return { step, stallMs }
}

async function compare(other: SecondProcess, org: number): Promise<void> {
  const payments = world.database.collection<{ _id: string }>('payments')
  const told = other.lines.filter((line) => line.kind === 'told')
  expect(told.length).toBeGreaterThanOrEqual(CALLERS)
  for (const { paymentId, outcome } of told) {
    expect(outcome).toBe('done')
    expect(await payments.countDocuments({ _id: paymentId })).toBe(1)
  }
  // What the callers do who heard nothing: the same key again, to the process that is left.
  for (const round of [0, 1])
    for (let caller = 0; caller < CALLERS; caller++) {
      const outcome = await payHere(org, keyOf(round, caller))
      const isTold = told.some(({ key }) => key === keyOf(round, caller))
      expect(outcome.kind).toEqual(isTold ? 'replayed' : expect.stringMatching(/^(done|replayed)$/))
    }
}

test('at any command', async () => {
  const steps = await findSteps()
  expect(steps.length).toBeGreaterThan(8)
  expect(new Set(steps).size).toBe(steps.length)
  expect(steps.length).toBeLessThan(ORGS)
  const killed = await Promise.all(steps.map(killAt))
  console.info(killed.map(({ step, stallMs }) => `${step} ${Math.round(stallMs)} ms`).join(', '))
  for (const { stallMs } of killed) expect(stallMs).toBeLessThan(STALL_MAX_MS)
  const { payments, keys } = await world.audit()
  // Every payment of this test has its own key, so a duplicate of any key would be found here.
  expect(payments).toHaveLength(keys.length)
}, 60_000)

test('a starting process ends the sessions of a dead one, and nobody waits for its transaction', async () => {
  const other = start(0, { killAt: { step: 'beforeCommit', round: 1 }, heartbeat: true })
  expect((await other.ended).signal).toBe('SIGKILL')
  expect(await endDeadSessions(world.database)).toBe(1)
  const startedAt = performance.now()
  expect((await payHere(0)).kind).toBe('done')
  expect(performance.now() - startedAt).toBeLessThan(1_500)
  expect(await endDeadSessions(world.database)).toBe(0)
})

test('the sessions of a running process are left alone', async () => {
  const other = start(0, { heartbeat: true, rounds: 40 })
  while (!other.lines.some((line) => line.kind === 'told')) await sleep(20)
  expect(await endDeadSessions(world.database)).toBe(0)
  expect((await other.ended).code).toBe(0)
  expect(other.lines.filter((line) => line.kind === 'told')).toHaveLength(40 * CALLERS)
})
