// Reorganizations of an embedded chain. A node that replaces blocks while its interval mines another one can lose blocks for
// good: its head goes on, and numbers below it are missing. So from the first reorganization on this process mines the
// blocks, and the two take turns.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callRpc } from './rpc.ts'

export interface Reorganizer {
  /**
   * Replaces the newest blocks by as many; the first of them contains these transactions, the others none. What the chain
   * had when it was opened, as its contracts and the gas of its accounts, stays: blocks are mined first where others are
   * too few.
   */
  reorganize(depth: number, raws?: readonly string[]): Promise<void>
  /** As `reorganize`, for this block and all above it, however many have been mined by then. */
  reorganizeFrom(block: number, raws?: readonly string[]): Promise<void>
  /** Ends mining. */
  stop(): Promise<void>
}

export function createReorganizer(rpcUrl: string, blockTimeSeconds: number): Reorganizer {
  const stopping = new AbortController()
  let mining: Promise<void> | null = null
  let turn: Promise<unknown> = Promise.resolve()
  const opened = height().catch(() => 0)

  async function height(): Promise<number> {
    return Number(await callRpc(rpcUrl, 'eth_blockNumber', []))
  }

  async function mineAbove(depth: number): Promise<void> {
    const missing = (await opened) + depth - (await height())
    if (missing > 0) await callRpc(rpcUrl, 'anvil_mine', [`0x${missing.toString(16)}`])
  }

  function takeTurn(act: () => Promise<unknown>): Promise<unknown> {
    const taken = turn.then(act)
    turn = taken.catch(() => undefined)
    return taken
  }

  async function mine(): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = sleep(1_000 * blockTimeSeconds, undefined, { signal: stopping.signal }).catch(() => undefined)
      // A node that is down mines nothing.
      await takeTurn(() => callRpc(rpcUrl, 'evm_mine', [])).catch(() => undefined)
      await next
    }
  }

  async function replace(depthNow: () => Promise<number>, raws: readonly string[]): Promise<void> {
    await takeTurn(async () => {
      if (mining === null) {
        await callRpc(rpcUrl, 'evm_setIntervalMining', [0])
        // A block may be in the making.
        await sleep(1_000 * blockTimeSeconds)
      }
      // Another miner: an empty block with the time of the one that it replaces would be that one again.
      await callRpc(rpcUrl, 'anvil_setCoinbase', [`0x${randomBytes(20).toString('hex')}`])
      await callRpc(rpcUrl, 'anvil_reorg', [await depthNow(), raws.map((raw) => [raw, 0])])
    })
    mining ??= mine()
  }

  return {
    reorganize: (depth, raws = []) =>
      replace(async () => {
        await mineAbove(depth)
        return depth
      }, raws),
    reorganizeFrom: (block, raws = []) => replace(async () => (await height()) - block + 1, raws),
    async stop() {
      stopping.abort()
      await mining
    },
  }
}
