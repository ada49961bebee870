/** Commerce: today the merchant registry (domain A.11b) and the directory that every spend asks who is paid. */
import { readFileSync } from 'node:fs'
import { buildSubgraphSchema, type GraphQLResolverMap } from '@apollo/subgraph'
import { parse } from 'graphql'
import type { RequestContext } from '../shared/principal.ts'
import type { Worker } from '../shared/subgraph.ts'
import { registerMerchants } from './models/merchants.ts'
import type { CommerceDeps, MerchantDirectory } from './ports.ts'
import { createResolvers } from './resolvers.ts'
import { createDirectory } from './services/directory.ts'

export type { CommerceDeps } from './ports.ts'

/** Registers its collection: call before `database.prepare()`. */
export function createCommerce(deps: CommerceDeps) {
  registerMerchants(deps.database)
  const typeDefs = readFileSync(new URL('../../schema/commerce.graphql', import.meta.url), 'utf8')
  const resolvers = createResolvers(deps) as GraphQLResolverMap<RequestContext>
  const directory: MerchantDirectory = createDirectory(deps)
  return {
    name: 'commerce',
    typeDefs,
    schema: buildSubgraphSchema([{ typeDefs: parse(typeDefs), resolvers }]),
    directory,
    workers: [] as readonly Worker[],
  } as const
}
