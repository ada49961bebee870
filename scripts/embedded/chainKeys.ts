// The keys of the embedded chains: made at random once and kept in <dataDir>/keys.json, readable by the owner only.
// Well-known development keys would be swept at once by anybody if such a configuration ever met a real network.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeAddress, toBeHex } from 'ethers'
import { writeWhole } from './children.ts'
import { callRpcBatch } from './rpc.ts'

/** Private keys, hex with 0x: pay gas; mints; owns and administers the token. */
export type ChainKeys = { relayerKey: string; secondRelayerKey: string; minterKey: string; adminKey: string }

const nativeMin = 100n * 10n ** 18n
const nativeTarget = 10_000n * 10n ** 18n

/** The keys of each named chain; a chain that has none yet gets new ones. */
export function loadChainKeys(dataDir: string, chains: string[]): Record<string, ChainKeys> {
  const file = join(dataDir, 'keys.json')
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, ChainKeys>) : {}
  const missing = chains.filter((name) => !ROLES.every((role) => known[name]?.[role]))
  if (missing.length > 0) {
    for (const name of missing) known[name] = { ...newKeys(), ...known[name] }
    mkdirSync(dataDir, { recursive: true })
    writeWhole(file, `${JSON.stringify(known, null, 2)}\n`, 0o600)
  }
  if (existsSync(file)) chmodSync(file, 0o600)
  return known
}

export function addressOfKey(key: string): string {
  return computeAddress(key)
}

/** Gives native coin to each address that has little left. */
export async function fundNative(rpcUrl: string, addresses: string[]): Promise<void> {
  const balances = await callRpcBatch(
    rpcUrl,
    addresses.map((address) => ['eth_getBalance', [address, 'latest']]),
  )
  const poor = addresses.filter((_, index) => BigInt(String(balances[index])) < nativeMin)
  if (poor.length === 0) return
  await callRpcBatch(
    rpcUrl,
    poor.map((address) => ['anvil_setBalance', [address, toBeHex(nativeTarget)]]),
  )
}

const ROLES = ['relayerKey', 'secondRelayerKey', 'minterKey', 'adminKey'] as const

/** Two accounts that pay gas, so that what is stuck in one does not hold up everything. */
export function relayerKeysOf(keys: ChainKeys): string[] {
  return [keys.relayerKey, keys.secondRelayerKey]
}

function newKeys(): ChainKeys {
  return { relayerKey: newKey(), secondRelayerKey: newKey(), minterKey: newKey(), adminKey: newKey() }
}

function newKey(): string {
  return `0x${randomBytes(32).toString('hex')}`
}
