/**
 * The two carriers of the interface, REST and GraphQL, behind one function each: tests are written once, in the names of
 * the specification (snake_case), and run over both. A refusal has the same form over both; what only HTTP has (status of
 * success, headers, bytes) is there for the tests that are about HTTP.
 */
import type { GraphOperation } from './graphDocuments.ts'
import { GRAPH_OPERATIONS } from './graphOperations.ts'

export type CarrierName = 'rest' | 'graphql'

/** Who calls: one credential, or none. */
export interface Caller {
  readonly apiKey?: string
  readonly token?: string
  /** Sent as X-Agent-Id. */
  readonly agentId?: string
}

export type Input = Readonly<Record<string, unknown>>
export type Body = Readonly<Record<string, unknown>>

interface Refused {
  readonly type: string
  readonly status: number
  readonly message: string
  readonly details: Body
  readonly requestId: string
}

export interface Answer {
  /** HTTP status over REST; over GraphQL 200, or the `http_status` of the error. */
  readonly status: number
  readonly body: Body
  /** Null where the operation succeeded. */
  readonly refused: Refused | null
  readonly replayed: boolean
  readonly headers: Headers
  /** As it came. */
  readonly text: string
}

export interface CallOptions {
  readonly idempotencyKey?: string
}

export type Operation = keyof typeof ROUTES

export interface Carrier {
  readonly name: CarrierName
  readonly url: string
  call(operation: Operation, input: Input, caller: Caller, options?: CallOptions): Promise<Answer>
}

/** Where each operation is over REST: fields in braces and after `?` leave the body. */
export const ROUTES = {
  register: 'POST /api/v2/auth/agent/register',
  token: 'POST /api/v2/auth/agent/token',
  createEnrolmentKey: 'POST /api/v2/organizations/{org_id}/enrolment-keys',
  listEnrolmentKeys: 'GET /api/v2/organizations/{org_id}/enrolment-keys?limit,after',
  revokeEnrolmentKey: 'POST /api/v2/organizations/{org_id}/enrolment-keys/{key_id}/revoke',
  getOrganization: 'GET /api/v2/organizations/{org_id}',
  updateOrganization: 'PATCH /api/v2/organizations/{org_id}',
  createKey: 'POST /api/v2/organizations/{org_id}/keys',
  listKeys: 'GET /api/v2/organizations/{org_id}/keys?status,limit,after',
  getKey: 'GET /api/v2/organizations/{org_id}/keys/{key_id}',
  updateKey: 'PATCH /api/v2/organizations/{org_id}/keys/{key_id}',
  rotateKey: 'POST /api/v2/organizations/{org_id}/keys/{key_id}/rotate',
  suspendPerson: 'POST /api/v2/organizations/{org_id}/people/{principal_id}/suspend',
  reactivatePerson: 'POST /api/v2/organizations/{org_id}/people/{principal_id}/reactivate',
  revokeKey: 'POST /api/v2/organizations/{org_id}/keys/{key_id}/revoke',
  createMerchantKey: 'POST /api/v2/merchants/{merchant_id}/keys',
  listMerchantKeys: 'GET /api/v2/merchants/{merchant_id}/keys?status,limit,after',
  rotateMerchantKey: 'POST /api/v2/merchants/{merchant_id}/keys/{key_id}/rotate',
  revokeMerchantKey: 'POST /api/v2/merchants/{merchant_id}/keys/{key_id}/revoke',
  createSession: 'POST /api/v2/organizations/{org_id}/sessions',
  listSessions: 'GET /api/v2/organizations/{org_id}/sessions?status,kind,limit,after',
  getSession: 'GET /api/v2/organizations/{org_id}/sessions/{session_id}',
  revokeSession: 'POST /api/v2/organizations/{org_id}/sessions/{session_id}/revoke',
  listAgents: 'GET /api/v2/agents?status,capability,limit,after',
  me: 'GET /api/v2/agents/me',
  getAgent: 'GET /api/v2/agents/{agent_id}',
  updateAgent: 'PATCH /api/v2/agents/{agent_id}',
  suspendAgent: 'POST /api/v2/agents/{agent_id}/suspend',
  reactivateAgent: 'POST /api/v2/agents/{agent_id}/reactivate',
  revokeAgent: 'POST /api/v2/agents/{agent_id}/revoke-key',
  rotateAgentKey: 'POST /api/v2/agents/{agent_id}/rotate-key',
  rotateAgentDid: 'POST /api/v2/agents/{agent_id}/rotate-did',
  createPayment: 'POST /api/v2/payments?wait',
  createHold: 'POST /api/v2/holds',
  listHolds: 'GET /api/v2/holds?wallet_id,agent_id,status,limit,after',
  getHold: 'GET /api/v2/holds/{hold_id}',
  captureHold: 'POST /api/v2/holds/{hold_id}/capture',
  voidHold: 'POST /api/v2/holds/{hold_id}/void',
  extendHold: 'POST /api/v2/holds/{hold_id}/extend',
  getPayment: 'GET /api/v2/payments/{payment_id}?wait',
  listPayments:
    'GET /api/v2/payments?wallet_id,agent_id,status,stage,merchant,token,chain,created_from,created_until,limit,after',
  reconcileWallet: 'POST /api/v2/wallets/{wallet_id}/reconcile',
  getReconciliation: 'GET /api/v2/wallets/{wallet_id}/reconciliation',
  listRefunds: 'GET /api/v2/payments/{payment_id}/refunds?status,limit,after',
  linkRefund: 'POST /api/v2/payments/{payment_id}/refunds',
  unlinkRefund: 'POST /api/v2/payments/{payment_id}/refunds/{deposit_id}/unlink',
  notifyRefund: 'POST /api/v2/payments/{payment_id}/refund-notices',
  listTransactions:
    'GET /api/v2/transactions?wallet_id,agent_id,payment_id,hold_id,type,status,token,chain,posted_from,posted_until,amount_min,amount_max,address,tx_hash,open,limit,after',
  transactionTotals:
    'GET /api/v2/transactions/totals?wallet_id,agent_id,payment_id,hold_id,type,status,token,chain,posted_from,posted_until,amount_min,amount_max,address,tx_hash,open',
  transactionsByHash: 'GET /api/v2/transactions/by-hash/{tx_hash}?chain,type,status,limit,after',
  getTransaction: 'GET /api/v2/transactions/{transaction_id}',
  transfer: 'POST /api/v2/wallets/{wallet_id}/transfer?wait',
  balance: 'GET /api/v2/wallets/{wallet_id}/balance?token,chain',
  getWallet: 'GET /api/v2/wallets/{wallet_id}',
  createWallet: 'POST /api/v2/wallets',
  ownershipChallenge: 'POST /api/v2/wallets/ownership-challenges',
  listWallets: 'GET /api/v2/wallets?agent_id,status,unbound,limit,after',
  balances: 'GET /api/v2/wallets/{wallet_id}/balances',
  trustScore: 'GET /api/v2/wallets/{wallet_id}/trust-score',
  trustHistory: 'GET /api/v2/wallets/{wallet_id}/trust-score/history?limit,after',
  listBalances: 'GET /api/v2/balances?token,chain,limit,after',
  faucet: 'POST /api/v2/test/faucet?wait',
  testClock: 'GET /api/v2/test/clock',
  advanceTestClock: 'POST /api/v2/test/clock/advance',
  checkPolicy: 'POST /api/v2/policies/check',
  categories: 'GET /api/v2/policies/categories',
  getMandate: 'GET /api/v2/mandates/{mandate_id}?version',
  listMandates: 'GET /api/v2/mandates?status,agent_id,wallet_id,limit,after',
  createMandate: 'POST /api/v2/mandates',
  updateMandate: 'PUT /api/v2/mandates/{mandate_id}',
  revokeMandate: 'POST /api/v2/mandates/{mandate_id}/revoke',
  mandateVersions: 'GET /api/v2/mandates/{mandate_id}/versions?limit,after',
  ap2Intent: 'GET /api/v2/mandates/{mandate_id}/ap2-intent?version,format',
  previewPolicy: 'POST /api/v2/mandates/preview',
  policyLanguage: 'GET /api/v2/mandates/language',
  executeMandate: 'POST /api/v2/mandates/execute?wait,park',
  simulatePolicy: 'POST /api/v2/policies/simulate',
  getTemplate: 'GET /api/v2/organizations/{org_id}/policy-template',
  setTemplate: 'PUT /api/v2/organizations/{org_id}/policy-template',
  unblockDeposit: 'POST /api/v2/deposits/{deposit_id}/unblock',
  holdSettings: 'GET /api/v2/organizations/{org_id}/hold-settings',
  setHoldSettings: 'PUT /api/v2/organizations/{org_id}/hold-settings',
  requestApproval: 'POST /api/v2/approvals',
  listApprovals: 'GET /api/v2/approvals?status,agent_id,subject_type,limit,after',
  getApproval: 'GET /api/v2/approvals/{approval_id}',
  approve: 'POST /api/v2/approvals/{approval_id}/approve',
  deny: 'POST /api/v2/approvals/{approval_id}/deny',
  cancelApproval: 'POST /api/v2/approvals/{approval_id}/cancel',
  complianceStatus: 'GET /api/v2/compliance/status?agent_id',
  getKyb: 'GET /api/v2/compliance/kyc/{org_id}',
  getKya: 'GET /api/v2/compliance/kya/{agent_id}',
  recordEvidence: 'POST /api/v2/compliance/kya/{agent_id}/evidence',
  voidEvidence: 'POST /api/v2/compliance/kya/{agent_id}/evidence/void',
  simulateKyaExpiry: 'POST /api/v2/test/kya-expiry',
  simulateKyb: 'POST /api/v2/test/kyb-review',
  screen: 'POST /api/v2/compliance/screen',
  listScreenings:
    'GET /api/v2/compliance/screenings?subject_type,subject_id,outcome,wallet_id,agent_id,created_from,created_until,limit,after',
  getScreening: 'GET /api/v2/compliance/screenings/{screening_id}',
  screeningLists: 'GET /api/v2/compliance/screening-lists',
  listRefusals: 'GET /api/v2/refusals?wallet_id,agent_id,rule,created_from,created_until,limit,after',
  listAudit: 'GET /api/v2/compliance/audit?subject_id,actor,operation,request_id,outcome,from,until,limit,after',
  verifyAudit: 'GET /api/v2/compliance/audit/verify?after',
  exportAudit: 'GET /api/v2/compliance/audit/export?after',
  listCases: 'GET /api/v2/compliance/cases?status,severity,subject_type,subject_id,assignee,limit,after',
  getCase: 'GET /api/v2/compliance/cases/{case_id}',
  decideCase: 'POST /api/v2/compliance/cases/{case_id}/decide',
  assignCase: 'POST /api/v2/compliance/cases/{case_id}/assign',
  activateSwitch: 'POST /api/v2/kill-switches',
  deactivateSwitch: 'POST /api/v2/kill-switches/{switch_id}/deactivate',
  listSwitches: 'GET /api/v2/kill-switches?state,scope,target_id,limit,after',
  effectiveSwitches:
    'GET /api/v2/kill-switches/effective?agent_id,wallet_id,chain,token,rail,protocol,capability,merchant',
  previewSwitch: 'GET /api/v2/kill-switches/preview?scope,target_id',
  freezeWallet: 'POST /api/v2/wallets/{wallet_id}/freeze',
  unfreezeWallet: 'POST /api/v2/wallets/{wallet_id}/unfreeze',
  resolveMismatch: 'POST /api/v2/reconciliation/mismatches/{mismatch_id}/resolve',
  productManifest: 'GET /acp/manifest?merchant',
  setProductFeed: 'PUT /api/v2/merchants/{merchant_id}/product-feed',
  importProductFeed: 'PUT /api/v2/merchants/{merchant_id}/product-feed/import',
  listCharges: 'GET /acp/charges?status,limit,after',
  getCharge: 'GET /acp/charges/{charge_id}',
  endCharge: 'POST /acp/charges/{charge_id}/end',
  rotateMerchantSecret: 'POST /api/v2/merchants/{merchant_id}/webhook-secret',
  createCheckout: 'POST /acp/checkout',
  listCheckouts: 'GET /acp/checkout?agent_id,status,limit,after',
  getCheckout: 'GET /acp/checkout/{id}',
  updateCheckout: 'PATCH /acp/checkout/{id}',
  cancelCheckout: 'POST /acp/checkout/{id}/cancel',
  authorizeCheckout: 'POST /acp/authorize',
  payCheckout: 'POST /acp/pay',
  listOrders: 'GET /acp/orders?agent_id,status,limit,after',
  getOrder: 'GET /acp/orders/{id}',
  createMerchant: 'POST /api/v2/merchants',
  getMerchant: 'GET /api/v2/merchants/{merchant_id}',
  listMerchants: 'GET /api/v2/merchants?domain,category,status,limit,after',
  updateMerchant: 'PATCH /api/v2/merchants/{merchant_id}',
  createWebhook: 'POST /api/v2/webhooks',
  getWebhook: 'GET /api/v2/webhooks/{webhook_id}',
  listWebhooks: 'GET /api/v2/webhooks?limit,after',
  updateWebhook: 'PATCH /api/v2/webhooks/{webhook_id}',
  deleteWebhook: 'DELETE /api/v2/webhooks/{webhook_id}',
  testWebhook: 'POST /api/v2/webhooks/{webhook_id}/test',
  rotateSecret: 'POST /api/v2/webhooks/{webhook_id}/rotate-secret',
  replayWebhook: 'POST /api/v2/webhooks/{webhook_id}/replay',
  listDeliveries: 'GET /api/v2/webhooks/{webhook_id}/deliveries?status,type,created_from,created_until,limit,after',
  getDelivery: 'GET /api/v2/webhooks/{webhook_id}/deliveries/{delivery_id}',
  retryDelivery: 'POST /api/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  syncAccountHolder: 'POST /api/v2/treasury/account-holders/sync',
  listAccountHolders: 'GET /api/v2/treasury/account-holders?status,limit,after',
  listFinancialAccounts: 'GET /api/v2/treasury/financial-accounts?status,type,limit,after',
  treasuryBalances: 'GET /api/v2/treasury/balances?financial_account_token,type,currency',
  listBankAccounts: 'GET /api/v2/treasury/external-bank-accounts?state,verification_state,limit,after',
  getBankAccount: 'GET /api/v2/treasury/external-bank-accounts/{token}',
  listTreasuryPayments:
    'GET /api/v2/treasury/payments?status,stage,direction,external_bank_account_token,financial_account_token,limit,after',
  getTreasuryPayment: 'GET /api/v2/treasury/payments/{payment_token}',
  linkBankAccount: 'POST /api/v2/treasury/external-bank-accounts',
  verifyMicroDeposits: 'POST /api/v2/treasury/external-bank-accounts/{token}/verify-micro-deposits',
  retryMicroDeposits: 'POST /api/v2/treasury/external-bank-accounts/{token}/retry-micro-deposits',
  pauseBankAccount: 'POST /api/v2/treasury/external-bank-accounts/{token}/pause',
  unpauseBankAccount: 'POST /api/v2/treasury/external-bank-accounts/{token}/unpause',
  closeBankAccount: 'POST /api/v2/treasury/external-bank-accounts/{token}/close',
  fundTreasury: 'POST /api/v2/treasury/fund',
  withdrawTreasury: 'POST /api/v2/treasury/withdraw',
  retryTreasuryPayment: 'POST /api/v2/treasury/payments/{payment_token}/retry',
  cancelTreasuryPayment: 'POST /api/v2/treasury/payments/{payment_token}/cancel',
  reconcileTreasury: 'POST /api/v2/treasury/reconcile',
  listTreasuryMismatches: 'GET /api/v2/treasury/reconciliation/mismatches?state,kind,entry,limit,after',
  getTreasuryMismatch: 'GET /api/v2/treasury/reconciliation/mismatches/{mismatch_id}',
  resolveTreasuryMismatch: 'POST /api/v2/treasury/reconciliation/mismatches/{mismatch_id}/resolve',
  createBookTransfer: 'POST /api/v2/treasury/book-transfers',
  createQuote: 'POST /api/v2/treasury/conversions/quotes',
  executeQuote: 'POST /api/v2/treasury/conversions/quotes/{quote_id}/execute',
  cancelQuote: 'POST /api/v2/treasury/conversions/quotes/{quote_id}/cancel',
  getQuote: 'GET /api/v2/treasury/conversions/quotes/{quote_id}',
  listQuotes: 'GET /api/v2/treasury/conversions/quotes?status,wallet_id,limit,after',
  simulatedMicroDeposits: 'GET /api/v2/treasury/simulate/external-bank-accounts/{token}/micro-deposits',
  simulateMicroDeposits: 'POST /api/v2/treasury/simulate/external-bank-accounts/{token}/micro-deposits',
  simulateHolderReview: 'POST /api/v2/treasury/simulate/account-holders/{token}/review',
  advanceTreasuryPayment: 'POST /api/v2/treasury/simulate/payments/{payment_token}/advance',
  returnTreasuryPayment: 'POST /api/v2/treasury/simulate/payments/{payment_token}/return',
  issueCard: 'POST /api/v2/cards',
  listCards: 'GET /api/v2/cards?wallet_id,status,type,limit,after',
  getCard: 'GET /api/v2/cards/{card_id}',
  changeCardLimits: 'PATCH /api/v2/cards/{card_id}/limits',
  freezeCard: 'POST /api/v2/cards/{card_id}/freeze',
  unfreezeCard: 'POST /api/v2/cards/{card_id}/unfreeze',
  cancelCard: 'POST /api/v2/cards/{card_id}/cancel',
  listCardTransactions: 'GET /api/v2/cards/{card_id}/transactions?status,kind,limit,after',
  authorizeCard: 'POST /api/v2/cards/{card_id}/simulate/authorize',
  clearCard: 'POST /api/v2/cards/{card_id}/simulate/clearing',
  voidCard: 'POST /api/v2/cards/{card_id}/simulate/void',
  returnCard: 'POST /api/v2/cards/{card_id}/simulate/return',
  listEvents: 'GET /api/v2/events?types,resource_id,wallet_id,since,until,order,limit,after',
  getEvent: 'GET /api/v2/events/{event_id}',
  eventTypes: 'GET /api/v2/event-types',
  eventSchema: 'GET /api/v2/event-types/{type}/schema',
} as const

export type Seen = (operation: Operation, answer: Answer) => void

/** @param seen is told every answer */
/** @param to where each call goes: with several processes, to each in turn */
export function createCarrier(name: CarrierName, to: { readonly url: string }, seen: Seen = () => undefined): Carrier {
  const call = name === 'rest' ? callRest : callGraph
  return {
    name,
    get url() {
      return to.url
    },
    async call(operation, ...request) {
      const answer = await call(to.url, operation, ...request)
      seen(operation, answer)
      return answer
    },
  }
}

/** A request of which the test says everything itself. */
export async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(25_000) })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const body = (isJson && text !== '' ? JSON.parse(text) : {}) as Body
  const { headers, status } = response
  const refused = refusalIn(body, status)
  return { status, body, refused, replayed: headers.has('idempotency-replayed'), headers, text }
}

export function headersOf(caller: Caller, options: CallOptions = {}): Record<string, string> {
  return {
    ...(caller.apiKey !== undefined && { 'x-api-key': caller.apiKey }),
    ...(caller.token !== undefined && { authorization: `Bearer ${caller.token}` }),
    ...(caller.agentId !== undefined && { 'x-agent-id': caller.agentId }),
    ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
  }
}

function callRest(url: string, operation: Operation, input: Input, caller: Caller, options?: CallOptions) {
  const [method = '', pattern = ''] = ROUTES[operation].split(' ')
  const [path = '', parameters = ''] = pattern.split('?')
  const rest = new Map(Object.entries(input))
  const take = (name: string): unknown => {
    const value = rest.get(name)
    rest.delete(name)
    return value
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(take(name))))
  const query = new URLSearchParams()
  for (const name of parameters.split(',')) {
    const value = take(name)
    for (const one of value === undefined ? [] : [value].flat()) query.append(name, String(one))
  }
  const headers = headersOf(caller, options)
  const target = `${url}${filled}${query.size > 0 ? `?${query}` : ''}`
  const hasBody = method !== 'GET' && method !== 'DELETE'
  if (!hasBody && rest.size > 0) throw new Error(`${operation} has no place for ${[...rest.keys()].join(', ')}`)
  return send(target, {
    method,
    headers: hasBody ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(hasBody && { body: JSON.stringify(Object.fromEntries(rest)) }),
  })
}

function refusalIn(body: Body, status: number): Refused | null {
  const { error } = body as { error?: Body }
  return error === undefined ? null : readRefused(error, error, status)
}

function readRefused(error: Body, facts: Body, status: number): Refused {
  return {
    type: String(facts.type),
    status,
    message: String(error.message),
    details: (facts.details ?? {}) as Body,
    requestId: String(facts.request_id),
  }
}

/** Over GraphQL fields are named as they were written; sections name them once for all carriers. */
function inNamesOfRest(refused: Refused): Refused {
  const { fields } = refused.details as { fields?: readonly { path: string }[] }
  if (fields === undefined) return refused
  const plain = (path: string) => allSnake(path.replace(/^input\./, ''))
  const named = fields.find(({ path }) => refused.message.startsWith(`${path}: `))
  const message = named === undefined ? refused.message : plain(named.path) + refused.message.slice(named.path.length)
  const renamed = fields.map((field) => ({ ...field, path: plain(field.path) }))
  return { ...refused, message, details: { ...refused.details, fields: renamed } }
}

async function callGraph(url: string, operation: Operation, input: Input, caller: Caller, options?: CallOptions) {
  const graph: GraphOperation = GRAPH_OPERATIONS[operation]
  const given = options?.idempotencyKey === undefined ? input : { ...input, idempotency_key: options.idempotencyKey }
  const named = Object.entries(given).map(([name, value]) => [graph.names?.[name] ?? toCamel(name), value] as const)
  const variables = Object.fromEntries(named.map(([name, value]) => [name, toGraphValue(name, value)]))
  const sent = await postGraph(url, graph.document, graph.input ? { input: variables } : variables, caller)
  if (sent.refused !== null) return sent
  const { data } = sent.body as { data: Record<string, unknown> }
  return { ...sent, body: readPayload(graph, data[graph.root]) }
}

/** Any document; the first error is the refusal. */
export async function postGraph(url: string, query: string, variables: Input, caller: Caller): Promise<Answer> {
  const headers = { ...headersOf(caller), 'content-type': 'application/json' }
  const sent = await send(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  const [error] = (sent.body.errors ?? []) as (Body & { extensions: Body })[]
  const { extensions } = sent.body as { extensions?: { idempotency?: { replayed?: boolean } } }
  const replayed = extensions?.idempotency?.replayed === true
  if (error === undefined) return { ...sent, replayed }
  const status = Number(error.extensions.http_status)
  return { ...sent, status, replayed, refused: inNamesOfRest(readRefused(error, error.extensions, status)) }
}

function readPayload(graph: GraphOperation, value: unknown): Body {
  // Whether it is a repeat is told beside the data; this one says what it was the first time.
  const { replayed: _, ...payload } = (value ?? {}) as Body
  if (Array.isArray(value)) return { data: value.map(toWire) }
  const { [graph.take ?? '']: taken, ...around } = payload
  const whole = graph.take === undefined ? payload : { ...(taken as Body), ...around }
  const numbers = (graph.numbers ?? []).map((name) => [name, Number(whole[name])])
  return toWire({ ...whole, ...Object.fromEntries(numbers) }) as Body
}

/** Values of these fields are the caller's or the event's own: their names stay. */
const OPAQUE = new Set(['data', 'metadata', 'schema'])
/** Decimal text of the graph that REST has as JSON numbers (specification 2.7, 2.15). */
const NUMBERS = new Set([
  ...['maxPerTransaction', 'dailyLimit', 'monthlyLimit', 'approvalThreshold', 'limitPerTx'],
  ...['limit_per_tx', 'limitDaily', 'limitMonthly', 'spentToday', 'spentThisMonth'],
])
/** One of its fields is present: over REST it is that value. */
const FIGURE = new Set(['usd', 'text', 'names', 'timeWindows'])

function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire)
  if (typeof value !== 'object' || value === null) return value
  if (Object.keys(value).every((name) => FIGURE.has(name))) return toFigure(value)
  const { edges, pageInfo } = value as { edges?: { node: unknown }[]; pageInfo?: Body }
  if (edges !== undefined) {
    const data = edges.map(({ node }) => toWire(node))
    return { data, has_more: pageInfo?.hasNextPage, next_cursor: pageInfo?.endCursor ?? null }
  }
  // What REST embeds whole.
  const { nodes } = value as { nodes?: unknown[] }
  if (nodes !== undefined) return nodes.map(toWire)
  const entries = Object.entries(value).map(([name, inner]) => [
    toSnake(name),
    OPAQUE.has(name) ? inner : isReference(name, inner) ? inner.id : toWireField(name, inner),
  ])
  return Object.fromEntries(entries)
}

function toWireField(name: string, value: unknown): unknown {
  return NUMBERS.has(name) && value !== null ? Number(value) : toWire(value)
}

/** Amounts of a policy's fields are numbers over REST; those of rules are text. */
function toFigure(value: object): unknown {
  const present = Object.entries(value).find(([, one]) => one !== null)
  return present?.[0] === 'usd' && 'names' in value ? Number(present[1]) : toWire(present?.[1] ?? null)
}

/** `agentId: agent { id }` is the id. */
function isReference(name: string, value: unknown): value is { id: string } {
  return name.endsWith('Id') && typeof value === 'object' && value !== null && 'id' in value
}

function toGraphValue(name: string, value: unknown): unknown {
  if (OPAQUE.has(name)) return value
  if (name === 'order') return { field: 'created_at', direction: value === 'oldest_first' ? 'asc' : 'desc' }
  // A name of an enum has no point and no dash.
  if (name === 'format') return String(value).replaceAll(/[-.]/g, '_')
  if (Array.isArray(value)) return value.map((one) => toGraphValue('', one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([inner, one]) => [toCamel(inner), toGraphValue(inner, one)]))
}

const toCamel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const allSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** The one name that REST has in camelCase. */
const toSnake = (name: string): string => (name === 'limitPerTx' ? name : allSnake(name))
