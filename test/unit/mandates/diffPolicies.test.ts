// Looser and tighter, field by field, equality of policies, and the notes of the preview.
import { describe, expect, test } from 'vitest'
import { diffPolicies } from '../../../subgraphs/mandates/rules/diffPolicies.ts'
import { parsePolicy } from '../../../subgraphs/mandates/rules/parsePolicy.ts'
import {
  equalPolicies,
  NO_POLICY,
  type Policy,
  policyFromWire,
  validatePolicy,
} from '../../../subgraphs/mandates/rules/policy.ts'
import { policyNotes } from '../../../subgraphs/mandates/rules/policyNotes.ts'

function read(text: string): Policy {
  const answer = parsePolicy(text)
  if (!answer.ok) throw new Error(`refused: ${text}`)
  return answer.policy
}
const noteCodes = (text: string) => policyNotes(read(text)).map(({ code }) => code)

describe('a change', () => {
  test.each([
    ['Max $50 per day', 'Max $60 per day', 'daily_limit', 'looser'],
    ['Max $50 per day', 'Max $40 per day', 'daily_limit', 'tighter'],
    ['Max $50 per day', 'No limits', 'daily_limit', 'looser'],
    ['No limits', 'Max $0 per day', 'daily_limit', 'tighter'],
    ['Require approval above $25', 'Require approval above $50', 'approval_threshold', 'looser'],
    ['Require approval above $25', 'No limits', 'approval_threshold', 'looser'],
    ['Only a.com', 'Only a.com, b.com', 'allowed_merchants', 'looser'],
    ['Only a.com', 'No limits', 'allowed_merchants', 'looser'],
    ['Only a.com', 'Only b.com', 'allowed_merchants', 'different'],
    ['Only software', 'Only software, travel', 'allowed_categories', 'looser'],
    ['Block gambling, adult', 'Block gambling', 'blocked_categories', 'looser'],
    ['Block gambling', 'Block gambling, adult', 'blocked_categories', 'tighter'],
    ['Only weekdays 9am-5pm UTC', 'Only weekdays 9am-6pm UTC', 'time_windows', 'looser'],
    ['Only weekdays 9am-5pm UTC', 'Only Monday 9am-5pm UTC', 'time_windows', 'tighter'],
    ['Only weekdays 9am-5pm UTC', 'Only weekdays 10am-6pm UTC', 'time_windows', 'different'],
    ['Only weekdays 9am-5pm UTC', 'Only weekdays 9am-5pm Paris time', 'time_windows', 'different'],
    ['Only weekdays 9am-5pm UTC', 'No limits', 'time_windows', 'looser'],
  ])('from "%s" to "%s": %s is %s', (before, after, field, change) => {
    expect(diffPolicies(read(before), read(after))).toEqual([
      { field, before: expect.toSatisfy(() => true), after: expect.toSatisfy(() => true), change },
    ])
  })
  test('the same policy in other words is no change', () => {
    expect(diffPolicies(read('Block adult, gambling'), read('No gambling or porn'))).toEqual([])
    const window = (end: string) => ({
      ...NO_POLICY,
      timeWindows: [{ days: ['sat', 'fri'] as const, start: '18:00', end, tz: 'UTC' }],
    })
    expect(equalPolicies(window('24:00'), window('00:00'))).toBe(true)
  })
  test('values are those of the wire', () => {
    expect(diffPolicies(read('Max $50 per day'), read('Max $60.50 per day'))[0]).toMatchObject({
      before: 50,
      after: 60.5,
    })
  })
})

describe('notes', () => {
  test.each([
    ['Max $500 per transaction, $100 per day', 'daily_below_per_transaction'],
    ['Max $500 per transaction, $100 per month', 'monthly_below_per_transaction'],
    ['Max $50 per transaction, require approval above $80', 'threshold_above_limit'],
    ['Only software', 'no_limit_of_any_kind'],
    ['Max $50 per day', 'unlimited'],
    ['Max $50 per day', 'nothing_blocked'],
    ['Only Fri 10pm-2am UTC', 'overnight_window'],
    ['Allow travel but block airlines', 'blocked_within_allowed'],
    ['Every payment needs approval', 'approval_always'],
  ])('%s: %s', (text, code) => expect(noteCodes(text)).toContain(code))
  test('name what became looser', () => {
    const notes = policyNotes(read('Max $60 per day'), read('Max $50 per day'))
    expect(notes).toContainEqual({ code: 'looser', message: 'daily_limit is looser than before.' })
  })
  test('name the readings of words with two', () => {
    const codes = (text: string, limitTimezone: string | null) => {
      const answer = parsePolicy(text, { limitTimezone })
      return answer.ok ? answer.notes.map(({ code }) => code) : []
    }
    expect(codes('Under $50 per day', null)).toContain('strict_bound')
    expect(codes('Weekdays 9am-5pm', 'Europe/Paris')).toContain('default_time_zone')
    expect(codes('Weekdays 9am-5pm UTC', 'Europe/Paris')).not.toContain('default_time_zone')
  })
})

describe('validatePolicy and policyFromWire', () => {
  test.each([
    [{ daily_limit: -1 }, 'ambiguous_amount'],
    [{ daily_limit: 0.1 + 0.2 }, 'ambiguous_amount'],
    [{ daily_limit: 1e13 }, 'ambiguous_amount'],
    [{ daily_limit: '50' }, 'ambiguous_amount'],
    [{ allowed_merchants: ['*.com'] }, 'ambiguous_merchant'],
    [{ allowed_merchants: 'a.com' }, 'ambiguous_merchant'],
    [{ blocked_categories: ['rockets'] }, 'unknown_category'],
    [{ allowed_categories: ['adult'], blocked_categories: ['porn'] }, 'contradiction'],
    [{ time_windows: [{ days: [], start: '09:00', end: '17:00', tz: 'UTC' }] }, 'contradiction'],
    [{ time_windows: [{ days: ['mon'], start: '9:00', end: '17:00', tz: 'UTC' }] }, 'ambiguous_hours'],
    [{ time_windows: [{ days: ['mon'], start: '09:00', end: '17:00', tz: 'Mars/Olympus' }] }, 'ambiguous_time_zone'],
    [{ time_windows: [{ days: ['mon', 'mon'], start: '09:00', end: '17:00', tz: 'UTC' }] }, 'ambiguous_hours'],
    [{ time_windows: [{ days: ['mon', 'moon'], start: '09:00', end: '17:00', tz: 'UTC' }] }, 'ambiguous_hours'],
    [{ time_windows: [{ days: ['moon'], start: '09:00', end: '17:00', tz: 'UTC' }] }, 'ambiguous_hours'],
  ])('%j is refused: %s', (wire, code) => {
    const answer = policyFromWire(wire)
    expect(answer.ok ? [] : answer.faults.map((fault) => fault.code)).toContain(code)
  })
  test('null and absent are the same, 0 is a limit', () => {
    expect(policyFromWire({ daily_limit: null })).toEqual({ ok: true, policy: NO_POLICY })
    expect(policyFromWire({ daily_limit: 0 })).toMatchObject({ ok: true, policy: { dailyLimit: 0n } })
    expect(validatePolicy(NO_POLICY)).toEqual([])
  })
})
