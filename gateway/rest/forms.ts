/** Where the wire of REST differs from the graph in more than names (`names.ts`): by types and fields of the schema. */

/** Amounts that specification 2.7 and 2.15 have as JSON numbers; all others are decimal text. */
export const JSON_NUMBERS: ReadonlySet<string> = new Set([
  'Policy.maxPerTransaction',
  'Policy.dailyLimit',
  'Policy.monthlyLimit',
  'Policy.approvalThreshold',
  'PolicyFieldValue.usd',
  'PolicyCheck.amount',
  'PolicyCheck.limitPerTx',
])

/** Types of which one field is present: the wire has its value alone. */
export const ONE_OF: ReadonlySet<string> = new Set(['PolicyFieldValue', 'PolicyRuleFigure'])

/** Left out where they are null. */
export const OPTIONAL: ReadonlySet<string> = new Set(['PolicyRuleResult.window'])

/** What such a field holds is written among the fields beside it, which win where both have a name. */
export const SPREAD: ReadonlySet<string> = new Set(['MandateVersion.mandate'])

/** What `details.fields[].code` of REST says to a wrong value of these enums; of all others `invalid_value`. */
export const VALUE_CODES: Readonly<Record<string, string>> = {
  AgentStatus: 'unknown_status',
  MerchantStatus: 'unknown_status',
  Capability: 'unknown_capability',
  SpendKind: 'unknown_kind',
  Ap2IntentFormat: 'unknown_format',
}
