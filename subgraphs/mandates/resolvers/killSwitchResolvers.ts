/** GraphQL of kill switches: parse, service, shape. */

import DataLoader from 'dataloader'
import { type Clock, timeOf } from '../../shared/clock.ts'
import { openKey } from '../../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../../shared/connections.ts'
import { loadersOf, type RequestContext } from '../../shared/principal.ts'
import type { Resolvers } from '../generatedResolvers.ts'
import type { KillSwitchDeps } from '../ports.ts'
import { activateKillSwitch } from '../services/killSwitches/activateKillSwitch.ts'
import { deactivateKillSwitch } from '../services/killSwitches/deactivateKillSwitch.ts'
import {
  findEffectiveSwitches,
  findVisibleKillSwitches,
  listVisibleKillSwitches,
  previewKillSwitch,
} from '../services/killSwitches/readKillSwitches.ts'
import { shapeEffective, shapeKillSwitch } from './shapes.ts'

type KillSwitchRow = Awaited<ReturnType<typeof activateKillSwitch>>['killSwitch']

/** Of a switch of the platform the real one. */
const timeOfSwitch = (clock: Clock, { orgId, mode }: KillSwitchRow): Date =>
  orgId === null || mode === null ? clock.now() : timeOf(clock, { orgId, mode })

export function createKillSwitchResolvers(deps: KillSwitchDeps): Resolvers {
  const shape = (row: KillSwitchRow) => shapeKillSwitch(row, timeOfSwitch(deps.clock, row))
  const switches = (context: RequestContext) =>
    loadersOf(
      context,
      'killSwitches',
      () => new DataLoader((ids: readonly string[]) => findVisibleKillSwitches(deps, context.principal, ids)),
    )
  return {
    Query: {
      killSwitches: async (_parent, args, { principal }) =>
        toConnection(await listVisibleKillSwitches(deps, principal, args), shape),
      async effectiveKillSwitches(_parent, args, { principal }) {
        const switches = await findEffectiveSwitches(deps, principal, args)
        return { blocked: switches.length > 0, switches: switches.map(shapeEffective) }
      },
      async previewKillSwitch(_parent, args, { principal }) {
        const work = await previewKillSwitch(deps, principal, args)
        return { ...work, cards: work.cards ?? 0 }
      },
    },
    Mutation: {
      async activateKillSwitch(_parent, { input }, context) {
        const key = openKey(context, { operation: 'activateKillSwitch', input, byPerson: true })
        const done = await activateKillSwitch(deps, context.principal, input, key)
        return { ...done, killSwitch: shape(done.killSwitch) }
      },
      async deactivateKillSwitch(_parent, { input }, context) {
        const key = openKey(context, { operation: 'deactivateKillSwitch', on: [input.id], input, byPerson: true })
        const done = await deactivateKillSwitch(deps, context.principal, input, key)
        return { ...done, killSwitch: shape(done.killSwitch) }
      },
    },
    KillSwitch: {
      async __resolveReference({ id }, context) {
        const row = await switches(context).load(id)
        return row === null ? null : shape(row)
      },
    },
    KillSwitchConnection: connectionFields,
  }
}
