/**
 * A chain as settlement sees it: what is sent may be lost, comes into a block later, and pays each authorization once. Its last
 * blocks may be replaced by others: what they moved is moved again in a later block, or never.
 */
import type { Scheduler } from './scheduler.ts'

export interface Transfer {
  /** Of the payment, the deposit or the outflow. */
  readonly id: string
  readonly kind: 'payment' | 'deposit' | 'outflow'
  readonly orgId: `org_${string}`
  readonly walletId: `wal_${string}`
  readonly amount: bigint
}

export interface MinedTransfer extends Transfer {
  readonly hash: string
  readonly block: number
  readonly blockHash: string
}

export interface SimChain {
  send(transfer: Transfer): void
  mine(): void
  /** The last blocks leave the chain, and one more than they were takes their place. */
  reorganize(depth: number): void
  /** From now on it can never be mined. */
  end(id: string): void
  /** It has ended so, and is not mined. */
  isOver(id: string): boolean
  /** Of its blocks, the first first. */
  hashes(): readonly string[]
  /** Transfers in blocks after this one, in order. */
  since(block: number): readonly MinedTransfer[]
  has(id: string): boolean
  /** What the wallet has on it. */
  balanceOf(walletId: string): bigint
}

const LOST_SHARE = 0.2
/** Of what was in a block that has left, and not sent by the service, so much never comes back. */
const GONE_SHARE = 0.5

export function createSimChain(scheduler: Scheduler): SimChain {
  const waiting = new Map<string, Transfer>()
  const ended = new Set<string>()
  const blocks: { readonly hash: string; readonly transfers: readonly Transfer[] }[] = []
  const mined = new Set<string>()
  let made = 0

  function mine(): void {
    const transfers = [...waiting.values()].filter(({ id }) => !mined.has(id))
    waiting.clear()
    for (const { id } of transfers) mined.add(id)
    made += 1
    blocks.push({ hash: `0x${made}`, transfers })
  }
  const all = () => blocks.flatMap(({ transfers }) => transfers)

  return {
    mine,
    send(transfer) {
      const isLost = transfer.kind === 'payment' && scheduler.chance(LOST_SHARE)
      if (!isLost && !ended.has(transfer.id)) waiting.set(transfer.id, transfer)
    },
    reorganize(depth) {
      const left = blocks.splice(-depth)
      for (const transfer of left.flatMap(({ transfers }) => transfers)) {
        mined.delete(transfer.id)
        if (!scheduler.chance(GONE_SHARE) && !ended.has(transfer.id)) waiting.set(transfer.id, transfer)
      }
      for (let count = 0; count <= left.length; count++) mine()
    },
    end(id) {
      ended.add(id)
      waiting.delete(id)
    },
    isOver: (id) => ended.has(id) && !mined.has(id),
    hashes: () => blocks.map(({ hash }) => hash),
    since: (block) =>
      blocks
        .slice(block)
        .flatMap(({ hash: blockHash, transfers }, index) =>
          transfers.map((one) => ({ ...one, hash: hashOf(one.id), block: block + index + 1, blockHash })),
        ),
    has: (id) => mined.has(id),
    balanceOf: (walletId) =>
      all()
        .filter((one) => one.walletId === walletId)
        .reduce((sum, { kind, amount }) => (kind === 'deposit' ? sum + amount : sum - amount), 0n),
  }
}

export const hashOf = (id: string): string => `0x${id}`
