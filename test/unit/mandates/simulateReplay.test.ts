// Past payments under another policy: windows, zones and what a refusal leaves room for.
import { expect, test } from 'vitest'
import { NO_POLICY, type Policy } from '../../../subgraphs/mandates/rules/policy.ts'
import { createReplay, type ReplayedPayment } from '../../../subgraphs/mandates/rules/replay.ts'
import { replayInTurns } from '../../../subgraphs/mandates/services/simulatePolicy.ts'

const from = new Date('2026-03-10T00:00:00Z')
const usd = (dollars: number) => BigInt(dollars) * 1_000_000n

function paid(at: string, dollars: number, more: Partial<ReplayedPayment> = {}): ReplayedPayment {
  const merchant = { domain: 'example.com', merchantId: null, category: 'software' }
  return { at: new Date(at), usdMicro: usd(dollars), merchant, status: 'completed', ...more }
}

function outcomes(payments: readonly ReplayedPayment[], policy: Partial<Policy>, limitTimezone = 'UTC'): string[] {
  const mandate = { mandateId: 'mnd_1' as const, version: 1, policy: { ...NO_POLICY, ...policy }, limitTimezone }
  return createReplay(mandate, from)(payments).map(({ outcome, reason }) => reason ?? outcome)
}

test('limits fill up in order, and are reset with the day', () => {
  const payments = [
    paid('2026-03-10T10:00:00Z', 60),
    paid('2026-03-10T11:00:00Z', 60),
    paid('2026-03-10T12:00:00Z', 40),
    paid('2026-03-11T10:00:00Z', 60),
  ]
  // The second is refused, so it leaves room for the third.
  expect(outcomes(payments, { dailyLimit: usd(100) })).toEqual(['allow', 'daily_limit_exceeded', 'allow', 'allow'])
})

test('payments before the range fill its windows and are not counted', () => {
  const payments = [paid('2026-03-02T10:00:00Z', 90), paid('2026-03-10T10:00:00Z', 20)]
  expect(outcomes(payments, { monthlyLimit: usd(100) })).toEqual(['monthly_limit_exceeded'])
})

test('a failed payment is decided and releases its reservation', () => {
  const payments = [paid('2026-03-10T10:00:00Z', 90, { status: 'failed' }), paid('2026-03-10T11:00:00Z', 90)]
  expect(outcomes(payments, { dailyLimit: usd(100) })).toEqual(['allow', 'allow'])
})

test('days are in the zone of the limits, hours in the zone of the window', () => {
  const payments = [paid('2026-03-10T22:30:00Z', 60), paid('2026-03-10T23:30:00Z', 60)]
  expect(outcomes(payments, { dailyLimit: usd(100) })).toEqual(['allow', 'daily_limit_exceeded'])
  expect(outcomes(payments, { dailyLimit: usd(100) }, 'Europe/Berlin')).toEqual(['allow', 'allow'])
  const midnight = [paid('2026-03-10T22:30:00Z', 60), paid('2026-03-11T00:30:00Z', 60)]
  expect(outcomes(midnight, { dailyLimit: usd(100) })).toEqual(['allow', 'allow'])
  expect(outcomes(midnight, { dailyLimit: usd(100) }, 'America/New_York')).toEqual(['allow', 'daily_limit_exceeded'])
  const timeWindows = [{ days: ['tue'], start: '23:00', end: '24:00', tz: 'Europe/Berlin' }] as const
  expect(outcomes(payments, { timeWindows })).toEqual(['allow', 'outside_time_window'])
})

test('above the threshold approval is required; merchants and categories are those of that time', () => {
  expect(outcomes([paid('2026-03-10T10:00:00Z', 30)], { approvalThreshold: usd(25) })).toEqual(['approval_required'])
  const payments = [paid('2026-03-10T10:00:00Z', 1)]
  expect(outcomes(payments, { allowedMerchants: ['other.com'] })).toEqual(['merchant_not_allowed'])
  expect(outcomes(payments, { blockedCategories: ['software'] })).toEqual(['category_blocked'])
})

test('of a long history parts are replayed with turns for others in between, and as one', async () => {
  const payments = Array.from({ length: 20_000 }, () => paid('2026-03-10T10:00:00Z', 1))
  const mandate = {
    ...({ mandateId: 'mnd_1', version: 1, limitTimezone: 'UTC' } as const),
    policy: { ...NO_POLICY, dailyLimit: usd(5_000) },
  }
  let [turns, isOver] = [0, false]
  const others = () => {
    turns += 1
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  const replayed = await replayInTurns(payments, createReplay(mandate, from))
  isOver = true
  expect(turns).toBeGreaterThan(40)
  expect(replayed.filter(({ outcome }) => outcome === 'allow')).toHaveLength(5_000)
})
