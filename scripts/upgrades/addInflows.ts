/**
 * What comes and goes beside payments, for a dump: an external wallet with what it had before, an agent registered with an
 * enrolment key, refunds linked and unlinked, money that left without a payment, and a rotated secret.
 */
import { id, Wallet } from 'ethers'
import { tokenOn } from '../embedded/embeddedChains.ts'
import { sendAs } from '../embedded/sendAs.ts'
import { waitUntil } from '../waitUntil.ts'
import type { Client } from './client.ts'
import type { StoredCaller } from './dumpFile.ts'

interface InflowsContext {
  readonly client: Client
  readonly going: Record<string, string>
  readonly rpcUrl: string
  readonly pay: (name: string, key: string, amount: string, to: string) => Promise<Body>
  /** Makes an agent with money. */
  readonly register: (organization: string, name: string, funds: readonly string[]) => Promise<void>
}

type Body = Readonly<Record<string, unknown>>

const CAPABILITIES = ['payments', 'wallets']
export const ELSEWHERE = '0x6666666666666666666666666666666666666666'
const TRANSFER = id('transfer(address,uint256)').slice(0, 10)

export const transferData = (to: string, units: bigint): string =>
  `${TRANSFER}${to.slice(2).toLowerCase().padStart(64, '0')}${units.toString(16).padStart(64, '0')}`

export async function addInflows(context: InflowsContext): Promise<void> {
  await registerExternal(context)
  await enrol(context)
  await linkRefunds(context)
  await moveWithoutPayment(context)
  const { client, going } = context
  const rotation = { key: 'rotate', body: {} }
  await client.sendOrThrow('south', `POST /webhooks/${going.webhook_closed}/rotate-secret`, rotation)
}

const orgIdOf = (client: Client, name: string) => (client.callers[name] as StoredCaller & { orgId: string }).orgId
const walletIdOf = (client: Client, name: string) => (client.callers[name] as StoredCaller & { kind: 'agent' }).walletId

/** @returns the payment once it is completed */
async function payAndWait(
  { client, pay }: InflowsContext,
  name: string,
  ...payment: [string, string, string]
): Promise<Body> {
  const { payment_id } = await pay(name, ...payment)
  return waitUntil('a payment', async () => {
    const found = await client.sendOrThrow(name, `GET /payments/${payment_id}`)
    return found.status === 'completed' ? found : false
  })
}

async function registerExternal(context: InflowsContext): Promise<void> {
  const { client, going } = context
  const owner = Wallet.createRandom()
  await payAndWait(context, 'treasurer', 'to-owner', '30.00', owner.address)
  const asked = { address: owner.address, chain: 'base' }
  const { nonce, message } = await client.sendOrThrow('north', 'POST /wallets/ownership-challenges', { body: asked })
  const proof = { nonce, signature: await owner.signMessage(String(message)) }
  const body = { name: 'watched', capabilities: ['wallets'], owner_org_id: orgIdOf(client, 'north') }
  const { wallet_id } = await client.sendOrThrow('north', 'POST /auth/agent/register', {
    key: 'register-watched',
    body: { ...body, existing_wallet: { ...asked, proof } },
  })
  going.wallet_external = String(wallet_id)
  const balance = async () => (await client.sendOrThrow('north', `GET /wallets/${wallet_id}/balance`)).balance
  await waitUntil('what it had before', async () => (await balance()) === '30.00')
}

async function enrol({ client, going }: InflowsContext): Promise<void> {
  const orgId = orgIdOf(client, 'north')
  const body = { label: 'Fleet', capabilities: CAPABILITIES }
  const made = await client.sendOrThrow('north', `POST /organizations/${orgId}/enrolment-keys`, { body })
  client.callers.fleet = { kind: 'organization', orgId, apiKey: String(made.enrolment_key) }
  const agent = { name: 'enrolled', capabilities: CAPABILITIES, owner_org_id: orgId }
  const { wallet_id } = await client.sendOrThrow('fleet', 'POST /auth/agent/register', { key: 'enrol', body: agent })
  going.wallet_enrolled = String(wallet_id)
}

async function linkRefunds(context: InflowsContext): Promise<void> {
  const { client, going } = context
  const address = async (name: string) =>
    String((await client.sendOrThrow(name, `GET /wallets/${walletIdOf(client, name)}`)).address)
  const sold = await payAndWait(context, 'shopper', 'sold', '9.00', await address('buyer'))
  const path = `/payments/${sold.payment_id}/refunds`
  const shopper = await address('shopper')
  for (const [name, amount] of [
    ['linked', '2.00'],
    ['unlinked', '1.00'],
  ] as const) {
    const { tx_hash } = await payAndWait(context, 'buyer', name, amount, shopper)
    const linked = await client.sendOrThrow('north', `POST ${path}`, { key: `link-${name}`, body: { tx_hash } })
    if (name === 'linked') continue
    const unlink = { key: 'unlink', body: {} }
    await client.sendOrThrow('north', `POST ${path}/${linked.deposit_id}/unlink`, unlink)
    going.refunds = path
    going.deposit_unlinked = String(linked.deposit_id)
  }
}

/** The mismatch stays open, and its wallet frozen. */
async function moveWithoutPayment({ client, going, rpcUrl, register }: InflowsContext): Promise<void> {
  await register('north', 'robbed', ['40'])
  const walletId = walletIdOf(client, 'robbed')
  const { address } = await client.sendOrThrow('robbed', `GET /wallets/${walletId}`)
  const data = transferData(ELSEWHERE, 15_000_000n)
  await sendAs({ rpcUrl, address: tokenOn('base', 'USDC').address }, [{ from: String(address), data }])
  const status = async () => (await client.sendOrThrow('north', `GET /wallets/${walletId}`)).status
  await waitUntil('frozen', async () => (await status()) === 'frozen')
  going.wallet_robbed = walletId
}
