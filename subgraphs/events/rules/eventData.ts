/**
 * The fields of `data` for each event type: one table, from which both the JSON Schemas of the catalogue and the samples of
 * test deliveries are made, so that they agree.
 */

import type { EventType } from '../../shared/events.ts'
import { DEFAULT_CHAIN, DEFAULT_TOKEN } from '../../shared/tokens.ts'
import { ALERT_EVENT_DATA } from './alertEventData.ts'
import { CARD_EVENT_DATA } from './cardEventData.ts'
import {
  agent_id,
  decimal,
  instant,
  oneOf,
  optionalText,
  type Properties,
  type Property,
  TX_HASH,
  text,
} from './eventProperties.ts'
import { IDENTITY_EVENT_DATA } from './identityEventData.ts'
import { ORDER_EVENT_DATA, session_id } from './orderEventData.ts'
import { TREASURY_EVENT_DATA } from './treasuryEventData.ts'

const payment_id = text('The payment.', 'pay_sample')
const wallet_id = text('The wallet.', 'wal_sample')
const agent = { ...agent_id, optional: true, nullable: true } as const

const payment = (status: string): Properties => ({
  payment_id,
  wallet_id,
  amount: decimal('Decimal amount.', '12.50'),
  token: text('Token.', DEFAULT_TOKEN),
  chain: text('Chain.', DEFAULT_CHAIN),
  to: optionalText('Address that is paid, in events from 2026-11-23 on.', `0x${'0'.repeat(39)}1`),
  ...(status === 'failed' || status === 'accepted'
    ? {}
    : { tx_hash: optionalText('Hash on chain, from the first broadcast on.', TX_HASH) }),
  status: oneOf('Where it is.', 'PaymentStatus', status === 'accepted' ? 'pending' : status),
  agent_id: agent,
  ...(status === 'failed'
    ? {
        tx_hash: optionalText('Hash on chain, if it was broadcast.', TX_HASH),
        failure_code: optionalText('Why it failed: an error type.', 'insufficient_funds'),
        failure_reason: optionalText('Why it failed, beside the type.', 'balance_below_amount'),
        failure_message: optionalText('Why it failed, in words.', 'The wallet does not hold this amount.'),
      }
    : {}),
  session_id: { ...session_id, optional: true },
})

const refund = (status: string): Properties => ({
  payment_id,
  wallet_id,
  agent_id: agent,
  deposit_id: text('The deposit that is the refund.', 'dep_sample'),
  amount: decimal('Decimal amount of this refund.', '5.00'),
  refunded_amount: decimal(
    'Decimal amount of all refunds of the payment now.',
    status === 'completed' ? '5.00' : '0.00',
  ),
  token: text('Token.', DEFAULT_TOKEN),
  chain: text('Chain.', DEFAULT_CHAIN),
  tx_hash: text('Hash of the transaction that brought it.', TX_HASH),
  status: oneOf('Whether it counts.', 'RefundStatus', status),
  linked_by: text('The key of the operator, or the address that signed the notice.', 'key_sample'),
  ...(status === 'reversed'
    ? {
        unlinked_by: optionalText(
          'The key of the operator who unlinked it; absent where the chain lost it.',
          'key_sample',
        ),
      }
    : {}),
})

const deposit = (status: string): Properties => ({
  deposit_id: text('The deposit.', 'dep_sample'),
  wallet_id,
  agent_id: agent,
  amount: decimal('Decimal amount.', '12.50'),
  token: text('Token.', DEFAULT_TOKEN),
  chain: text('Chain.', DEFAULT_CHAIN),
  from: {
    ...text('Address that it came from; the zero address for money that was minted.', `0x${'0'.repeat(40)}`),
    nullable: true,
  },
  tx_hash: {
    ...text('Hash of the transaction that brought it; null for what an external wallet had before.', TX_HASH),
    nullable: true,
  },
  status: { ...text('Whether it counts.', status), values: ['credited', 'reversed'] },
})

const wallet = (status: string, source: string): Properties => ({
  wallet_id,
  agent_id: agent,
  status: oneOf('Whether it can spend.', 'WalletStatus', status),
  reason: optionalText('Why.', 'Manual action.'),
  source: { ...oneOf('Whether a rule or a person did it.', 'FreezeSource', source), optional: true },
  actor: optionalText('Who.', 'key_sample'),
  at: { ...instant('When.'), optional: true },
})

const hold = (status: string): Properties => ({
  hold_id: text('The hold.', 'hld_sample'),
  wallet_id,
  agent_id: agent,
  amount: decimal('Decimal amount that was locked.', '12.50'),
  captured_amount: decimal('Decimal amount of it that was captured.', status === 'captured' ? '12.50' : '0.00'),
  token: text('Token.', DEFAULT_TOKEN),
  chain: text('Chain.', DEFAULT_CHAIN),
  merchant: text('Domain of the merchant, or what the caller named.', 'shop.example.com'),
  expires_at: instant('When it is voided by itself.'),
  status: oneOf('Where it is.', 'HoldStatus', status),
  ...(status === 'captured' ? { payment_id } : {}),
  ...(status === 'voided'
    ? { void_reason: { ...oneOf('Why it was voided.', 'HoldVoidReason', 'requested'), optional: true } }
    : {}),
})

const approval = (status: string): Properties => ({
  approval_id: text('The approval.', 'apr_sample'),
  subject_type: oneOf('What waits.', 'ApprovalSubjectType', 'payment'),
  subject_id: { ...text('Which one waits; null while there is none.', 'pay_sample'), nullable: true },
  status: oneOf('State of the approval.', 'ApprovalStatus', status),
  agent_id: agent,
  amount_usd: { type: 'any', description: 'Amount in USD.', sample: '12.50', optional: true },
})

const mandate_id = text('The mandate.', 'mnd_sample')

const mandate = (status: string): Properties => ({
  mandate_id,
  agent_id: agent,
  wallet_id: { ...wallet_id, optional: true },
  version: { type: 'integer', description: 'Its version.', sample: 1, optional: true },
  status: { ...oneOf('State of the mandate.', 'MandateStatus', status), optional: true },
  ...(status === 'revoked' ? { reason: optionalText('Why.', 'The project is over.') } : {}),
})

const killSwitch: Properties = {
  switch_id: text('The switch.', 'kil_sample'),
  scope: oneOf('Scope of what it stops.', 'KillSwitchScope', 'agent'),
  target_id: optionalText('The one that it stops within the scope.', 'agt_sample'),
  reason: optionalText('Why.', 'Drill.'),
}

const EVENT_DATA: Readonly<Record<EventType, Properties>> = {
  'payment.completed': payment('completed'),
  'payment.failed': payment('failed'),
  'payment.pending': payment('pending'),
  'payment.accepted': payment('accepted'),
  'payment.refunded': refund('completed'),
  'payment.refund_reversed': refund('reversed'),
  'deposit.credited': deposit('credited'),
  'deposit.reversed': deposit('reversed'),
  'deposit.unblocked': {
    ...deposit('unblocked'),
    amount: decimal('Decimal amount that was blocked.', '12.50'),
    status: { ...text('That it can be spent.', 'unblocked'), values: ['unblocked'] },
    unblocked_by: text('The key of the person who released it.', 'key_sample'),
    reason: text('Why.', 'The sender was taken off the list.'),
    list_version: text('Names and versions of the lists in force, which have the sender no more.', 'sdn 2026-01-01'),
  },
  'wallet.created': wallet('active', 'manual'),
  'wallet.frozen': wallet('frozen', 'manual'),
  'wallet.unfrozen': wallet('active', 'manual'),
  'policy.violated': {
    wallet_id,
    agent_id: agent,
    mandate_id: { ...mandate_id, nullable: true },
    mandate_version: { type: 'integer', description: 'Its version.', sample: 1, nullable: true },
    rule: optionalText('The first rule that refused.', 'per_transaction'),
    reason: optionalText('Why it refused: a reason code.', 'per_transaction_limit_exceeded'),
    amount: { ...decimal('Decimal amount.', '12.50'), optional: true },
    token: optionalText('Token.', DEFAULT_TOKEN),
    chain: optionalText('Chain.', DEFAULT_CHAIN),
    merchant: optionalText('Domain of the merchant, or the destination as it was named.', 'shop.example.com'),
    occurred_at: { ...instant('When.'), optional: true },
    violations: { type: 'array', description: 'Every rule that refused.', sample: [], optional: true },
    card_transaction_id: optionalText('The card transaction that a rule of its card refused.', 'ctx_sample'),
  },
  'hold.created': hold('created'),
  'hold.captured': hold('captured'),
  'hold.voided': hold('voided'),
  'compliance.case_assigned': {
    case_id: text('The case.', 'cas_sample'),
    status: text('open, in_review or escalated.', 'in_review'),
    action: text('take, release or hand_over.', 'take'),
    assignee: { ...text('The person who works on it now.', 'person_sample'), nullable: true },
    by: text('The person who changed that.', 'person_sample'),
    at: instant('When.'),
  },
  'compliance.flagged': {
    wallet_id: { ...wallet_id, optional: true },
    agent_id: agent,
    screening_id: optionalText('The screening.', 'scr_sample'),
    case_id: optionalText('The case that waits for a decision.', 'cas_sample'),
    subject_id: optionalText(
      'What was screened: of what is denied when it is made there is no other record.',
      'pay_sample',
    ),
    payment_id: optionalText('The payment that waits for the case.', 'pay_sample'),
    subject_type: {
      ...optionalText('What was screened, or is reviewed.', 'payment'),
      values: [
        ...['payment', 'hold', 'card_transaction', 'deposit', 'counterparty', 'merchant', 'agent', 'organization'],
        ...['bank_account', 'mismatch'],
      ],
    },
    outcome: { ...oneOf('What the screening found.', 'ScreeningOutcome', 'deny'), optional: true },
    risk_score: { type: 'integer', description: '0 to 100.', sample: 100, optional: true },
    reasons: { type: 'array', description: 'Why.', sample: ['sanctions_hit'], optional: true },
    created_at: { ...instant('When.'), optional: true },
    deposit_id: optionalText('The deposit that is blocked.', 'dep_sample'),
    amount: { ...decimal('Decimal amount of the payment, hold or deposit.', '12.50'), optional: true },
    to: optionalText('The payee as the caller named it.', 'shop.example.com'),
    merchant: { ...optionalText('Domain of the payee, where one is known.', 'shop.example.com'), nullable: true },
    requested_by: optionalText('Agent or key that asked for it.', 'agt_sample'),
    blocked: {
      ...decimal('Decimal amount that is blocked; less than the deposit where it was spent before.', '12.50'),
      optional: true,
    },
    token: optionalText('Token.', DEFAULT_TOKEN),
    chain: optionalText('Chain.', DEFAULT_CHAIN),
    tx_hash: optionalText('Hash of the transaction.', TX_HASH),
    list_version: optionalText('The list that has its sender, and its version.', 'ofac-sdn 2026-06-25'),
  },
  'approval.requested': approval('pending'),
  'approval.resolved': approval('approved'),
  'mandate.created': {
    ...mandate('active'),
    supersedes: { ...optionalText('The mandate that it replaced.', 'mnd_other'), nullable: true },
  },
  'mandate.updated': mandate('active'),
  'mandate.revoked': mandate('revoked'),
  'kill_switch.activated': killSwitch,
  'kill_switch.deactivated': killSwitch,
  ...IDENTITY_EVENT_DATA,
  ...TREASURY_EVENT_DATA,
  ...CARD_EVENT_DATA,
  ...ORDER_EVENT_DATA,
  ...ALERT_EVENT_DATA,
  'reconciliation.mismatch': {
    mismatch_id: text('The mismatch.', 'mis_sample'),
    kind: text('What differs.', 'deposit_reorganized'),
    state: oneOf('Whether somebody has to look at it.', 'MismatchState', 'open'),
    resolution: optionalText('How it was resolved.', 'credited_again'),
    wallet_id,
    payment_id: { ...payment_id, nullable: true },
    deposit_id: { ...text('The deposit.', 'dep_sample'), nullable: true },
    tx_hash: optionalText('The transaction, where it is about neither.', TX_HASH),
    token: text('Token.', DEFAULT_TOKEN),
    chain: text('Chain.', DEFAULT_CHAIN),
    expected: decimal('What the ledger said, as a decimal amount.', '12.50'),
    found: decimal('What the chain says, as a decimal amount.', '0.00'),
    reason: text('What happened, in words.', 'A credited deposit left the chain in a reorganization.'),
  },
}

/** JSON Schema of `data`; open, because fields may be added within the version. */
export function schemaOf(type: EventType): Readonly<Record<string, unknown>> {
  const properties = Object.entries(EVENT_DATA[type])
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, property]) => [name, schemaOfProperty(property)])),
    required: properties.filter(([, property]) => property.optional !== true).map(([name]) => name),
  }
}

function schemaOfProperty({ type, description, format, pattern, values, nullable }: Property): object {
  if (type === 'any') return { description }
  return {
    type: nullable === true ? [type, 'null'] : type,
    description,
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...(values !== undefined && { enum: nullable === true ? [...values, null] : values }),
  }
}

/** `data` of a sample, marked so that no receiver takes it for money. */
export function sampleOf(type: EventType): Readonly<Record<string, unknown>> {
  const samples = Object.entries(EVENT_DATA[type]).map(([name, { sample }]) => [name, sample])
  return { ...Object.fromEntries(samples), test: true }
}
