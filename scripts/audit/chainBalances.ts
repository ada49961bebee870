/** What the token contracts say that each wallet has, as of the block of the cursor. */
import { hex, Refused } from './node.ts'
import type { Network } from './points/networks.ts'
import { readTransfers } from './transfers.ts'
import type { Wallet } from './wallets.ts'

const BALANCE_OF = '0x70a08231'
const AT_ONCE = 1_000

/** By wallet and token. */
export type TokenBalances = ReadonlyMap<string, bigint>

export async function readChainBalances(network: Network, wallets: readonly Wallet[]): Promise<TokenBalances> {
  const block = Math.max(0, network.block)
  try {
    return await readAt(network, wallets, block)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // The node has forgotten the state of that block: from the newest one the transfers since then are taken off.
    const head = Number(await network.node.call('eth_blockNumber', []))
    const balances = new Map(await readAt(network, wallets, head))
    for await (const { incoming, outgoing } of readTransfers(network, wallets, { from: block + 1, to: head }))
      for (const [transfers, sign] of [
        [incoming, -1n],
        [outgoing, 1n],
      ] as const)
        for (const { wallet, token, amount } of transfers) {
          const key = `${wallet.position.walletId} ${token}`
          balances.set(key, (balances.get(key) ?? 0n) + sign * amount)
        }
    return balances
  }
}

async function readAt(
  { node, tokens }: Pick<Network, 'node' | 'tokens'>,
  wallets: readonly Wallet[],
  block: number,
): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>()
  for (const [contract, token] of tokens) {
    // A chain that runs beside the service may lack some of the contracts.
    if ((await node.call('eth_getCode', [contract, hex(block)])) === '0x') continue
    for (let start = 0; start < wallets.length; start += AT_ONCE) {
      const part = wallets.slice(start, start + AT_ONCE)
      const calls = part.map(({ address }) => [
        { to: contract, data: `${BALANCE_OF}${address.slice(2).padStart(64, '0')}` },
        hex(block),
      ])
      const results = await node.batch('eth_call', calls)
      for (const [index, { position }] of part.entries())
        balances.set(`${position.walletId} ${token}`, BigInt(String(results[index])))
    }
  }
  return balances
}
