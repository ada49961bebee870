// Domain 4.3: how names are compared with those of a sanctions list; the index finds what comparing with every name finds.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameScore, SIMILAR_FROM, wordSetOf, wordsOf } from '../../../subgraphs/payments/rules/names.ts'
import { createNameIndex } from '../../../subgraphs/payments/screening/nameIndex.ts'

const score = (one: string, other: string) => nameScore(wordsOf(one), wordsOf(other))
const isExact = (one: string, other: string) => wordSetOf(wordsOf(one)) === wordSetOf(wordsOf(other))

describe('two names', () => {
  test.each([
    ['LAZARUS GROUP', 'LAZARUS GROUP', 1, true],
    ['Lazarus Grup', 'LAZARUS GROUP', 0.9846, false],
    ['Lazarus', 'LAZARUS GROUP', 0.9077, false],
    ['Lazard Group', 'LAZARUS GROUP', 0.9548, false],
    ['GARANTEKS', 'GARANTEX', 0.9306, false],
    ['Danil Potekhin', 'POTEKHIN, Danil', 1, true],
    ['Daniel Potehin', 'POTEKHIN, Danil', 0.9708, false],
    ['Suex OTC', 'SUEX OTC, S.R.O.', 1, true],
    ['Anton Andreev', 'ANDREYEV, Anton Nikolaeyvich', 0.9148, false],
    ['Suez Canal Authority', 'SUEX OTC, S.R.O.', 0.7394, false],
    ['Chatham House', 'CHATEX', 0.7949, false],
    ['Acme Robotics Inc.', 'SUEX OTC, S.R.O.', 0.6699, false],
    ['John Smith', 'SEMENOV, Roman', 0.6195, false],
  ])('%s and %s score %f', (one, other, expected, exact) => {
    expect(score(one, other)).toBeCloseTo(expected, 4)
    expect(isExact(one, other)).toBe(exact)
  })

  test.each([
    ['Müller & Söhne GmbH', 'MULLER SOHNE'],
    ['ＧＡＲＡＮＴＥＸ　Europe OÜ', 'Europe, GARANTEX OU'],
    ["O'Neil-Company, Ltd.", 'O NEIL'],
    ['S.A.', 'SA'],
    ['Гарантекс', 'ГАРАНТЕКС'],
  ])('%s is %s', (one, other) => {
    expect(wordsOf(one).length).toBeGreaterThan(0)
    expect(isExact(one, other)).toBe(true)
  })

  test('without a letter or digit there is nothing to compare', () => {
    expect([wordsOf(' -.- '), nameScore([], wordsOf('SA'))]).toEqual([[], 0])
  })
})

describe('the index', () => {
  const syllable = fc.constantFrom(
    'ka',
    'ra',
    'mo',
    'li',
    'an',
    'to',
    've',
    'shi',
    'zar',
    'ben',
    'dul',
    'ham',
    'ov',
    'x',
  )
  const word = fc.array(syllable, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))
  const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))

  test('finds the same score as comparing with every name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 60 }), name, async (listed, asked) => {
        const index = createNameIndex()
        for (const one of listed) index.add(one, null)
        const best = Math.max(...listed.map((one) => score(asked, one)))
        expect((await index.findSimilar([wordsOf(asked)]))?.score ?? 0).toBe(best >= SIMILAR_FROM ? best : 0)
        expect(index.find(wordsOf(asked)) !== null).toBe(listed.some((one) => isExact(asked, one)))
      }),
      { numRuns: 200 },
    )
  })

  test('finds a name whose score is exactly the least', async () => {
    const index = createNameIndex()
    index.add('zarhamhamben', 'whose')
    expect(score('zarxben', 'zarhamhamben')).toBe(0.85)
    expect(await index.findSimilar([wordsOf('zarxben')])).toEqual({ name: 'zarhamhamben', owner: 'whose', score: 0.85 })
  })

  test('a name of many words takes a small part of a second of the processor', async () => {
    const parts = 'ka ra mo li an to ve shi zar ben dul ham ov el mir sa dor nek'.split(' ')
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const word = () => Array.from({ length: 2 + next(3) }, () => parts[next(parts.length)]).join('')
    const index = createNameIndex()
    for (let number = 0; number < 20_000; number++)
      index.add(Array.from({ length: 2 + next(3) }, word).join(' '), number)
    const asked = Array.from({ length: 40 }, word)
    const began = process.cpuUsage()
    await index.findSimilar([wordsOf(asked.join(' ')), wordsOf([...asked].reverse().join(' '))])
    const { user } = process.cpuUsage(began)
    expect(user / 1_000).toBeLessThan(2_000)
  })

  test('of 20,000 names gives way to other work while it compares', async () => {
    const index = createNameIndex()
    const words = 'karamo vezarli bendulov shihamra movelian torabenx zardulka livemoto'.split(' ')
    for (let number = 0; number < 20_000; number++)
      index.add(`${words[number % 8]}${number} ${words[(number >> 3) % 8]} ${number % 251}`, number)
    expect(index.size).toBe(20_000)
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    expect((await index.findSimilar([wordsOf('Karamo Bendulov 7')]))?.score).toBeGreaterThan(SIMILAR_FROM)
    isOver = true
    expect(turns).toBeGreaterThan(3)
  })
})
