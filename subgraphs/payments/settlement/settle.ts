/**
 * Settlement: takes accepted payments to the chain and books the result (specification 2.10, 6.1; crash-safe at every
 * step). For each network one process at a time holds the lease and runs these loops: send what is queued, follow the
 * blocks, run the tasks that blocks leave, reconcile what is overdue, and maintain the nonces of each account. One lease
 * covers all accounts of a network, because its blocks are read once for all of them; other processes wait for it.
 */
import { computeAddress } from 'ethers'
import type { Database } from '../../shared/database.ts'
import { invariant } from '../../shared/errors.ts'
import { sleep, type Worker } from '../../shared/subgraph.ts'
import { CHAIN_FACTS, type Chain, type Token } from '../../shared/tokens.ts'
import { ChainUnavailable } from '../chains/chainAdapter.ts'
import { CHAIN_CURSORS, chainCursorSchema } from '../models/chainCursors.ts'
import { DEPOSITS, depositSchema } from '../models/deposits.ts'
import { LEASES, leaseSchema, newHolder, releaseLease, takeLease, takeNetworkLease } from '../models/leases.ts'
import { MISMATCHES, mismatchSchema } from '../models/mismatches.ts'
import { FencedOff, NONCE_SLOTS, nonceSlotSchema } from '../models/nonceSlots.ts'
import { RECONCILIATIONS, reconciliationSchema } from '../models/reconciliations.ts'
import { SETTLEMENT_TASKS, settlementTaskSchema } from '../models/settlementTasks.ts'
import { WALLET_KEYS, walletKeySchema } from '../models/walletKeys.ts'
import { followBlocks } from './blocks/followBlocks.ts'
import {
  createWaker,
  DEFAULT_SETTLEMENT,
  headOf,
  type Network,
  type NetworkConfig,
  type SettlementDeps,
  type SettlementOptions,
  Stopped,
  type Waker,
} from './network/network.ts'
import { findFormerRelayers, openRelayers } from './network/relayerAccounts.ts'
import { openSendingWallets } from './network/walletAccounts.ts'
import { blockListed } from './recovery/blockListed.ts'
import { endForsakenTopUps } from './recovery/endLostTopUps.ts'
import { openWallets } from './recovery/openWallets.ts'
import { reconcileOverdue } from './recovery/reconcileOverdue.ts'
import { runTasks } from './recovery/runTasks.ts'
import { watchBalances } from './recovery/watchBalances.ts'
import { convertSlots } from './sending/convertLegacySlots.ts'
import { maintainNonces } from './sending/maintainNonces.ts'
import { maintainWallets } from './sending/maintainWallets.ts'
import { sendQueued } from './sending/sendQueued.ts'
import { watchTip } from './transactions/gasBump.ts'

const RESTART_AFTER_MS = 500
/** In wei, until a suggested tip has been read from the chain. */
const FIRST_TIP = 1_000_000_000n

export interface Settlement {
  readonly workers: readonly Worker[]
  /** To be called after a commit that queued a payment: otherwise the worker finds it at its next poll. */
  wake(): void
}

/** Registers the collections of settlement; call before `database.prepare()`. */
export function registerSettlementModels(database: Database): void {
  database.model(leaseSchema, LEASES)
  database.model(nonceSlotSchema, NONCE_SLOTS)
  database.model(chainCursorSchema, CHAIN_CURSORS)
  database.model(depositSchema, DEPOSITS)
  database.model(mismatchSchema, MISMATCHES)
  database.model(reconciliationSchema, RECONCILIATIONS)
  database.model(settlementTaskSchema, SETTLEMENT_TASKS)
  database.model(walletKeySchema, WALLET_KEYS)
}

/** @param options changes of the usual timing */
export function createSettlement(
  deps: SettlementDeps,
  networks: readonly NetworkConfig[],
  options: Partial<SettlementOptions> = {},
): Settlement {
  const accounts = networks.flatMap(({ adapter, relayerKeys, retiredRelayerKeys = [] }) =>
    [...relayerKeys, ...retiredRelayerKeys].map((key) => `${adapter.chainId}:${computeAddress(key)}`),
  )
  invariant(new Set(accounts).size === accounts.length, 'two networks share a relayer account')
  const wakers = networks.map(() => createWaker())
  return {
    workers: networks.map((config, index) => {
      const waker = wakers[index] as Waker
      const setup = { ...deps, ...config, waker, options: { ...DEFAULT_SETTLEMENT, ...options } }
      return { name: `settle:${config.mode}:${config.chain}`, run: (signal) => runNetwork(setup, signal) }
    }),
    wake() {
      for (const waker of wakers) waker.wake()
    },
  }
}

type NetworkSetup = SettlementDeps & NetworkConfig & Pick<Network, 'waker' | 'options'>

async function runNetwork(setup: NetworkSetup, signal: AbortSignal): Promise<void> {
  const { database, clock, log, options } = setup
  const holder = newHolder()
  const id = `settle:${setup.mode}:${setup.chain}`
  while (!signal.aborted) {
    try {
      const requestedAt = clock.now()
      const lease = await takeNetworkLease(database, { id, holder, lifetimeMs: options.leaseMs })
      if (lease === null) {
        await sleep(options.leaseMs / 4, signal)
        continue
      }
      const heldUntil = new Date(requestedAt.getTime() + options.leaseMs)
      await runLoops(openNetwork(setup, { fence: lease.fence, heldUntil }), { id, holder }, signal)
    } catch (error) {
      log.warn({ err: error, network: id }, 'settlement restarts')
      await sleep(RESTART_AFTER_MS, signal)
    } finally {
      if (signal.aborted) await releaseLease(database, { id, holder }).catch(() => undefined)
    }
  }
}

/** By address, lower case. */
export function tokenContracts(chain: Chain): ReadonlyMap<string, Token> {
  const deployed = Object.entries(CHAIN_FACTS[chain].tokens)
  return new Map(deployed.map(([token, { address }]) => [address.toLowerCase(), token as Token]))
}

function openNetwork(setup: NetworkSetup, lease: Pick<Network, 'fence' | 'heldUntil'>): Network {
  const { gas } = CHAIN_FACTS[setup.chain]
  return {
    ...setup,
    ...lease,
    id: `${setup.mode}:${setup.chain}`,
    relayers: openRelayers(setup),
    formerRelayers: [],
    wallets: new Map(),
    tokens: tokenContracts(setup.chain),
    gas,
    tip: FIRST_TIP > gas.tipMax ? gas.tipMax : FIRST_TIP,
    gasLimits: new Map(),
    batching: 'unknown',
    head: null,
    busy: new Map(),
    postponing: new Map(),
    late: new Map(),
    slow: new Map(),
    isBehind: false,
    reading: 'unknown',
    readUpTo: null,
    takenOverAt: performance.now(),
    isCaughtUp: false,
    lastMoved: '',
  }
}

/** The loops run until the lease is lost or one of them fails. */
async function runLoops(network: Network, lease: { id: string; holder: string }, signal: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const held = AbortSignal.any([signal, lost.signal])
  const loops = [keepLease(network, lease, held), work(network, held)]
  try {
    await Promise.all(loops)
  } finally {
    lost.abort()
    network.waker.wake()
    await Promise.allSettled(loops)
  }
}

async function work(network: Network, signal: AbortSignal): Promise<void> {
  await convertSlots(network, signal)
  await openSendingWallets(network)
  network.formerRelayers = await findFormerRelayers(network)
  await Promise.all([
    untilStopped(network, signal, () => sendQueued(network, signal)),
    untilStopped(network, signal, () => followBlocks(network, signal)),
    untilStopped(network, signal, () => runTasks(network, signal)),
    untilStopped(network, signal, () => watchTip(network, signal)),
    untilStopped(network, signal, () => watchOverdue(network, signal)),
    untilStopped(network, signal, () => maintainWallets(network, signal)),
    untilStopped(network, signal, () => blockListed(network, signal)),
    untilStopped(network, signal, () => watchBalances(network, signal)),
    untilStopped(network, signal, () => openWallets(network, signal)),
    ...network.relayers.map((relayer) => untilStopped(network, signal, () => maintainNonces(network, relayer, signal))),
  ])
}

/** In a loop of its own: a payment that cannot be reconciled must not delay any account. */
async function watchOverdue(network: Network, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (network.reading === 'following') {
      await reconcileOverdue(network, await headOf(network), signal)
      await endForsakenTopUps(network, signal).catch((error: unknown) => report(network, error))
    }
    await sleep(network.options.overdueAfterMs / 3, signal)
  }
}

/** Renews the lease. @throws FencedOff when it is lost */
async function keepLease(network: Network, lease: { id: string; holder: string }, signal: AbortSignal): Promise<void> {
  const { leaseMs } = network.options
  while (!signal.aborted) {
    await sleep(leaseMs / 4, signal)
    if (signal.aborted) return
    const requestedAt = network.clock.now()
    const renewed = await takeLease(network.database, { ...lease, lifetimeMs: leaseMs })
    if (renewed === null || renewed.fence !== network.fence) throw new FencedOff(network.id)
    network.heldUntil = new Date(requestedAt.getTime() + leaseMs)
  }
}

/** Restarts a loop after any error but the loss of the lease: an unavailable chain must never end settlement. */
async function untilStopped(network: Network, signal: AbortSignal, loop: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await loop()
    } catch (error) {
      if (error instanceof FencedOff) throw error
      if (!(error instanceof Stopped)) report(network, error)
      await sleep(RESTART_AFTER_MS, signal)
    }
  }
}

function report(network: Network, error: unknown): void {
  if (error instanceof ChainUnavailable)
    network.log.warn(
      { network: network.id, reason: error.message, attempts: error.attempts },
      'the chain does not answer',
    )
  else network.log.error({ err: error, network: network.id }, 'a settlement loop restarts')
}
