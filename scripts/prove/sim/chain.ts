/** A chain as settlement sees it: what is sent may be lost, comes into a block later, and pays each authorization once. */
import type { Mined } from '../../../subgraphs/payments/settlement/intents/completePayment.ts'
import type { Scheduler } from './scheduler.ts'

export interface SimChain {
  send(paymentId: string): void
  mine(): void
  /** Transfers in blocks after this one, in order. */
  since(block: number): readonly (Mined & { readonly paymentId: string })[]
  readonly height: number
  /** Whether the payment was paid. */
  has(paymentId: string): boolean
}

const LOST_SHARE = 0.2

export function createSimChain(scheduler: Scheduler): SimChain {
  const waiting = new Set<string>()
  const mined = new Map<string, Mined & { readonly paymentId: string }>()
  const chain = {
    height: 0,
    send(paymentId: string) {
      if (!scheduler.chance(LOST_SHARE)) waiting.add(paymentId)
    },
    mine() {
      chain.height += 1
      const block = chain.height
      for (const paymentId of waiting)
        if (!mined.has(paymentId))
          mined.set(paymentId, { paymentId, hash: hashOf(paymentId), block, blockHash: `0x${block}` })
      waiting.clear()
    },
    since: (block: number) => [...mined.values()].filter((one) => one.block > block),
    has: (paymentId: string) => mined.has(paymentId),
  }
  return chain
}

export const hashOf = (paymentId: string): string => `0x${paymentId}`
