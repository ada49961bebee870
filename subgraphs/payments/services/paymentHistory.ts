/**
 * The payments of a wallet, for the rules of mandates: read for a replay, and recounted when its limits move to another
 * time zone (domain 6.3). Pending payments and open holds store the windows that they are counted in, so a recount
 * rewrites those rows in the same commit.
 */

import type { CountedCardSpend, CountedCardSpends } from '../../shared/cardSpends.ts'
import { type LimitWindow, type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart, Ref, RowReplacement, State } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import type { Database } from '../../shared/database.ts'
import { DomainError, invariant } from '../../shared/errors.ts'
import type { HoldId, WalletId } from '../../shared/ids.ts'
import { windowKeys } from '../../shared/limitWindows.ts'
import type { Windows } from '../../shared/spendingLimits.ts'
import { findOpenHoldsOf, type HoldRow, holdRef } from '../models/holds.ts'
import { findLongPending, type PastPaymentRow, readPaymentsOfWallet } from '../models/pastPayments.ts'
import { paymentRef } from '../models/payments.ts'
import { returnedUsdMicro } from '../rules/refunds.ts'

const HOLDS_AT_ONCE = 500
/** Rows that one commit moves to another time zone, within what the group commit writes at once. */
const UNDER_WAY_MAX = 1_000
/** The longest time between creation and decision of a payment: no payment is parked longer. */
const PARKED_MS_MAX = 4 * 86_400_000

interface PastRange {
  readonly walletId: WalletId
  readonly from: Date
  readonly until: Date
  readonly countMax: number
}

export function createPaymentHistory(deps: {
  readonly database: Database
  readonly cardSpends?: CountedCardSpends | undefined
}) {
  return {
    /** Payments decided in [from, until), oldest first; null when there are more than `countMax`. */
    async read({ walletId, from, until, countMax }: PastRange) {
      const found: ReturnType<typeof pastPayment>[] = []
      const range = { createdFrom: new Date(from.getTime() - PARKED_MS_MAX), createdUntil: until }
      for await (const rows of readPaymentsOfWallet(deps.database, walletId, range)) {
        const inRange = rows.filter(({ policyEvaluatedAt: at }) => at >= from && at < until)
        found.push(...inRange.map(pastPayment))
        if (found.length > countMax) return null
      }
      return found.sort((a, b) => a.at.getTime() - b.at.getTime())
    },
    /**
     * Recounts both limit windows in another time zone; the part is stale when the wallet has changed since.
     * @throws DomainError conflict: more payments and holds are under way than one commit can move
     */
    async prepareRecount(wallet: WalletPosition, limitTimezone: string, at: Date): Promise<IntentPart<null>> {
      const { monthStartsAt } = windowKeys(at, limitTimezone)
      const counted = createCount(limitTimezone)
      const range = { createdFrom: new Date(monthStartsAt.getTime() - PARKED_MS_MAX), createdUntil: null }
      for await (const rows of readPaymentsOfWallet(deps.database, wallet.walletId, range)) {
        rows.forEach(counted.addPayment)
        requireMovable(counted)
      }
      const before = { before: range.createdFrom, limit: UNDER_WAY_MAX + 1 }
      for (const row of await findLongPending(deps.database, wallet, before)) counted.addPayment(row)
      requireMovable(counted)
      for await (const spends of deps.cardSpends?.(wallet.walletId, range.createdFrom) ?? []) {
        spends.forEach(counted.addCardSpend)
        requireMovable(counted)
      }
      for (let after: HoldId | null = null; ; ) {
        const holds: HoldRow[] = await findOpenHoldsOf(deps.database, wallet.walletId, { after, limit: HOLDS_AT_ONCE })
        holds.forEach(counted.addHold)
        requireMovable(counted)
        after = holds.at(-1)?._id ?? null
        if (holds.length < HOLDS_AT_ONCE || after === null) break
      }
      return recountPart(wallet, counted, limitTimezone, at)
    },
  }
}

function pastPayment(row: PastPaymentRow) {
  const { _id: paymentId, policyEvaluatedAt: at, usdMicro, merchant: domain, merchantId, category, sharers = [] } = row
  const { status, approvalId, decision } = row
  return { paymentId, at, usdMicro, merchant: { domain, merchantId, category }, sharers, status, approvalId, decision }
}

interface Count {
  readonly windows: ReadonlyMap<string, LimitWindow>
  /** Those of its cards, which have limits of their own in the same time zone. */
  readonly cards: ReadonlyMap<
    string,
    { readonly ref: Ref<Windows>; readonly windows: ReadonlyMap<string, LimitWindow> }
  >
  /** Pending payments and open holds, and how each is stored with the windows that it is now counted in. */
  readonly underWay: readonly { readonly ref: Ref; moved(state: State): RowReplacement }[]
  /** That instant, or that of the latest spend that is counted. */
  notBefore(at: Date): Date
}

interface WindowKeys {
  readonly dayKey: string
  readonly monthKey: string
}

interface Counted {
  readonly policyEvaluatedAt: Date
  readonly usdMicro: bigint
}

function createCount(limitTimezone: string) {
  const windows = new Map<string, LimitWindow>()
  const cards = new Map<string, { readonly ref: Ref<Windows>; readonly windows: Map<string, LimitWindow> }>()
  const underWay: Count['underWay'][number][] = []
  let latest = new Date(0)
  function add<T extends WindowKeys>(
    { policyEvaluatedAt, usdMicro }: Counted,
    ref: Ref<T> | null,
    { returned = 0n, of = [] }: { readonly returned?: bigint; readonly of?: readonly Map<string, LimitWindow>[] } = {},
  ): void {
    const { day: dayKey, month: monthKey } = windowKeys(policyEvaluatedAt, limitTimezone)
    if (policyEvaluatedAt > latest) latest = policyEvaluatedAt
    if (ref !== null) underWay.push({ ref, moved: (state) => moveTo(ref, { dayKey, monthKey }, state) })
    const [spent, taken] = ref === null ? [usdMicro - returned, 0n] : [0n, usdMicro]
    for (const counted of [windows, ...of])
      for (const key of [dayKey, monthKey]) {
        const { net, reserved } = counted.get(key) ?? { net: 0n, reserved: 0n }
        counted.set(key, { key, net: net + spent, reserved: reserved + taken })
      }
  }
  return {
    windows,
    cards,
    underWay,
    notBefore: (at: Date): Date => (latest > at ? latest : at),
    addPayment(row: PastPaymentRow): void {
      if (row.status === 'failed' || row.dayKey === '') return
      add(row, row.status === 'pending' ? paymentRef(row._id) : null, { returned: returnedUsdMicro(row) })
    },
    addHold: (row: HoldRow): void => add(row, holdRef(row._id)),
    addCardSpend(spend: CountedCardSpend): void {
      const card = cards.get(spend.card.id) ?? { ref: spend.card, windows: new Map<string, LimitWindow>() }
      cards.set(spend.card.id, card)
      add(spend, spend.ref, { of: [card.windows] })
    },
  }
}

function requireMovable({ underWay, cards }: Pick<Count, 'underWay' | 'cards'>): void {
  if (underWay.length + cards.size <= UNDER_WAY_MAX) return
  throw new DomainError(
    'conflict',
    `More than ${UNDER_WAY_MAX} payments and holds of the wallet are under way. Void holds or wait, then change the time zone.`,
    { reason: 'too_many_under_way', limit: UNDER_WAY_MAX },
  )
}

function moveTo<T extends WindowKeys>(ref: Ref<T>, keys: WindowKeys, state: State): RowReplacement {
  return setRow<WindowKeys>(ref, { ...requireRow(state, ref), ...keys })
}

function recountPart(
  wallet: WalletPosition,
  { windows, cards, underWay, notBefore }: Count,
  limitTimezone: string,
  preparedAt: Date,
): IntentPart<null> {
  // The clock of another process may be ahead of this one's: a day that its spends have begun stays the open one.
  const keys = windowKeys(notBefore(preparedAt), limitTimezone)
  const position = walletRef(wallet.walletId)
  return {
    reads: () => ({ guard: [position, ...[...underWay, ...cards.values()].map(({ ref }) => ref)] }),
    decide(state, at) {
      const now = state.get(position)
      invariant(now !== null, `${position.id} has gone`)
      // Every acceptance and every end of a spend writes the position: an unchanged version means unchanged spends.
      if (now.v !== wallet.v) return { kind: 'stale' }
      const next = { ...now, ...openedIn(windows, keys), recountedAt: notBefore(at) }
      const ofCards = [...cards.values()].map(({ ref, windows: counted }) =>
        setRow(ref, { ...requireRow(state, ref), ...openedIn(counted, keys) }),
      )
      return done(null, { set: [setRow(position, next), ...ofCards, ...underWay.map(({ moved }) => moved(state))] })
    },
  }
}

/** The windows with these keys are the open ones; others are kept while something is reserved in them. */
function openedIn(counted: ReadonlyMap<string, LimitWindow>, keys: { readonly day: string; readonly month: string }) {
  const open = (key: string): LimitWindow => counted.get(key) ?? { key, net: 0n, reserved: 0n }
  const closedWindows = [...counted.values()].filter(
    ({ key, reserved }) => reserved > 0n && key !== keys.day && key !== keys.month,
  )
  return { day: open(keys.day), month: open(keys.month), closedWindows }
}
