/** GraphQL of sessions of people: parse, service, shape. */

import DataLoader from 'dataloader'
import { timeOf } from '../shared/clock.ts'
import { openKey } from '../shared/commit/requestKey.ts'
import { connectionFields, toConnection } from '../shared/connections.ts'
import type { KeyId, SessionId } from '../shared/ids.ts'
import type { Principal, RequestContext } from '../shared/principal.ts'
import type { MutationResolvers, QueryResolvers, Resolvers } from './generatedResolvers.ts'
import type { AgentsDeps } from './ports.ts'
import {
  areUsable,
  createSession,
  findVisibleSessions,
  getSession,
  listSessions,
  revokeSession,
} from './services/sessions.ts'
import { type SessionShape, shapeSession } from './shapes.ts'

type Row = SessionShape['row']
type Loaders = ReturnType<typeof createSessionLoaders> & {
  readonly keyUses: DataLoader<KeyId | SessionId, Date | null>
}

export function createSessionLoaders(deps: AgentsDeps, principal: Principal) {
  return {
    sessions: new DataLoader((ids: readonly string[]) => findVisibleSessions(deps, principal, ids)),
    usableSessions: new DataLoader<Row, boolean, string>((rows) => areUsable(deps, rows), {
      cacheKeyFn: (row) => row._id,
    }),
  }
}

export function createSessionResolvers(deps: AgentsDeps, loaders: (context: RequestContext) => Loaders) {
  const shape = (row: Row) => shapeSession(row, timeOf(deps.clock, row))
  const read = async (id: string, context: RequestContext) => {
    const row = await loaders(context).sessions.load(id)
    return row === null ? null : shape(row)
  }
  const Query = {
    sessions: async (_parent, args, { principal }) => toConnection(await listSessions(deps, principal, args), shape),
    session: async (_parent, args, { principal }) => shape(await getSession(deps, principal, args)),
  } satisfies QueryResolvers
  const Mutation = {
    async createSession(_parent, { input }, context) {
      const key = openKey(context, { operation: 'createSession', on: [input.orgId], input, byPerson: true })
      const { record, ...made } = await createSession(deps, context.principal, input, key)
      return { ...made, record: shape(record) }
    },
    async revokeSession(_parent, { input }, context) {
      const on = [input.orgId, input.sessionId]
      const key = openKey(context, { operation: 'revokeSession', on, input })
      const { record, replayed } = await revokeSession(deps, context.principal, input, key)
      return { record: shape(record), replayed }
    },
  } satisfies MutationResolvers
  const types = {
    SessionConnection: connectionFields,
    Session: {
      __resolveReference: ({ id }, context) => read(id, context),
      isUsable: ({ row }, _args, context) => loaders(context).usableSessions.load(row),
      async lastUsedAt({ row }, _args, context) {
        return (await loaders(context).keyUses.load(row._id))?.toISOString() ?? null
      },
    },
  } satisfies Resolvers
  return { Query, Mutation, types, read }
}
