/**
 * Sets a kill switch (specification 5.9): once this returns, no process accepts a matching spend or stores signed bytes
 * for one. Pending payments are counted and stopped afterwards.
 */

import { timeFor } from '../../../shared/clock.ts'
import type { RequestKey } from '../../../shared/commit/requestKey.ts'
import { submitPrepared } from '../../../shared/commit/submit.ts'
import { invalidField, invariant, notFound } from '../../../shared/errors.ts'
import { LENGTH_MAX, parseAll, parseInstant, parseText } from '../../../shared/fields.ts'
import { idsOf, isId } from '../../../shared/ids.ts'
import { type Owned, owns, type Principal } from '../../../shared/principal.ts'
import type { StopScope } from '../../../shared/stops.ts'
import { findKillSwitches, findWalletOwner, type KillSwitchRow } from '../../models/killSwitches.ts'
import type { KillSwitchDeps } from '../../ports.ts'
import type { SwitchScope } from '../../rules/killSwitches.ts'
import {
  parseScope,
  parseTarget,
  REASON_CODES,
  type ReasonCode,
  requireMaySet,
  type SwitchActor,
} from '../../rules/switchRights.ts'
import { publishToShards } from './platformShards.ts'
import { activateIntent, type NewSwitch } from './switchIntents.ts'

export interface ActivateInput {
  readonly scope: unknown
  readonly targetId: unknown
  readonly reason: unknown
  readonly reasonCode: unknown
  readonly autoDeactivateAt?: unknown
}

/** @throws DomainError invalid_request, not_found (target), and those of `requireMaySet` */
export async function activateKillSwitch(
  deps: KillSwitchDeps,
  principal: Principal,
  input: ActivateInput,
  key: RequestKey | null = null,
): Promise<{ killSwitch: KillSwitchRow; alreadyActive: boolean; replayed: boolean }> {
  const prepare = async () => {
    const made = await prepareSwitch(deps, principal, input)
    return { ...activateIntent(made), resource: { type: 'killSwitch', id: made._id } }
  }
  const settled = await submitPrepared(deps.commit, prepare, key)
  // Also when it was active: the process that set it may have died before it published to the shards.
  if (ownerOf(principal).orgId === null) await publishToShards(deps)
  deps.wakeSweep()
  const replayed = !('answer' in settled)
  const { switchId, made } = replayed ? { switchId: settled.replayedId, made: null } : settled.answer
  const [killSwitch] = made === null ? await findKillSwitches(deps.database, idsOf('killSwitch', [switchId])) : [made]
  invariant(killSwitch !== undefined, `switch ${switchId} was set and does not exist`)
  return { killSwitch, alreadyActive: replayed ? settled.outcome === 'existing' : made === null, replayed }
}

async function prepareSwitch(deps: KillSwitchDeps, principal: Principal, input: ActivateInput): Promise<NewSwitch> {
  const on = parseSwitchTarget(input)
  const actor = requireMaySet(principal, on)
  const fields = parseAll({
    reason: () => parseText(input.reason, { path: 'reason', lengthMax: LENGTH_MAX.reason }),
    reasonCode: () => parseReasonCode(input.reasonCode),
    autoDeactivateAt: () => parseEnd(input.autoDeactivateAt, timeFor(deps.clock, principal)),
  })
  await stopScopeOf(deps, principal, on)
  return { _id: deps.newId('killSwitch'), ...ownerOf(principal), ...on, ...fields, ...namesOf(actor) }
}

export function parseSwitchTarget(input: { readonly scope: unknown; readonly targetId: unknown }): {
  scope: SwitchScope
  targetId: string
} {
  const scope = parseScope(input.scope)
  return { scope, targetId: parseTarget(scope, input.targetId) }
}

/** The level on which a caller sets and sees switches: null for the platform. */
export function ownerOf(principal: Principal): Pick<KillSwitchRow, 'orgId' | 'mode'> {
  return principal.kind === 'agent' || principal.kind === 'organization'
    ? { orgId: principal.orgId, mode: principal.mode }
    : { orgId: null, mode: null }
}

const namesOf = (actor: SwitchActor) => ({ activatedBy: actor.id, activatedByPerson: actor.person })

/**
 * The scope of the stop, once the target is known to exist.
 * @throws DomainError not_found: no such agent, wallet, merchant or organization, or another organization's
 */
export async function stopScopeOf(
  { database, targets }: KillSwitchDeps,
  principal: Principal,
  { scope, targetId }: { scope: SwitchScope; targetId: string },
): Promise<StopScope> {
  const { orgId, mode } = ownerOf(principal)
  if (scope === 'organization' && !(isId('organization', targetId) && (await targets.findOrganization(targetId))))
    throw notFound('organization')
  if (orgId === null || mode === null) return { orgId, mode, scope, targetId }
  const isOwn = (row: Owned | null) => row !== null && owns(principal, row, { sharedInOrganization: true })
  if (scope === 'agent' && !(isId('agent', targetId) && isOwn(await targets.findAgent(targetId))))
    throw notFound('agent')
  if (scope === 'wallet' && !(isId('wallet', targetId) && isOwn(await findWalletOwner(database, targetId))))
    throw notFound('wallet')
  const isRegistered = async () => isId('merchant', targetId) && (await targets.isMerchant({ orgId, mode }, targetId))
  if (scope === 'merchant' && targetId.startsWith('mrc_') && !(await isRegistered())) throw notFound('merchant')
  return { orgId, mode, scope, targetId }
}

function parseReasonCode(value: unknown): ReasonCode {
  const code = REASON_CODES.find((one) => one === value)
  if (code !== undefined) return code
  throw invalidField('reason_code', 'unknown_value', `must be one of: ${REASON_CODES.join(', ')}.`)
}

function parseEnd(value: unknown, now: Date): Date | null {
  const at = parseInstant(value, 'auto_deactivate_at', 'time')
  if (at !== null && at <= now) throw invalidField('auto_deactivate_at', 'in_the_past', 'must be in the future.')
  return at
}
