/** What tests of conversions begin with: dollars that can be spent, and a wallet. */
import type { Body, Caller } from './carriers.ts'
import {
  done,
  type Given,
  openAgent,
  openScene,
  type Scene,
  type TestAgent,
  textIn,
  until,
  verifyAgent,
} from './scene.ts'
import { type Accounts, collected, synchronized, verifiedAccount } from './treasuryScene.ts'

export interface Conversions {
  readonly scene: Scene
  readonly accounts: Accounts
  readonly agent: TestAgent
  readonly bank: string
}

/** An organization with these cents, and an agent that is verified. */
export async function openConversions(given: Given, name: string, cents: number): Promise<Conversions> {
  const scene = await openScene(given, name)
  const { token: bank } = await verifiedAccount(scene)
  const accounts = await synchronized(scene)
  const agent = await openAgent(scene, { capabilities: ['treasury', 'wallets', 'payments', 'approvals'] })
  await verifyAgent(scene, agent)
  await collected(scene, { amount_minor: cents, external_bank_account_token: bank }, 3)
  return { scene, accounts, agent, bank }
}

export const quoteForm = ({ agent }: Pick<Conversions, 'agent'>, changes: Body = {}): Body => ({
  ...{ from_amount_minor: 10_000, to_token: 'USDC', to_chain: 'base', wallet_id: agent.walletId, ...changes },
})

export async function quoted(own: Conversions, changes: Body = {}, by: Caller = own.scene.owner) {
  const { body } = done(await own.scene.carrier.call('createQuote', quoteForm(own, changes), by))
  return { ...body, quote_id: textIn(body, 'quote_id') } as Body & { readonly quote_id: string }
}

/** In cents, of the account that is converted. */
export async function available({ scene: { carrier, owner }, accounts }: Conversions): Promise<number> {
  const asked = { financial_account_token: accounts.issuing }
  const { body } = done(await carrier.call('treasuryBalances', asked, owner))
  return Number((body.balances as Body[])[0]?.available_amount_minor)
}

/** Once the chain has confirmed it, or it has failed. */
export const settled = ({ scene: { carrier, owner } }: Conversions, { quote_id }: Body): Promise<Body> =>
  until(async () => {
    const { body } = done(await carrier.call('getQuote', { quote_id }, owner))
    return (body.delivered_at !== null || body.status === 'canceled') && body
  })
