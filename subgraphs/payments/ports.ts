/**
 * What payments needs from others, as narrow interfaces that the composition root meets: gates of the rules that other
 * subgraphs own, the merchant directory, screening and custody; and with them the shared machinery that its services run
 * on.
 */

import type { Declarations } from '../shared/access.ts'
import type { Clock } from '../shared/clock.ts'
import type { WalletPosition } from '../shared/commit/positions.ts'
import type { Commit } from '../shared/commit/types.ts'
import type { Database } from '../shared/database.ts'
import type { NewId, WalletId } from '../shared/ids.ts'
import type { Amount } from '../shared/money.ts'
import type { Mode } from '../shared/principal.ts'
import type { Gate, MerchantDirectory, Screening, SpendFacts } from '../shared/spend.ts'
import type { Log } from '../shared/subgraph.ts'
import type { Chain, Token } from '../shared/tokens.ts'
import type { MandateUsage, Policy, PolicyDecision } from './generated.ts'
import type { GasQuotes } from './services/gasQuotes.ts'
import type { WalletFactsCache } from './services/walletFacts.ts'

/** Gates that mandates and agents own. */
export interface SpendGates {
  readonly agentStanding: Gate
  readonly killSwitch: Gate<SpendFacts>
  readonly mandateState: Gate<SpendFacts>
  readonly policy: Gate
}

export interface Screener {
  screen(input: { address: string | null }): Screening
}

/** The rate that an amount was priced with; null for tokens that are worth a dollar. */
export type AppliedRate = { readonly rate: string; readonly asOf: Date } | null

/** Token amounts against US dollars; others by the stored rate of their currency. Both refuse with fx_rate_unavailable without a fresh one. */
export interface Rates {
  /** Rounded up: what the limits count. */
  toUsdMicro(amount: Amount, mode: Mode): Promise<{ readonly usdMicro: bigint; readonly fx: AppliedRate }>
  /** Rounded down: what dollars buy. */
  fromUsdMicro(
    usdMicro: bigint,
    token: Token,
    mode: Mode,
  ): Promise<{ readonly amount: Amount; readonly fx: AppliedRate }>
}

interface WalletKeys {
  /** Makes and stores a key; an unused one harms nobody. */
  createWallet(walletId: WalletId): Promise<{ address: string }>
}

/** A stored decision as the graph shows it, and the figures that others quote: decimal text, US dollars. */
interface DecisionView {
  readonly record: PolicyDecision
  readonly limitPerTx: string | null
  readonly remainingDay: string | null
  readonly remainingMonth: string | null
}

/** How mandates shows what it decided and what it stored, in the shapes of the graph. */
export interface PolicyReader {
  describeDecision(stored: object): DecisionView
  describePolicy(policy: object): Policy
  /** The live budget of a wallet; null without a mandate. */
  describeUsage(wallet: WalletPosition, at: Date): MandateUsage | null
}

export interface PaymentsDeps {
  readonly database: Database
  readonly commit: Commit
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Log
  readonly gates: readonly Gate[]
  /** Of this contract, for operations that ask by themselves. */
  readonly callers: Declarations
  readonly merchants: MerchantDirectory
  readonly policies: PolicyReader
  readonly screener: Screener
  readonly rates: Rates
  /** Without it gas is nobody's concern, as where no relayer pays. */
  readonly gasQuotes?: GasQuotes
  readonly walletKeys: WalletKeys
  readonly walletFacts: WalletFactsCache
  /** Chains with an adapter, by mode: a test key can never spend on a live chain. */
  readonly chains: Readonly<Record<Mode, ReadonlySet<Chain>>>
  /** Tells the settlement worker of this process that a payment is queued. */
  readonly wakeSettlement: () => void
}
