// A subgraph in the same process and one behind HTTP respond alike, refusals and crashes included; and what a subgraph
// process asks of a call before it believes the caller in it.
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SIGNATURE_HEADER, signCall } from '../../../gateway/auth/gatewaySignature.ts'
import { createHttpSource, createLocalSource, type SubgraphSource } from '../../../gateway/datasource.ts'
import { type ServedSubgraph, serveSubgraph } from '../../../gateway/serveSubgraph.ts'
import { createGraph } from '../../../gateway/supergraph.ts'
import { buildSubgraph, parseContract } from '../../../subgraphs/shared/contract.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import { agent, contextOf, createFixture, silentLog } from './fixture.ts'

const secret = 'shared-secret'
const fixture = createFixture()
const now = { at: new Date('2026-05-01T12:00:00Z') }
const clock = { now: () => now.at }
const log = silentLog
let served: ServedSubgraph
let remote: SubgraphSource

beforeAll(async () => {
  const schema = fixture.schemas.payments
  served = await serveSubgraph({ schema, name: 'payments', secret, port: 0, clock, log })
  remote = createHttpSource({ name: 'payments', url: served.url, secret, clock, log })
})
afterAll(async () => {
  await remote.close()
  await served.close(1_000)
})

const local = createLocalSource({ name: 'payments', schema: fixture.schemas.payments, log })

describe('both data sources', () => {
  it.each([
    ['data', '{ payment(id: "pay_1") { id metadata agent { id } } }'],
    ['the caller', '{ caller }'],
    ['a refusal', '{ payment(id: "foreign") { id } }'],
    ['a crash', '{ payment(id: "crash") { id } }'],
    ['a wrong variable', 'query ($n: Int) { payment(id: "pay_1", wait: $n) { id } }'],
  ])('answer alike: %s', async (_, document) => {
    const [here, there] = [local, remote].map((source) => source.execute(document, { n: 'x' }, contextOf()))
    expect(JSON.parse(JSON.stringify(await there))).toEqual(JSON.parse(JSON.stringify(await here)))
  })

  it('execute a federated query alike', async () => {
    const agents = createLocalSource({ name: 'agents', schema: fixture.schemas.agents, log })
    const operations = new Map([['Joined', 'query Joined { payment(id: "pay_1") { agent { name } } }']])
    const shared = { supergraphSdl: fixture.supergraphSdl, operations, introspection: false, log }
    const graph = await createGraph({ ...shared, sources: [remote, agents] })
    const { data } = await graph.executeTrusted('Joined', {}, contextOf())
    expect(JSON.parse(JSON.stringify(data))).toEqual({ payment: { agent: { name: 'name of agt_1' } } })
  })

  it.each<[string, string, { wait?: number; w?: number | null }, number]>([
    ['a literal', '{ payment(id: "pay_1", wait: 1) { id } }', {}, 1],
    ['a variable', 'query ($w: Int) { payment(id: "pay_1", wait: $w) { id } }', { w: 1 }, 1],
    ['input', 'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { replayed } }', { wait: 1 }, 1],
    ['nothing', 'query ($w: Int) { payment(id: "pay_1", wait: $w) { id } }', { w: null }, 0],
    ['no wait', '{ payment(id: "pay_1", wait: 0) { id } }', {}, 0],
  ])('count nobody meanwhile who waits: %s', async (_, document, given, expected) => {
    const { wait, ...more } = given
    const input = {
      walletId: 'wal_1',
      to: '0x1',
      amount: '1',
      token: 'USDC',
      metadata: { wait: 9 },
      ...(wait && { wait }),
    }
    for (const source of [remote, ...(wait === undefined ? [local] : [])]) {
      let pauses = 0
      const pause = <T>(run: () => Promise<T>): Promise<T> => {
        pauses += 1
        return run()
      }
      await source.execute(document, { input, ...more }, { ...contextOf(), pause })
      expect(pauses).toBe(expected)
    }
  })

  it('refuse more than a subgraph may be asked at once, and continue', async () => {
    const narrow = createHttpSource({ name: 'payments', url: served.url, secret, clock, log, callsMax: 2 })
    const ask = () => narrow.execute('{ caller }', {}, contextOf())
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ errors }) => errors?.[0]?.extensions.type)).toEqual([
      undefined,
      undefined,
      'service_unavailable',
    ])
    expect((await ask()).errors).toBeUndefined()
    await narrow.close()
  })

  it('report an unreachable subgraph as such', async () => {
    const lost = createHttpSource({ name: 'payments', url: 'http://127.0.0.1:1/graphql', secret, clock, log })
    const { errors } = await lost.execute('{ caller }', {}, contextOf())
    expect(errors?.[0]?.extensions).toMatchObject({ type: 'service_unavailable', http_status: 503 })
    await lost.close()
  })
})

// A root field runs when those before it have ended, which may be half a minute later (domain A.3).
describe('acts of one document', () => {
  const contract = parseContract(`extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
    type Query { nothing: String @access(agent: ["any"]) }
    type Mutation { pay: String @access(agent: ["any"]) rotateDid: String @access(agent: ["any"]) }`)

  it('that begin when the signature of the call has expired are not done any more', async () => {
    const began = now.at
    const pay = () => {
      now.at = new Date(began.getTime() + 10_000)
      return 'paid'
    }
    const { schema } = buildSubgraph(contract, {
      Query: { nothing: () => null },
      Mutation: { pay, rotateDid: () => 'rotated' },
    })
    const acts = await serveSubgraph({ schema, name: 'acts', secret, port: 0, clock, log })
    const source = createHttpSource({ name: 'acts', url: acts.url, secret, clock, log })
    const { data, errors } = await source.execute('mutation { rotateDid pay other: rotateDid }', {}, contextOf())
    now.at = began
    await source.close()
    await acts.close(1_000)
    expect(data).toEqual({ rotateDid: 'rotated', pay: 'paid', other: null })
    expect(errors?.[0]?.extensions).toMatchObject({ http_status: 503, details: { reason: 'began_too_late' } })
  })

  it('are asked of the process for whom the credentials name by then, and of nobody', async () => {
    const revoked = new DomainError('authentication_error', 'No.', { reason: 'agent_revoked' })
    const input = { walletId: 'wal_1', to: '0x1', amount: '1', token: 'USDC' }
    const document = 'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { replayed } }'
    const confirm = async () => Promise.reject(revoked)
    const { data, errors } = await remote.execute(document, { input }, { ...contextOf(), confirm })
    expect([data, errors?.[0]?.extensions.details]).toMatchObject([null, { reason: 'agent_revoked' }])
  })
})

describe('a subgraph process', () => {
  const body = JSON.stringify({ query: '{ _service { sdl } }' })
  const call = { principal: agent, requestId: 'req_1', subgraph: 'payments', body, nowMs: now.at.getTime() }
  const send = (header: string | null, text = body) =>
    fetch(served.url, { method: 'POST', body: text, headers: header === null ? {} : { [SIGNATURE_HEADER]: header } })

  it('responds to the gateway, once for each signature', async () => {
    const signed = signCall(secret, call)
    expect((await send(signed)).status).toBe(200)
    expect((await send(signed)).status).toBe(401)
    expect((await send(signCall(secret, call))).status).toBe(200)
  })

  it('lets a signature expire after ten seconds, and remembers until then that it was used', async () => {
    const [signed, unused] = [signCall(secret, call), signCall(secret, call)]
    expect((await send(signed)).status).toBe(200)
    const began = now.at
    now.at = new Date(began.getTime() + 9_999)
    expect([(await send(signed)).status, (await send(signCall(secret, call))).status]).toEqual([401, 200])
    now.at = new Date(began.getTime() + 10_000)
    expect([(await send(signed)).status, (await send(unused)).status]).toEqual([401, 401])
    now.at = began
  })

  it.each([
    ['nothing', null],
    ['another secret', signCall('guess', call)],
    ['another subgraph', signCall(secret, { ...call, subgraph: 'agents' })],
    ['another body', signCall(secret, { ...call, body: '{}' })],
    ['ten seconds ago', signCall(secret, { ...call, nowMs: now.at.getTime() - 10_000 })],
    ['the far future', signCall(secret, { ...call, nowMs: now.at.getTime() + 60_000 })],
    [
      'a changed principal',
      `${Buffer.from('{"principal":{"kind":"operator"}}').toString('base64url')}.${signCall(secret, call).split('.')[1]}`,
    ],
    ['noise', 'a.b.c'],
    ['less', 'a'],
    ['dots', '..'],
  ])('refuses %s', async (_, header) => {
    expect((await send(header)).status).toBe(401)
  })

  const raw = (text: string, then?: (socket: Socket) => void, url = served.url) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
        socket.write(text)
        then?.(socket)
      })
      let heard = ''
      socket.on('data', (chunk) => {
        heard += chunk
      })
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(heard))
    })
  const head = (...lines: string[]) => `${[...lines, 'host: a', 'connection: close'].join('\r\n')}\r\n\r\n`

  it.each([
    ['an upgrade', head('GET // HTTP/1.1', 'connection: upgrade', 'upgrade: websocket'), 404],
    ['another method', head('QUERY /graphql HTTP/1.1'), 404],
    ['no request', 'nonsense\r\n\r\n', 400],
    ['a proxy', head('CONNECT a:1 HTTP/1.1'), 405],
    ['a body that is too large', head('POST /graphql HTTP/1.1', 'content-length: 99999999'), 413],
  ])('answers %s and lives on', async (_, text, status) => {
    expect(Number((await raw(text)).split(' ')[1])).toBe(status)
    expect((await send(signCall(secret, call))).status).toBe(200)
  })

  it('survives callers that abort', async () => {
    const lines: string[] = []
    const noisy = { ...log, error: (_fields: object, message: string) => void lines.push(message) }
    const schema = fixture.schemas.payments
    const other = await serveSubgraph({ schema, name: 'payments', secret, port: 0, clock, log: noisy })
    const text = head('POST /graphql HTTP/1.1', 'content-length: 100')
    for (let n = 0; n < 20; n++) await raw(`${text}{`, (socket) => socket.resetAndDestroy(), other.url)
    await other.close(1_000)
    expect(lines).toEqual([])
  })
})
