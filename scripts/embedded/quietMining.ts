// A chain that nobody uses needs no block each second: the node keeps every block in memory and in its state, for ever.
// After some empty ones it mines seldom, and at once again when a transaction waits. The mining itself is left to the
// node, whose interval goes on when the service is busy.
import { setTimeout as sleep } from 'node:timers/promises'
import { callRpc, callRpcBatch } from './rpc.ts'

export type QuietMining = {
  /** Empty blocks until it is quiet; more than anything waits for. */
  afterBlocks: number
  blockTimeSeconds: number
}

const lookEveryMs = 250

/** @param blockTimeSeconds while it is used; the node takes whole seconds only. @returns a function that stops it */
export function mineQuietly(rpcUrl: string, blockTimeSeconds: number, quiet: QuietMining): () => Promise<void> {
  const stopping = new AbortController()
  let usedAt: number | undefined
  let isQuiet = false

  async function look(): Promise<void> {
    const [pool, latest] = (await callRpcBatch(rpcUrl, [
      ['txpool_status', []],
      ['eth_getBlockByNumber', ['latest', false]],
    ])) as [{ pending: string; queued: string }, { number: string; transactions: string[] }]
    const isWaiting = Number(pool.pending) > 0
    const head = Number(latest.number)
    // A lower head means that the chain was reverted, which is use as well.
    if (isWaiting || latest.transactions.length > 0 || usedAt === undefined || usedAt > head) usedAt = head
    const wasQuiet = isQuiet
    isQuiet = head - usedAt >= quiet.afterBlocks
    if (isQuiet === wasQuiet) return
    if (!isQuiet && isWaiting) await callRpc(rpcUrl, 'evm_mine', [])
    await callRpc(rpcUrl, 'evm_setIntervalMining', [isQuiet ? quiet.blockTimeSeconds : blockTimeSeconds])
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      // A node that does not respond is reported by the code that started it.
      await look().catch(() => undefined)
      await sleep(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  })()
  return () => {
    stopping.abort()
    return running
  }
}
