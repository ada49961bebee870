/** What tests of the treasury begin with: a synchronized organization, and bank accounts that are verified. */
import { randomInt } from 'node:crypto'
import type { Body, Caller } from './carriers.ts'
import { done, rowsIn, type Scene, type TestAgent, textIn, verifyAgent } from './scene.ts'

const ROUTING = '021000021'
/** Numbers of the sandbox, by what their bank does. */
export const NUMBERS = {
  returnsR02: '000111111113',
  microReturned: '000111111116',
  returnsR01: '000222222227',
  returnsR10AfterRelease: '000333333335',
  returnsR29: '000444444440',
  microNever: '000555555559',
  microUnpaid: '000666666664',
} as const

export const newNumber = (): string => String(randomInt(10_000_000, 99_999_999))

export interface Accounts {
  readonly operating: string
  readonly issuing: string
  readonly reserve: string
}

export async function synchronized({ carrier, owner }: Scene): Promise<Accounts> {
  const { body } = done(await carrier.call('syncAccountHolder', {}, owner))
  const [operating, issuing, reserve] = (body.financial_accounts as Body[]).map((one) => textIn(one, 'token'))
  return { operating: operating ?? '', issuing: issuing ?? '', reserve: reserve ?? '' }
}

export const bankAccountForm = (changes: Body = {}): Body => ({
  ...{ routing_number: ROUTING, account_number: newNumber(), type: 'CHECKING', owner: 'Acme Inc' },
  ...{ owner_type: 'BUSINESS', ...changes },
})

/** Synchronized, with one bank account that waits for its micro-deposits. */
export async function linkedAccount(scene: Scene, changes: Body = {}): Promise<{ readonly token: string }> {
  await synchronized(scene)
  const { body } = done(await scene.carrier.call('linkBankAccount', bankAccountForm(changes), scene.owner))
  return { token: textIn(body, 'token') }
}

/** The same, verified. */
export const verifiedAccount = (scene: Scene, changes: Body = {}): Promise<{ readonly token: string }> =>
  linkedAccount(scene, { verification_method: 'EXTERNALLY_VERIFIED', ...changes })

/** A collection, brought as far as these many events. */
export async function collected(
  { carrier, owner }: Scene,
  form: Body,
  events = 0,
  by: Caller = owner,
): Promise<Body & { readonly payment_token: string }> {
  let { body } = done(await carrier.call('fundTreasury', form, by))
  const payment_token = textIn(body, 'payment_token')
  for (let event = 0; event < events; event++)
    body = done(await carrier.call('advanceTreasuryPayment', { payment_token }, owner)).body
  return { ...body, payment_token }
}

export interface DollarIds {
  readonly account_holder_id: string
  readonly financial_account_id: string
  readonly bank_account_id: string
  readonly treasury_payment_id: string
  readonly book_transfer_id: string
  readonly card_id: string
  readonly card_transaction_id: string
}

/** One of each object of the treasury, of the agent's organization, and a card of the agent with an open authorization. */
export async function makeDollars(scene: Scene, agent: TestAgent): Promise<DollarIds> {
  const { carrier, owner } = scene
  await verifyAgent(scene, agent)
  const { issuing, reserve } = await synchronized(scene)
  const { token } = await verifiedAccount(scene)
  const { payment_token } = await collected(scene, { amount_minor: 1_000, external_bank_account_token: token }, 3)
  const between = { from_financial_account_token: issuing, to_financial_account_token: reserve }
  const moved = done(await carrier.call('createBookTransfer', { ...between, amount_minor: 10 }, owner)).body
  const [holder] = rowsIn(done(await carrier.call('listAccountHolders', {}, owner)))
  const { card_id } = done(await carrier.call('issueCard', { wallet_id: agent.walletId }, owner)).body
  const authorized = done(await carrier.call('authorizeCard', { card_id, amount_minor: 100 }, owner)).body
  return {
    account_holder_id: textIn(holder ?? {}, 'token'),
    financial_account_id: issuing,
    bank_account_id: token,
    treasury_payment_id: payment_token,
    book_transfer_id: textIn(moved, 'book_transfer_token'),
    card_id: String(card_id),
    card_transaction_id: textIn(authorized, 'card_transaction_id'),
  }
}

/** A settlement that the bank has told otherwise, at the moment when books and bank are compared. @returns the mismatch */
export async function openBankMismatch(scene: Scene): Promise<string> {
  const { carrier, owner } = scene
  const { token } = await verifiedAccount(scene)
  const { payment_token: _id } = await collected(scene, { amount_minor: 100, external_bank_account_token: token }, 2)
  const payments = scene.service.database.collection<{ _id: string }>('achPayments')
  const told = (amount: number) =>
    payments.updateOne({ _id }, { $set: { 'events.$[settled].amount': BigInt(amount) } } as object, {
      arrayFilters: [{ 'settled.type': 'ACH_ORIGINATION_SETTLED' }],
    })
  await told(99)
  done(await carrier.call('reconcileTreasury', {}, owner))
  await told(100)
  const rows = rowsIn(done(await carrier.call('listTreasuryMismatches', { state: 'open' }, owner)))
  return textIn(rows.find(({ payment_token }) => payment_token === _id) as Body, 'mismatch_id')
}
