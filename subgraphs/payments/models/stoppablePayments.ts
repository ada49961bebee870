/** Finds the pending payments that a stop may concern, by attribute; the gates decide about each of them. */
import { readRows } from '../../shared/connections.ts'
import type { Database } from '../../shared/database.ts'
import type { HoldId } from '../../shared/ids.ts'
import type { StoppedWork, StopScope } from '../../shared/stops.ts'
import { kindsWithAccess } from '../rules/spendKinds.ts'
import { STANDING_INDEX } from './paymentIndexes.ts'
import { type PaymentRow, paymentRows } from './payments.ts'

const PARKED = ['awaiting_approval', 'awaiting_compliance_review']
const SENT = ['broadcasting', 'confirming']

type Filter = Readonly<Record<string, unknown>>
const NOTHING: Filter = { _id: '' }
/** Shared tokens and their charges: kept as holds and their captures, they need the capability of payments. */
const OF_CHECKOUTS: Filter = { sessionId: { $exists: true } }

/** Payments by the attribute that a switch names. Every payment is on chain and belongs to no protocol. */
const FILTERS: Readonly<Record<string, (targetId: string) => Filter>> = {
  global: () => ({}),
  rail: (targetId) => (targetId === 'onchain' ? {} : targetId === 'acp' ? OF_CHECKOUTS : NOTHING),
  chain: (chain) => ({ chain }),
  token: (token) => ({ token }),
  organization: (orgId) => ({ orgId }),
  capability: (targetId) => ({
    $or: [{ kind: { $in: kindsWithAccess(targetId) } }, ...(targetId === 'payments' ? [OF_CHECKOUTS] : [])],
  }),
  merchant: (targetId) => {
    const domains = { $in: [targetId, `www.${targetId}`] }
    const ofSharers = [{ 'sharers.merchantId': targetId }, { 'sharers.domain': domains }]
    return { $or: [{ merchantId: targetId }, { merchant: domains }, ...ofSharers] }
  },
  wallet: (walletId) => ({ walletId }),
  agent: (agentId) => ({ agentId }),
}

/** Rows of payments or holds that a stop may concern, whatever their state. */
export function stopFilter({ orgId, mode, scope, targetId }: StopScope): Filter {
  const named = FILTERS[scope]?.(targetId) ?? NOTHING
  return { $and: [{ ...(orgId === null ? {} : { orgId }), ...(mode === null ? {} : { mode }) }, named] }
}

const filterOf = (work: StopScope): Filter => ({ $and: [{ status: 'pending' }, stopFilter(work)] })

/** The last row of the page before. */
export type StoppablePlace = Pick<PaymentRow, 'orgId' | 'mode'> & { readonly _id: PaymentRow['_id'] | HoldId }

/** Organization by organization, oldest first. */
export const STOP_ORDER = { orgId: 1, mode: 1, _id: 1 } as const

export function findStoppable(
  database: Database,
  work: StopScope,
  page: { readonly after: StoppablePlace | null; readonly limit: number },
): Promise<PaymentRow[]> {
  return paymentRows(database)
    .find({ $and: [filterOf(work), placeFilter(work, page.after)] })
    .sort(STOP_ORDER)
    .hint(STANDING_INDEX)
    .limit(page.limit)
    .toArray()
}

/** What follows in the order of organizations, modes and ids. */
export function placeFilter({ orgId: owner }: StopScope, after: StoppablePlace | null): Filter {
  if (after === null) return {}
  const { orgId, mode, _id } = after
  const next = { _id: { $gt: _id } }
  if (owner !== null) return { orgId, mode, ...next }
  return { $or: [{ orgId: { $gt: orgId } }, { orgId, mode: { $gt: mode } }, { orgId, mode, ...next }] }
}

export async function countStoppable(database: Database, work: StopScope): Promise<StoppedWork> {
  const stages = await paymentRows(database)
    .aggregate<{ _id: string; count: number }>(
      [{ $match: filterOf(work) }, { $group: { _id: '$stage', count: { $sum: 1 } } }],
      { hint: STANDING_INDEX },
    )
    .toArray()
  const sum = (wanted: readonly string[]) =>
    stages.filter(({ _id }) => wanted.includes(_id)).reduce((total, { count }) => total + Number(count), 0)
  return { queued: sum(['queued']), parked: sum(PARKED), broadcast: sum(SENT) }
}

export const isParked = ({ stage }: Pick<PaymentRow, 'stage'>): boolean => PARKED.includes(stage)

/** Payments that have not ended, with the holds that they captured. @throws DomainError gateway_timeout */
export function findUnderWay(
  database: Database,
  scope: object,
  limit: number,
): Promise<Pick<PaymentRow, '_id' | 'holdId'>[]> {
  return readRows(
    paymentRows(database)
      .find({ ...scope, status: 'pending' })
      .project<Pick<PaymentRow, '_id' | 'holdId'>>({ holdId: 1 })
      .limit(limit),
  )
}

/** Whether a payment was broadcast on the chain and waits for a block. */
export async function isBlockAwaited(
  database: Database,
  { mode, chain }: Pick<PaymentRow, 'mode' | 'chain'>,
): Promise<boolean> {
  const filter = { chain, stage: { $in: SENT }, status: 'pending', mode }
  return (await paymentRows(database).findOne(filter as object, { projection: { _id: 1 } })) !== null
}
