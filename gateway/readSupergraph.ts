/** What is made from the supergraph's text alone: its schemas, its query planner and the plans of trusted documents. */
import { type ObjectType, type Schema, Supergraph } from '@apollo/federation-internals'
import { type QueryPlan, QueryPlanner } from '@apollo/query-planner'
import type { DocumentNode, GraphQLSchema } from 'graphql'

export interface Composed {
  readonly supergraph: Supergraph
  readonly apiSchema: GraphQLSchema
  readonly supergraphSchema: GraphQLSchema
  readonly queryPlanner: QueryPlanner
  /** Validated documents of manifests with their plans, by their text. */
  readonly planned: Map<string, PlannedDocument>
}

export interface PlannedDocument {
  readonly document: DocumentNode
  readonly plan: QueryPlan
}

let latest: { readonly sdl: string; readonly composed: Composed } | null = null

/** What depends on the supergraph's text alone is made once for a process, however many gateways it opens. */
export function readSupergraph(sdl: string): Composed {
  if (latest?.sdl === sdl) return latest.composed
  // It was composed and checked when it was written; checking it again takes a third of building it.
  const supergraph = Supergraph.build(sdl, { validateSupergraph: false })
  addIsOneOf(supergraph)
  const composed = {
    supergraph,
    apiSchema: supergraph.apiSchema().toGraphQLJSSchema(),
    supergraphSchema: supergraph.schema.toGraphQLJSSchema(),
    queryPlanner: new QueryPlanner(supergraph),
    planned: new Map(),
  }
  latest = { sdl, composed }
  return composed
}

/** graphql-js has the introspection field `isOneOf`, which the planner does not know yet. */
function addIsOneOf(supergraph: Supergraph): void {
  const apiSchema = supergraph.apiSchema() as unknown as Pick<Schema, 'type' | 'booleanType'> & {
    runWithBuiltInModificationAllowed(run: () => void): void
  }
  const type = apiSchema.type('__Type') as ObjectType
  if (type.field('isOneOf') !== undefined) return
  apiSchema.runWithBuiltInModificationAllowed(() => type.addField('isOneOf', apiSchema.booleanType()))
}
