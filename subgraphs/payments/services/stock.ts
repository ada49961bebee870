/**
 * The stock of the treasury's hot wallet, from which conversions are delivered: what was sent to it on a chain is booked once
 * for each transfer, in the journals of the platform. In the sandbox the faucet fills it when it is first needed.
 */
import { getAddress } from 'ethers'
import { runAsService } from '../../shared/acting.ts'
import { newOrgPosition, orgRef } from '../../shared/commit/positions.ts'
import { insertRow } from '../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../shared/commit/submit.ts'
import type { Ref } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import { hotWalletId } from '../../shared/conversions.ts'
import { DomainError } from '../../shared/errors.ts'
import { stockAdded } from '../../shared/ledger/conversionPostings.ts'
import { type JournalEntry, journalId } from '../../shared/ledger/journal.ts'
import { type Mode, PLATFORM_ORG } from '../../shared/principal.ts'
import { CHAIN_FACTS, type Chain, type Token } from '../../shared/tokens.ts'
import type { ChainAdapter, ChainLog, Receipt } from '../chains/chainAdapter.ts'
import { addressOfTopic, mintCalldata, TOPICS } from '../chains/eip3009.ts'
import { findOpenOutflows, type MismatchRow } from '../models/mismatches.ts'
import type { PaymentsDeps } from '../ports.ts'
import { writeOffIntent } from '../settlement/intents/hotOutflows.ts'
import { RELAYER_ORG } from '../settlement/intents/replaceBytes.ts'
import { type FaucetDeps, mintFor } from './faucet.ts'

/** A network of the service, as far as its stock is concerned. */
interface StockNetwork {
  readonly mode: Mode
  readonly chain: Chain
  readonly adapter: Pick<ChainAdapter, 'receipts' | 'requireAgreed' | 'head' | 'balanceOf' | 'nativeTransfer'>
  readonly confirmations: number
  readonly relayerKeys: readonly string[]
  readonly retiredRelayerKeys?: readonly string[]
}

export interface StockDeps extends FaucetDeps {
  readonly walletKeys: PaymentsDeps['walletKeys']
  readonly networks: readonly StockNetwork[]
}

/** What the sandbox gives at once; test money costs nothing. */
const SANDBOX_TOKENS = 1_000_000n
const LOOK_EVERY_MS = 100
const MINED_WITHIN_MS = 15_000

/** Where an operator sends tokens: the same address on every chain of a mode. */
export async function hotWalletAddress({ walletKeys }: Pick<StockDeps, 'walletKeys'>, mode: Mode): Promise<string> {
  return (await walletKeys.createWallet(hotWalletId(mode))).address
}

export interface Stocked {
  readonly token: Token
  readonly units: bigint
  readonly hash: string
  /** False: it had been booked before. */
  readonly isNew: boolean
}

/**
 * Books what a transaction has brought to the hot wallet; repeating it books nothing.
 * @throws DomainError not_found, conflict: it is not confirmed, or brought nothing
 */
export async function bookStock(
  deps: StockDeps,
  { mode, chain, hash }: { readonly mode: Mode; readonly chain: Chain; readonly hash: string },
): Promise<readonly Stocked[]> {
  const { receipt } = await findConfirmed(deps, { mode, chain, hash })
  const to = await hotWalletAddress(deps, mode)
  const arrivals = arrivalsIn(receipt, chain, to)
  if (arrivals.length === 0) throw new DomainError('conflict', `It brought no token to ${to}.`)
  const booked: Stocked[] = []
  for (const { token, units, position } of arrivals) {
    const id = `stock_${chain}_${hash.slice(2).toLowerCase()}_${position}`
    const journal = stockAdded(id, { mode, token, chain, units })
    booked.push({ token, units, hash, isNew: await bookOnce(deps, mode, journal) })
  }
  return booked
}

/**
 * A transaction that is as deep in its chain as payments have to be.
 * @throws DomainError no_route, not_found, conflict
 */
export async function findConfirmed(
  deps: Pick<StockDeps, 'networks'>,
  { mode, chain, hash }: { readonly mode: Mode; readonly chain: Chain; readonly hash: string },
): Promise<{ readonly network: StockNetwork; readonly receipt: Receipt }> {
  const network = requireNetwork(deps, mode, chain)
  const [[receipt = null], head] = await Promise.all([network.adapter.receipts([hash]), network.adapter.head()])
  if (receipt === null) throw new DomainError('not_found', `No transaction ${hash} is mined on ${chain}.`)
  const depth = head.number - receipt.blockNumber + 1
  if (depth < network.confirmations)
    throw new DomainError('conflict', `It has ${depth} of ${network.confirmations} confirmations. Try again later.`)
  await network.adapter.requireAgreed([receipt])
  return { network, receipt }
}

interface Arrival {
  readonly token: Token
  readonly units: bigint
  readonly position: number
}

function arrivalsIn({ succeeded, logs }: Receipt, chain: Chain, to: string): Arrival[] {
  if (!succeeded) return []
  return logs.flatMap((log, position) => {
    const token = tokenAt(chain, log)
    const isTo = log.topics[0] === TOPICS.transfer && addressOfTopic(log.topics[2] ?? '') === to.toLowerCase()
    const units = isTo && token !== null && /^0x[0-9a-f]{64}$/i.test(log.data) ? BigInt(log.data) : 0n
    return token === null || units === 0n ? [] : [{ token, units, position }]
  })
}

function tokenAt(chain: Chain, { address }: ChainLog): Token | null {
  const found = Object.entries(CHAIN_FACTS[chain].tokens).find(([, one]) => one.address === getAddress(address))
  return found === undefined ? null : (found[0] as Token)
}

/** In the journals of the platform. @returns false: it had been booked */
export async function bookOnce(
  { commit }: Pick<StockDeps, 'commit'>,
  mode: Mode,
  journal: JournalEntry,
): Promise<boolean> {
  const org = orgRef(PLATFORM_ORG)
  const booked: Ref = { collection: 'journals', id: journalId(journal.postingKey) }
  const settled = await submitPrepared(commit, () => ({
    ...({ priority: 'control', orgId: PLATFORM_ORG, mode, whileSuspended: true } as const),
    reads: () => ({ guard: [org], absent: [booked] }),
    decide(state) {
      if (state.get(booked) !== null) return done(false)
      // That of the platform has no position before its first act.
      const insert = state.get(org) === null ? [insertRow(org, newOrgPosition(PLATFORM_ORG))] : []
      return done(true, { insert, journals: [journal] })
    },
  }))
  return 'answer' in settled && settled.answer
}

function requireNetwork({ networks }: Pick<StockDeps, 'networks'>, mode: Mode, chain: Chain): StockNetwork {
  const network = networks.find((one) => one.mode === mode && one.chain === chain)
  if (network !== undefined) return network
  throw new DomainError('no_route', `The chain ${chain} is not configured in ${mode} mode.`, { chain })
}

export interface UnexplainedOutflow {
  readonly chain: Chain
  readonly token: Token
  readonly units: bigint
  readonly to: string
  readonly hash: string
}

const unexplainedOf = ({ chain, token, found, transfer }: MismatchRow): UnexplainedOutflow[] =>
  transfer === undefined ? [] : [{ chain, token, units: BigInt(found), to: transfer.to, hash: transfer.txHash }]

/** What it has sent and no conversion explains, as after an older backup was restored. */
export async function findUnexplained({ database }: StockDeps, mode: Mode): Promise<readonly UnexplainedOutflow[]> {
  return (await findOpenOutflows(database, hotWalletId(mode))).flatMap(unexplainedOf)
}

/**
 * Takes what a transaction has sent off the stock for good: no quote that is executed again is delivered by it any more.
 * @throws DomainError not_found: no such transfer is unexplained
 */
export async function writeOff(
  { database, commit }: StockDeps,
  { mode, chain, hash }: { readonly mode: Mode; readonly chain: Chain; readonly hash: string },
): Promise<readonly UnexplainedOutflow[]> {
  const open = await findOpenOutflows(database, hotWalletId(mode))
  const named = open.filter((row) => row.chain === chain && row.transfer?.txHash === hash.toLowerCase())
  const written: UnexplainedOutflow[] = []
  for (const row of named) {
    const settled = await submitPrepared(commit, () => ({ ...writeOffIntent(row), whileSuspended: true }))
    if ('answer' in settled && settled.answer) written.push(...unexplainedOf(row))
  }
  if (written.length > 0) return written
  throw new DomainError('not_found', `The hot wallet has sent nothing in ${hash} on ${chain} that is unexplained.`)
}

/** Test money for the hot wallet. @throws DomainError no_route: the chain has no faucet */
export async function stockFromFaucet(
  deps: StockDeps,
  { chain, token, units }: { readonly chain: Chain; readonly token: Token; readonly units: bigint },
): Promise<readonly Stocked[]> {
  const faucet = deps.faucets.find((one) => one.chain === chain)
  const contract = CHAIN_FACTS[chain].tokens[token]?.address
  if (faucet === undefined || contract === undefined)
    throw new DomainError('no_route', `There is no test money in ${token} on ${chain}.`, { chain, token })
  const owner = { _id: hotWalletId('test'), orgId: RELAYER_ORG, mode: 'test' } as const
  const call = { to: contract, data: mintCalldata(await hotWalletAddress(deps, 'test'), units) }
  // The faucet is in no organization, whoever asks for its money.
  const hash = await runAsService(() => mintFor(deps, owner, { network: faucet, call }))
  return bookOnceMined(deps, { mode: 'test', chain, hash })
}

async function bookOnceMined(
  deps: StockDeps,
  transaction: Parameters<typeof bookStock>[1],
): Promise<readonly Stocked[]> {
  const until = performance.now() + MINED_WITHIN_MS
  for (;;) {
    try {
      return await bookStock(deps, transaction)
    } catch (error) {
      const isEarly = error instanceof DomainError && ['not_found', 'conflict'].includes(error.type)
      if (!isEarly || performance.now() > until) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Fills the hot wallet of the sandbox, once for all that need it at the same time; elsewhere an operator does. */
export function createSandboxStock(deps: StockDeps): (mode: Mode, chain: Chain, token: Token) => Promise<void> {
  const filling = new Map<string, Promise<unknown>>()
  return async (mode, chain, token) => {
    if (mode !== 'test' || !deps.faucets.some((one) => one.chain === chain)) return
    const key = `${chain}:${token}`
    const units = SANDBOX_TOKENS * 10n ** 6n
    const fill = () => stockFromFaucet(deps, { chain, token, units }).finally(() => filling.delete(key))
    const begun = filling.get(key) ?? runAsService(fill)
    filling.set(key, begun)
    await begun
  }
}
