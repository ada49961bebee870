/**
 * `npm start`: the embedded database and chains, then the whole service over them, a demo organization and what to type
 * next. MONGODB_URI and RPC_URL_… use real ones instead. Everything that is kept lives in the data directory.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseConfig } from '../gateway/config.ts'
import { createLog, logFailure } from '../gateway/log.ts'
import { superviseProcess } from '../gateway/processLife.ts'
import { startService } from '../gateway/service.ts'
import { CHAINS, type Chain } from '../subgraphs/shared/tokens.ts'
import { type Embedded, startEmbedded } from './embedded/index.ts'
import { chainSettings, readSecrets, writeSettings } from './embedded/settings.ts'
import { startDemoMerchant } from './merchant/demoMerchant.ts'

interface Demo {
  readonly base_url: string
  readonly metrics_url: string
  readonly org_id: string
  readonly api_key: string
  readonly approver_api_key: string
  readonly mongodb_uri: string
  readonly chains: Readonly<Record<string, string>>
}

/** Far more empty blocks than settlement ever waits for. */
const QUIET = { afterBlocks: 120, blockTimeSeconds: 15 }

async function main(): Promise<void> {
  const began = performance.now()
  const blockTimeSeconds = readBlockTime(process.env.BLOCK_TIME_SECONDS)
  const dataDir = resolve(process.env.DATA_DIR ?? '.data')
  mkdirSync(dataDir, { recursive: true })
  const embeddedLog = { info: () => undefined, warn: (message: string) => console.error(message) }
  const embedded = await startEmbedded({
    dataDir,
    blockTimeSeconds,
    quiet: QUIET,
    log: embeddedLog,
    mongodbUri: process.env.MONGODB_URI,
    chains: chainsToEmbed(process.env),
  })
  try {
    const secrets = readSecrets(dataDir)
    const merchant = await startDemoMerchant(dataDir, secrets.PAYMENT_PROCESSOR_SECRET)
    const processor = { PAYMENT_PROCESSOR: 'http', PAYMENT_PROCESSOR_URL: merchant.chargesUrl }
    const settings = { ...secrets, ...embeddedEnvironment(embedded), ...processor }
    const config = parseConfig({ ...settings, ...process.env })
    const log = createLog({ level: config.logLevel })
    const life = superviseProcess({ log, drainMs: config.drainMs })
    life.onStop(() => embedded.stop())
    const service = await startService(config, { log })
    life.onStop(async () => {
      await service.stop()
      await merchant.close()
      await embedded.stop()
    })
    writeSettings(dataDir, { ...settings, BASE_URL: service.baseUrl })
    const demo = await ensureDemo(service, dataDir, embedded)
    const merchantId = await merchant
      .register({ url: demo.base_url, apiKey: demo.api_key })
      .catch((error: Error) => `not registered: ${error.message}`)
    print({ ...demo, merchant: `${merchantId}  ${merchant.url}` }, performance.now() - began)
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Every chain without an endpoint of its own; none beside one for base, since nothing then needs a node here. */
function chainsToEmbed(environment: Readonly<Record<string, string | undefined>>): Chain[] {
  if (environment.RPC_URL_TEST_BASE) return []
  return CHAINS.filter((chain) => !environment[`RPC_URL_TEST_${chain.toUpperCase()}`])
}

function readBlockTime(text = '1'): number {
  const seconds = Number(text)
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds <= 0)
    throw new Error('BLOCK_TIME_SECONDS must be a number of seconds above 0, like 1 or 0.5.')
  return seconds
}

function embeddedEnvironment(embedded: Embedded): Record<string, string> {
  const environment: Record<string, string> = {
    MONGODB_URI: embedded.mongodbUri,
    ALLOW_LOOPBACK_RECEIVERS: 'true',
    // Every further process uses a free port.
    METRICS_PORT: '0',
  }
  for (const [chain, { rpcUrl }] of Object.entries(embedded.chains))
    Object.assign(environment, chainSettings(chain, rpcUrl, embedded.keys[chain]))
  return environment
}

/** One organization with the test keys of an administrator and an approver, the same after every restart. */
async function ensureDemo(
  service: Awaited<ReturnType<typeof startService>>,
  dataDir: string,
  embedded: Embedded,
): Promise<Demo> {
  const path = join(dataDir, 'demo.json')
  const known: Partial<Demo> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const { orgId, admin, approver } = await service.ensureDemoOrganization({
    ...(known.api_key === undefined ? {} : { admin: known.api_key }),
    ...(known.approver_api_key === undefined ? {} : { approver: known.approver_api_key }),
  })
  const demo: Demo = {
    base_url: service.url,
    metrics_url: service.metricsUrl,
    org_id: orgId,
    api_key: admin,
    approver_api_key: approver,
    mongodb_uri: embedded.mongodbUri,
    chains: Object.fromEntries(Object.entries(embedded.chains).map(([chain, { rpcUrl }]) => [chain, rpcUrl])),
  }
  writeFileSync(path, JSON.stringify(demo, null, 2), { mode: 0o600 })
  return demo
}

function print(demo: Demo & { readonly merchant: string }, tookMs: number): void {
  const chains = Object.entries(demo.chains).map(([chain, url]) => `  chain ${chain.padEnd(12)} ${url}`)
  console.error(
    [
      '',
      `Agent Payment Service is up (${(tookMs / 1_000).toFixed(1)} s).`,
      '',
      `  REST            ${demo.base_url}/api/v2`,
      `  GraphQL         ${demo.base_url}/graphql  (subscriptions over graphql-ws on the same path)`,
      `  OpenAPI         ${demo.base_url}/api/v2/openapi.json`,
      `  AsyncAPI        ${demo.base_url}/api/v2/asyncapi.json`,
      `  discovery       ${demo.base_url}/.well-known/service-agent.json`,
      `  metrics         ${demo.metrics_url}/metrics  (${demo.metrics_url}/readyz?verbose)`,
      `  small merchant  ${demo.merchant}  (sells a book, approves charges, ships)`,
      `  database        ${demo.mongodb_uri}`,
      ...chains,
      '',
      `  organization    ${demo.org_id}`,
      `  test API key    ${demo.api_key}  (an administrator's)`,
      `  and approver's  ${demo.approver_api_key}  (of a second person)`,
      '',
      'Next, in another terminal:  npm run first-payment, first-funding or first-checkout',
      'Ctrl-C stops everything; the data stays.',
      '',
    ].join('\n'),
  )
}

main().catch((error: unknown) => {
  logFailure(error)
  process.exit(1)
})
