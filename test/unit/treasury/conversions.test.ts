// Conversions, pure (domain 1.9, 8.6, 8.7): every rounding favours the service, dollars and tokens balance, and whatever the
// chain does after the end of a delivery, dollars are gone where tokens are, and there where they are not.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UsdPosition } from '../../../subgraphs/shared/commit/positions.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import type { State } from '../../../subgraphs/shared/commit/types.ts'
import type { DeliveryEnd } from '../../../subgraphs/shared/conversions.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import { inverseRate, toUsdMicro } from '../../../subgraphs/shared/fxRates.ts'
import { EMPTY_USD_BALANCES, EMPTY_USD_TOTALS } from '../../../subgraphs/shared/ledger/accounts.ts'
import { conversionExecuted, stockAdded } from '../../../subgraphs/shared/ledger/conversionPostings.ts'
import { type JournalEntry, requireBalanced } from '../../../subgraphs/shared/ledger/journal.ts'
import { postUsd } from '../../../subgraphs/shared/ledger/usdBalances.ts'
import type { DollarAuthorization } from '../../../subgraphs/shared/ledger/usdPostings.ts'
import { feeOf, priceOf } from '../../../subgraphs/treasury/rules/conversions/price.ts'
import { nextQuoteStatus, type QuoteRow, statusAt } from '../../../subgraphs/treasury/rules/conversions/quote.ts'
import { deliveryLedger } from '../../../subgraphs/treasury/services/conversions/deliveryLedger.ts'
import { createParkedQuotes } from '../../../subgraphs/treasury/services/conversions/parkedQuotes.ts'

const CENT_MICRO = 10_000n
const rates = fc.option(
  fc.integer({ min: 1, max: 30_000 }).map((rate) => (rate / 10_000).toFixed(4)),
  { nil: null },
)
const fixed = fc.oneof(
  fc.bigInt({ min: 2n, max: 9_999_999_999n }).map((cents) => ({ side: 'from', cents }) as const),
  fc.bigInt({ min: 1n, max: 10n ** 13n }).map((units) => ({ side: 'to', units }) as const),
)

test('what goes out is never worth more than what comes in, and the fixed side stays as it is', () => {
  fc.assert(
    fc.property(fixed, rates, (asked, rate) => {
      const token = rate === null ? 'USDC' : 'EURC'
      let price: ReturnType<typeof priceOf>
      try {
        price = priceOf(asked, token, rate)
      } catch {
        return
      }
      const { fromCents, feeCents, toUnits } = price
      expect(feeCents).toBe(feeOf(fromCents))
      const net = fromCents - feeCents
      expect(net > 0n && toUnits > 0n).toBe(true)
      expect(toUsdMicro({ units: toUnits, token }, rate ?? '1')).toBeLessThanOrEqual(net * CENT_MICRO)
      if (asked.side === 'from') {
        expect(fromCents).toBe(asked.cents)
        // One more unit would be worth more.
        const more = toUsdMicro({ units: toUnits + 1n, token }, rate ?? '1')
        expect(more).toBeGreaterThan(net * CENT_MICRO)
      } else {
        expect(toUnits).toBe(asked.units)
        // A cent less would not be enough.
        const less = fromCents - 1n
        const enough = (less - feeOf(less)) * CENT_MICRO >= toUsdMicro({ units: toUnits, token }, rate ?? '1')
        expect(enough).toBe(false)
      }
    }),
  )
})

test('the fee is ten basis points, rounded up, and at least a cent', () => {
  expect([1n, 10n, 1_000n, 1_001n, 10_000n, 10_001n].map(feeOf)).toEqual([1n, 1n, 1n, 2n, 10n, 11n])
  expect([inverseRate('1'), inverseRate('1.0850'), inverseRate('2')]).toEqual(['1', '0.9216589861', '0.5'])
})

const AT = new Date('2026-11-02T15:00:00.000Z')
const quote: QuoteRow = {
  ...{ _id: 'qte_1', v: 1, orgId: 'org_1', mode: 'test', status: 'executed', fixedSide: 'from', fromCents: 10_000n },
  ...{ feeCents: 10n, token: 'USDC', chain: 'base', toUnits: 99_900_000n, fx: null, walletId: 'wal_1', address: '0x1' },
  ...{ financialAccountId: 'fa_1', agentId: null, paymentId: 'pay_1', approvalId: null, failureCode: null },
  ...{ expiresAt: AT, executedAt: AT, deliveredAt: null, dueAt: null, createdAt: AT, updatedAt: AT },
}

function openLedger(available: bigint) {
  const balances = { fa_1: { ...EMPTY_USD_BALANCES, available } }
  const rows = new Map<string, object>([
    ['quotes/qte_1', quote],
    [
      'positions/usd:org_1:test',
      { _id: 'usd:org_1:test', v: 1, orgId: 'org_1', mode: 'test', accounts: balances, totals: EMPTY_USD_TOTALS },
    ],
  ])
  const stock = { left: 0n, all: new Set<string>() }
  const position = () => rows.get('positions/usd:org_1:test') as UsdPosition
  const post = (journal: JournalEntry) => {
    requireBalanced(journal)
    expect(stock.all.has(journal.postingKey), `${journal.postingKey} is posted twice`).toBe(false)
    stock.all.add(journal.postingKey)
    rows.set('positions/usd:org_1:test', { ...position(), ...postUsd(position(), journal) })
    for (const { account, direction, amount } of journal.lines)
      if (account === '1110') stock.left += direction === 'debit' ? amount : -amount
  }
  return {
    position,
    stock,
    post,
    end(end: DeliveryEnd, correction: number) {
      const state: State = { get: (ref) => (rows.get(refKey(ref)) ?? null) as never }
      const delivery = { paymentId: 'pay_1', quoteId: 'qte_1', orgId: 'org_1', mode: 'test', correction } as const
      const { set = [], journals = [] } = deliveryLedger(state, delivery, end, AT)
      for (const { ref, next } of set) rows.set(refKey(ref), next)
      journals.forEach(post)
    },
    quote: () => rows.get('quotes/qte_1') as QuoteRow,
  }
}

test('however often the chain takes it back: dollars are gone where the tokens are, else there', () => {
  const corrections = fc.nat(6)
  const spent = fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 7, maxLength: 7 })
  fc.assert(
    fc.property(fc.boolean(), corrections, spent, (isFailed, times, spending) => {
      const own = openLedger(10_000n)
      const stock = { mode: 'test', token: 'USDC', chain: 'base', units: 10n ** 12n } as const
      own.post(stockAdded('stock_base_1_0', stock))
      const subject = { mode: 'test', financialAccount: 'fa_1', amount: 10_000n } as const
      own.post(conversionExecuted('qte_1', subject as unknown as DollarAuthorization))
      expect(own.position().totals.conversionInFlight).toBe(10_000n)
      own.end(isFailed ? 'failed' : 'completed', 0)
      let isOut = !isFailed
      let gone = 0n
      for (let time = 1; time <= times; time++) {
        own.end(isOut ? 'reversed' : 'takenLate', time)
        isOut = !isOut
        // What is available is spent in part, so that it is not there any more when it is taken.
        const { available } = own.position().accounts.fa_1 ?? EMPTY_USD_BALANCES
        const part = (spending[time] ?? 0n) < available ? (spending[time] ?? 0n) : available
        gone += part
        const account = { account: '2010', token: 'USD', mode: 'test', financialAccount: 'fa_1', amount: part } as const
        const other = { ...account, account: '1010' } as const
        if (part > 0n)
          own.post({
            ...{ postingKey: `spent.${time}`, type: 'withdrawal_initiated', reference: { resource: 'quote', id: 'x' } },
            lines: [
              { ...account, direction: 'debit' },
              { ...other, direction: 'credit' },
            ],
          })
      }
      const { totals, accounts } = own.position()
      const have = (accounts.fa_1 ?? EMPTY_USD_BALANCES).available - totals.deficit + gone
      expect(totals.conversionInFlight).toBe(0n)
      expect(have).toBe(isOut ? 0n : 10_000n)
      expect(own.stock.left).toBe(10n ** 12n - (isOut ? 99_900_000n : 0n))
      expect(own.quote().deliveredAt !== null).toBe(isOut)
      expect(own.quote().status).toBe(isFailed ? 'canceled' : 'executed')
    }),
  )
})

test('an open quote ends in one way, and one that waits for a person does not expire', () => {
  const open = { ...quote, status: 'open' } as const
  expect(statusAt(open, AT)).toBe('expired')
  expect(statusAt(open, new Date(AT.getTime() - 1))).toBe('open')
  expect(statusAt({ ...open, approvalId: 'apr_1' }, new Date(AT.getTime() + 1))).toBe('open')
  expect(nextQuoteStatus('open', 'execute')).toBe('executed')
  expect(nextQuoteStatus('executed', 'fail')).toBe('canceled')
  for (const ended of ['expired', 'canceled', 'executed'] as const)
    for (const change of ['execute', 'expire', 'cancel'] as const) expect(nextQuoteStatus(ended, change)).toBeNull()
})

test('an approval while there is no rate decides nothing about a quote whose price has ended (domain 1.9)', async () => {
  const parked = { ...quote, _id: 'qte_parked', status: 'open', fixedSide: 'from', approvalId: 'apr_1' }
  const rows = { find: () => ({ toArray: async () => [parked] }) }
  const rateOf = async () => {
    throw new DomainError('fx_rate_unavailable', 'None.')
  }
  const deps = { database: { collection: () => rows }, clock: { now: () => AT }, deliveries: { rateOf } }
  const quotes = createParkedQuotes(deps as never)
  const approved = quotes.prepare({ subjectId: 'qte_parked' } as never, {} as never)
  await expect(approved).rejects.toMatchObject({ type: 'fx_rate_unavailable' })
})
