// The published vectors for time windows, merchant domains, the euro rate, limit windows and card codes.
import { describe, expect, test } from 'vitest'
import { isPublicSuffix } from '../../../subgraphs/mandates/data/publicSuffixes.ts'
import { CATEGORIES, nearCategories, resolveCategory } from '../../../subgraphs/mandates/rules/categories.ts'
import {
  matchesMerchant,
  normalizeMerchantDomain,
  parseMerchantEntry,
} from '../../../subgraphs/mandates/rules/merchantDomain.ts'
import type { TimeWindow } from '../../../subgraphs/mandates/rules/policy.ts'
import { compileTimeWindow, isOpen } from '../../../subgraphs/mandates/rules/timeWindows.ts'
import { categoryOfMcc } from '../../../subgraphs/shared/categories.ts'
import categories from '../../../subgraphs/shared/data/mcc-categories.json' with { type: 'json' }
import { toUsdMicro } from '../../../subgraphs/shared/fxRates.ts'
import { windowKeys } from '../../../subgraphs/shared/limitWindows.ts'
import vectors from './policyVectors.json' with { type: 'json' }

describe('time windows', () => {
  test.each(vectors.time_windows)('$at $window.start-$window.end $window.tz: $note', ({ window, at, open }) => {
    expect(isOpen([compileTimeWindow(window as TimeWindow)], Date.parse(at))).toBe(open)
  })
  test('24:00 is midnight at the end of the day', () => {
    const table = compileTimeWindow({ days: ['sat'], start: '18:00', end: '24:00', tz: 'UTC' })
    expect(isOpen([table], Date.parse('2026-03-07T23:59:59Z'))).toBe(true)
    expect(isOpen([table], Date.parse('2026-03-08T00:00:00Z'))).toBe(false)
  })
})

describe('merchant domains', () => {
  test.each(vectors.merchant_domains)('$entry and $merchant: $result', ({ entry, merchant, result }) => {
    const parsed = parseMerchantEntry(entry)
    const host = normalizeMerchantDomain(merchant)
    if (result === 'invalid_entry') expect(parsed).toBeNull()
    else if (result === 'unresolvable_merchant') expect(host).toBeNull()
    else expect(parsed !== null && host !== null && matchesMerchant(parsed, host)).toBe(result)
  })
  test.each([
    'exam%70le.com',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '-a.com',
    'a..com',
    '',
    ' ',
    'a_b.com',
    `${'a'.repeat(64)}.com`,
  ])('refuses %s', (text) => expect(normalizeMerchantDomain(text)).toBeNull())
  test('every suffix of the published sample is known', () => {
    for (const suffix of vectors.public_suffix_sample) expect([suffix, isPublicSuffix(suffix)]).toEqual([suffix, true])
  })
})

test.each(vectors.eurc_to_usd)(
  '$eurc_micro EURC micro at $usd_per_eur',
  ({ eurc_micro, usd_per_eur, usd_micro_rounded_up }) => {
    expect(toUsdMicro({ units: BigInt(eurc_micro), token: 'EURC' }, usd_per_eur)).toBe(BigInt(usd_micro_rounded_up))
  },
)
test.each(['0', '-1', '1e3', '', 'abc', '.5'])('rate %j is refused', (rate) => {
  expect(() => toUsdMicro({ units: 1n, token: 'EURC' }, rate)).toThrow(RangeError)
})

describe('limit windows', () => {
  test.each(vectors.limit_windows)('$at in $limit_timezone is $day', ({ at, limit_timezone, day, month }) => {
    expect(windowKeys(new Date(at), limit_timezone)).toMatchObject({ day, month })
  })
  test.each([
    ['2026-03-08T12:00:00Z', 'America/New_York', 23],
    ['2026-11-01T12:00:00Z', 'America/New_York', 25],
    ['2026-11-02T12:00:00Z', 'America/New_York', 24],
    ['2026-10-04T00:00:00Z', 'Australia/Lord_Howe', 23.5],
    ['2026-04-24T12:00:00Z', 'Africa/Cairo', 23],
  ])('the day of %s in %s has %d hours', (at, tz, hours) => {
    const { dayStartsAt, dayEndsAt } = windowKeys(new Date(at), tz)
    expect((dayEndsAt.getTime() - dayStartsAt.getTime()) / 3_600_000).toBe(hours)
    expect(windowKeys(dayStartsAt, tz).dayStartsAt).toEqual(dayStartsAt)
    expect(windowKeys(dayEndsAt, tz).dayStartsAt).toEqual(dayEndsAt)
  })
  test('a month ends with its last local day', () => {
    const { monthStartsAt, monthEndsAt } = windowKeys(new Date('2026-03-20T00:00:00Z'), 'Europe/Berlin')
    expect([monthStartsAt.toISOString(), monthEndsAt.toISOString()]).toEqual([
      '2026-02-28T23:00:00.000Z',
      '2026-03-31T22:00:00.000Z',
    ])
  })
})

describe('categories', () => {
  test.each(categories.test_vectors)('card code $mcc', ({ mcc, category }) => {
    expect(categoryOfMcc(mcc)).toBe(category ?? null)
  })
  test('every name, alias and group resolves, aliases to their own category', () => {
    expect(CATEGORIES).toHaveLength(54)
    for (const { name, aliases } of CATEGORIES)
      for (const word of [name, ...aliases]) expect([word, resolveCategory(word)?.names]).toEqual([word, [name]])
    for (const [group, members] of Object.entries(categories.groups))
      expect(resolveCategory(group)?.names).toEqual(members)
  })
  test.each([
    ['Video Games', 'gaming'],
    ['cash-advance', 'cash_advance'],
    ['airlines', 'airlines'],
    ['casinos', 'gambling'],
    ['pharmacy', 'pharmacy'],
    ['utility', 'utilities'],
  ])('%s is %s', (text, name) => expect(resolveCategory(text)?.names).toEqual([name]))
  test('a misspelt name has near names', () => {
    expect(nearCategories('gamblling')).toContain('gambling')
    expect(nearCategories('xyzzyxyzzy')).toEqual([])
  })
})
