/**
 * Settlement: takes accepted payments to the chain and back (specification 2.10, 6.1; crash-safe in any step). For each
 * network one process at a time holds the lease and runs its loops: send what is queued, follow the blocks, do what the
 * blocks have shown to be left to do, look at what is overdue, and for each account keep its nonces moving. One lease for all accounts of a network, because the blocks are
 * read once for all of them. Any number of processes may run this; the others wait for the lease.
 */
import { randomUUID } from 'node:crypto'
import { computeAddress } from 'ethers'
import type { Database } from '../../shared/database.ts'
import { invariant } from '../../shared/errors.ts'
import { sleep, type Worker } from '../../shared/subgraph.ts'
import { CHAIN_FACTS, type Token } from '../../shared/tokens.ts'
import { ChainUnavailable } from '../chains/chainAdapter.ts'
import { CHAIN_CURSORS, chainCursorSchema } from '../models/chainCursors.ts'
import { DEPOSITS, depositSchema } from '../models/deposits.ts'
import { LEASES, leaseSchema, releaseLease, takeLease, takeNetworkLease } from '../models/leases.ts'
import { MISMATCHES, mismatchSchema } from '../models/mismatches.ts'
import { FencedOff, NONCE_SLOTS, nonceSlotSchema } from '../models/nonceSlots.ts'
import { SETTLEMENT_TASKS, settlementTaskSchema } from '../models/settlementTasks.ts'
import { WALLET_KEYS, walletKeySchema } from '../models/walletKeys.ts'
import { followBlocks } from './blocks/followBlocks.ts'
import {
  createWaker,
  DEFAULT_SETTLEMENT,
  type Network,
  type NetworkConfig,
  type SettlementDeps,
  type SettlementOptions,
  Stopped,
  type Waker,
} from './network/network.ts'
import { openRelayers } from './network/relayerAccounts.ts'
import { reconcileOverdue } from './recovery/reconcileOverdue.ts'
import { runTasks } from './recovery/runTasks.ts'
import { convertSlots } from './sending/convertLegacySlots.ts'
import { maintainNonces } from './sending/maintainNonces.ts'
import { sendQueued } from './sending/sendQueued.ts'
import { watchTip } from './transactions/gasBump.ts'

const RESTART_AFTER_MS = 500
/** Until the chain has said which tip it wants. */
const FIRST_TIP = 1_000_000_000n

export interface Settlement {
  readonly workers: readonly Worker[]
  /** Call it after a commit that queued a payment: without it the worker sees it at its next poll. */
  wake(): void
}

/** Registers the collections that settlement keeps besides the committed ones; call before `database.prepare()`. */
export function registerSettlementModels(database: Database): void {
  database.model(leaseSchema, LEASES)
  database.model(nonceSlotSchema, NONCE_SLOTS)
  database.model(chainCursorSchema, CHAIN_CURSORS)
  database.model(depositSchema, DEPOSITS)
  database.model(mismatchSchema, MISMATCHES)
  database.model(settlementTaskSchema, SETTLEMENT_TASKS)
  database.model(walletKeySchema, WALLET_KEYS)
}

export function createSettlement(deps: SettlementDeps): Settlement {
  const options = { ...DEFAULT_SETTLEMENT, ...deps.options }
  const accounts = deps.networks.flatMap(({ adapter, relayerKeys, retiredRelayerKeys = [] }) =>
    [...relayerKeys, ...retiredRelayerKeys].map((key) => `${adapter.chainId}:${computeAddress(key)}`),
  )
  invariant(new Set(accounts).size === accounts.length, 'each network has relayer accounts of its own')
  const wakers = deps.networks.map(() => createWaker())
  return {
    workers: deps.networks.map((config, index) => ({
      name: `settle:${config.mode}:${config.chain}`,
      run: (signal) => runNetwork(deps, options, config, wakers[index] as Waker, signal),
    })),
    wake() {
      for (const waker of wakers) waker.wake()
    },
  }
}

async function runNetwork(
  deps: SettlementDeps,
  options: SettlementOptions,
  config: NetworkConfig,
  waker: Waker,
  signal: AbortSignal,
): Promise<void> {
  const holder = randomUUID()
  const id = `settle:${config.mode}:${config.chain}`
  while (!signal.aborted) {
    try {
      const asked = deps.clock.now()
      const lease = await takeNetworkLease(deps.database, { id, holder, lifetimeMs: options.leaseMs })
      if (lease === null) {
        await sleep(options.leaseMs / 4, signal)
        continue
      }
      const heldUntil = new Date(asked.getTime() + options.leaseMs)
      const network = openNetwork(config, options, { fence: lease.fence, heldUntil })
      await runLoops(deps, network, waker, { id, holder }, signal)
    } catch (error) {
      deps.log.warn({ err: error, network: id }, 'settlement starts again')
      await sleep(RESTART_AFTER_MS, signal)
    } finally {
      if (signal.aborted) await releaseLease(deps.database, { id, holder }).catch(() => undefined)
    }
  }
}

function openNetwork(
  config: NetworkConfig,
  options: SettlementOptions,
  lease: { fence: number; heldUntil: Date },
): Network {
  const { tokens: deployed, gas } = CHAIN_FACTS[config.chain]
  const deployments = Object.entries(deployed)
  const tokens = new Map(deployments.map(([token, { address }]) => [address.toLowerCase(), token as Token]))
  const id = `${config.mode}:${config.chain}`
  return {
    ...config,
    ...lease,
    id,
    relayers: openRelayers(config),
    options,
    tokens,
    gas,
    tip: FIRST_TIP > gas.tipMax ? gas.tipMax : FIRST_TIP,
    gasLimits: new Map(),
    head: null,
    busy: new Map(),
    postponing: new Map(),
    slow: new Map(),
    isBehind: false,
  }
}

/** The loops live and die together with the lease. */
async function runLoops(
  deps: SettlementDeps,
  network: Network,
  waker: Waker,
  lease: { id: string; holder: string },
  signal: AbortSignal,
): Promise<void> {
  const lost = new AbortController()
  const held = AbortSignal.any([signal, lost.signal])
  const loops = [keepLease(deps, network, lease, held), work(deps, network, waker, held)]
  try {
    await Promise.all(loops)
  } finally {
    lost.abort()
    waker.wake()
    await Promise.allSettled(loops)
  }
}

async function work(deps: SettlementDeps, network: Network, waker: Waker, signal: AbortSignal): Promise<void> {
  await convertSlots(deps, network, signal)
  await Promise.all([
    untilStopped(deps, network, signal, () => sendQueued(deps, network, waker, signal)),
    untilStopped(deps, network, signal, () => followBlocks(deps, network, signal)),
    untilStopped(deps, network, signal, () => runTasks(deps, network, signal)),
    untilStopped(deps, network, signal, () => watchTip(deps, network, signal)),
    untilStopped(deps, network, signal, () => watchOverdue(deps, network, signal)),
    ...network.relayers.map((line) =>
      untilStopped(deps, network, signal, () => maintainNonces(deps, network, line, signal)),
    ),
  ])
}

/** Beside the keepers: a single payment that cannot be looked at holds up no account. */
async function watchOverdue(deps: SettlementDeps, network: Network, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await reconcileOverdue(deps, network, network.head ?? (await network.adapter.head()), signal)
    await sleep(network.options.overdueAfterMs / 3, signal)
  }
}

/** Ends with an error when the lease is gone. */
async function keepLease(
  deps: SettlementDeps,
  network: Network,
  lease: { id: string; holder: string },
  signal: AbortSignal,
): Promise<void> {
  const { leaseMs } = network.options
  while (!signal.aborted) {
    await sleep(leaseMs / 4, signal)
    if (signal.aborted) return
    const asked = deps.clock.now()
    const kept = await takeLease(deps.database, { ...lease, lifetimeMs: leaseMs })
    if (kept === null || kept.fence !== network.fence) throw new FencedOff(network.id)
    network.heldUntil = new Date(asked.getTime() + leaseMs)
  }
}

/** A loop begins again after whatever went wrong: a chain that does not answer is never the end of anything. */
async function untilStopped(
  deps: SettlementDeps,
  network: Network,
  signal: AbortSignal,
  loop: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await loop()
    } catch (error) {
      if (error instanceof FencedOff) throw error
      if (!(error instanceof Stopped)) report(deps, network, error)
      await sleep(RESTART_AFTER_MS, signal)
    }
  }
}

function report(deps: SettlementDeps, network: Network, error: unknown): void {
  if (error instanceof ChainUnavailable)
    deps.log.warn({ network: network.id, reason: error.message, attempts: error.attempts }, 'the chain does not answer')
  else deps.log.error({ err: error, network: network.id }, 'settlement loop begins again')
}
