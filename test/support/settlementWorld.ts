/**
 * Everything a settlement test needs for real: replica set, chain with Circle's token, group commit, wallets with keys,
 * and workers that can be stopped at a named step as if the process had died there.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Interface, Wallet } from 'ethers'
import { type ChainNode, startChain } from '../../scripts/embedded/chain.ts'
import {
  addressOfKey,
  type ChainKeys,
  fundNative,
  loadChainKeys,
  relayerKeysOf,
} from '../../scripts/embedded/chainKeys.ts'
import { deployTokens, embeddedChains, tokenOn } from '../../scripts/embedded/embeddedChains.ts'
import { createReorganizer } from '../../scripts/embedded/reorganize.ts'
import { callRpc } from '../../scripts/embedded/rpc.ts'
import { EMBEDDED_BATCH_RELAYER } from '../../subgraphs/payments/chains/batchRelayer.ts'
import type { ChainAdapter } from '../../subgraphs/payments/chains/chainAdapter.ts'
import { TOPICS } from '../../subgraphs/payments/chains/eip3009.ts'
import { createEvmAdapter, type EvmOptions } from '../../subgraphs/payments/chains/evm.ts'
import type { Post } from '../../subgraphs/payments/chains/jsonRpc.ts'
import type { CustodyProvider } from '../../subgraphs/payments/custody/custodyProvider.ts'
import { createLocalCustody } from '../../subgraphs/payments/custody/local.ts'
import { findSlotsOf } from '../../subgraphs/payments/models/nonceSlots.ts'
import { paymentSchema } from '../../subgraphs/payments/models/paymentIndexes.ts'
import { findPayment, PAYMENTS, type PaymentRow } from '../../subgraphs/payments/models/payments.ts'
import { WALLETS, walletSchema } from '../../subgraphs/payments/models/wallets.ts'
import { newWalletPosition } from '../../subgraphs/payments/rules/walletPosition.ts'
import { createScreener } from '../../subgraphs/payments/screening/screener.ts'
import { createDepositWaiter, faucet } from '../../subgraphs/payments/services/faucet.ts'
import type {
  NetworkConfig,
  SettlementDeps,
  SettlementOptions,
  SettlementStep,
} from '../../subgraphs/payments/settlement/network/network.ts'
import { createSettlement, registerSettlementModels } from '../../subgraphs/payments/settlement/settle.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import { createCommit } from '../../subgraphs/shared/commit/groupCommit.ts'
import { newOrgPosition, orgRef, type WalletPosition, walletRef } from '../../subgraphs/shared/commit/positions.ts'
import { insertRow } from '../../subgraphs/shared/commit/rowWrites.ts'
import { prepareCommitStore } from '../../subgraphs/shared/commit/store.ts'
import type { Commit, RowInsertion, State } from '../../subgraphs/shared/commit/types.ts'
import type { Database } from '../../subgraphs/shared/database.ts'
import type { DomainError } from '../../subgraphs/shared/errors.ts'
import { type NewId, newId, type OrgId, type PaymentId, type WalletId } from '../../subgraphs/shared/ids.ts'
import { EMPTY_BALANCES } from '../../subgraphs/shared/ledger/accounts.ts'
import type { OrganizationPrincipal } from '../../subgraphs/shared/principal.ts'
import { settleReservation } from '../../subgraphs/shared/spendingLimits.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { openTestDatabase } from './openTestDatabase.ts'
import { type Asset, approvePayment, queuePayment, type TestWallet } from './queuedPayments.ts'

export type { TestWallet } from './queuedPayments.ts'

const ON_BASE: Asset = { chain: 'base', token: 'USDC' }
const FOLLOWING: SettlementStep[] = ['blockRead', 'blockApplied', 'cursorSaved']
const quiet = { info: () => {}, warn: () => {} }
const token = new Interface([
  'function blacklist(address)',
  'function pause()',
  'function unpause()',
  'function unBlacklist(address)',
])

export const USD = 1_000_000n
export const USDC_ADDRESS: string = tokenOn('base', 'USDC').address
/** An address outside of the service. */
export const newAddress = (): string => Wallet.createRandom().address

export interface RunningWorker {
  /** Like kill -9: nothing more runs in it, and its lease stays until it expires. */
  readonly stop: () => Promise<void>
  wake(): void
}

export type SettlementWorld = Awaited<ReturnType<typeof openSettlementWorld>>

export async function openSettlementWorld(name: string, blockTimeSeconds = 0.25, asset: Asset = ON_BASE) {
  const { chain } = asset
  const { chainId } = embeddedChains[chain]
  const placed = tokenOn(chain, asset.token)
  const test = await openTestDatabase(name)
  const { database } = test
  const dataDir = mkdtempSync(join(tmpdir(), `${name}-chain-`))
  const keys = loadChainKeys(dataDir, [chain])[chain] as ChainKeys
  let node: ChainNode = await startChain({ name: chain, chainId, dataDir, blockTimeSeconds, log: quiet })
  const { rpcUrl, port } = node
  const [adminAddress, minterAddress] = [addressOfKey(keys.adminKey), addressOfKey(keys.minterKey)]
  await deployTokens({ rpcUrl, chain, tokens: [placed], adminAddress, minterAddress })
  await fundNative(rpcUrl, [adminAddress, minterAddress, ...relayerKeysOf(keys).map(addressOfKey)])

  database.model(paymentSchema, PAYMENTS)
  database.model(walletSchema, WALLETS)
  registerSettlementModels(database)
  await database.prepare()
  await prepareCommitStore(database)
  const log: Log & { lines: { level: string; message: string }[] } = {
    lines: [],
    info: () => undefined,
    warn: (_fields, message) => void log.lines.push({ level: 'warn', message }),
    error: (_fields, message) => void log.lines.push({ level: 'error', message }),
  }
  if (process.env.SETTLEMENT_LOG)
    for (const level of ['info', 'warn', 'error'] as const)
      log[level] = (fields, message) => console.log(level, message, fields)
  const commit = createCommit({ database, clock: systemClock, log })
  const custody = createLocalCustody({ database, clock: systemClock, masterKey: randomBytes(32) })
  const adapters: ChainAdapter[] = []
  const openAdapter = (post?: Post, urls = [rpcUrl], options: Partial<EvmOptions> = {}): ChainAdapter => {
    const adapter = createEvmAdapter({
      chain,
      chainId,
      rpcUrls: urls,
      timeoutMs: 3_000,
      ...(post ? { post } : {}),
      ...options,
    })
    adapters.push(adapter)
    return adapter
  }
  const adapter = openAdapter()
  const reorganizer = createReorganizer(rpcUrl, blockTimeSeconds)

  const world = {
    database,
    commit,
    custody,
    adapter,
    keys,
    rpcUrl,
    log,
    openAdapter,
    createWallet: (orgId?: OrgId) => createWallet({ database, commit, custody, newId }, orgId),
    token: placed.address,
    queuePayment: (wallet: TestWallet, to: string, units: bigint) => queuePayment(commit, asset, wallet, to, units),
    /** One that waits for its approval. */
    parkPayment: (wallet: TestWallet, to: string, units: bigint) =>
      queuePayment(commit, asset, wallet, to, units, true),
    approvePayment: (id: PaymentId) => approvePayment(commit, id, world.payment),
    payment: async (id: string) => (await findPayment(database, id as PaymentId)) as PaymentRow,
    /** All bytes ever signed for a payment, in their order. */
    transactions: async (id: PaymentId) => {
      const slots = (await findSlotsOf(database, [id])).get(id) ?? []
      return slots.flatMap(({ account, nonce, bytes }) => bytes.map((one) => ({ ...one, account, nonce })))
    },
    balances: (walletId: WalletId) => readBalances(database, asset, walletId),
    fund: async (wallet: TestWallet, amount: string) => {
      const principal = organizationOf(wallet.orgId)
      const faucets = [{ chain, adapter, minterKey: keys.minterKey }]
      const deposits = createDepositWaiter(database)
      const deps = { database, commit, clock: systemClock, faucets, deposits }
      return faucet(deps, { principal }, { walletId: wallet.walletId, amount, ...asset })
    },
    /** Transfers on the chain to an address. */
    transfersTo: async (address: string) => {
      const to = `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
      const head = await adapter.head()
      return adapter.logs({ address: placed.address, topics: [TOPICS.transfer, null, to], from: 0, to: head.number })
    },
    /** A call by the owner of the token. */
    administer: async (call: 'blacklist' | 'unBlacklist' | 'pause' | 'unpause', ...values: string[]) => {
      await callRpc(rpcUrl, 'anvil_impersonateAccount', [adminAddress])
      const data = token.encodeFunctionData(call, values)
      await callRpc(rpcUrl, 'eth_sendTransaction', [{ from: adminAddress, to: placed.address, data, gas: '0x30d40' }])
      await callRpc(rpcUrl, 'evm_mine', [])
    },
    /** Makes the token refuse after the transfer was simulated and signed, so that it reverts on the chain. */
    onceSigned: (call: 'blacklist' | 'pause', ...values: string[]) => {
      let isDone = false
      return async (step: SettlementStep) => {
        if (step !== 'signed' || isDone) return
        isDone = true
        await world.administer(call, ...values)
      }
    },
    rpc: (method: string, ...params: unknown[]) => callRpc(rpcUrl, method, params),
    /** Other blocks in place of this one and all above it, the first of them with these transactions. */
    reorganizeFrom: (block: number, raws: readonly string[] = []) => reorganizer.reorganizeFrom(Number(block), raws),
    /** As `reorganizeFrom`, for tests that set the mining interval themselves: afterwards it is a second. */
    reorganizeStanding: async (block: number) => {
      await callRpc(rpcUrl, 'evm_setIntervalMining', [0])
      // A block may be in the making.
      await new Promise((resolve) => setTimeout(resolve, 1_000 * blockTimeSeconds))
      const head = Number(await callRpc(rpcUrl, 'eth_blockNumber', []))
      await callRpc(rpcUrl, 'anvil_reorg', [head - block + 1, []])
      await callRpc(rpcUrl, 'evm_setIntervalMining', [1])
    },
    /** Conditions for `until`. */
    completed: (id: string) => async () => (await world.payment(id)).stage === 'completed',
    failed: (id: string) => async () => (await world.payment(id)).status === 'failed',
    /** A wallet with 1,000 USDC, deposited this many blocks ago, so that a later reorganization does not drop the deposit. */
    createFundedWallet: async (blocks: number): Promise<TestWallet> => {
      const wallet = await world.createWallet()
      await world.fund(wallet, '1000')
      const worker = world.startWorker()
      await until('deposit', async () => (await world.balances(wallet.walletId)).available > 0n)
      await worker.stop()
      const { number } = await adapter.head()
      await until('blocks above the deposit', async () => (await adapter.head()).number >= number + blocks, 20_000)
      return wallet
    },
    startWorker: (changes: WorkerChanges = {}) =>
      startWorker({ database, commit, custody, adapter, keys, log }, changes),
    /** @returns puts every row back as it is now, as a restored backup does */
    backUp: () => backUp(database),
    killChain: async () => {
      process.kill(node.pid, 'SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, 300))
    },
    restartChain: async () => {
      node = await startChain({ name: chain, chainId, dataDir, port, blockTimeSeconds, log: quiet })
    },
    async close() {
      await reorganizer.stop()
      await commit.drain(5_000)
      for (const one of adapters) await one.close()
      await node.stop()
      await test.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return world
}

export interface WorkerChanges extends Partial<Pick<SettlementDeps, 'clock' | 'deliveryLedger'>> {
  readonly adapter?: ChainAdapter
  readonly options?: Partial<SettlementOptions>
  readonly preSignCheck?: (payment: PaymentRow, state: State) => DomainError | null
  /** The process dies here, the first time. */
  readonly dieAt?: SettlementStep
  readonly onStep?: (step: SettlementStep, subject: string) => void | Promise<void>
  readonly confirmations?: number
  readonly startBlock?: number | 'head'
  readonly relayerKeys?: readonly string[]
  readonly retiredRelayerKeys?: readonly string[]
  readonly gasBudgetWei?: bigint
  /** Null: payments are sent one by one. */
  readonly batchRelayer?: string | null
  /** Addresses on the sanctions list, beside those that are on it. */
  readonly listed?: readonly string[]
}

type WorkerParts = Pick<SettlementDeps, 'database' | 'commit' | 'custody' | 'log'> & {
  adapter: ChainAdapter
  keys: ChainKeys
}

function startWorker(
  parts: WorkerParts,
  changes: WorkerChanges,
): RunningWorker & { died: Promise<void>; hasDied(): boolean } {
  const { database, commit, custody, log, keys } = parts
  const stopping = new AbortController()
  let dead = false
  let sent = false
  let resolveDied: () => void = () => undefined
  const died = new Promise<void>((resolve) => {
    resolveDied = resolve
  })
  const adapter = changes.adapter ?? parts.adapter
  const network: NetworkConfig = {
    mode: 'test',
    chain: adapter.chain,
    adapter: mortal(adapter, () => dead),
    relayerKeys: changes.relayerKeys ?? [keys.relayerKey],
    retiredRelayerKeys: changes.retiredRelayerKeys ?? [],
    faucetKey: keys.minterKey,
    batchRelayer: changes.batchRelayer === undefined ? EMBEDDED_BATCH_RELAYER : changes.batchRelayer,
    confirmations: changes.confirmations ?? 0,
    startBlock: changes.startBlock ?? 0,
    ...(changes.gasBudgetWei !== undefined && { gasBudgetWei: changes.gasBudgetWei }),
    pollMs: 50,
  }
  const deps: SettlementDeps = {
    ...{ database, custody, log, clock: changes.clock ?? systemClock, settleLimits },
    ...(changes.deliveryLedger && { deliveryLedger: changes.deliveryLedger }),
    commit: mortal(commit, () => dead),
    screener: createScreener({
      ...{ database: null, clock: systemClock, log, listAgeMaxMs: 0 },
      ...(changes.listed === undefined ? {} : { more: changes.listed }),
    }),
    preSignReads: () => [],
    preSignCheck: (state, payment) => changes.preSignCheck?.(payment, state) ?? null,
    async onStep(step, subject) {
      if (dead) await new Promise(() => undefined)
      await changes.onStep?.(step, subject)
      sent ||= step === 'sent'
      // Blocks are read all the time: only what comes after the sending is of interest.
      if (step !== changes.dieAt || (FOLLOWING.includes(step) && !sent)) return
      dead = true
      stopping.abort()
      resolveDied()
      await new Promise(() => undefined)
    },
  }
  const settlement = createSettlement(deps, [network], {
    leaseMs: 1_500,
    queuePollMs: 100,
    resendAfterMs: 1_500,
    nonceCheckMs: 500,
    overdueAfterMs: 3_000,
    ...changes.options,
  })
  const running = Promise.all(settlement.workers.map((worker) => worker.run(stopping.signal)))
  return {
    died,
    hasDied: () => dead,
    wake: () => settlement.wake(),
    async stop() {
      stopping.abort()
      if (!dead) await running
    },
  }
}

/** A dead process sends, asks and commits nothing any more, in none of its loops; what was under way may still happen. */
function mortal<Part extends object>(part: Part, isDead: () => boolean): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => (isDead() ? new Promise(() => undefined) : value.apply(target, given))
    },
  })
}

export function settleLimits(wallet: WalletPosition, payment: PaymentRow, end: 'complete' | 'release'): WalletPosition {
  return settleReservation(wallet, payment, end)
}

function organizationOf(orgId: string): OrganizationPrincipal {
  return {
    kind: 'organization',
    orgId,
    mode: 'test',
    keyId: 'key_1',
    personId: 'p',
    roles: ['admin'],
  } as OrganizationPrincipal
}

async function createWallet(
  deps: { database: Database; commit: Commit; custody: CustodyProvider; newId: NewId },
  givenOrgId?: OrgId,
): Promise<TestWallet> {
  const orgId = givenOrgId ?? deps.newId('organization')
  const walletId = deps.newId('wallet')
  const { address } = await deps.custody.createWallet(walletId)
  const row = {
    orgId,
    mode: 'test',
    agentId: null,
    name: null,
    custody: 'local',
    address,
    createdAt: new Date(),
    updatedAt: new Date(),
  }
  const inserts: RowInsertion[] = [
    insertRow({ collection: 'wallets', id: walletId }, row),
    insertRow(walletRef(walletId), newWalletPosition({ walletId, orgId, mode: 'test', agentId: null })),
  ]
  if (givenOrgId === undefined) inserts.push(insertRow(orgRef(orgId), newOrgPosition(orgId)))
  const outcome = await deps.commit.submit({
    priority: 'control',
    orgId,
    mode: 'test',
    reads: () => ({ guard: [], absent: inserts.map(({ ref }) => ref).filter(({ id }) => !id.startsWith('org:')) }),
    decide: () => ({ kind: 'done', answer: null, writes: { insert: inserts } }),
  })
  if (outcome.kind !== 'done') throw new Error(`wallet: ${outcome.kind}`)
  return { orgId, walletId, address }
}

async function readBalances(database: Database, { chain, token }: Asset, walletId: WalletId) {
  const row = await database.collection<WalletPosition>('positions').findOne({ _id: walletRef(walletId).id })
  const balances = row?.balances[`${chain}:${token}`] ?? EMPTY_BALANCES
  return { ...balances, reserved: row?.day?.reserved ?? 0n, net: row?.day?.net ?? 0n, seq: row?.seq ?? 0 }
}

async function backUp(database: Database): Promise<() => Promise<void>> {
  const names = (await database.connection.listCollections())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system'))
  const rows = new Map<string, { _id: string }[]>()
  for (const name of names) rows.set(name, await database.collection<{ _id: string }>(name).find().toArray())
  return async () => {
    // A commit of a worker that was stopped may still be under way: half of it would be restored.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    for (const [name, kept] of rows) {
      await database.collection<{ _id: string }>(name).deleteMany({})
      if (kept.length > 0) await database.collection<{ _id: string }>(name).insertMany(kept)
    }
  }
}

/** Polls until `check` gives a value. */
export async function until<T>(
  what: string,
  check: () => Promise<T | false | null | undefined>,
  withinMs = 25_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}
