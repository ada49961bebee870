/**
 * Requests as the published API of Lithic documents them. The compiler holds each table against the types of its official client,
 * which are made of those documents: a field that is missing, unknown, or required in one and not in the other does not compile.
 */
import type Lithic from 'lithic'

type Body = Record<string, unknown>
interface Field<Required extends boolean> {
  readonly isRequired: Required
  /** What is wrong with the value; null: nothing. */
  readonly problem: (value: unknown) => string | null
}
type Fields<T> = { readonly [K in keyof T]-?: Field<object extends Pick<T, K> ? false : true> }

const required = (problem: Field<true>['problem']): Field<true> => ({ isRequired: true, problem })
const optional = (problem: Field<false>['problem']): Field<false> => ({ isRequired: false, problem })
const must = (what: string, holds: (value: unknown) => boolean) => (value: unknown) => (holds(value) ? null : what)
const text = must('no text', (value) => typeof value === 'string' && value !== '')
const uuid = must(
  'no UUID',
  (value) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
)
const count = must('no positive integer', (value) => Number.isSafeInteger(value) && Number(value) > 0)
const oneOf = <T extends string>(...all: readonly T[]) =>
  must(`none of ${all.join()}`, (value) => all.some((one) => one === value))
const inside = (fields: Readonly<Record<string, Field<boolean>>>) => (value: unknown) =>
  typeof value === 'object' && value !== null ? problemOf(fields, value as Body) : 'no object'

/** What of a request the documents do not know or miss; null: nothing. */
function problemOf(fields: Readonly<Record<string, Field<boolean>>>, body: Body): string | null {
  const unknown = Object.keys(body).find((name) => fields[name] === undefined)
  if (unknown !== undefined) return `${unknown} is unknown`
  for (const [name, { isRequired, problem }] of Object.entries(fields)) {
    const found = body[name] === undefined ? (isRequired ? 'is missing' : null) : problem(body[name])
    if (found !== null) return `${name}: ${found}`
  }
  return null
}

type Payment = Lithic.PaymentCreateParams
const PAYMENT: Fields<Payment> = {
  amount: required(count),
  external_bank_account_token: required(uuid),
  financial_account_token: required(uuid),
  method: required(oneOf<Payment['method']>('ACH_NEXT_DAY', 'ACH_SAME_DAY')),
  method_attributes: required(
    inside({
      sec_code: required(oneOf<Payment['method_attributes']['sec_code']>('CCD', 'PPD', 'WEB')),
      ach_hold_period: optional(count),
      addenda: optional(text),
      override_company_name: optional(text),
    } satisfies Fields<Payment['method_attributes']>),
  ),
  type: required(oneOf<Payment['type']>('COLLECTION', 'PAYMENT')),
  token: optional(uuid),
  hold: optional(inside({ token: required(uuid) } satisfies Fields<NonNullable<Payment['hold']>>)),
  memo: optional(text),
  user_defined_id: optional(text),
}

type BankAccount = Lithic.ExternalBankAccountCreateParams.ExternallyVerifiedCreateBankAccountAPIRequest
const BANK_ACCOUNT: Fields<BankAccount> = {
  ...{ account_number: required(text), routing_number: required(text), owner: required(text) },
  country: required(oneOf('USA')),
  currency: required(oneOf('USD')),
  owner_type: required(oneOf<BankAccount['owner_type']>('BUSINESS', 'INDIVIDUAL')),
  type: required(oneOf<BankAccount['type']>('CHECKING', 'SAVINGS')),
  verification_method: required(oneOf<BankAccount['verification_method']>('EXTERNALLY_VERIFIED')),
  account_token: optional(uuid),
  address: optional(
    inside({
      ...{ address1: required(text), city: required(text), country: required(text) },
      ...{ postal_code: required(text), state: required(text), address2: optional(text) },
    } satisfies Fields<NonNullable<BankAccount['address']>>),
  ),
  ...{ company_id: optional(text), dob: optional(text), doing_business_as: optional(text), name: optional(text) },
  user_defined_id: optional(text),
}

const PAGE = { page_size: optional(text), starting_after: optional(uuid), ending_before: optional(uuid) }
/** Those of the list that the service may ask by. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, Field<boolean>>>>> = {
  '/v1/account_holders': { external_id: required(text), ...PAGE } satisfies Partial<
    Record<keyof Lithic.AccountHolderListParams, unknown>
  >,
  '/v1/financial_accounts': { account_token: required(uuid) } satisfies Partial<
    Record<keyof Lithic.FinancialAccountListParams, unknown>
  >,
  '/v1/external_bank_accounts': { account_token: required(uuid), ...PAGE } satisfies Partial<
    Record<keyof Lithic.ExternalBankAccountListParams, unknown>
  >,
  '/v1/payments': {
    ...{ financial_account_token: required(uuid), begin: required(text), ...PAGE },
  } satisfies Partial<Record<keyof Lithic.PaymentListParams, unknown>>,
}
const BODIES: Readonly<Record<string, Readonly<Record<string, Field<boolean>>>>> = {
  '/v1/payments': PAYMENT,
  '/v1/external_bank_accounts': BANK_ACCOUNT,
}

/** Why the documents do not allow this request; null: they do. */
export function undocumented(method: string, path: string, query: URLSearchParams, body: Body): string | null {
  if (method === 'POST') {
    const fields = BODIES[path]
    return fields === undefined ? 'no such resource' : problemOf(fields, body)
  }
  const fields = QUERIES[path] ?? {}
  return problemOf(fields, Object.fromEntries(query))
}
