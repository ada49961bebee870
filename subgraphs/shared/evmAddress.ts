/** Blockchain addresses as text: any case in, EIP-55 out. */
import { getAddress } from 'ethers/address'

const ZERO = '0x0000000000000000000000000000000000000000'

export const looksLikeAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/i.test(text)

/** EIP-55 form, or null: not an address, a mixed-case one with a wrong checksum, or the zero address, which nobody can pay. */
export const parseAddress = (text: string): string | null =>
  text.toLowerCase() === ZERO ? null : parseAnyAddress(text)

/** As parseAddress, with the zero address, from which minted tokens come. */
export function parseAnyAddress(text: string): string | null {
  if (!looksLikeAddress(text)) return null
  try {
    return getAddress(`0x${text.slice(2)}`)
  } catch {
    return null
  }
}
