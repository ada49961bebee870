/** GraphQL of kill switches: parse, service, shape. */

import { openKey } from '../../shared/commit/requestKey.ts'
import { parsePage, toConnection } from '../../shared/pages.ts'
import type { RequestContext } from '../../shared/principal.ts'
import type { KillSwitchFilter, KillSwitchRow } from '../models/killSwitches.ts'
import type { KillSwitchDeps } from '../ports.ts'
import { hasEnded } from '../rules/killSwitches.ts'
import { type ActivateInput, activateKillSwitch } from '../services/killSwitches/activateKillSwitch.ts'
import { deactivateKillSwitch } from '../services/killSwitches/deactivateKillSwitch.ts'
import {
  type EffectiveInput,
  type EffectiveSwitch,
  findEffectiveSwitches,
  listVisibleKillSwitches,
  previewKillSwitch,
} from '../services/killSwitches/readKillSwitches.ts'

interface ListArguments {
  readonly state?: KillSwitchFilter['state'] | null
  readonly scope?: KillSwitchFilter['scope'] | null
  readonly targetId?: string | null
  readonly first?: number | null
  readonly after?: string | null
}

export function createKillSwitchResolvers(deps: KillSwitchDeps) {
  const shape = (row: KillSwitchRow) => shapeKillSwitch(row, deps.clock.now())
  return {
    Query: {
      killSwitches: async (_: unknown, args: ListArguments, { principal }: RequestContext) => {
        const page = parsePage(args)
        return toConnection(await listVisibleKillSwitches(deps, principal, filterOf(args), page), page, shape)
      },
      effectiveKillSwitches: async (_: unknown, args: EffectiveInput, { principal }: RequestContext) => {
        const switches = await findEffectiveSwitches(deps, principal, args)
        return { blocked: switches.length > 0, switches: switches.map(shapeEffective) }
      },
      previewKillSwitch: async (
        _: unknown,
        args: { scope: string; targetId: string },
        { principal }: RequestContext,
      ) => ({ ...(await previewKillSwitch(deps, principal, args)) }),
    },
    Mutation: {
      activateKillSwitch: async (_: unknown, { input }: { input: ActivateInput }, context: RequestContext) => {
        const key = openKey(context, { operation: 'activateKillSwitch', input, byPerson: true })
        const done = await activateKillSwitch(deps, context.principal, input, key)
        return { ...done, killSwitch: shape(done.killSwitch) }
      },
      deactivateKillSwitch: async (
        _: unknown,
        { input }: { input: { id: string; reason: string } },
        context: RequestContext,
      ) => {
        const key = openKey(context, { operation: 'deactivateKillSwitch', on: [input.id], input, byPerson: true })
        const done = await deactivateKillSwitch(deps, context.principal, input, key)
        return { ...done, killSwitch: shape(done.killSwitch) }
      },
    },
  }
}

function filterOf({ state, scope, targetId }: ListArguments): KillSwitchFilter {
  return {
    ...(state == null ? {} : { state }),
    ...(scope == null ? {} : { scope }),
    ...(targetId == null ? {} : { targetId }),
  }
}

/** One whose end has come is inactive, although its record may not say so yet. */
function shapeKillSwitch(row: KillSwitchRow, at: Date) {
  const { _id: id, scope, targetId, orgId, reason, reasonCode, activatedBy, affected } = row
  return {
    ...{ id, scope, targetId, orgId, reason, reasonCode, activatedBy, affected },
    state: hasEnded(row, at) ? 'inactive' : row.state,
    activatedAt: row.activatedAt.toISOString(),
    autoDeactivateAt: row.autoDeactivateAt?.toISOString() ?? null,
    deactivatedBy: row.deactivatedBy,
    deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
    deactivateReason: row.deactivateReason,
  }
}

function shapeEffective(one: EffectiveSwitch) {
  const { switchId: id, scope, targetId, level } = one
  return {
    ...{ id, scope, targetId, level },
    reason: level === 'organization' ? one.reason : null,
    activatedAt: one.activatedAt.toISOString(),
    autoDeactivateAt: one.autoDeactivateAt?.toISOString() ?? null,
  }
}
