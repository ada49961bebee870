// Everything the service needs around it, in one call and by the same code for `npm start`, the tests and CI: a MongoDB
// replica set and the chains, started in parallel. What the caller names (MONGODB_URI, RPC URLs) is checked and used
// instead of started.
import { join, resolve } from 'node:path'
import { requireChainId, startChain } from './chain.ts'
import { addressOfKey, type ChainKeys, fundNative, loadChainKeys, relayerKeysOf } from './chainKeys.ts'
import type { Log } from './children.ts'
import { lockDataDir } from './dataDirLock.ts'
import { deployTokens, type EmbeddedChainName, embeddedChains } from './embeddedChains.ts'
import { type Environment, locateMongod } from './locateMongod.ts'
import { checkMongoUri, startMongod } from './mongod.ts'
import type { QuietMining } from './quietMining.ts'

export type EmbeddedChain = { rpcUrl: string; chainId: number; embedded: boolean }

export type Embedded = {
  mongodbUri: string
  chains: Record<string, EmbeddedChain>
  /** Only of chains that run here. */
  keys: Record<string, ChainKeys>
  /** Chains first, then the database, then the lock; may be called twice. */
  stop: () => Promise<void>
}

export type EmbeddedInput = {
  dataDir: string
  chains?: readonly EmbeddedChainName[]
  blockTimeSeconds?: number
  /** Keeps no chain for a next run: keeping one takes a tenth of its node's time. */
  forgetsChains?: boolean
  /** How chains mine while nobody uses them. */
  quiet?: QuietMining
  log: Log
  /** A cluster to use instead of an embedded one. */
  mongodbUri?: string | undefined
  /** Endpoints to use instead of embedded chains, by chain name. */
  rpcUrls?: Partial<Record<EmbeddedChainName, string>> | undefined
  /** `failCommand` on the embedded server: tests only. */
  testCommands?: boolean | undefined
  /** MONGOD_BINARY, MONGOD_CACHE_DIR, PATH. */
  env?: Environment
}

// One cache for all data directories of a checkout, so that a test's own directory downloads nothing.
const sharedCacheDir = join(import.meta.dirname, '..', '..', '.data', 'bin')

/** Answers when all is up, or ends what it started and throws. Refuses a data directory that is in use. */
export async function startEmbedded(input: EmbeddedInput): Promise<Embedded> {
  const dataDir = resolve(input.dataDir)
  const names = [...new Set(input.chains ?? (['base'] as const))]
  const unlock = lockDataDir(dataDir)
  const stops: (() => Promise<void>)[] = []
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= Promise.allSettled(stops.map((one) => one())).then(() => unlock())
    return stopped
  }
  try {
    const here = names.filter((name) => !input.rpcUrls?.[name])
    const keys = loadChainKeys(dataDir, here)
    const mongo = openMongo({ ...input, dataDir, stops })
    const opened = names.map((name) => openChain({ ...input, dataDir, stops }, name, keys[name]))
    // All are waited for, also after a failure: what is still starting must be ended as well.
    await Promise.allSettled([mongo, ...opened])
    const chains = Object.fromEntries(await Promise.all(opened))
    const keysHere = Object.fromEntries(Object.entries(keys).filter(([name]) => here.some((one) => one === name)))
    return { mongodbUri: await mongo, chains, keys: keysHere, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

type Opening = EmbeddedInput & { stops: (() => Promise<void>)[] }

async function openMongo(input: Opening): Promise<string> {
  if (input.mongodbUri) {
    await checkMongoUri(input.mongodbUri)
    return input.mongodbUri
  }
  const { dataDir, log, testCommands } = input
  const env = { MONGOD_CACHE_DIR: sharedCacheDir, ...(input.env ?? process.env) }
  const binary = await locateMongod({ dataDir, env, log })
  const server = await startMongod({ binary, dataDir, log, testCommands })
  input.stops.push(server.stop)
  return server.uri
}

async function openChain(
  input: Opening,
  name: EmbeddedChainName,
  keys: ChainKeys | undefined,
): Promise<[EmbeddedChainName, EmbeddedChain]> {
  const { chainId } = embeddedChains[name]
  const given = input.rpcUrls?.[name]
  if (given) {
    await requireChainId({ rpcUrl: given, name, chainId })
    return [name, { rpcUrl: given, chainId, embedded: false }]
  }
  if (!keys) throw new Error(`no keys were loaded for ${name}`)
  const { log, quiet, blockTimeSeconds = 1 } = input
  const dataDir = input.forgetsChains === true ? undefined : input.dataDir
  const node = await startChain({ name, chainId, dataDir, blockTimeSeconds, quiet, log })
  input.stops.push(node.stop)
  const { rpcUrl } = node
  const adminAddress = addressOfKey(keys.adminKey)
  const minterAddress = addressOfKey(keys.minterKey)
  await deployTokens({ rpcUrl, chain: name, adminAddress, minterAddress })
  await fundNative(rpcUrl, [adminAddress, minterAddress, ...relayerKeysOf(keys).map(addressOfKey)])
  return [name, { rpcUrl, chainId, embedded: true }]
}
