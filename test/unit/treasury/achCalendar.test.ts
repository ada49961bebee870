// Banking days and the times of ACH (domain 1.6): cut-offs, settlement, release and the windows of returns, in New York.
import { expect, test } from 'vitest'
import {
  type AchMethod,
  addBankingDays,
  bankDay,
  isBankingDay,
  postedAfter,
  returnClosesAt,
  scheduleOf,
} from '../../../subgraphs/treasury/rules/achCalendar.ts'
import { parseReturnCode, retryRefusal, returnRefusal } from '../../../subgraphs/treasury/rules/returns.ts'

/** Of a day in New York; -05:00 in winter. */
const at = (text: string) => new Date(text)
const timesOf = (asked: string, method: AchMethod, hold = 2) => {
  const { processAt, settleAt, releaseAt } = scheduleOf(at(asked), method, hold)
  return [processAt, settleAt, releaseAt].map((one) => one.toISOString())
}

test.each([
  // Monday before the cut-off: the same day, Tuesday, Thursday.
  [
    '2026-01-05T16:00:00-05:00',
    'ACH_NEXT_DAY',
    ['2026-01-05T22:00:00.000Z', '2026-01-06T13:30:00.000Z', '2026-01-08T14:00:00.000Z'],
  ],
  // At the cut-off it is too late.
  [
    '2026-01-05T17:00:00-05:00',
    'ACH_NEXT_DAY',
    ['2026-01-06T22:00:00.000Z', '2026-01-07T13:30:00.000Z', '2026-01-09T14:00:00.000Z'],
  ],
  // Friday evening: Monday.
  [
    '2026-01-09T18:00:00-05:00',
    'ACH_NEXT_DAY',
    ['2026-01-12T22:00:00.000Z', '2026-01-13T13:30:00.000Z', '2026-01-15T14:00:00.000Z'],
  ],
  // Friday before Martin Luther King Jr. Day settles on Tuesday.
  [
    '2026-01-16T12:00:00-05:00',
    'ACH_NEXT_DAY',
    ['2026-01-16T22:00:00.000Z', '2026-01-20T13:30:00.000Z', '2026-01-22T14:00:00.000Z'],
  ],
  // Independence Day 2026 is a Saturday: the Friday before is a banking day.
  [
    '2026-07-03T12:00:00-04:00',
    'ACH_NEXT_DAY',
    ['2026-07-03T21:00:00.000Z', '2026-07-06T12:30:00.000Z', '2026-07-08T13:00:00.000Z'],
  ],
  // Over the change of clocks in March.
  [
    '2026-03-06T12:00:00-05:00',
    'ACH_NEXT_DAY',
    ['2026-03-06T22:00:00.000Z', '2026-03-09T12:30:00.000Z', '2026-03-11T13:00:00.000Z'],
  ],
  [
    '2026-01-05T10:29:59-05:00',
    'ACH_SAME_DAY',
    ['2026-01-05T15:30:00.000Z', '2026-01-05T18:00:00.000Z', '2026-01-07T14:00:00.000Z'],
  ],
  [
    '2026-01-05T10:30:00-05:00',
    'ACH_SAME_DAY',
    ['2026-01-05T19:45:00.000Z', '2026-01-05T22:00:00.000Z', '2026-01-07T14:00:00.000Z'],
  ],
  [
    '2026-01-05T16:00:00-05:00',
    'ACH_SAME_DAY',
    ['2026-01-05T21:45:00.000Z', '2026-01-05T23:00:00.000Z', '2026-01-07T14:00:00.000Z'],
  ],
  [
    '2026-01-05T16:45:00-05:00',
    'ACH_SAME_DAY',
    ['2026-01-06T15:30:00.000Z', '2026-01-06T18:00:00.000Z', '2026-01-08T14:00:00.000Z'],
  ],
  [
    '2026-01-10T09:00:00-05:00',
    'ACH_SAME_DAY',
    ['2026-01-12T15:30:00.000Z', '2026-01-12T18:00:00.000Z', '2026-01-14T14:00:00.000Z'],
  ],
] as const)('asked for at %s by %s', (asked, method, wanted) => {
  expect(timesOf(asked, method)).toEqual(wanted)
})

test('the hold is in banking days', () => {
  expect(timesOf('2026-01-05T12:00:00-05:00', 'ACH_NEXT_DAY', 1)[2]).toBe('2026-01-07T14:00:00.000Z')
  expect(timesOf('2026-01-05T12:00:00-05:00', 'ACH_NEXT_DAY', 4)[2]).toBe('2026-01-12T14:00:00.000Z')
})

test('holidays and weekends are no banking days', () => {
  for (const day of ['2026-12-25', '2026-11-26', '2027-07-05', '2026-01-10', '2025-01-01'])
    expect(isBankingDay(day), day).toBe(false)
  for (const day of ['2026-07-03', '2027-12-24', '2026-11-27']) expect(isBankingDay(day), day).toBe(true)
  expect(addBankingDays('2026-11-25', 1)).toBe('2026-11-27')
  expect(bankDay(at('2026-01-06T04:59:59Z'))).toBe('2026-01-05')
  expect(postedAfter(at('2026-01-05T22:00:00Z')).toISOString()).toBe('2026-01-06T13:30:00.000Z')
})

const processedAt = at('2026-01-05T22:00:00Z')
const settledAt = at('2026-01-06T13:30:00Z')
const payment = (stage: 'processed' | 'settled' | 'released', settled: Date | null = settledAt) => ({
  ...({ direction: 'DEBIT', stage, processedAt, settledAt: settled } as const),
})

test('most returns come within two banking days, those of unauthorized debits of consumers within 60 days', () => {
  const closes = (code: string) => returnClosesAt(parseReturnCode(code).window, payment('settled'))?.toISOString()
  expect(closes('R01')).toBe('2026-01-08T13:30:00.000Z')
  expect(closes('R29')).toBe('2026-01-08T13:30:00.000Z')
  expect(closes('R10')).toBe('2026-03-08T05:00:00.000Z')
  expect(closes('R06')).toBeUndefined()
  expect(closes('R13')).toBe('2026-01-06T22:00:00.000Z')
})

test.each([
  ['R01', 'settled', '2026-01-08T13:29:59Z', null],
  ['R01', 'settled', '2026-01-08T13:30:00Z', 'return_window_closed'],
  ['R01', 'released', '2026-01-08T12:00:00Z', 'return_window_closed'],
  ['R10', 'released', '2026-03-08T04:59:59Z', null],
  ['R10', 'released', '2026-03-08T05:00:00Z', 'return_window_closed'],
  ['R23', 'settled', '2026-01-07T00:00:00Z', 'return_code_not_applicable'],
] as const)('%s of a payment that is %s at %s', (code, stage, when, reason) => {
  expect(returnRefusal(parseReturnCode(code), payment(stage), at(when))?.details.reason ?? null).toBe(reason)
})

test('before it is settled anything may come back', () => {
  expect(returnRefusal(parseReturnCode('R01'), payment('processed', null), at('2026-01-06T00:00:00Z'))).toBeNull()
  expect(() => parseReturnCode('R99')).toThrow('return_reason_code')
})

test('only want of money is tried again, twice, within 180 days', () => {
  const returned = (returnCode: string, retries = 0) => ({
    ...({ stage: 'returned', direction: 'DEBIT' } as const),
    returnCode,
    retries,
  })
  const reason = (...[code, retries, when]: [string, number, string]) =>
    retryRefusal(returned(code, retries), settledAt, at(when))?.details.reason ?? null
  expect(reason('R01', 0, '2026-01-10T00:00:00Z')).toBeNull()
  expect(reason('R09', 1, '2026-01-10T00:00:00Z')).toBeNull()
  expect(reason('R01', 2, '2026-01-10T00:00:00Z')).toBe('retries_used')
  expect(reason('R02', 0, '2026-01-10T00:00:00Z')).toBe('return_code_not_retryable')
  expect(reason('R01', 0, '2026-07-05T13:30:00Z')).toBe('retry_window_closed')
})
