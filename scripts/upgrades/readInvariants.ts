/** What the API returns for everything in a dump: the fields that no upgrade may change. */
import type { Client } from './client.ts'
import type { Dump } from './dumpFile.ts'

type Row = Readonly<Record<string, unknown>>

const ORGANIZATIONS = ['north', 'south']
const FIELDS = {
  payments: [
    ...['payment_id', 'wallet_id', 'agent_id', 'mandate_id', 'mandate_version', 'to', 'amount', 'token', 'chain'],
    ...['status', 'stage', 'tx_hash', 'approval_id', 'purpose', 'metadata', 'created_at', 'failure_code', 'merchant'],
    ...['screening_id', 'case_id', 'originator', 'beneficiary'],
  ],
  holds: ['hold_id', 'wallet_id', 'amount', 'captured_amount', 'status', 'void_reason', 'payment_id', 'expires_at'],
  approvals: ['approval_id', 'status', 'amount_usd', 'required_approvals', 'subject_id', 'subject_hash', 'expires_at'],
  mandateVersions: ['mandate_id', 'version', 'policy', 'policy_hash', 'status', 'expires_at'],
  switches: ['switch_id', 'scope', 'target_id', 'state', 'reason', 'activated_by'],
  deliveries: ['delivery_id', 'event_id', 'status', 'next_attempt_at'],
  cases: [
    ...['case_id', 'status', 'severity', 'risk_score', 'checks', 'screening_id', 'payment_id', 'wallet_id', 'agent_id'],
    ...['requested_by', 'notes', 'decided_by', 'due_at', 'opened_at', 'closed_at', 'subject_type', 'subject_id'],
  ],
  kya: ['agent_id', 'level', 'status', 'valid_until', 'evidence'],
  screenings: ['screening_id', 'subject_type', 'subject_id', 'outcome', 'risk_score', 'checks', 'created_at'],
  sessions: ['session_id', 'key_id', 'principal_id', 'kind', 'roles', 'created_at'],
  treasuryPayments: [
    ...[
      'payment_token',
      'direction',
      'amount_minor',
      'status',
      'result',
      'failure_code',
      'external_bank_account_token',
    ],
    ...['settled_amount_minor', 'released_amount_minor', 'events', 'created'],
  ],
  bankAccounts: ['token', 'state', 'verification_state', 'micro_deposit_status', 'last_four', 'owner'],
  cards: ['card_id', 'wallet_id', 'agent_id', 'status', 'last_four', 'limit_daily', 'exp_month', 'exp_year'],
  cardTransactions: [
    ...['card_transaction_id', 'card_id', 'status', 'billing_amount_minor', 'cleared_amount_minor'],
    ...['refunded_amount_minor', 'force_post'],
  ],
  checkouts: ['session_id', 'items', 'total_amount_minor', 'currency', 'agent_id', 'order_id', 'expires_at'],
  charges: ['charge_id', 'status', 'session_id', 'amount_minor', 'tries'],
  orders: [
    ...['order_id', 'status', 'session_id', 'payment_id', 'amount_minor', 'refunded_amount_minor', 'items'],
    ...['fulfillment', 'refunds', 'unpaid', 'created_at'],
  ],
  refusals: ['refusal_id', 'operation', 'type', 'rule', 'message', 'details', 'agent_id', 'wallet_id', 'created_at'],
} as const

export async function readInvariants(client: Client): Promise<Dump['read']> {
  const [payments, holds, wallets, approvals, mandateVersions, switches, deliveries] = newReads(7)
  const [cases, kya, refusals, sessions, screenings] = newReads(5)
  const [treasuryPayments, bankAccounts, cards, cardTransactions] = newReads(4)
  const [checkouts, charges, orders] = newReads(3)
  const events: Record<string, number> = {}
  const keep = (into: Record<string, Row> | undefined, name: keyof typeof FIELDS, id: unknown, row: Row) => {
    if (into !== undefined)
      into[String(id)] = Object.fromEntries(FIELDS[name].map((field) => [field, row[field] ?? null]))
  }
  for (const owner of ORGANIZATIONS) {
    for (const row of await client.list(owner, '/payments')) {
      keep(payments, 'payments', row.payment_id, row)
      if (row.screening_id == null) continue
      const screening = await client.send(owner, `GET /compliance/screenings/${row.screening_id}`)
      if (screening.status === 200) keep(screenings, 'screenings', row.screening_id, screening.body)
    }
    for (const row of await client.list(owner, '/holds')) keep(holds, 'holds', row.hold_id, row)
    for (const { wallet_id } of await client.list(owner, '/wallets')) {
      const { balances } = await client.sendOrThrow(owner, `GET /wallets/${wallet_id}/balances`)
      // Not the block: the chain goes on.
      const amounts = (balances as Row[]).map(({ as_of_block: _, ...row }) => row)
      if (wallets !== undefined) wallets[String(wallet_id)] = { balances: amounts }
    }
    for (const row of await client.list(owner, '/approvals')) keep(approvals, 'approvals', row.approval_id, row)
    for (const { mandate_id } of await client.list(owner, '/mandates'))
      for (const row of await client.list(owner, `/mandates/${mandate_id}/versions`))
        keep(mandateVersions, 'mandateVersions', `${mandate_id}/${row.version}`, row)
    for (const row of await client.list(owner, '/kill-switches')) keep(switches, 'switches', row.switch_id, row)
    for (const { webhook_id } of await client.list(owner, '/webhooks'))
      for (const row of await client.list(owner, `/webhooks/${webhook_id}/deliveries`))
        keep(deliveries, 'deliveries', row.delivery_id, row)
    for (const row of await client.list(owner, '/compliance/cases')) keep(cases, 'cases', row.case_id, row)
    for (const row of await client.list(owner, '/refusals')) keep(refusals, 'refusals', row.refusal_id, row)
    for (const row of await client.list(owner, `/organizations/${orgIdOf(client, owner)}/sessions`))
      keep(sessions, 'sessions', row.session_id, row)
    for (const { agent_id } of await client.list(owner, '/agents'))
      keep(kya, 'kya', agent_id, await client.sendOrThrow(owner, `GET /compliance/kya/${agent_id}`))
    for (const row of await client.list(owner, '/treasury/payments'))
      keep(treasuryPayments, 'treasuryPayments', row.payment_token, row)
    for (const row of await client.list(owner, '/treasury/external-bank-accounts'))
      keep(bankAccounts, 'bankAccounts', row.token, row)
    for (const row of await client.list(owner, '/cards')) {
      keep(cards, 'cards', row.card_id, row)
      for (const one of await client.list(owner, `/cards/${row.card_id}/transactions`))
        keep(cardTransactions, 'cardTransactions', one.card_transaction_id, one)
    }
    for (const row of await client.list(owner, '/acp/checkout')) keep(checkouts, 'checkouts', row.session_id, row)
    for (const row of await client.list(owner, '/acp/charges')) keep(charges, 'charges', row.charge_id, row)
    for (const row of await client.list(owner, '/acp/orders')) keep(orders, 'orders', row.order_id, row)
    events[owner] = (await client.list(owner, '/events')).length
  }
  const money = { payments, holds, wallets, approvals, mandateVersions, switches, deliveries, events }
  const dollars = { treasuryPayments, bankAccounts, cards, cardTransactions }
  return {
    ...money,
    ...dollars,
    checkouts,
    charges,
    orders,
    cases,
    kya,
    refusals,
    sessions,
    screenings,
  } as Dump['read']
}

const newReads = (count: number): Record<string, Row>[] => Array.from({ length: count }, () => ({}))

const orgIdOf = ({ callers }: Client, owner: string): string => (callers[owner] as { readonly orgId: string }).orgId
