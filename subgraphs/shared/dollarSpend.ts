/** Spends of dollars, which need no wallet, and what another subgraph than payments parks for an approval. */
import type { IntentPart, Reads, Ref, State, Writes } from './commit/types.ts'
import type { DeliveryFacts } from './conversions.ts'
import { DomainError, type Refusal } from './errors.ts'
import type { ApprovalId, FinancialAccountId, OrgId } from './ids.ts'
import type { DollarAuthorization } from './ledger/usdPostings.ts'
import type { Amount } from './money.ts'
import type { Caller, Mode, RequestContext } from './principal.ts'
import type { Stoppable } from './stoppable.ts'
import type { Chain } from './tokens.ts'

/** A spend of dollars from a financial account. Gates without a subject are not asked: it may have no wallet and no mandate. */
export interface DollarSpend extends Stoppable {
  readonly kind: 'withdrawal' | 'conversion'
  /** Of a conversion: what is delivered for the dollars. */
  readonly delivery?: DeliveryFacts & { readonly amount: Amount; readonly chain: Chain }
  readonly caller: Caller
  readonly financialAccountId: FinancialAccountId
  readonly cents: bigint
  readonly usdMicro: bigint
  /** Who or what is paid, by its identifier. */
  readonly to: string
  readonly route: { readonly ok: true } | { readonly ok: false; readonly error: DomainError }
  readonly approval: {
    /** What is parked, or made. */
    readonly subjectId: string
    /** Made before the commit, for the approval that may be requested; null: none is. */
    readonly newId: ApprovalId | null
    /** This is the execution of what was approved. */
    readonly isApproved: boolean
    /** It exceeds what may be withdrawn without one, whatever the organization allows. */
    readonly isAboveLimit?: boolean
  }
}

/** Nothing leaves while the organization owes for what came back (domain 1.8); null: it owes nothing. */
export function deficitRefusal(deficit: bigint, details: DomainError['details']): DomainError | null {
  if (deficit <= 0n) return null
  const message = `The organization owes ${deficit} cents for payments that came back after they were spent. Fund that first, or move as much between your financial accounts: nothing leaves before.`
  return new DomainError('insufficient_funds', message, {
    ...{ reason: 'treasury_deficit', deficit_minor: Number(deficit), currency: 'USD' },
    ...details,
  })
}

export type DollarVerdict =
  /** Writes: those of the gates. */
  | { readonly kind: 'authorized'; readonly authorization: DollarAuthorization; readonly writes: Writes }
  | { readonly kind: 'parked'; readonly approvalId: ApprovalId; readonly writes: Writes }
  | { readonly kind: 'refused'; readonly error: DomainError }
  | { readonly kind: 'stale' }

/** The spend path of dollars, for other subgraphs; pure. */
export interface DollarRail {
  reads(spend: DollarSpend): Reads
  authorize(state: State, spend: DollarSpend, at: Date): DollarVerdict
}

/** Runs the operation; what refuses it is listed as a refused attempt, and in the audit log. */
export type WatchDollars = <T>(
  context: RequestContext,
  operation: 'withdrawTreasury' | 'executeConversionQuote',
  act: () => Promise<T>,
) => Promise<T>

/** What became of something parked whose approval was given. */
export type Executed = 'queued' | 'made' | 'parked' | 'failed'

/** An approval that waits for what another subgraph has parked. */
export interface ParkedSubject {
  readonly orgId: OrgId
  readonly mode: Mode
  readonly subjectId: string
}

/** What another subgraph parks for an approval, and how it ends or goes on with it. */
export interface ParkedElsewhere {
  reads(subject: ParkedSubject): readonly Ref[]
  /** Ends it without execution. */
  close(
    state: State,
    subject: ParkedSubject,
    ending: { readonly event: 'deny' | 'expire' | 'cancel' | 'dismiss'; readonly failure: Refusal },
    at: Date,
  ): Writes
  /** @param caller who requested it; its rights are checked again */
  prepare(subject: ParkedSubject, caller: Caller): Promise<IntentPart<Executed>>
}

/** What is under way in dollars: entries of the ledger never change, and only the rows that they are about know. */
export interface DollarsUnderWay {
  /** Posting keys of the entries that still stand for something under way, at most `limit` of each kind. */
  list(owner: { readonly orgId: OrgId; readonly mode: Mode }, limit: number): Promise<readonly string[]>
  /** Those of payments over ACH and card transactions with these ids. */
  among(ids: readonly string[]): Promise<ReadonlySet<string>>
}
