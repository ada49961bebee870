/** A chain with blocks of one second for benchmarks that settle, and what its node costs. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mintCalldata } from '../../subgraphs/payments/chains/eip3009.ts'
import { startChain } from '../embedded/chain.ts'
import { addressOfKey, type ChainKeys, fundNative, loadChainKeys, relayerKeysOf } from '../embedded/chainKeys.ts'
import { deployTokens, embeddedChains, tokenOn } from '../embedded/embeddedChains.ts'
import { callRpcBatch } from '../embedded/rpc.ts'
import { sendAs } from '../embedded/sendAs.ts'

export interface BenchChain {
  readonly rpcUrl: string
  readonly relayerKeys: readonly string[]
  /** Processor time of the node so far, in milliseconds; null where the system does not report it (not on Linux). */
  cpuMs(): number | null
  mint(addresses: readonly string[], units: bigint): Promise<void>
  /** Units of gas that these transactions used. */
  gasOf(hashes: readonly string[]): Promise<bigint>
  close(): Promise<void>
}

export const USDC: string = tokenOn('base', 'USDC').address
const BLOCK_SECONDS = 1
const AT_ONCE = 200
/** Of /proc, on every Linux of today. */
const TICKS_PER_SECOND = 100

export async function openBenchChain(): Promise<BenchChain> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-chain-'))
  const keys = loadChainKeys(dataDir, ['base']).base as ChainKeys
  const log = { info() {}, warn: console.warn }
  const { chainId } = embeddedChains.base
  const node = await startChain({ name: 'base', chainId, blockTimeSeconds: BLOCK_SECONDS, log })
  const { rpcUrl } = node
  const [adminAddress, minterAddress] = [addressOfKey(keys.adminKey), addressOfKey(keys.minterKey)]
  await deployTokens({ rpcUrl, chain: 'base', tokens: [tokenOn('base', 'USDC')], adminAddress, minterAddress })
  await fundNative(rpcUrl, [adminAddress, minterAddress, ...relayerKeysOf(keys).map(addressOfKey)])
  return {
    rpcUrl,
    relayerKeys: relayerKeysOf(keys),
    cpuMs: () => cpuMsOf(node.pid),
    async mint(addresses, units) {
      const calls = addresses.map((address) => ({ from: minterAddress, data: mintCalldata(address, units) }))
      for (let start = 0; start < calls.length; start += AT_ONCE)
        await sendAs({ rpcUrl, address: USDC }, calls.slice(start, start + AT_ONCE))
    },
    async gasOf(hashes) {
      let gas = 0n
      for (let start = 0; start < hashes.length; start += AT_ONCE) {
        const calls = hashes.slice(start, start + AT_ONCE).map((hash): [string, unknown[]] => [RECEIPT, [hash]])
        for (const receipt of (await callRpcBatch(rpcUrl, calls)) as { gasUsed: string }[])
          gas += BigInt(receipt.gasUsed)
      }
      return gas
    },
    async close() {
      await node.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const RECEIPT = 'eth_getTransactionReceipt'

function cpuMsOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
  } catch {
    return null
  }
}
