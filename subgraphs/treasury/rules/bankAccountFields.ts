/** Parses what is told of an external bank account (domain 1.3); one refusal names all invalid fields. Pure. */
import { invalidField } from '../../shared/errors.ts'
import {
  LENGTH_MAX,
  parseAll,
  parseInstant,
  parseName,
  parseOptionalText,
  parseText,
  type Unparsed,
} from '../../shared/fields.ts'
import testAccounts from '../data/testBankAccounts.json' with { type: 'json' }

export type SecCode = 'CCD' | 'PPD' | 'WEB'
export type OwnerType = 'BUSINESS' | 'INDIVIDUAL'
type VerificationMethod = 'MICRO_DEPOSIT' | 'EXTERNALLY_VERIFIED' | 'PRENOTE'

interface BankAddress {
  readonly address1: string
  readonly address2: string | null
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly country: string
}

export interface BankAccountFields {
  readonly routingNumber: string
  readonly accountNumber: string
  readonly type: 'CHECKING' | 'SAVINGS'
  readonly owner: string
  readonly ownerType: OwnerType
  /** Null: the operating account. */
  readonly financialAccountToken: string | null
  readonly country: 'USA'
  readonly verificationMethod: VerificationMethod
  readonly name: string | null
  readonly companyId: string | null
  readonly userDefinedId: string | null
  readonly doingBusinessAs: string | null
  readonly dob: string | null
  readonly address: BankAddress | null
}

export type BankAccountInput = Unparsed<BankAccountFields> & { readonly currency?: unknown }

/** First two digits that are assigned. */
const PREFIXES = [
  [1, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const
const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1] as const

export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const prefix = Number(text.slice(0, 2))
  if (!PREFIXES.some(([low, high]) => prefix >= low && prefix <= high)) return false
  return WEIGHTS.reduce<number>((sum, weight, index) => sum + weight * Number(text[index]), 0) % 10 === 0
}

/** How the simulated bank treats an account of test mode with this number; null: it verifies and settles. */
export const behaviourOf = (accountNumber: string): string | null =>
  testAccounts.accounts.find((one) => one.account_number === accountNumber)?.behaviour ?? null

/** @param isTest test mode takes methods of verification that nobody could check */
export function parseBankAccount(input: BankAccountInput, isTest: boolean): BankAccountFields {
  return parseAll({
    routingNumber: () => parseRoutingNumber(input.routingNumber),
    accountNumber: () => parseAccountNumber(input.accountNumber),
    type: () => oneOf(input.type, ['CHECKING', 'SAVINGS'] as const, 'type'),
    owner: () => parseName(input.owner, { path: 'owner' }),
    ownerType: () => oneOf(input.ownerType, ['BUSINESS', 'INDIVIDUAL'] as const, 'owner_type'),
    financialAccountToken: () => parseOptionalText(input.financialAccountToken, idAt('financial_account_token')),
    country: () => parseCountryOfBank(input.country, 'country'),
    verificationMethod: () => parseMethod(input.verificationMethod, isTest),
    name: () => parseOptionalText(input.name, { path: 'name', lengthMax: LENGTH_MAX.name }),
    companyId: () => parseOptionalText(input.companyId, { path: 'company_id', lengthMax: 10 }),
    userDefinedId: () => parseOptionalText(input.userDefinedId, idAt('user_defined_id')),
    doingBusinessAs: () => {
      const { doingBusinessAs: name } = input
      return name == null || name === '' ? null : parseName(name, { path: 'doing_business_as' })
    },
    dob: () => parseBirth(input),
    address: () => parseBankAddress(input.address),
    currency: () => parseCurrency(input.currency),
  })
}

const idAt = (path: string) => ({ path, lengthMax: LENGTH_MAX.id })

function parseRoutingNumber(value: unknown): string {
  if (typeof value !== 'string' || !isRoutingNumber(value))
    throw invalidField('routing_number', 'routing_number_invalid', 'must be nine digits that a bank of the USA has.')
  return value
}

function parseAccountNumber(value: unknown): string {
  if (typeof value !== 'string' || !/^\d{4,17}$/.test(value))
    throw invalidField('account_number', 'account_number_invalid', 'must be 4 to 17 digits.')
  return value
}

function oneOf<const T extends readonly string[]>(value: unknown, allowed: T, path: string): T[number] {
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw invalidField(path, 'invalid_value', `must be one of ${allowed.join(', ')}.`)
  return found
}

function parseCountryOfBank(value: unknown, path: string): 'USA' {
  if (value == null || value === 'USA' || value === 'US') return 'USA'
  throw invalidField(path, 'unsupported_country', 'must be USA: other banks have no ACH.')
}

function parseCurrency(value: unknown): 'USD' {
  if (value == null || value === 'USD') return 'USD'
  throw invalidField('currency', 'unsupported_currency', 'must be USD.')
}

function parseMethod(value: unknown, isTest: boolean): VerificationMethod {
  const path = 'verification_method'
  if (value == null) return 'MICRO_DEPOSIT'
  const method = oneOf(value, ['MICRO_DEPOSIT', 'EXTERNALLY_VERIFIED', 'PRENOTE'] as const, path)
  if (method !== 'MICRO_DEPOSIT' && !isTest)
    throw invalidField(path, 'test_mode_only', 'must be MICRO_DEPOSIT: live mode verifies no other way.')
  return method
}

function parseBirth({ dob, ownerType }: BankAccountInput): string | null {
  if (dob == null) return null
  if (ownerType !== 'INDIVIDUAL') throw invalidField('dob', 'not_a_person', 'is only for an owner who is a person.')
  if (typeof dob !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(dob))
    throw invalidField('dob', 'not_a_date', 'must be a date like 1980-12-31.')
  parseInstant(dob, 'dob', 'day')
  return dob
}

function parseBankAddress(value: unknown): BankAddress | null {
  if (value == null) return null
  const given = (typeof value === 'object' ? value : {}) as Unparsed<BankAddress>
  const text = (name: string, field: unknown, lengthMax: number = LENGTH_MAX.name) =>
    parseText(field, { path: `address.${name}`, lengthMax })
  return parseAll({
    address1: () => text('address1', given.address1),
    address2: () => parseOptionalText(given.address2, { path: 'address.address2', lengthMax: LENGTH_MAX.name }),
    city: () => text('city', given.city),
    state: () => text('state', given.state, 40),
    postalCode: () => text('postal_code', given.postalCode, 10),
    country: () => parseCountryOfBank(given.country, 'address.country'),
  })
}
