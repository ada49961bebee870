// Instants that callers write (specification 2): what is not clearly one instant is refused with the name of its field.
import { expect, test } from 'vitest'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import { parseInstant, parseName } from '../../../subgraphs/shared/fields.ts'

const read = (text: unknown, form: Parameters<typeof parseInstant>[2]) => {
  try {
    return parseInstant(text, 'expires_at', form)?.toISOString() ?? null
  } catch (error) {
    return error instanceof DomainError ? error.details.fields : error
  }
}
const refused = [expect.objectContaining({ path: 'expires_at', code: 'not_an_instant' })]

test.each([
  ['2026-01-31T09:00Z', '2026-01-31T09:00:00.000Z', '2026-01-31T09:00:00.000Z', '2026-01-31T09:00:00.000Z'],
  ['2026-01-31T09:00:30.5Z', '2026-01-31T09:00:30.500Z', '2026-01-31T09:00:30.500Z', '2026-01-31T09:00:30.500Z'],
  ['2026-01-31T09:00+02:00', refused, '2026-01-31T07:00:00.000Z', '2026-01-31T07:00:00.000Z'],
  ['2026-01-31T09:00', refused, '2026-01-31T09:00:00.000Z', '2026-01-31T09:00:00.000Z'],
  ['2026-01-31', refused, refused, '2026-01-31T00:00:00.000Z'],
  ['2028-02-29T00:00Z', '2028-02-29T00:00:00.000Z', '2028-02-29T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['2026-02-29T00:00Z', refused, refused, refused],
  ['2026-04-31', refused, refused, refused],
  ['2026-01-31T25:00Z', refused, refused, refused],
  ['31 January 2026', refused, refused, refused],
  ['2026', refused, refused, refused],
  ['', refused, refused, refused],
  // Years that RFC 3339 cannot write, also once the offset is taken off.
  ['0001-01-01T00:00Z', '0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['0000-12-31T23:59Z', refused, refused, refused],
  ['0000-06-01', refused, refused, refused],
  ['0001-01-01T00:00+00:01', refused, refused, refused],
  ['9999-12-31T23:59-00:01', refused, refused, refused],
  [1_769_850_000_000, refused, refused, refused],
  [null, null, null, null],
  [undefined, null, null, null],
])('%j in UTC alone is %j, with any offset %j, as a day too %j', (text, utc, time, day) => {
  expect([read(text, 'utc'), read(text, 'time'), read(text, 'day')]).toEqual([utc, time, day])
})

// Domain 4.3: a name is compared with every name of a list.
test('what comparing a name takes is bounded, and a refusal says which field', () => {
  const codeOf = (name: string) => {
    try {
      return parseName(name, { path: 'beneficiary.name', lengthMax: 200 })
    } catch (error) {
      return (error as DomainError).details.fields
    }
  }
  const words = (count: number) => Array.from({ length: count }, () => 'al').join(' ')
  expect(codeOf(words(20))).toBe(words(20))
  expect(codeOf(words(21))).toMatchObject([{ path: 'beneficiary.name', code: 'too_many_words' }])
  // Each of these letters stands for several words.
  expect(codeOf('\ufdfa'.repeat(60))).toMatchObject([{ path: 'beneficiary.name', code: 'too_long' }])
})
