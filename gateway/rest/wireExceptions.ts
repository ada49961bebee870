/** Types and fields of the schema whose REST form differs in more than names (`names.ts`). */
import { LIST_MAX } from '../../subgraphs/shared/fields.ts'

/** Amounts that are JSON numbers, as in policies (specification 2.7 and 2.15); all others are decimal text. */
export const JSON_NUMBERS: ReadonlySet<string> = new Set([
  'Policy.maxPerTransaction',
  'Policy.dailyLimit',
  'Policy.monthlyLimit',
  'Policy.approvalThreshold',
  'PolicyFieldValue.usd',
  'PolicyCheck.amount',
  'PolicyCheck.limitPerTx',
  ...['Card.limitPerTx', 'Card.limitDaily', 'Card.limitMonthly', 'Card.spentToday', 'Card.spentThisMonth'],
])

/** Written in camelCase by the specification itself (2.15). */
export const CAMEL_CASE: ReadonlySet<string> = new Set(['PolicyCheck.limitPerTx'])

/** Types with one field that is not null: REST writes its value alone. */
export const ONE_OF: ReadonlySet<string> = new Set(['PolicyFieldValue', 'PolicyRuleFigure', 'CreateHoldPayload'])

/** Omitted when null. */
export const OMITTED_WHEN_NULL: ReadonlySet<string> = new Set(['PolicyRuleResult.window'])

/** Objects whose fields REST writes among those of their parent, which take precedence. */
export const INLINED: ReadonlySet<string> = new Set(['MandateVersion.mandate'])

/**
 * Error codes for text that is no value of these enums; what is no text is `invalid_type`. For all others both are
 * `invalid_value`.
 */
export const VALUE_CODES: Readonly<Record<string, string>> = {
  AgentStatus: 'unknown_status',
  MerchantStatus: 'unknown_status',
  Capability: 'unknown_capability',
  SpendKind: 'unknown_kind',
  Ap2IntentFormat: 'unknown_format',
}

const PUBLIC_FEED =
  'is not a field of this request; a feed in the form of the Agentic Commerce Protocol is taken by PUT /api/v2/merchants/{merchant_id}/product-feed/import, from an address'

/** What is said of unknown fields that show what was meant. */
const UNKNOWN: Readonly<Record<string, string>> = {
  'ProductInput.id': PUBLIC_FEED,
  'ProductInput.variants': PUBLIC_FEED,
}

export const unknownField = (type: string, field: string): string =>
  UNKNOWN[`${type}.${field}`] ?? 'is not a field of this request'

/** Lists of inputs that take more items than others, which take `LIST_MAX`. */
const LONG_LISTS: Readonly<Record<string, number>> = { 'SetProductFeedInput.products': 500 }

/** The most items that a field of an input takes, where it is a list. */
export const itemsMaxOf = (type: string, field: string): number => LONG_LISTS[`${type}.${field}`] ?? LIST_MAX
