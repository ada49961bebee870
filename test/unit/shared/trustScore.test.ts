// Domain 4.5: the score and its check values, the caps, and that it only moves the way that it should.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addFlag, count, endFlag, figuresOf, freshConduct } from '../../../subgraphs/shared/conduct.ts'
import { type TrustFigures, trustPoints, trustScore } from '../../../subgraphs/shared/trustScore.ts'

const NEW: TrustFigures = {
  ...{ kya: 'basic', completed: 0, failedByAgent: 0, mediumFlags: 0, highFlags: 0, isHighCaseOpen: false },
  ...{ violations: 0, attempts: 0, daysSinceRegistration: 0, disputes: 0, isSanctioned: false },
}
const proven = { kya: 'attested', completed: 50, daysSinceRegistration: 90 } as const

test.each([
  ['a new agent', {}, 55, 'low'],
  ['a new verified one', { kya: 'verified' }, 65, 'medium'],
  ['basic with two high flags', { highFlags: 2 }, 35, 'untrusted'],
  ['attested, with 50 clean payments in 90 days', proven, 100, 'sovereign'],
  ['basic with a medium flag', { mediumFlags: 1 }, 50, 'low'],
  ['four violations of twenty attempts', { violations: 4, attempts: 20 }, 40, 'low'],
  ['half of the history failed', { ...proven, completed: 50, failedByAgent: 50 }, 90, 'sovereign'],
  ['two disputes', { ...proven, disputes: 2 }, 96, 'sovereign'],
  ['nothing known of the agent', { ...proven, kya: 'none' }, 39, 'untrusted'],
  ['an open case of high severity', { ...proven, highFlags: 1, isHighCaseOpen: true }, 49, 'low'],
  ['a sanctions hit of its own', { ...proven, isSanctioned: true }, 0, 'untrusted'],
] as const)('%s: %j is %i', (_, more, score, tier) => {
  expect(trustScore({ ...NEW, ...more })).toMatchObject({ score, tier })
})

test('six signals with their weights add up to the score, and each tells how to raise it', () => {
  const { signals, caps } = trustScore({ ...NEW, kya: 'none', highFlags: 1, isHighCaseOpen: true })
  expect(signals.map(({ name, weight }) => [name, weight])).toEqual([
    ...[
      ['kya', 0.25],
      ['history', 0.2],
      ['compliance', 0.2],
      ['policy_adherence', 0.15],
    ],
    ...[
      ['tenure', 0.1],
      ['reliability', 0.1],
    ],
  ])
  for (const { explanation } of signals) expect(explanation).toMatch(/\w+.*\. .+\.$/)
  expect(caps).toEqual(['kya_none', 'open_high_severity_case'])
})

describe('always', () => {
  const figures: fc.Arbitrary<TrustFigures> = fc.record({
    kya: fc.constantFrom('none', 'basic', 'verified', 'attested'),
    ...{ completed: fc.nat(200), failedByAgent: fc.nat(200), mediumFlags: fc.nat(6), highFlags: fc.nat(4) },
    ...{ isHighCaseOpen: fc.boolean(), violations: fc.nat(50), attempts: fc.nat(300) },
    ...{ daysSinceRegistration: fc.nat(400), disputes: fc.nat(10), isSanctioned: fc.boolean() },
  })
  const raises: readonly (readonly [string, (of: TrustFigures) => Partial<TrustFigures>])[] = [
    ['a completed payment', ({ completed }) => ({ completed: completed + 1 })],
    ['a day', ({ daysSinceRegistration }) => ({ daysSinceRegistration: daysSinceRegistration + 1 })],
    ['an attempt within the policy', ({ attempts }) => ({ attempts: attempts + 1 })],
  ]
  const lowers: typeof raises = [
    ['a medium flag', ({ mediumFlags }) => ({ mediumFlags: mediumFlags + 1 })],
    ['a high flag', ({ highFlags }) => ({ highFlags: highFlags + 1 })],
    ['an open case', () => ({ isHighCaseOpen: true })],
    ['a failure', ({ failedByAgent }) => ({ failedByAgent: failedByAgent + 1 })],
    ['a dispute', ({ disputes }) => ({ disputes: disputes + 1 })],
    ['a sanctions hit', () => ({ isSanctioned: true })],
  ]
  test.each(raises)('%s never lowers it', (_, change) => {
    fc.assert(fc.property(figures, (of) => trustPoints({ ...of, ...change(of) }) >= trustPoints(of)))
  })
  test.each(lowers)('%s never raises it', (_, change) => {
    fc.assert(fc.property(figures, (of) => trustPoints({ ...of, ...change(of) }) <= trustPoints(of)))
  })
  test('a violation, which is an attempt too, never raises it', () => {
    fc.assert(
      fc.property(figures, (of) => {
        const possible = { ...of, violations: Math.min(of.violations, of.attempts) }
        const { violations, attempts } = possible
        const next = { ...possible, violations: violations + 1, attempts: attempts + 1 }
        return trustPoints(next) <= trustPoints(possible)
      }),
    )
  })
  test('it is a whole number from 0 to 100', () => {
    fc.assert(
      fc.property(figures, (of) => {
        const points = trustPoints(of)
        return Number.isInteger(points) && points >= 0 && points <= 100
      }),
    )
  })
})

describe('what a wallet keeps of its agent', () => {
  const START = new Date('2026-01-01T12:00:00.000Z')
  const day = (n: number) => new Date(START.getTime() + n * 86_400_000)
  const flagOf = (id: string, severity: 'medium' | 'high' = 'high') => ({ id, severity, at: START })
  type Wallet = Parameters<typeof figuresOf>[0]
  const at = (wallet: Wallet, n: number) => figuresOf(wallet, 'basic', day(n))

  test('counts end after their window: payments after 90 days, violations after 30', () => {
    let wallet: Wallet = freshConduct(START)
    wallet = count(wallet, START, 'attempts', 'violations')
    wallet = count(wallet, START, 'completed')
    wallet = count(wallet, day(1), 'attempts')
    expect(at(wallet, 29)).toMatchObject({ completed: 1, violations: 1, attempts: 2, daysSinceRegistration: 29 })
    expect(at(wallet, 30)).toMatchObject({ completed: 1, violations: 0, attempts: 1 })
    expect(at(wallet, 89)).toMatchObject({ completed: 1 })
    expect(at(wallet, 90)).toMatchObject({ completed: 0 })
  })

  test('what it says is what a list of everything says, on whatever days it is asked and written', () => {
    const names = ['completed', 'failedByAgent', 'attempts', 'violations'] as const
    const acts = fc.array(fc.tuple(fc.nat(12), fc.constantFrom(...names)), { maxLength: 60 })
    fc.assert(
      fc.property(acts, fc.nat(40), (steps, later) => {
        let [wallet, today] = [freshConduct(START) as Wallet, 0]
        const all: { day: number; name: (typeof names)[number] }[] = []
        for (const [pause, name] of steps) {
          today += pause
          wallet = count(wallet, day(today), name)
          all.push({ day: today, name })
        }
        const asked = today + later
        const within = (name: string, days: number) =>
          all.filter((one) => one.name === name && asked - one.day < days).length
        expect(at(wallet, asked)).toMatchObject({
          ...{ completed: within('completed', 90), failedByAgent: within('failedByAgent', 90) },
          ...{ attempts: within('attempts', 30), violations: within('violations', 30) },
        })
      }),
    )
  })

  test('it stays small, however much happens', () => {
    let wallet: Wallet = freshConduct(START)
    for (let n = 0; n < 400; n++) {
      for (let i = 0; i < 30; i++) wallet = count(wallet, day(n), 'completed', 'attempts')
      wallet = addFlag(wallet, { id: `cas_${n}`, severity: 'high', at: day(n), isOpen: false })
    }
    expect(JSON.stringify(wallet).length).toBeLessThan(4_000)
    expect(at(wallet, 400)).toMatchObject({ completed: 89 * 30, highFlags: 20 })
  })

  test('an open case goes on counting, however many flags come after it', () => {
    let wallet = addFlag(freshConduct(START), { id: 'cas_0', severity: 'high', at: START, isOpen: true })
    for (let n = 1; n <= 60; n++)
      wallet = addFlag(wallet, { id: `scr_${n}`, severity: 'medium', at: START, isOpen: n % 3 === 0 })
    expect(wallet.conduct.flags.length).toBeLessThanOrEqual(40)
    expect(figuresOf(wallet, 'attested', START)).toMatchObject({ isHighCaseOpen: true })
    expect(figuresOf(endFlag(wallet, flagOf('cas_0'), 'clear'), 'attested', START)).toMatchObject({
      isHighCaseOpen: false,
    })
  })

  test('cases that are cleared give back nothing of what was denied, however many there were of both', () => {
    let wallet = freshConduct(START)
    for (let n = 0; n < 30; n++)
      wallet = addFlag(wallet, { id: `scr_${n}`, severity: 'high', at: START, isOpen: false })
    for (let n = 0; n < 19; n++) wallet = addFlag(wallet, { id: `cas_${n}`, severity: 'high', at: START, isOpen: true })
    for (let n = 0; n < 19; n++) wallet = endFlag(wallet, flagOf(`cas_${n}`), 'clear')
    expect(at(wallet, 0)).toMatchObject({ highFlags: 20, isHighCaseOpen: false })
  })

  test('a case whose flag has made room for those of others counts when it is confirmed', () => {
    let wallet = freshConduct(START)
    for (let n = 0; n < 25; n++)
      wallet = addFlag(wallet, { id: `cas_${n}`, severity: 'medium', at: START, isOpen: true })
    for (let n = 1; n < 25; n++) wallet = endFlag(wallet, flagOf(`cas_${n}`, 'medium'), 'clear')
    expect(at(wallet, 0)).toMatchObject({ mediumFlags: 0 })
    expect(at(endFlag(wallet, flagOf('cas_0', 'medium'), 'confirm'), 0)).toMatchObject({ mediumFlags: 1 })
  })

  test('a flag counts for 90 days, an open one until it is decided; what was cleared counts no longer', () => {
    const flag = { id: 'cas_1', severity: 'high', at: START, isOpen: true } as const
    const flagged = addFlag(freshConduct(START), flag)
    expect(at(flagged, 100)).toMatchObject({ highFlags: 1, isHighCaseOpen: true })
    const confirmed = endFlag(flagged, flag, 'confirm')
    expect(at(confirmed, 89)).toMatchObject({ highFlags: 1, isHighCaseOpen: false })
    expect(at(confirmed, 90)).toMatchObject({ highFlags: 0 })
    expect(at(endFlag(flagged, flag, 'clear'), 0)).toMatchObject({ highFlags: 0, isHighCaseOpen: false })
    expect(at(addFlag(flagged, { ...flag, id: 'cas_2', severity: 'medium' }), 1)).toMatchObject({ mediumFlags: 1 })
  })

  test('an agent of an earlier release has no record, and begins one with its next spend', () => {
    expect(at({}, 0)).toMatchObject({ completed: 0, highFlags: 0, daysSinceRegistration: 0 })
    expect(at(count({} as Wallet, START, 'completed'), 5)).toMatchObject({ completed: 1 })
  })
})
