/**
 * Hands a payment that is committed to the bank. Our identifier is its idempotency token, so that asking again after an
 * unknown outcome makes no second one; a definite refusal ends the payment before it is told.
 */
import { DomainError } from '../../../shared/errors.ts'
import type { TreasuryDeps } from '../../ports.ts'
import type { AchPaymentRow } from '../../rules/achPayment.ts'
import { submitStep } from './achStep.ts'

/** @throws DomainError all_adapters_exhausted: the bank has not taken it, and it is canceled */
export async function originate(
  deps: Pick<TreasuryDeps, 'bank' | 'commit' | 'timeOf'>,
  row: AchPaymentRow,
): Promise<AchPaymentRow> {
  if (row.origination !== 'pending') return row
  const outcome = await deps.bank.originate(row)
  if (outcome === 'unknown') return row
  const now = await deps.timeOf(row.orgId, row.mode)
  if (outcome === 'accepted') return (await submitStep(deps, row, { origination: 'accepted' })) ?? row
  const event = {
    ...({ type: 'ACH_ORIGINATION_CANCELLED', result: 'DECLINED', detailedResults: ['DECLINED'] } as const),
    ...{ externalId: null, createdAt: now },
  }
  await submitStep(deps, row, { event, failure: 'all_adapters_exhausted' })
  throw new DomainError('all_adapters_exhausted', 'The bank could not be reached, and no money moves. Send it again.', {
    ...{ payment_token: row._id, attempts: [{ adapter: deps.bank.name, error: 'refused' }] },
  })
}
