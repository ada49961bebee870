/**
 * One schedule of the simulation: clients send commands to two processes, which die and start again, while the database
 * fails and gets new primaries, the chain loses transfers and blocks, and clocks jump. At the end the faults stop, and all that was
 * begun ends.
 */
import { createHash } from 'node:crypto'
import { NO_POLICY, type Policy } from '../../../subgraphs/mandates/rules/policy.ts'
import { newWalletPosition } from '../../../subgraphs/payments/rules/walletPosition.ts'
import { newOrgPosition, orgRef, type WalletPosition, walletRef } from '../../../subgraphs/shared/commit/positions.ts'
import type { OrgId, WalletId } from '../../../subgraphs/shared/ids.ts'
import { createSimChain } from './chain.ts'
import { type Client, runClient } from './clients.ts'
import { createMemoryDatabase, type Guard, type MemoryDatabase } from './memoryDatabase.ts'
import { checkCommit, checkEnd, type Told } from './oracle.ts'
import { createIds, ProcessDied, type ProcessInput, type SimProcess, startProcess } from './processes.ts'
import { installScheduler, type Scheduler } from './scheduler.ts'
import { hasSettled, settleOnce } from './settlement.ts'

export interface ScheduleResult {
  readonly breaches: readonly string[]
  readonly turns: number
  readonly commands: number
  readonly faults: number
  readonly deaths: number
  readonly reorganizations: number
  readonly elections: number
  readonly doubts: number
  readonly switches: number
  /** Of every row at the end: the same for the same seed. */
  readonly digest: string
}

const PROCESSES = 2
const CLIENTS = 4
const COMMANDS_EACH = 8
const ORGANIZATIONS = 2
const WALLETS_EACH = 2
const DAILY_LIMIT = 60n
const FUNDED = 50n
const POLICY: Policy = { ...NO_POLICY, dailyLimit: DAILY_LIMIT }
const EPOCH = Date.parse('2026-02-28T22:00:00Z')
const SKEW_MS = 2_000
const FAULT_SHARE = 0.15
const DEATH_SHARE = 0.15
const JUMP_SHARE = 0.1
const REORGANIZATION_SHARE = 0.1
const DEPTH_MAX = 3
const ELECTION_SHARE = 0.1
const ELECTION_MS = 200
const JUMP_MAX_MS = 8 * 3_600_000
const QUIET_PASSES_MAX = 200

export async function runSchedule(seed: number, without: Guard | null): Promise<ScheduleResult> {
  const scheduler = installScheduler(seed)
  try {
    return await simulate(scheduler, without)
  } finally {
    scheduler.restore()
  }
}

async function simulate(scheduler: Scheduler, without: Guard | null): Promise<ScheduleResult> {
  const database = createMemoryDatabase()
  const chain = createSimChain(scheduler)
  const wallets = insertOrganizations(database)
  for (const one of wallets) chain.send({ ...one, id: `dep_base_${one.walletId}`, kind: 'deposit', amount: FUNDED })
  const newId = createIds()
  const breaches: string[] = []
  const told = new Map<string, Told>()
  const state = { isQuiet: false, jumpedMs: 0, deaths: 0, reorganizations: 0, elections: 0 }
  const inputOf = (index: number): ProcessInput => {
    const skew = index * SKEW_MS
    return {
      ...{ scheduler, database, without, breaches },
      clock: { now: () => new Date(EPOCH + scheduler.now() + state.jumpedMs + skew) },
      faultShare: () => (state.isQuiet ? 0 : FAULT_SHARE),
      onCommit: (updates, inserts) => void breaches.push(...checkCommit(database, { updates, inserts }, DAILY_LIMIT)),
    }
  }
  const processes = Array.from({ length: PROCESSES }, (_, index) => startProcess(inputOf(index), newId))
  const world = { scheduler, database, chain }
  const clients = Array.from({ length: CLIENTS }, (_, index): Client => {
    return {
      ...{ scheduler, wallets, processes, told, breaches, database, chain },
      name: `client${index}`,
      commands: COMMANDS_EACH,
    }
  })

  async function runChain(): Promise<void> {
    for (; !state.isQuiet; await scheduler.sleep(100)) {
      chain.mine()
      if (!scheduler.chance(REORGANIZATION_SHARE)) continue
      chain.reorganize(1 + Math.floor(scheduler.random() * DEPTH_MAX))
      state.reorganizations += 1
    }
  }
  async function runElections(): Promise<void> {
    const { primary } = database
    for (; !state.isQuiet; await scheduler.sleep(100)) {
      if (!scheduler.chance(ELECTION_SHARE)) continue
      primary.isThere = false
      await scheduler.sleep(scheduler.random() * ELECTION_MS)
      Object.assign(primary, { isThere: true, term: primary.term + 1 })
      state.elections += 1
    }
  }
  async function runDeaths(): Promise<void> {
    for (; !state.isQuiet; await scheduler.sleep(100)) {
      if (scheduler.chance(JUMP_SHARE)) state.jumpedMs += scheduler.random() * JUMP_MAX_MS
      if (!scheduler.chance(DEATH_SHARE)) continue
      const index = Math.floor(scheduler.random() * PROCESSES)
      processes[index]?.die()
      state.deaths += 1
      await scheduler.sleep(scheduler.random() * 300)
      processes[index] = startProcess(inputOf(index), newId)
    }
  }
  async function settleWith(process: SimProcess): Promise<void> {
    await Promise.race([settleOnce(world, process), process.death]).catch((error: unknown) => {
      if (!(error instanceof ProcessDied)) breaches.push(`settlement fails: ${error}`)
    })
  }
  async function runSettlement(index: number): Promise<void> {
    for (; !state.isQuiet; await scheduler.sleep(50)) await settleWith(processes[index] as SimProcess)
  }
  async function runAll(): Promise<void> {
    const beside = [runChain(), runElections(), runDeaths(), ...processes.map((_, index) => runSettlement(index))]
    await Promise.all(clients.map(runClient))
    state.isQuiet = true
    await Promise.all(beside)
    const isSettled = () => !hasPending(database) && processes.every((process) => hasSettled(world, process))
    for (let pass = 0; pass < QUIET_PASSES_MAX && !(pass > 0 && isSettled()); pass++) {
      chain.mine()
      for (const process of processes) await settleWith(process)
    }
  }
  try {
    await scheduler.run(runAll())
    breaches.push(...checkEnd(database, chain, told))
  } catch (error) {
    breaches.push(`the schedule breaks off: ${error instanceof Error ? error.message : error}`)
  }
  const commands = CLIENTS * COMMANDS_EACH
  const { struck, doubts } = database.faults
  const { deaths, reorganizations, elections } = state
  return {
    ...{ breaches, commands, deaths, reorganizations, elections, doubts },
    turns: scheduler.turns(),
    faults: struck,
    switches: database.all('killSwitches').length,
    digest: digestOf(database),
  }
}

const hasPending = (database: MemoryDatabase): boolean =>
  database.all<{ status: string }>('payments').some(({ status }) => status === 'pending')

function insertOrganizations(database: MemoryDatabase): { orgId: OrgId; walletId: WalletId }[] {
  const wallets: { orgId: OrgId; walletId: WalletId }[] = []
  for (let org = 0; org < ORGANIZATIONS; org++) {
    const orgId: OrgId = `org_${org}`
    database.insert(orgRef(orgId), newOrgPosition(orgId))
    for (let index = 0; index < WALLETS_EACH; index++) {
      const walletId: WalletId = `wal_${org}x${index}`
      const mandate: WalletPosition['mandate'] = {
        ...{ mandateId: 'mnd_simulated', version: 1, status: 'active', expiresAt: null, limitTimezone: 'UTC' },
        policy: POLICY,
      }
      const position = newWalletPosition({ walletId, orgId, mode: 'test', agentId: `agt_${org}x${index}` })
      database.insert(walletRef(walletId), { ...position, mandate })
      database.insert({ collection: 'wallets', id: walletId }, { orgId, mode: 'test', agentId: position.agentId })
      wallets.push({ orgId, walletId })
    }
  }
  return wallets
}

function digestOf({ rows }: MemoryDatabase): string {
  const text = JSON.stringify([...rows], (_key, value) => (typeof value === 'bigint' ? `${value}n` : value))
  return createHash('sha256').update(text).digest('hex')
}
