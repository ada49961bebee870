// Slows mining down while a chain is not used, because the node keeps every block in memory and in its state for ever. After
// some empty blocks it mines rarely, and at once when a transaction is pending. The node mines by its own interval, which
// does not depend on the service being responsive.
import { setTimeout as sleep } from 'node:timers/promises'
import { callRpc, callRpcBatch } from './rpc.ts'

export type QuietMining = {
  /** Empty blocks until the chain counts as unused; more than anything waits for. */
  afterBlocks: number
  blockTimeSeconds: number
}

const pollMs = 250

/** @param blockTimeSeconds while the chain is used; the node takes whole seconds only. @returns a function that stops this */
export function mineQuietly(rpcUrl: string, blockTimeSeconds: number, quiet: QuietMining): () => Promise<void> {
  const stopping = new AbortController()
  let usedAt: number | undefined
  let isQuiet = false

  async function adjust(): Promise<void> {
    const [pool, latest] = (await callRpcBatch(rpcUrl, [
      ['txpool_status', []],
      ['eth_getBlockByNumber', ['latest', false]],
    ])) as [{ pending: string; queued: string }, { number: string; transactions: string[] }]
    const isWaiting = Number(pool.pending) > 0
    const head = Number(latest.number)
    // A lower head means that the chain was reverted, which counts as use.
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
      await adjust().catch(() => undefined)
      await sleep(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  })()
  return () => {
    stopping.abort()
    return running
  }
}
