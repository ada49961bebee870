// Documents over the composed graph: trusted ones in their two lanes, single fetch and plan, whose answers must be
// alike, and ad-hoc ones within their bounds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, createFixtureGraph, recordingLog } from './fixture.ts'

const log = recordingLog()
let setup: Awaited<ReturnType<typeof createFixtureGraph>>

beforeAll(async () => {
  setup = await createFixtureGraph(
    {
      Single: 'query Single($id: ID!) { it: payment(id: $id) { paymentId: id amount agentId: agent { id } } }',
      Joined: 'query Joined($id: ID!) { payment(id: $id) { id who: agent { label: name } } }',
      Fragments: 'query Fragments { payments { edges { node { ...P } } } } fragment P on Payment { other: id status }',
      Create:
        'mutation Create($input: CreatePaymentInput!) { createPayment(input: $input) { payment { id } replayed } }',
    },
    log,
  )
})
afterAll(() => setup.graph.stop())

describe('trusted documents', () => {
  it('go straight to the subgraph when one fetch answers them, and join otherwise', () => {
    expect(Object.fromEntries(setup.graph.trustedOperations())).toEqual({
      Single: 'single',
      Joined: 'plan',
      Fragments: 'single',
      Create: 'single',
    })
  })

  it('that do not fit the graph keep the service from starting, subscriptions too, and are all named', async () => {
    const wrong = { One: 'query One { nothing }', Two: 'subscription Two { nothing }' }
    await expect(createFixtureGraph(wrong, log)).rejects.toThrow(/One: .*\n.*Two: /)
  })

  it('keep aliases, planned and direct', async () => {
    const run = (name: string) => setup.graph.executeTrusted(name, { id: 'pay_1' }, contextOf())
    expect(await run('Single')).toEqual({
      data: { it: { paymentId: 'pay_1', amount: '10.00', agentId: { id: 'agt_1' } } },
    })
    expect(JSON.parse(JSON.stringify(await run('Joined')))).toEqual({
      data: { payment: { id: 'pay_1', who: { label: 'name of agt_1' } } },
    })
  })

  it.each(['Single', 'Joined'])('return a refusal with its extensions, %s', async (name) => {
    const { data, errors } = await setup.graph.executeTrusted(name, { id: 'foreign' }, contextOf())
    expect(Object.values(data ?? {})).toEqual([null])
    expect(errors).toEqual([
      {
        message: 'No such payment.',
        path: [name === 'Single' ? 'it' : 'payment'],
        extensions: {
          code: 'NOT_FOUND',
          type: 'not_found',
          http_status: 404,
          details: { resource: 'payment', retryable: false, doc_url: '/guides/errors#not_found' },
          request_id: 'req_test',
        },
      },
    ])
  })

  it.each(['Single', 'Joined'])('mask and log unexpected errors, %s', async (name) => {
    log.lines.length = 0
    const { errors } = await setup.graph.executeTrusted(name, { id: 'crash' }, contextOf())
    expect(JSON.stringify(errors)).not.toContain('secret')
    expect(errors?.[0]?.extensions).toMatchObject({ type: 'internal_error', http_status: 500, request_id: 'req_test' })
    expect(log.lines.length).toBeGreaterThan(0)
  })

  it('do not share objects between requests', async () => {
    const first = await setup.graph.executeTrusted('Single', { id: 'pay_1' }, contextOf())
    Object.assign(first.data?.it ?? {}, { stolen: true })
    const second = await setup.graph.executeTrusted('Single', { id: 'pay_1' }, contextOf())
    expect(JSON.stringify(second)).not.toContain('stolen')
  })

  it('must fit the supergraph', async () => {
    await expect(createFixtureGraph({ Bad: 'query Bad { nothing }' })).rejects.toThrow(/Bad: Cannot query field/)
  })
})

describe('ad-hoc documents', () => {
  async function ask(query: string) {
    const answer = await setup.graph.server.executeOperation({ query }, { contextValue: contextOf() })
    if (answer.body.kind !== 'single') throw new Error('not single')
    return { status: answer.http.status, ...answer.body.singleResult }
  }

  it('join over subgraphs', async () => {
    expect(await ask('{ payment(id: "pay_1") { agent { name } } }')).toMatchObject({
      data: { payment: { agent: { name: 'name of agt_1' } } },
    })
  })

  it('are never made into source code, however often they come', async () => {
    // As graphql-jit writes the dates among literals: whatever follows the marker would run.
    const marker = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d'
    const query = `{ payment(id: "${marker}(globalThis.hasRun = 1)") { id agent { name } } }`
    for (let time = 0; time < 10; time++) await ask(query)
    expect('hasRun' in globalThis).toBe(false)
  })

  it('return refusals and crashes like trusted documents', async () => {
    const refused = await ask('{ payment(id: "foreign") { id } }')
    expect(refused.errors?.[0]?.extensions).toEqual({
      code: 'NOT_FOUND',
      type: 'not_found',
      http_status: 404,
      details: { resource: 'payment', retryable: false, doc_url: '/guides/errors#not_found' },
      request_id: 'req_test',
    })
    const crashed = await ask('{ payment(id: "crash") { id } }')
    expect(crashed.errors?.[0]?.extensions).toMatchObject({ type: 'internal_error', request_id: 'req_test' })
    expect(JSON.stringify(crashed)).not.toContain('secret')
  })

  const aliases = (n: number) => `{ ${Array.from({ length: n }, (_, i) => `a${i}: __typename`).join(' ')} }`
  it.each([
    ['aliases', aliases(16), /aliases above 15/],
    ['depth', `{ payments { edges ${'{ node { agent '.repeat(1)} { id } } } } } `, null],
    [
      'directives on one field',
      '{ caller @skip(if: false) @include(if: true) @include(if: true) @include(if: true) }',
      /directives|directive/i,
    ],
    ['root fields', `{ ${'caller '.repeat(11)} }`, /rootFields above 10/],
    ['tokens', `{ ${'caller '.repeat(2100)} }`, /token/i],
    ['_service', '{ _service { sdl } }', /_service/],
    ['_entities', '{ _entities(representations: []) { __typename } }', /_entities/],
    ['introspection', '{ __schema { types { name } } }', /introspection/i],
  ])('limits %s', async (_, query, message) => {
    const { errors, status } = await ask(query)
    if (message === null) return expect(errors).toBeUndefined()
    expect(status).toBe(400)
    expect(errors?.length).toBeLessThanOrEqual(6)
    expect(errors?.map((error) => error.message).join('\n')).toMatch(message)
    expect(errors?.[0]?.extensions).toMatchObject({ type: 'invalid_request', http_status: 400, request_id: 'req_test' })
  })

  it('gives no hint of names that it hides', async () => {
    expect(JSON.stringify(await ask('{ paymen { id } }'))).not.toMatch(/did you mean/i)
  })
})
