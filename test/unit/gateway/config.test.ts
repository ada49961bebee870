/** The configuration: one validated object; a wrong or missing value stops the start with a message that names it. */
import { describe, expect, test } from 'vitest'
import { type Config, ConfigError, parseConfig } from '../../../gateway/config.ts'

const KEY = 'a'.repeat(64)
const GIVEN = { MONGODB_URI: 'mongodb://127.0.0.1/?replicaSet=rs0', MASTER_KEY: KEY, API_KEY_PEPPER: KEY }
const TEST_BASE = { RPC_URL_TEST_BASE: 'http://127.0.0.1:8545', RELAYER_KEY_TEST_BASE: KEY }
const LIVE_BASE = { RPC_URL_LIVE_BASE: 'https://base.example', RELAYER_KEY_LIVE_BASE: KEY }

function problemsOf(environment: Record<string, string>): string {
  try {
    parseConfig(environment)
    return ''
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.join('\n')
  }
}
const parse = (more: Record<string, string> = {}): Config => parseConfig({ ...GIVEN, ...more })

describe('banks', () => {
  const banksOf = (more: object) => parseConfig({ ...GIVEN, ...more }).banks

  test('are simulated unless a key is given, and in live mode beside real money there is none', () => {
    const simulated = { kind: 'simulated' }
    expect(banksOf({})).toEqual({ test: simulated, live: simulated })
    expect(banksOf(LIVE_BASE)).toEqual({ test: simulated, live: { kind: 'none' } })
    const keys = { LITHIC_API_KEY_TEST: 'one', LITHIC_API_KEY_LIVE: 'two', LITHIC_URL_LIVE: 'http://127.0.0.1:1' }
    expect(banksOf({ ...LIVE_BASE, ...keys })).toEqual({
      test: { kind: 'lithic', apiKey: 'one', baseUrl: 'https://sandbox.lithic.com' },
      live: { kind: 'lithic', apiKey: 'two', baseUrl: 'http://127.0.0.1:1' },
    })
  })

  test('have addresses of http, and a test key none where real money moves', () => {
    expect(problemsOf({ ...GIVEN, LITHIC_API_KEY_LIVE: 'key', LITHIC_URL_LIVE: 'lithic' })).toMatch('LITHIC_URL_LIVE')
    const wrong = { LITHIC_API_KEY_TEST: 'key', LITHIC_URL_TEST: 'https://api.lithic.com' }
    expect(problemsOf({ ...GIVEN, ...wrong })).toMatch('LITHIC_URL_TEST')
  })
})

describe('a payment processor', () => {
  const with_ = (url: string, more: object = {}) => ({
    ...{ ...GIVEN, PAYMENT_PROCESSOR: 'http', PAYMENT_PROCESSOR_URL: url, PAYMENT_PROCESSOR_SECRET: KEY, ...more },
  })
  const LOOPBACK = { ALLOW_LOOPBACK_RECEIVERS: 'true' }

  test.each([
    ['https://psp.example/charges', {}],
    ['https://psp.example:8443/charges', LIVE_BASE],
    ['http://127.0.0.1:4001/charges', LOOPBACK],
  ])('is asked at %s', (url, more) => expect(parseConfig(with_(url, more)).processor?.url).toBe(url))

  test.each([
    ['', {}],
    ['http://psp.example/charges', LOOPBACK],
    ['https://psp.example:9443/charges', {}],
    ['https://10.1.2.3/charges', LOOPBACK],
    ['https://127.0.0.1/charges', {}],
    ['http://127.0.0.1:4001/charges', { ...LOOPBACK, ...LIVE_BASE }],
    ['https://someone@psp.example/charges', {}],
  ])('cannot be asked at %s: the start says so, and what is allowed', (url, more) =>
    expect(problemsOf(with_(url, more))).toMatch(/^PAYMENT_PROCESSOR_URL must .* port 443 or 8443 of a public host/m),
  )
})

describe('values', () => {
  test('three secrets and a database are enough; the rest has defaults', () => {
    expect(parse()).toMatchObject({
      ...{ port: 4000, baseUrl: 'http://127.0.0.1:4000', tokenAudience: 'service-api', tokenLifetimeSeconds: 3600 },
      rateLimits: { organizationPerMinute: 600, agentPerMinute: 300, paymentsPerAgentPerMinute: 60 },
      trustProxy: false,
    })
    expect(Object.isFrozen(parse())).toBe(true)
  })

  test('providers of sign-in: with their roles, over https or on this machine, each once', () => {
    const given = {
      ...{ id: 'corp', issuer: 'https://login.example', client_id: 'payments', org_id: 'org_1', mode: 'live' },
      ...{ role_claim: 'groups', roles: { staff: ['viewer'], people: [] } },
    }
    const set = (...providers: object[]) => ({ OPENID_PROVIDERS: JSON.stringify(providers) })
    expect(parse(set(given, { ...given, id: 'other', issuer: 'http://127.0.0.1:9000' })).openIdProviders).toMatchObject(
      [
        { id: 'corp', clientSecret: null, roleClaim: 'groups', roles: given.roles, matchVerifiedEmail: false },
        { id: 'other' },
      ],
    )
    for (const wrong of [
      ...[{ issuer: 'http://login.example' }, { issuer: 'ftp://localhost' }, { org_id: 'none' }, { mode: 'both' }],
      ...[{ roles: { staff: ['root'] } }, { roles: { staff: ['viewer', 'admin'] } }, { id: '../x' }, { secret: 'x' }],
    ]) {
      const problems = problemsOf({ ...GIVEN, ...set({ ...given, client_secret: 'never printed', ...wrong }) })
      expect(problems, JSON.stringify(wrong)).toMatch('OPENID_PROVIDERS')
      expect(problems).not.toMatch('never printed')
    }
    expect(problemsOf({ ...GIVEN, ...set(given, given) })).toMatch('OPENID_PROVIDERS')
    expect(problemsOf({ ...GIVEN, OPENID_PROVIDERS: '{' })).toMatch('OPENID_PROVIDERS')
  })

  test.each([
    [{ HOST: '127.0.0.1', PORT: '4001' }, 'http://127.0.0.1:4001'],
    [{ HOST: '0.0.0.0' }, 'http://localhost:4000'],
    [{ HOST: '::' }, 'http://localhost:4000'],
    [{ HOST: '::1' }, 'http://[::1]:4000'],
    [{ HOST: 'pay.internal', PORT: '80' }, 'http://pay.internal:80'],
    [{ HOST: '0.0.0.0', BASE_URL: 'https://pay.example/' }, 'https://pay.example'],
  ])('%j calls itself %s', (more, baseUrl) => {
    expect(parse(more).baseUrl).toBe(baseUrl)
  })

  test('every missing or wrong variable is named, all at once, without its value', () => {
    const said = problemsOf({ MONGODB_URI: 'postgres://db', PORT: 'eighty', MASTER_KEY: 'secret-of-mine' })
    for (const name of ['MONGODB_URI', 'PORT', 'MASTER_KEY', 'API_KEY_PEPPER']) expect(said).toContain(name)
    expect(said).not.toContain('secret-of-mine')
  })

  test.each([
    // If every proxy were trusted, any caller could choose its address.
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '99' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/8,proxy.example' }, 'TRUST_PROXY'],
    [{ ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS'],
    [{ ALLOWED_ORIGINS: 'https://console.example.com/' }, 'ALLOWED_ORIGINS'],
    [{ ALLOWED_ORIGINS: 'https://*.example.com' }, 'ALLOWED_ORIGINS'],
    [{ ALLOWED_ORIGINS: 'http://console.example.com' }, 'ALLOWED_ORIGINS'],
    [{ SUBGRAPH_URLS: 'payments=http://127.0.0.1:4001' }, 'SUBGRAPH_SECRET'],
    [{ SUBGRAPH_URLS: 'nobody=http://127.0.0.1:4001' }, 'SUBGRAPH_URLS'],
    [{ RPC_URL_TEST_BASE: 'http://127.0.0.1:8545' }, 'RELAYER_KEY_TEST_BASE'],
    [{ ...TEST_BASE, RPC_URL_TEST_BASE: 'base' }, 'RPC_URL_TEST_BASE'],
    [{ ...TEST_BASE, RELAYER_KEY_TEST_BASE: `${KEY},b` }, 'RELAYER_KEY_TEST_BASE'],
    [{ ...TEST_BASE, RELAYER_KEY_TEST_BASE: `${KEY}, 0x${KEY}` }, 'different keys'],
    [{ ...TEST_BASE, RETIRED_RELAYER_KEY_TEST_BASE: KEY }, 'different keys'],
    [{ ...TEST_BASE, RETIRED_RELAYER_KEY_TEST_BASE: 'old' }, 'RETIRED_RELAYER_KEY_TEST_BASE'],
    [
      { RPC_URL_LIVE_BASE_SEPOLIA: 'https://sepolia.example', RELAYER_KEY_LIVE_BASE_SEPOLIA: KEY },
      'RPC_URL_LIVE_BASE_SEPOLIA',
    ],
  ])('%j is refused by the name %s', (more, name) => {
    expect(problemsOf({ ...GIVEN, ...more })).toContain(name)
  })

  test('ALLOWED_ORIGINS are exact, and nobody by default', () => {
    expect(parseConfig(GIVEN).allowedOrigins).toEqual([])
    const given = 'https://console.example.com, http://localhost:5173'
    expect(parseConfig({ ...GIVEN, ALLOWED_ORIGINS: given }).allowedOrigins).toEqual(given.split(', '))
  })

  test.each([
    ['false', false],
    ['2', 2],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('TRUST_PROXY %s', (text, trusted) => {
    expect(parseConfig({ ...GIVEN, TRUST_PROXY: text }).trustProxy).toEqual(trusted)
  })
})

test('a network has as many relayer accounts as are named, and retired ones beside them', () => {
  const [b, c] = ['b'.repeat(64), 'c'.repeat(64)]
  const keys = { RELAYER_KEY_TEST_BASE: `${KEY}, 0x${b}`, RETIRED_RELAYER_KEY_TEST_BASE: c }
  expect(parse({ ...TEST_BASE, ...keys }).networks).toMatchObject([
    { relayerKeys: [KEY, `0x${b}`], retiredRelayerKeys: [c] },
  ])
})

describe('a test key can never spend on a live chain', () => {
  test('chains are set for each mode', () => {
    expect(parse({ ...TEST_BASE, ...LIVE_BASE }).networks).toMatchObject([
      { mode: 'test', chain: 'base', rpcUrls: ['http://127.0.0.1:8545'] },
      { mode: 'live', chain: 'base', rpcUrls: ['https://base.example'] },
    ])
  })

  test.each([
    'http://127.0.0.1:8545',
    'http://[::1]:8545',
    'http://10.1.2.3:8545',
    'http://anvil:8545',
    'http://localhost:1',
  ])('a node of our own is fine for test: %s', (url) =>
    expect(problemsOf({ ...GIVEN, ...TEST_BASE, RPC_URL_TEST_BASE: url })).toBe(''),
  )

  test.each(['https://mainnet.base.example', 'http://8.8.8.8:8545', 'http://[2606:4700::1111]/'])(
    'an endpoint that may be the real chain is not: %s',
    (url) => expect(problemsOf({ ...GIVEN, ...TEST_BASE, RPC_URL_TEST_BASE: url })).toContain('RPC_URL_TEST_BASE'),
  )

  test('faucets, loopback receivers, embedded marks and shared endpoints are refused beside a live endpoint', () => {
    const beside = (more: Record<string, string>) => problemsOf({ ...GIVEN, ...TEST_BASE, ...LIVE_BASE, ...more })
    expect(beside({ FAUCET_KEY_TEST_BASE: KEY })).toContain('FAUCET_KEY_TEST_BASE')
    expect(beside({ ALLOW_LOOPBACK_RECEIVERS: 'true' })).toContain('ALLOW_LOOPBACK_RECEIVERS')
    expect(beside({ EMBEDDED_LIVE_BASE: 'true' })).toContain('EMBEDDED_LIVE_BASE')
    expect(beside({ RPC_URL_LIVE_BASE: 'http://127.0.0.1:8545' })).toContain('same endpoint')
  })
})
