// Every list of the graph over a running service (domain A.1): the whole in each order and from either end, with its exact
// total; each filter by state; and a list that fails blanks alone, however the others stand beside it.
import { readFileSync } from 'node:fs'
import { Supergraph } from '@apollo/federation-internals'
import { type GraphQLEnumType, type GraphQLInputObjectType, getNamedType, isEnumType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOneOfEach } from '../conformance/sections/ownership.ts'
import { type Body, createCarrier, postGraph } from '../support/carriers.ts'
import { done, openAgent, openScene, type Scene, until } from '../support/scene.ts'
import { startTestService, type TestService } from '../support/startService.ts'
import { openBankMismatch } from '../support/treasuryScene.ts'

const sdl = readFileSync(new URL('../../schema/supergraph.graphql', import.meta.url), 'utf8')
const schema = Supergraph.build(sdl).apiSchema().toGraphQLJSSchema()
/** Without the look-ups by hash, which are the lists of transactions narrowed to one. */
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ name, type }) => {
  const named = getNamedType(type)
  return (
    !['transactionsByHash', 'ledgerTransactionsByHash', 'refunds', 'trustScoreHistory'].includes(name) &&
    isObjectType(named) &&
    named.getFields().pageInfo !== undefined
  )
})

interface Page {
  readonly nodes: readonly Body[]
  readonly totalCount: number
  readonly totalCountIsExact: boolean
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

let service: TestService
let scene: Scene
let ids: Readonly<Record<string, string>>

beforeAll(async () => {
  service = await startTestService('graph_panels', 'in process')
  const carrier = createCarrier('rest', service)
  scene = await openScene({ carrierName: 'rest', service: () => service, carrier: () => carrier }, 'Panels')
  const options = { capabilities: ['payments', 'wallets', 'mandates', 'approvals'], scope: 'agent:admin' }
  const agent = await openAgent(scene, options)
  ids = await makeOneOfEach(scene, agent)
  await openAgent(scene)
  done(await carrier.call('createEnrolmentKey', { org_id: scene.organization.orgId }, scene.owner))
  done(await carrier.call('createMerchantKey', { merchant_id: ids.merchant_id }, scene.owner))
  const price = { from_amount_minor: 100, to_token: 'USDC', to_chain: 'base', wallet_id: agent.walletId }
  done(await carrier.call('createQuote', price, scene.owner))
  await openBankMismatch(scene)
  done(await carrier.call('freezeWallet', { wallet_id: agent.walletId, reason: 'A drill.' }, scene.owner))
  // What is on its way to the chain, or about to be dismissed with the frozen wallet, would still add events, and rows of
  // the audit log, while they are counted.
  await until(async () => (await countOnItsWay()) === 0)
}, 90_000)
afterAll(() => service.stop())

async function countOnItsWay() {
  const { database } = service
  const stage = { $in: ['queued', 'broadcasting', 'confirming'] }
  const payments = await database.collection('payments').countDocuments({ stage })
  return payments + (await database.collection('approvals').countDocuments({ status: 'pending' }))
}

/** Arguments without which a list cannot be asked for. */
const given = (name: string): readonly string[] => {
  if (name === 'mandateVersions') return [`mandateId: "${ids.mandate_id}"`]
  if (name === 'merchantKeys') return [`merchantId: "${ids.merchant_id}"`]
  if (['enrolmentKeys', 'organizationKeys', 'sessions'].includes(name)) return [`orgId: "${scene.organization.orgId}"`]
  return name === 'deliveries' ? [`webhookId: "${ids.webhook_id}"`] : []
}
const ask = async (document: string) => (await postGraph(service.url, document, {}, scene.owner)).body
async function read(name: string, args: readonly string[], row = '__typename'): Promise<Page> {
  const all = [...given(name), ...args].join(', ')
  const document = `{ ${name}${all === '' ? '' : `(${all})`} {
    nodes { ${row} } totalCount totalCountIsExact pageInfo { hasNextPage endCursor } } }`
  const { data, errors } = await ask(document)
  expect(errors, document).toBeUndefined()
  return (data as Record<string, Page>)[name] as Page
}

/** What identifies a row that is no node. */
const FIELDS_OF: Readonly<Record<string, string>> = {
  balances: 'walletId token chain',
  refusals: 'refusalId',
  screenings: 'screeningId',
  auditLog: 'recordId',
}
const identify = (node: Body): string => JSON.stringify(node)

describe('every list', () => {
  test.each(lists.map((one) => [one.name, one] as const))('%s, in its orders and by its states', async (name, list) => {
    const fields = FIELDS_OF[name] ?? 'id'
    const all = await read(name, ['first: 100'], fields)
    const wanted = all.nodes.map(identify)
    expect(all).toMatchObject({ totalCount: wanted.length, totalCountIsExact: true })
    if (name !== 'reconciliationMismatches') expect(wanted.length).toBeGreaterThan(0)
    const order = list.args.find((arg) => arg.name === 'orderBy')?.type as GraphQLInputObjectType
    for (const { name: field } of (getNamedType(order.getFields().field?.type) as GraphQLEnumType).getValues()) {
      const inOrder = async (direction: string, size: string) =>
        (await read(name, [`${size}: 100`, `orderBy: { field: ${field}, direction: ${direction} }`], fields)).nodes
      const rising = await inOrder('asc', 'first')
      expect((await inOrder('desc', 'last')).toReversed(), field).toEqual(rising)
      expect(new Set(rising.map(identify)), field).toEqual(new Set(wanted))
    }
    const one = await read(name, ['first: 1'], fields)
    expect(one).toMatchObject({ totalCount: wanted.length, pageInfo: { hasNextPage: wanted.length > 1 } })

    for (const { name: filter, type } of list.args) {
      const states = getNamedType(type)
      if (!isEnumType(states) || filter === 'capabilities') continue
      // Fees are listed only where they are asked for.
      const values = states.getValues().flatMap(({ name: value }) => (value === 'fee' ? [] : [value]))
      const count = async (some: readonly string[]) => (await read(name, [`${filter}: [${some}]`])).totalCount
      const counts = await Promise.all(values.map((value) => count([value])))
      expect([await count([]), await count(values)], filter).toEqual([0, wanted.length])
      expect(
        counts.reduce((sum, one) => sum + one, 0),
        filter,
      ).toBe(wanted.length)
    }
  })
})

/** A list, and the collection in which a row that nothing can be made of breaks it. */
const PANELS: readonly (readonly [list: string, collection: string, id: string])[] = [
  ['agents', 'agents', 'agt_zzzz'],
  ['merchants', 'merchants', 'mrc_zzzz'],
  ['webhooks', 'webhooks', 'whk_zzzz'],
  ['payments', 'payments', 'pay_zzzz'],
  ['approvals', 'approvals', 'apr_zzzz'],
  ['killSwitches', 'killSwitches', 'kil_zzzz'],
]

test.each(PANELS)('%s that fail blank alone', async (name, collection, id) => {
  const panels = [...PANELS.map(([list]) => list), 'mandates', 'wallets', 'events']
  const rows = service.database.collection<{ _id: string }>(collection)
  const broken = { _id: id, orgId: scene.organization.orgId, mode: 'test', status: 'active', state: 'active' }
  await rows.insertOne(broken)
  try {
    const { data, errors } = await ask(`{ ${panels.map((list) => `${list} { nodes { id } }`)} }`)
    const blank = Object.entries(data as Body).flatMap(([list, page]) => (page === null ? [list] : []))
    expect(blank).toEqual([name])
    expect((errors as readonly { readonly path: readonly string[] }[]).map(({ path }) => path[0])).toEqual([name])
  } finally {
    await rows.deleteOne({ _id: id })
  }
})
