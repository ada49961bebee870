/**
 * The pipeline of every spend, as all its parties see it: what is spent, the gates that guard it in one list, and what a
 * gate answers. Whoever owns a rule writes its gate against these types; payments has the list and walks it.
 */
import type { OrgPosition, PlatformShard, WalletPosition } from './commit/positions.ts'
import type { Ref, State, Writes } from './commit/types.ts'
import type { DomainError } from './errors.ts'
import type { EventDraft } from './events.ts'
import type { ApprovalId, MandateId, MerchantId, OrgId, PaymentId, WalletId } from './ids.ts'
import type { Amount } from './money.ts'
import type { Caller, Mode } from './principal.ts'
import type { Chain } from './tokens.ts'

export type SpendKind = 'payment' | 'transfer' | 'execute'

/** A merchant as the directory knew it at `merchantsVersion`. */
export interface ResolvedMerchant {
  readonly merchantId: MerchantId | null
  readonly domain: string | null
  readonly category: string
  readonly status: 'active' | 'blocked'
}

/** Who is paid, and where. */
export interface Resolution {
  /** The registry this rests on: a commit that finds another one answers stale. */
  readonly merchantsVersion: number
  readonly destination:
    | { readonly address: string }
    | { readonly reason: 'merchant_has_no_address_on_chain' | 'unknown_merchant' }
  /** What the policy looks at; null when nothing tells who is paid. */
  readonly merchant: ResolvedMerchant | null
}

/** The registry of merchants, as whoever prepares a spend asks it. */
export interface MerchantDirectory {
  /**
   * @param input.to address, merchant id or merchant domain
   * @param input.merchant domain (or id) that the caller names beside it
   * @throws DomainError invalid_request: `to` is none of these, its checksum is wrong, or `merchant` contradicts it
   */
  resolve(input: {
    readonly orgId: OrgId
    readonly mode: Mode
    readonly to: string
    readonly merchant?: string | null
    readonly chain: Chain
  }): Promise<Resolution>
  /** Forgets what was seen of an organization's registry, after a commit said that it was out of date. */
  refresh(orgId: OrgId): void
}

/** Outside facts about the destination, made before the commit and valid for the list version they name. */
export interface Screening {
  readonly outcome: 'pass' | 'deny'
  readonly reason: string | null
  readonly listVersion: string
}

/** How a spend stands to the approval threshold (gate 13); a dry run has nothing of it. */
interface SpendApproval {
  readonly paymentId: PaymentId
  /** Made before the commit, for the approval that the gate may ask for. */
  readonly newId: ApprovalId | null
  /** False: the caller cannot wait, so the spend is refused and the approval is for its next try. */
  readonly park: boolean
  /** An approval that was given before; it satisfies the threshold of one spend that matches it. */
  readonly presentedId: ApprovalId | null
  /** It is the caller's own to present; a foreign one is "not there". */
  readonly isPresentedOwn: boolean
  /** This is the execution of a parked spend that was approved. */
  readonly isApproved: boolean
  readonly purpose: string | null
}

/** A spend as the gates see it: everything slow or outside has been done and stands here as a value. */
export interface Spend {
  readonly kind: SpendKind
  readonly caller: Caller
  readonly orgId: OrgId
  readonly mode: Mode
  readonly walletId: WalletId
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
  readonly platform: PlatformShard
  /** Null where it is not the caller's own. */
  readonly wallet: WalletPosition | null
  /** A person has agreed to this very spend: the policy's threshold does not stand in its way. */
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
      /** The approval that satisfied the threshold, and what using it writes. */
      readonly approvalId?: ApprovalId
      readonly writes?: Writes
    }
  /** The spend waits for a person: nothing but limit head-room is taken. */
  | {
      readonly kind: 'park'
      readonly approvalId: ApprovalId
      readonly writes: Writes
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
  readonly newIds?: (spend: S) => readonly Ref[]
  readonly decide: (state: SpendState, spend: S, at: Date) => GateVerdict
}

/** Which work a stop may concern: the target of a kill switch, or one wallet. Whether it is stopped, the gates decide. */
export interface StopScope {
  /** Null: of every organization. */
  readonly orgId: OrgId | null
  readonly mode: Mode | null
  readonly scope: string
  readonly targetId: string
}

/** How much work a stop has ended, or would end. */
export interface StoppedWork {
  /** Accepted and not signed: failed. */
  readonly queued: number
  /** Parked for a decision: dismissed. */
  readonly parked: number
  /** Already handed to the chain: watched to the end. */
  readonly broadcast: number
}

/** Work under way, as those who stop it reach it. */
export interface StoppablePayments {
  count(scope: StopScope): Promise<StoppedWork>
  /** Ends all of it that the gates stop now, and marks what can no longer be recalled. */
  stop(scope: StopScope): Promise<StoppedWork>
  /** Stops without being waited for; the final gates would find all of it anyway, so a failure is only logged. */
  beginStop(scope: StopScope): void
}
