// Domain 4.3: a name is compared as a person reads it, whatever characters it is written with; one that names nobody is refused.
import { expect, test } from 'vitest'
import { picturesOf } from '../../../subgraphs/payments/rules/names.ts'
import { parseBeneficiary } from '../../../subgraphs/payments/rules/travelRule.ts'
import { compareName, type Listed } from '../../../subgraphs/payments/screening/listChecks.ts'
import { createNameIndex } from '../../../subgraphs/payments/screening/nameIndex.ts'

const names = createNameIndex<Listed>()
for (const name of ['LAZARUS GROUP', 'CHATEX', 'POTEKHIN, Danil']) names.add(name, { listed_name: name } as Listed)
const lists = [{ list: 'test', category: 'sanctions', version: '1', addresses: new Map(), names }] as const

const outcome = async (name: string) => (await compareName(lists, name)).map((check) => check.outcome)
const between = (sign: string, text: string) => [...text].join(sign)

test.each(['\u200b', '\u200d', '\u00ad', '\u2060', '\ufeff', '\u034f', '\u{e0061}'])(
  'what nobody sees hides no name: %j',
  async (sign) => {
    expect(await outcome(between(sign, 'Lazarus Group'))).toEqual(['deny'])
    expect(await outcome(`Lazarus${sign} Gr${sign}oup Ltd`)).toEqual(['deny'])
  },
)

test('it may stand between two words as well', async () => {
  expect(await outcome('Lazarus\u2060Group')).toEqual(['deny'])
})

test.each([
  'L\u0430z\u0430rus Gr\u043eup',
  '\u0421h\u0430t\u0435x',
  '\u0421\u04bb\u0430\u0442\u0435\u0445',
  'P\u03bftekhin D\u03b1nil',
  'ʟᴀᴢᴀʀᴜꜱ ɢʀᴏᴜᴘ',
  'ꓡꓮꓜꓮꓣꓴꓢ ꓖꓣꓳꓴꓑ',
  'ᏟᎻᎪᎢᎬx',
  '🅻🅰🆉🅰🆁🆄🆂 🅶🆁🅾🆄🅿',
  '🇱 🇦 🇿 🇦 🇷 🇺 🇸   🇬 🇷 🇴 🇺 🇵',
  'L4z4ru5 Gr0up',
  'P0tekh1n Dan1l',
  'Potekhin Dani1',
  'Ch47ex',
  'L-a-z-a-r-u-s G-r-o-u-p',
  'L a z a r u s G r o u p',
  // All at once: digits, what nobody sees between two words, and another order.
  'D4n1l\u200bP073kh1n',
  'D4n1l\u2060Potekh1n',
])('a name that only looks like it is looked at by a person: %s', async (name) => {
  expect(await outcome(name)).toEqual(['review'])
})

test.each([
  '\u0418\u0432\u0430\u043d\u043e\u0432 \u041e\u041e\u041e',
  'Acme Robotics',
  'Route 66 Diner',
  '3M Chemicals 2go',
  'J. R. R. Tolkien',
  'Հայաստան ՍՊԸ',
  'ᏣᎳᎩ ᎠᏰᎵ',
  '\u0686\u0627\u06cc\u200c\u062e\u0627\u0646\u0647',
])('and others are what they are: %s', async (name) => {
  expect(await outcome(name)).toEqual([])
})

test.each([' \u200b\u200b ', '...', '\u200d', '-'])('a beneficiary has a name: %j', (name) => {
  expect(() => parseBeneficiary({ name, country: 'US' })).toThrow('beneficiary.name')
})

test('and a country that exists', () => {
  expect(() => parseBeneficiary({ name: 'Bob', country: 'ZZ' })).toThrow('beneficiary.country')
  expect(parseBeneficiary({ name: '7', country: 'us' })).toEqual({ name: '7', country: 'US' })
})

test('however oddly it is written, a name is compared in few spellings', async () => {
  const odd = Array.from({ length: 40 }, (_, index) => `a\u200b\u0430${index % 10}x`).join(' ')
  expect(picturesOf(odd).length).toBeLessThanOrEqual(10)
  // Odd in every way: one more way of reading it would be one too many.
  expect(picturesOf('L\u0430z\u200b4r1s A \u0421 M E')).toHaveLength(10)
  expect(picturesOf('John Smith')).toEqual([['JOHN', 'SMITH']])
  expect(await outcome('Ｌ４ｚ４ｒｕｓ Ｇｒ０ｕｐ')).toEqual(['review'])
  expect(await outcome('L 4 z 4 r u s G r 0 u p')).toEqual(['review'])
})
