/** What settlement is given, and what its loops share for one network (a chain in one mode). */
import type { SigningKey } from 'ethers'
import type { Clock } from '../../../shared/clock.ts'
import type { Commit, Intent, Outcome } from '../../../shared/commit/types.ts'
import type { Database } from '../../../shared/database.ts'
import type { Mode } from '../../../shared/principal.ts'
import { type Log, sleep } from '../../../shared/subgraph.ts'
import type { Chain, GasBounds, Token } from '../../../shared/tokens.ts'
import type { BlockHead, ChainAdapter } from '../../chains/chainAdapter.ts'
import type { CustodyProvider } from '../../custody/custodyProvider.ts'
import type { SettlementRules } from '../intents/settlementRules.ts'

export interface NetworkConfig {
  readonly mode: Mode
  readonly chain: Chain
  readonly adapter: ChainAdapter
  /** Accounts that pay gas, of this network alone: two networks with one account would fight over its nonces. */
  readonly relayerKeys: readonly string[]
  /** Accounts that get nothing new, until all that they have begun is done. */
  readonly retiredRelayerKeys?: readonly string[]
  /** On a chain of our own: the faucet's account, whose mints are sent again too when the chain lost them. */
  readonly faucetKey?: string | null
  /** Blocks on top of the one that holds a transfer, before it counts. */
  readonly confirmations: number
  /** Where reading begins the first time: 0 on a chain of our own, 'head' on one that has a past without us. */
  readonly startBlock: number | 'head'
  /** How often the head is asked for. */
  readonly pollMs: number
}

/** The names of the moments at which a process may die; a test stops it there. */
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

export interface SettlementDeps extends SettlementRules {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly log: Log
  readonly custody: CustodyProvider
  readonly networks: readonly NetworkConfig[]
  readonly options?: Partial<SettlementOptions>
  readonly onStep?: (step: SettlementStep, subject: string) => void | Promise<void>
}

export interface SettlementOptions {
  readonly leaseMs: number
  /** Queued payments are looked for this often when nothing wakes the worker. */
  readonly queuePollMs: number
  readonly chunkSize: number
  readonly chunksInFlight: number
  /** Sent bytes without a receipt are sent again after this time. */
  readonly resendAfterMs: number
  /** The first of the waiting bytes gets a higher fee after this time. */
  readonly bumpFeeAfterMs: number
  /** An account whose first transaction waits for so long gets nothing new while others move. */
  readonly stuckAfterMs: number
  readonly nonceCheckMs: number
  /** A payment in which nothing has happened for this long is looked at one by one. */
  readonly overdueAfterMs: number
  /** Beyond the hard finality of every chain, so that a late reorganization can still bring the transfer again. */
  readonly authorizationLifetimeSeconds: number
  readonly attemptsMax: number
  /** A payment that could not be authorized so often fails; nothing was signed. */
  readonly authorizationTriesMax: number
  /** What fails alone is tried again after this time, then after twice as long each time, up to the most. */
  readonly pauseMs: number
  readonly pauseMaxMs: number
  /** How often the chain is asked which tip it wants. */
  readonly tipEveryMs: number
}

export const DEFAULT_SETTLEMENT: SettlementOptions = {
  leaseMs: 6_000,
  queuePollMs: 500,
  chunkSize: 128,
  chunksInFlight: 3,
  resendAfterMs: 10_000,
  bumpFeeAfterMs: 45_000,
  stuckAfterMs: 15_000,
  nonceCheckMs: 3_000,
  overdueAfterMs: 30_000,
  authorizationLifetimeSeconds: 2 * 3_600,
  attemptsMax: 3,
  authorizationTriesMax: 10,
  pauseMs: 2_000,
  pauseMaxMs: 5 * 60_000,
  tipEveryMs: 10_000,
}

/** One account that sends transactions, while this process holds its network. */
export interface RelayerAccount {
  readonly key: SigningKey
  readonly address: string
  /** `<mode>:<chain>:<address>` */
  readonly account: string
  /** Only an active one gets new payments; what the others have begun is driven to its end. */
  readonly use: 'active' | 'retired' | 'faucet'
  /** The next nonce to give; null: ask the slots and the chain. */
  next: number | null
  /** Given, and not known to be stored: no gaps yet. */
  readonly given: Set<number>
  /** Slots that are not mined, about. */
  waiting: number
  /** Its first transaction has been waiting for long, although blocks go on. */
  isStuck: boolean
  /** Asks its keeper to send everything unmined again, now. */
  resendAll: boolean
}

/** One network while this process holds its lease. */
export interface Network extends NetworkConfig {
  /** `<mode>:<chain>` */
  readonly id: string
  readonly relayers: readonly RelayerAccount[]
  readonly fence: number
  /** End of the lease as far as this process knows; whoever was paused beyond it stores nothing. */
  heldUntil: Date
  readonly options: SettlementOptions
  readonly gas: GasBounds
  /** Offered beyond the base fee, in wei. */
  tip: bigint
  /** Units of gas that a transfer of a token needs, with a margin, and until when that is believed. */
  readonly gasLimits: Map<Token, { readonly limit: number; readonly until: number }>
  /** Token contracts by address, lower case. */
  readonly tokens: ReadonlyMap<string, Token>
  /** The last head that was seen. */
  head: BlockHead | null
  /** The chain is shorter than what was read of it: an endpoint that lags, or a chain that lost blocks. */
  isBehind: boolean
  /** Payments that are being sent for the first time, with their organizations: they are not claimed again meanwhile. */
  readonly busy: Map<string, string>
  /** Payments that are being put off, with their organizations. */
  readonly postponing: Map<string, string>
  /** Organizations whose commits did not come through in time, and until when nothing of the network waits for them. */
  readonly slow: Map<string, number>
}

/** Waits until someone calls `wake`, or the time is over. */
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

/** How a task ended. later: not decided yet, and nothing is wrong. */
export type TaskOutcome = 'done' | 'later'

/** Twice as long after each try. */
export function growingPause(tries: number, pauseMs: number, pauseMaxMs: number): number {
  return Math.min(pauseMaxMs, pauseMs * 2 ** Math.min(30, Math.max(0, tries - 1)))
}

export class Stopped extends Error {}

/**
 * Submits until the outcome is known. Every intent of settlement finds its own step done when it runs again, so an
 * unknown outcome is answered by asking once more.
 */
export async function submitUntilKnown<Answer>(
  commit: Commit,
  intent: Intent<Answer>,
  signal: AbortSignal,
): Promise<Extract<Outcome<Answer>, { kind: 'done' | 'refused' }>> {
  for (;;) {
    const outcome = await commit.submit(intent)
    if (outcome.kind === 'done' || outcome.kind === 'refused') return outcome
    await sleep(outcome.kind === 'notStarted' ? outcome.retryAfterMs : 200, signal)
    if (signal.aborted) throw new Stopped('stopped while a commit was not known')
  }
}
