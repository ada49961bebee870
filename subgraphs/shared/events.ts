/**
 * The event catalogue: specification 6.1 and 6.2, and the opt-in extensions. An event is a draft inside an intent; the
 * commit numbers it (organization cursor, wallet sequence, hash), and webhooks, subscriptions and REST read the same log.
 */
import type { Actor, Change } from './acting.ts'
import type { AgentId, EventId, OrgId, WalletId } from './ids.ts'
import type { Mode } from './principal.ts'

export const EVENT_TYPES = {
  'payment.completed': { description: 'Payment executed and confirmed on-chain.', optIn: false },
  'payment.failed': { description: 'Payment failed (insufficient funds, chain error).', optIn: false },
  'payment.pending': { description: 'Payment submitted, awaiting confirmation.', optIn: false },
  'wallet.created': { description: 'New wallet provisioned.', optIn: false },
  'wallet.frozen': { description: 'Wallet frozen by policy or manual action.', optIn: false },
  'wallet.unfrozen': { description: 'Wallet unfrozen and active again.', optIn: false },
  'policy.violated': { description: 'Spending policy violation detected.', optIn: false },
  'hold.created': { description: 'Pre-authorization hold placed.', optIn: false },
  'hold.captured': { description: 'Hold captured (payment completed).', optIn: false },
  'hold.voided': { description: 'Hold voided (cancelled).', optIn: false },
  'compliance.flagged': { description: 'Transaction flagged by compliance screening.', optIn: false },
  'checkout.completed': { description: 'Payment confirmed, order created.', optIn: false },
  'order.fulfilled': { description: 'Merchant fulfilled the order.', optIn: false },
  'order.refunded': { description: 'Full or partial refund issued.', optIn: false },
  'checkout.canceled': { description: 'A checkout session was canceled: nothing is paid for it.', optIn: true },
  'order.unpaid': {
    description: 'The payment of an order failed on-chain after the merchant had fulfilled it.',
    optIn: true,
  },
  'order.refund_arrived': { description: 'The money of a refund is back.', optIn: true },
  'order.refund_reversed': {
    description: 'The money of a refund that was back counts no longer: it left the chain, or was unlinked.',
    optIn: true,
  },
  'order.canceled': { description: 'The payment of an order failed on-chain, and the order with it.', optIn: true },
  'payment.accepted': { description: 'Payment accepted and its funds reserved; not yet submitted.', optIn: true },
  'payment.refunded': { description: 'Money that came back was linked to its payment.', optIn: true },
  'payment.refund_reversed': {
    description: 'A refund counts no longer: it left the chain, or was unlinked.',
    optIn: true,
  },
  'deposit.credited': { description: 'Money arrived on-chain and can be spent.', optIn: true },
  'deposit.reversed': { description: 'A deposit left the chain in a reorganization.', optIn: true },
  'deposit.unblocked': { description: 'Compliance released a blocked deposit; it can be spent.', optIn: true },
  'approval.requested': { description: 'A spend waits for a decision.', optIn: true },
  'approval.resolved': { description: 'An approval reached its end.', optIn: true },
  'mandate.created': { description: 'A mandate came into force.', optIn: true },
  'mandate.updated': { description: 'A mandate has a new version.', optIn: true },
  'mandate.revoked': { description: 'A mandate was revoked.', optIn: true },
  'kill_switch.activated': { description: 'A kill switch stops every spend that it matches.', optIn: true },
  'kill_switch.deactivated': { description: 'A kill switch was lifted.', optIn: true },
  'agent.updated': { description: 'What an agent is or may do was changed.', optIn: true },
  'agent.suspended': { description: 'An agent was suspended: its credentials open nothing.', optIn: true },
  'agent.reactivated': { description: 'A suspended agent may act again.', optIn: true },
  'agent.revoked': {
    description: 'An agent was revoked for good, and its wallet is free for another one.',
    optIn: true,
  },
  'agent.key_rotated': { description: 'An agent got a new API key; the old one and its tokens ended.', optIn: true },
  'agent.tokens_ended': {
    description: 'A refresh token was used twice and may be stolen: all tokens of its family ended.',
    optIn: true,
  },
  'agent.did_rotated': { description: 'An agent got a new DID.', optIn: true },
  'agent.evidence_recorded': { description: 'There is new evidence about an agent.', optIn: true },
  'api_key.created': { description: 'A person got an organization key.', optIn: true },
  'api_key.updated': { description: 'The roles of an organization key were changed.', optIn: true },
  'api_key.rotated': { description: 'An organization key was replaced by another one.', optIn: true },
  'api_key.revoked': { description: 'An organization key was revoked.', optIn: true },
  'merchant_key.created': { description: 'A merchant got a key of its own.', optIn: true },
  'merchant_key.rotated': { description: "A merchant's key was replaced by another one.", optIn: true },
  'merchant_key.revoked': { description: "A merchant's key was revoked.", optIn: true },
  'person.suspended': { description: 'A person was suspended: none of their keys opens anything.', optIn: true },
  'person.reactivated': { description: 'A suspended person may act again.', optIn: true },
  'session.created': { description: 'A person got a session, made from an organization key.', optIn: true },
  'session.revoked': { description: 'A session was revoked before its end.', optIn: true },
  'organization.suspended': { description: 'The organization was suspended: it reads and stops.', optIn: true },
  'organization.reactivated': { description: 'The organization may act again.', optIn: true },
  'treasury.bank_account.updated': { description: 'An external bank account was linked or has changed.', optIn: true },
  'treasury.payment.created': { description: 'A payment over ACH was asked for.', optIn: true },
  'treasury.payment.updated': { description: 'Something happened to a payment over ACH.', optIn: true },
  'treasury.reconciliation.mismatch': { description: 'Books and bank differ, or agree again.', optIn: true },
  'treasury.conversion.executed': {
    description: 'A quote was executed, and its tokens are being delivered.',
    optIn: true,
  },
  'treasury.balance.updated': { description: 'A financial account holds more or less than before.', optIn: true },
  'card.created': { description: 'A virtual card was issued.', optIn: true },
  'card.updated': {
    description: 'A card was frozen, unfrozen or canceled, has expired, or has other limits.',
    optIn: true,
  },
  'card.transaction_created': { description: 'A card transaction was authorized, declined or forced.', optIn: true },
  'card.transaction_updated': {
    description: 'A card transaction was cleared, voided or returned, or has expired.',
    optIn: true,
  },
  'alert.wallet_low': {
    description: 'A wallet has less of a token than the organization wants it to have.',
    optIn: true,
  },
  'compliance.case_assigned': { description: 'Somebody else works on a case, or nobody.', optIn: true },
  'alert.limit_used': { description: 'A limit of a mandate is nearly used, or used.', optIn: true },
  'alert.gas_low': { description: 'The gas budget of a day is nearly used on a chain.', optIn: true },
  'alert.mandate_ending': { description: 'A mandate is about to end.', optIn: true },
  'alert.approval_ending': { description: 'An approval that waits for a decision is about to end.', optIn: true },
  'alert.endpoint_failing': { description: 'A webhook endpoint fails again and again.', optIn: true },
  'reconciliation.mismatch': { description: 'Ledger and chain differ, or agree again.', optIn: true },
} as const satisfies Record<string, { description: string; optIn: boolean }>

export type EventType = keyof typeof EVENT_TYPES

/**
 * Rows of the log that only the audit log shows: an act without an event of its own, and a refused attempt to spend that
 * left nothing else behind.
 */
export const AUDIT_TYPES = ['audit.changed', 'audit.refused'] as const
export type LoggedType = EventType | (typeof AUDIT_TYPES)[number]

/** After these the credentials of `resourceId` may open less than before: what is open on them is checked again at once. */
export const STANDING_EVENTS: readonly EventType[] = [
  'agent.updated',
  'agent.suspended',
  'agent.revoked',
  'agent.key_rotated',
  'agent.tokens_ended',
  'api_key.updated',
  'api_key.rotated',
  'api_key.revoked',
  'merchant_key.rotated',
  'merchant_key.revoked',
  'person.suspended',
  'session.revoked',
  'organization.suspended',
]

export function isEventType(value: unknown): value is EventType {
  return typeof value === 'string' && Object.hasOwn(EVENT_TYPES, value)
}

/** An event as an intent states it; the commit adds id, cursor and hash. `data` is the wire form (snake_case), without bigint. */
export interface EventDraft {
  readonly type: LoggedType
  readonly resourceId: string
  /** Raises the sequence of this wallet, whose position the intent must guard. */
  readonly walletId?: WalletId
  readonly agentId?: AgentId
  readonly data: Readonly<Record<string, unknown>>
  /** Whose attempt was refused, where it is noted afterwards. */
  readonly by?: Actor
  /** Of rows that the commit does not write. */
  readonly changes?: readonly Change[]
}

/** A row of the log (`events`). `_id` sorts by organization and cursor, so the log of one organization is a key range. */
export interface EventRow {
  readonly _id: EventId
  readonly orgId: OrgId
  readonly mode: Mode
  /** 1, 2, 3 ... without gaps in each organization, in commit order. */
  readonly cursor: number
  readonly type: LoggedType
  readonly resourceId: string
  readonly walletId: WalletId | null
  /** 1, 2, 3 ... without gaps for each wallet; 0 without a wallet. */
  readonly walletSeq: number
  readonly agentId: AgentId | null
  readonly createdAt: Date
  readonly data: Readonly<Record<string, unknown>>
  /** Who caused it; absent: the service itself, or an earlier version. */
  readonly by?: Actor
  readonly outcome?: 'refused'
  /** How rows changed; only in the first event of an act. */
  readonly changes?: readonly Change[]
  readonly prevHash: string
  readonly hash: string
}

/** `evt_<organization>_<cursor>`: fixed width, so that text order is commit order. */
export function eventId(orgId: OrgId, cursor: number): EventId {
  return `evt_${orgId.slice(4)}_${cursor.toString(36).padStart(9, '0')}`
}
