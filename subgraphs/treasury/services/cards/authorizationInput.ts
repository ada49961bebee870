/** What a merchant asks of a card, parsed. */
import { categoryOfMcc, UNCATEGORIZED } from '../../../shared/categories.ts'
import { invalidField } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseAll, parseCountry, parseOptionalText } from '../../../shared/fields.ts'
import { normaliseDomain } from '../../../shared/merchantDomain.ts'
import type { AuthorizationKind, CardTransactionKind } from '../../rules/cards/cardStates.ts'
import type { CardCurrency } from '../../rules/cards/clearing.ts'

export interface AuthorizationInput {
  readonly cardId: string
  readonly amountMinor: number
  readonly currency?: CardCurrency | null | undefined
  readonly mcc?: string | null | undefined
  readonly merchantName?: string | null | undefined
  readonly merchantDomain?: string | null | undefined
  readonly merchantCountry?: string | null | undefined
  readonly status?: AuthorizationKind | null | undefined
}

export interface AuthorizationRequest {
  readonly kind: CardTransactionKind
  readonly amount: bigint
  readonly currency: CardCurrency
  readonly mcc: string | null
  readonly category: string
  readonly merchantName: string | null
  readonly merchantDomain: string | null
  readonly merchantCountry: string | null
  /** What the merchant is known by: domain, else name. */
  readonly merchantKey: string
}

/** 10 billion dollars. */
const AMOUNT_MAX = 1_000_000_000_000

/** Hundredths of a currency. @throws DomainError invalid_request */
export function parseAmountMinor(value: unknown, { isZeroFine = false } = {}): bigint {
  const path = 'amount_minor'
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw invalidField(path, 'not_an_integer', 'must be a whole number of hundredths.')
  if (value < (isZeroFine ? 0 : 1)) throw invalidField(path, 'not_positive', 'must be greater than 0.')
  if (value > AMOUNT_MAX) throw invalidField(path, 'out_of_range', `must be at most ${AMOUNT_MAX}.`)
  return BigInt(value)
}

/** A balance inquiry holds nothing, whatever amount it names. @throws DomainError invalid_request */
export function parseAuthorization(input: AuthorizationInput): AuthorizationRequest {
  const kind = input.status ?? 'AUTHORIZATION'
  const isInquiry = kind === 'BALANCE_INQUIRY'
  const parsed = parseAll({
    amount: () => parseAmountMinor(input.amountMinor, { isZeroFine: isInquiry }),
    mcc: () => parseMcc(input.mcc),
    merchantName: () =>
      parseOptionalText(input.merchantName, { path: 'merchant_name', lengthMax: LENGTH_MAX.legalName }),
    merchantDomain: () => parseDomain(input.merchantDomain),
    merchantCountry: () => parseCountry(input.merchantCountry, 'merchant_country'),
  })
  const { mcc, merchantName, merchantDomain } = parsed
  return {
    ...parsed,
    ...{ kind, amount: isInquiry ? 0n : parsed.amount, currency: input.currency ?? 'USD' },
    category: categoryOfMcc(mcc) ?? UNCATEGORIZED,
    merchantKey: merchantDomain ?? keyOf(merchantName, mcc),
  }
}

/** No domain has a colon: nobody has the domain of another for a name. */
function keyOf(merchantName: string | null, mcc: string | null): string {
  if (merchantName !== null) return `name:${merchantName.toLowerCase()}`
  return mcc === null ? 'unknown' : `mcc:${mcc}`
}

function parseMcc(value: string | null | undefined): string | null {
  if (value == null || value === '') return null
  if (categoryOfMcc(value) === null) throw invalidField('mcc', 'invalid_mcc', 'must be text of four digits.')
  return value
}

function parseDomain(value: string | null | undefined): string | null {
  const path = 'merchant_domain'
  const text = parseOptionalText(value, { path, lengthMax: LENGTH_MAX.destination })
  if (text === null) return null
  const domain = normaliseDomain(text)
  if (domain === null) throw invalidField(path, 'invalid_domain', 'must be a host name such as shop.example.com.')
  return domain
}
