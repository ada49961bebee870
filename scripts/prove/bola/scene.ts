/** Two organizations with four agents each, a resource of every kind in each, and who is a stranger to them. */

import type { Principal } from '../../../subgraphs/shared/principal.ts'
import type { Answer, Caller } from '../carriers/client.ts'
import { bodyOf, type ServedAgent, type ServedOrganization, type ServedWorld } from '../carriers/servedWorld.ts'
import { credit } from '../organization.ts'
import { insertPendingCharge } from '../purchases/pendingCharge.ts'
import type { Kind } from './idInputs.ts'

export type Ids = Readonly<Record<Kind, string>>

export interface House {
  readonly organization: ServedOrganization
  readonly agents: readonly ServedAgent[]
  /** Of the first agent, or of the organization. */
  readonly ids: Ids
  /** Told by resources of the first agent only. */
  readonly canary: string
  readonly viewer: Caller
  readonly live: Caller
  /** With the key of its merchant. */
  readonly merchant: Caller
}

export interface Stranger {
  readonly name: string
  readonly caller: Caller
  /** Of the same organization. */
  readonly isSibling: boolean
  /** What it may name itself. */
  readonly own: Partial<Ids>
  /** Domain of a merchant of its organization. */
  readonly shop: string
  /** Kinds that it shares with the victim. */
  readonly shares: readonly Kind[]
}

const CAPABILITIES = ['payments', 'wallets', 'mandates', 'approvals', 'holds', 'compliance', 'treasury', 'cards']
/** Of the organization: each of its agents with that capability sees them. */
const OF_TREASURY = [
  'accountHolder',
  'financialAccount',
  'bankAccount',
  'treasuryPayment',
  'bookTransfer',
  'otherAccount',
] as const
const SCOPES = ['agent:admin', 'agent:admin', 'agent:execute', 'agent:read'] as const
/** Delisted, and a mixer: to be reviewed (domain 4.3). */
const MIXER = '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b'
const domainOf = (canary: string): string => `${canary.toLowerCase()}.example`
const PAYEE = `0x${'b2'.repeat(20)}`

export async function openHouse(world: ServedWorld, name: string): Promise<House> {
  const organization = await world.createOrganization(name)
  const canary = `canary-${name}`
  const agents = await Promise.all(
    SCOPES.map((scope, index) =>
      organization.createAgent({ capabilities: CAPABILITIES, scope, name: index === 0 ? canary : 'agent' }),
    ),
  )
  const ids = await makeOneOfEach(world, organization, agents[0] as ServedAgent, canary)
  const [viewer, live] = [await organization.createKey(['viewer']), await organization.createKey(['admin'], 'live')]
  const path = `/api/v2/merchants/${ids.merchant}/keys`
  const { api_key } = bodyOf(await world.send({ method: 'POST', path, caller: organization.admin, body: '{}' }))
  return { organization, agents, ids, canary, viewer, live, merchant: { 'x-api-key': `${api_key}` } }
}

export function strangersTo(victim: House, other: House): Stranger[] {
  const agentOf = (name: string, { agents, ids }: House, index: number, isSibling: boolean): Stranger => {
    const { caller, agentId, walletId, mandateId } = agents[index] as ServedAgent
    const own = { ...ids, agent: agentId, wallet: walletId, mandate: mandateId }
    const shares: Kind[] = isSibling ? ['organization', 'merchant', 'killSwitch', 'person', ...OF_TREASURY] : []
    return {
      name: `${name} ${index + 1}`,
      caller,
      isSibling,
      own: isSibling ? own : { ...other.ids, ...own },
      shares,
      shop: domainOf((isSibling ? victim : other).canary),
    }
  }
  const keyOf = (name: string, caller: Caller): Stranger => ({
    ...{ name, caller, isSibling: false, own: other.ids, shares: [], shop: domainOf(other.canary) },
  })
  return [
    agentOf('sibling agent', victim, 1, true),
    agentOf('foreign agent', other, 0, false),
    keyOf('foreign organization', other.organization.admin),
    agentOf('sibling agent', victim, 2, true),
    agentOf('sibling agent', victim, 3, true),
    agentOf('foreign agent', other, 1, false),
    agentOf('foreign agent', other, 2, false),
    agentOf('foreign agent', other, 3, false),
    keyOf('foreign viewer', other.viewer),
    keyOf('foreign merchant', other.merchant),
    {
      ...{
        name: 'a live key of the organization',
        caller: victim.live,
        isSibling: true,
        own: victim.ids,
        shop: domainOf(victim.canary),
      },
      // The organization itself and its people are of both modes.
      shares: ['organization', 'person', 'key', 'enrolmentKey', 'session', 'request'],
    },
  ]
}

/** To whom the resources belong: an agent, and people of the organization. */
export function ownersOf({ agents, organization, ids, canary }: House): Stranger[] {
  const callers = [agents[0]?.caller ?? {}, organization.admin]
  const shares = Object.keys(ids) as Kind[]
  return callers.map((caller) => ({
    ...{ name: 'owner', caller, isSibling: true, own: ids, shop: domainOf(canary), shares },
  }))
}

/** As the subgraphs know the caller. */
export function principalOf({ service }: ServedWorld, caller: Caller): Promise<Principal> {
  const { authenticator } = service.subgraphs.agents
  const { authorization, 'x-api-key': key = '' } = caller
  if (authorization !== undefined) return authenticator.verifyAccessToken(authorization.replace('Bearer ', ''))
  return key.startsWith('sk_merchant_')
    ? authenticator.verifyMerchantKey(key)
    : authenticator.verifyOrganizationKey(key)
}

async function makeOneOfEach(
  { send, service }: ServedWorld,
  { orgId, admin }: ServedOrganization,
  { agentId, walletId, mandateId, caller }: ServedAgent,
  canary: string,
): Promise<Ids> {
  const get = async (path: string, by: Caller) =>
    bodyOf(await send({ method: 'GET', path: `/api/v2${path}`, caller: by }))
  const ask = (path: string, by: Caller, body: object): Promise<Answer> =>
    send({
      ...{ method: 'POST', path: `/api/v2${path}`, caller: by, body: JSON.stringify(body) },
      headers: { 'x-agent-id': agentId },
    })
  const post = async (path: string, by: Caller, body: object) => bodyOf(await ask(path, by, body))
  const money = { wallet_id: walletId, amount: '1.00', token: 'USDC' }
  const unpaid = await ask('/payments', caller, { ...money, to: PAYEE, purpose: canary })
  const payment = String(unpaid.refusal?.details.payment_id)
  const parked = await post('/payments', caller, { ...money, to: MIXER, purpose: canary })
  const owner = { orgId, walletId, mode: 'test' } as unknown as Parameters<typeof credit>[1]
  await credit(service, owner, 5_000_000n)
  const shop = {
    name: canary,
    legal_name: canary,
    domain: domainOf(canary),
    payout_addresses: [{ chain: 'base', address: PAYEE }],
  }
  const merchant = await post('/merchants', admin, shop)
  const hold = await post('/holds', admin, { ...money, merchant: shop.domain, purpose: canary })
  const [posted] = rowsIn(await get(`/transactions?hold_id=${hold.hold_id}`, caller))
  const hook = { url: 'https://192.0.2.1.example/hook', events: ['payment.failed'], secret: 's'.repeat(16) }
  const { webhook_id: webhook } = await post('/webhooks', caller, { ...hook, description: canary })
  const delivery = await post(`/webhooks/${webhook}/test`, caller, {})
  const [event] = rowsIn(await get('/events?types=payment.failed', caller))
  const approval = await post('/approvals', caller, { ...money, to: PAYEE, purpose: canary })
  const session = await post(`/organizations/${orgId}/sessions`, admin, { kind: 'browser' })
  const key = await post(`/organizations/${orgId}/keys`, admin, { name: canary, roles: [] })
  await post(`/organizations/${orgId}/enrolment-keys`, admin, { label: canary })
  const merchantKey = await post(`/merchants/${merchant.merchant_id}/keys`, admin, { name: canary })
  const [enrolmentKey] = rowsIn(await get(`/organizations/${orgId}/enrolment-keys`, admin))
  const dollars = await makeDollars({ get, post }, { admin, agentId, walletId }, canary)
  const stop = { scope: 'merchant', target_id: `stopped.${shop.domain}`, reason: canary, reason_code: 'test' }
  const killSwitch = await post('/kill-switches', admin, stop)
  const [audited] = rowsIn(await get('/compliance/audit', admin))
  const deposit = await service.database.collection<{ _id: string }>('deposits').findOne({ walletId })
  const ids: Record<Kind, unknown> = {
    ...{ organization: orgId, person: key.principal_id, key: key.key_id, enrolmentKey: enrolmentKey?.key_id },
    ...{ session: session.session_id, agent: agentId, wallet: walletId, mandate: mandateId, payment },
    ...{ hold: hold.hold_id, transaction: posted?.transaction_id, deposit: deposit?._id },
    ...{ mismatch: await insertMismatch(service, { orgId, walletId }), approval: approval.approval_id },
    ...{ screening: payment.replace('pay_', 'scr_'), case: parked.case_id, killSwitch: killSwitch.switch_id },
    ...(await buy({ send, service }, { admin, caller, agentId }, merchant.merchant_id)),
    ...{ merchant: merchant.merchant_id, webhook, delivery: delivery.delivery_id, event: event?.source_event_id },
    merchantKey: merchantKey.key_id,
    request: audited?.request_id,
    ...dollars,
    treasuryMismatch: await insertBankMismatch(service, orgId, dollars.financialAccount),
  }
  for (const [kind, id] of Object.entries(ids)) if (typeof id !== 'string') throw new Error(`there is no ${kind}`)
  return ids as Record<Kind, string>
}

const rowsIn = (page: Answer['body']) => page.data as readonly Readonly<Record<string, unknown>>[]

interface Ask {
  get(path: string, by: Caller): Promise<Answer['body']>
  post(path: string, by: Caller, body: object): Promise<Answer['body']>
}

/** A checkout session that is open, the order of one that is paid, and the charge of one that waits for its verdict. */
async function buy(
  { send, service }: Pick<ServedWorld, 'send' | 'service'>,
  { admin, caller, agentId }: { readonly admin: Caller; readonly caller: Caller; readonly agentId: string },
  merchantId: unknown,
) {
  const ask = async (method: 'POST' | 'PUT', path: string, by: Caller, body: object) =>
    bodyOf(await send({ method, path, caller: by, body: JSON.stringify(body) }))
  const products = [{ product_id: 'book', title: 'A book', amount_minor: 100 }]
  await ask('PUT', `/api/v2/merchants/${merchantId}/product-feed`, admin, { products })
  const items = [{ product_id: 'book', quantity: 1 }]
  const { session_id } = await ask('POST', '/acp/checkout', caller, { items })
  const cap = { agent_id: agentId, session_id, max_amount_minor: 100 }
  const { shared_token: token } = await ask('POST', '/acp/authorize', caller, cap)
  const { order_id: order } = await ask('POST', '/acp/pay', caller, { session_id, token })
  const { session_id: checkout } = await ask('POST', '/acp/checkout', caller, { items })
  const { session_id: waiting } = await ask('POST', '/acp/checkout', caller, { items })
  await ask('POST', '/acp/authorize', caller, { ...cap, session_id: waiting })
  return { checkout, order, charge: await insertPendingCharge(service.database, String(waiting)) }
}

/** One object of the treasury of each kind, and a card of the agent with an authorization that was cleared. */
async function makeDollars(
  { get, post }: Ask,
  { admin, agentId, walletId }: { readonly admin: Caller; readonly agentId: string; readonly walletId: string },
  canary: string,
) {
  await post('/test/kyb-review', admin, { status: 'accepted' })
  await post(`/compliance/kya/${agentId}/evidence`, admin, { type: 'purpose_review' })
  const holder = await post('/treasury/account-holders/sync', admin, {})
  const [, issuing, reserve] = (holder.financial_accounts as readonly { readonly token: string }[]).map(
    ({ token }) => token,
  )
  const number = { routing_number: '021000021', account_number: '12345678', type: 'CHECKING' }
  const owner = { owner: canary, owner_type: 'BUSINESS', verification_method: 'EXTERNALLY_VERIFIED' }
  const { token: bankAccount } = await post('/treasury/external-bank-accounts', admin, { ...number, ...owner })
  const funding = { amount_minor: 1_000, external_bank_account_token: bankAccount, memo: canary }
  const { payment_token: treasuryPayment } = await post('/treasury/fund', admin, funding)
  for (let event = 0; event < 3; event++)
    await post(`/treasury/simulate/payments/${treasuryPayment}/advance`, admin, {})
  const between = { from_financial_account_token: issuing, to_financial_account_token: reserve, amount_minor: 10 }
  const moved = await post('/treasury/book-transfers', admin, between)
  const { card_id: card } = await post('/cards', admin, { wallet_id: walletId, memo: canary })
  const charged = await post(`/cards/${card}/simulate/authorize`, admin, { amount_minor: 100 })
  const price = { from_amount_minor: 100, to_token: 'USDC', to_chain: 'base', wallet_id: walletId }
  const { quote_id: quote } = await post('/treasury/conversions/quotes', admin, price)
  const [accountHolder] = rowsIn(await get('/treasury/account-holders', admin))
  return {
    ...{ accountHolder: accountHolder?.token, financialAccount: issuing, bankAccount, treasuryPayment, card },
    otherAccount: reserve,
    ...{ bookTransfer: moved.book_transfer_token, cardTransaction: charged.card_transaction_id, quote },
  }
}

/** As the reconciliation leaves it, which would need a bank that lies. */
async function insertBankMismatch(
  { database }: ServedWorld['service'],
  orgId: string,
  financialAccountId: unknown,
): Promise<string> {
  const _id = `tmi_${orgId.slice(4)}`
  const row = {
    ...{ _id, v: 1, orgId, mode: 'test', kind: 'missing_at_bank', entry: 'settled', state: 'open', financialAccountId },
    ...{ reference: null, traceNumber: null, ledgerCents: 1n, bankCents: null, reason: '', resolution: null },
    ...{ resolvedBy: null, openedAt: new Date(), updatedAt: new Date(), resolvedAt: null },
  }
  await database.collection<{ _id: string }>('bankMismatches').insertOne(row as { _id: string })
  return _id
}

/** As settlement leaves it, which would need a chain that lies. */
async function insertMismatch(
  { database }: ServedWorld['service'],
  { orgId, walletId }: { readonly orgId: string; readonly walletId: string },
): Promise<string> {
  const _id = `mis_${walletId.slice(4)}`
  const row = {
    ...{ _id, v: 1, orgId, mode: 'test', kind: 'balance_differs', state: 'open', walletId, paymentId: null },
    ...{ depositId: null, token: 'USDC', chain: 'base', expected: '1', found: '2', missing: 0n, corrections: 0 },
    ...{ reason: '', openedAt: new Date(), updatedAt: new Date(), resolvedAt: null, resolution: null },
  }
  await database.collection<{ _id: string }>('mismatches').insertOne(row as { _id: string })
  return _id
}
