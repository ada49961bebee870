/** What a filter of transactions names: payments, holds, deposits and outflows, and single entries about refunds. */
import { listTooSlow } from '../../shared/connections.ts'
import { ID_PREFIXES, idsOf } from '../../shared/ids.ts'
import { journalId } from '../../shared/ledger/journal.ts'
import { blockedBy, SET_ASIDE } from '../../shared/ledger/postings.ts'
import { type Caller, owns } from '../../shared/principal.ts'
import type { Chain } from '../../shared/tokens.ts'
import { findBlocked, findDepositsByHash, findDepositsFrom } from '../models/deposits.ts'
import { findHoldsTo, findLocking } from '../models/heldMoney.ts'
import { findJournalsAt, findLinksOf } from '../models/journals.ts'
import { findOutflowsByHash } from '../models/mismatches.ts'
import { findSlotsByHash, subjectsOf } from '../models/nonceSlots.ts'
import { findPaymentsById, findPaymentsTo } from '../models/payments.ts'
import { findUnderWay } from '../models/stoppablePayments.ts'
import type { PaymentsDeps } from '../ports.ts'
import { partnerOf, type TransactionStatus, type TransactionType } from '../rules/transactions.ts'
import { findVisibleHolds } from './holds/readHolds.ts'
import { findVisiblePayments } from './readPayments.ts'

type Deps = Pick<PaymentsDeps, 'database'>

/** Null and absent fields do not filter. */
export interface TransactionFilter {
  readonly walletId?: string | null | undefined
  readonly agentId?: string | null | undefined
  readonly paymentId?: string | null | undefined
  readonly holdId?: string | null | undefined
  readonly types?: readonly TransactionType[] | null | undefined
  readonly statuses?: readonly TransactionStatus[] | null | undefined
  /** A token, or the symbol of a coin. */
  readonly token?: string | null
  readonly chain?: Chain | null
  readonly postedFrom?: Date | null
  readonly postedUntil?: Date | null
  /** In units of `token`, both inclusive; in wei of a coin. */
  readonly amountMin?: bigint | null
  readonly amountMax?: bigint | null
  /** EIP-55. */
  readonly address?: string | null
  /** Lower case. */
  readonly txHash?: string | null
  /** Whether what set money aside is still under way. */
  readonly open?: boolean | null | undefined
}

/** Payments, holds or deposits of one address, those under way, and wallets of one mode, that a filter may name. */
export const NAMED_MAX = 10_000

/** The payments, holds and deposits that the filter narrows to; null: any. */
export async function causesOf(
  deps: Deps,
  caller: Caller,
  { paymentId, holdId, address, txHash }: TransactionFilter,
  walletIds: readonly string[] | null,
): Promise<readonly string[] | null> {
  const isWanted = ({ walletId }: { readonly walletId: string }) => walletIds?.includes(walletId) ?? true
  const found: (readonly string[])[] = []
  if (paymentId != null) {
    const [payment] = await findVisiblePayments(deps, caller, [paymentId])
    found.push(payment != null && isWanted(payment) ? [payment._id] : [])
  }
  if (holdId != null) {
    const [hold] = await findVisibleHolds(deps, caller, [holdId])
    found.push(hold != null && isWanted(hold) ? [hold._id, ...(hold.paymentId === null ? [] : [hold.paymentId])] : [])
  }
  if (txHash != null) {
    const carried = (await carriedBy(deps, caller, txHash)).filter(isWanted)
    const captures = carried.flatMap((row) =>
      'holdId' in row && row.holdId != null ? [SET_ASIDE.byCapture(row.holdId)] : [],
    )
    found.unshift([...carried.map(({ _id }) => _id), ...captures, ...(await refundsBy(deps, caller, carried))])
  }
  if (address != null) found.push(await withAddress(deps, caller, address, walletIds))
  const [first, ...others] = found
  if (first === undefined) return null
  return first.filter((id) => others.every((ids) => ids.includes(id) || ids.includes(id.split('.', 1)[0] ?? id)))
}

/** The entries of the refunds that these deposits are, or were until they were unlinked; an agent's of its own payments. */
async function refundsBy(deps: Deps, caller: Caller, carried: readonly { readonly _id: string }[]): Promise<string[]> {
  const depositIds = carried.map(({ _id }) => _id).filter((id) => id.startsWith('dep_'))
  const places = (await findLinksOf(deps.database, depositIds)).flatMap((row) => partnerOf(row) ?? [])
  const refunds = await findJournalsAt(
    deps.database,
    places.filter((place) => place.orgId === caller.orgId),
  )
  const payments = await findVisiblePayments(
    deps,
    caller,
    refunds.map(({ reference }) => reference.id),
  )
  const seen = refunds.filter((_, index) => payments[index] !== null)
  return seen.map(({ _id }) => _id.slice(ID_PREFIXES.journal.length))
}

/**
 * What a transaction of the chain carried, or was to carry before another of the same nonce did; of payments those that the
 * caller may read, since a match would tell an agent what the former one of its wallet has paid.
 */
async function carriedBy({ database }: Deps, caller: Caller, txHash: string) {
  const slots = await findSlotsByHash(database, [txHash])
  const paymentIds = idsOf(
    'payment',
    slots.flatMap(
      (slot): readonly string[] => slot.bytes.find(({ hash }) => hash === txHash)?.items ?? subjectsOf(slot),
    ),
  )
  const [payments, deposits, outflows] = await Promise.all([
    findPaymentsById(database, paymentIds),
    findDepositsByHash(database, txHash),
    findOutflowsByHash(database, caller, txHash),
  ])
  const others = [...deposits, ...outflows].filter((row) => row.orgId === caller.orgId && row.mode === caller.mode)
  return [...payments.filter((row) => owns(caller, row)), ...others]
}

/** @throws DomainError gateway_timeout: too many */
async function withAddress(
  { database }: Deps,
  caller: Caller,
  address: string,
  walletIds: readonly string[] | null,
): Promise<string[]> {
  const { orgId, mode } = caller
  const scope = { orgId, mode, ...(walletIds === null ? {} : { walletId: { $in: walletIds } }) }
  // The wallet of an agent may have had another one, which paid others.
  const own = caller.kind === 'agent' ? { ...scope, agentId: caller.agentId } : scope
  const limit = NAMED_MAX + 1
  const [payments, holds, deposits] = await Promise.all([
    findPaymentsTo(database, own, address, limit),
    findHoldsTo(database, own, address, limit),
    findDepositsFrom(database, scope, address.toLowerCase(), limit),
  ])
  const ids = [...payments, ...holds, ...deposits]
  if (ids.length > NAMED_MAX) throw listTooSlow()
  return ids
}

/**
 * Entries are never changed, so one that set money aside stays pending for ever; whether its payment or hold has ended, their
 * rows alone know. @throws DomainError gateway_timeout: too many
 */
export async function setAside(
  { database }: Deps,
  { orgId, mode }: Caller,
  open: boolean | null | undefined,
  walletIds: readonly string[] | null,
): Promise<object[]> {
  if (open == null) return []
  const scope = { orgId, mode, ...(walletIds === null ? {} : { walletId: { $in: walletIds } }) }
  const [payments, holdIds, blocked] = await Promise.all([
    findUnderWay(database, scope, NAMED_MAX + 1),
    findLocking(database, scope, NAMED_MAX + 1),
    findBlocked(database, scope, NAMED_MAX + 1),
  ])
  const keys = [
    ...payments.map(({ _id, holdId }) =>
      holdId === undefined ? SET_ASIDE.byPayment(_id) : SET_ASIDE.byCapture(holdId),
    ),
    ...holdIds.map(SET_ASIDE.byHold),
    ...blocked.flatMap(blockedBy),
  ]
  if (keys.length > NAMED_MAX) throw listTooSlow()
  const ids = keys.map(journalId)
  // As an expression, since $nin would tempt the planner into the index of ids, which has another order.
  return [open ? { _id: { $in: ids } } : { $expr: { $not: [{ $in: ['$_id', ids] }] } }]
}
