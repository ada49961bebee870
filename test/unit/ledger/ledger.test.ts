// The ledger and the limits, pure (reliability 2.1): money only moves, balances are the fold of the journals, nothing
// goes below zero, and a limit holds for every order of reserving, completing, giving back and turning the page.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_BALANCES } from '../../../subgraphs/shared/ledger/accounts.ts'
import {
  isBalancedWithChain,
  isWalletPosting,
  type JournalEntry,
  type Posting,
  postToWallet,
  requireBalanced,
  type WalletBalances,
} from '../../../subgraphs/shared/ledger/journal.ts'
import {
  depositJournal,
  type PostingSubject,
  paymentCompletedJournal,
  paymentFailedJournal,
  paymentReservedJournal,
  type SpendAuthorization,
} from '../../../subgraphs/shared/ledger/postings.ts'
import { formatUnits, INT64_MAX, parseAmount } from '../../../subgraphs/shared/money.ts'
import {
  openWindows,
  type Reservation,
  reserve,
  settleReservation,
  type Windows,
} from '../../../subgraphs/shared/spendingLimits.ts'

type Move = { readonly kind: 'deposit' | 'reserve' | 'complete' | 'fail'; readonly wallet: number; readonly n: number }

const moves = fc.array(
  fc.record<Move>({
    kind: fc.constantFrom('deposit', 'reserve', 'complete', 'fail'),
    wallet: fc.nat(1),
    n: fc.integer({ min: 1, max: 5 }),
  }),
  { maxLength: 60, size: 'max' },
)

const subjectOf = ({ wallet, n }: Move): PostingSubject => ({
  ...{ walletId: `wal_${wallet}`, token: n % 2 ? 'USDC' : 'EURC', chain: 'base' },
  amount: BigInt(n) * 1_000n,
})

/** Only this test makes one by hand: the service's only maker is `authorizeSpend`. */
const authorized = (subject: PostingSubject) => subject as SpendAuthorization

function journalOf(move: Move, index: number): JournalEntry {
  const subject = subjectOf(move)
  if (move.kind === 'deposit') return depositJournal(`dep_${index}`, subject)
  if (move.kind === 'reserve') return paymentReservedJournal(`pay_${index}`, authorized(subject))
  return (move.kind === 'complete' ? paymentCompletedJournal : paymentFailedJournal)(`pay_${index}`, subject)
}

/** What the journals that were possible leave; a posting that is not possible leaves nothing. */
function postAll(journals: readonly JournalEntry[]): { wallets: Map<string, WalletBalances>; posted: JournalEntry[] } {
  const wallets = new Map<string, WalletBalances>()
  const posted: JournalEntry[] = []
  for (const journal of journals) {
    const walletId = journal.lines.find(isWalletPosting)?.walletId ?? 'wal_none'
    try {
      requireBalanced(journal)
      wallets.set(walletId, postToWallet(wallets.get(walletId) ?? {}, walletId, journal))
      posted.push(journal)
    } catch {}
  }
  return { wallets, posted }
}

test('journals sum to zero, no balance is below zero, the ledger is balanced with the chain, and replaying gives the same balances', () => {
  fc.assert(
    fc.property(moves, (given) => {
      const { wallets, posted } = postAll(given.map(journalOf))
      let sum = 0n
      for (const { direction, amount } of posted.flatMap(({ lines }) => lines))
        sum += direction === 'debit' ? amount : -amount
      expect(sum).toBe(0n)
      for (const balances of wallets.values())
        for (const one of Object.values(balances)) {
          expect(Object.values(one).every((value) => value >= 0n)).toBe(true)
          expect(isBalancedWithChain(one)).toBe(true)
        }
      expect(postAll(posted).wallets).toEqual(wallets)
    }),
    { numRuns: 300 },
  )
})

test('every prefix of a history is valid', () => {
  fc.assert(
    fc.property(moves, fc.nat(60), (given, length) => {
      const { posted } = postAll(given.map(journalOf))
      const prefix = posted.slice(0, length)
      expect(postAll(prefix).posted).toEqual(prefix)
    }),
  )
})

test.each<[string, Partial<JournalEntry>]>([
  ['one line', { lines: depositJournal('d', subjectOf({ kind: 'deposit', wallet: 0, n: 1 })).lines.slice(0, 1) }],
  ['an amount of zero', depositJournal('d', { ...subjectOf({ kind: 'deposit', wallet: 0, n: 1 }), amount: 0n })],
  [
    'two assets that only balance together',
    {
      lines: [
        ...depositJournal('d', subjectOf({ kind: 'deposit', wallet: 0, n: 1 })).lines.slice(0, 1),
        ...depositJournal('d', { ...subjectOf({ kind: 'deposit', wallet: 0, n: 2 }), amount: 1_000n }).lines.slice(1),
      ],
    },
  ],
])('%s is no journal', (_name, wrong) => {
  const journal = depositJournal('d', subjectOf({ kind: 'deposit', wallet: 0, n: 1 }))
  expect(() => requireBalanced({ ...journal, ...wrong })).toThrow('invariant')
})

test('money that would have two owners, or none, is not posted', () => {
  const journal = depositJournal('d', subjectOf({ kind: 'deposit', wallet: 0, n: 1 }))
  const lines = journal.lines.map((line) => ({ ...line, walletId: `wal_${line.account}` }) as Posting)
  const stray = { ...journal, lines }
  expect(() => postToWallet({}, 'wal_2020', stray)).toThrow('unbalanced with the chain')
})

test('a balance that 64 bits cannot hold is refused', () => {
  const subject = subjectOf({ kind: 'deposit', wallet: 0, n: 1 })
  const full = { 'base:USDC': { ...EMPTY_BALANCES, available: INT64_MAX, onChain: INT64_MAX } }
  expect(() => postToWallet(full, 'wal_0', depositJournal('d', subject))).toThrow('range')
})

test('money: text and units are the same amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }), (units) => {
      expect(parseAmount(formatUnits(units, 'USDC'), 'USDC', 'amount').units).toBe(units)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '-', 'e', ' ', '+', ',') }), (text) => {
      if (/^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/.test(text) && Number(text) > 0)
        expect(Number(formatUnits(parseAmount(text, 'USDC', 'amount').units, 'USDC'))).toBe(Number(text))
      else expect(() => parseAmount(text, 'USDC', 'amount')).toThrow('amount')
    }),
  )
})

type Turn =
  | { readonly kind: 'spend'; readonly amount: number }
  | { readonly kind: 'settle'; readonly which: number; readonly how: 'complete' | 'release' }
  | { readonly kind: 'day'; readonly to: number }

const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('spend' as const), amount: fc.nat(60) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      which: fc.nat(20),
      how: fc.constantFrom('complete', 'release'),
    }),
  },
  // Also backwards: clocks of two processes differ. Few days, of three months, so that past ones come again.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('day' as const), to: fc.constantFrom(0, 1, 29, 30, 31, 70) }) },
)

test('limits: never below zero, never above the limit, and a release goes to the window of its reservation', () => {
  const [dayMax, monthMax] = [100n, 250n]
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 80, size: 'max' }), (turns) => {
      let windows: Windows = { day: null, month: null, closedWindows: [] }
      let today = 0
      const open: Reservation[] = []
      const kept: Reservation[] = []
      for (const one of turns) {
        if (one.kind === 'day') today = one.to
        const keys = { day: dayKey(today), month: `2026-0${1 + Math.floor(today / 30)}` }
        if (one.kind === 'spend') {
          const { day, month, ...rest } = openWindows(windows, keys)
          if (day === null || month === null) throw new Error('not open')
          const usdMicro = BigInt(one.amount)
          const fits = day.net + day.reserved + usdMicro <= dayMax && month.net + month.reserved + usdMicro <= monthMax
          if (!fits) continue
          windows = reserve({ ...rest, day, month }, usdMicro)
          open.push({ dayKey: day.key, monthKey: month.key, usdMicro })
        } else if (one.kind === 'settle' && open.length > 0) {
          const [taken] = open.splice(one.which % open.length, 1) as [Reservation]
          windows = settleReservation(windows, taken, one.how)
          if (one.how === 'complete') kept.push(taken)
        }
        check(windows, open, kept)
      }
      for (const taken of open) windows = settleReservation(windows, taken, 'release')
      expect(windows.closedWindows).toEqual([])
      expect([windows.day?.reserved ?? 0n, windows.month?.reserved ?? 0n]).toEqual([0n, 0n])
    }),
    { numRuns: 400 },
  )

  function check(windows: Windows, open: readonly Reservation[], kept: readonly Reservation[]): void {
    const all = [windows.day, windows.month, ...windows.closedWindows].filter((one) => one !== null)
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
    for (const { key, net, reserved } of all) {
      const [held, spent] = [sumOf(open, key), sumOf(kept, key)]
      expect(reserved).toBe(held)
      expect(net).toBe(spent)
      expect(held + spent <= (key.length === 7 ? monthMax : dayMax)).toBe(true)
    }
  }
})

const dayKey = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)

function sumOf(taken: readonly Reservation[], key: string): bigint {
  return taken.reduce((sum, one) => sum + (one.dayKey === key || one.monthKey === key ? one.usdMicro : 0n), 0n)
}

test('a reservation is settled once', () => {
  const opened = openWindows<Windows>({ day: null, month: null, closedWindows: [] }, { day: 'd', month: 'm' })
  const taken = { dayKey: 'd', monthKey: 'm', usdMicro: 5n }
  const settled = settleReservation(reserve(opened, 5n), taken, 'complete')
  expect(() => settleReservation(settled, taken, 'release')).toThrow('releases more')
})

test('a window does not overflow 64 bits, which would raise the remaining limit', () => {
  let windows = openWindows<Windows>({ day: null, month: null, closedWindows: [] }, { day: 'd', month: 'm' })
  const largest = 999_999_999_999_999_999n
  for (let n = 0; n < 9; n++) windows = reserve(windows, largest)
  expect(() => reserve(windows, largest)).toThrow('does not fit')
})
