/**
 * Batches: one transaction of a relayer that carries the authorizations of several payments of one organization, so that a
 * stop, a slow commit or a failure of one organization concerns no other. Which of them it may still carry is decided
 * by their payments, as for a single one. Pure.
 */
import type { BytesPurpose, SlotAction } from './slotStates.ts'

/** What the contract takes in one call. */
export const BATCH_ITEMS_MAX = 50

interface CarriedPayment {
  readonly status: string
  readonly chainWork: object | null
  readonly reversedAt?: Date
}

/** shrink: further bytes that carry these payments alone have to be signed for the nonce first. */
type BatchAction<Bytes, Id> =
  | Exclude<SlotAction<Bytes>, { readonly kind: 'cancel' }>
  | { readonly kind: 'shrink'; readonly items: readonly Id[] }

/**
 * Bytes with a payment that has failed are never sent again, nor those with one that was discarded or reversed: the others
 * go on without it. Each has its own cancellation, with a nonce of its own.
 */
export function batchActionOf<
  Id extends string,
  Bytes extends { readonly purpose: BytesPurpose; readonly items?: readonly Id[] },
>(slot: { readonly bytes: readonly Bytes[] }, payments: ReadonlyMap<string, CarriedPayment>): BatchAction<Bytes, Id> {
  const last = slot.bytes.at(-1)
  if (last === undefined) return { kind: 'fill' }
  if (last.purpose === 'fill') return { kind: 'send', bytes: last }
  const items = last.items ?? []
  const payable = items.filter((id) => isPayable(payments.get(id)))
  if (payable.length === 0) return { kind: 'fill' }
  return payable.length === items.length ? { kind: 'send', bytes: last } : { kind: 'shrink', items: payable }
}

/** Whether these further bytes may be stored: fewer payments, and none that must not be paid. */
export function isBatchWanted<Id extends string>(
  slot: { readonly bytes: readonly { readonly purpose: BytesPurpose; readonly items?: readonly Id[] }[] },
  payments: ReadonlyMap<string, CarriedPayment>,
  { purpose, items = [] }: { readonly purpose: BytesPurpose; readonly items?: readonly Id[] },
): boolean {
  const action = batchActionOf(slot, payments)
  if (purpose === 'fill') return action.kind === 'fill' || (action.kind === 'send' && action.bytes.purpose === 'fill')
  const last = slot.bytes.at(-1)
  const carried = new Set<string>(last?.purpose === 'pay' ? last.items : [])
  return purpose === 'pay' && items.length > 0 && items.every((id) => carried.has(id) && isPayable(payments.get(id)))
}

const isPayable = (payment: CarriedPayment | undefined): boolean =>
  payment !== undefined &&
  payment.chainWork !== null &&
  payment.reversedAt === undefined &&
  (payment.status === 'pending' || payment.status === 'completed')

/** The gas of a batch in equal parts, to the wei; the first payment has the remainder. */
export function gasShares(wei: bigint, count: number): bigint[] {
  const share = wei / BigInt(count)
  return Array.from({ length: count }, (_, index) => (index === 0 ? wei - share * BigInt(count - 1) : share))
}
