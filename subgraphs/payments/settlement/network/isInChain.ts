/**
 * Whether the chain still has a block. That it does ends the search for what it holds, so two endpoints have to say so; that
 * it does not is asked again before anything irreversible.
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
