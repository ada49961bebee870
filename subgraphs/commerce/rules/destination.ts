/** The `to` of a spend (specification 2.10): an address, a merchant id, or a merchant domain. */
import { invalidField } from '../../shared/errors.ts'
import { looksLikeAddress, parseAddress } from '../../shared/evmAddress.ts'
import { isId, type MerchantId } from '../../shared/ids.ts'
import { normaliseDomain } from '../../shared/merchantDomain.ts'

export type Destination =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'id'; readonly id: MerchantId }
  | { readonly kind: 'domain'; readonly domain: string }

/** @throws DomainError invalid_request */
export function parseDestination(to: string): Destination {
  const text = to.trim()
  if (looksLikeAddress(text)) {
    const address = parseAddress(text)
    if (address !== null) return { kind: 'address', address }
    if (/^0x0{40}$/i.test(text)) throw invalidField('to', 'zero_address', 'must not be the zero address.')
    throw invalidField('to', 'invalid_checksum', 'has a wrong EIP-55 checksum.')
  }
  const named = parseMerchantName(text)
  if (named === null)
    throw invalidField('to', 'invalid_destination', 'must be an address, a merchant id or a merchant domain.')
  return named
}

/** A merchant by id or domain; null for other text. */
export function parseMerchantName(text: string): Exclude<Destination, { kind: 'address' }> | null {
  if (text.length > 300) return null
  if (isId('merchant', text)) return { kind: 'id', id: text }
  const domain = normaliseDomain(text)
  return domain === null ? null : { kind: 'domain', domain }
}
