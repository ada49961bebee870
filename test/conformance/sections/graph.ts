/**
 * What holds for the whole graph and has no counterpart in REST: lists are Relay connections with totals and orders, an id
 * alone leads to what the caller may see (specification 5 rule 6), the caller can ask who he is, and what fails nulls only
 * its own root field.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Body, type Caller, type Input, postGraph } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newDomain,
  openAgent,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  type TestAgent,
  tokenOf,
} from '../../support/scene.ts'
import { OPERATORS } from '../../support/startService.ts'
import { makeOneOfEach } from './ownership.ts'

interface Page {
  readonly nodes: readonly { readonly domain: string; readonly id: string }[]
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string
    readonly endCursor: string
  }
  readonly totalCount: number
  readonly totalCountIsExact: boolean
}

const MERCHANTS = `query ($first: Int, $after: String, $last: Int, $before: String, $orderBy: MerchantOrder,
  $statuses: [MerchantStatus!]) {
  merchants(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy, statuses: $statuses) {
    edges { cursor node { id } } nodes { id domain }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount totalCountIsExact } }`
const NODE = 'query ($id: ID!) { node(id: $id) { id __typename } }'

export function graph(given: Given): void {
  let scene: Scene
  const ask = (caller: Caller, query: string, variables: Input = {}): Promise<Answer> =>
    postGraph(given.service().url, query, variables, caller)
  const dataOf = ({ body }: Answer) => body.data as Body

  describe('lists of the graph', () => {
    let domains: string[]
    beforeAll(async () => {
      scene = await openScene(given, 'Lists of the graph')
      domains = []
      for (let i = 0; i < 7; i++) {
        const domain = newDomain()
        domains.push(domain)
        done(await scene.carrier.call('createMerchant', { name: 'Shop', legal_name: 'Shop', domain }, scene.owner))
      }
    })
    const list = async (variables: Input): Promise<Page> =>
      dataOf(done(await ask(scene.owner, MERCHANTS, variables))).merchants as Page
    const domainsIn = ({ nodes }: Page) => nodes.map(({ domain }) => domain)
    const byDomain = { orderBy: { field: 'domain', direction: 'asc' } }

    test('give the same rows from either end, each once, with how many there are', async () => {
      const one = await list({ first: 3, ...byDomain })
      const two = await list({ first: 10, after: one.pageInfo.endCursor, ...byDomain })
      expect([...domainsIn(one), ...domainsIn(two)]).toEqual(domains.toSorted())
      expect(one).toMatchObject({ totalCount: 7, totalCountIsExact: true, pageInfo: { hasNextPage: true } })
      expect(two).toMatchObject({ totalCount: 7, pageInfo: { hasNextPage: false, hasPreviousPage: true } })
      const last = await list({ last: 3, ...byDomain })
      const before = await list({ last: 10, before: last.pageInfo.startCursor, ...byDomain })
      expect([...domainsIn(before), ...domainsIn(last)]).toEqual(domains.toSorted())
      expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
      expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
      expect(one.edges.map(({ node }) => node.id)).toEqual(one.nodes.map(({ id }) => id))
    })

    test('are newest first without an order, and take several states', async () => {
      expect(domainsIn(await list({}))).toEqual(domains.toReversed())
      expect(await list({ statuses: ['active', 'blocked'] })).toMatchObject({ totalCount: 7 })
      expect(await list({ statuses: ['blocked'] })).toMatchObject({ nodes: [], totalCount: 0 })
      const overRest = async (status: string) =>
        rowsIn(done(await scene.carrier.call('listMerchants', { status }, scene.owner)))
      expect([(await overRest('active')).length, (await overRest('blocked')).length]).toEqual([7, 0])
    })

    test('refuse both ends at once, a size outside 1..100 and a cursor that is not theirs', async () => {
      const wrong = async (path: string, variables: Input) =>
        refusedField(await ask(scene.owner, MERCHANTS, variables), path)
      await wrong('last', { first: 1, last: 1 })
      await wrong('first', { first: 101 })
      await wrong('last', { last: 0 })
      await wrong('after', { after: 'nonsense' })
      const { endCursor } = (await list({ first: 1 })).pageInfo
      await wrong('after', { after: endCursor, ...byDomain })
      await wrong('before', { last: 1, before: endCursor, orderBy: { field: 'created_at', direction: 'asc' } })
      const agents = await ask(scene.owner, 'query ($after: String) { agents(after: $after) { totalCount } }', {
        after: endCursor,
      })
      refusedField(agents, 'after')
    })

    test('name a wrong field as it was written: in the input, in a variable, as an argument', async () => {
      const pathIn = ({ text }: Answer) => JSON.parse(text).errors[0].extensions.details.fields[0].path
      const create = 'mutation ($input: CreateMerchantInput!) { made: createMerchant(input: $input) { replayed } }'
      const form = { name: 'Shop', legalName: 'x'.repeat(10_000), domain: newDomain() }
      expect(pathIn(await ask(scene.owner, create, { input: form }))).toBe('input.legalName')
      expect(pathIn(await ask(scene.owner, create, { input: { ...form, legalNames: 'x' } }))).toBe('input.legalNames')
      const payments =
        'query ($from: DateTime, $until: DateTime) { payments(createdFrom: $from, createdUntil: $until) { totalCount } }'
      const backwards = { from: '2026-02-02T00:00:00Z', until: '2026-02-01T00:00:00Z' }
      expect(pathIn(await ask(scene.owner, payments, backwards))).toBe('createdFrom')
    })

    test('blank alone: what is refused beside them leaves them as they are', async () => {
      const answer = await ask(scene.owner, '{ merchants { totalCount } agents(first: 0) { totalCount } me { id } }')
      expect(dataOf(answer)).toEqual({ merchants: { totalCount: 7 }, agents: null, me: null })
    })

    test('count as large as they are asked for, from either end', async () => {
      const nested = (inner: string) => `{ agents(last: 100) { nodes { ${inner} } } }`
      const tooLarge = await ask(scene.owner, nested('wallet { payments(first: 100) { edges { cursor } } }'))
      expect(tooLarge.text).toMatch('rows above')
      const ids = Array.from({ length: 10 }, (_, i) => `n${i}: nodes(ids: $ids) { id }`).join(' ')
      const many = Array.from({ length: 101 }, () => 'agt_1')
      expect((await ask(scene.owner, `query ($ids: [ID!]!) { ${ids} }`, { ids: many })).refused).not.toBeNull()
    })
  })

  describe('over HTTP', () => {
    test('a replay says so in the payload, under its alias and through fragments too', async () => {
      const own = await openScene(given, 'Replays')
      const agent = await openAgent(own, { funds: '5' })
      const document = `mutation ($input: CreatePaymentInput!) { paid: createPayment(input: $input) {
        replayed ...Again payment { id } } } fragment Again on CreatePaymentPayload { again: replayed }`
      const to = '0x1111111111111111111111111111111111111111'
      const input = {
        walletId: agent.walletId,
        to,
        amount: '1.00',
        token: 'USDC',
        idempotencyKey: `once-${agent.agentId}`,
      }
      const send = async () => (dataOf(await ask(agent.caller, document, { input })) as { paid: Body }).paid
      const first = await send()
      expect(first).toMatchObject({ replayed: false, again: false })
      expect(await send()).toEqual({ ...first, replayed: true, again: true })
    })

    test('a client that takes streams beside JSON is answered in JSON', async () => {
      const accept = 'application/graphql-response+json, application/json, text/event-stream, multipart/mixed'
      const headers = { 'content-type': 'application/json', accept }
      const body = JSON.stringify({ query: '{ __typename }' })
      const response = await fetch(new URL('/graphql', given.service().url), { method: 'POST', headers, body })
      expect([response.status, await response.json()]).toEqual([200, { data: { __typename: 'Query' } }])
    })

    test('a media type that it does not have is 406, in the body too', async () => {
      const response = await fetch(new URL('/graphql', given.service().url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/csv',
        },
        body: JSON.stringify({ query: '{ __typename }' }),
      })
      const { errors } = (await response.json()) as { errors: { extensions: object }[] }
      expect([response.status, errors[0]?.extensions]).toEqual([406, expect.objectContaining({ http_status: 406 })])
    })
  })

  describe('an id alone', () => {
    let victim: TestAgent
    let ids: Record<string, string>
    let strangers: Caller[]
    const TYPES: Readonly<Record<string, string>> = {
      agent_id: 'Agent',
      wallet_id: 'Wallet',
      payment_id: 'Payment',
      mandate_id: 'Mandate',
      version_id: 'MandateVersion',
      approval_id: 'Approval',
      hold_id: 'Hold',
      transaction_id: 'Transaction',
      merchant_id: 'Merchant',
      webhook_id: 'Webhook',
      delivery_id: 'WebhookDelivery',
      event_id: 'Event',
      ledger_transaction_id: 'LedgerTransaction',
      charge_id: 'LedgerTransaction',
      account_holder_id: 'AccountHolder',
      financial_account_id: 'FinancialAccount',
      bank_account_id: 'ExternalBankAccount',
      treasury_payment_id: 'TreasuryPayment',
      book_transfer_id: 'BookTransfer',
      checkout_id: 'Checkout',
      order_id: 'Order',
      card_id: 'Card',
      card_transaction_id: 'CardTransaction',
    }
    const MERCHANT = 'merchant_id'

    beforeAll(async () => {
      scene = await openScene(given, 'Nodes')
      const foreign = await openScene(given, 'Nodes of others')
      const capabilities = ['payments', 'wallets', 'mandates', 'approvals', 'holds', 'treasury', 'cards']
      const options = { capabilities, scope: 'agent:admin' }
      victim = await openAgent(scene, options)
      const made = await makeOneOfEach(scene, victim)
      ids = {
        ...{ ...made, version_id: `${made.mandate_id}/1` },
        // The ids of transactions are those of what caused them.
        ledger_transaction_id: `txn_${made.treasury_payment_id}.settled`,
        charge_id: `txn_${made.card_transaction_id}.authorized`,
      }
      const { orgId } = scene.organization
      const live = await scene.service.createKey(orgId, { roles: ['admin'], mode: 'live' })
      strangers = [(await openAgent(foreign, options)).caller, foreign.owner, { apiKey: live }]
    })
    const nodeOf = async (caller: Caller, id: string) => dataOf(done(await ask(caller, NODE, { id }))).node

    test.each(Object.entries(TYPES))('%s leads its owner to %s, and nobody else anywhere', async (name, type) => {
      const id = ids[name] ?? ''
      for (const caller of [victim.caller, scene.owner])
        expect(await nodeOf(caller, id)).toEqual({ id, __typename: type })
      for (const caller of strangers) expect(await nodeOf(caller, id)).toBeNull()
    })

    test.each([
      ['switch_id', 'KillSwitch'],
      ['case_id', 'ComplianceCase'],
      ['session_id', 'Session'],
    ])('%s leads the keys of its organization to it, no agent and no operator', async (name, __typename) => {
      const id = ids[name] ?? ''
      expect(await nodeOf(scene.owner, id)).toEqual({ id, __typename })
      for (const caller of [...strangers, victim.caller, { apiKey: OPERATORS.alice }])
        expect(await nodeOf(caller, id)).toBeNull()
    })

    test('of a sibling agent leads nowhere; the registry and the organization are shared', async () => {
      const options = { capabilities: ['payments', 'wallets', 'mandates', 'approvals'], scope: 'agent:admin' }
      const { caller } = await openAgent(scene, options)
      for (const name of Object.keys(TYPES).filter((one) => one !== MERCHANT))
        expect(await nodeOf(caller, ids[name] ?? ''), name).toBeNull()
      expect(await nodeOf(caller, ids[MERCHANT] ?? '')).not.toBeNull()
      expect(await nodeOf(caller, scene.organization.orgId)).toMatchObject({ __typename: 'Organization' })
    })

    test('leads no further than the capability and scope of the caller', async () => {
      const { caller } = await openAgent(scene, { capabilities: ['cards'] })
      for (const name of [MERCHANT, 'bank_account_id', 'ledger_transaction_id', 'card_id'])
        expect(await nodeOf(caller, ids[name] ?? ''), name).toBeNull()
      const weak = { token: await tokenOf(scene.carrier, victim, 'agent:read'), agentId: victim.agentId }
      expect(await nodeOf(weak, ids.webhook_id ?? '')).toBeNull()
      expect(await nodeOf(weak, ids.payment_id ?? '')).not.toBeNull()
    })

    test('leads to every field of what it names, over the whole graph', async () => {
      const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { id
        ... on Payment { payment: status agent { name } } ... on Agent { name organization { id } }
        ... on MandateVersion { version } ... on KillSwitch { killSwitch: state }
        ... on Merchant { name merchant: status } ... on Webhook { webhook: status } } }`
      const named = [
        ids.payment_id,
        'pay_00000000000000000000000000',
        'pay_1/1',
        'nonsense',
        ids.agent_id,
        ids[MERCHANT],
      ]
      const answer = await ask(scene.owner, query, { ids: [...named, ids.webhook_id, ids.version_id, ids.switch_id] })
      expect(dataOf(done(answer)).nodes).toEqual([
        { id: ids.payment_id, payment: 'failed', agent: { name: 'Test agent' } },
        ...[null, null, null],
        { id: ids.agent_id, name: 'Test agent', organization: { id: scene.organization.orgId } },
        { id: ids[MERCHANT], name: 'Shop', merchant: 'active' },
        { id: ids.webhook_id, webhook: 'active' },
        { id: ids.version_id, version: 1 },
        { id: ids.switch_id, killSwitch: 'active' },
      ])
    })

    test('needs a caller, and is one of at most 100', async () => {
      refused(await ask({}, NODE, { id: victim.agentId }), 401, 'authentication_error')
      const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
      refusedField(await ask(scene.owner, query, { ids: Array.from({ length: 101 }, () => victim.agentId) }), 'ids')
    })
  })

  describe('the caller', () => {
    const VIEWER = '{ viewer { kind mode organization { id } agent { id } keyId roles capabilities scope } }'
    beforeAll(async () => {
      scene = await openScene(given, 'Viewers')
    })

    test('is told who he is and what he may do', async () => {
      const organization = { id: scene.organization.orgId }
      const agent = await openAgent(scene, { capabilities: ['payments', 'cards'], scope: 'agent:read' })
      expect(dataOf(done(await ask(agent.caller, VIEWER))).viewer).toEqual({
        ...{ kind: 'agent', mode: 'test', organization, agent: { id: agent.agentId }, keyId: null, roles: [] },
        ...{ capabilities: ['payments', 'cards'], scope: 'agent:read' },
      })
      const live = await scene.service.createKey(scene.organization.orgId, { roles: ['approver'], mode: 'live' })
      expect(dataOf(done(await ask({ apiKey: live }, VIEWER))).viewer).toEqual({
        ...{ kind: 'organization', mode: 'live', organization, agent: null, keyId: expect.stringMatching(/^key_/) },
        ...{ roles: ['approver'], capabilities: [], scope: null },
      })
      expect(dataOf(done(await ask({ apiKey: OPERATORS.alice }, VIEWER))).viewer).toEqual({
        ...{ kind: 'operator', mode: null, organization: null, agent: null, keyId: null },
        ...{ roles: [], capabilities: [], scope: null },
      })
      refused(await ask({}, VIEWER), 401, 'authentication_error')
    })
  })
}
