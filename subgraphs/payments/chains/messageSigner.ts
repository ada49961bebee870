/** Whether an address has signed a message: its own key (EIP-191), or the contract that is there (ERC-1271). */
import { concat, hashMessage, recoverAddress, toBeHex, zeroPadValue } from 'ethers'
import type { ChainAdapter } from './chainAdapter.ts'

/** `isValidSignature(bytes32,bytes)`; a contract returns the selector for a signature that it accepts. */
const IS_VALID_SIGNATURE = '0x1626ba7e'

/**
 * What a contract may use to check a signature: enough for several passkeys, and little for the node. Anybody can have a
 * contract asked here, and without a bound it could keep a node busy for seconds, or return many megabytes.
 */
const GAS_MAX = 3_000_000

export type Signer = 'key' | 'contract'

/**
 * Null when nobody who speaks for the address has signed.
 * @param signature hex
 * @throws ChainUnavailable when only the chain could tell
 */
export async function findSigner(
  adapter: Pick<ChainAdapter, 'code' | 'call'>,
  { address, message, signature }: { readonly address: string; readonly message: string; readonly signature: string },
): Promise<Signer | null> {
  const digest = hashMessage(message)
  if (recovered(digest, signature) === address) return 'key'
  if ((await adapter.code(address)) === '0x') return null
  const answer = await adapter.call({ to: address, data: isValidSignatureCalldata(digest, signature) }, GAS_MAX)
  return answer?.toLowerCase() === IS_VALID_SIGNATURE.padEnd(66, '0') ? 'contract' : null
}

function recovered(digest: string, signature: string): string | null {
  try {
    return recoverAddress(digest, signature)
  } catch {
    return null
  }
}

function isValidSignatureCalldata(digest: string, signature: string): string {
  const word = (value: number) => zeroPadValue(toBeHex(value), 32)
  const bytes = (signature.length - 2) / 2
  const padded = signature.slice(2).padEnd(Math.ceil(bytes / 32) * 64, '0')
  return concat([IS_VALID_SIGNATURE, digest, word(64), word(bytes), `0x${padded}`])
}
