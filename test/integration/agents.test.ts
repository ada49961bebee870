// Organizations, registration and tokens over a real replica set: specification 2.2 to 2.5, 4.1 and 5.
import { createLocalJWKSet, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareCommitStore } from '../../subgraphs/shared/commit/store.ts'
import type { Database } from '../../subgraphs/shared/database.ts'
import { DomainError } from '../../subgraphs/shared/errors.ts'
import type { AgentPrincipal, OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { execute } from '../support/execute.ts'
import { openTestDatabase, type TestDatabase } from '../support/openTestDatabase.ts'
import { config, createFakeClock, startAgents } from '../support/startAgents.ts'

const REGISTER = `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { apiKey replayed
  agent { id name status mode did didHistory { did validTo } kya { level status } capabilities metadata createdAt
    wallet { id } mandate { id } organization { id name did } } } }`
const TOKEN = `mutation ($input: IssueTokenInput!) { issueToken(input: $input) {
  accessToken expiresIn tokenType refreshToken scope } }`

interface Registered {
  apiKey: string | null
  replayed: boolean
  agent: { id: string; did: string; wallet: { id: string }; mandate: { id: string } } & Record<string, unknown>
}
interface Token {
  accessToken: string
  refreshToken: string
  scope: string
  expiresIn: number
  tokenType: string
}

let opened: TestDatabase
let database: Database
let agents: ReturnType<typeof startAgents>
let owner: OrganizationPrincipal
let stranger: OrganizationPrincipal
const clock = createFakeClock()
const nobody: Principal = { kind: 'anonymous' }

beforeAll(async () => {
  opened = await openTestDatabase('agents-test')
  database = opened.database
  agents = startAgents(database, clock)
  await database.prepare()
  await prepareCommitStore(database)
  owner = await newOwner()
  stranger = await newOwner()
}, 60_000)

afterAll(() => opened.stop())

async function newOwner(): Promise<OrganizationPrincipal> {
  const { keys } = await agents.createOrganization({ name: 'Acme' })
  return agents.authenticator.verifyOrganizationKey(keys.test ?? '')
}

async function register(input: Record<string, unknown> = {}, by: Principal = owner, at = agents): Promise<Registered> {
  const given = { name: 'Shopper', capabilities: ['payments', 'wallets'], ownerOrgId: owner.orgId, ...input }
  return (await execute<{ registerAgent: Registered }>(at, by, REGISTER, { input: given })).registerAgent
}

async function exchange(input: Record<string, unknown>): Promise<Token> {
  return (await execute<{ issueToken: Token }>(agents, nobody, TOKEN, { input })).issueToken
}

async function newToken(input: Record<string, unknown> = {}): Promise<Token & Registered> {
  const registered = await register()
  const token = await exchange({ agentId: registered.agent.id, apiKey: registered.apiKey, ...input })
  return { ...registered, ...token }
}

/** Type and reason of the refusal. */
async function refusal(act: Promise<unknown>): Promise<string> {
  const error = await act.then(
    () => 'was not refused',
    (cause: unknown) => cause,
  )
  if (!(error instanceof DomainError)) throw new Error(`no refusal: ${String(error)}`)
  return [error.type, error.details.reason].filter((part) => part !== undefined).join(' ')
}

const count = (collection: string, filter: object = {}) => database.collection(collection).countDocuments(filter)
/** Past the group commit on purpose: what an operator's later act will have written. */
const change = (id: string, set: object) =>
  database.collection<{ _id: string }>('agents').updateOne({ _id: id }, { $set: set })

describe('organizations', () => {
  test('the first key carries every role; a live key exists only when asked for', async () => {
    expect(owner).toMatchObject({ kind: 'organization', mode: 'test', roles: ['admin', 'approver', 'compliance'] })
    const { keys, orgId } = await agents.createOrganization({
      name: 'Live',
      mode: 'live',
      limitTimezone: 'Europe/Berlin',
    })
    const [test, live] = await Promise.all(
      [keys.test, keys.live].map((key) => agents.authenticator.verifyOrganizationKey(key ?? '')),
    )
    expect([test?.mode, live?.mode]).toEqual(['test', 'live'])
    expect(test?.personId).toBe(live?.personId)
    expect(await database.collection<{ _id: string }>('positions').findOne({ _id: `org:${orgId}` })).toMatchObject({
      v: 1,
      cursor: 0,
    })
  })

  test('another key: its own roles and person', async () => {
    const { key, personId } = await agents.createOrganizationKey({
      orgId: owner.orgId,
      mode: 'test',
      roles: ['approver'],
    })
    const principal = await agents.authenticator.verifyOrganizationKey(key)
    expect(principal).toMatchObject({ orgId: owner.orgId, roles: ['approver'], personId })
    expect(personId).not.toBe(owner.personId)
    const unknown = agents.createOrganizationKey({ orgId: 'org_none', mode: 'test', roles: [] })
    expect(await refusal(unknown)).toBe('not_found')
  })

  test('ensuring it repeatedly and concurrently creates one; a given key is added to it', async () => {
    const twice = await Promise.all([agents.ensureOrganization('Demo'), agents.ensureOrganization('Demo')])
    expect(twice.map(({ created }) => created).sort()).toEqual([false, true])
    const { keys } = await agents.createOrganization({ name: 'Other' })
    expect(await refusal(agents.ensureOrganization('Demo', keys.test ?? ''))).toBe('conflict duplicate')
    const brought = `${twice.find(({ created }) => created)?.keys.test}`
    const again = await agents.ensureOrganization('Demo', brought)
    expect(again).toEqual({ orgId: twice[0].orgId, created: false, keys: { test: brought, live: null } })
    expect(await count('apiKeys', { orgId: again.orgId })).toBe(1)
  })

  test.each(['', 'sk_test_', `sk_test_${'0'.repeat(16)}_${'0'.repeat(52)}00000000`])('no key: %j', async (key) => {
    expect(await refusal(agents.authenticator.verifyOrganizationKey(key))).toBe('authentication_error invalid_api_key')
  })

  test('a revoked key is refused at once, and an agent key always', async () => {
    const { key, keyId } = await agents.createOrganizationKey({ orgId: owner.orgId, mode: 'test', roles: [] })
    await agents.authenticator.verifyOrganizationKey(key)
    await database.collection<{ _id: string }>('apiKeys').updateOne({ _id: keyId }, { $set: { status: 'revoked' } })
    expect(await refusal(agents.authenticator.verifyOrganizationKey(key))).toBe('authentication_error invalid_api_key')
    const { apiKey } = await register()
    expect(await refusal(agents.authenticator.verifyOrganizationKey(apiKey ?? ''))).toBe(
      'authentication_error invalid_api_key',
    )
  })
})

describe('registerAgent', () => {
  test('agent, key, wallet and mandate in one response; the database holds no key', async () => {
    const { agent, apiKey, replayed } = await register({ metadata: { team: 'a' } })
    expect(replayed).toBe(false)
    expect(apiKey).toMatch(/^sk_agent_/)
    expect(agent).toMatchObject({
      ...{
        name: 'Shopper',
        status: 'active',
        mode: 'test',
        capabilities: ['payments', 'wallets'],
        metadata: { team: 'a' },
      },
      organization: { id: owner.orgId, name: 'Acme', did: expect.stringMatching(/^did:key:z6Mk/) },
      kya: { level: 'basic', status: 'valid' },
      didHistory: [{ did: agent.did, validTo: null }],
    })
    const position = await database.collection<{ _id: string }>('positions').findOne({ _id: `wal:${agent.wallet.id}` })
    expect(position).toMatchObject({ agentId: agent.id, mandate: { mandateId: agent.mandate.id }, seq: 1 })
    expect(await count('events', { agentId: agent.id, type: 'wallet.created' })).toBe(1)
    for (const { collectionName } of (await database.connection.db?.collections()) ?? []) {
      const rows = await database.collection(collectionName).find().toArray()
      const text = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))
      expect(text).not.toContain(apiKey?.slice(26))
    }
  })

  test('all or nothing: if one part refuses, there is no agent, key, wallet or event', async () => {
    const before = await Promise.all(['agents', 'apiKeys', 'wallets', 'mandates', 'events'].map((name) => count(name)))
    const refusing = startAgents(database, clock, {
      mandates: {
        prepareRevocation: () => Promise.reject(new Error('nothing is revoked')),
        prepareDefault: async () => ({
          mandateId: 'mnd_x',
          part: {
            reads: () => ({ guard: [] }),
            decide: () => ({ kind: 'refused', error: new DomainError('conflict', 'no'), writes: {} }),
          },
        }),
      },
    })
    expect(await refusal(register({}, owner, refusing))).toBe('conflict')
    expect(
      await Promise.all(['agents', 'apiKeys', 'wallets', 'mandates', 'events'].map((name) => count(name))),
    ).toEqual(before)
  })

  test('an existing wallet: bound once, unknown and malformed ones do not exist', async () => {
    const { agent } = await register()
    expect(await refusal(register({ walletId: agent.wallet.id }))).toBe('conflict')
    expect(await refusal(register({ walletId: 'wal_none' }))).toBe('not_found')
    expect(await refusal(register({ walletId: 'x' }))).toBe('not_found')
    const position = database.collection<{ _id: string }>('positions')
    await position.updateOne({ _id: `wal:${agent.wallet.id}` }, { $set: { agentId: null } })
    expect((await register({ walletId: agent.wallet.id })).agent.wallet.id).toBe(agent.wallet.id)
  })

  test('only an organization key of the owner may', async () => {
    expect(await refusal(register({}, stranger))).toBe('not_found')
    expect(await refusal(register({}, nobody))).toBe('authentication_error missing_credentials')
    const { accessToken } = await newToken()
    const agent = await agents.authenticator.verifyAccessToken(accessToken)
    expect(await refusal(register({}, agent))).toBe('capability_denied organization_only')
  })

  test('an Idempotency-Key creates one agent, even with concurrent duplicates; its API key is shown once', async () => {
    const twins = await Promise.all([1, 2, 3].map(() => register({ idempotencyKey: 'k1' })))
    expect(new Set(twins.map(({ agent }) => agent.id)).size).toBe(1)
    expect(twins.filter(({ apiKey }) => apiKey !== null)).toHaveLength(1)
    expect(twins.filter(({ replayed }) => replayed)).toHaveLength(2)
    expect(await refusal(register({ idempotencyKey: 'k1', name: 'Other' }))).toBe('idempotency_mismatch')
    expect(await refusal(register({ idempotencyKey: '' }))).toBe('invalid_request')
  })
})

describe('tokens', () => {
  test('every claim, typ and kid; anyone can verify it by the published keys', async () => {
    const { agent, accessToken, ...token } = await newToken()
    expect(token).toMatchObject({ expiresIn: 3600, tokenType: 'Bearer', scope: 'agent:execute' })
    const { keys } = await agents.authenticator.jwks()
    expect(keys).toHaveLength(2)
    expect(keys.every((key) => key.kty === 'OKP' && key.crv === 'Ed25519' && !('d' in key))).toBe(true)
    const { payload, protectedHeader } = await jwtVerify(accessToken, createLocalJWKSet({ keys: [...keys] as never }), {
      ...{ algorithms: ['EdDSA'], issuer: config.issuer, audience: 'service-api', typ: 'at+jwt' },
    })
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: keys[0]?.kid })
    expect(payload).toMatchObject({
      ...{ sub: agent.id, org: owner.orgId, capabilities: ['payments', 'wallets'], scope: 'agent:execute' },
      ...{ wallet_id: agent.wallet.id, mandate_id: agent.mandate.id, did: agent.did },
    })
    expect(Number(payload.exp) - Number(payload.iat)).toBe(3600)
  })

  test('two processes that start at once publish the same keys', async () => {
    await database.collection('signingKeys').deleteMany({})
    const both = [startAgents(database, clock), startAgents(database, clock), startAgents(database, clock)]
    const [one, ...others] = await Promise.all(both.map(({ authenticator }) => authenticator.jwks()))
    for (const other of others) expect(other).toEqual(one)
    expect(one?.keys).toHaveLength(2)
    // The instance of this file learns the new keys by itself.
    clock.advance(61_000)
    await newToken()
  })

  test('refusals of the endpoint', async () => {
    const a = await register()
    const b = await register()
    const { accessToken: _, ...issued } = await newToken()
    const cases: [Record<string, unknown>, string][] = [
      [{ agentId: a.agent.id, apiKey: b.apiKey }, 'authentication_error agent_id_mismatch'],
      [{ agentId: a.agent.id, apiKey: 'sk_agent_x' }, 'authentication_error invalid_api_key'],
      [{ agentId: a.agent.id }, 'invalid_request'],
      [{ agentId: a.agent.id, apiKey: a.apiKey, grantType: 'password' }, 'invalid_request'],
      [{ agentId: a.agent.id, apiKey: a.apiKey, scope: 'root' }, 'invalid_request'],
      [{ agentId: a.agent.id, grantType: 'refresh_token' }, 'invalid_request'],
      [{ agentId: a.agent.id, grantType: 'refresh_token', refreshToken: 'rt_x' }, 'authentication_error invalid_token'],
      [
        { agentId: a.agent.id, grantType: 'refresh_token', refreshToken: issued.refreshToken },
        'authentication_error agent_id_mismatch',
      ],
    ]
    for (const [input, wanted] of cases) expect(await refusal(exchange(input))).toBe(wanted)
  })

  test('a refresh token works once; a lost response can be fetched again while its successor is unused', async () => {
    const first = await newToken({ scope: 'agent:read' })
    const refresh = (refreshToken: string) =>
      exchange({ agentId: first.agent.id, grantType: 'refresh_token', refreshToken })
    const [second, retry] = await Promise.all([refresh(first.refreshToken), refresh(first.refreshToken)])
    expect(second.scope).toBe('agent:read')
    expect(retry.refreshToken).toBe(second.refreshToken)
    const third = await refresh(second.refreshToken)
    expect(third.refreshToken).not.toBe(second.refreshToken)
    clock.advance(31_000)
    const fourth = await refresh(third.refreshToken)
    clock.advance(30 * 24 * 3_600_000)
    expect(await refusal(refresh(fourth.refreshToken))).toBe('authentication_error token_expired')
  })

  test('a refresh token that is used twice ends its whole family, and no other', async () => {
    const first = await newToken()
    const refresh = (refreshToken: string) =>
      exchange({ agentId: first.agent.id, grantType: 'refresh_token', refreshToken })
    const other = await exchange({ agentId: first.agent.id, apiKey: first.apiKey })
    const second = await refresh(first.refreshToken)
    const third = await refresh(second.refreshToken)
    for (const { refreshToken } of [first, second, third])
      expect(await refusal(refresh(refreshToken))).toBe('authentication_error refresh_token_reused')
    expect((await refresh(other.refreshToken)).tokenType).toBe('Bearer')
    clock.advance(31_000)
    expect(await refusal(refresh(other.refreshToken))).toBe('authentication_error refresh_token_reused')
  })

  test('suspended and revoked agents get no token', async () => {
    const { agent, apiKey } = await register()
    for (const status of ['suspended', 'revoked']) {
      await change(agent.id, { status })
      expect(await refusal(exchange({ agentId: agent.id, apiKey }))).toBe(`authentication_error agent_${status}`)
    }
  })
})

describe('verifyAccessToken', () => {
  const verify = (token: string) => agents.authenticator.verifyAccessToken(token)

  test("the principal has the agent's present capabilities and wallet", async () => {
    const { agent, accessToken } = await newToken({ scope: 'agent:admin' })
    const principal: AgentPrincipal = await verify(accessToken)
    expect(principal).toEqual({
      ...{ kind: 'agent', agentId: agent.id, orgId: owner.orgId, mode: 'test', walletId: agent.wallet.id },
      ...{ capabilities: ['payments', 'wallets'], scope: 'agent:admin' },
      token: { keyVersion: 1, familyId: expect.any(String) },
    })
  })

  test('standing is never cached: suspension, revocation and a new key apply to the next call', async () => {
    const { agent, accessToken } = await newToken()
    await verify(accessToken)
    await change(agent.id, { status: 'suspended' })
    expect(await refusal(verify(accessToken))).toBe('authentication_error agent_suspended')
    await change(agent.id, { status: 'active' })
    await verify(accessToken)
    await change(agent.id, { keyVersion: 2 })
    expect(await refusal(verify(accessToken))).toBe('authentication_error invalid_token')
    await change(agent.id, { keyVersion: 1, status: 'revoked' })
    expect(await refusal(verify(accessToken))).toBe('authentication_error agent_revoked')
  })

  test('expiry applies although the signature is cached', async () => {
    const { accessToken } = await newToken()
    clock.advance(3_598_000)
    await verify(accessToken)
    clock.advance(2_000)
    expect(await refusal(verify(accessToken))).toBe('authentication_error token_expired')
    clock.advance(10_000)
    expect(await refusal(verify(accessToken))).toBe('authentication_error token_expired')
  })

  test('concurrent callers share queries', async () => {
    const tokens = [await newToken(), await newToken(), await newToken()]
    await Promise.all(tokens.map(({ accessToken }) => verify(accessToken)))
    let finds = 0
    const real = database.collection
    const collection = <T extends object>(name: string) => {
      finds++
      return real<T>(name)
    }
    const counting: Database = { ...database, collection }
    const instance = startAgents(counting, clock)
    await instance.authenticator.verifyAccessToken(tokens[0]?.accessToken ?? '')
    finds = 0
    await Promise.all(
      Array.from({ length: 300 }, (_, n) => instance.authenticator.verifyAccessToken(tokens[n % 3]?.accessToken ?? '')),
    )
    expect(finds).toBeLessThan(10)
  })

  test('attacks: no forged, foreign or altered token passes', async () => {
    const { accessToken, agent } = await newToken()
    const [head = '', body = '', signature = ''] = accessToken.split('.')
    const { kid } = decodeProtectedHeader(accessToken)
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
    const signed = (header: Record<string, unknown>, payload: Record<string, unknown> = claims) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', ...header }).sign(privateKey)
    const jwk = await exportJWK(publicKey)
    const { keys } = await agents.authenticator.jwks()
    const secret = Buffer.from(String(keys[0]?.x), 'base64url')
    const hmac = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: String(kid) }).sign(secret)
    const forged = [
      ...['none', 'None', 'NONE', 'nOnE'].map((alg) => `${encode({ alg, typ: 'at+jwt', kid })}.${body}.`),
      `${head}.${body}.`,
      `${head}.${body}`,
      `${head}.${encode({ ...claims, scope: 'agent:admin' })}.${signature}`,
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      `${encode({ alg: 'EdDSA', typ: 'JWT', kid })}.${body}.${signature}`,
      await hmac,
      await signed({ kid }),
      await signed({ kid, jwk }),
      await signed({ kid: 'x', jku: 'https://evil.example/jwks' }),
      await signed({ kid: '../../etc/passwd' }),
      await signed({ kid: "' OR 1=1 --" }),
      await signed({ kid: 'a\u0000b' }),
      await signed({}),
      ...['', '.', '..', 'x.y.z', 'a'.repeat(10_000), agent.id],
    ]
    for (const token of forged) expect(await refusal(verify(token))).toBe('authentication_error invalid_token')
    await verify(accessToken)
  })

  test('a token of another issuer, audience or type is refused although its key is ours', async () => {
    const { agent, apiKey } = await register()
    for (const change of [{ issuer: 'https://other.example' }, { audience: 'other-api' }]) {
      const other = startAgents(database, clock, { config: { ...config, ...change } })
      const { issueToken } = await execute<{ issueToken: Token }>(other, nobody, TOKEN, {
        input: { agentId: agent.id, apiKey },
      })
      expect(await refusal(verify(issueToken.accessToken))).toBe('authentication_error invalid_token')
    }
  })
})

describe('reads', () => {
  const AGENT = 'query ($id: ID!) { agent(id: $id) { id } }'
  const LIST = `query ($first: Int, $after: String, $statuses: [AgentStatus!], $capabilities: [Capability!]) {
    agents(first: $first, after: $after, statuses: $statuses, capabilities: $capabilities) {
      edges { node { id } } pageInfo { hasNextPage hasPreviousPage endCursor } } }`
  interface List {
    agents: { edges: { node: { id: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
  }

  test("the organization's policy template is for its keys: an agent sees its own mandate only", async () => {
    const { accessToken } = await newToken()
    const agent = await agents.authenticator.verifyAccessToken(accessToken)
    type Seen = { organization: { policyTemplate: string | null } }
    const ask = (who: Principal) =>
      execute<Seen>(agents, who, 'query ($id: ID!) { organization(id: $id) { policyTemplate } }', { id: owner.orgId })
    const rows = database.collection<{ _id: string }>('organizations')
    await rows.updateOne(
      { _id: owner.orgId },
      { $set: { 'policyTemplates.test': { policyText: 'Max $9 per transaction.' } } },
    )
    expect((await ask(owner)).organization.policyTemplate).toBe('Max $9 per transaction.')
    expect((await ask(agent)).organization.policyTemplate).toBeNull()
    await rows.updateOne({ _id: owner.orgId }, { $set: { 'policyTemplates.test': null } })
  })

  test('an agent sees itself and its organization, nothing of others', async () => {
    const { agent, accessToken } = await newToken()
    const sibling = await register()
    const self = await agents.authenticator.verifyAccessToken(accessToken)
    const both = `query ($org: ID!) { me { id mandate { id } } organization(id: $org) { id mode } }`
    expect(await execute(agents, self, both, { org: owner.orgId })).toEqual({
      me: { id: agent.id, mandate: { id: agent.mandate.id } },
      organization: { id: owner.orgId, mode: 'test' },
    })
    for (const id of [sibling.agent.id, 'agt_none', 'nonsense'])
      expect(await refusal(execute(agents, self, AGENT, { id }))).toBe('not_found')
    expect(await refusal(execute(agents, self, LIST))).toBe('capability_denied organization_only')
    const org = 'query ($id: ID!) { organization(id: $id) { id } }'
    expect(await refusal(execute(agents, self, org, { id: stranger.orgId }))).toBe('not_found')
    expect(await refusal(execute(agents, owner, '{ me { id } }'))).toBe('capability_denied agent_only')
  })

  test('an organization sees its own in its mode only', async () => {
    const { agent } = await register()
    expect(await execute(agents, owner, AGENT, { id: agent.id })).toEqual({ agent: { id: agent.id } })
    for (const other of [stranger, { ...owner, mode: 'live' as const }])
      expect(await refusal(execute(agents, other, AGENT, { id: agent.id }))).toBe('not_found')
    expect(await refusal(execute(agents, nobody, AGENT, { id: agent.id }))).toBe(
      'authentication_error missing_credentials',
    )
  })

  test('references resolve for the owner and are null for others', async () => {
    const { agent } = await register()
    const source = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Agent { id name } ... on Organization { id } } }`
    const of = [
      { __typename: 'Agent', id: agent.id },
      { __typename: 'Agent', id: 'agt_none' },
      { __typename: 'Organization', id: owner.orgId },
    ]
    expect(await execute(agents, owner, source, { of })).toEqual({
      _entities: [{ id: agent.id, name: 'Shopper' }, null, { id: owner.orgId }],
    })
    expect(await execute(agents, stranger, source, { of })).toEqual({ _entities: [null, null, null] })
    expect(await execute(agents, nobody, source, { of })).toEqual({ _entities: [null, null, null] })
  })

  test('pages newest first, with filters', async () => {
    const { keys } = await agents.createOrganization({ name: 'Pages' })
    const paging = await agents.authenticator.verifyOrganizationKey(keys.test ?? '')
    const ids: string[] = []
    for (const capabilities of [['payments'], ['wallets'], ['payments', 'cards']])
      ids.unshift((await register({ capabilities, ownerOrgId: paging.orgId }, paging)).agent.id)
    const list = async (query: object) => (await execute<List>(agents, paging, LIST, { ...query })).agents
    const one = await list({ first: 2 })
    expect(one.edges.map(({ node }) => node.id)).toEqual(ids.slice(0, 2))
    expect(one.pageInfo.hasNextPage).toBe(true)
    const two = await list({ first: 2, after: one.pageInfo.endCursor })
    expect(two).toMatchObject({
      edges: [{ node: { id: ids[2] } }],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    })
    expect((await list({ capabilities: ['payments'] })).edges).toHaveLength(2)
    expect((await list({ capabilities: ['wallets', 'cards'] })).edges).toHaveLength(2)
    expect((await list({ statuses: ['revoked', 'suspended'] })).edges).toHaveLength(0)
    expect((await list({ statuses: [] })).edges).toHaveLength(0)
    for (const wrong of [{ first: 0 }, { first: 101 }, { after: 'x' }])
      expect(await refusal(list(wrong))).toBe('invalid_request')
  })
})
