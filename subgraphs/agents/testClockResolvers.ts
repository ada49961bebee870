/** GraphQL of the clock of test mode: parse, service, shape. */
import { openKey } from '../shared/commit/requestKey.ts'
import { WAIT_SECONDS_MAX } from '../shared/fields.ts'
import type { OrgId } from '../shared/ids.ts'
import type { Resolvers } from './generatedResolvers.ts'
import type { AgentsDeps } from './ports.ts'
import { advanceClock, type ClockView, findClock, readClock } from './services/testClock/testClock.ts'

const shape = ({ now, aheadMs, advancingTo }: ClockView) => ({
  now: now.toISOString(),
  aheadSeconds: Math.round(aheadMs / 1_000),
  advancingTo: advancingTo?.toISOString() ?? null,
})

export const createTestClockResolvers = (deps: AgentsDeps) =>
  ({
    Query: {
      testClock: async (_parent, _args, { principal }) => shape(await readClock(deps, principal)),
    },
    Mutation: {
      async advanceTestClock(_parent, { input }, context) {
        const key = openKey(context, { operation: 'advanceTestClock', input, waitSeconds: WAIT_SECONDS_MAX })
        const move = () => advanceClock(deps, context.principal, input, key)
        // It waits for work that is not its own, and leaves its place to others meanwhile.
        const { clock, ...moved } = await (context.pause?.(move) ?? move())
        return { ...moved, clock: shape(clock) }
      },
    },
    types: {
      async testClock({ id, mode }) {
        const found = await findClock(deps, { orgId: id as OrgId, mode })
        return found === null ? null : shape(found)
      },
    },
  }) satisfies Pick<Resolvers, 'Query' | 'Mutation'> & { readonly types: Resolvers['Organization'] }
