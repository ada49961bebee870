/** Reads of reconciliation mismatches: an organization sees its own, an agent none. */

import type { OrderedArguments, Page } from '../../shared/connections.ts'
import { notFound } from '../../shared/errors.ts'
import { idsOf } from '../../shared/ids.ts'
import { type Principal, requireCaller, visibleInOrder } from '../../shared/principal.ts'
import { findMismatches, findMismatchPage, type MismatchFilter, type MismatchRow } from '../models/mismatches.ts'
import type { PaymentsDeps } from '../ports.ts'

type Deps = Pick<PaymentsDeps, 'database'>

export async function listOwnMismatches(
  deps: Deps,
  principal: Principal,
  { states, kinds, ...args }: MismatchFilter & OrderedArguments,
): Promise<Page<MismatchRow>> {
  const { orgId, mode } = requireCaller(principal)
  return findMismatchPage(deps.database, { orgId, mode }, { states, kinds }, args)
}

/** @throws DomainError not_found */
export async function getMismatch(deps: Deps, principal: Principal, mismatchId: string): Promise<MismatchRow> {
  const [row] = await findVisibleMismatches(deps, principal, [mismatchId])
  if (row == null) throw notFound('mismatch')
  return row
}

/** For references: null where the principal may not read. */
export async function findVisibleMismatches(
  deps: Deps,
  principal: Principal,
  ids: readonly string[],
): Promise<(MismatchRow | null)[]> {
  return visibleInOrder(principal, ids, await findMismatches(deps.database, idsOf('mismatch', ids)))
}
