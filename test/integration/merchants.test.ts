// The merchant registry and the directory over a real replica set: domain A.11b and 6.1.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommerce } from '../../subgraphs/commerce/index.ts'
import { mandateGates } from '../../subgraphs/mandates/index.ts'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import { createCommit } from '../../subgraphs/shared/commit/groupCommit.ts'
import { newOrgPosition, type OrgPosition, orgRef } from '../../subgraphs/shared/commit/positions.ts'
import { prepareCommitStore } from '../../subgraphs/shared/commit/store.ts'
import type { Database } from '../../subgraphs/shared/database.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import { newId, type OrgId } from '../../subgraphs/shared/ids.ts'
import type { AgentPrincipal, OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { execute } from '../support/execute.ts'
import { noScreening } from '../support/noScreening.ts'
import { openTestDatabase, silentLog, type TestDatabase } from '../support/openTestDatabase.ts'

const CREATE = `mutation ($input: CreateMerchantInput!) { createMerchant(input: $input) { replayed
  merchant { id name domain category status mode mcc country payoutAddresses { chain address } organization { id } } } }`
const UPDATE = `mutation ($input: UpdateMerchantInput!) { updateMerchant(input: $input) {
  merchant { id name domain category status payoutAddresses { chain address } } } }`
const MERCHANT = 'query ($id: ID!) { merchant(id: $id) { id } }'
const PAYOUT = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'
const OTHER = '0x000000000000000000000000000000000000dEaD'

interface Merchant extends Record<string, unknown> {
  id: string
  domain: string
  category: string
}

let opened: TestDatabase
let database: Database
let commerce: ReturnType<typeof createCommerce>
let admin: OrganizationPrincipal
let domains = 0
/** The ids of each look-up. */
const tokensRead: (readonly string[])[] = []
/** Of the session that its id names. */
async function findTokens(ids: readonly string[]) {
  tokensRead.push(ids)
  const [createdAt, paymentId] = [new Date(), 'pay_1']
  return ids.map((holdId) => ({
    ...{ holdId, sessionId: holdId.replace('hld_', ''), agentId: 'agt_1', status: 'used', maxAmountMinor: 1 },
    ...{ token: 'USDC', chain: 'base', paymentId, expiresAt: createdAt, createdAt },
  }))
}

beforeAll(async () => {
  opened = await openTestDatabase('merchants-test')
  database = opened.database
  const commit = createCommit({ database, clock: systemClock, log: silentLog })
  commerce = createCommerce({
    ...{ database, commit, clock: systemClock, newId, log: silentLog, screening: noScreening },
    ...{ baseUrl: '', secrets: {} as never, killSwitch: mandateGates.killSwitch },
    tokens: { find: findTokens } as never,
  })
  await database.prepare()
  await prepareCommitStore(database)
  admin = await newAdmin()
}, 60_000)

afterAll(() => opened.stop())

async function newAdmin(): Promise<OrganizationPrincipal> {
  const orgId = newId('organization')
  const row = { _id: orgRef(orgId).id, v: 1, ...newOrgPosition(orgId) }
  await database.collection<OrgPosition>('positions').insertOne(row)
  return { kind: 'organization', orgId, mode: 'test', keyId: 'key_1', personId: 'p', roles: ['admin'] }
}

function agentOf({ orgId, mode }: OrganizationPrincipal, capabilities: AgentPrincipal['capabilities']): AgentPrincipal {
  return { kind: 'agent', agentId: 'agt_1', orgId, mode, walletId: 'wal_1', capabilities, scope: 'agent:read' }
}

const newDomain = () => `shop-${domains++}.example`

async function create(input: Record<string, unknown> = {}, by: Principal = admin) {
  const given = { name: 'Shop', legalName: 'Shop GmbH', domain: newDomain(), ...input }
  const answer = await execute<{ createMerchant: { merchant: Merchant; replayed: boolean } }>(commerce, by, CREATE, {
    input: given,
  })
  return answer.createMerchant
}

async function update(input: Record<string, unknown>, by: Principal = admin): Promise<Merchant> {
  return (await execute<{ updateMerchant: { merchant: Merchant } }>(commerce, by, UPDATE, { input })).updateMerchant
    .merchant
}

async function refusal(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => 'was not refused',
    (cause: unknown) => cause,
  )
  if (!(error instanceof DomainError)) throw new Error(`no refusal: ${String(error)}`)
  const fields = error.details.fields as { code: string }[] | undefined
  return [error.type, error.details.reason, fields?.[0]?.code].filter((part) => part !== undefined).join(' ')
}

const versionOf = async (orgId: OrgId) =>
  (await database.collection<OrgPosition>('positions').findOne({ _id: orgRef(orgId).id }))?.merchantsVersion

describe('registry', () => {
  test('a new merchant increments the version of the registry', async () => {
    const before = (await versionOf(admin.orgId)) ?? 0
    const { merchant, replayed } = await create({
      mcc: '5734',
      country: 'DE',
      payoutAddresses: [{ chain: 'base', address: PAYOUT.toLowerCase() }],
    })
    expect(replayed).toBe(false)
    expect(merchant).toMatchObject({
      ...{ category: 'software', status: 'active', mode: 'test', organization: { id: admin.orgId } },
      payoutAddresses: [{ chain: 'base', address: PAYOUT }],
    })
    expect(await versionOf(admin.orgId)).toBe(before + 1)
    expect(await update({ id: merchant.id, status: 'blocked', mcc: '7995' })).toMatchObject({
      status: 'blocked',
      category: 'gambling',
    })
    expect(await versionOf(admin.orgId)).toBe(before + 2)
  })

  test('a domain is unique in an organization and mode, even under concurrency', async () => {
    const domain = newDomain()
    const both = await Promise.allSettled([create({ domain }), create({ domain: `HTTPS://${domain}/` })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(create({ domain }))).toBe('conflict duplicate')
    const { merchant } = await create()
    expect(await refusal(update({ id: merchant.id, domain }))).toBe('conflict duplicate')
    expect((await update({ id: merchant.id, domain: merchant.domain })).domain).toBe(merchant.domain)
    await create({ domain }, { ...admin, mode: 'live' })
    await create({ domain }, await newAdmin())
  })

  test('merchants of one organization are registered and changed side by side', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create()))
    expect(new Set(made.map(({ merchant }) => merchant.domain)).size).toBe(6)
    const changed = await Promise.all(made.map(({ merchant: { id } }, index) => update({ id, name: `Shop ${index}` })))
    expect(changed.map(({ name }) => name)).toEqual(made.map((_, index) => `Shop ${index}`))
  })

  test('an Idempotency-Key makes one merchant', async () => {
    const input = { domain: newDomain(), idempotencyKey: 'm1' }
    const first = await create(input)
    expect(await create(input)).toEqual({ merchant: first.merchant, replayed: true })
    expect(await refusal(create({ ...input, name: 'Other' }))).toBe('idempotency_mismatch')
  })

  test('who may: admins write; keys and agents with payments read; nobody sees another organization', async () => {
    const { merchant } = await create()
    expect(await refusal(create({}, { ...admin, roles: [] }))).toBe('insufficient_scope')
    expect(await refusal(create({}, agentOf(admin, ['payments'])))).toBe('capability_denied organization_only')
    const find = (by: Principal, id = merchant.id) => execute(commerce, by, MERCHANT, { id })
    expect(await find(agentOf(admin, ['payments']))).toEqual({ merchant: { id: merchant.id } })
    expect(await find({ ...admin, roles: [] })).toEqual({ merchant: { id: merchant.id } })
    expect(await refusal(find(agentOf(admin, ['wallets'])))).toBe('capability_denied')
    const stranger = await newAdmin()
    for (const by of [stranger, { ...admin, mode: 'live' as const }, agentOf(stranger, ['payments'])]) {
      expect(await refusal(find(by))).toBe('not_found')
      if (by.kind === 'organization')
        expect(await refusal(update({ id: merchant.id, name: 'x' }, by))).toBe('not_found')
    }
    for (const id of ['mrc_none', 'x']) expect(await refusal(find(admin, id))).toBe('not_found')
    const source = 'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Merchant { id } } }'
    const of = [{ __typename: 'Merchant', id: merchant.id }]
    expect(await execute(commerce, agentOf(admin, []), source, { of })).toEqual({ _entities: [{ id: merchant.id }] })
    expect(await execute(commerce, stranger, source, { of })).toEqual({ _entities: [null] })
  })

  test('lists newest first, with filters', async () => {
    const by = await newAdmin()
    const ids: string[] = []
    for (const mcc of ['5734', '7995', '5734']) ids.unshift((await create({ mcc }, by)).merchant.id)
    const LIST = `query ($first: Int, $after: String, $category: String, $domain: String, $statuses: [MerchantStatus!]) {
      merchants(first: $first, after: $after, category: $category, domain: $domain, statuses: $statuses) {
        edges { node { id domain } } pageInfo { hasNextPage endCursor } } }`
    const list = async (query: object) =>
      (
        await execute<{ merchants: { edges: { node: Merchant }[]; pageInfo: { endCursor: string } } }>(
          commerce,
          by,
          LIST,
          { ...query },
        )
      ).merchants
    const page = await list({ first: 2 })
    expect(page.edges.map(({ node }) => node.id)).toEqual(ids.slice(0, 2))
    expect((await list({ after: page.pageInfo.endCursor })).edges.map(({ node }) => node.id)).toEqual(ids.slice(2))
    expect((await list({ category: 'software' })).edges).toHaveLength(2)
    expect((await list({ domain: page.edges[0]?.node.domain })).edges).toHaveLength(1)
    expect((await list({ statuses: ['blocked'] })).edges).toHaveLength(0)
    for (const wrong of [{ category: 'x' }, { domain: 'x' }, { first: 101 }])
      expect(await refusal(list(wrong))).toContain('invalid_request')
  })
})

describe('directory', () => {
  const setUp = async () => {
    const by = await newAdmin()
    const payoutAddresses = [{ chain: 'base', address: PAYOUT }]
    const { merchant } = await create({ mcc: '5734', payoutAddresses }, by)
    const resolve = (to: string, named?: string, chain: 'base' | 'polygon' = 'base') =>
      commerce.directory.resolve({
        orgId: by.orgId,
        mode: 'test',
        to,
        chain,
        ...(named === undefined ? {} : { merchant: named }),
      })
    const listed = { merchantId: merchant.id, domain: merchant.domain, category: 'software', status: 'active' }
    const known = { ...listed, legalName: 'Shop GmbH', country: merchant.country }
    return { by, merchant, resolve, known }
  }

  test('by id, domain, the www form of it, and payout address', async () => {
    const { merchant, resolve, known } = await setUp()
    for (const to of [merchant.id, merchant.domain, `https://www.${merchant.domain}/x`, PAYOUT, PAYOUT.toLowerCase()])
      expect(await resolve(to)).toEqual({ merchantsVersion: 2, destination: { address: PAYOUT }, merchant: known })
    expect((await resolve(merchant.id, undefined, 'polygon')).destination).toEqual({
      reason: 'merchant_has_no_address_on_chain',
      chains: ['base'],
    })
  })

  test('unknown: an address has no merchant, a domain names it without a destination, an id has no destination', async () => {
    const { resolve, by } = await setUp()
    expect(await resolve(OTHER)).toMatchObject({ destination: { address: OTHER }, merchant: null })
    const domain = { merchantId: null, domain: 'other.example', category: 'uncategorized', status: 'active' }
    expect(await resolve('other.example')).toMatchObject({
      destination: { reason: 'unknown_merchant' },
      merchant: domain,
    })
    expect(await resolve('mrc_none')).toMatchObject({ destination: { reason: 'unknown_merchant' }, merchant: null })
    const { merchant: foreign } = await create()
    expect(await resolve(foreign.id)).toMatchObject({ destination: { reason: 'unknown_merchant' }, merchant: null })
    const inLive = await commerce.directory.resolve({ orgId: by.orgId, mode: 'live', to: PAYOUT, chain: 'base' })
    expect(inLive.merchant).toBeNull()
  })

  test('a merchant named beside an address is accepted only with its own address', async () => {
    const { merchant, resolve, known } = await setUp()
    expect((await resolve(PAYOUT, merchant.domain)).merchant).toEqual(known)
    expect((await resolve(PAYOUT, merchant.id)).merchant).toEqual(known)
    // Else an agent would pay any address under the name of an allowed merchant.
    for (const named of [merchant.domain, merchant.id])
      expect(await refusal(resolve(OTHER, named))).toBe('invalid_request contradicts_to')
    expect(await refusal(resolve(PAYOUT, 'other.example'))).toBe('invalid_request contradicts_to')
    expect((await resolve(OTHER, 'nobody-registered.example')).merchant).toBeNull()
  })

  test('a named merchant may not contradict a `to` that names one', async () => {
    const { merchant, resolve, known } = await setUp()
    expect((await resolve(merchant.id, `www.${merchant.domain}`)).merchant).toEqual(known)
    expect((await resolve(PAYOUT, 'no domain')).merchant).toEqual(known)
    for (const to of [merchant.id, merchant.domain])
      expect(await refusal(resolve(to, 'other.example'))).toBe('invalid_request contradicts_to')
  })

  test('a blocked payee is reported as blocked; two payees at one address resolve to neither unless one is named', async () => {
    const { by, merchant, resolve } = await setUp()
    await update({ id: merchant.id, status: 'blocked' }, by)
    commerce.directory.refresh(by.orgId)
    expect((await resolve(PAYOUT)).merchant).toMatchObject({ merchantId: merchant.id, status: 'blocked' })
    await create({ payoutAddresses: [{ chain: 'base', address: PAYOUT }] }, by)
    commerce.directory.refresh(by.orgId)
    expect((await resolve(PAYOUT)).merchant).toBeNull()
    expect((await resolve(PAYOUT, merchant.id)).merchant).toMatchObject({ merchantId: merchant.id })
  })

  test('a cached result has the old version until it is refreshed', async () => {
    const { by, merchant, resolve } = await setUp()
    expect((await resolve(merchant.id)).merchantsVersion).toBe(2)
    await update({ id: merchant.id, payoutAddresses: [{ chain: 'base', address: OTHER }] }, by)
    expect(await resolve(merchant.id)).toMatchObject({ merchantsVersion: 2, destination: { address: PAYOUT } })
    commerce.directory.refresh(by.orgId)
    expect(await resolve(merchant.id)).toMatchObject({ merchantsVersion: 3, destination: { address: OTHER } })
  })
})

describe('product feeds', () => {
  const FEED = 'mutation ($input: SetProductFeedInput!) { setProductFeed(input: $input) { manifest { hasMore } } }'
  const MANIFEST = `query ($merchant: String) { productManifest(merchant: $merchant) {
    hasMore merchant { id } productFeed { productId merchantId } } }`
  const CHECKOUT = `mutation ($input: CreateCheckoutInput!) { createCheckout(input: $input) { checkout {
    totalAmountMinor merchant { id } } } }`
  const BOOK = { productId: 'book', title: 'A book', amountMinor: 1_000 }

  const sell = (merchantId: string, products: readonly object[], by: Principal) =>
    execute<object>(commerce, by, FEED, { input: { merchantId, products } })
  const show = async (by: Principal, merchant?: string) =>
    (
      await execute<{
        productManifest: { hasMore: boolean; merchant: { id: string } | null; productFeed: { merchantId: string }[] }
      }>(commerce, by, MANIFEST, { merchant })
    ).productManifest
  const buy = async (by: Principal, merchantId?: string, productId = 'book') => {
    const input = { items: [{ productId, quantity: 1 }], merchantId }
    const answer = await execute<{ createCheckout: { checkout: { merchant: { id: string } } } }>(
      ...([commerce, by, CHECKOUT, { input }] as const),
    )
    return answer.createCheckout.checkout
  }

  test('those of active merchants are found behind any number of blocked ones, and the one that is named among many', async () => {
    const by = await newAdmin()
    const ids: string[] = []
    for (let index = 0; index <= 20; index++) {
      const { merchant } = await create({}, by)
      await sell(merchant.id, [BOOK], by)
      ids.push(merchant.id)
    }
    const last = ids.at(-1) ?? ''
    expect(await buy(by, last)).toMatchObject({ merchant: { id: last } })
    expect(await refusal(buy(by))).toBe('invalid_request ambiguous')
    expect(await show(by)).toMatchObject({ merchant: null, hasMore: true })
    for (const id of ids.slice(0, -1)) await update({ id, status: 'blocked' }, by)
    const { productFeed, ...rest } = await show(by)
    expect([productFeed, rest]).toMatchObject([[{ merchantId: last }], { merchant: { id: last }, hasMore: false }])
    expect(await buy(by)).toMatchObject({ merchant: { id: last } })
    expect(await refusal(buy(by, ids[0]))).toBe('invalid_request unknown_product')
  })

  test('the largest one is taken, a larger one is refused with its size, and a manifest shows 500 products', async () => {
    const by = await newAdmin()
    const [one, two] = [await create({}, by), await create({}, by)]
    const products = (size: number) =>
      Array.from({ length: 500 }, (_, index) => ({ ...BOOK, productId: `$p${index}`, description: 'd'.repeat(size) }))
    await sell(one.merchant.id, products(390), by)
    expect(await refusal(sell(one.merchant.id, products(400), by))).toBe('invalid_request too_large')
    await sell(two.merchant.id, [BOOK], by)
    const { productFeed, ...rest } = await show(by)
    expect([productFeed.length, rest]).toEqual([500, { merchant: null, hasMore: true }])
    expect(await show(by, two.merchant.domain)).toMatchObject({ productFeed: [{ productId: 'book' }], hasMore: false })
  })

  test('a checkout has the prices of the feed as it is, and does not write it again, however large it is', async () => {
    const by = await newAdmin()
    const { merchant } = await create({}, by)
    const feed = () => database.collection<{ _id: string; v: number }>('productFeeds').findOne({ _id: merchant.id })
    await sell(merchant.id, [BOOK, { ...BOOK, productId: '$title' }], by)
    const before = await feed()
    expect(await buy(by, merchant.domain, '$title')).toMatchObject({ totalAmountMinor: 1_000 })
    expect((await feed())?.v).toBe(before?.v)
    await sell(merchant.id, [{ ...BOOK, amountMinor: 1_200 }], by)
    expect(await buy(by)).toMatchObject({ totalAmountMinor: 1_200 })
  })

  test('a page of sessions reads at once what they are joined with', async () => {
    const by = await newAdmin()
    const { merchant } = await create({}, by)
    await sell(merchant.id, [BOOK], by)
    const rows = database.collection<{ _id: string; orgId: string; tokenIds: string[] }>('checkouts')
    for (let index = 0; index < 5; index++) await buy(by)
    const ids = (await rows.find({ orgId: by.orgId }).toArray()).map(({ _id }) => _id)
    const orders = database.collection<{ _id: string; sessionId: string }>('orders')
    for (const _id of ids) {
      const orderId = _id.replace('cks_', 'ord_')
      await rows.updateOne({ _id }, { $set: { tokenIds: [`hld_${_id}`], orderId, paymentId: 'pay_1' } })
      const order = { _id: orderId, sessionId: _id, orgId: by.orgId, mode: 'test', refunds: [], items: [] }
      await orders.insertOne({ ...order, ...{ createdAt: new Date(), updatedAt: new Date(), fulfillment: null } })
    }
    const { db } = database.connection
    await db?.command({ profile: 2 })
    const token = 'agent { id } checkout { id } merchant { id } order { checkout { id } }'
    const page = `{ checkouts { nodes { id merchant { id } order { id } sharedTokens { ${token} } declined } } }`
    const { checkouts } = await execute<{ checkouts: { nodes: readonly { sharedTokens: readonly object[] }[] } }>(
      ...([commerce, by, page] as const),
    )
    await db?.command({ profile: 0 })
    const read = await db?.collection('system.profile').countDocuments({ ns: /[.]merchants$/ })
    expect([read, tokensRead.length]).toEqual([1, 1])
    // Sessions for the list, its total, and the tokens; orders for the sessions, and for what is joined behind the tokens.
    const reads = (of: string) => db?.collection('system.profile').countDocuments({ ns: new RegExp(`[.]${of}$`) })
    expect([await reads('checkouts'), await reads('orders')]).toEqual([3, 2])
    for (const { sharedTokens } of checkouts.nodes)
      expect(sharedTokens).toMatchObject([{ agent: { id: 'agt_1' }, merchant: { id: merchant.id }, order: {} }])
    expect(new Set(tokensRead.flat())).toEqual(new Set(ids.map((id) => `hld_${id}`)))
  })
})
