/**
 * `npm run prepare-chain -- --chain base --rpc URL`: places the test tokens and the batch relayer on an anvil node that somebody else
 * runs, gives the accounts of the service coins there, and writes the settings for a service over it, with secrets where there are none
 * yet, to `service.env` in DATA_DIR. For a trial with containers (compose.yaml); running it again changes nothing.
 */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { CHAINS, type Chain } from '../subgraphs/shared/tokens.ts'
import { requireChainId } from './embedded/chain.ts'
import { addressOfKey, fundNative, loadChainKeys, relayerKeysOf } from './embedded/chainKeys.ts'
import { deployTokens, embeddedChains } from './embedded/embeddedChains.ts'
import { chainSettings, readSecrets, writeSettings } from './embedded/settings.ts'
import { runCommand } from './environment.ts'
import { readFlags } from './flags.ts'

const USAGE = `npm run prepare-chain -- --rpc URL [--chain ${CHAINS.join('|')}]`
const { values } = readFlags(USAGE, {
  options: { chain: { type: 'string', default: 'base' }, rpc: { type: 'string' } },
})

runCommand(async () => {
  const chain = CHAINS.find((one) => one === values.chain)
  if (chain === undefined || values.rpc === undefined) throw new Error(`Usage: ${USAGE}`)
  const dataDir = resolve(process.env.DATA_DIR ?? '.data')
  mkdirSync(dataDir, { recursive: true })
  writeSettings(dataDir, { ...readSecrets(dataDir), ...(await prepare(chain, values.rpc, dataDir)) })
  console.info(`${chain} at ${values.rpc} is ready; the settings are in ${dataDir}/service.env.`)
})

async function prepare(chain: Chain, rpcUrl: string, dataDir: string): Promise<Record<string, string>> {
  await requireChainId({ rpcUrl, name: chain, chainId: embeddedChains[chain].chainId })
  const keys = loadChainKeys(dataDir, [chain])[chain]
  if (keys === undefined) throw new Error(`there are no keys for ${chain}`)
  const [adminAddress, minterAddress] = [addressOfKey(keys.adminKey), addressOfKey(keys.minterKey)]
  await deployTokens({ rpcUrl, chain, adminAddress, minterAddress })
  await fundNative(rpcUrl, [adminAddress, minterAddress, ...relayerKeysOf(keys).map(addressOfKey)])
  return chainSettings(chain, rpcUrl, keys)
}
