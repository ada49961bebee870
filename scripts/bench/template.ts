/**
 * The rows that one accepted payment writes, as the service wrote them: the floors write copies of these, so that what
 * they are compared with differs in nothing but how it gets there.
 */
import type { Database } from '../../subgraphs/shared/database.ts'

export interface AnyRow {
  readonly _id: string
  readonly v?: number
}

/** In the order in which the group commit writes them. */
export const APPENDED = ['events', 'idempotency', 'journals', 'payments'] as const
type Appended = (typeof APPENDED)[number]
export type PaymentTemplate = Readonly<Record<Appended, AnyRow>>

export async function readTemplate(database: Database, orgId: string): Promise<PaymentTemplate> {
  const newest = async (name: Appended, filter: object): Promise<AnyRow> => {
    const row = await database.collection<AnyRow>(name).findOne({ orgId, ...filter }, { sort: { _id: -1 } })
    if (row === null) throw new Error(`the organization has no ${name} to copy`)
    return row
  }
  const payments = await newest('payments', {})
  return {
    events: await newest('events', { resourceId: payments._id }),
    idempotency: await newest('idempotency', { 'resource.id': payments._id }),
    journals: await newest('journals', { 'reference.id': payments._id }),
    payments,
  }
}

/** Nine places like a real cursor, and higher than any that the service gives in the same run. */
const FIRST_PLACE = 36 ** 8

/** Copies with ids of their own, as long as the real ones and rising like them. */
export function copyTemplate(
  template: PaymentTemplate,
  sequence: number,
  orgId: string,
  paymentId: string,
): PaymentTemplate {
  const place = (FIRST_PLACE + sequence).toString(36)
  return {
    events: { ...template.events, _id: `evt_${orgId.slice(4)}_${place}` },
    idempotency: { ...template.idempotency, _id: `${template.idempotency._id.slice(0, -9)}${place}` },
    journals: { ...template.journals, _id: `led_${paymentId}.reserved` },
    payments: { ...template.payments, _id: paymentId },
  }
}
