/**
 * The travel rule (domain 4.4): from an amount on, whoever is paid has to be known by name and country. The directory names
 * a registered merchant; an address is named by the caller, as `beneficiary`. Pure.
 */
import { invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseCountry, parseText } from '../../shared/fields.ts'
import { USD_MICRO } from '../../shared/money.ts'
import type { Beneficiary, ResolvedMerchant } from '../../shared/spend.ts'

/** In USD micro units: that of 31 CFR 1010.410. */
export const TRAVEL_RULE_MIN = 3_000n * USD_MICRO

/** @throws DomainError invalid_request */
export function parseBeneficiary(input: { readonly name: string; readonly country: string } | null | undefined) {
  if (input == null) return null
  const name = parseText(input.name, { path: 'beneficiary.name', lengthMax: LENGTH_MAX.legalName })
  const country = parseCountry(input.country, 'beneficiary.country')
  if (country === null) throw invalidField('beneficiary.country', 'required', 'is required.')
  return { name, country }
}

interface Paid {
  readonly usdMicro: bigint
  readonly merchant: ResolvedMerchant | null
  /** As the caller names it. */
  readonly beneficiary: Beneficiary | null
}

/** The registry says who a registered merchant is, whatever the caller says. Null: nobody does. */
export function beneficiaryOf({ merchant, beneficiary }: Omit<Paid, 'usdMicro'>): Beneficiary | null {
  if (merchant?.legalName === undefined) return beneficiary
  return { name: merchant.legalName, country: merchant.country ?? null }
}

/** The amount from which it has to be known who is paid, where the spend reaches it and nobody says so; else null. */
export function unnamedFrom(paid: Paid, minUsdMicro: bigint): bigint | null {
  return paid.usdMicro < minUsdMicro || beneficiaryOf(paid) !== null ? null : minUsdMicro
}
