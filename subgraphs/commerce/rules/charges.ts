/** Charges of which a payment processor is asked (domain A.14): how they stand, when they are asked again, and what callers are told. Pure. */
import type { Refusal } from '../../shared/errors.ts'
import { DomainError, ERROR_TYPES } from '../../shared/errors.ts'
import type {
  AgentId,
  ChargeId,
  CheckoutId,
  HoldId,
  MerchantId,
  OrderId,
  OrgId,
  PaymentId,
  WalletId,
} from '../../shared/ids.ts'
import type { Caller, Mode } from '../../shared/principal.ts'
import type { Chain, Token } from '../../shared/tokens.ts'

/** As stored. approved: its order is made. The others leave a failed payment; failed: it was approved, and may not be paid. */
type StoredStatus = 'pending' | 'approved' | 'declined' | 'failed' | 'ended'
/** unanswered, delayed: pending, and tried so often that somebody should look at it; the processor has answered what is delayed. */
export type ChargeStatus = StoredStatus | 'unanswered' | 'delayed'
/** What keeps a pending charge. chain, gas: the processor has approved it, and it cannot be paid now. service: what was answered is not recorded yet. */
export type ChargeWait = 'processor' | 'chain' | 'gas' | 'service'

export interface Charge {
  readonly _id: ChargeId
  readonly orgId: OrgId
  readonly mode: Mode
  readonly agentId: AgentId | null
  /** Who has paid with the token: the gates decide again about them. */
  readonly caller: Caller
  readonly merchantId: MerchantId
  readonly domain: string
  readonly sessionId: CheckoutId
  readonly holdId: HoldId
  readonly walletId: WalletId
  /** Of the order and the payment that it becomes. */
  readonly orderId: OrderId
  readonly paymentId: PaymentId
  readonly amountMinor: number
  readonly token: Token
  readonly chain: Chain
  readonly status: StoredStatus
  /** How often the processor was asked, a question under way included. */
  readonly tries: number
  /** By the clock of this service, not that of its organization: the processor has the same. */
  readonly nextAskAt: Date
  /** While it is pending. Absent in rows of earlier releases: the processor. */
  readonly waitsFor?: ChargeWait
  /** Why the last question has no answer, or what it answered is not done. */
  readonly lastError: string | null
  /** Why it does not become an order. */
  readonly failure: Refusal | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** From then on somebody should look at it. */
export const MANY_TRIES = 5
/** How long a question may wait for others before it is asked. */
export const ASK_WAIT_MS = 5_000
/** From the end of a question until its answer is committed. */
const ENDING_MS = 3_000
const FIRST_PAUSE_MS = 2_000
const PAUSE_MAX_MS = 15 * 60_000

export function chargeStatusOf({
  status,
  tries,
  waitsFor,
}: Pick<Charge, 'status' | 'tries' | 'waitsFor'>): ChargeStatus {
  if (status !== 'pending' || tries < MANY_TRIES) return status
  return (waitsFor ?? 'processor') === 'processor' ? 'unanswered' : 'delayed'
}

/** What ends by itself: the processor has approved, and the charge is kept for it. Null: it does not. */
export function waitOf({ type, details }: DomainError): Exclude<ChargeWait, 'processor'> | null {
  const { reason } = details
  if (type === 'no_route' && (reason === 'rpc_unreachable' || reason === 'chain_unavailable')) return 'chain'
  // The budget of a day.
  if (reason === 'gas_not_covered') return 'gas'
  return type === 'rate_limited' || ERROR_TYPES[type].status >= 500 ? 'service' : null
}

/** While one process asks, no other does; a question that has not come back by then has died with its process. */
export const askedUntil = (now: Date, waitMs: number): Date =>
  new Date(now.getTime() + ASK_WAIT_MS + waitMs + ENDING_MS)

/** After so many questions without an answer. */
export const nextAskAfter = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, tries - 1)))

/** What a session with a charge under way refuses; null: it has none. */
export function pendingRefusal({ chargeId }: { readonly chargeId?: ChargeId | null }): DomainError | null {
  if (chargeId == null) return null
  return new DomainError(
    'conflict',
    'A charge of the checkout session is under way. Read the session until it has its order or is open again.',
    { reason: 'charge_pending', charge_id: chargeId },
  )
}

const KEPT =
  'The charge is kept, with its money reserved, and tried again: read the checkout session, or repeat this request with the same Idempotency-Key.'

const WAITS: Readonly<Record<ChargeWait, { readonly reason: string; readonly says: string }>> = {
  processor: { reason: 'processor_unanswered', says: 'The payment processor has not answered.' },
  chain: { reason: 'chain_unavailable', says: 'The payment processor has approved, and the chain cannot be used now.' },
  gas: {
    reason: 'gas_not_covered',
    says: 'The payment processor has approved, and the gas budget of the day is used up.',
  },
  service: {
    reason: 'verdict_not_recorded',
    says: 'The payment processor has answered, and its answer could not be recorded yet.',
  },
}

/** What the caller is told whose charge has not ended yet. */
export function unansweredRefusal({
  _id: chargeId,
  sessionId,
  chain,
  lastError,
  tries,
  waitsFor = 'processor',
}: Charge): DomainError {
  const { reason, says } = WAITS[waitsFor]
  const adapter = waitsFor === 'chain' || waitsFor === 'gas' ? chain : waitsFor
  const attempts = [{ adapter, error: lastError ?? 'It is being asked.' }]
  return new DomainError('all_adapters_exhausted', `${says} ${KEPT}`, {
    ...{ reason, charge_id: chargeId, session_id: sessionId, tries, attempts },
  })
}

export function declinedRefusal(why: string | null): Refusal {
  const message =
    why === null ? 'The payment processor declined the charge.' : `The payment processor declined the charge: ${why}`
  return { type: 'payment_declined', message: `${message} Authorize a new token.`, details: { reason: 'declined' } }
}

export const endedRefusal = (note: string | null): Refusal => ({
  type: 'payment_declined',
  message: 'The charge was ended before the payment processor had answered. Authorize a new token.',
  details: { reason: 'ended', ...(note === null ? {} : { note }) },
})
