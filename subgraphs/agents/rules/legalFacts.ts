/** What an organization states of itself for the travel rule (domain 4.4). Pure. */
import { invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseCountry, parseLegalName as parseName, parseText } from '../../shared/fields.ts'
import type { LegalFacts, PostalAddress } from '../../shared/originator.ts'

export interface LegalInput {
  readonly legalName?: string | null | undefined
  readonly address?: AddressInput | null | undefined
}

interface AddressInput {
  readonly street?: unknown
  readonly city?: unknown
  readonly region?: unknown
  readonly postalCode?: unknown
  readonly country?: unknown
}

/** Undefined: it is not to change; null: it is to be taken out. @throws DomainError invalid_request */
export function parseLegalName(value: LegalInput['legalName']): string | null | undefined {
  return value == null ? value : parseName(value, 'legal_name')
}

/** As `parseLegalName`. */
export function parseAddress(value: LegalInput['address']): PostalAddress | null | undefined {
  if (value == null) return value
  const text = (name: 'street' | 'city' | 'region' | 'postal_code', given: unknown) =>
    parseText(given, { path: `address.${name}`, lengthMax: LENGTH_MAX.legalName })
  const country = parseCountry(value.country, 'address.country')
  if (country === null) throw invalidField('address.country', 'required', 'is required.')
  return {
    street: text('street', value.street),
    city: text('city', value.city),
    region: value.region == null ? null : text('region', value.region),
    postalCode: value.postalCode == null ? null : text('postal_code', value.postalCode),
    country,
  }
}

export function changedFacts(
  { name: former, address: place }: LegalFacts,
  name: string | null | undefined,
  address: PostalAddress | null | undefined,
): LegalFacts {
  const [told, where] = [name === undefined ? former : name, address === undefined ? place : address]
  return { ...(told != null && { name: told }), ...(where != null && { address: where }) }
}
