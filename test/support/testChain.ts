// A chain of a test's own, for rules that the shared base chain cannot show.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChain } from '../../scripts/embedded/chain.ts'
import {
  addressOfKey,
  type ChainKeys,
  fundNative,
  loadChainKeys,
  relayerKeysOf,
} from '../../scripts/embedded/chainKeys.ts'
import { deployTokens, type EmbeddedToken, embeddedChains } from '../../scripts/embedded/embeddedChains.ts'
import type { Chain } from '../../subgraphs/shared/tokens.ts'

export interface TestChain {
  readonly rpcUrl: string
  readonly keys: ChainKeys
  /** What a service needs to know of it. */
  readonly environment: Readonly<Record<string, string>>
  /** Ends the node as kill -9 does. */
  kill(): void
  /** Stops the node where it is, connections open. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

export async function startTestChain(
  chain: Chain,
  { tokens }: { readonly tokens?: readonly EmbeddedToken[] } = {},
): Promise<TestChain> {
  const folder = mkdtempSync(join(tmpdir(), `test-chain-${chain}-`))
  const keys = loadChainKeys(folder, [chain])[chain] as ChainKeys
  const log = { info: () => {}, warn: () => {} }
  const { chainId } = embeddedChains[chain]
  const node = await startChain({ name: chain, chainId, blockTimeSeconds: 0.25, log })
  const { rpcUrl } = node
  const [adminAddress, minterAddress] = [addressOfKey(keys.adminKey), addressOfKey(keys.minterKey)]
  await deployTokens({ rpcUrl, chain, ...(tokens && { tokens }), adminAddress, minterAddress })
  await fundNative(rpcUrl, [adminAddress, minterAddress, ...relayerKeysOf(keys).map(addressOfKey)])
  const name = `TEST_${chain.toUpperCase()}`
  return {
    rpcUrl,
    keys,
    environment: {
      [`RPC_URL_${name}`]: rpcUrl,
      [`RELAYER_KEY_${name}`]: relayerKeysOf(keys).join(','),
      [`FAUCET_KEY_${name}`]: keys.minterKey,
      [`EMBEDDED_${name}`]: 'true',
    },
    kill: () => process.kill(node.pid, 'SIGKILL'),
    pause: () => void process.kill(node.pid, 'SIGSTOP'),
    resume: () => void process.kill(node.pid, 'SIGCONT'),
    async stop() {
      await node.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
