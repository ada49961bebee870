// What is told of an external bank account (domain 1.3): routing and account numbers, and fields that depend on each other.
import { expect, test } from 'vitest'
import type { DomainError, FieldProblem } from '../../../subgraphs/shared/errors.ts'
import { isRoutingNumber, parseBankAccount } from '../../../subgraphs/treasury/rules/bankAccountFields.ts'

const VALID = [
  ...['021000021', '011103093', '110000000', '121042882', '026009593', '111000025', '222222226', '322271627'],
  ...['071000013', '031201360'],
]
const INVALID = [
  ...['021000022', '011103094', '123456789', '021000201', '12345678', '1234567890', '02100002a', '000000000'],
  ...['999999992', '', ' 021000021'],
]

test.each(VALID)('%s is a routing number', (number) => expect(isRoutingNumber(number)).toBe(true))
test.each(INVALID)('"%s" is none', (number) => expect(isRoutingNumber(number)).toBe(false))

const FORM = {
  routingNumber: '021000021',
  accountNumber: '000123456789',
  type: 'CHECKING',
  owner: 'A',
  ownerType: 'BUSINESS',
}

function wrongIn(changes: object, isTest = false): string[] {
  try {
    parseBankAccount({ ...FORM, ...changes }, isTest)
    return []
  } catch (error) {
    return ((error as DomainError).details.fields as FieldProblem[]).map(({ path, code }) => `${path} ${code}`)
  }
}

test.each([
  [{ routingNumber: '021000022' }, 'routing_number routing_number_invalid'],
  [{ accountNumber: '123' }, 'account_number account_number_invalid'],
  [{ accountNumber: '123456789012345678' }, 'account_number account_number_invalid'],
  [{ accountNumber: '12a4' }, 'account_number account_number_invalid'],
  [{ owner: ' ' }, 'owner required'],
  [{ owner: 'x'.repeat(101) }, 'owner too_long'],
  [{ country: 'CAN' }, 'country unsupported_country'],
  [{ currency: 'EUR' }, 'currency unsupported_currency'],
  [{ verificationMethod: 'PRENOTE' }, 'verification_method test_mode_only'],
  [{ dob: '1980-01-01' }, 'dob not_a_person'],
  [{ ownerType: 'INDIVIDUAL', dob: '1980-02-30' }, 'dob not_an_instant'],
  [{ address: { address1: 'x' } }, 'address.city required'],
])('%o is refused', (changes, wrong) => expect(wrongIn(changes)).toContain(wrong))

test('all that is wrong is named at once, and defaults are those of the domain', () => {
  expect(wrongIn({ routingNumber: '1', accountNumber: '1', type: 'X' })).toHaveLength(3)
  expect(parseBankAccount({ ...FORM, country: 'US' }, false)).toMatchObject({
    ...{ country: 'USA', verificationMethod: 'MICRO_DEPOSIT', financialAccountToken: null, owner: 'A' },
  })
  expect(wrongIn({ verificationMethod: 'PRENOTE' }, true)).toEqual([])
})
