/** Dollars of a dump: a collection is released, a withdrawal taken back, another one approved, and a card is charged once more. */
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
  await expect('no amounts are sent', 'north', accounts, { event: 'sent' }, { micro_deposit_status: 'sent' })
  return breaches
}
