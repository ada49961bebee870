/** What the loops of settlement share for one network (a chain in one mode): dependencies, options and state. */
import type { Clock } from '../../../shared/clock.ts'
import { realInstant } from '../../../shared/commit/realInstant.ts'
import type { Commit, Intent, Outcome } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import type { Database } from '../../../shared/database.ts'
import type { WalletId } from '../../../shared/ids.ts'
import type { Mode } from '../../../shared/principal.ts'
import { type Log, sleep } from '../../../shared/subgraph.ts'
import type { Chain, GasBounds, Token } from '../../../shared/tokens.ts'
import type { BlockHead, ChainAdapter } from '../../chains/chainAdapter.ts'
import type { RelayTransaction, SignedTransaction } from '../../chains/relayTransaction.ts'
import type { CustodyProvider } from '../../custody/custodyProvider.ts'
import type { PaymentRow } from '../../models/payments.ts'
import type { Screener } from '../../ports.ts'
import { BATCH_ITEMS_MAX } from '../../rules/batches.ts'
import type { BytesPurpose } from '../../rules/slotStates.ts'
import type { SettlementRules } from '../intents/settlementRules.ts'

export interface NetworkConfig {
  readonly mode: Mode
  readonly chain: Chain
  readonly adapter: ChainAdapter
  /** Accounts that pay gas, used by this network alone: two networks with one account would collide on its nonces. */
  readonly relayerKeys: readonly string[]
  /** Accounts that get no new payments; their unmined transactions are still driven to the end. */
  readonly retiredRelayerKeys?: readonly string[]
  /** On an embedded chain: the faucet's account, whose mints are resent too when the chain loses them. */
  readonly faucetKey?: string | null
  /** Blocks on top of the one that holds a transfer before the transfer counts. */
  readonly confirmations: number
  /** The first block that is read: 0 on an embedded chain, 'head' on a public one. */
  readonly startBlock: number | 'head'
  /** The contract that submits batches; null: payments are sent one by one. */
  readonly batchRelayer?: string | null
  /** For each organization and UTC day, in wei; without it there is no limit. */
  readonly gasBudgetWei?: bigint
  /** How often the head is polled. */
  readonly pollMs: number
}

/** The steps between which a process may die; tests stop it there. */
export const SETTLEMENT_STEPS = [
  'authorized',
  'simulated',
  'signed',
  'stored',
  'sent',
  'accepted',
  'blockRead',
  'blockApplied',
  'cursorSaved',
  'attemptStored',
  'attemptSent',
] as const
export type SettlementStep = (typeof SETTLEMENT_STEPS)[number]

/** What the loops of settlement work with, whatever the network. */
export interface SettlementDeps extends SettlementRules {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly log: Log
  readonly custody: CustodyProvider
  /** Of the senders of deposits. */
  readonly screener: Screener
  readonly onStep?: (step: SettlementStep, subject: string) => void | Promise<void>
}

export interface SettlementOptions {
  readonly leaseMs: number
  /** How often queued payments are polled when nothing wakes the worker. */
  readonly queuePollMs: number
  readonly chunkSize: number
  /** Payments in one transaction at most; 1: no batches. */
  readonly batchItemsMax: number
  readonly chunksInFlight: number
  /** Transactions without a receipt are resent after this time. */
  readonly resendAfterMs: number
  /** The first unmined transaction of an account gets a higher fee after this time. */
  readonly bumpFeeAfterMs: number
  /** An account whose first transaction is unmined for this long gets no new payments while other accounts progress. */
  readonly stuckAfterMs: number
  readonly nonceCheckMs: number
  /**
   * How long a wallet waits for a transaction without a record to be mined. Afterwards an empty one is to take its place, and
   * one that a single endpoint knows of is not waited for.
   */
  readonly unrecordedAfterMs: number
  /** A payment without progress for this long is reconciled with the chain individually. */
  readonly overdueAfterMs: number
  /** Between two reconciliations of all wallets with the chain. */
  readonly reconcileEveryMs: number
  /** Longer than every chain takes to finalize, so that a transfer lost in a reorganization can still be resubmitted. */
  readonly authorizationLifetimeSeconds: number
  readonly attemptsMax: number
  /** A payment fails after this many failed attempts to authorize it; nothing was signed. */
  readonly authorizationTriesMax: number
  /** Exponential backoff of what fails by itself: the first pause, doubled after each try, and its maximum. */
  readonly pauseMs: number
  readonly pauseMaxMs: number
  /** How often the suggested tip is read from the chain. */
  readonly tipEveryMs: number
}

export const DEFAULT_SETTLEMENT: SettlementOptions = {
  leaseMs: 6_000,
  queuePollMs: 500,
  chunkSize: 128,
  batchItemsMax: BATCH_ITEMS_MAX,
  chunksInFlight: 3,
  resendAfterMs: 10_000,
  bumpFeeAfterMs: 45_000,
  stuckAfterMs: 15_000,
  nonceCheckMs: 3_000,
  unrecordedAfterMs: 10 * 60_000,
  overdueAfterMs: 30_000,
  reconcileEveryMs: 5 * 60_000,
  authorizationLifetimeSeconds: 2 * 3_600,
  attemptsMax: 3,
  authorizationTriesMax: 10,
  pauseMs: 2_000,
  pauseMaxMs: 5 * 60_000,
  tipEveryMs: 10_000,
}

/** One account that sends transactions, while this process holds its network. */
export interface RelayerAccount {
  readonly address: string
  /** @param payment what the transaction is for, where it is for one */
  readonly sign: (
    transaction: RelayTransaction,
    purpose: BytesPurpose,
    payment: PaymentRow | null,
  ) => Promise<SignedTransaction>
  /** `<mode>:<chain>:<address>` */
  readonly account: string
  /**
   * Only an active one gets new payments; unmined transactions of the others are driven to the end. wallet: sends its own
   * transfers.
   */
  readonly use: 'active' | 'retired' | 'faucet' | 'wallet'
  /** The next nonce to allocate; null: read it from database and chain. */
  nextNonce: number | null
  /** Nonces that are allocated and not known to be stored: not gaps yet. */
  readonly allocated: Set<number>
  /** About how many of its nonces are not mined. */
  unmined: number
  /** Its first transaction has been unmined for long, although blocks go on. */
  isStuck: boolean
  /** A node said that it cannot pay the gas of what it sent. */
  isUnfunded: boolean
  /** Makes maintainNonces resend everything unmined at once. */
  resendAll: boolean
}

/** A wallet that sends transfers itself. */
export interface WalletAccount extends RelayerAccount {
  readonly walletId: WalletId
  usedAt: number
  /** Since when endpoints have said that it has sent more than its records tell of; null: they do not. */
  unrecordedSince: number | null
  /** Each of its nonces below this one has a record, or was used by what is settled and booked. */
  explainedBelow: number
  /** A top-up is about to be stored. */
  isGettingGas: boolean
}

/** One network while this process holds its lease, with all that its loops work with. */
export interface Network extends NetworkConfig, SettlementDeps {
  /** `<mode>:<chain>` */
  readonly id: string
  readonly relayers: readonly RelayerAccount[]
  /** Addresses of accounts that gave wallets gas and are configured no more, lower case: what they sent may be mined late. */
  formerRelayers: readonly string[]
  /** Wallets that send transfers themselves, by account, while they have unmined transactions. */
  readonly wallets: Map<string, WalletAccount>
  readonly fence: number
  /** End of the lease as far as this process knows; a process paused beyond it stores nothing. */
  heldUntil: Date
  readonly options: SettlementOptions
  /** Woken when a payment was queued. */
  readonly waker: Waker
  readonly gas: GasBounds
  /** Offered beyond the base fee, in wei. */
  tip: bigint
  /** Gas limit of a transfer by token, with its margin, and until when the estimate is used. */
  readonly gasLimits: Map<Token, { readonly limit: number; readonly until: number }>
  /** Token contracts by address, lower case. */
  readonly tokens: ReadonlyMap<string, Token>
  /** Whether batches are sent; unknown until the code of the batch relayer is verified. */
  batching: 'unknown' | 'on' | 'off'
  /** The newest head read. */
  head: BlockHead | null
  /** The head is below the cursor: a lagging endpoint, or a chain that lost blocks. */
  isBehind: boolean
  /**
   * Only while it follows the chain anything is sent. unknown: nobody knows yet whether the last block that was read is still
   * in it. halted: more has left it than is remembered, and nothing is booked either until an operator has looked.
   */
  reading: 'unknown' | 'following' | 'halted'
  /** The last block that is booked; null until it is known that it is in the chain. */
  readUpTo: number | null
  /** When this process took over, in the time of `performance.now()`. */
  readonly takenOverAt: number
  /** Whether what the chain had when this process took over is booked (catchUp). */
  isCaughtUp: boolean
  /** With a clock of its own, whose overdue payments were looked at last. */
  lastMoved: string
  /** Payments being sent for the first time, by id, with their organizations: they are not claimed again meanwhile. */
  readonly busy: Map<string, string>
  /** Payments whose postponement is being committed, by id, with their organizations. */
  readonly postponing: Map<string, string>
  /** Organizations whose commits have not come through in time, how often in a row, and until when none are begun. */
  readonly late: Map<string, { readonly times: number; readonly until: number }>
  /** Organizations whose commits are slow, and until when block processing does not wait for them. */
  readonly slow: Map<string, number>
}

/** The head as it was last read. */
export async function headOf({ head, adapter }: Pick<Network, 'head' | 'adapter'>): Promise<BlockHead> {
  return head ?? adapter.head()
}

/** Waits until `wake` is called or the time is over. */
export interface Waker {
  wake(): void
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createWaker(): Waker {
  let woken = false
  let wakeUp: () => void = () => undefined
  return {
    wake() {
      woken = true
      wakeUp()
    },
    async wait(ms, signal) {
      if (!woken) {
        const early = new AbortController()
        wakeUp = () => early.abort()
        await sleep(ms, AbortSignal.any([signal, early.signal]))
      }
      woken = false
    },
  }
}

/** How a task ended. later: it cannot be decided yet, which is no error. */
export type TaskOutcome = 'done' | 'later'

/** Exponential backoff in milliseconds, doubled after each try. */
export function growingPause(tries: number, pauseMs: number, pauseMaxMs: number): number {
  return Math.min(pauseMaxMs, pauseMs * 2 ** Math.min(30, Math.max(0, tries - 1)))
}

export class Stopped extends Error {}

const RESUBMIT_AFTER_MS = 200
const NOT_HELD = Symbol('the lease has run out')

/**
 * Submits until the outcome is known. Every intent of settlement is idempotent, so an unknown outcome is resolved by
 * submitting it again. Nothing is decided while the lease has run out: a process that was paused may have read blocks that
 * its successor has found gone. It waits until the lease is renewed, or lost.
 * @param signal ends the waiting at once, also for a commit under way: what is not decided by then never is
 */
export async function submitUntilKnown<Answer>(
  network: Pick<Network, 'commit' | 'heldUntil'>,
  { decide, ...intent }: Intent<Answer>,
  signal: AbortSignal,
): Promise<Extract<Outcome<Answer>, { kind: 'done' | 'refused' }>> {
  const held: Intent<Answer | typeof NOT_HELD> = {
    ...intent,
    decide(state, at) {
      // The lease is the network's, in real time.
      return signal.aborted || realInstant(state, intent, at) >= network.heldUntil ? done(NOT_HELD) : decide(state, at)
    },
  }
  for (;;) {
    if (signal.aborted) throw new Stopped('stopped while a commit was not known')
    const outcome = await unlessAborted(network.commit.submit(held), signal)
    if (outcome === null) continue
    if (outcome.kind === 'refused') return outcome
    if (outcome.kind === 'done' && outcome.answer !== NOT_HELD) return outcome as typeof outcome & { answer: Answer }
    await sleep(outcome.kind === 'notStarted' ? outcome.retryAfterMs : RESUBMIT_AFTER_MS, signal)
  }
}

/** Null: the signal came first. A commit takes up to half a minute while something else holds its rows. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>()
  const onAbort = () => resolve(null)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
