/**
 * Whether a block is still in the chain. A positive answer is final and needs two endpoints; a negative one is checked again
 * before anything irreversible.
 */
import type { Network } from './network.ts'

export async function isInChain(
  { adapter }: { readonly adapter: Pick<Network['adapter'], 'headAt' | 'agreedHead'> },
  number: number,
  hash: string | null,
): Promise<boolean> {
  if ((await adapter.headAt(number))?.hash !== hash) return false
  return (await adapter.agreedHead(number))?.hash === hash
}
