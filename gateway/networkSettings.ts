/** The chains of the configuration: endpoints and keys for each chain and mode, and combinations that are refused. */
import ipaddr from 'ipaddr.js'
import type { Mode } from '../subgraphs/shared/principal.ts'
import { CHAIN_FACTS, CHAINS, type Chain, decimalUnits } from '../subgraphs/shared/tokens.ts'

export interface NetworkSettings {
  readonly mode: Mode
  readonly chain: Chain
  /** Tried in this order. */
  readonly rpcUrls: readonly string[]
  /** Accounts that pay gas; each has its own sequence of nonces. */
  readonly relayerKeys: readonly string[]
  /** Accounts that get no new transactions; may be removed once their last one is mined. */
  readonly retiredRelayerKeys: readonly string[]
  /** Mints test money; only on a chain without value. */
  readonly faucetKey: string | null
  /** The contract that submits batches; null: none, or that of the embedded chain. */
  readonly batchRelayer: string | null
  /** What gas may cost for one organization in a UTC day; null: the chain's default. */
  readonly gasBudgetWei: bigint | null
  /** The embedded chain: one confirmation, and no history before the service. */
  readonly isEmbedded: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

export const KEY_HEX = /^(0x)?[0-9a-fA-F]{64}$/

/** The entries of a list, which are separated by commas. */
export const listOf = (text = ''): string[] => text.split(',').flatMap((entry) => entry.trim() || [])

/** Endpoints are set for each chain and each mode, so that a test key can never spend on a live chain. */
export function parseNetworks(environment: Environment, problems: string[]): NetworkSettings[] {
  const networks: NetworkSettings[] = []
  for (const mode of ['test', 'live'] as const)
    for (const chain of CHAINS) {
      const suffix = `${mode.toUpperCase()}_${chain.toUpperCase()}`
      const urls = environment[`RPC_URL_${suffix}`]
      if (urls === undefined || urls === '') continue
      const relayerKeys = listOf(environment[`RELAYER_KEY_${suffix}`])
      const retiredRelayerKeys = listOf(environment[`RETIRED_RELAYER_KEY_${suffix}`])
      const faucetKey = environment[`FAUCET_KEY_${suffix}`] ?? null
      const rpcUrls = urls.split(',').map((url) => url.trim())
      if (!rpcUrls.every((url) => URL.canParse(url) && /^https?:/.test(url)))
        problems.push(`RPC_URL_${suffix} must be one or more http(s) addresses, separated by commas`)
      requireRelayerKeys(suffix, relayerKeys, retiredRelayerKeys, faucetKey, problems)
      if (faucetKey !== null && !KEY_HEX.test(faucetKey))
        problems.push(`FAUCET_KEY_${suffix} must be 64 hexadecimal digits`)
      if (mode === 'test' && !CHAIN_FACTS[chain].isTestNetwork && !rpcUrls.every(isOwnHost))
        problems.push(
          `RPC_URL_${suffix} must be a node of your own on this machine or network: a test key can never spend on a live chain. Public test networks: RPC_URL_TEST_BASE_SEPOLIA`,
        )
      if (mode === 'live' && CHAIN_FACTS[chain].isTestNetwork)
        problems.push(`RPC_URL_${suffix} is a test network: use RPC_URL_TEST_BASE_SEPOLIA`)
      networks.push({
        mode,
        chain,
        rpcUrls,
        relayerKeys,
        retiredRelayerKeys,
        faucetKey,
        batchRelayer: parseBatchRelayer(environment[`BATCH_RELAYER_${suffix}`], suffix, problems),
        gasBudgetWei: parseGasBudget(environment[`GAS_BUDGET_${suffix}`], suffix, problems),
        isEmbedded: environment[`EMBEDDED_${suffix}`] === 'true',
      })
    }
  return networks
}

function parseBatchRelayer(text: string | undefined, suffix: string, problems: string[]): string | null {
  if (text === undefined || text === '') return null
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return text
  problems.push(`BATCH_RELAYER_${suffix} must be the address of a contract`)
  return null
}

/** In whole coins, as "0.05". */
function parseGasBudget(text: string | undefined, suffix: string, problems: string[]): bigint | null {
  if (text === undefined || text === '') return null
  if (/^\d{1,12}(\.\d{1,18})?$/.test(text)) return decimalUnits(text, 18)
  problems.push(`GAS_BUDGET_${suffix} must be an amount of the chain's own coin like 0.05`)
  return null
}

/** The same account under two settings would have its nonces assigned twice. */
function requireRelayerKeys(
  suffix: string,
  keys: readonly string[],
  retired: readonly string[],
  faucetKey: string | null,
  problems: string[],
): void {
  if (keys.length === 0 || !keys.every((key) => KEY_HEX.test(key)))
    problems.push(
      `RELAYER_KEY_${suffix} must be one or more keys of 64 hexadecimal digits, separated by commas: the accounts that pay gas`,
    )
  if (!retired.every((key) => KEY_HEX.test(key)))
    problems.push(`RETIRED_RELAYER_KEY_${suffix} must be keys of 64 hexadecimal digits, separated by commas`)
  const all = [...keys, ...retired, faucetKey ?? []].flat().map((key) => key.replace(/^0x/, '').toLowerCase())
  if (new Set(all).size !== all.length)
    problems.push(
      `RELAYER_KEY_${suffix}, RETIRED_RELAYER_KEY_${suffix} and FAUCET_KEY_${suffix} must be different keys`,
    )
}

/** Loopback and private addresses, and names that cannot be public ones. */
function isOwnHost(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  if (!ipaddr.isValid(host)) return host === 'localhost' || !host.includes('.') || host.endsWith('.internal')
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'].includes(ipaddr.process(host).range())
}

/** Refuses test settings beside a live endpoint. */
export function requireNoTestValues(
  environment: Environment,
  networks: readonly NetworkSettings[],
  problems: string[],
): void {
  for (const { mode, chain, faucetKey, isEmbedded } of networks) {
    const suffix = `${mode.toUpperCase()}_${chain.toUpperCase()}`
    if (faucetKey !== null)
      problems.push(`FAUCET_KEY_${suffix} may not be set beside a live endpoint: remove it or the RPC_URL_LIVE_ values`)
    if (mode === 'live' && isEmbedded)
      problems.push(`EMBEDDED_${suffix} cannot be true: an embedded chain is never live`)
  }
  if (environment.ALLOW_LOOPBACK_RECEIVERS === 'true')
    problems.push('ALLOW_LOOPBACK_RECEIVERS may not be true beside a live endpoint')
  for (const mode of ['test', 'live'] as const)
    for (const other of networks.filter((network) => network.mode === mode))
      if (
        networks.some(
          (one) =>
            one.mode !== mode && one.chain === other.chain && one.rpcUrls.some((url) => other.rpcUrls.includes(url)),
        )
      ) {
        problems.push(
          `RPC_URL_TEST_${other.chain.toUpperCase()} and RPC_URL_LIVE_${other.chain.toUpperCase()} name the same endpoint`,
        )
        return
      }
}
