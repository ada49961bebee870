/**
 * Dollars of a dump: a collection is released, a withdrawal taken back, another one approved, a card is charged once more, and
 * compliance lets what waits for it go on. Balances are those of all entries.
 */
import type { RunningService } from '../../gateway/service.ts'
import { createSecretBox } from '../../subgraphs/shared/secretBox.ts'
import type { Client } from '../upgrades/client.ts'

/** What is personal of who owns a bank account was in clear in earlier versions. */
export async function findClearOwners({ service: { database, config } }: RunningService): Promise<string[]> {
  const rows = await database.collection<{ _id: string; sealedOwner?: string | null }>('bankAccounts').find().toArray()
  const secrets = createSecretBox(config.masterKey, 'treasury')
  return rows.flatMap((row) => {
    const { _id, sealedOwner } = row
    if ('dob' in row || 'address' in row || sealedOwner === undefined) return [`the owner of ${_id} is in clear`]
    const owner = sealedOwner === null ? null : JSON.parse(secrets.open(sealedOwner, `${_id}.owner`))
    return owner === null || owner.dob === '1980-12-31' ? [] : [`the owner of ${_id} is another one`]
  })
}

/** @param going of the dump; dumps of before there were dollars name none */
export async function findDollarBreaches(client: Client, going: Readonly<Record<string, string>>): Promise<string[]> {
  const breaches: string[] = []
  const { fund_settled, withdrawal, withdrawal_approval, card, card_open, bank_account } = going
  if (fund_settled === undefined) return breaches
  const expect = async (
    what: string,
    by: string,
    path: string,
    body: object,
    seen: Readonly<Record<string, unknown>>,
  ) => {
    const answer = await client.send(by, `POST ${path}`, { body })
    const differs = Object.entries(seen).some(([name, value]) => answer.body[name] !== value)
    if (differs) breaches.push(`${what}: ${answer.text}`)
  }
  const simulated = '/treasury/simulate'
  await expect(
    'a collection is not released',
    'north',
    `${simulated}/payments/${fund_settled}/advance`,
    {},
    {
      ...{ released_amount_minor: 7_000, pending_amount_minor: 0 },
    },
  )
  await expect(
    'a withdrawal is not taken back',
    'north',
    `/treasury/payments/${withdrawal}/cancel`,
    {},
    {
      status: 'CANCELED',
    },
  )
  await expect(
    'a parked withdrawal is not made',
    'north_second',
    `/approvals/${withdrawal_approval}/approve`,
    {},
    {
      status: 'executed',
    },
  )
  const clearing = { card_transaction_id: card_open, amount_minor: 1_000 }
  await expect('an open authorization is not cleared', 'north', `/cards/${card}/simulate/clearing`, clearing, {
    status: 'SETTLED',
  })
  const charge = { amount_minor: 500, mcc: '5734' }
  await expect('a card is not charged', 'north', `/cards/${card}/simulate/authorize`, charge, { status: 'PENDING' })
  const accounts = `${simulated}/external-bank-accounts/${bank_account}/micro-deposits`
  await expect('balances and entries differ', 'north', '/treasury/reconcile', { full: true }, { open_mismatches: 0 })
  await expect('no amounts are sent', 'north', accounts, { event: 'sent' }, { micro_deposit_status: 'sent' })
  return [...breaches, ...(await findReviewBreaches(client, going))]
}

/** Nothing is collected while compliance has to look at the returns of the organization, nor from an owner whom it has to look at. */
async function findReviewBreaches(client: Client, going: Readonly<Record<string, string>>): Promise<string[]> {
  const breaches: string[] = []
  const { bank_account_reviewed: external_bank_account_token, case_owner, case_returns } = going
  // Dumps of before there were such cases name none.
  if (case_owner === undefined) return breaches
  for (const [caseId, expected] of [
    [null, 409],
    [case_owner, 409],
    [case_returns, 201],
  ] as const) {
    const decided = { decision: 'clear', comment: 'After the upgrade.' }
    if (caseId !== null)
      await client.sendOrThrow('north_reviewer', `POST /compliance/cases/${caseId}/decide`, { body: decided })
    const body = { amount_minor: 300, external_bank_account_token }
    const { status, text } = await client.send('north', 'POST /treasury/fund', { body })
    if (status !== expected) breaches.push(`a collection is answered ${status}, not ${expected}: ${text}`)
  }
  return breaches
}
