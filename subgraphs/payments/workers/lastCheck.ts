/**
 * The last question before bytes leave (domain 5): whatever was stopped since they were stored is not sent. It reads the
 * primary itself, so a stop that was acknowledged anywhere is seen here.
 */
import { randomInt } from 'node:crypto'
import { GATE, GATE_COUNT, gateRef, orgRef, walletRef } from '../../shared/commit/positions.ts'
import type { Ref, Row, State } from '../../shared/commit/types.ts'
import type { DomainError } from '../../shared/errors.ts'
import { readFresh } from '../models/freshRows.ts'
import type { PaymentRow } from '../models/payment.ts'
import type { SettlementDeps } from './settlementDeps.ts'

/** By payment id. */
export async function findStopped(
  deps: Pick<SettlementDeps, 'database' | 'clock' | 'finalReads' | 'finalCheck'>,
  payments: readonly PaymentRow[],
): Promise<Map<string, DomainError>> {
  const stopped = new Map<string, DomainError>()
  if (payments.length === 0) return stopped
  const gate = gateRef(randomInt(GATE_COUNT))
  const refs = payments.flatMap((one) => [orgRef(one.orgId), walletRef(one.walletId), ...deps.finalReads(one)])
  const rows = await readFresh(deps.database, [gate, ...refs])
  const keyOf = ({ collection, id }: Ref) => `${collection}/${id}`
  const state: State = {
    get: <T>(ref: Ref) => (rows.get(keyOf(ref === GATE ? gate : ref)) ?? null) as (T & Row) | null,
  }
  const at = deps.clock.now()
  for (const payment of payments) {
    const error = deps.finalCheck(state, payment, at)
    if (error !== null) stopped.set(payment._id, error)
  }
  return stopped
}

/** By the place in the list; null is not asked about. */
export async function findStoppedAt(
  deps: Parameters<typeof findStopped>[0],
  sent: readonly { readonly payment: PaymentRow | null }[],
): Promise<Set<number>> {
  const stopped = await findStopped(
    deps,
    sent.flatMap(({ payment }) => payment ?? []),
  )
  return new Set(sent.flatMap(({ payment }, index) => (payment !== null && stopped.has(payment._id) ? [index] : [])))
}
