/** Parses what is asked of a payment over ACH (domain 1.4); one refusal names all invalid fields. Pure. */
import { invalidField } from '../../shared/errors.ts'
import { LENGTH_MAX, parseAll, parseOptionalText, parseText, type Unparsed } from '../../shared/fields.ts'
import type { AchMethod } from './achCalendar.ts'
import type { OwnerType, SecCode } from './bankAccountFields.ts'

export interface AchFields {
  readonly amount: bigint
  readonly bankAccountId: string
  /** Null: the issuing account. */
  readonly financialAccountId: string | null
  readonly method: AchMethod
  /** Null: that of the owner of the bank account. */
  readonly secCode: SecCode | null
  readonly holdDays: number
  readonly memo: string | null
  readonly userDefinedId: string | null
}

export type AchInput = Unparsed<{
  readonly amountMinor: number
  readonly externalBankAccountToken: string
  readonly financialAccountToken: string
  readonly method: AchMethod
  readonly secCode: SecCode
  readonly achHoldPeriod: number
  readonly memo: string
  readonly userDefinedId: string
}>

const HOLD_DAYS = { min: 1, usual: 2, max: 4 } as const
/** What ten digits and a cent hold, as the field of the file does. */
const CENTS_MAX = 9_999_999_999
const MEMO_MAX = 100
/** Of the memo on the statement. */
const DESCRIPTOR_MAX = 10
const DESCRIPTOR = 'FUNDING'

export function parseAch(input: AchInput): AchFields {
  return parseAll({
    amount: () => parseCents(input.amountMinor, 'amount_minor'),
    bankAccountId: () => parseText(input.externalBankAccountToken, idAt('external_bank_account_token')),
    financialAccountId: () => parseOptionalText(input.financialAccountToken, idAt('financial_account_token')),
    method: () => parseMethod(input.method),
    secCode: () => parseSecCode(input.secCode),
    holdDays: () => parseHoldDays(input.achHoldPeriod),
    memo: () => parseOptionalText(input.memo, { path: 'memo', lengthMax: MEMO_MAX }),
    userDefinedId: () => parseOptionalText(input.userDefinedId, idAt('user_defined_id')),
  })
}

const idAt = (path: string) => ({ path, lengthMax: LENGTH_MAX.id })

/** A whole number of cents above 0. */
export function parseCents(value: unknown, path: string): bigint {
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw invalidField(path, 'not_cents', 'must be a whole number of cents.')
  if (value <= 0) throw invalidField(path, 'not_positive', 'must be greater than 0.')
  if (value > CENTS_MAX) throw invalidField(path, 'out_of_range', `must be at most ${CENTS_MAX}.`)
  return BigInt(value)
}

function parseMethod(value: unknown): AchMethod {
  if (value == null) return 'ACH_NEXT_DAY'
  if (value === 'ACH_NEXT_DAY' || value === 'ACH_SAME_DAY') return value
  throw invalidField('method', 'invalid_value', 'must be ACH_NEXT_DAY or ACH_SAME_DAY.')
}

function parseSecCode(value: unknown): SecCode | null {
  if (value == null) return null
  if (value === 'CCD' || value === 'PPD' || value === 'WEB') return value
  throw invalidField('sec_code', 'invalid_value', 'must be CCD, PPD or WEB.')
}

function parseHoldDays(value: unknown): number {
  if (value == null) return HOLD_DAYS.usual
  if (typeof value !== 'number' || !Number.isInteger(value) || value < HOLD_DAYS.min || value > HOLD_DAYS.max)
    throw invalidField('ach_hold_period', 'out_of_range', `must be ${HOLD_DAYS.min} to ${HOLD_DAYS.max} banking days.`)
  return value
}

/** A business has one class, a person two. @throws DomainError invalid_request */
export function secCodeFor(asked: SecCode | null, ownerType: OwnerType): SecCode {
  if (asked === null) return ownerType === 'BUSINESS' ? 'CCD' : 'WEB'
  if ((asked === 'CCD') === (ownerType === 'BUSINESS')) return asked
  const fitting =
    ownerType === 'BUSINESS'
      ? 'CCD, because a business owns the bank account'
      : 'PPD or WEB, because a person owns the bank account'
  throw invalidField('sec_code', 'does_not_fit_owner', `must be ${fitting}.`)
}

export const descriptorOf = (memo: string | null): string => memo?.slice(0, DESCRIPTOR_MAX) ?? DESCRIPTOR
