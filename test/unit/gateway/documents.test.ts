/** Discovery, OpenAPI and logs: how the service describes itself. */
import { readFileSync } from 'node:fs'
import { Supergraph } from '@apollo/federation-internals'
import { getNamedType, isListType, isNonNullType, isObjectType, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDiscovery, isUnchanged, toCacheable } from '../../../gateway/discovery/document.ts'
import { createLog } from '../../../gateway/log.ts'
import { loadManifest } from '../../../gateway/rest/manifest.ts'
import { buildOpenApi } from '../../../gateway/rest/openapi.ts'
import { compileRoute } from '../../../gateway/rest/route.ts'
import { V2_ROWS } from '../../../gateway/rest/v2.ts'
import { accessRefusal } from '../../../subgraphs/shared/access.ts'
import { readDeclarations } from '../../../subgraphs/shared/contract.ts'
import { CAPABILITIES, isCapability, type Principal, SCOPES } from '../../../subgraphs/shared/principal.ts'
import { createFixtureGateway } from './fixture.ts'

const facts = {
  baseUrl: 'https://pay.example.com',
  capabilities: ['payments', 'wallets'],
  supportedChains: ['base', 'ethereum'],
  protocols: [],
  mcpServer: null,
  deprecations: [],
}

describe('the discovery document', () => {
  it('has the fields of the specification', () => {
    expect(buildDiscovery(facts)).toEqual({
      version: '1.0',
      api_base: 'https://pay.example.com/api/v2',
      auth_endpoint: 'https://pay.example.com/api/v2/auth/agent/register',
      token_endpoint: 'https://pay.example.com/api/v2/auth/agent/token',
      capabilities: ['payments', 'wallets'],
      protocols: [],
      supported_chains: ['base', 'ethereum'],
      deprecations: [],
    })
    expect(buildDiscovery({ ...facts, mcpServer: { package: 'p', toolsCount: 3 } }).mcp_server).toEqual({
      package: 'p',
      tools_count: 3,
    })
  })

  it('has an ETag of its bytes', () => {
    const { etag } = toCacheable(buildDiscovery(facts))
    expect(toCacheable(buildDiscovery(facts)).etag).toBe(etag)
    expect(toCacheable(buildDiscovery({ ...facts, supportedChains: ['base'] })).etag).not.toBe(etag)
    expect([`"x", ${etag}`, `W/${etag}`, '*', '"x"', undefined].map((given) => isUnchanged(given, etag))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('over HTTP', () => {
  let setup: Awaited<ReturnType<typeof createFixtureGateway>>
  beforeAll(async () => {
    setup = await createFixtureGateway()
  })
  afterAll(() => setup.gateway.stop(1000))

  it('needs no credentials, is cacheable and revalidated', async () => {
    const url = `${setup.url}/.well-known/service-agent.json`
    const first = await fetch(url)
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=3600')
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, first.headers.get('etag'), ''])
    const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(await (await fetch(`${setup.url}/.well-known/jwks.json`)).json()).toMatchObject({ keys: [{ kid: 'k1' }] })
    const { deprecations } = (await first.json()) as { deprecations: unknown[] }
    expect(deprecations).toHaveLength(1)
  })

  it('documents exactly the routes that are mounted', async () => {
    const { paths } = (await (await fetch(`${setup.url}/api/v2/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const mounted = setup.gateway.mounted
      .filter(({ url }) => /^\/(api\/v2|auth)\//.test(url) && !/\/(open|async)api[.]json$/.test(url))
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    expect(listed.sort()).toEqual(mounted.sort())
  })
})

const sdl = readFileSync(new URL('../../../schema/supergraph.graphql', import.meta.url), 'utf8')
const schema = Supergraph.build(sdl).apiSchema().toGraphQLJSSchema()

describe('the table of the product', () => {
  const callers = readDeclarations(parse(sdl))
  const manifest = loadManifest()

  it('fits the graph in every row, and uses every document', () => {
    const routes = V2_ROWS.map((row) => compileRoute(row, manifest.get(row.operation) ?? '', schema, callers))
    // Those of the public Agentic Commerce Protocol have routes of its own.
    const ofRows = [...manifest.keys()].filter((name) => !/Acp(Session|OrderEvent)$/.test(name))
    expect(new Set(V2_ROWS.map((row) => row.operation))).toEqual(new Set(ofRows))
    const openApi = JSON.stringify(buildOpenApi(routes, { apiBase: 'https://x.example/api/v2', version: '1' }))
    for (const name of openApi.matchAll(/#\/components\/schemas\/(\w+)/g)) expect(openApi).toContain(`"${name[1]}":{`)
  })

  it('tells of every query parameter what the graph tells of its argument', () => {
    const routes = V2_ROWS.map((row) => compileRoute(row, manifest.get(row.operation) ?? '', schema, callers))
    const silent = routes.flatMap(({ row, parameters }) =>
      parameters.filter(({ description }) => !description).map(({ wire }) => `${row.method} ${row.path} ${wire}`),
    )
    expect(silent).toEqual([])
  })

  it('has one row for each method and path', () => {
    const keys = V2_ROWS.map((row) => `${row.method} ${row.path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('the graph of the product', () => {
  const callers = readDeclarations(parse(sdl))
  const agent = { kind: 'agent', agentId: 'agt_1', orgId: 'org_1', walletId: 'wal_1', mode: 'test' } as const
  const agents = SCOPES.flatMap((scope) =>
    Object.keys(CAPABILITIES)
      .filter(isCapability)
      .map((one) => ({ ...agent, scope, capabilities: [one] })),
  )
  const everyone: readonly Principal[] = [
    ...agents,
    { kind: 'organization', orgId: 'org_1', mode: 'test', keyId: 'key_1', personId: 'one', roles: [] },
    { kind: 'operator', operatorId: 'one' },
  ]

  // Otherwise a caller would lose fields that it may see because of one that it may not.
  it('never promises a caller a linked object that it may not see', () => {
    const mayAsk = (caller: Principal, type: string) => {
      const access = callers.get(type)
      return access === undefined || accessRefusal(caller, access) === null
    }
    const broken = Object.values(schema.getTypeMap()).flatMap((type) => {
      if (!isObjectType(type) || !callers.has(type.name)) return []
      return Object.values(type.getFields()).flatMap(({ name, type: result }) => {
        if (!isNonNullType(result) || isListType(result.ofType)) return []
        const to = getNamedType(result).name
        return everyone.some((one) => mayAsk(one, type.name) && !mayAsk(one, to)) ? [`${type.name}.${name}`] : []
      })
    })
    expect(broken).toEqual([])
  })
})

describe('the log', () => {
  it('removes secrets, named or quoted', () => {
    const lines: string[] = []
    const log = createLog({ level: 'info', to: { write: (line: string) => void lines.push(line) } })
    const secret = 'canary-secret'
    log.info(
      {
        authorization: secret,
        'x-api-key': secret,
        headers: { authorization: secret, 'x-api-key': secret },
        body: { api_key: secret, nested: { refresh_token: secret, secret, privateKey: secret } },
        error: Object.assign(new Error('away'), { op: { body: secret } }),
        err: new Error(`bad key sk_agent_${secret} and token eyJhbGciOiJFZERTQSJ9.eyJzdWIi.${secret}`),
      },
      'seen',
    )
    const text = lines.join('')
    expect(text).not.toContain(secret)
    expect(JSON.parse(text)).toMatchObject({ level: 'info', msg: 'seen', error: { message: 'away' } })
  })

  it.each([
    'sk_test_X',
    'sk_live_X',
    'sk_agent_X',
    'sk_operator_X',
    'rt_0123456789abcdef_X',
    'whsec_X+/=',
    'eyJhbGciOiJFZERTQSJ9.eyJzdWIi.X',
    'mongodb://root:X@db.internal:27017/?replicaSet=rs0',
    'mongodb+srv://root:pass/X@db.internal/',
    'https://X@rpc.example/v2',
    'redis://:X@cache:6379',
    'https://user:p%40X@[::1]:8545',
  ])('cuts %s out of any text, under any name, at any depth', (form) => {
    const lines: string[] = []
    const log = createLog({ level: 'info', to: { write: (line: string) => void lines.push(line) } })
    const text = form.replace('X', 'canarysecret')
    const deep = { a: { b: { c: { d: { e: [`before ${text} after`] } } } } }
    log.warn({ note: text, deep, err: new Error(`no ${text}`), quoted: `"${text}"` }, `seen ${text}`)
    const line = lines.join('')
    expect(line).not.toContain('canary')
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', deep: { a: {} } })
    expect(line).toContain('after')
  })

  it('leaves ordinary text and addresses as they are', () => {
    const lines: string[] = []
    const log = createLog({ level: 'info', to: { write: (line: string) => void lines.push(line) } })
    const fields = { url: 'http://127.0.0.1:4000/x?y=a@b', text: 'cart_total 1, mail a@b.example', path: '/a/rt_' }
    log.info(fields, 'start_time')
    expect(JSON.parse(lines.join(''))).toMatchObject({ text: fields.text, path: fields.path, msg: 'start_time' })
    log.info({ url: 'https://rpc.example/v2/at?x=1' }, 'x')
    expect(lines[1]).toContain('https://rpc.example/v2/at?x=1')
  })
})
