/** Specification 7: one error body, with a request id, for everything that can go wrong before and around an operation. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, postGraph, send } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refused,
  type Scene,
  type TestAgent,
} from '../../support/scene.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

export function errors(given: Given): void {
  describe('7 errors', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Errors')
      agent = await openAgent(scene)
    })
    const http = (path: string, init: RequestInit = {}) => {
      const headers = { 'x-api-key': scene.organization.key, ...(init.headers as Record<string, string>) }
      return send(`${scene.service.url}${path}`, { ...init, headers })
    }
    const post = (body: string, headers: Record<string, string> = JSON_TYPE) =>
      http('/api/v2/merchants', { method: 'POST', headers, body })
    const graph = (query: string, variables = {}, caller: object = agent.caller) =>
      postGraph(scene.service.url, query, variables, caller)

    /** Exactly the body of specification 7. */
    function whole(answer: Answer, status: number, type: string, details?: object): void {
      expect(answer.status, answer.text).toBe(status)
      refused(answer, status, type, details)
      expect(Object.keys(answer.body)).toEqual(['error'])
      const fields = ['details', 'message', 'request_id', 'type']
      expect(Object.keys(answer.body.error as object).toSorted()).toEqual(fields)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    }

    test('an unknown route is 404', async () => {
      for (const path of ['/api', '/api/v2', '/api/v2/nothing', '/api/v1/payments', '/api/v2/payments/'])
        whole(await http(path), 404, 'not_found')
    })

    test('a wrong method is 405 and names the right ones', async () => {
      const answer = await http('/api/v2/payments', { method: 'DELETE' })
      whole(answer, 405, 'method_not_allowed')
      expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'POST'])
      whole(await http('/.well-known/service-agent.json', { method: 'POST' }), 405, 'method_not_allowed')
    })

    test('a body that is not JSON is 400 malformed_json', async () => {
      for (const body of ['{', '{"a":1,}', 'text', '{"a":NaN}'])
        whole(await post(body), 400, 'invalid_request', { reason: 'malformed_json' })
    })

    test('a body above 1 MiB is 413', async () => {
      whole(await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) })), 413, 'payload_too_large')
    })

    test('another content type is 415', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
        whole(await post('{}', { 'content-type': type }), 415, 'unsupported_media_type')
    })

    test('a path that cannot be decoded is 400', async () => {
      whole(await http('/api/v2/agents/%E0%A4%A'), 400, 'invalid_request')
    })

    test('an identifier that is far too long is 404, not a failure', async () => {
      whole(await http(`/api/v2/agents/${'a'.repeat(1_000)}`), 404, 'not_found')
    })

    test('whoever accepts application/problem+json gets problems, and successes as before', async () => {
      const accepting = (accept: string) => ({ headers: { ...JSON_TYPE, accept } })
      const both = 'application/json, Application/Problem+JSON;q=0.5'
      const huge = JSON.stringify({ name: 'x'.repeat(1024 * 1024) })
      for (const [path, status, type, init] of [
        ['/api/v2/nothing', 404, 'not_found', {}],
        ['/api/v2/payments', 405, 'method_not_allowed', { method: 'DELETE' }],
        ['/api/v2/agents/agt_unknown', 404, 'not_found', {}],
        ['/api/v2/agents/%E0%A4%A', 400, 'invalid_request', {}],
        ['/api/v2/merchants', 400, 'invalid_request', { method: 'POST', body: '{' }],
        ['/api/v2/merchants', 413, 'payload_too_large', { method: 'POST', body: huge }],
      ] as const) {
        const answer = await http(path, { ...init, ...accepting(both) })
        expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
        const { error, ...problem } = JSON.parse(answer.text)
        const detail = error.message
        expect(problem).toEqual({ type: `/guides/errors#${type}`, status, detail })
        expect([answer.status, error.type, error.request_id]).toEqual([
          status,
          type,
          answer.headers.get('x-request-id'),
        ])
      }
      for (const accept of ['*/*', 'application/*', 'application/problem+json;q=0'])
        whole(await http('/api/v2/nothing', accepting(accept)), 404, 'not_found')
      const { headers } = done(await http('/api/v2/agents', accepting(both)))
      expect(headers.get('content-type')).toMatch(/^application\/json/)
    })

    test('no credentials are 401 with a challenge', async () => {
      const answer = await send(`${scene.service.url}/api/v2/agents`)
      whole(answer, 401, 'authentication_error', { reason: 'missing_credentials' })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    })

    test('an unknown query parameter, a repeated one and a wrong limit are 400 and named', async () => {
      for (const query of [
        'colour=red',
        'limit=ten',
        'limit=0',
        'limit=101',
        'limit=1&limit=2',
        'status=active,gone',
      ]) {
        const answer = await http(`/api/v2/agents?${query}`)
        whole(answer, 400, 'invalid_request')
        expect(answer.text).toContain(query.split('=')[0])
      }
    })

    test('a field that is given twice is 400 and named', async () => {
      const twice = await post('{"name":"x","legal_name":"x","name":"y","domain":"x.example"}')
      whole(twice, 400, 'invalid_request')
      expect(twice.text).toContain('name: is given more than once')
    })

    test('a filter by state takes several values, with commas or repeated', async () => {
      const [suspended, revoked] = [await openAgent(scene), await openAgent(scene)]
      const because = { reason: 'Drill.' }
      done(await scene.carrier.call('suspendAgent', { agent_id: suspended.agentId, ...because }, scene.owner))
      done(await scene.carrier.call('revokeAgent', { agent_id: revoked.agentId, ...because }, scene.owner))
      const listed = async (query: string) => {
        const { body } = done(await http(`/api/v2/agents?limit=100&${query}`))
        return (body.data as { agent_id: string }[]).map(({ agent_id }) => agent_id)
      }
      expect(await listed('status=suspended')).toEqual([suspended.agentId])
      const active = await listed('status=active')
      expect(active).toContain(agent.agentId)
      for (const both of ['status=active,suspended', 'status=active&status=suspended'])
        expect((await listed(both)).toSorted()).toEqual([...active, suspended.agentId].toSorted())
    })

    test('an Idempotency-Key that is none is 400', async () => {
      const form = JSON.stringify({ name: 'x', legal_name: 'x', domain: 'x.example' })
      for (const key of ['', 'k'.repeat(256)])
        whole(await post(form, { ...JSON_TYPE, 'idempotency-key': key }), 400, 'invalid_request')
    })

    test('the request id is the caller’s where it sends a good one, else a new one each time', async () => {
      const mine = await http('/api/v2/nothing', { headers: { 'x-request-id': 'mine-12345678' } })
      expect([mine.refused?.requestId, mine.headers.get('x-request-id')]).toEqual(['mine-12345678', 'mine-12345678'])
      const others = [await http('/api/v2/nothing', { headers: { 'x-request-id': 'no good' } }), await http('/nothing')]
      const requestIds = others.map((answer) => answer.refused?.requestId)
      expect(new Set(requestIds).size).toBe(2)
      for (const id of requestIds) expect(id).toMatch(/^req_/)
    })

    test('answers are not cached and count what is left', async () => {
      const { headers } = await http('/api/v2/agents')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('ratelimit')).toMatch(/r=\d+/)
      expect(headers.get('x-request-id')).toMatch(/^req_/)
    })

    describe('GraphQL', () => {
      test('a refusal carries code, type, http_status, details and request_id', async () => {
        const answer = await graph('{ payment(id: "pay_unknown") { id } }')
        refused(answer, 404, 'not_found', { resource: 'payment' })
        const [error] = answer.body.errors as { extensions: object; path: unknown }[]
        expect(Object.keys(error?.extensions ?? {}).toSorted()).toEqual([
          'code',
          'details',
          'http_status',
          'request_id',
          'type',
        ])
        expect(error).toMatchObject({ extensions: { code: 'NOT_FOUND' }, path: ['payment'] })
        expect(answer.body.data).toEqual({ payment: null })
      })

      test.each([
        ['GRAPHQL_PARSE_FAILED', '{ payment('],
        ['GRAPHQL_VALIDATION_FAILED', '{ nothing }'],
        ['GRAPHQL_VALIDATION_FAILED', '{ _service { sdl } }'],
        ['BAD_USER_INPUT', 'query ($id: ID!) { payment(id: $id) { id } }'],
      ])('%s: %s', async (code, query) => {
        const answer = await graph(query)
        refused(answer, 400, 'invalid_request')
        expect(answer.body.errors).toMatchObject([{ extensions: { code } }])
      })

      test('a subscription over plain HTTP is 400 and says where it runs', async () => {
        const answer = await graph('subscription { paymentEvents { id } }')
        refused(answer, 400, 'invalid_request', { reason: 'subscription_over_http' })
      })

      test.each([
        ['no query', { method: 'POST', body: '{}' }, ''],
        ['a batch', { method: 'POST', body: '[{"query":"{ me { id } }"}]' }, ''],
        [
          'a mutation by GET',
          {},
          `?query=${encodeURIComponent('mutation { deleteWebhook(input: {webhookId: "w"}) { __typename } }')}`,
        ],
      ])('%s is refused, with its request id', async (_what, init, query) => {
        const answer = await http(`/graphql${query}`, { ...init, headers: JSON_TYPE })
        expect([400, 405]).toContain(answer.status)
        const extensions = { type: 'invalid_request', request_id: answer.headers.get('x-request-id') }
        expect(answer.body.errors).toMatchObject([{ extensions }])
      })

      test('a form of another site is refused: nothing without a content type that scripts must ask for', async () => {
        const answer = await http(`/graphql?query=${encodeURIComponent('{ me { id } }')}`)
        expect(answer.status).toBe(400)
        expect(answer.text).toContain('Cross-Site')
      })

      test('wrong credentials refuse the whole request with 401', async () => {
        const answer = await graph('{ me { id } }', {}, { token: 'nonsense' })
        refused(answer, 401, 'authentication_error', { reason: 'invalid_token' })
        expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
      })

      test('a document that is too large is refused before it runs', async () => {
        const fields = Array.from({ length: 20 }, (_, index) => `a${index}: me { id }`)
        refused(await graph(`{ ${fields.join(' ')} }`), 400, 'invalid_request')
        let deep = 'id'
        for (let n = 0; n < 10; n++) deep = `wallet { agent { ${deep} } }`
        refused(await graph(`{ me { ${deep} } }`), 400, 'invalid_request')
      })

      test('one refused field leaves the others', async () => {
        const answer = await graph('{ me { id } payment(id: "pay_unknown") { id } }')
        expect(answer.body.data).toEqual({ me: { id: agent.agentId }, payment: null })
        expect(answer.body.errors).toMatchObject([{ path: ['payment'] }])
      })

      test('joins over subgraphs stay inside the caller’s rights: null where it may not look', async () => {
        const narrow = await openAgent(scene, { capabilities: ['payments'] })
        const payment = { wallet_id: narrow.walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
        const unpaid = await scene.carrier.call('createPayment', payment, narrow.caller)
        const query = `query ($id: ID!) { payment(id: $id) {
          agent { id name organization { id } } wallet { id } mandate { id policyText }
        } }`
        const variables = { id: unpaid.refused?.details.payment_id }
        const own = await graph(query, variables, narrow.caller)
        const known = {
          agent: { id: narrow.agentId, name: 'Test agent', organization: { id: scene.organization.orgId } },
        }
        expect(own.body.data).toEqual({ payment: { ...known, wallet: null, mandate: null } })
        const owner = done(await graph(query, variables, scene.owner))
        expect(owner.body.data).toMatchObject({
          payment: { ...known, wallet: { id: narrow.walletId }, mandate: { id: narrow.mandateId } },
        })
      })
    })
  })
}
