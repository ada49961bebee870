/**
 * Spends by card through the one pipeline of spends: payments prepares and decides them with its gates; who has the cards
 * adds those that only a card has, orders them as the card network does, and says where the money is.
 */

import type { WalletPosition } from './commit/positions.ts'
import type { Ref, State, Writes } from './commit/types.ts'
import type { DomainError } from './errors.ts'
import type { EventDraft } from './events.ts'
import type { ApprovalId, CardTransactionId, CaseId, FinancialAccountId, OrgId, WalletId } from './ids.ts'
import type { SpendAuthorization } from './ledger/postings.ts'
import type { DollarAuthorization } from './ledger/usdPostings.ts'
import type { Caller, Mode } from './principal.ts'
import type { AnySpend, CardSpend, Gate, PolicyDecision, ResolvedMerchant, Spend } from './spend.ts'
import type { Windows } from './spendingLimits.ts'

/** What the gates have decided about a spend. */
export type SpendVerdict<S extends AnySpend = Spend, Authorization = SpendAuthorization> =
  | {
      readonly kind: 'authorized'
      /** With what the rules against money laundering found. */
      readonly spend: S
      /** The approval that was presented and used, if any. */
      readonly approvalId: ApprovalId | null
      readonly authorization: Authorization
      readonly decision: PolicyDecision
      /** The wallet's position with the limits reserved; the journal entry moves the balance. */
      readonly wallet: WalletPosition
      /** The writes of the gates. */
      readonly writes: readonly Writes[]
    }
  | {
      readonly kind: 'parked'
      readonly spend: S
      /** What it waits for: an approval, or a case. */
      readonly approvalId: ApprovalId | null
      readonly caseId: CaseId | null
      readonly decision: PolicyDecision
      /** With the limits reserved; funds are checked when it is executed. */
      readonly wallet: WalletPosition
      readonly writes: readonly Writes[]
    }
  | RefusedSpend
  | { readonly kind: 'stale' }

export interface RefusedSpend {
  readonly kind: 'refused'
  readonly gate: string
  readonly error: DomainError
  readonly decision: PolicyDecision | null
  readonly events: readonly EventDraft[]
  readonly writes: Writes
  readonly wallet: WalletPosition | null
}

/** The gates of the one table that a spend by card passes. */
export interface CardSpendGates {
  readonly organizationStanding: Gate<object>
  readonly agentStanding: Gate<CardSpend>
  readonly killSwitch: Gate<CardSpend>
  readonly ownership: Gate<CardSpend>
  readonly walletState: Gate<object>
  readonly mandateState: Gate<Pick<CardSpend, 'walletId'>>
  /** Whether the registry of merchants is still as it was read. */
  readonly merchants: Gate<CardSpend>
  readonly policy: Gate<CardSpend>
  readonly compliance: Gate<CardSpend>
  readonly approval: Gate<CardSpend>
}

/** What a merchant asks of a card. */
export interface CardSpendRequest extends Pick<CardSpend, 'walletId' | 'usdMicro' | 'toText' | 'cardId'> {
  readonly caller: Caller
  readonly cents: bigint
  /** Its category counts only where the registry does not know the merchant. Null: nobody is paid. */
  readonly payee: { readonly domain: string | null; readonly name: string | null; readonly category: string } | null
  /** Whether it was paid before; asked only where the amount makes it matter. */
  readonly isKnownPayee: () => Promise<boolean>
  /** What is made, and the approval that may be requested for it. */
  readonly subjectId: CardTransactionId
  readonly newApprovalId: ApprovalId
  /** Absent: it does not move money, so that it counts as no spend. */
  readonly isCounted: boolean
}

/** Offered by payments. */
export interface CardSpends {
  readonly gates: CardSpendGates
  /** Everything slow or external, before the commit. @throws DomainError service_unavailable */
  prepare(request: CardSpendRequest): Promise<CardSpend>
  /** What was prepared is outdated: the next preparation reads again. */
  refresh(orgId: OrgId): void
  /** The rows on which it is decided, and those that may be made. */
  readsOf(
    gates: readonly Gate<CardSpend>[],
    spend: CardSpend,
  ): { readonly guard: readonly Ref[]; readonly newIds: readonly Ref[] }
  /** Pure: asks the gates in their order, reserves the limits of the mandate, and proves that all have passed. */
  authorize(
    gates: readonly Gate<CardSpend>[],
    state: State,
    spend: CardSpend,
    financialAccount: FinancialAccountId,
    at: Date,
  ): SpendVerdict<CardSpend, DollarAuthorization>
  /** How many US dollars a euro costs now. @throws DomainError fx_rate_unavailable */
  euroRate(mode: Mode): Promise<{ readonly rate: string; readonly asOf: Date }>
  /** Of a wallet that the caller owns; null: there is none. */
  findOwnWallet(caller: Caller, walletId: WalletId): Promise<WalletId | null>
  findMerchant(caller: Caller, domain: string): Promise<ResolvedMerchant | null>
}

/** What a card spend counts in the windows of the mandate. */
export interface CountedCardSpend {
  readonly policyEvaluatedAt: Date
  readonly usdMicro: bigint
  /** It counts in the windows of its card, too. */
  readonly card: Ref<Windows>
  /** Of one that has not ended, and names the windows that it is counted in; null: it has. */
  readonly ref: Ref<{ readonly dayKey: string; readonly monthKey: string }> | null
}

/** Page by page: those that are under way, and those since then. */
export type CountedCardSpends = (walletId: WalletId, from: Date) => AsyncIterable<readonly CountedCardSpend[]>
