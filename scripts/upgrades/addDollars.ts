/**
 * Dollars of a dump: bank accounts that are verified, wait for their amounts, for compliance or were linked anew, payments over
 * ACH in every state that goes on, so many that came back that compliance has to look, and a card with one authorization that is
 * open, one that was cleared and came back in part, and a forced post.
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
const VERIFIED = { verification_method: 'EXTERNALLY_VERIFIED' }
/** Like the Lazarus Group, which is on the list of the United States. */
const SIMILAR = 'Lazard Group'
/** From so many debits on rates of returns count. */
const DEBITS = 20
const CAPABILITIES = ['payments', 'wallets', 'treasury', 'cards']

export async function addDollars({ client, going }: DollarsContext): Promise<void> {
  const send = (request: string, body: object, by = 'north') =>
    client.sendOrThrow(by, `POST ${request}`, { key: `dollars-${request}-${JSON.stringify(body)}`.slice(0, 200), body })
  const walletId = await addCashier(client)
  await send('/treasury/account-holders/sync', {})
  const link = (account_number: string, more: object) =>
    send('/treasury/external-bank-accounts', { ...ACCOUNT, account_number, ...more })
  const { token } = await link('10002000', VERIFIED)
  const { token: waiting } = await link('10003000', {})
  going.bank_account = String(waiting)
  const { token: person } = await link('10004000', PERSON)
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
  const card_transaction_id = await authorize(900)
  await send(`/cards/${card_id}/simulate/clearing`, { card_transaction_id, amount_minor: 800 })
  await send(`/cards/${card_id}/simulate/return`, { card_transaction_id, amount_minor: 200 })
  await send(`/cards/${card_id}/simulate/clearing`, { amount_minor: 350 })
  await send('/treasury/reconcile', {})
  await send(`/treasury/external-bank-accounts/${person}/close`, { reason: 'Another owner.' })
  const { token: again } = await link('10004000', {})
  await send(`/treasury/simulate/external-bank-accounts/${again}/micro-deposits`, { event: 'sent' })
  await send(`/treasury/external-bank-accounts/${again}/close`, { reason: 'A mistake.' })
  await link('10004000', { name: 'Once more' })
  going.bank_account_reviewed = String((await link('10005000', { ...VERIFIED, owner: SIMILAR })).token)
  going.case_owner = await openCaseOf(client, going.bank_account_reviewed)
  going.case_returns = await collectBadly(client, String((await link('10006000', VERIFIED)).token))
}

async function openCaseOf(client: Client, subject: string): Promise<string> {
  const cases = await client.list('north', '/compliance/cases')
  const found = cases.find(({ subject_id, status }) => subject_id === subject && status === 'open')
  if (found === undefined) throw new Error(`${subject} has no open case`)
  return String(found.case_id)
}

/** Without keys: their responses would be many and alike. @returns the case that one return too many opens */
async function collectBadly(client: Client, bank: string): Promise<string> {
  const send = (path: string, body: object) => client.sendOrThrow('north', `POST /treasury${path}`, { body })
  let last = ''
  for (let debit = 0; debit < DEBITS; debit++) {
    const { payment_token } = await send('/fund', { amount_minor: 100, external_bank_account_token: bank })
    last = String(payment_token)
    await send(`/simulate/payments/${last}/advance`, {})
  }
  await send(`/simulate/payments/${last}/return`, { return_reason_code: 'R29' })
  return openCaseOf(client, (client.callers.north as StoredCaller & { orgId: string }).orgId)
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
