/**
 * The pipeline of every spend: its facts, the gates that decide it, and their verdicts. Each subgraph writes the gates of its
 * own rules against these types; payments has them in one list and asks them in order.
 */
import type { Cleared } from './clearedFindings.ts'
import type { OrgPosition, PlatformShard, WalletPosition } from './commit/positions.ts'
import type { Ref, State, Writes } from './commit/types.ts'
import type { DomainError } from './errors.ts'
import type { EventDraft } from './events.ts'
import type {
  AgentId,
  ApprovalId,
  CardId,
  CardTransactionId,
  CaseId,
  CheckoutId,
  HoldId,
  MandateId,
  MerchantId,
  OrgId,
  PaymentId,
  ScreeningId,
  WalletId,
} from './ids.ts'
import type { Amount, Dollars } from './money.ts'
import type { Originator } from './originator.ts'
import type { Caller, Mode } from './principal.ts'
import type { Chain } from './tokens.ts'

export type SpendKind = 'payment' | 'transfer' | 'execute' | 'hold'
/** Conversion: the delivery of one, which is no spend of a wallet. */
export type PaymentKind = SpendKind | 'conversion'

/** A merchant as the directory knew it at `merchantsVersion`. */
export interface ResolvedMerchant {
  readonly merchantId: MerchantId | null
  readonly domain: string | null
  readonly category: string
  readonly status: 'active' | 'blocked'
  /** Of a registered merchant; absent where the spend is prepared from a stored row. */
  readonly legalName?: string
  readonly country?: string | null
}

/**
 * The other merchants whose payout address is the one that is paid; absent: none. What stops money stops it for the address:
 * otherwise the name that a caller chooses would decide which of them is asked about.
 */
export type Sharers = readonly ResolvedMerchant[]

/** Who is paid, and where. */
export interface Resolution {
  /** The version of the registry that was read: a commit that finds another one is stale. */
  readonly merchantsVersion: number
  readonly destination:
    | { readonly address: string }
    | { readonly reason: 'unknown_merchant' }
    /** Chains: those on which it has one. */
    | { readonly reason: 'merchant_has_no_address_on_chain'; readonly chains: readonly Chain[] }
  /** For the policy; null when the merchant is not known, or several have the address and none is named. */
  readonly merchant: ResolvedMerchant | null
  readonly sharers?: Sharers
}

export type ScreeningOutcome = 'pass' | 'review' | 'deny'

/** One finding about a spend or an address. */
export interface ScreeningCheck {
  readonly name: string
  readonly outcome: ScreeningOutcome
  /** 0 to 100. */
  readonly score: number
  /** What it rests on, for the organization's compliance people, who alone are shown who is listed (`listed_`). */
  readonly evidence: Readonly<Record<string, string | number>>
}

/** Whose wallet pays: the names of its organization and agent, and its own address. */
export interface ScreenedOwner {
  readonly names: readonly string[]
  readonly address: string
}

/** What screening found before the commit, with the lists that it used; gate 12 judges it. */
export interface Screening {
  /** Only those that found something. */
  readonly checks: readonly ScreeningCheck[]
  /** Of the lists: a commit that finds a newer one in force is stale. */
  readonly revision: number
  /** Of the record that is kept; null where nothing is. */
  readonly screeningId: ScreeningId | null
  /** The names that were screened beside the address; absent where nobody is named. */
  readonly names?: readonly string[]
  /** Absent where no wallet is known, and in what earlier releases have screened. */
  readonly owner?: ScreenedOwner
  /** What a person has cleared for this very spend; it still denies, but asks for no further review. */
  readonly cleared?: readonly Cleared[]
}

/** Those whom the travel rule wants known. */
export type Party = 'originator' | 'beneficiary'

/** What is known of who is paid, for the rules against money laundering. */
export interface PayeeFacts {
  /** The wallet has paid it before; not looked up where the amount does not ask for it. */
  readonly isKnown: boolean
  /** Of the service's own wallet at that address; null: it is somebody else's. */
  readonly wallet: { readonly walletId: WalletId; readonly agentId: AgentId | null } | null
  /** The list on which somebody stands who has sent it money, or got money of it; null: nobody known. */
  readonly exposedTo: string | null
  /** What the travel rule misses at this amount, and from which amount on, in USD micro units; absent: nothing. */
  readonly untold?: { readonly parties: readonly Party[]; readonly from: bigint }
}

interface PresentedVotes {
  readonly reads: readonly Ref[]
  /** People. */
  readonly count: number
  /** Whether that has changed since. */
  isOutdated(state: State, at: Date): boolean
}

/** The payment, hold or card transaction that a spend makes. */
export type SubjectId = PaymentId | HoldId | CardTransactionId

/** What the approval gate (13) needs of a spend; a dry run has none of it. */
interface SpendApproval {
  /** What the spend makes. */
  readonly subjectId: SubjectId
  /** Made before the commit, for the approval that the gate may request. */
  readonly newId: ApprovalId | null
  /** False: the spend is refused instead of parked, and the approval is for the next try of the caller. */
  readonly park: boolean
  /** An approval that the caller presents; it lets one matching spend pass the threshold. */
  readonly presentedId: ApprovalId | null
  /** It was looked up, and not named by the caller: it says nothing about what needs none. */
  readonly isFound?: true
  /** False for the approval of another caller, which is answered as if it did not exist. */
  readonly isPresentedOwn: boolean
  /** Of the one that is presented: whether enough of those who have approved it may still do so. */
  readonly votes?: PresentedVotes
  /** It was presented before a review: where it is of no use by now, another one is requested. */
  readonly isReplaceable?: boolean
  /** The rules for approvals when it was parked for a review: they still hold where they are the stricter ones. */
  readonly parkedUnder?: { readonly required: number; readonly isStrict: boolean } | undefined
  /** This is the execution of a parked spend that was approved. */
  readonly isApproved: boolean
  readonly purpose: string | null
}

/** Who is paid, by legal name. */
export interface Beneficiary {
  readonly name: string
  /** ISO 3166, two letters; null: a merchant that was registered without one. */
  readonly country: string | null
}

/** A spend as the gates see it: everything slow or external has been done before and is a value here. */
interface SpendBase {
  readonly caller: Caller
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
  /** False when the wallet is not of this organization: then its row is neither read nor written. */
  readonly walletKnown: boolean
  /** The agent that the caller names; null for the agent of the wallet. */
  readonly agentId?: string | null
  readonly usdMicro: bigint
  /** Null when the route is refused, and where nobody is paid at an address. */
  readonly to: string | null
  readonly toText: string
  readonly route: { readonly ok: true } | { readonly ok: false; readonly error: DomainError }
  readonly merchant: ResolvedMerchant | null
  readonly sharers?: Sharers
  readonly merchantsVersion: number
  readonly screening: Screening
  /** Absent where nobody names who is paid. */
  readonly beneficiary?: Beneficiary
  /** Below the amount of the travel rule, and where the organization has not stated it: absent. */
  readonly originator?: Originator
  /** Absent where the rules against money laundering have scored and counted the spend before: when it was requested. */
  readonly payee?: PayeeFacts
  readonly approval?: SpendApproval
  /** Of what was accepted or placed before: under this mandate, which is not to have ended; absent: it is new. */
  readonly acceptedUnder?: MandateId | null
  /** Of what was parked before: all is decided anew, but not where this mandate was revoked. */
  readonly requestedUnder?: MandateId | null
}

/** Of a token on a chain, from a wallet. */
export interface Spend extends SpendBase {
  readonly kind: SpendKind
  /** Of a shared token: the checkout session that it is for. */
  readonly sessionId?: CheckoutId
  readonly amount: Amount
  readonly chain: Chain
  readonly access: 'payments' | 'wallets' | 'holds'
  /** Of a shared token and its charge; absent: over a chain. */
  readonly rail?: 'acp'
  /** The estimated gas and the budget for it; absent when no relayer pays. */
  readonly gas?: { readonly estimateWei: bigint; readonly budgetWei: bigint }
}

/** Of dollars by a card, under the mandate of a wallet; it has neither a token nor a chain. */
export interface CardSpend extends SpendBase {
  readonly kind: 'card'
  readonly rail: 'card'
  readonly amount: Dollars
  readonly chain?: undefined
  readonly access: 'cards'
  /** An approval is for it alone, and for no more than the amount that was approved. */
  readonly cardId: CardId
}

export type AnySpend = Spend | CardSpend

export interface SpendState {
  /** Rows that the gate has declared. */
  readonly rows: State
  readonly org: OrgPosition
  readonly platform: PlatformShard
  /** Null where it is not the caller's own. */
  readonly wallet: WalletPosition | null
  /** This spend has been approved: the threshold of the policy does not stop it. */
  readonly isApproved: boolean
}

/** The record of a mandate's rules, in its stored form. */
export interface PolicyDecision {
  readonly outcome: 'allow' | 'approval_required' | 'review' | 'deny'
  readonly stored: object
  readonly mandateId: MandateId | null
  readonly mandateVersion: number | null
  readonly dayKey: string
  readonly monthKey: string
}

export type GateVerdict =
  | {
      readonly kind: 'pass'
      readonly decision?: PolicyDecision
      /** The approval under which it passed the threshold, and the writes that use it up. */
      readonly approvalId?: ApprovalId
      readonly writes?: Writes
    }
  /** The spend waits for an approval, or for the decision of a case: only its limits are reserved. */
  | {
      readonly kind: 'park'
      readonly approvalId: ApprovalId | null
      readonly caseId?: CaseId
      readonly writes: Writes
      /** Changes of the wallet's position besides the reservation. */
      readonly wallet?: WalletPosition
      readonly decision?: PolicyDecision
    }
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

/** The facts of a spend that are still known when it settles. */
export interface SpendFacts
  extends Pick<
    Spend,
    | 'orgId'
    | 'walletId'
    | 'mode'
    | 'amount'
    | 'chain'
    | 'usdMicro'
    | 'toText'
    | 'merchant'
    | 'sharers'
    | 'rail'
    | 'acceptedUnder'
    | 'requestedUnder'
  > {
  readonly access: Spend['access'] | 'treasury'
}

/** A rule that every spend must pass, in the subgraph that owns the rule. Pure; the order is in `payments/gates.ts`. */
export interface Gate<S = Spend> {
  readonly name: string
  /** Also when an approval is requested before its spend exists; the other gates are about the spend itself. */
  readonly isAskedInAdvance?: true
  /** The dry run has an access of its own and reserves nothing. */
  readonly isSkippedInDryRun?: true
  /** Rows besides organization, platform and wallet, which every spend guards. */
  readonly reads: (spend: S) => readonly Ref[]
  /** Rows that the gate may insert, under ids made for this spend. */
  readonly newIds?: (spend: S) => readonly Ref[]
  readonly decide: (state: SpendState, spend: S, at: Date) => GateVerdict
}
