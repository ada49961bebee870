/** The end of an approval with its payment: executed or failed, in the commit that ends the payment. */
import { orderReads } from '../../../shared/acp.ts'
import { usdRef } from '../../../shared/commit/positions.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import type { Ref, State, Writes } from '../../../shared/commit/types.ts'
import type { OrderId } from '../../../shared/ids.ts'
import { type ApprovalRow, approvalRef } from '../../models/approvals.ts'
import type { PaymentRow } from '../../models/payments.ts'
import { nextStatus } from '../../rules/approvals.ts'

/** To be guarded by every intent that ends the payment: its approval, its order, or what its conversion books. */
export function endReads(payment: Ended): readonly Ref[] {
  return [...approvalReads(payment), ...deliveryReads(payment), ...orderReads(payment)]
}

type Ended = Pick<PaymentRow, 'approvalId' | 'quoteId' | 'orgId' | 'mode'> & { readonly orderId?: OrderId | undefined }

function approvalReads({ approvalId }: Pick<PaymentRow, 'approvalId'>): readonly Ref<ApprovalRow>[] {
  return approvalId === null ? [] : [approvalRef(approvalId)]
}

/** Of a delivery: its quote, and the dollars of its organization. */
export function deliveryReads({
  quoteId,
  orgId,
  mode,
}: Pick<PaymentRow, 'quoteId' | 'orgId' | 'mode'>): readonly Ref[] {
  return quoteId === undefined ? [] : [{ collection: 'quotes', id: quoteId }, usdRef(orgId, mode)]
}

export function approvalOutcomeWrites(
  state: State,
  payment: Pick<PaymentRow, 'approvalId'>,
  outcome: 'executed' | 'failed',
  at: Date,
): Writes {
  const [ref] = approvalReads(payment)
  const row = ref === undefined ? null : state.get(ref)
  const status = row === null ? null : nextStatus(row.status, outcome === 'executed' ? 'complete' : 'fail')
  if (ref === undefined || row === null || status === null) return {}
  return { set: [setRow(ref, { ...row, status, updatedAt: at })] }
}
