/** Checkout sessions (specification 2.14), written only by the group commit. Past its end an open one is expired: the clock decides. */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { Metadata } from '../../shared/fields.ts'
import type { AgentId, ChargeId, CheckoutId, HoldId, MerchantId, OrderId, OrgId, PaymentId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { CheckoutStatus, Line } from '../rules/checkouts.ts'

export interface CheckoutRow {
  readonly _id: CheckoutId
  readonly v: number
  readonly orgId: OrgId
  readonly mode: Mode
  /** Who has made it, or for whom it was authorized first; null: an organization, for none yet. */
  readonly agentId: AgentId | null
  readonly merchantId: MerchantId
  readonly items: readonly Line[]
  readonly totalMinor: number
  readonly status: Exclude<CheckoutStatus, 'expired'>
  readonly metadata: Metadata | null
  /** What a protocol of its own says beside the lines. */
  readonly details: Metadata | null
  /** The holds of its shared tokens, oldest first. */
  readonly tokenIds: readonly HoldId[]
  readonly orderId: OrderId | null
  readonly paymentId: PaymentId | null
  /** The charge that waits for the payment processor: until it ends the session does not. Absent in rows of earlier releases. */
  readonly chargeId?: ChargeId | null
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

const COLLECTION = 'checkouts'

const checkouts = (database: Database) => database.collection<CheckoutRow>(COLLECTION)

export const checkoutRef = (id: CheckoutId): Ref<CheckoutRow> => ({ collection: COLLECTION, id })

export function registerCheckouts(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ agentId: 1, _id: -1 })
  schema.index({ merchantId: 1, _id: -1 })
  database.model(schema, COLLECTION)
}

export function findCheckouts(database: Database, ids: readonly CheckoutId[]): Promise<CheckoutRow[]> {
  return checkouts(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

interface CheckoutQuery {
  readonly orgId: OrgId
  readonly mode: Mode
  /** Null: of all agents. */
  readonly agentIds: readonly string[] | null
  /** Null: of all merchants. */
  readonly merchantId: string | null
  readonly statuses: readonly CheckoutStatus[] | null
  readonly now: Date
}

export function findCheckoutPage(
  database: Database,
  { orgId, mode, agentIds, merchantId, statuses, now }: CheckoutQuery,
  args: OrderedArguments,
): Promise<Page<CheckoutRow>> {
  const byStatus = statuses?.length
    ? { $or: statuses.map((status) => statusFilter(status, now)) }
    : anyOf('status', statuses)
  const ofMerchant = merchantId === null ? {} : { merchantId }
  const filter = { orgId, mode, ...anyOf('agentId', agentIds), ...ofMerchant, ...byStatus }
  return findPage(checkouts(database), { name: 'checkouts', filter, orders: { created_at: BY_ID } }, args)
}

function statusFilter(status: CheckoutStatus, now: Date): object {
  if (status === 'open') return { status, $or: [{ expiresAt: { $gt: now } }, { chargeId: { $type: 'string' } }] }
  return status === 'expired' ? { status: 'open', expiresAt: { $lte: now }, chargeId: null } : { status }
}
