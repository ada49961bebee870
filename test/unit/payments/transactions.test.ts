// Domain 8: what the list of transactions says of each journal entry. Over any history the changes of balances add up to
// the balances, and the amount that is shown, filtered and summed is the one that the entry is about.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DepositRow } from '../../../subgraphs/payments/models/deposits.ts'
import { amountPath } from '../../../subgraphs/payments/models/journals.ts'
import {
  balanceChangesOf,
  journalTypesOf,
  kindOf,
  walletLinesOf,
} from '../../../subgraphs/payments/rules/transactions.ts'
import { isSetAside } from '../../../subgraphs/payments/services/transactionViews.ts'
import { type Balances, EMPTY_BALANCES } from '../../../subgraphs/shared/ledger/accounts.ts'
import {
  AMOUNT_LINE,
  assetKey,
  type JournalEntry,
  type JournalRow,
  journalId,
  postToWallet,
  type WalletBalances,
} from '../../../subgraphs/shared/ledger/journal.ts'
import {
  depositBlockedJournal,
  depositJournal,
  depositReversedJournal,
  fundsBlockedJournal,
  fundsUnblockedJournal,
  gasHashOf,
  gasPaidJournal,
  gasReversedJournal,
  holdCapturedJournal,
  holdPlacedJournal,
  holdVoidedJournal,
  outflowJournal,
  outflowReversedJournal,
  type PostingSubject,
  paymentCompletedJournal,
  paymentFailedJournal,
  paymentMinedLateJournal,
  paymentReservedJournal,
  paymentReversedJournal,
  refundJournals,
  refundReversedJournals,
  type SpendAuthorization,
} from '../../../subgraphs/shared/ledger/postings.ts'

type Make = (subject: PostingSubject, n: number) => JournalEntry

const authorized = (subject: PostingSubject) => subject as SpendAuthorization
/** Half of a hold is captured. */
const half = ({ amount }: PostingSubject) => amount / 2n

const refundOf = (subject: PostingSubject, n: number) =>
  ({ ...subject, paymentId: `pay_${n}`, number: 1, depositId: `dep_${n}`, links: 1 }) as const
const refund = (subject: PostingSubject, n: number, at: 0 | 1) =>
  refundJournals(refundOf(subject, n))[at] as JournalEntry
const refundReversed = (subject: PostingSubject, n: number, at: 0 | 1) =>
  refundReversedJournals(refundOf(subject, n))[at] as JournalEntry

const MAKERS: Readonly<Record<string, Make>> = {
  deposit: (subject, n) => depositJournal(`dep_${n}`, subject),
  deposit_reversed: (subject, n) => depositReversedJournal(`dep_${n}`, subject, 1),
  deposit_blocked: (subject, n) => depositBlockedJournal(`dep_${n}`, subject),
  funds_blocked: (subject, n) => fundsBlockedJournal(`dep_${n}`, subject, 1),
  funds_unblocked: (subject, n) => fundsUnblockedJournal(`dep_${n}`, subject, 1),
  outflow_booked: (subject, n) => outflowJournal(`mis_${n}`, subject, 1),
  outflow_reversed: (subject, n) => outflowReversedJournal(`mis_${n}`, subject, 1),
  deposit_linked: (subject, n) => refund(subject, n, 1),
  deposit_unlinked: (subject, n) => refundReversed(subject, n, 0),
  refund_received: (subject, n) => refund(subject, n, 0),
  refund_reversed: (subject, n) => refundReversed(subject, n, 1),
  payment_reserved: (subject, n) => paymentReservedJournal(`pay_${n}`, authorized(subject)),
  payment_completed: (subject, n) => paymentCompletedJournal(`pay_${n}`, subject),
  payment_failed: (subject, n) => paymentFailedJournal(`pay_${n}`, subject),
  payment_reversed: (subject, n) => paymentReversedJournal(`pay_${n}`, subject, 1),
  payment_mined_late: (subject, n) => paymentMinedLateJournal(`pay_${n}`, subject, 1),
  hold_placed: (subject, n) => holdPlacedJournal(`hld_${n}`, authorized(subject)),
  hold_captured: (subject, n) => holdCapturedJournal(`hld_${n}`, subject, half(subject)),
  hold_voided: (subject, n) => holdVoidedJournal(`hld_${n}`, subject),
}
const CHAINS = ['base', 'polygon'] as const
const TOKENS = ['USDC', 'EURC'] as const
/** As a list would read it. */
const asRow = (entry: JournalEntry) => entry as unknown as JournalRow

const subject = (amount: bigint): PostingSubject => ({ walletId: 'wal_0', token: 'USDC', chain: 'base', amount })

test('over any history of a wallet the changes in each asset add up to its balances', () => {
  const step = fc.record({
    type: fc.constantFrom(...Object.keys(MAKERS)),
    token: fc.constantFrom(...TOKENS),
    chain: fc.constantFrom(...CHAINS),
    amount: fc.bigInt({ min: 2n, max: 9n }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
      let balances: WalletBalances = {}
      const sums: Record<string, Balances> = {}
      for (const [n, { type, ...asset }] of steps.entries()) {
        const entry = (MAKERS[type] as Make)({ walletId: 'wal_0', ...asset }, n)
        try {
          balances = postToWallet(balances, 'wal_0', entry)
        } catch {
          continue
        }
        const key = assetKey(asset.chain, asset.token)
        const [sum, change] = [sums[key] ?? EMPTY_BALANCES, balanceChangesOf(walletLinesOf(asRow(entry)))]
        sums[key] = Object.fromEntries(
          Object.entries(sum).map(([name, value]) => [name, value + change[name as keyof Balances]]),
        ) as unknown as Balances
      }
      expect(sums).toEqual(balances)
    }),
    { numRuns: 300 },
  )
})

test.each(Object.entries(MAKERS))('%s shows the amount that it is about', (type, make) => {
  const entry = make(subject(10n), 1)
  expect(entry.type).toBe(type)
  expect(walletLinesOf(asRow(entry))[AMOUNT_LINE]?.amount).toBe(type === 'hold_captured' ? 5n : 10n)
  expect(amountPath).toBe('lines.1.amount')
})

test.each(Object.entries(MAKERS))(
  '%s is for the wallet, or against it, as its total or what it can spend says',
  (type, make) => {
    const { available, onChain, inFlight } = balanceChangesOf(walletLinesOf(asRow(make(subject(10n), 1))))
    const isFor = type === 'hold_captured' ? inFlight < 0n : available > 0n || onChain > 0n
    expect(kindOf(make(subject(10n), 1).type).direction).toBe(isFor ? 'credit' : 'debit')
  },
)

test('a fee changes no balance of the wallet that caused it, and is listed only where it is asked for', () => {
  const gas = { paymentId: 'pay_1', walletId: 'wal_0', chain: 'base', hash: '0x1', wei: 7n } as const
  const [paid, reversed] = [gasPaidJournal(gas, 2), gasReversedJournal(gas, 2)]
  for (const entry of [paid, reversed]) {
    expect(walletLinesOf(asRow(entry))).toEqual([])
    expect(postToWallet({}, 'wal_0', entry)).toEqual({})
    expect(gasHashOf(entry.postingKey)).toBe('0x1')
    // What finds it among the entries of the wallet is its expense.
    expect(entry.lines).toContainEqual(expect.objectContaining({ account: '5010', walletId: 'wal_0' }))
    expect(entry.lines).toContainEqual(expect.objectContaining({ account: '1130', walletId: null }))
  }
  expect([kindOf(paid.type), kindOf(reversed.type)]).toEqual([
    { type: 'fee', status: 'completed', direction: 'debit' },
    { type: 'fee', status: 'reversed', direction: 'credit' },
  ])
  expect(journalTypesOf({}).toSorted()).toEqual(Object.keys(MAKERS).toSorted())
  expect(journalTypesOf({ statuses: ['completed'] })).not.toContain(paid.type)
  expect(journalTypesOf({ types: ['fee'], statuses: ['reversed'] })).toEqual(['gas_reversed'])
  expect(journalTypesOf({ types: ['payment', 'fee'] })).toEqual(expect.arrayContaining(['gas_paid', 'payment_failed']))
})

test('types and statuses narrow together, and none of a kind that does not exist', () => {
  expect(journalTypesOf({ types: ['payment'], statuses: ['completed'] })).toEqual([
    'payment_completed',
    'payment_mined_late',
  ])
  expect(journalTypesOf({ types: ['deposit'], statuses: ['pending'] })).toEqual([])
  expect(journalTypesOf({ types: [] })).toEqual([])
})

test('of a deposit that is blocked only the entry is open that blocked it last, and none once it is released', () => {
  const subject = { walletId: 'wal_1', token: 'USDC', chain: 'base', amount: 5n } as const
  const entries = [
    depositBlockedJournal('dep_1', subject),
    fundsUnblockedJournal('dep_1', subject, 1),
    fundsBlockedJournal('dep_1', subject, 1, 1),
  ]
  const openWith = (state: { readonly listedIn?: string; readonly unblocks?: number }) =>
    entries.map(({ type, postingKey }) => {
      const row = { type, _id: journalId(postingKey) } as JournalRow
      const deposit = { _id: 'dep_1', ...state } as DepositRow
      return isSetAside({ row, payment: null, hold: null, deposit })
    })
  expect(openWith({ listedIn: 'own 1' })).toEqual([true, false, false])
  expect(openWith({ unblocks: 1 })).toEqual([false, false, false])
  expect(openWith({ listedIn: 'own 3', unblocks: 1 })).toEqual([false, false, true])
})
