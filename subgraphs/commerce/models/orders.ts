/** Orders (specification 2.14): one for each checkout session that was paid. Written only by the group commit. */
import type { Ref } from '../../shared/commit/types.ts'
import { anyOf, BY_ID, findPage, type OrderedArguments, type Page } from '../../shared/connections.ts'
import { type Database, newSchema } from '../../shared/database.ts'
import type { CheckoutId, OrderId, OrgId } from '../../shared/ids.ts'
import type { Mode } from '../../shared/principal.ts'
import type { Order, OrderStatus } from '../rules/orders.ts'

export type OrderRow = Order & { readonly v: number }

const COLLECTION = 'orders'

const orders = (database: Database) => database.collection<OrderRow>(COLLECTION)

export const orderRef = (id: OrderId): Ref<OrderRow> => ({ collection: COLLECTION, id })

export function registerOrders(database: Database): void {
  const schema = newSchema()
  schema.index({ orgId: 1, mode: 1, _id: -1 })
  schema.index({ agentId: 1, _id: -1 })
  schema.index({ merchantId: 1, _id: -1 })
  schema.index({ sessionId: 1 }, { unique: true })
  database.model(schema, COLLECTION)
}

export function findOrders(database: Database, ids: readonly OrderId[]): Promise<OrderRow[]> {
  return orders(database)
    .find({ _id: { $in: [...ids] } })
    .toArray()
}

export function findOrderOfSession(database: Database, sessionId: CheckoutId): Promise<OrderRow | null> {
  return orders(database).findOne({ sessionId })
}

interface OrderQuery {
  readonly orgId: OrgId
  readonly mode: Mode
  /** Null: of all agents. */
  readonly agentIds: readonly string[] | null
  /** Null: of all merchants. */
  readonly merchantId: string | null
  readonly statuses: readonly OrderStatus[] | null
}

export function findOrderPage(
  database: Database,
  { orgId, mode, agentIds, merchantId, statuses }: OrderQuery,
  args: OrderedArguments,
): Promise<Page<OrderRow>> {
  const ofMerchant = merchantId === null ? {} : { merchantId }
  const filter = { orgId, mode, ...anyOf('agentId', agentIds), ...ofMerchant, ...anyOf('status', statuses) }
  return findPage(orders(database), { name: 'orders', filter, orders: { created_at: BY_ID } }, args)
}
