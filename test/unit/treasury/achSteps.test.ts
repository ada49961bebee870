// Payments over ACH, pure (domain 1.6, 1.8, 8.7): for any sequence of events that the tables allow, with money spent in
// between, dollars only move, no balance is below zero, and the final effect of a payment that came back is nothing.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UsdPosition } from '../../../subgraphs/shared/commit/positions.ts'
import { EMPTY_USD_BALANCES, EMPTY_USD_TOTALS, USD_ACCOUNTS } from '../../../subgraphs/shared/ledger/accounts.ts'
import { isUsdPosting, type JournalEntry, requireBalanced } from '../../../subgraphs/shared/ledger/journal.ts'
import { postUsd } from '../../../subgraphs/shared/ledger/usdBalances.ts'
import {
  bookTransferred,
  type DollarAuthorization,
  type UsdSubject,
  withdrawalInitiated,
} from '../../../subgraphs/shared/ledger/usdPostings.ts'
import type { AchPaymentRow } from '../../../subgraphs/treasury/rules/achPayment.ts'
import type { BankEvent } from '../../../subgraphs/treasury/rules/achStates.ts'
import { ACH_EVENT_TYPES, type AchDirection } from '../../../subgraphs/treasury/rules/achStates.ts'
import { takeStep } from '../../../subgraphs/treasury/rules/achSteps.ts'
import { countInDay, exceededRate } from '../../../subgraphs/treasury/rules/returns.ts'

const AT = new Date('2026-11-02T15:00:00.000Z')
const FA = 'fa_1'
type Position = Omit<UsdPosition, '_id' | 'v'>
const EMPTY: Position = {
  ...{ orgId: 'org_1', mode: 'test', holderId: 'ah_1', day: null, month: null, returns: [], bankAccounts: [] },
  ...{ accounts: { [FA]: EMPTY_USD_BALANCES }, totals: EMPTY_USD_TOTALS },
}

const newPayment = (index: number, direction: AchDirection, amount: bigint): AchPaymentRow => ({
  ...{ _id: `tpay_${index}`, v: 1, orgId: 'org_1', mode: 'test', direction, method: 'ACH_NEXT_DAY', secCode: 'CCD' },
  ...{ holdDays: 2, amount, stage: 'reviewed', status: 'PENDING', result: 'APPROVED', failureCode: null },
  ...{ returnCode: null, financialAccountId: FA, bankAccountId: 'eba_1', companyId: null, descriptor: 'x', memo: null },
  ...{
    userDefinedId: null,
    retryOf: null,
    retriedBy: null,
    firstOf: `tpay_${index}`,
    retries: 0,
    agentId: null,
    walletId: null,
  },
  ...{ approvalId: null, schedule: null, events: [], behaviour: null, origination: 'accepted' },
  ...{ settledAt: null, returnedAt: null, dueAt: null, createdAt: AT, updatedAt: AT },
})

test('a transfer between two accounts repays what the organization owes, as whatever becomes available does (domain 1.8)', () => {
  const other = 'fa_2'
  const accounts = { [FA]: EMPTY_USD_BALANCES, [other]: { ...EMPTY_USD_BALANCES, available: 1_000n, cash: 1_000n } }
  const owing = { ...EMPTY, accounts, totals: { ...EMPTY_USD_TOTALS, deficit: 5n } }
  const from = { mode: 'test', financialAccount: other, amount: 100n } as const
  const journal = bookTransferred('btr_1', from, FA, 5n)
  requireBalanced(journal)
  // The second line has the whole amount.
  expect(journal.lines[1]).toMatchObject({ account: '2010', direction: 'debit', amount: 100n })
  const after = postUsd(owing, journal)
  expect(after.totals.deficit).toBe(0n)
  expect(after.accounts).toMatchObject({
    ...{ [FA]: { available: 95n, cash: 100n }, [other]: { available: 900n, cash: 900n } },
  })
  const [first, second] = bookTransferred('btr_2', from, FA, 0n).lines
  expect([first, second]).toMatchObject([
    { account: '2010', direction: 'debit', amount: 100n },
    { account: '2010', direction: 'credit', amount: 100n },
  ])
})

/** Only this test makes one by hand: the service's only maker asks every gate. */
const authorized = (subject: UsdSubject) => subject as DollarAuthorization

/** What a test does: the next thing happens to one of the payments, or a part of the available dollars is withdrawn. */
const acts = fc.array(
  fc.record({
    payment: fc.nat(5),
    type: fc.constantFrom(...ACH_EVENT_TYPES),
    code: fc.constantFrom('R01', 'R02', 'R03', 'R10', 'R29'),
    isDeclined: fc.boolean(),
    withdraw: fc.option(fc.integer({ min: 1, max: 400 }), { freq: 6 }),
  }),
  { maxLength: 80, size: 'max' },
)

const amountOf = (index: number) => BigInt(100 + 37 * index)

/** Everything that the acts bring about, one after the other. */
function run(all: ReturnType<(typeof acts)['generate']>['value']) {
  let position = EMPTY
  const payments = Array.from({ length: 6 }, (_, index) => newPayment(index, 'DEBIT', amountOf(index)))
  const journals: JournalEntry[] = []
  const post = (entries: readonly JournalEntry[]) => {
    for (const entry of entries) {
      requireBalanced(entry)
      position = { ...position, ...postUsd(position, entry) }
      journals.push(entry)
    }
  }
  for (const { payment, type, code, isDeclined, withdraw } of all) {
    if (withdraw !== null) {
      const amount = BigInt(withdraw)
      const { available } = position.accounts[FA] ?? EMPTY_USD_BALANCES
      if (available < amount || position.totals.deficit > 0n) continue
      const made = newPayment(payments.length, 'CREDIT', amount)
      const authorization = authorized({ mode: 'test', financialAccount: FA, amount })
      post([withdrawalInitiated(made._id, authorization)])
      payments.push(made)
      continue
    }
    const index = payment % payments.length
    const row = payments[index] as AchPaymentRow
    const event: BankEvent = {
      ...{ type, result: isDeclined ? 'DECLINED' : 'APPROVED', detailedResults: [], externalId: null, createdAt: AT },
      ...(type === 'ACH_RETURN_PROCESSED' && { returnCode: code }),
    }
    const step = takeStep(row, position, event, AT)
    if (step === null) continue
    payments[index] = step.row
    position = step.position
    post(step.journals)
  }
  return { position, payments, journals }
}

const sumOf = (journals: readonly JournalEntry[], accounts: readonly string[]): bigint =>
  journals
    .flatMap(({ lines }) => lines.filter(isUsdPosting))
    .filter(({ account }) => accounts.includes(account))
    .reduce(
      (sum, { account, direction, amount }) => sum + (USD_ACCOUNTS[account].normal === direction ? amount : -amount),
      0n,
    )

test('no sequence of events makes dollars, loses some, or takes a balance below zero', () => {
  fc.assert(
    fc.property(acts, (all) => {
      const { position, journals } = run(all)
      const lines = journals.flatMap((journal) => journal.lines.filter(isUsdPosting))
      const net = lines.reduce((sum, { direction, amount }) => sum + (direction === 'debit' ? amount : -amount), 0n)
      expect(net).toBe(0n)
      expect(new Set(journals.map(({ postingKey }) => postingKey)).size).toBe(journals.length)
      const { available, pending, held, uncollected, cash } = position.accounts[FA] ?? EMPTY_USD_BALANCES
      const { receivable, deficit, withdrawalClearing } = position.totals
      // What the organization has and is owed is what the banks have for it.
      expect(available + pending + held + uncollected + withdrawalClearing).toBe(cash + receivable + deficit)
      // `postUsd` refuses any other balance below zero.
      for (const [account, amount] of [
        ['2010', available],
        ['2011', pending],
        ['1030', deficit],
      ] as const)
        expect(sumOf(journals, [account])).toBe(amount)
    }),
    { numRuns: 2_000 },
  )
})

test('the final effect of a collection that came back on what the organization has is nothing', () => {
  fc.assert(
    fc.property(acts, (all) => {
      const { payments, journals } = run(all)
      for (const { _id, direction, status } of payments) {
        if (direction !== 'DEBIT' || status !== 'RETURNED') continue
        const own = journals.filter(({ reference }) => reference.id === _id)
        expect(sumOf(own, ['2010', '2011', '2013']) - sumOf(own, ['1030'])).toBe(0n)
        expect(sumOf(own, ['1010']) + sumOf(own, ['1020'])).toBe(0n)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a withdrawal that ends without its money gives back all of it', () => {
  fc.assert(
    fc.property(acts, (all) => {
      const { payments, journals } = run(all)
      for (const { _id, direction, status } of payments) {
        if (direction !== 'CREDIT' || status === 'PENDING' || status === 'SETTLED') continue
        const own = journals.filter(({ reference }) => reference.id === _id)
        expect(sumOf(own, ['2010']) - sumOf(own, ['1030'])).toBe(0n)
        expect(sumOf(own, ['2060']) + sumOf(own, ['1010'])).toBe(0n)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('rates of returns count 60 days, and tell nothing below 20 debits', () => {
  const debits = (count: number) => countInDay([], '2026-11-02', '2026-11-02', { debits: count })
  const returned = (days: ReturnType<typeof debits>, day: string, group: object) =>
    countInDay(days, day, day, { returned: 1, ...group })
  expect(exceededRate(returned(debits(19), '2026-11-03', { unauthorized: 1 }))).toBeNull()
  expect(exceededRate(returned(debits(20), '2026-11-03', { unauthorized: 1 }))).toMatchObject({ rate: 'unauthorized' })
  expect(exceededRate(returned(debits(20), '2026-11-03', { administrative: 1 }))).toMatchObject({
    rate: 'administrative',
  })
  const three = [1, 2, 3].reduce((days) => returned(days, '2026-11-03', {}), debits(20))
  expect(exceededRate(three)).toBeNull()
  const four = returned(three, '2026-11-03', {})
  expect(exceededRate(four)).toMatchObject({ rate: 'overall' })
  expect(exceededRate(countInDay(four, '2027-01-05', '2027-01-05', {}))).toBeNull()
})
