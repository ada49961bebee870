/** The fields of `data` of alerts: what runs out, and the threshold of the organization that it has passed. */
import type { EventType } from '../../shared/events.ts'
import { DEFAULT_CHAIN, DEFAULT_TOKEN } from '../../shared/tokens.ts'
import { agent_id, decimal, instant, oneOf, type Properties, text } from './eventProperties.ts'

const wallet_id = text('The wallet.', 'wal_sample')
const mandate_id = text('The mandate.', 'mnd_sample')
const agent = { ...agent_id, nullable: true } as const
const percent = (of: string) => ({ type: 'integer', description: `How much of ${of}.`, sample: 80 }) as const

export const ALERT_EVENT_DATA = {
  'alert.wallet_low': {
    wallet_id,
    agent_id: agent,
    token: text('Token.', DEFAULT_TOKEN),
    available: decimal('Decimal amount that is available of it, on all chains together.', '9.50'),
    threshold: decimal('Decimal amount below which the organization is told.', '10.00'),
  },
  'alert.limit_used': {
    wallet_id,
    agent_id: agent,
    mandate_id,
    window: { ...text('The window of the limit.', 'day'), values: ['day', 'month'] },
    percent: percent('the limit was reached: the threshold, or 100'),
    used_usd: decimal('Spent and reserved in this window, in US dollars.', '81.00'),
    limit_usd: decimal('The limit, in US dollars.', '100.00'),
    resets_at: instant('When the next window begins.'),
  },
  'alert.gas_low': {
    org_id: text('The organization.', 'org_sample'),
    chain: text('Chain.', DEFAULT_CHAIN),
    day: { ...text('The UTC day.', '2026-01-05'), format: 'date' },
    percent: percent('the budget was reached'),
    used: decimal('Used and reserved, in coins of the chain.', '0.08'),
    budget: decimal('The budget of the day.', '0.1'),
  },
  'alert.mandate_ending': {
    mandate_id,
    wallet_id,
    agent_id: agent,
    expires_at: instant('When it ends.'),
  },
  'alert.approval_ending': {
    approval_id: text('The approval.', 'apr_sample'),
    wallet_id,
    agent_id: agent,
    subject_type: oneOf('What waits.', 'ApprovalSubjectType', 'payment'),
    subject_id: { ...text('Which one waits; null while there is none.', 'pay_sample'), nullable: true },
    expires_at: instant('When it ends undecided.'),
  },
  'alert.endpoint_failing': {
    webhook_id: text('The endpoint.', 'whk_sample'),
    url: { ...text('Its address.', 'https://receiver.example/hook'), format: 'uri' },
    failures_in_row: { type: 'integer', description: 'Attempts that have failed one after the other.', sample: 5 },
    failing_since: instant('When the first of them began.'),
    error: { ...text('Why the last one failed.', 'The endpoint answered 503.'), nullable: true },
  },
} as const satisfies Partial<Record<EventType, Properties>>
