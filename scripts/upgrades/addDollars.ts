/**
 * Dollars of a dump: a bank account that is verified and one that waits for its amounts, payments over ACH in every state that goes
 * on, and a card with one authorization that is open and one that was cleared.
 */
import type { Client } from './client.ts'
import type { StoredCaller } from './dumpFile.ts'

interface DollarsContext {
  readonly client: Client
  readonly going: Record<string, string>
}

const ACCOUNT = { routing_number: '021000021', type: 'CHECKING', owner: 'North Trading Inc.', owner_type: 'BUSINESS' }
/** A person, of whom a bank outside is told more. */
const PERSON = {
  ...{ owner: 'Jane Roe', owner_type: 'INDIVIDUAL', dob: '1980-12-31' },
  address: { address1: '1 Elm Street', city: 'Springfield', state: 'IL', postal_code: '62701' },
}
const CAPABILITIES = ['payments', 'wallets', 'treasury', 'cards']

export async function addDollars({ client, going }: DollarsContext): Promise<void> {
  const send = (request: string, body: object, by = 'north') =>
    client.sendOrThrow(by, `POST ${request}`, { key: `dollars-${request}-${JSON.stringify(body)}`.slice(0, 200), body })
  const walletId = await addCashier(client)
  await send('/treasury/account-holders/sync', {})
  const link = (account_number: string, more: object) =>
    send('/treasury/external-bank-accounts', { ...ACCOUNT, account_number, ...more })
  const { token } = await link('10002000', { verification_method: 'EXTERNALLY_VERIFIED' })
  const { token: waiting } = await link('10003000', {})
  going.bank_account = String(waiting)
  await link('10004000', PERSON)
  const fund = async (amount_minor: number, ...events: string[]) => {
    const { payment_token } = await send('/treasury/fund', { amount_minor, external_bank_account_token: token })
    for (const event of events) {
      const event_type = `ACH_ORIGINATION_${event}`
      await send(`/treasury/simulate/payments/${payment_token}/advance`, { event_type })
    }
    return String(payment_token)
  }
  await fund(50_000, 'PROCESSED', 'SETTLED', 'RELEASED')
  going.fund_settled = await fund(7_000, 'PROCESSED', 'SETTLED')
  const returned = await fund(900, 'PROCESSED', 'SETTLED')
  await send(`/treasury/simulate/payments/${returned}/return`, { return_reason_code: 'R01' })
  const out = { amount_minor: 1_500, external_bank_account_token: token }
  going.withdrawal = String((await send('/treasury/withdraw', out)).payment_token)
  going.withdrawal_approval = String((await send('/treasury/withdraw', out, 'cashier')).approval_id)
  const { card_id } = await send('/cards', { wallet_id: walletId, limit_daily: 80 })
  going.card = String(card_id)
  const authorize = async (amount_minor: number) =>
    String((await send(`/cards/${card_id}/simulate/authorize`, { amount_minor, mcc: '5734' })).card_transaction_id)
  going.card_open = await authorize(1_250)
  await send(`/cards/${card_id}/simulate/clearing`, { card_transaction_id: await authorize(900), amount_minor: 800 })
}

/** An agent that is verified. */
async function addCashier(client: Client): Promise<string> {
  const { orgId } = client.callers.north as StoredCaller & { orgId: string }
  const body = { name: 'cashier', capabilities: CAPABILITIES, owner_org_id: orgId }
  const made = await client.sendOrThrow('north', 'POST /auth/agent/register', { key: 'register-cashier', body })
  const [agentId, walletId, apiKey] = [String(made.agent_id), String(made.wallet_id), String(made.api_key)]
  client.callers.cashier = { kind: 'agent', agentId, walletId, apiKey }
  await client.sendOrThrow('north', 'POST /test/kyb-review', { body: { status: 'accepted' } })
  const evidence = { body: { type: 'purpose_review' } }
  await client.sendOrThrow('north', `POST /compliance/kya/${agentId}/evidence`, evidence)
  return walletId
}
