/** Parses the fields of a merchant (domain A.11b, 6.4, 6.5); one refusal names all invalid fields. */
import { categoryOfMcc, isCategory, UNCATEGORIZED } from '../../shared/categories.ts'
import { parseChain } from '../../shared/chainName.ts'
import { invalidField } from '../../shared/errors.ts'
import { parseAddress } from '../../shared/evmAddress.ts'
import {
  LENGTH_MAX,
  type Metadata,
  parseAll,
  parseCountry,
  parseLegalName,
  parseMetadata,
  parseName,
  parseText,
  type Unparsed,
} from '../../shared/fields.ts'
import { normaliseDomain } from '../../shared/merchantDomain.ts'
import { CHAINS, type Chain } from '../../shared/tokens.ts'

const PAYOUTS_MAX = 20
const STATUSES = ['active', 'blocked'] as const

export interface MerchantFields {
  readonly name: string
  readonly legalName: string
  readonly domain: string
  readonly mcc: string | null
  readonly category: string
  readonly country: string | null
  readonly payoutAddresses: readonly { readonly chain: Chain; readonly address: string }[]
  readonly metadata: Metadata | null
  readonly status: (typeof STATUSES)[number]
}

export type MerchantInput = Unparsed<MerchantFields>

const parsers = {
  name: (value: unknown) => parseName(value, { path: 'name' }),
  legalName: (value: unknown) => parseLegalName(value, 'legal_name'),
  domain: parseDomain,
  mcc: parseMcc,
  category: parseCategory,
  country: (value: unknown) => parseCountry(value, 'country'),
  payoutAddresses: parsePayoutAddresses,
  metadata: (value: unknown) => parseMetadata(value),
  status: parseStatus,
} satisfies { [K in keyof MerchantFields]: (value: unknown) => MerchantFields[K] | null }

/** A new merchant is active; its category is the given one, else that of its code. */
export function parseNewMerchant(input: MerchantInput): MerchantFields {
  const { category, ...fields } = parseAll({
    name: () => parsers.name(input.name),
    legalName: () => parsers.legalName(input.legalName),
    domain: () => parsers.domain(input.domain),
    mcc: () => parsers.mcc(input.mcc),
    category: () => parsers.category(input.category),
    country: () => parsers.country(input.country),
    payoutAddresses: () => parsers.payoutAddresses(input.payoutAddresses),
    metadata: () => parsers.metadata(input.metadata),
  })
  return { ...fields, status: 'active', category: category ?? categoryOfMcc(fields.mcc) ?? UNCATEGORIZED }
}

/** Absent fields are unchanged; a null category restores that of the code. */
export type MerchantChange = { readonly [K in keyof MerchantFields]?: MerchantFields[K] | null }

export function parseMerchantChange(input: MerchantInput): MerchantChange {
  const named = Object.entries(parsers).filter(([name]) => input[name as keyof MerchantInput] !== undefined)
  return parseAll(
    Object.fromEntries(named.map(([name, parse]) => [name, () => parse(input[name as keyof MerchantInput])])),
  ) as MerchantChange
}

export function changeMerchant<T extends MerchantFields>(row: T, change: MerchantChange): T {
  const { category, ...rest } = change
  const next = { ...row, ...rest }
  // A category derived from the code follows the code; one that was set explicitly stays.
  const isDerived = row.category === categoryOfMcc(row.mcc)
  if (category !== undefined && category !== null) return { ...next, category }
  if (category === null || (change.mcc !== undefined && isDerived))
    return { ...next, category: categoryOfMcc(next.mcc) ?? UNCATEGORIZED }
  return next
}

export function parseDomain(value: unknown): string {
  const text = parseText(value, { path: 'domain', lengthMax: LENGTH_MAX.destination })
  const domain = normaliseDomain(text)
  if (domain === null) throw invalidField('domain', 'invalid_domain', 'must be a host name such as shop.example.com.')
  return domain
}

export function parseCategory(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (!isCategory(value))
    throw invalidField(
      'category',
      'unknown_category',
      'is no category of this service; GET /api/v2/policies/categories lists them.',
    )
  return value
}

function parseStatus(value: unknown): (typeof STATUSES)[number] {
  const status = STATUSES.find((name) => name === value)
  if (status === undefined) throw invalidField('status', 'unknown_status', `must be one of ${STATUSES.join(', ')}.`)
  return status
}

function parseMcc(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || categoryOfMcc(value) === null)
    throw invalidField('mcc', 'invalid_mcc', 'must be text of four digits.')
  return value
}

function parsePayoutAddresses(value: unknown): MerchantFields['payoutAddresses'] {
  const path = 'payout_addresses'
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalidField(path, 'not_list', 'must be a list.')
  if (value.length > PAYOUTS_MAX) throw invalidField(path, 'too_many', `must name at most ${PAYOUTS_MAX}.`)
  const parsed = value.map((entry: unknown, index) => parsePayout(entry, `${path}.${index}`))
  if (new Set(parsed.map(({ chain }) => chain)).size !== parsed.length)
    throw invalidField(path, 'duplicate', 'must name each chain once.')
  return parsed
}

function parsePayout(entry: unknown, path: string): { chain: Chain; address: string } {
  const given = typeof entry === 'object' && entry !== null ? entry : {}
  if (!('chain' in given) || typeof given.chain !== 'string')
    throw invalidField(`${path}.chain`, 'required', `must be one of ${CHAINS.join(', ')}.`)
  // Test networks too, in any mode: live mode pays nothing there, but the registry may list them.
  const chain = parseChain(given.chain, 'test')
  const address = 'address' in given && typeof given.address === 'string' ? parseAddress(given.address) : null
  if (address === null)
    throw invalidField(
      `${path}.address`,
      'invalid_address',
      'must be an address; mixed case needs its EIP-55 checksum.',
    )
  return { chain, address }
}
