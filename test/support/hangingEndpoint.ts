/** The first of two endpoints of a chain: it takes no transactions for a while, and says so only after its time-out. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainAdapter } from '../../subgraphs/payments/chains/chainAdapter.ts'
import type { SettlementWorld } from './settlementWorld.ts'

/** Longer than a look for stops is valid. */
const TIMEOUT_MS = 600

/** @param hangs asked once for each request with transactions */
export function openBehindHanging(world: SettlementWorld, hangs: () => boolean): ChainAdapter {
  return world.openAdapter(
    async (url, body) => {
      const isSending = body.includes('eth_sendRawTransaction')
      if (isSending && url.includes('hanging') && hangs()) {
        await sleep(TIMEOUT_MS)
        throw new Error('timeout')
      }
      const headers = { 'content-type': 'application/json' }
      return (await fetch(world.rpcUrl, { method: 'POST', body, headers })).text()
    },
    ['http://hanging.example', world.rpcUrl],
  )
}
