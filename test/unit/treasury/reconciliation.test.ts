// Domain 1.11: books and statement are compared entry by entry, and what differs is told once, by its kind.
import { describe, expect, test } from 'vitest'
import { EMPTY_USD_BALANCES } from '../../../subgraphs/shared/ledger/accounts.ts'
import type { AchEventType } from '../../../subgraphs/treasury/rules/achStates.ts'
import {
  type BankLine,
  compareBalances,
  compareMicroDeposits,
  compareStatement,
  type LedgerLine,
  reasonOf,
} from '../../../subgraphs/treasury/rules/reconciliation.ts'
import { linesOf } from '../../../subgraphs/treasury/rules/statementLines.ts'

const AT = new Date('2026-11-02T15:00:00.000Z')
const line = (changes: Partial<BankLine> = {}): BankLine => ({
  ...{ reference: 'tpay_1', kind: 'settled', traceNumber: '1', cents: 500n, at: AT, ...changes },
})
const booked = (changes: Partial<LedgerLine> = {}): LedgerLine => {
  const { at: _, ...entry } = line()
  return { ...entry, reference: 'tpay_1', ...changes }
}
const compare = (ledger: readonly LedgerLine[], statement: readonly BankLine[], bookedUntil = AT) =>
  compareStatement({ financialAccountId: 'fa_1', ledger, statement, bookedUntil })

describe('the small amounts of a bank account', () => {
  const books = (cents: bigint, changedAt = AT) => [
    { bankAccountId: 'eba_1', financialAccountId: 'fa_1', cents, changedAt },
  ]
  const part = (name: string, cents: bigint, at = AT) => line({ reference: `eba_1.micro.1.${name}`, cents, at })
  const round = [part('first', -30n), part('second', -12n), part('sum', 42n)]
  const later = new Date(AT.getTime() + 1)

  test('agree as what all rounds have moved, and a difference names both sums', () => {
    const lost = part('second', -5n)
    const differences = (...of: Parameters<typeof compareMicroDeposits>) => compareMicroDeposits(...of).differences
    expect(differences(books(0n), round, AT)).toEqual([])
    expect(differences(books(-5n), [...round, { ...lost, reference: 'eba_1.micro.2.second' }], AT)).toEqual([])
    const [found, ...others] = differences(books(-42n), round.slice(0, 1), AT)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      kind: 'amount_mismatch',
      entry: 'micro_deposits',
      reference: 'eba_1',
      bankCents: -30n,
    })
    expect(found === undefined ? '' : reasonOf(found)).toMatch(/eba_1 have moved -42 cents in the ledger, and -30 on/)
  })

  test('are not compared while some may still settle, nor those of others', () => {
    const none = { compared: [], differences: [] }
    expect(compareMicroDeposits(books(0n), [part('first', -30n, later)], AT)).toEqual(none)
    expect(compareMicroDeposits(books(0n, later), round.slice(0, 1), AT)).toEqual(none)
    expect(compareMicroDeposits([], round.slice(0, 1), AT)).toEqual(none)
  })
})

describe('books and statement', () => {
  test('agree where each entry is in both, once, with its amount, also under the same trace number', () => {
    const two = { reference: 'tpay_2', cents: -70n }
    expect(compare([booked(), booked(two)], [line(two), line()])).toEqual([])
  })

  test.each([
    ['missing_in_ledger', [], [line()], { ledgerCents: null, bankCents: 500n }],
    ['missing_in_ledger', [], [line({ reference: null, kind: 'returned' })], { ledgerCents: null, bankCents: 500n }],
    ['unexpected_return', [], [line({ kind: 'returned', cents: -500n })], { ledgerCents: null, bankCents: -500n }],
    ['missing_at_bank', [booked()], [], { ledgerCents: 500n, bankCents: null }],
    ['amount_mismatch', [booked()], [line({ cents: 499n })], { ledgerCents: 500n, bankCents: 499n }],
    ['duplicate', [booked()], [line(), line()], { ledgerCents: 500n, bankCents: 1_000n }],
  ] as const)('%s', (kind, ledger, statement, figures) => {
    const [difference, ...others] = compare(ledger, statement)
    expect(others).toEqual([])
    expect(difference).toMatchObject({ kind, financialAccountId: 'fa_1', traceNumber: '1', ...figures })
    if (difference === undefined) return
    for (const cents of Object.values(figures)) if (cents !== null) expect(reasonOf(difference)).toContain(`${cents}`)
  })

  test('another trace number is another entry: missing in both', () => {
    const kinds = compare([booked()], [line({ traceNumber: '2' })]).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['missing_at_bank', 'missing_in_ledger'])
  })

  test('what the bank has told since the books were brought up to date is no difference yet', () => {
    expect(compare([], [line()], new Date(AT.getTime() - 1))).toEqual([])
    expect(compare([], [line()])).toHaveLength(1)
  })
})

test('a balance is the sum of its postings, by its normal side; an account without either is empty', () => {
  const shown = { fa_1: { ...EMPTY_USD_BALANCES, available: 30n, cash: 30n }, fa_2: EMPTY_USD_BALANCES }
  const posted = [
    { financialAccountId: 'fa_1', account: '2010', cents: -30n },
    { financialAccountId: 'fa_1', account: '1010', cents: 30n },
  ] as const
  expect(compareBalances(shown, posted)).toEqual([])
  const wrong = { ...shown, fa_2: { ...EMPTY_USD_BALANCES, held: 1n } }
  expect(compareBalances(wrong, posted)).toMatchObject([
    { kind: 'amount_mismatch', entry: 'balance', financialAccountId: 'fa_2', traceNumber: 'held', bankCents: 1n },
  ])
  expect(
    compareBalances({}, posted)
      .map(({ traceNumber }) => traceNumber)
      .toSorted(),
  ).toEqual(['available', 'cash'])
})

test('the statement has settlements and what came back after them, with their directions', () => {
  const event = (type: AchEventType) => ({ type, amount: 5n, externalId: type, createdAt: AT })
  const [settled, returned] = [event('ACH_ORIGINATION_SETTLED'), event('ACH_RETURN_PROCESSED')]
  const cents = (direction: 'DEBIT' | 'CREDIT', events: readonly ReturnType<typeof event>[]) =>
    linesOf('tpay_1', direction, events).map((one) => one.cents)
  expect(cents('DEBIT', [event('ACH_ORIGINATION_PROCESSED'), settled, returned])).toEqual([5n, -5n])
  expect(cents('CREDIT', [settled, returned])).toEqual([-5n, 5n])
  expect(cents('DEBIT', [event('ACH_ORIGINATION_PROCESSED'), returned])).toEqual([])
})
