/**
 * The travel rule (domain 4.4): from an amount on it has to be known who pays and who is paid. The organization states its
 * legal name and address; the directory names a registered merchant; an address is named by the caller, as `beneficiary`. Pure.
 */
import { invalidField } from '../../shared/errors.ts'
import { parseCountry, parseLegalName } from '../../shared/fields.ts'
import { USD_MICRO } from '../../shared/money.ts'
import type { Originator } from '../../shared/originator.ts'
import type { Beneficiary, Party, ResolvedMerchant } from '../../shared/spend.ts'

/** In USD micro units: that of 31 CFR 1010.410. */
export const TRAVEL_RULE_MIN = 3_000n * USD_MICRO

/** @throws DomainError invalid_request */
export function parseBeneficiary(input: { readonly name: string; readonly country: string } | null | undefined) {
  if (input == null) return null
  const name = parseLegalName(input.name, 'beneficiary.name')
  const country = parseCountry(input.country, 'beneficiary.country')
  if (country === null) throw invalidField('beneficiary.country', 'required', 'is required.')
  return { name, country }
}

interface Told {
  readonly merchant: ResolvedMerchant | null
  /** As the caller names it. */
  readonly beneficiary: Beneficiary | null
}

/** The registry says who a registered merchant is, whatever the caller says. Null: nobody does. */
export function beneficiaryOf({ merchant, beneficiary }: Told): Beneficiary | null {
  if (merchant?.legalName === undefined) return beneficiary
  return { name: merchant.legalName, country: merchant.country ?? null }
}

/** Of a spend that reaches the amount of the rule: the parties of whom it is not told who they are. */
export function untoldParties(told: Told & { readonly originator: Originator | null }): readonly Party[] {
  return [
    ...(told.originator === null ? (['originator'] as const) : []),
    ...(beneficiaryOf(told) === null ? (['beneficiary'] as const) : []),
  ]
}

const TO_TELL: Readonly<Record<Party, string>> = {
  originator: 'who pays: an administrator sets `legal_name` and `address` of the organization',
  beneficiary: 'who is paid: send `beneficiary` with name and country',
}

/** As evidence of a check keeps them. */
export const formatParties = (parties: readonly Party[]): string => parties.join(', ')

/** What is to be done for each of them, in words; @param parties as `formatParties` has written them */
export function sayUntold(parties: string): { readonly missing: readonly string[]; readonly next: string } {
  const missing = parties.split(', ')
  const told = (Object.keys(TO_TELL) as Party[])
    .filter((party) => missing.includes(party))
    .map((party) => TO_TELL[party])
  return { missing, next: told.join(', and ') }
}
