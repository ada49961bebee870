/**
 * Lifts a kill switch. Work that it stopped is not resumed. A switch with a broad scope has to be lifted by another person
 * than the one who set it.
 */

import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { notFound } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseText } from '../../../shared/fields.ts'
import { isId } from '../../../shared/ids.ts'
import { type Principal, requireOrganization } from '../../../shared/principal.ts'
import type { KillSwitchRow } from '../../models/killSwitches.ts'
import type { KillSwitchDeps } from '../../ports.ts'
import { requireMayLift, requireSecondPerson } from '../../rules/switchRights.ts'
import { ownerOf } from './activateKillSwitch.ts'
import { publishToShards } from './platformShards.ts'
import { findVisibleKillSwitches } from './readKillSwitches.ts'
import { sweepBeforeLift } from './sweepSwitches.ts'
import { liftIntent } from './switchIntents.ts'

/** @throws DomainError not_found, self_approval_forbidden, insufficient_scope, capability_denied, invalid_request */
export async function deactivateKillSwitch(
  deps: KillSwitchDeps,
  principal: Principal,
  input: { readonly id: string; readonly reason: unknown },
  key: RequestKey | null = null,
): Promise<{ killSwitch: KillSwitchRow; replayed: boolean }> {
  const find = async () => {
    const [row] = await findVisibleKillSwitches(deps, principal, [input.id])
    if (row == null) throw notFound('kill switch')
    return row
  }
  const prepare = async () => {
    const actor = requireMayLift(principal)
    const reason = parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason })
    const row = await find()
    if (row.state === 'active') requireSecondPerson(row, await isSamePerson(deps, principal, row), actor)
    await sweepBeforeLift(deps, row)
    return { ...liftIntent(row, { by: actor, reason }), resource: { type: 'killSwitch', id: row._id } }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  if (ownerOf(principal).orgId === null) await publishToShards(deps)
  if (!('answer' in settled)) return { killSwitch: await find(), replayed: true }
  return { killSwitch: settled.answer, replayed: false }
}

/** Whoever makes a key sees it: two people of whom one has made the key of the other may be one. */
async function isSamePerson(
  { organizations }: Pick<KillSwitchDeps, 'organizations'>,
  principal: Principal,
  { activatedBy, activatedByPerson }: Pick<KillSwitchRow, 'activatedBy' | 'activatedByPerson'>,
): Promise<boolean> {
  if (principal.kind === 'operator') return activatedByPerson === principal.operatorId
  const caller = requireOrganization(principal)
  if (!isId('key', activatedBy)) return activatedByPerson === caller.personId
  return organizations.areRelated(caller, { keyId: activatedBy, personId: activatedByPerson }, caller)
}
