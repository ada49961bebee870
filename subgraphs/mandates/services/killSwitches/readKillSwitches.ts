/** Reads of kill switches: the records of the caller's level, those in force for a call, and what a switch would stop. */

import type { ActiveSwitch } from '../../../shared/commit/positions.ts'
import { orgRef, PLATFORM, walletRef } from '../../../shared/commit/positions.ts'
import { type OrderedArguments, PAGE_MAX, type Page } from '../../../shared/connections.ts'
import { DomainError, invalidField, invariant, notFound } from '../../../shared/errors.ts'
import { idsOf, isId, type KillSwitchId } from '../../../shared/ids.ts'
import { realAt } from '../../../shared/organizationTime.ts'
import { type Caller, inOrderOf, owns, type Principal, requireCaller } from '../../../shared/principal.ts'
import type { StoppedWork } from '../../../shared/stops.ts'
import {
  findKillSwitches,
  findKillSwitchPage,
  type KillSwitchFilter,
  type KillSwitchRow,
} from '../../models/killSwitches.ts'
import type { KillSwitchDeps } from '../../ports.ts'
import { matchingSwitches, NO_ATTRIBUTES, type SwitchAttributes, type SwitchScope } from '../../rules/killSwitches.ts'
import { parseTarget, requireMaySet } from '../../rules/switchRights.ts'
import { ownerOf, parseSwitchTarget, stopScopeOf } from './activateKillSwitch.ts'

export async function listVisibleKillSwitches(
  deps: Pick<KillSwitchDeps, 'database'>,
  principal: Principal,
  { states, scopes, targetId, ...args }: KillSwitchFilter & OrderedArguments,
): Promise<Page<KillSwitchRow>> {
  const [scope, ...others] = scopes ?? []
  // Normalised, because another spelling of the target would find no switch.
  const target = scope === undefined || others.length > 0 || targetId == null ? targetId : parseTarget(scope, targetId)
  return findKillSwitchPage(deps.database, ownerOf(principal), { states, scopes, targetId: target }, args)
}

/** On the caller's level, newest first; at most 100. */
export async function findActiveSwitches(
  deps: Pick<KillSwitchDeps, 'database'>,
  principal: Principal,
): Promise<readonly KillSwitchId[]> {
  const active = { states: ['active'], first: PAGE_MAX } as const
  return (await findKillSwitchPage(deps.database, ownerOf(principal), active, active)).rows.map(({ _id }) => _id)
}

/** In the order of the ids; null where there is none on the caller's level. */
export async function findVisibleKillSwitches(
  deps: Pick<KillSwitchDeps, 'database'>,
  principal: Principal,
  ids: readonly string[],
): Promise<(KillSwitchRow | null)[]> {
  const { orgId, mode } = ownerOf(principal)
  const isOwn = (row: KillSwitchRow) => row.orgId === orgId && row.mode === mode
  return inOrderOf(ids, await findKillSwitches(deps.database, idsOf('killSwitch', ids)), isOwn)
}

export interface EffectiveInput {
  readonly agentId?: string | null | undefined
  readonly walletId?: string | null | undefined
  readonly chain?: string | null | undefined
  readonly token?: string | null | undefined
  readonly rail?: string | null | undefined
  readonly protocol?: string | null | undefined
  readonly capability?: string | null | undefined
  readonly merchant?: string | null | undefined
}

export interface EffectiveSwitch extends ActiveSwitch {
  readonly scope: SwitchScope
  readonly level: 'platform' | 'organization'
}

/**
 * The switches that would stop a call with these attributes, broadest first; attributes left out match nothing.
 * @throws DomainError not_found: a wallet or an agent that is not the caller's
 */
export async function findEffectiveSwitches(
  deps: Pick<KillSwitchDeps, 'commit' | 'targets'>,
  principal: Principal,
  input: EffectiveInput,
): Promise<EffectiveSwitch[]> {
  const caller = requireCaller(principal)
  const agentId = input.agentId ?? (caller.kind === 'agent' ? caller.agentId : null)
  const walletId = input.walletId ?? (caller.kind === 'agent' ? caller.walletId : null)
  if (agentId !== null) await requireAgent(deps, caller, agentId)
  const named = attributesOf(input, caller)
  if (walletId !== null && !isId('wallet', walletId)) throw notFound('wallet')
  const position = walletId === null ? [] : [walletRef(walletId)]
  const verdict = await deps.commit.dryRun({
    orgId: caller.orgId,
    mode: caller.mode,
    reads: () => ({ guard: position }),
    decide(state, at) {
      const org = state.get(orgRef(caller.orgId))
      const platform = state.get(PLATFORM)
      invariant(org !== null && platform !== null, `${caller.orgId} or the platform has no position`)
      const [ref] = position
      const wallet = ref === undefined ? null : state.get(ref)
      if (ref !== undefined && (wallet === null || !owns(caller, wallet)))
        return { kind: 'refused', error: notFound('wallet'), writes: {} }
      const agents = new Set([agentId, wallet?.agentId ?? null].filter((one) => one !== null))
      const attributes = { ...named, agent: [...agents], wallet: walletId === null ? [] : [walletId] }
      const all = [
        ...platform.switches.map((one) => ({ ...one, level: 'platform' as const })),
        ...org.switches.map((one) => ({ ...one, level: 'organization' as const })),
      ]
      return {
        kind: 'done',
        answer: matchingSwitches(all, attributes, { at, real: realAt(org, caller.mode, at), mode: caller.mode }),
        writes: {},
      }
    },
  })
  if (verdict.kind === 'refused') throw verdict.error
  return verdict.kind === 'done' ? verdict.answer : []
}

async function requireAgent(deps: Pick<KillSwitchDeps, 'targets'>, caller: Caller, agentId: string): Promise<void> {
  if (caller.kind === 'agent' && caller.agentId === agentId) return
  const found = caller.kind === 'agent' || !isId('agent', agentId) ? null : await deps.targets.findAgent(agentId)
  if (found === null || !owns(caller, found)) throw notFound('agent')
}

function attributesOf(input: EffectiveInput, caller: Caller): SwitchAttributes {
  const one = (name: 'rail' | 'chain' | 'token' | 'protocol' | 'capability' | 'merchant') => {
    const value = input[name] ?? null
    return value === null ? [] : [parseTargetNamed(name, value)]
  }
  return {
    ...NO_ATTRIBUTES,
    organization: [caller.orgId],
    ...{ rail: one('rail'), chain: one('chain'), token: one('token'), protocol: one('protocol') },
    ...{ capability: one('capability'), merchant: one('merchant') },
  }
}

/** Names the parameter in the refusal, which here is the scope instead of target_id. */
function parseTargetNamed(scope: 'rail' | 'chain' | 'token' | 'protocol' | 'capability' | 'merchant', value: string) {
  try {
    return parseTarget(scope, value)
  } catch (error) {
    if (!(error instanceof DomainError) || error.type !== 'invalid_request') throw error
    throw invalidField(scope, 'unknown_value', error.message.replace(/^target_id: /, ''))
  }
}

/** What a switch would stop now, for callers who may set it; changes nothing. */
export async function previewKillSwitch(
  deps: KillSwitchDeps,
  principal: Principal,
  input: { readonly scope: unknown; readonly targetId: unknown },
): Promise<StoppedWork> {
  const on = parseSwitchTarget(input)
  requireMaySet(principal, on)
  return deps.work.count(await stopScopeOf(deps, principal, on))
}
