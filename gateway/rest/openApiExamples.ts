/** Examples of request bodies in the OpenAPI document: a value for each field, by its name, else by its schema. */

import { DEFAULT_CHAIN, DEFAULT_TOKEN } from '../../subgraphs/shared/tokens.ts'

type Schema = Readonly<Record<string, unknown>>

/** Where the name alone says what stands there. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  account_number: '000123456789',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  address1: '1 Main Street',
  amount: '12.50',
  amount_minor: 1_250,
  api_key: 'agk_test_…',
  auto_deactivate_at: '2027-01-01T00:00:00.000Z',
  capabilities: ['payments', 'wallets'],
  category: 'software',
  chain: DEFAULT_CHAIN,
  city: 'Berlin',
  comment: 'Within the budget of this month.',
  country: 'DE',
  currency: 'USD',
  description: 'Search credits for the research agent',
  dob: '1990-05-17',
  domain: 'api.example.com',
  events: ['payment.*', 'hold.captured'],
  expires_in_days: 90,
  expires_in_seconds: 3_600,
  framework: 'langchain',
  grant_type: 'client_credentials',
  legal_name: 'Example GmbH',
  limit_daily: '500.00',
  limit_monthly: '2000.00',
  limit_per_tx: '100.00',
  limit_timezone: 'Europe/Berlin',
  locked_merchant: 'api.example.com',
  mcc: '5734',
  memo: 'Invoice 1042',
  merchant: 'api.example.com',
  merchant_country: 'DE',
  merchant_domain: 'api.example.com',
  merchant_name: 'Example API',
  metadata: { order: '1042' },
  micro_deposits: [12, 34],
  minimum_trust_score: 40,
  model: 'a-model',
  name: 'Research agent',
  policy: 'At most 50 USD per payment and 500 USD a day. Payments above 20 USD need approval.',
  postal_code: '10115',
  purpose: 'Search credits',
  quantity: 1,
  reason: 'The key may have leaked.',
  return_reason_code: 'R01',
  roles: ['approver'],
  routing_number: '021000021',
  scope: 'execute',
  seconds: 86_400,
  state: 'NY',
  street: 'Invalidenstraße 1',
  title: 'Search credits',
  to: 'api.example.com',
  to_amount: '100.00',
  to_chain: DEFAULT_CHAIN,
  to_token: DEFAULT_TOKEN,
  token: DEFAULT_TOKEN,
  tx_hash: `0x${'5f'.repeat(32)}`,
  url: 'https://hooks.example.com/payments',
}

const ID = '01KB7Q8N4F3W5V6X7Y8Z9A0B1C'

/** Where a name means something else, or fields exclude each other: of the operation, instead of the fields named here. */
const OF_OPERATIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  IssueToken: { api_key: 'sk_agent_…', scope: 'agent:execute' },
  AdvanceTestClock: { to: undefined },
  ActivateKillSwitch: { scope: 'wallet' },
  CaptureHold: { to: undefined },
  CreateOrganizationKey: { name: 'Second approver' },
  UpdateOrganization: { name: 'Example GmbH', address: undefined },
  CreateWallet: { name: 'Reserve' },
  CreateMerchant: { name: 'Example API' },
  UpdateMerchant: { name: 'Example API' },
  RecordKyaEvidence: { type: 'purpose_review' },
  LinkExternalBankAccount: {
    ...{ owner: 'Example Inc', country: 'USA', name: 'Main account', dob: undefined },
    address: { address1: '1 Main Street', city: 'New York', state: 'NY', postal_code: '10001' },
  },
  ReceiveOrderEvent: { data: { order_id: `ord_${ID}` } },
  UpdateCheckout: { items: [{ product_id: 'book', quantity: 2 }] },
  PayCheckout: { token: 'spt_…' },
  CreateWebhook: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  ReplayWebhook: { since: '2026-11-01T00:00:00.000Z' },
}

/** Of the body of an operation. */
export function exampleFor(operation: string, schema: Schema): unknown {
  const example = { ...(exampleOf(schema) as object), ...OF_OPERATIONS[operation] }
  return Object.fromEntries(Object.entries(example).filter(([, value]) => value !== undefined))
}

/** Of ids, by the name of the field without `_id` or `_token`. */
const PREFIXES: Readonly<Record<string, string>> = {
  agent: 'agt_',
  approval: 'apr_',
  card_transaction: 'ctx_',
  deposit: 'led_',
  external_bank_account: 'eba_',
  financial_account: 'fa_',
  from_financial_account: 'fa_',
  to_financial_account: 'fa_',
  account: 'ah_',
  mandate: 'mnd_',
  merchant: 'mrc_',
  order: 'ord_',
  owner_org: 'org_',
  session: 'cks_',
  target: 'wal_',
  wallet: 'wal_',
}

/** Required fields, and those whose name says what stands there. @returns undefined for a schema without any */
function exampleOf(schema: Schema, name = ''): unknown {
  const values = schema.enum as readonly unknown[] | undefined
  if (values !== undefined) return values.includes(BY_NAME[name]) ? BY_NAME[name] : values[0]
  const type = [schema.type].flat()[0]
  if (fits(BY_NAME[name], type, schema)) return BY_NAME[name]
  switch (type) {
    case 'object':
      return exampleObject(schema)
    case 'array': {
      const item = exampleOf((schema.items ?? {}) as Schema, name.replace(/s$/, ''))
      return item === undefined ? [] : [item]
    }
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return exampleText(schema, name)
  }
}

function fits(value: unknown, type: unknown, { format }: Schema): boolean {
  if (value === undefined) return false
  if (Array.isArray(value)) return type === 'array'
  if (typeof value === 'number') return type === 'integer' || type === 'number'
  if (typeof value === 'object') return type === 'object' || type === undefined
  return type === 'string' && (format !== 'date-time' || /^\d{4}-.*Z$/.test(String(value)))
}

function exampleObject({ properties = {}, required = [] }: Schema): object {
  const names = new Set(required as readonly string[])
  const shown = Object.entries(properties as Readonly<Record<string, Schema>>).flatMap(([field, schema]) => {
    if (!names.has(field) && (!Object.hasOwn(BY_NAME, field) || 'description' in schema === false)) return []
    const value = exampleOf(schema, field)
    return value === undefined ? [] : [[field, value] as const]
  })
  return Object.fromEntries(shown)
}

function exampleText({ format }: Schema, name: string): string {
  if (format === 'date-time') return '2027-01-01T00:00:00.000Z'
  const subject = name.replace(/_(id|token)$/, '')
  const prefix = subject === name ? undefined : PREFIXES[subject]
  return prefix === undefined ? name.replaceAll('_', ' ') || 'text' : `${prefix}${ID}`
}
