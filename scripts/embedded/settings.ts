/** Settings of a service over chains of its own: generated where they are missing, and kept with the data that they belong to. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChainKeys, relayerKeysOf } from './chainKeys.ts'

const SECRETS = ['MASTER_KEY', 'API_KEY_PEPPER', 'SUBGRAPH_SECRET', 'PAYMENT_PROCESSOR_SECRET'] as const

/** Generated once and kept with the data that they decrypt. */
export function readSecrets(dataDir: string): Readonly<Record<(typeof SECRETS)[number], string>> {
  const path = join(dataDir, 'secrets.json')
  const known: Record<string, string> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const missing = SECRETS.filter((name) => known[name] === undefined)
  for (const name of missing) known[name] = randomBytes(32).toString('hex')
  if (missing.length > 0) writeFileSync(path, JSON.stringify(known, null, 2), { mode: 0o600 })
  return known as Record<(typeof SECRETS)[number], string>
}

/** @param keys absent for a chain that was only named */
export function chainSettings(chain: string, rpcUrl: string, keys: ChainKeys | undefined): Record<string, string> {
  const suffix = `TEST_${chain.toUpperCase()}`
  const settings: Record<string, string> = { [`RPC_URL_${suffix}`]: rpcUrl }
  if (keys === undefined) return settings
  settings[`RELAYER_KEY_${suffix}`] = relayerKeysOf(keys).join(',')
  settings[`FAUCET_KEY_${suffix}`] = keys.minterKey
  settings[`EMBEDDED_${suffix}`] = 'true'
  return settings
}

/** For processes over the same database and chains: `node --env-file=.data/service.env gateway/main.ts`. */
export function writeSettings(dataDir: string, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`)
  writeFileSync(join(dataDir, 'service.env'), lines.join(''), { mode: 0o600 })
}
