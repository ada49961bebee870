/** Journal entries with the payments, holds, deposits and outflows that they are about. */
import { invariant } from '../../shared/errors.ts'
import { ID_PREFIXES, idsOf } from '../../shared/ids.ts'
import { type JournalRow, journalId } from '../../shared/ledger/journal.ts'
import { blockedBy, gasHashOf } from '../../shared/ledger/postings.ts'
import { owns, type Principal } from '../../shared/principal.ts'
import { type DepositRow, findDepositsById } from '../models/deposits.ts'
import { findHoldsById, type HoldRow } from '../models/holds.ts'
import { findJournalsAt } from '../models/journals.ts'
import { findMismatches, type MismatchRow } from '../models/mismatches.ts'
import { toppedUpWallet } from '../models/nonceSlots.ts'
import { findPaymentsById, type PaymentRow } from '../models/payments.ts'
import { findWallets, type WalletRow } from '../models/wallets.ts'
import type { PaymentsDeps } from '../ports.ts'
import { isOfRefund, kindOf, partnerOf, walletLinesOf } from '../rules/transactions.ts'

/** A journal entry with what it is about. */
export interface TransactionView {
  readonly row: JournalRow
  readonly wallet: WalletRow
  readonly payment: PaymentRow | null
  readonly hold: HoldRow | null
  /** Of a refund, too. */
  readonly deposit: DepositRow | null
  /** The outflow that no payment explains. */
  readonly outflow: MismatchRow | null
  /** The transaction whose gas it paid. */
  readonly gasHash: string | null
}

export const transactionIdOf = ({ _id }: JournalRow): string =>
  `${ID_PREFIXES.transaction}${_id.slice(ID_PREFIXES.journal.length)}`

/** As this caller sees them. */
export async function viewsOf(
  { database }: Pick<PaymentsDeps, 'database'>,
  principal: Principal,
  rows: readonly JournalRow[],
): Promise<TransactionView[]> {
  const named = (resource: JournalRow['reference']['resource']) =>
    rows.flatMap(({ reference }) => (reference.resource === resource ? [reference.id] : []))
  const depositIdOf = await refundingDeposits(database, rows)
  const [payments, holds, deposits, outflows] = await Promise.all([
    findPaymentsById(database, idsOf('payment', named('payment'))),
    findHoldsById(database, idsOf('hold', named('hold'))),
    findDepositsById(database, [...named('deposit'), ...depositIdOf.values()]),
    findMismatches(database, idsOf('mismatch', named('mismatch'))),
  ])
  const byId = new Map<string, PaymentRow | HoldRow | DepositRow | MismatchRow>(
    [...payments, ...holds, ...deposits, ...outflows].map((row) => [row._id, row]),
  )
  // A fee is of the wallet whose payment caused it, or that was given gas; those of earlier versions do not say which.
  const walletIdOf = (row: JournalRow) =>
    walletLinesOf(row)[0]?.walletId ?? byId.get(row.reference.id)?.walletId ?? toppedUpWallet(row.reference.id)
  const walletIds = new Set(rows.flatMap((row) => walletIdOf(row) ?? []))
  const wallets = new Map((await findWallets(database, [...walletIds])).map((wallet) => [wallet._id, wallet]))
  return rows.map((row) => {
    const walletId = walletIdOf(row)
    const wallet = walletId === null ? undefined : wallets.get(walletId)
    invariant(wallet !== undefined, `journal ${row._id} is of no wallet`)
    const cause = byId.get(row.reference.id) ?? null
    const ofResource = <T>(resource: string) => (row.reference.resource === resource ? (cause as T | null) : null)
    return seenBy(principal, {
      row,
      wallet,
      payment: ofResource<PaymentRow>('payment'),
      hold: ofResource<HoldRow>('hold'),
      deposit: ofResource<DepositRow>('deposit') ?? (byId.get(depositIdOf.get(row._id) ?? '') as DepositRow) ?? null,
      outflow: ofResource<MismatchRow>('mismatch'),
      gasHash: kindOf(row.type).type === 'fee' ? gasHashOf(row._id.slice(ID_PREFIXES.journal.length)) : null,
    })
  })
}

/** What the former agent of a wallet has paid stays in its balances, and says neither whom nor in which transaction. */
function seenBy(principal: Principal, view: TransactionView): TransactionView {
  const cause = view.payment ?? view.hold
  if (cause === null || owns(principal, cause)) return view
  return { ...view, payment: null, hold: null, deposit: null, gasHash: null }
}

/** The deposits of refunds by the ids of their entries, as the entries beside them tell: a link may be gone since. */
async function refundingDeposits(database: PaymentsDeps['database'], rows: readonly JournalRow[]) {
  const refunds = rows.filter(({ type }) => isOfRefund(type))
  const placeOf = ({ orgId, type, seq }: Pick<JournalRow, 'orgId' | 'type' | 'seq'>) => `${orgId} ${type} ${seq}`
  const places = refunds.flatMap((row) => partnerOf(row) ?? [])
  const found = new Map((await findJournalsAt(database, places)).map((row) => [placeOf(row), row.reference.id]))
  return new Map(
    refunds.flatMap((row) => {
      const place = partnerOf(row)
      const depositId = place === null ? undefined : found.get(placeOf(place))
      return depositId === undefined ? [] : [[row._id, depositId] as const]
    }),
  )
}

/** Whether what it set aside still is; byCapture: while the payment is under way that captured the hold. */
export function isSetAside({
  row: { _id, type },
  payment,
  hold,
  deposit,
}: Pick<TransactionView, 'row' | 'payment' | 'hold' | 'deposit'>): boolean | 'byCapture' {
  if (type === 'hold_captured') return 'byCapture'
  if (type === 'deposit_blocked' || type === 'funds_blocked')
    return deposit?.listedIn !== undefined && !deposit.isGone && blockedBy(deposit).map(journalId).includes(_id)
  if (type === 'payment_reserved') return payment?.status === 'pending'
  return type === 'hold_placed' && hold?.stage === 'created'
}
