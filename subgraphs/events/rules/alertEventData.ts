/** The fields of `data` of alerts: what runs out, and the threshold of the organization that it has passed. */
import type { EventType } from '../../shared/events.ts'
import { DEFAULT_CHAIN, DEFAULT_TOKEN } from '../../shared/tokens.ts'
import { agent_id, INSTANT, type Properties, text } from './eventProperties.ts'

const wallet_id = text('The wallet.', 'wal_sample')
const mandate_id = text('The mandate.', 'mnd_sample')
const agent = { ...agent_id, nullable: true } as const
const percent = (of: string) => ({ type: 'integer', description: `How much of ${of}.`, sample: 80 }) as const

export const ALERT_EVENT_DATA = {
  'alert.wallet_low': {
    wallet_id,
    agent_id: agent,
    token: text('Token.', DEFAULT_TOKEN),
    available: text('Decimal amount that is available of it, on all chains together.', '9.50'),
    threshold: text('Decimal amount below which the organization is told.', '10.00'),
  },
  'alert.limit_used': {
    wallet_id,
    agent_id: agent,
    mandate_id,
    window: text('day or month.', 'day'),
    percent: percent('the limit was reached: the threshold, or 100'),
    used_usd: text('Spent and reserved in this window, in US dollars.', '81.00'),
    limit_usd: text('The limit, in US dollars.', '100.00'),
    resets_at: text('When the next window begins.', INSTANT),
  },
  'alert.gas_low': {
    org_id: text('The organization.', 'org_sample'),
    chain: text('Chain.', DEFAULT_CHAIN),
    day: text('The UTC day.', '2026-01-05'),
    percent: percent('the budget was reached'),
    used: text('Used and reserved, in coins of the chain.', '0.08'),
    budget: text('The budget of the day.', '0.1'),
  },
  'alert.mandate_ending': {
    mandate_id,
    wallet_id,
    agent_id: agent,
    expires_at: text('When it ends.', INSTANT),
  },
  'alert.approval_ending': {
    approval_id: text('The approval.', 'apr_sample'),
    wallet_id,
    agent_id: agent,
    subject_type: text('What waits.', 'payment'),
    subject_id: { ...text('Which one waits; null while there is none.', 'pay_sample'), nullable: true },
    expires_at: text('When it ends undecided.', INSTANT),
  },
  'alert.endpoint_failing': {
    webhook_id: text('The endpoint.', 'whk_sample'),
    url: text('Its address.', 'https://receiver.example/hook'),
    failures_in_row: { type: 'integer', description: 'Attempts that have failed one after the other.', sample: 5 },
    failing_since: text('When the first of them began.', INSTANT),
    error: { ...text('Why the last one failed.', 'The endpoint answered 503.'), nullable: true },
  },
} as const satisfies Partial<Record<EventType, Properties>>
