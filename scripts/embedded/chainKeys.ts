// The keys of the embedded chains: generated once and kept in <dataDir>/keys.json, readable by the owner only. Funds of
// well-known development keys would be stolen at once if such a configuration were ever used with a real network.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeAddress, toBeHex } from 'ethers'
import { writeAtomically } from './children.ts'
import { callRpcBatch } from './rpc.ts'

/** Private keys, hex with 0x: two relayers, the minter, and the owner and administrator of the token. */
export type ChainKeys = { relayerKey: string; secondRelayerKey: string; minterKey: string; adminKey: string }

const nativeMin = 100n * 10n ** 18n
const nativeTarget = 10_000n * 10n ** 18n

/** The keys of each named chain; generates them for a chain that has none. */
export function loadChainKeys(dataDir: string, chains: string[]): Record<string, ChainKeys> {
  const file = join(dataDir, 'keys.json')
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, ChainKeys>) : {}
  const missing = chains.filter((name) => !ROLES.every((role) => known[name]?.[role]))
  if (missing.length > 0) {
    for (const name of missing) known[name] = { ...newKeys(), ...known[name] }
    mkdirSync(dataDir, { recursive: true })
    writeAtomically(file, `${JSON.stringify(known, null, 2)}\n`, 0o600)
  }
  if (existsSync(file)) chmodSync(file, 0o600)
  return known
}

export function addressOfKey(key: string): string {
  return computeAddress(key)
}

/** Tops up the native coin of each address that has little left. */
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

/** Two relayer accounts, so that a stuck transaction delays only those of its account. */
export function relayerKeysOf(keys: ChainKeys): string[] {
  return [keys.relayerKey, keys.secondRelayerKey]
}

function newKeys(): ChainKeys {
  return { relayerKey: newKey(), secondRelayerKey: newKey(), minterKey: newKey(), adminKey: newKey() }
}

function newKey(): string {
  return `0x${randomBytes(32).toString('hex')}`
}
