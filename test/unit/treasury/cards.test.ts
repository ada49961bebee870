// Domain 2.2, 2.3, 8.4: what is cleared, voided, expired and returned of authorizations leaves exactly what was spent, in the
// money and in the limits of mandate and card, whatever comes in which order; and the rules that are tables.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UsdPosition, WalletPosition } from '../../../subgraphs/shared/commit/positions.ts'
import type { Ref, Row, State, Writes } from '../../../subgraphs/shared/commit/types.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import type { CardTransactionId } from '../../../subgraphs/shared/ids.ts'
import { EMPTY_USD_BALANCES, EMPTY_USD_TOTALS } from '../../../subgraphs/shared/ledger/accounts.ts'
import { cardAuthorized, cardRefunded } from '../../../subgraphs/shared/ledger/cardPostings.ts'
import { type JournalEntry, requireBalanced } from '../../../subgraphs/shared/ledger/journal.ts'
import { postUsd } from '../../../subgraphs/shared/ledger/usdBalances.ts'
import { changeNet, openWindows, reserve, type Windows } from '../../../subgraphs/shared/spendingLimits.ts'
import type { CardRow } from '../../../subgraphs/treasury/models/cards.ts'
import type { CardTransactionRow } from '../../../subgraphs/treasury/models/cardTransactions.ts'
import {
  categoryViolations,
  changeLimits,
  limitViolations,
  NO_LIMITS,
  parseLimit,
} from '../../../subgraphs/treasury/rules/cards/cardLimits.ts'
import { expiryOf } from '../../../subgraphs/treasury/rules/cards/cardStates.ts'
import { billingOf, clearableOf, givenOf } from '../../../subgraphs/treasury/rules/cards/clearing.ts'
import { declineOf } from '../../../subgraphs/treasury/rules/cards/declines.ts'
import { newCardNumber } from '../../../subgraphs/treasury/services/cards/cardNumber.ts'
import { releaseWrites } from '../../../subgraphs/treasury/services/cards/clearCard.ts'
import { clearedWrites } from '../../../subgraphs/treasury/services/cards/clearedWrites.ts'

const AT = new Date('2026-11-24T12:00:00.000Z')
const KEYS = { day: '2026-11-24', month: '2026-11' }
const account = { walletId: 'wal_1', mode: 'test', financialAccount: 'fa_1' } as const
const MICRO = 10_000n

interface World {
  usd: UsdPosition
  wallet: WalletPosition
  card: CardRow
  rows: CardTransactionRow[]
}

const noWindows: Windows = { day: null, month: null, closedWindows: [] }

function openWorld(cents: bigint): World {
  const owner = { orgId: 'org_1', mode: 'test', walletId: 'wal_1' } as const
  const accounts = { fa_1: { ...EMPTY_USD_BALANCES, available: cents } }
  const usd = { _id: 'usd:org_1:test', v: 1, orgId: 'org_1', mode: 'test', accounts, totals: EMPTY_USD_TOTALS }
  const wallet = { _id: 'wal:wal_1', v: 1, ...owner, ...noWindows }
  const card = {
    _id: 'crd_1',
    v: 1,
    ...owner,
    ...noWindows,
    financialAccountId: 'fa_1',
    type: 'virtual',
    status: 'active',
  }
  return {
    usd: usd as unknown as UsdPosition,
    wallet: wallet as unknown as WalletPosition,
    card: { ...card, expiresAt: new Date('2030-01-01'), isUsed: false } as unknown as CardRow,
    rows: [],
  }
}

const available = ({ usd }: World) => usd.accounts.fa_1?.available ?? 0n
const stateOf = ({ usd, wallet, card }: World): State => ({
  get<T>({ id }: Ref<T>) {
    return ([usd, wallet, card].find((row) => row._id === id) ?? null) as (T & Row) | null
  },
})

/** As the commit does: rows are replaced, and journals posted. */
function apply(world: World, { set = [], journals = [] }: Writes): void {
  for (const { ref, next } of set) {
    if (ref.id === world.wallet._id) world.wallet = next as WalletPosition
    if (ref.id === world.card._id) world.card = next as CardRow
  }
  for (const journal of journals) post(world, journal)
}

function post(world: World, journal: JournalEntry): void {
  requireBalanced(journal)
  world.usd = { ...world.usd, ...postUsd(world.usd, journal) }
}

function authorize(world: World, cents: bigint, category: string): void {
  if (available(world) < cents || world.usd.totals.deficit > 0n) return
  const id = `ctx_${world.rows.length}` as CardTransactionId
  post(
    world,
    cardAuthorized(id, account.walletId, { ...account, amount: cents } as unknown as Parameters<
      typeof cardAuthorized
    >[2]),
  )
  const reserved = <W extends Windows>(windows: W) => reserve(openWindows(windows, KEYS), cents * MICRO)
  world.wallet = reserved(world.wallet)
  world.card = reserved(world.card)
  const row = {
    _id: id,
    mode: 'test',
    orgId: 'org_1',
    financialAccountId: 'fa_1',
    category,
    status: 'PENDING',
    fx: null,
  }
  const counts = { amount: cents, heldCents: cents, clearedCents: 0n, refundedCents: 0n, cleared: 0n, refunded: 0n }
  const keys = { dayKey: KEYS.day, monthKey: KEYS.month, voids: 0, returns: 0 }
  world.rows.push({ ...row, ...counts, ...keys } as unknown as CardTransactionRow)
}

function clear(world: World, at: number, row: CardTransactionRow, percent: number): void {
  const wanted = (row.amount * BigInt(percent)) / 100n
  const most = clearableOf(row.amount, row.category)
  const amount = wanted < 1n ? 1n : wanted > most ? most : wanted
  const { next, writes, journal } = clearedWrites(
    { ...world, row, available: available(world), deficit: world.usd.totals.deficit },
    amount,
    AT,
  )
  apply(world, { ...writes, journals: [journal] })
  world.rows[at] = next
}

function release(world: World, at: number, row: CardTransactionRow, cents: bigint, isEnd: boolean): void {
  const rows = { row, card: world.card, state: stateOf(world) }
  const cause = isEnd ? 'expired' : (`voided.${row.voids + 1}` as const)
  const { journals = [], set = [] } = releaseWrites(rows, { released: cents, cause }, AT)
  apply(world, { set, journals })
  const left = row.heldCents - cents
  const status = left === 0n ? (isEnd ? 'EXPIRED' : 'VOIDED') : 'PENDING'
  world.rows[at] = { ...row, heldCents: left, amount: left, voids: row.voids + 1, status }
}

function giveBack(world: World, at: number, row: CardTransactionRow, cents: bigint): void {
  const { deficit } = world.usd.totals
  post(world, cardRefunded(row._id, account, cents, { number: row.returns + 1, deficit }))
  world.wallet = changeNet(world.wallet, row, -cents * MICRO)
  world.card = changeNet(world.card, row, -cents * MICRO)
  world.rows[at] = { ...row, refundedCents: row.refundedCents + cents, returns: row.returns + 1 }
}

type Act = readonly [what: number, which: number, size: number]

function step(world: World, [what, which, size]: Act): void {
  if (what === 0) authorize(world, BigInt(size), size % 2 === 0 ? 'restaurants' : 'software')
  if (what === 0) return
  const at = world.rows.length === 0 ? 0 : which % world.rows.length
  const row = world.rows[at]
  if (row === undefined) return
  const rest = row.clearedCents - row.refundedCents
  if (row.status === 'PENDING' && what === 1) clear(world, at, row, size)
  if (row.status === 'PENDING' && what === 2) release(world, at, row, 1n + (BigInt(size) % row.heldCents), false)
  if (row.status === 'PENDING' && what === 3) release(world, at, row, row.heldCents, true)
  if (row.status === 'SETTLED' && what === 4 && rest > 0n) giveBack(world, at, row, 1n + (BigInt(size) % rest))
}

const sum = (rows: readonly CardTransactionRow[], of: (row: CardTransactionRow) => bigint) =>
  rows.reduce((total, row) => total + of(row), 0n)

describe('money and limits of cards', () => {
  const act = fc.tuple(fc.nat(4), fc.nat(50), fc.integer({ min: 1, max: 140 }))

  test('at every moment they count what is held and what was cleared, and nothing is below zero', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), fc.integer({ min: 0, max: 2_000 }), (acts, cents) => {
        const world = openWorld(BigInt(cents))
        for (const one of acts) {
          step(world, one)
          const held = sum(world.rows, ({ heldCents }) => heldCents)
          const spent = sum(world.rows, ({ clearedCents, refundedCents }) => clearedCents - refundedCents)
          const { deficit } = world.usd.totals
          // Domain 1.8: what becomes available has repaid it first.
          if (deficit > 0n) expect(available(world)).toBe(0n)
          expect(world.usd.accounts.fa_1?.held).toBe(held)
          expect(available(world) - deficit).toBe(BigInt(cents) - held - spent)
          for (const { day, month } of [world.wallet, world.card])
            for (const window of [day, month]) {
              expect(window?.reserved ?? 0n).toBe(held * MICRO)
              expect(window?.net ?? 0n).toBe(spent * MICRO)
            }
        }
      }),
    )
  })

  test('once all has ended and come back, both are as they were', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const world = openWorld(1_000n)
        for (const one of acts) step(world, one)
        for (const [at, row] of world.rows.entries())
          if (row.status === 'PENDING') release(world, at, row, row.heldCents, true)
        for (const [at, row] of world.rows.entries()) {
          const rest = row.clearedCents - row.refundedCents
          if (rest > 0n) giveBack(world, at, row, rest)
        }
        expect(world.usd.accounts.fa_1).toEqual({ ...EMPTY_USD_BALANCES, available: 1_000n })
        expect(world.usd.totals.deficit).toBe(0n)
        for (const { day } of [world.wallet, world.card]) expect((day?.net ?? 0n) + (day?.reserved ?? 0n)).toBe(0n)
      }),
    )
  })
})

describe('the rules of cards', () => {
  test('a number passes the check of card numbers, and only its end and its hash are kept', () => {
    const made = newCardNumber(new Uint8Array(32), () => 7)
    // 4777 7777 7777 777 and its check digit.
    expect(made.lastFour).toMatch(/^777\d$/)
    expect(Object.keys(made).toSorted()).toEqual(['lastFour', 'numberHash'])
    expect(made.numberHash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('a card expires at the end of the month 36 months later', () => {
    expect(expiryOf(new Date('2026-11-30T23:59:59.999Z'))).toEqual({
      ...{ month: '11', year: '2029', expiresAt: new Date('2029-12-01T00:00:00.000Z') },
    })
    expect(expiryOf(new Date('2026-01-31T00:00:00.000Z')).expiresAt).toEqual(new Date('2029-02-01T00:00:00.000Z'))
  })

  test('equal to a limit passes, and 0 allows nothing', () => {
    const limits = changeLimits(NO_LIMITS, { perTx: 50_000_000n, daily: 60_000_000n }, 'organization')
    const used = { ...noWindows, day: { key: KEYS.day, net: 10_000_000n, reserved: 0n } }
    expect(limitViolations(limits, used, 50_000_000n)).toEqual([])
    expect(limitViolations(limits, used, 50_000_001n).map(({ rule }) => rule)).toEqual([
      ...['card_per_transaction', 'card_daily_limit'],
    ])
    const [one] = limitViolations(limits, used, 50_010_000n)
    expect(one?.message).toContain('exceeds the 50.00 USD that the card allows in one transaction. Lower')
    expect(limitViolations({ ...NO_LIMITS, perTx: { amount: 0n, ceiling: null } }, noWindows, 1n)).toHaveLength(1)
  })

  test('an agent stays below what the organization has set', () => {
    const limits = changeLimits(NO_LIMITS, { daily: 100n }, 'organization')
    const lower = changeLimits(limits, { daily: 50n }, 'agent')
    expect(lower.daily).toEqual({ amount: 50n, ceiling: 100n })
    expect(changeLimits(lower, { daily: 100n }, 'agent').daily.amount).toBe(100n)
    for (const daily of [101n, null]) expect(() => changeLimits(lower, { daily }, 'agent')).toThrow(DomainError)
    expect(changeLimits(lower, { daily: null }, 'organization').daily).toEqual({ amount: null, ceiling: null })
    expect(parseLimit('0.00', 'daily')).toBe(0n)
  })

  test('blocked wins over allowed', () => {
    const both = { allowedCategories: ['fuel'], blockedCategories: ['fuel'] }
    expect(categoryViolations(both, 'fuel')[0]?.reason).toBe('category_blocked')
    expect(categoryViolations({ ...both, blockedCategories: [] }, 'lodging')[0]?.reason).toBe('category_not_allowed')
    expect(categoryViolations({ allowedCategories: [], blockedCategories: [] }, 'lodging')).toEqual([])
  })

  test('amounts in euros are rounded up, with one percent; what is given is rounded down, and has none', () => {
    expect(billingOf(1_000n, null)).toBe(1_000n)
    expect(billingOf(1_000n, '1.0850')).toBe(1_096n)
    expect(billingOf(1n, '1')).toBe(2n)
    expect(givenOf(1_000n, null)).toBe(1_000n)
    expect([givenOf(1_000n, '1.0850'), givenOf(999n, '1.0850'), givenOf(1n, '0.99')]).toEqual([1_085n, 1_083n, 0n])
    expect(clearableOf(1_000n, 'lodging')).toBe(1_200n)
    expect(clearableOf(1_000n, 'software')).toBe(1_000n)
  })

  test('whatever refuses, the first in the order of the decision is the reason', () => {
    const refusal = (details: object) => new DomainError('policy_violation', 'No.', { ...details })
    const reasons = ['monthly_limit_exceeded', 'merchant_not_allowed', 'category_not_allowed', 'card_limit_exceeded']
    expect(
      declineOf('policy', refusal({ violations: reasons.map((reason) => ({ reason, message: reason })) })),
    ).toEqual({
      ...{ reason: 'MERCHANT_NOT_PERMITTED', message: 'category_not_allowed' },
      detailed: [
        ...['AUTH_RULE_ALLOWED_MCC', 'UNAUTHORIZED_MERCHANT', 'CARD_SPEND_LIMIT_EXCEEDED'],
        'ACCOUNT_MONTHLY_SPEND_LIMIT_EXCEEDED',
      ],
    })
    for (const [gate, reason] of [
      ...[['kill_switch', 'PROGRAM_SUSPENDED'] as const, ['mandate_state', 'ACCOUNT_INACTIVE'] as const],
      ...[['approval', 'CARDHOLDER_CHALLENGED'] as const, ['compliance', 'SUSPECTED_FRAUD'] as const],
      ...[['card_funds', 'INSUFFICIENT_FUNDS'] as const],
    ])
      expect(declineOf(gate, refusal({})).reason).toBe(reason)
  })
})
