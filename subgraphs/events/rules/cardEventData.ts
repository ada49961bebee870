/** The fields of `data` of events about cards. None has more of a number than its last four digits. */
import type { EventType } from '../../shared/events.ts'
import {
  agent_id,
  decimal,
  minor,
  oneOf,
  optionalText,
  type Properties,
  type Property,
  text,
} from './eventProperties.ts'

const agent = { ...agent_id, optional: true, nullable: true } as const
const of = {
  card_id: text('The card.', 'crd_sample'),
  wallet_id: text('The wallet whose mandate decides.', 'wal_sample'),
  agent_id: agent,
}

const limit = (what: string, sample: string): Property => ({
  ...decimal(`${what}, in US dollars; null: none. Earlier versions have not told it.`, sample),
  optional: true,
  nullable: true,
})

const card = (status: string): Properties => ({
  ...of,
  type: oneOf('What it may be used for.', 'CardType', 'virtual'),
  status: oneOf('Whether it can be used.', 'CardStatus', status),
  status_reason: { ...optionalText('Why it is so.', 'Lost.'), nullable: true },
  last_four: text('Last four digits of its number.', '4242'),
  limit_per_tx: limit('Its limit of one transaction', '20.00'),
  limit_daily: limit('Its limit of a day', '50.00'),
  limit_monthly: limit('Its limit of a month', '500.00'),
})

const transaction = (status: string): Properties => ({
  ...of,
  card_transaction_id: text('The card transaction.', 'ctx_sample'),
  kind: oneOf('What the merchant asked for.', 'CardTransactionKind', 'AUTHORIZATION'),
  status: oneOf('Where it is.', 'CardTransactionStatus', status),
  decline_reason: { ...optionalText('Why it was declined.', 'CARD_PAUSED'), nullable: true },
  approval_id: { ...optionalText('The approval that it needs, or was authorized with.', 'apr_sample'), nullable: true },
  amount_minor: minor('What was asked for.'),
  cleared_amount_minor: minor('What was cleared.'),
  refunded_amount_minor: minor('What came back.'),
  currency: text('Currency of the minor units.', 'USD'),
  merchant: { ...optionalText('Domain of the merchant, else its name.', 'shop.example.com'), nullable: true },
  category: text('Category of the merchant.', 'software'),
  force_post: { type: 'boolean', description: 'It was cleared without an authorization.', sample: false },
})

export const CARD_EVENT_DATA = {
  'card.created': card('active'),
  'card.updated': card('frozen'),
  'card.transaction_created': transaction('PENDING'),
  'card.transaction_updated': transaction('SETTLED'),
} as const satisfies Partial<Record<EventType, Properties>>
