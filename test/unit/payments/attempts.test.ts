// A payment's row stays small however often it is tried (its attempts are told at its end, domain 7.2).
import { expect, test } from 'vitest'
import type { PaymentAttempt } from '../../../subgraphs/payments/models/payments.ts'
import { addAttempts, countAttempts } from '../../../subgraphs/payments/rules/attempts.ts'

const attempt = (number: number): PaymentAttempt => ({ adapter: 'base', at: new Date(number), error: String(number) })

test('the first and the last attempts are kept, and those left out are counted', () => {
  let row: ReturnType<typeof addAttempts<PaymentAttempt>> = { attempts: [] }
  for (let number = 0; number < 100; number += 1) row = addAttempts(row, [attempt(number)])
  expect(row).toEqual({ attempts: Array.from({ length: 100 }, (_, number) => attempt(number)) })
  for (let number = 100; number < 1_000; number += 3)
    row = addAttempts(row, [attempt(number), attempt(number + 1), attempt(number + 2)])
  expect(row.attempts).toHaveLength(100)
  expect(row.attempts.map(({ error }) => Number(error)).slice(48, 52)).toEqual([48, 49, 950, 951])
  expect(row.attemptsOmitted).toBe(900)
  expect(countAttempts(row)).toBe(1_000)
  expect(addAttempts(row, [])).toEqual(row)
})
