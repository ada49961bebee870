// The limits of the programme for collections (domain 1.5), around the midnight of the bank.
import { expect, test } from 'vitest'
import { brokenLimit, counted, givenBack } from '../../../subgraphs/treasury/rules/programme.ts'

const BEFORE = new Date('2026-03-03T04:59:59.900Z')
const AFTER = new Date('2026-03-03T05:00:00.100Z')
const NOTHING = { day: null, month: null }

test('a clock that runs behind opens no past day again, in which everything could be collected once more', () => {
  const full = counted(counted(NOTHING, 2_500_000n, AFTER), 2_500_000n, AFTER)
  expect(brokenLimit(full, 1n, BEFORE)).toMatchObject({ failure: 'program_daily_limit_exceeded' })
  const mixed = counted(counted(counted(NOTHING, 2_000_000n, AFTER), 1_000_000n, BEFORE), 2_000_000n, AFTER)
  expect(mixed.day).toEqual({ key: '2026-03-03', cents: 5_000_000n })
  expect(brokenLimit(mixed, 1n, AFTER)).toMatchObject({ failure: 'program_daily_limit_exceeded' })
})

test('the next day begins with nothing, and what is given back to the day before changes it no more', () => {
  const yesterday = counted(NOTHING, 2_500_000n, BEFORE)
  const today = counted(yesterday, 100n, AFTER)
  expect(today.day).toEqual({ key: '2026-03-03', cents: 100n })
  expect(today.month?.cents).toBe(2_500_100n)
  const left = givenBack(today, 2_500_000n, BEFORE)
  expect([left.day?.cents, left.month?.cents]).toEqual([100n, 100n])
})
