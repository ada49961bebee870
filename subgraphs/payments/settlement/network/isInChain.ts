/** Whether a block is still in the chain: neither answer ends anything on the word of one endpoint. */
import type { Network } from './network.ts'

interface Asked {
  readonly adapter: Pick<Network['adapter'], 'headAt' | 'agreedHead'>
}

/** A positive answer is final and needs two endpoints; a negative one is checked again before anything irreversible. */
export async function isInChain({ adapter }: Asked, number: number, hash: string | null): Promise<boolean> {
  if ((await adapter.headAt(number))?.hash !== hash) return false
  return (await adapter.agreedHead(number))?.hash === hash
}

/** Two endpoints have another block in its place, or none. @throws ChainUnavailable when they disagree */
export async function isGone(
  { adapter }: Asked,
  { number, hash }: { readonly number: number; readonly hash: string },
): Promise<boolean> {
  if ((await adapter.headAt(number))?.hash === hash) return false
  return (await adapter.agreedHead(number))?.hash !== hash
}
