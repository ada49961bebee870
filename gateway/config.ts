/**
 * The only reader of the environment: one validated, frozen object with units in its names. A wrong or missing value stops
 * the start; all problems are reported at once. Secrets are never printed.
 */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { RATE_LIMIT_RANGE } from '../subgraphs/shared/rateLimits.ts'
import { formatAddress } from './address.ts'
import { type AttestationIssuer, parseAttestationIssuers } from './attestationIssuers.ts'
import { type OperatorKey, parseOperatorKeys } from './auth/operatorKeys.ts'
import { isTrustworthy } from './auth/sessionCookie.ts'
import { type BankSettings, parseBanks } from './bankSettings.ts'
import { type ProcessorSettings, parseProcessor } from './chargeSettings.ts'
import {
  type Environment,
  KEY_HEX,
  listOf,
  type NetworkSettings,
  parseNetworks,
  requireNoTestValues,
} from './networkSettings.ts'
import { type OpenIdProvider, parseOpenIdProviders } from './signIn/openIdProviders.ts'

export const SUBGRAPHS = ['agents', 'mandates', 'payments', 'treasury', 'commerce', 'events'] as const
export type SubgraphName = (typeof SUBGRAPHS)[number]

export interface Config {
  readonly port: number
  readonly host: string
  readonly baseUrl: string
  /** Serves metrics and detailed readiness; 0: any free port. */
  readonly metricsPort: number
  readonly metricsHost: string
  readonly isProduction: boolean
  /** Processes of tests live for seconds: they plan documents when they first need them. */
  readonly isTest: boolean
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly mongodbUri: string
  readonly databaseName: string
  /** 32 bytes: seals wallet keys, signing keys and webhook secrets. */
  readonly masterKey: Uint8Array
  /** They still open what they have sealed, while `npm run rotate-master-key` seals it anew. */
  readonly formerMasterKeys?: readonly Uint8Array[]
  /** 32 bytes kept outside the database: keys the hashes of API keys and refresh tokens. */
  readonly pepper: Uint8Array
  /** People who may stop the whole service, with hashes of their keys. */
  readonly operators?: readonly OperatorKey[]
  readonly networks: readonly NetworkSettings[]
  /** Absent: simulated ones. */
  readonly banks?: Readonly<Record<'test' | 'live', BankSettings>>
  /** Absent: the ledger, which asks nobody. */
  readonly processor?: ProcessorSettings | undefined
  readonly subgraphUrls: Readonly<Partial<Record<SubgraphName, string>>>
  /** Signs the caller's principal on calls to subgraphs in other processes. */
  readonly subgraphSecret: string
  readonly runWorkers: boolean
  readonly allowLoopbackReceivers: boolean
  /** Events are shown, and deliveries kept, for so long; 30 if absent. */
  readonly eventRetentionDays?: number
  /** Imported screening lists that are older stop every spend. */
  readonly screeningListAgeMaxMs: number
  /** Sanctions lists without which nothing is paid in live mode; absent: any that was imported will do. */
  readonly requiredScreeningLists?: readonly string[]
  /** Who may attest agents, with their public keys. */
  readonly attestationIssuers?: readonly AttestationIssuer[]
  /** With whom people may sign in. */
  readonly openIdProviders?: readonly OpenIdProvider[]
  /** In USD micro units. */
  readonly travelRuleMin: bigint
  readonly tokenAudience: string
  readonly tokenLifetimeSeconds: number
  readonly rateLimits: {
    readonly organizationPerMinute: number
    readonly keyPerMinute?: number | null
    readonly personPerMinute?: number | null
    readonly agentPerMinute: number
    readonly paymentsPerAgentPerMinute: number
  }
  /** Whose X-Forwarded-For is trusted: nobody's, that of so many hops, or that of these addresses and networks. */
  readonly trustProxy: false | number | readonly string[]
  /** Whose pages may call from a browser, with the cookie of a session too. */
  readonly allowedOrigins?: readonly string[]
  readonly drainMs: number
}

/** Every problem with the name of its variable, never a value. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const rateLimit = wholeNumber(RATE_LIMIT_RANGE.min, RATE_LIMIT_RANGE.max)
const keyBytes = z
  .string({ error: 'is missing: 32 random bytes as 64 hexadecimal digits' })
  .regex(KEY_HEX, 'must be 64 hexadecimal digits')
  .transform((text) => new Uint8Array(Buffer.from(text.replace(/^0x/, ''), 'hex')))

const schema = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: z.url().optional(),
  METRICS_PORT: wholeNumber(0, 65_535).default(0),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  MONGODB_URI: z
    .string({ error: 'is missing: the address of a replica set or sharded cluster' })
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://'),
  DATABASE_NAME: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,60}$/, 'must be 1 to 60 letters, digits, _ or -')
    .default('agent_payments'),
  MASTER_KEY: keyBytes,
  FORMER_MASTER_KEYS: z.string().default('').transform(parseFormerKeys),
  API_KEY_PEPPER: keyBytes,
  OPERATOR_KEYS: z.string().default(''),
  SUBGRAPH_URLS: z.string().default(''),
  SUBGRAPH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  RUN_WORKERS: flag.default(true),
  ALLOW_LOOPBACK_RECEIVERS: flag.default(false),
  EVENT_RETENTION_DAYS: wholeNumber(7, 3_650).default(30),
  SCREENING_LIST_AGE_MAX_HOURS: wholeNumber(1, 8_760).default(72),
  REQUIRED_SCREENING_LISTS: z.string().default('ofac-sdn').transform(listOf),
  TRAVEL_RULE_MIN_USD: wholeNumber(0, 1_000_000_000).default(3_000),
  TOKEN_AUDIENCE: z.string().min(1).default('service-api'),
  TOKEN_LIFETIME_SECONDS: wholeNumber(60, 86_400).default(3_600),
  RATE_LIMIT_ORGANIZATION_PER_MINUTE: rateLimit.default(600),
  RATE_LIMIT_KEY_PER_MINUTE: rateLimit.optional(),
  RATE_LIMIT_PERSON_PER_MINUTE: rateLimit.optional(),
  RATE_LIMIT_AGENT_PER_MINUTE: rateLimit.default(300),
  RATE_LIMIT_PAYMENTS_PER_AGENT_PER_MINUTE: rateLimit.default(60),
  TRUST_PROXY: z.string().default('false').transform(parseTrustedProxies),
  ALLOWED_ORIGINS: z.string().default('').transform(parseOrigins),
  DRAIN_MS: wholeNumber(0, 60_000).default(10_000),
})

interface ConfigVariable {
  readonly isRequired: boolean
  /** As it would be written in the environment; null without one. */
  readonly fallback: string | null
}

/** What it reads by one name each; networks, banks and processors have more. */
export function describeConfig(): ReadonlyMap<string, ConfigVariable> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return new Map(
    Object.entries(properties).map(([name, property]) => {
      const fallback = typeof property === 'object' ? property.default : undefined
      return [name, { isRequired: required.includes(name), fallback: fallback == null ? null : String(fallback) }]
    }),
  )
}

/** @throws ConfigError */
export function parseConfig(environment: Environment): Config {
  const parsed = schema.safeParse(withoutBlanks(environment))
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  const networks = parseNetworks(environment, problems)
  const isLive = networks.some(({ mode }) => mode === 'live')
  const banks = parseBanks(environment, isLive, problems)
  const processor = parseProcessor(environment, isLive, problems)
  const operators = parseOperatorKeys(environment.OPERATOR_KEYS ?? '')
  if (operators === null)
    problems.push(
      'OPERATOR_KEYS must be name:key pairs, separated by commas, with keys like sk_operator_ and 24 or more',
    )
  const attestationIssuers = parseAttestationIssuers(environment.ATTESTATION_ISSUERS ?? '')
  if (attestationIssuers === null)
    problems.push(
      'ATTESTATION_ISSUERS must be JSON: [{"issuer": "https://...", "jwks": {"keys": [...]}}], with public keys alone',
    )
  const openIdProviders = parseOpenIdProviders(environment.OPENID_PROVIDERS ?? '')
  if (openIdProviders === null)
    problems.push(
      'OPENID_PROVIDERS must be JSON: [{"id", "issuer", "client_id", "client_secret", "org_id", "mode", "role_claim", "roles": {"VALUE": ["ROLE"]}}], with https issuers',
    )
  const subgraphUrls = parseSubgraphUrls(environment.SUBGRAPH_URLS ?? '', problems)
  if (parsed.success && Object.keys(subgraphUrls).length > 0 && parsed.data.SUBGRAPH_SECRET === undefined)
    problems.push('SUBGRAPH_SECRET is missing: subgraphs in other processes have to know who calls them')
  if (isLive) requireNoTestValues(environment, networks, problems)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const value = parsed.data
  return Object.freeze({
    port: value.PORT,
    host: value.HOST,
    baseUrl: (value.BASE_URL ?? formatAddress(value.HOST, value.PORT)).replace(/\/$/, ''),
    metricsPort: value.METRICS_PORT,
    metricsHost: value.METRICS_HOST,
    isProduction: value.NODE_ENV === 'production',
    isTest: value.NODE_ENV === 'test',
    logLevel: value.LOG_LEVEL,
    mongodbUri: value.MONGODB_URI,
    databaseName: value.DATABASE_NAME,
    masterKey: value.MASTER_KEY,
    formerMasterKeys: value.FORMER_MASTER_KEYS,
    pepper: value.API_KEY_PEPPER,
    operators: operators ?? [],
    ...{ networks, banks, processor },
    subgraphUrls,
    subgraphSecret: value.SUBGRAPH_SECRET ?? Buffer.from(value.MASTER_KEY).toString('base64url'),
    runWorkers: value.RUN_WORKERS,
    allowLoopbackReceivers: value.ALLOW_LOOPBACK_RECEIVERS,
    travelRuleMin: BigInt(value.TRAVEL_RULE_MIN_USD) * 1_000_000n,
    eventRetentionDays: value.EVENT_RETENTION_DAYS,
    screeningListAgeMaxMs: value.SCREENING_LIST_AGE_MAX_HOURS * 3_600_000,
    requiredScreeningLists: value.REQUIRED_SCREENING_LISTS,
    attestationIssuers: attestationIssuers ?? [],
    openIdProviders: openIdProviders ?? [],
    tokenAudience: value.TOKEN_AUDIENCE,
    tokenLifetimeSeconds: value.TOKEN_LIFETIME_SECONDS,
    rateLimits: {
      organizationPerMinute: value.RATE_LIMIT_ORGANIZATION_PER_MINUTE,
      keyPerMinute: value.RATE_LIMIT_KEY_PER_MINUTE ?? null,
      personPerMinute: value.RATE_LIMIT_PERSON_PER_MINUTE ?? null,
      agentPerMinute: value.RATE_LIMIT_AGENT_PER_MINUTE,
      paymentsPerAgentPerMinute: value.RATE_LIMIT_PAYMENTS_PER_AGENT_PER_MINUTE,
    },
    trustProxy: value.TRUST_PROXY,
    allowedOrigins: value.ALLOWED_ORIGINS,
    drainMs: value.DRAIN_MS,
  })
}

/** The configuration of this process. */
export function readConfig(): Config {
  return parseConfig(process.env)
}

function withoutBlanks(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  )
}

function parseFormerKeys(text: string, context: z.RefinementCtx): readonly Uint8Array[] {
  const keys = listOf(text)
  if (keys.every((key) => KEY_HEX.test(key)))
    return keys.map((key) => new Uint8Array(Buffer.from(key.replace(/^0x/, ''), 'hex')))
  context.addIssue({ code: 'custom', message: 'must be keys of 64 hexadecimal digits, separated by commas' })
  return z.NEVER
}

/** Exact, as browsers send them: a pattern would let in whoever can have a name that fits. */
function parseOrigins(text: string, context: z.RefinementCtx): readonly string[] {
  const origins = listOf(text)
  const isOrigin = (one: string) =>
    !one.includes('*') && URL.canParse(one) && new URL(one).origin === one && isTrustworthy(new URL(one))
  if (origins.every(isOrigin)) return origins
  context.addIssue({
    code: 'custom',
    message: 'must be origins like https://console.example.com, separated by commas; plain http to this machine alone',
  })
  return z.NEVER
}

const HOPS_MAX = 10

/** Trusting every proxy is not offered: any caller could then choose the address that its failures count against. */
function parseTrustedProxies(text: string, context: z.RefinementCtx): false | number | readonly string[] {
  if (text === 'false') return false
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= HOPS_MAX) return Number(text)
  const addresses = text.split(',').map((entry) => entry.trim())
  // The library also takes a bare number for an address.
  const isNetwork = (entry: string) => /[.:]/.test(entry) && (ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry))
  if (addresses.every(isNetwork)) return addresses
  context.addIssue({
    code: 'custom',
    message: `must be false, the number of proxies in front (1 to ${HOPS_MAX}), or their addresses or networks, separated by commas`,
  })
  return z.NEVER
}

function parseSubgraphUrls(text: string, problems: string[]): Partial<Record<SubgraphName, string>> {
  const urls: Partial<Record<SubgraphName, string>> = {}
  for (const entry of listOf(text)) {
    const separator = entry.indexOf('=')
    const name = entry.slice(0, separator) as SubgraphName
    const url = entry.slice(separator + 1)
    if (!SUBGRAPHS.includes(name) || !URL.canParse(url))
      problems.push(`SUBGRAPH_URLS must be name=url pairs with names of ${SUBGRAPHS.join(', ')}`)
    else urls[name] = url
  }
  return urls
}
