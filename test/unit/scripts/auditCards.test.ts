/** The audit's point 4 with cards: what they spend counts in the windows of the mandate beside payments. */
import { expect, test } from 'vitest'
import { createFindings } from '../../../scripts/audit/findings.ts'
import { openLimits } from '../../../scripts/audit/limits.ts'
import { openCardHistories } from '../../../scripts/audit/points/cardHistories.ts'
import type { CardTransaction, Event, MandateVersion, Payment } from '../../../scripts/audit/rows.ts'

/** Of 100 US dollars a day. */
const VERSION = { policy: { dailyLimit: 100_000_000n, monthlyLimit: null }, limitTimezone: 'UTC' } as MandateVersion

const rowOf = (id: string, cents: bigint, more: Partial<CardTransaction> = {}): CardTransaction =>
  ({
    ...{ _id: id, walletId: 'wal_1', mandateId: 'mnd_1', mandateVersion: 1, dayKey: '2026-03-02', monthKey: '2026-03' },
    ...{ status: 'PENDING', billedCents: cents, heldCents: cents, clearedCents: 0n, refundedCents: 0n, refunded: 0n },
    ...more,
  }) as CardTransaction

const eventOf = (step: 'created' | 'updated', status: string, refunded = 0) =>
  ({ type: `card.transaction_${step}`, data: { status, refunded_amount_minor: refunded } }) as unknown as Event

function openBooks() {
  const findings = createFindings()
  const limits = openLimits(findings)
  const cards = openCardHistories(limits)
  const payment = { ...rowOf('pay_1', 0n), kind: 'payment', usdMicro: 40_000_000n } as unknown as Payment
  return {
    tell: (row: CardTransaction, ...given: Parameters<typeof eventOf>) => cards.add(eventOf(...given), row, VERSION),
    pay: () => limits.reserve(payment, VERSION),
    breaches: () => findings.report().points.find(({ point }) => point === 4)?.breachCount,
  }
}

test('authorizations and payments that exceed the day together are a breach', () => {
  const { tell, pay, breaches } = openBooks()
  tell(rowOf('ctx_1', 6_000n), 'created', 'PENDING')
  pay()
  expect(breaches()).toBe(0)
  tell(rowOf('ctx_2', 1n), 'created', 'PENDING')
  expect(breaches()).toBe(1)
})

test('what is declined counts nothing, and what is voided no longer', () => {
  const { tell, breaches } = openBooks()
  tell(rowOf('ctx_1', 9_999n), 'created', 'DECLINED')
  const voided = rowOf('ctx_2', 9_000n, { status: 'VOIDED', heldCents: 0n })
  tell(voided, 'created', 'PENDING')
  tell(voided, 'updated', 'VOIDED')
  tell(rowOf('ctx_3', 10_000n), 'created', 'PENDING')
  expect(breaches()).toBe(0)
})

test('what is cleared for more counts with that', () => {
  const { tell, breaches } = openBooks()
  const cleared = rowOf('ctx_1', 9_000n, { status: 'SETTLED', heldCents: 0n, clearedCents: 10_000n })
  tell(cleared, 'created', 'PENDING')
  tell(cleared, 'updated', 'SETTLED')
  expect(breaches()).toBe(0)
  tell(rowOf('ctx_2', 1n), 'created', 'PENDING')
  expect(breaches()).toBe(1)
})

test('what has come back in two parts gives its room back once', () => {
  const { tell, breaches } = openBooks()
  const returned = { heldCents: 0n, clearedCents: 9_000n, refundedCents: 8_000n, refunded: 8_000n }
  const row = rowOf('ctx_1', 9_000n, { status: 'SETTLED', ...returned })
  tell(row, 'created', 'PENDING')
  for (const refunded of [0, 3_000, 8_000]) tell(row, 'updated', 'SETTLED', refunded)
  tell(rowOf('ctx_2', 9_000n), 'created', 'PENDING')
  expect(breaches()).toBe(0)
  tell(rowOf('ctx_3', 1n), 'created', 'PENDING')
  expect(breaches()).toBe(1)
})
