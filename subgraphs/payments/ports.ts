/**
 * What payments needs from others, as narrow interfaces that the composition root meets: gates of the rules that other
 * subgraphs own, the merchant directory, screening and custody.
 */
import type { GatePosition, OrgPosition, WalletPosition } from '../shared/commit/positions.ts'
import type { Ref, State, Writes } from '../shared/commit/types.ts'
import type { DomainError } from '../shared/errors.ts'
import type { EventDraft } from '../shared/events.ts'
import type { Amount } from '../shared/money.ts'
import type { Caller, Mode } from '../shared/principal.ts'
import type { Chain, Token } from '../shared/tokens.ts'

export type SpendKind = 'payment' | 'transfer' | 'execute'

/** A merchant as the directory knew it at `merchantsVersion`. */
export interface ResolvedMerchant {
  readonly merchantId: string | null
  readonly domain: string | null
  readonly category: string
  readonly status: 'active' | 'blocked'
}

/** Outside facts about the destination, made before the commit and valid for the list version they name. */
export interface Screening {
  readonly outcome: 'pass' | 'deny'
  readonly reason: string | null
  readonly listVersion: string
}

/** How a spend stands to the approval threshold (gate 13); a dry run has nothing of it. */
export interface SpendApproval {
  readonly paymentId: string
  /** Made before the commit, for the approval that the gate may ask for. */
  readonly newId: string
  /** False: the caller cannot wait, so the spend is refused and the approval is for its next try. */
  readonly park: boolean
  /** An approval that was given before; it satisfies the threshold of one spend that matches it. */
  readonly givenId: string | null
  /** It is the caller's own to present; a foreign one is "not there". */
  readonly isGivenOwn: boolean
  /** This is the execution of a parked spend that was approved. */
  readonly isApproved: boolean
  readonly purpose: string | null
}

/** A spend as the gates see it: everything slow or outside has been done and stands here as a value. */
export interface Spend {
  readonly kind: SpendKind
  readonly caller: Caller
  readonly orgId: string
  readonly mode: Mode
  readonly walletId: string
  /** False when the wallet is not of this organization: then its row is neither read nor touched. */
  readonly walletKnown: boolean
  /** Whom the caller says it pays for; null = whoever's wallet it is. */
  readonly agentId?: string | null
  readonly amount: Amount
  readonly chain: Chain
  readonly usdMicro: bigint
  /** Null while the route is refused. */
  readonly to: string | null
  readonly toText: string
  readonly route: { readonly ok: true } | { readonly ok: false; readonly error: DomainError }
  readonly merchant: ResolvedMerchant | null
  readonly merchantsVersion: number
  readonly screening: Screening
  readonly access: 'payments' | 'wallets'
  readonly approval?: SpendApproval
  /** What it will cost in gas and the budget that this counts against; absent: no relayer pays for it. */
  readonly gas?: { readonly estimateWei: bigint; readonly budgetWei: bigint }
}

export interface SpendState {
  /** Rows that the gate has declared. */
  readonly rows: State
  readonly org: OrgPosition
  readonly platform: GatePosition
  readonly wallet: WalletPosition | null
}

/** The record of a mandate's rules, in its stored form. */
export interface PolicyDecision {
  readonly outcome: 'allow' | 'approval_required' | 'review' | 'deny'
  readonly stored: object
  readonly mandateId: string | null
  readonly mandateVersion: number | null
  readonly dayKey: string
  readonly monthKey: string
}

export type GateVerdict =
  | {
      readonly kind: 'pass'
      readonly decision?: PolicyDecision
      /** The approval that satisfied the threshold, and what using it writes. */
      readonly approvalId?: string
      readonly writes?: Writes
    }
  /** The spend waits for a person: nothing but limit head-room is taken. */
  | { readonly kind: 'park'; readonly approvalId: string; readonly writes: Writes; readonly decision?: PolicyDecision }
  | {
      readonly kind: 'refuse'
      readonly error: DomainError
      readonly decision?: PolicyDecision
      readonly events?: readonly EventDraft[]
      readonly writes?: Writes
      /** Changes of the wallet's position that the refusal itself makes, such as counting a violation. */
      readonly wallet?: WalletPosition
    }
  | { readonly kind: 'stale' }

/** What of a spend is still known when it settles. */
export type SpendFacts = Pick<
  Spend,
  'orgId' | 'walletId' | 'mode' | 'amount' | 'chain' | 'usdMicro' | 'access' | 'toText' | 'merchant'
>

/** A rule that guards money, owned by the subgraph whose rule it is. Pure: the order stands in `gates.ts`. */
export interface Gate<S = Spend> {
  readonly name: string
  /** Rows besides organization, platform and wallet, which every spend guards. */
  readonly reads: (spend: S) => readonly Ref[]
  /** Rows that the gate may make, under ids of this very spend. */
  readonly fresh?: (spend: S) => readonly Ref[]
  readonly decide: (state: SpendState, spend: S, at: Date) => GateVerdict
}

/** Gates that mandates and agents own. */
export interface SpendGates {
  readonly agentStanding: Gate
  readonly killSwitch: Gate<SpendFacts>
  readonly mandateState: Gate<SpendFacts>
  readonly policy: Gate
  readonly approval: Gate
}

/** What becomes of an approval when the payment under it ends. */
export interface ApprovalEnds {
  readonly reads: (approvalId: string) => readonly Ref[]
  /** Pure. */
  readonly end: (state: State, approvalId: string, outcome: 'executed' | 'failed', at: Date) => Writes
}

export interface MerchantDirectory {
  resolve(input: { orgId: string; mode: Mode; to: string; merchant?: string | null; chain: Chain }): Promise<{
    readonly merchantsVersion: number
    readonly destination:
      | { readonly address: string }
      | { readonly reason: 'merchant_has_no_address_on_chain' | 'unknown_merchant' }
    readonly merchant: ResolvedMerchant | null
  }>
  /** Forgets what was seen of an organization, after a commit said that it was out of date. */
  refresh(orgId: string): void
}

export interface Screener {
  screen(input: { address: string | null }): Screening
}

/** The rate that an amount was priced with; null for tokens that are worth a dollar. */
export type PricedWith = { readonly rate: string; readonly asOf: Date } | null

/** Token amounts against US dollars; EURC by the stored rate. Both refuse with fx_rate_unavailable without a fresh one. */
export interface Rates {
  /** Rounded up: what the limits count. */
  toUsdMicro(amount: Amount, mode: Mode): Promise<{ readonly usdMicro: bigint; readonly fx: PricedWith }>
  /** Rounded down: what dollars buy. */
  fromUsdMicro(
    usdMicro: bigint,
    token: Token,
    mode: Mode,
  ): Promise<{ readonly amount: Amount; readonly fx: PricedWith }>
}

export interface WalletKeys {
  /** Makes and stores a key; an unused one harms nobody. */
  createWallet(walletId: string): Promise<{ address: string }>
}

/** A stored decision as people and programs read it: the record in wire form, and the figures that others quote. */
export interface DecisionView {
  readonly record: {
    readonly outcome: string
    readonly message: string
    readonly rules: readonly Record<string, unknown>[]
    readonly category: string
    readonly usd_amount: string
    readonly mandate_id: string | null
    readonly mandate_version: number | null
    readonly evaluated_at: string
  }
  readonly limitPerTx: string | null
  readonly remainingDay: string | null
  readonly remainingMonth: string | null
}

/** How mandates shows what it decided and what it stored. */
export interface PolicyReader {
  describeDecision(stored: object): DecisionView
  /** The policy object in the shape of the graph's `Policy`. */
  describePolicy(policy: object): object
  /** The live budget of a wallet in the shape of the graph's `MandateUsage`; null without a mandate. */
  describeUsage(wallet: WalletPosition, at: Date): object | null
}
