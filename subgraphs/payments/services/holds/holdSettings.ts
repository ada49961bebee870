/**
 * What an organization has chosen for its holds (domain 2.1). It is in the position that every commit of the organization
 * guards, so that a capture, a sweep and a settlement decide on the same choice.
 */
import { orgRef } from '../../../shared/commit/positions.ts'
import { requireRow } from '../../../shared/commit/requireRow.ts'
import { setRow } from '../../../shared/commit/rowWrites.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import type { State } from '../../../shared/commit/types.ts'
import { done } from '../../../shared/commit/verdicts.ts'
import { notFound } from '../../../shared/errors.ts'
import type { OrgId } from '../../../shared/ids.ts'
import { type Principal, requireCaller, requireOrganization } from '../../../shared/principal.ts'
import { findOrgPosition } from '../../models/orgPositions.ts'
import type { PaymentsDeps } from '../../ports.ts'
import { honorsOpenHolds } from '../../rules/holds.ts'

interface HoldSettings {
  readonly orgId: OrgId
  readonly honorOpenHolds: boolean
}

/** @throws DomainError not_found (another organization) */
export async function getHoldSettings(
  { database }: Pick<PaymentsDeps, 'database'>,
  principal: Principal,
  orgId: string,
): Promise<HoldSettings> {
  const caller = requireCaller(principal)
  const position = caller.orgId === orgId ? await findOrgPosition(database, caller.orgId) : null
  if (position === null) throw notFound('organization')
  return { orgId: caller.orgId, honorOpenHolds: honorsOpenHolds(position, caller.mode) }
}

/** Of the caller's mode alone. @throws DomainError not_found (another organization), capability_denied, insufficient_scope */
export async function setHoldSettings(
  { commit }: Pick<PaymentsDeps, 'commit'>,
  principal: Principal,
  { orgId: named, honorOpenHolds }: { readonly orgId: string; readonly honorOpenHolds: boolean },
): Promise<HoldSettings> {
  const { orgId, mode } = requireOrganization(principal)
  if (named !== orgId) throw notFound('organization')
  const ref = orgRef(orgId)
  await submitPrepared(commit, () => ({
    ...({ priority: 'control', orgId, mode } as const),
    reads: () => ({ guard: [ref] }),
    decide(state: State) {
      const position = requireRow(state, ref)
      const next = { ...position, honorOpenHolds: { ...position.honorOpenHolds, [mode]: honorOpenHolds } }
      return done(null, { set: [setRow(ref, next)] })
    },
  }))
  return { orgId, honorOpenHolds }
}
