/**
 * The payments of a wallet, for the rules of mandates: read for a replay, and recounted when its limits move to another
 * time zone (domain 6.3). Pending payments store the windows that they are counted in, so a recount rewrites those
 * payments in the same commit.
 */

import { type LimitWindow, type WalletPosition, walletRef } from '../../shared/commit/positions.ts'
import { requireRow } from '../../shared/commit/requireRow.ts'
import { setRow } from '../../shared/commit/rowWrites.ts'
import type { IntentPart } from '../../shared/commit/types.ts'
import { done } from '../../shared/commit/verdicts.ts'
import type { Database } from '../../shared/database.ts'
import { invariant } from '../../shared/errors.ts'
import type { PaymentId, WalletId } from '../../shared/ids.ts'
import { windowKeys } from '../../shared/limitWindows.ts'
import { type PastPaymentRow, paymentRef, readPaymentsOfWallet } from '../models/payments.ts'

/** The longest time between creation and decision of a payment: no payment is parked longer. */
const PARKED_MS_MAX = 4 * 86_400_000

interface PastRange {
  readonly walletId: WalletId
  readonly from: Date
  readonly until: Date
  readonly countMax: number
}

export function createPaymentHistory(deps: { database: Database }) {
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
    /** Recounts both limit windows in another time zone; the part is stale when the wallet has changed since. */
    async prepareRecount(wallet: WalletPosition, limitTimezone: string, at: Date): Promise<IntentPart<null>> {
      const { monthStartsAt } = windowKeys(at, limitTimezone)
      const counted = createCount(limitTimezone)
      const range = { createdFrom: new Date(monthStartsAt.getTime() - PARKED_MS_MAX), createdUntil: null }
      for await (const rows of readPaymentsOfWallet(deps.database, wallet.walletId, range)) rows.forEach(counted.add)
      return recountPart(wallet, counted, windowKeys(at, limitTimezone))
    },
  }
}

function pastPayment(row: PastPaymentRow) {
  const { _id: paymentId, policyEvaluatedAt: at, usdMicro, merchant: domain, merchantId, category } = row
  const { status, approvalId, decision } = row
  return { paymentId, at, usdMicro, merchant: { domain, merchantId, category }, status, approvalId, decision }
}

interface Count {
  readonly windows: ReadonlyMap<string, LimitWindow>
  /** Pending payments with the windows that they are now counted in. */
  readonly underWay: ReadonlyMap<PaymentId, { dayKey: string; monthKey: string }>
}

function createCount(limitTimezone: string): Count & { add(row: PastPaymentRow): void } {
  const windows = new Map<string, LimitWindow>()
  const underWay = new Map<PaymentId, { dayKey: string; monthKey: string }>()
  return {
    windows,
    underWay,
    add(row) {
      if (row.status === 'failed' || row.dayKey === '') return
      const isUnderWay = row.status === 'pending'
      const { day: dayKey, month: monthKey } = windowKeys(row.policyEvaluatedAt, limitTimezone)
      if (isUnderWay) underWay.set(row._id, { dayKey, monthKey })
      for (const key of [dayKey, monthKey]) {
        const { net, reserved } = windows.get(key) ?? { net: 0n, reserved: 0n }
        const [spent, taken] = isUnderWay ? [0n, row.usdMicro] : [row.usdMicro, 0n]
        windows.set(key, { key, net: net + spent, reserved: reserved + taken })
      }
    },
  }
}

function recountPart(
  wallet: WalletPosition,
  { windows, underWay }: Count,
  keys: { readonly day: string; readonly month: string },
): IntentPart<null> {
  const position = walletRef(wallet.walletId)
  const payments = [...underWay].map(([paymentId, ownKeys]) => ({ ref: paymentRef(paymentId), ownKeys }))
  return {
    reads: () => ({ guard: [position, ...payments.map(({ ref }) => ref)] }),
    decide(state) {
      const now = state.get(position)
      invariant(now !== null, `${position.id} has gone`)
      // Every acceptance and every end of a payment writes the position: an unchanged version means unchanged payments.
      if (now.v !== wallet.v) return { kind: 'stale' }
      const open = (key: string): LimitWindow => windows.get(key) ?? { key, net: 0n, reserved: 0n }
      const closedWindows = [...windows.values()].filter(
        ({ key, reserved }) => reserved > 0n && key !== keys.day && key !== keys.month,
      )
      const next = { ...now, day: open(keys.day), month: open(keys.month), closedWindows }
      return done(null, {
        set: [
          setRow(position, next),
          ...payments.map(({ ref, ownKeys }) => setRow(ref, { ...requireRow(state, ref), ...ownKeys })),
        ],
      })
    },
  }
}
