/** The decision of compliance that let a payment go on to its approval, which counts as long as an approval would. */
import { isId } from '../../../shared/ids.ts'
import type { ApprovalRow } from '../../models/approvals.ts'
import { findCase } from '../../models/cases.ts'
import { findPayment } from '../../models/payments.ts'
import type { PaymentsDeps, Votes } from '../../ports.ts'

/** Null where nothing had to be reviewed. */
export async function prepareClearing(
  { database, agents }: Pick<PaymentsDeps, 'database' | 'agents'>,
  { subjectId, orgId, mode }: Pick<ApprovalRow, 'subjectId' | 'orgId' | 'mode'>,
): Promise<Votes | null> {
  const payment = isId('payment', subjectId) ? await findPayment(database, subjectId) : null
  const found = payment?.caseId === undefined ? null : await findCase(database, payment.caseId)
  const { keyId = null, personId = null } = found?.notes.findLast(({ event }) => event === 'clear') ?? {}
  if (keyId === null || personId === null) return null
  return agents.prepareVotes({ orgId, mode, role: 'compliance' }, [{ keyId, personId }])
}
