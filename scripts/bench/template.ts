/**
 * The rows that one accepted payment writes, as the service wrote them. The baselines write copies of these, so that they
 * store the same bytes as the service.
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

/** Nine digits like a real cursor, and above every cursor that the service assigns in the same run. */
const FIRST_CURSOR = 36 ** 8

/** Copies with new ids, which have the length of real ones and ascend like them. */
export function copyTemplate(
  template: PaymentTemplate,
  sequence: number,
  orgId: string,
  paymentId: string,
): PaymentTemplate {
  const cursor = (FIRST_CURSOR + sequence).toString(36)
  return {
    events: { ...template.events, _id: `evt_${orgId.slice(4)}_${cursor}` },
    idempotency: { ...template.idempotency, _id: `${template.idempotency._id.slice(0, -9)}${cursor}` },
    journals: { ...template.journals, _id: `led_${paymentId}.reserved` },
    payments: { ...template.payments, _id: paymentId },
  }
}
