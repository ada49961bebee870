/** Blockchain addresses as text: any case in, EIP-55 out. */
import { getAddress } from 'ethers/address'

const ZERO = '0x0000000000000000000000000000000000000000'

export const looksLikeAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/i.test(text)

/** EIP-55 form, or null: not an address, a mixed-case one with a wrong checksum, or the zero address. */
export function parseAddress(text: string): string | null {
  if (!looksLikeAddress(text) || text.toLowerCase() === ZERO) return null
  try {
    return getAddress(`0x${text.slice(2)}`)
  } catch {
    return null
  }
}
