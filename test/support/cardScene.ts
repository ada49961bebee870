/** What tests of cards begin with: a verified agent, money in the account for cards, and a card. */
import { expect } from 'vitest'
import type { Body, Caller } from './carriers.ts'
import { done, openAgent, type Scene, type TestAgent, textIn, verifyAgent } from './scene.ts'

/** A mandate under which a card may do everything up to 1,000 US dollars. */
export const WIDE = 'No more than $1,000 per transaction, $5,000 a day and $50,000 a month.'

export async function openCardAgent(scene: Scene, policy: string | null = WIDE): Promise<TestAgent> {
  const capabilities = ['cards', 'treasury', 'wallets', 'mandates', 'approvals']
  const agent = await openAgent(scene, { capabilities })
  await verifyAgent(scene, agent)
  done(await scene.carrier.call('syncAccountHolder', {}, scene.owner))
  if (policy !== null)
    done(await scene.carrier.call('updateMandate', { mandate_id: agent.mandateId, policy }, scene.owner))
  return agent
}

export async function issue(
  { carrier, owner }: Scene,
  { walletId }: TestAgent,
  more: object = {},
  by: Caller = owner,
): Promise<Body> {
  return done(await carrier.call('issueCard', { wallet_id: walletId, ...more }, by)).body
}

/** A merchant gives money: the account for cards has it then. */
export async function fundCards({ carrier, owner }: Scene, { card_id }: Body, cents: number): Promise<void> {
  const asked = { card_id, amount_minor: cents, status: 'CREDIT_AUTHORIZATION' }
  const { card_transaction_id } = done(await carrier.call('authorizeCard', asked, owner)).body
  done(await carrier.call('clearCard', { card_id, card_transaction_id }, owner))
}

/** In cents, of the account for cards. */
export async function cardMoney({
  carrier,
  owner,
}: Scene): Promise<{ available: number; held: number; deficit: number }> {
  const { body } = done(await carrier.call('treasuryBalances', { type: 'ISSUING' }, owner))
  const [balance] = body.balances as Body[]
  return {
    available: Number(balance?.available_amount_minor),
    held: Number(balance?.held_amount_minor),
    deficit: Number(body.deficit_amount_minor),
  }
}

/** What counts of the day in the mandate, in US dollars. */
export async function dayOf(
  { carrier, owner }: Scene,
  { mandateId }: TestAgent,
): Promise<{ reserved: number; spent: number }> {
  const { body } = done(await carrier.call('getMandate', { mandate_id: mandateId }, owner))
  const { reserved, spent } = (body.usage as { day: Body }).day
  return { reserved: Number(reserved), spent: Number(spent) }
}

export const transactionIdOf = (transaction: Body): string => textIn(transaction, 'card_transaction_id')

export function declined(transaction: Body, reason: string, detailed: readonly string[] = [reason]): void {
  const seen = {
    status: transaction.status,
    reason: transaction.decline_reason,
    detailed: transaction.detailed_results,
  }
  expect(seen, JSON.stringify(transaction)).toEqual({ status: 'DECLINED', reason, detailed })
  expect(transaction.result).toBe('DECLINED')
  // What happened, and then what can be done.
  expect(transaction.decline_message).toMatch(/[\w)]\. [A-Z].*\.$/)
}
