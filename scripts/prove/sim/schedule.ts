/**
 * One schedule of the simulation: clients send commands to two processes, which die and start again, while the database
 * fails, the chain loses transfers and clocks jump. At the end the faults stop, and all that was begun ends.
 */
import { createHash } from 'node:crypto'
import { NO_POLICY, type Policy } from '../../../subgraphs/mandates/rules/policy.ts'
import { newWalletPosition } from '../../../subgraphs/payments/rules/walletPosition.ts'
import { newOrgPosition, orgRef, type WalletPosition, walletRef } from '../../../subgraphs/shared/commit/positions.ts'
import type { OrgId, WalletId } from '../../../subgraphs/shared/ids.ts'
import { createSimChain } from './chain.ts'
import { type Client, runClient } from './clients.ts'
import { createMemoryDatabase, type MemoryDatabase } from './memoryDatabase.ts'
import { checkCommit, checkEnd, type Told } from './oracle.ts'
import { createIds, ProcessDied, type ProcessInput, type SimProcess, startProcess } from './processes.ts'
import { installScheduler, type Scheduler } from './scheduler.ts'
import { settleOnce } from './settlement.ts'

export interface ScheduleResult {
  readonly breaches: readonly string[]
  readonly turns: number
  readonly commands: number
  readonly faults: number
  readonly deaths: number
  /** Of every row at the end: the same for the same seed. */
  readonly digest: string
}

const PROCESSES = 2
const CLIENTS = 4
const COMMANDS_EACH = 8
const ORGANIZATIONS = 2
const WALLETS_EACH = 2
const DAILY_LIMIT = 60n
const POLICY: Policy = { ...NO_POLICY, dailyLimit: DAILY_LIMIT }
const EPOCH = Date.parse('2026-02-28T22:00:00Z')
const SKEW_MS = 2_000
const FAULT_SHARE = 0.15
const DEATH_SHARE = 0.15
const JUMP_SHARE = 0.1
const JUMP_MAX_MS = 8 * 3_600_000
const QUIET_PASSES_MAX = 200

export async function runSchedule(seed: number, fault: boolean): Promise<ScheduleResult> {
  const scheduler = installScheduler(seed)
  try {
    return await simulate(scheduler, fault)
  } finally {
    scheduler.restore()
  }
}

async function simulate(scheduler: Scheduler, fault: boolean): Promise<ScheduleResult> {
  const database = createMemoryDatabase()
  const chain = createSimChain(scheduler)
  const wallets = insertOrganizations(database)
  const newId = createIds()
  const breaches: string[] = []
  const told = new Map<string, Told>()
  const state = { isQuiet: false, jumpedMs: 0, deaths: 0 }
  const inputOf = (index: number): ProcessInput => {
    const skew = index * SKEW_MS
    return {
      ...{ scheduler, database, forgetsVersions: fault },
      clock: { now: () => new Date(EPOCH + scheduler.now() + state.jumpedMs + skew) },
      faultShare: () => (state.isQuiet ? 0 : FAULT_SHARE),
      onCommit: (updates, inserts) => void breaches.push(...checkCommit(database, { updates, inserts }, DAILY_LIMIT)),
    }
  }
  const processes = Array.from({ length: PROCESSES }, (_, index) => startProcess(inputOf(index), newId))
  const world = { scheduler, database, chain }
  const clients = Array.from({ length: CLIENTS }, (_, index): Client => {
    return {
      ...{ scheduler, wallets, processes, told, breaches, database },
      name: `client${index}`,
      commands: COMMANDS_EACH,
    }
  })

  async function runChaos(): Promise<void> {
    for (; !state.isQuiet; await scheduler.sleep(100)) {
      chain.mine()
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
    const beside = [runChaos(), ...processes.map((_, index) => runSettlement(index))]
    await Promise.all(clients.map(runClient))
    state.isQuiet = true
    await Promise.all(beside)
    for (let pass = 0; pass < QUIET_PASSES_MAX && hasPending(database); pass++) {
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
  const { struck } = database.faults
  return {
    breaches,
    turns: scheduler.turns(),
    commands,
    faults: struck,
    deaths: state.deaths,
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
