/**
 * The audit's points 4 and 14 with cards: what they spend counts in the windows of the mandate beside payments, and nothing is
 * accepted after a stop.
 */
import { expect, test } from 'vitest'
import { createFindings } from '../../../scripts/audit/findings.ts'
import { openLimits } from '../../../scripts/audit/limits.ts'
import { openCardHistories } from '../../../scripts/audit/points/cardHistories.ts'
import type { CardTransaction, Event, MandateVersion, Payment } from '../../../scripts/audit/rows.ts'

/** Of 100 US dollars a day and in one transaction. */
const VERSION = {
  policy: { maxPerTransaction: 100_000_000n, dailyLimit: 100_000_000n, monthlyLimit: null, approvalThreshold: null },
  limitTimezone: 'UTC',
} as MandateVersion

const rowOf = (id: string, cents: bigint, more: Partial<CardTransaction> = {}): CardTransaction =>
  ({
    ...{
      _id: id,
      cardId: 'crd_1',
      kind: 'AUTHORIZATION',
      walletId: 'wal_1',
      mandateId: 'mnd_1',
      mandateVersion: 1,
      dayKey: '2026-03-02',
      monthKey: '2026-03',
    },
    ...{ status: 'PENDING', billedCents: cents, heldCents: cents, clearedCents: 0n, refundedCents: 0n, refunded: 0n },
    ...more,
  }) as CardTransaction

/** @param more of its data */
const eventOf = (step: 'created' | 'updated', status: string, refunded = 0, more: object = {}) => {
  const data = { status, refunded_amount_minor: refunded, force_post: false, ...more }
  return { type: `card.transaction_${step}`, data } as unknown as Event
}

function openBooks(stop: string | null = null) {
  const findings = createFindings()
  const limits = openLimits(findings)
  const cards = openCardHistories({ findings, limits, wallets: new Map(), stops: { stopInLog: () => stop } })
  const payment = { ...rowOf('pay_1', 0n), kind: 'payment', usdMicro: 40_000_000n } as unknown as Payment
  return {
    tell: (row: CardTransaction, ...given: Parameters<typeof eventOf>) => cards.add(eventOf(...given), row, VERSION),
    tellUnder: (version: MandateVersion, row: CardTransaction) =>
      cards.add(eventOf('created', 'PENDING'), row, version),
    pay: () => limits.reserve(payment, VERSION),
    become: (status: string, limits: object = {}) =>
      cards.follow({ resourceId: 'crd_1', data: { status, ...limits } } as unknown as Event),
    breaches: (of = 4) => findings.report().points.find(({ point }) => point === of)?.breachCount,
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

test('what a merchant forces asks no limit and is flagged, and leaves less room', () => {
  const { tell, breaches } = openBooks()
  const forced = rowOf('ctx_1', 20_000n, {
    kind: 'FORCE_POST',
    status: 'SETTLED',
    heldCents: 0n,
    clearedCents: 20_000n,
  })
  const amounts = { amount_minor: 20_000, cleared_amount_minor: 20_000 }
  tell(forced, 'created', 'SETTLED', 0, { ...amounts, force_post: true })
  expect([breaches(4), breaches(7)]).toEqual([0, 0])
  tell(rowOf('ctx_2', 1n), 'created', 'PENDING')
  expect(breaches(4)).toBe(1)
  tell({ ...forced, _id: 'ctx_3' }, 'created', 'SETTLED', 0, amounts)
  expect(breaches(7)).toBe(1)
})

test('no more is cleared than was authorized, and a fifth more where the amount is known only afterwards', () => {
  const { tell, breaches } = openBooks()
  for (const [cleared, category] of [
    [120, 'restaurants'],
    [121, 'restaurants'],
    [101, 'software'],
  ] as const) {
    const row = rowOf(`ctx_${cleared}`, 100n, { status: 'SETTLED', heldCents: 0n, clearedCents: BigInt(cleared) })
    tell(row, 'created', 'PENDING')
    tell(row, 'updated', 'SETTLED', 0, { amount_minor: 100, cleared_amount_minor: cleared, category })
  }
  expect(breaches()).toBe(2)
})

test('no authorization is accepted after a stop, of everything or of the card alone, and none above the limit of one', () => {
  const stopped = openBooks('its wallet is frozen')
  stopped.tell(rowOf('ctx_1', 1n), 'created', 'DECLINED')
  expect(stopped.breaches(14)).toBe(0)
  stopped.tell(rowOf('ctx_2', 1n), 'created', 'PENDING')
  expect(stopped.breaches(14)).toBe(1)
  const { tell, become, breaches } = openBooks()
  become('frozen')
  tell(rowOf('ctx_1', 1n), 'created', 'PENDING')
  become('active')
  tell(rowOf('ctx_2', 1n), 'created', 'PENDING')
  expect(breaches(14)).toBe(1)
  expect(breaches()).toBe(0)
  tell({ ...rowOf('ctx_3', 10_001n), dayKey: '2026-03-03' }, 'created', 'PENDING')
  expect(breaches()).toBeGreaterThan(0)
})

test('above the threshold of the mandate an authorization names its approval', () => {
  const { tellUnder, breaches } = openBooks()
  const under = { ...VERSION, policy: { ...VERSION.policy, approvalThreshold: 50_000_000n } }
  tellUnder(under, rowOf('ctx_1', 5_001n, { approvalId: 'apr_1' }))
  expect(breaches(7)).toBe(0)
  tellUnder(under, rowOf('ctx_2', 5_001n, { approvalId: null }))
  expect(breaches(7)).toBe(1)
})

test('a card keeps its own limits at every acceptance, as they are then', () => {
  const { tell, become, breaches } = openBooks()
  become('active', { limit_per_tx: '40.00', limit_daily: '50.00', limit_monthly: null })
  const cleared = rowOf('ctx_1', 3_000n, { status: 'SETTLED', heldCents: 0n, clearedCents: 3_000n })
  tell(cleared, 'created', 'PENDING')
  tell(cleared, 'updated', 'SETTLED')
  tell({ ...rowOf('ctx_2', 4_000n), cardId: 'crd_2' }, 'created', 'PENDING')
  tell(rowOf('ctx_3', 2_000n, { heldCents: 0n, status: 'VOIDED' }), 'created', 'PENDING')
  tell(rowOf('ctx_3', 2_000n, { heldCents: 0n, status: 'VOIDED' }), 'updated', 'VOIDED')
  expect(breaches()).toBe(0)
  tell(rowOf('ctx_4', 2_001n), 'created', 'PENDING')
  expect(breaches()).toBe(1)
  become('active', { limit_per_tx: '9.99', limit_daily: '70', limit_monthly: '60.00' })
  tell(rowOf('ctx_5', 999n), 'created', 'PENDING')
  expect(breaches()).toBe(1)
  tell({ ...rowOf('ctx_6', 1_000n), dayKey: '2026-03-03' }, 'created', 'PENDING')
  // Of one transaction, and of the month.
  expect(breaches()).toBe(3)
  // As an earlier version has told it.
  become('active')
  tell({ ...rowOf('ctx_7', 5_000n), dayKey: '2026-03-03' }, 'created', 'PENDING')
  expect(breaches()).toBe(3)
})
