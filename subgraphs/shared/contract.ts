/**
 * A subgraph out of its contract, schema/NAME.graphql, and its resolvers. What the contract declares with `@access` is
 * asked here, around every resolver: nothing runs for a caller whom its operation does not name, and an operation that
 * names nobody does not start.
 */
import { readFileSync } from 'node:fs'
import { buildSubgraphSchema, type GraphQLResolverMap } from '@apollo/subgraph'
import {
  type DirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  Kind,
  parse,
  type TypeNode,
  valueFromASTUntyped,
} from 'graphql'
import { type Access, accessRefusal, type Declarations, parseAccess } from './access.ts'
import { invariant } from './errors.ts'
import { type RequestContext, requireCaller } from './principal.ts'

export interface Contract {
  readonly typeDefs: DocumentNode
  readonly access: Declarations
}

const ROOTS: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription'])

const read = (file: string): string => readFileSync(new URL(`../../schema/${file}.graphql`, import.meta.url), 'utf8')

export const readContract = (name: string): Contract => parseContract(read(name))

/** The directive itself is declared once for all contracts. */
export function parseContract(text: string): Contract {
  const typeDefs = parse(`${text}\n${read('access')}`)
  return { typeDefs, access: readDeclarations(typeDefs) }
}

/**
 * Of a contract, or of the graph that contracts were composed to.
 * @throws Error a declaration that says nothing anybody could meet
 */
export function readDeclarations(document: DocumentNode): Declarations {
  const access = new Map<string, Access>()
  const declare = (at: string, directives: readonly DirectiveNode[] = []) => {
    const found = directives.find((directive) => directive.name.value === 'access')
    if (found === undefined) return
    const given = (found.arguments ?? []).map((one) => [one.name.value, valueFromASTUntyped(one.value)] as const)
    access.set(at, parseAccess(Object.fromEntries(given), at))
  }
  for (const [type, { directives, fields }] of objectTypes(document)) {
    declare(type, directives)
    for (const field of fields) declare(`${type}.${field.name.value}`, field.directives)
  }
  return access
}

interface ObjectType {
  readonly directives: readonly DirectiveNode[]
  readonly fields: readonly FieldDefinitionNode[]
}

function objectTypes(typeDefs: DocumentNode): ReadonlyMap<string, ObjectType> {
  const types = new Map<string, ObjectType>()
  for (const one of typeDefs.definitions) {
    if (one.kind !== Kind.OBJECT_TYPE_DEFINITION && one.kind !== Kind.OBJECT_TYPE_EXTENSION) continue
    const { directives, fields } = types.get(one.name.value) ?? { directives: [], fields: [] }
    types.set(one.name.value, {
      directives: [...directives, ...(one.directives ?? [])],
      fields: [...fields, ...(one.fields ?? [])],
    })
  }
  return types
}

type Resolve = (parent: unknown, args: Arguments, context: RequestContext, info: unknown) => unknown
type Arguments = { readonly input?: { readonly idempotencyKey?: unknown } | null }
type Reference = (reference: unknown, context: RequestContext, info: unknown) => unknown

export interface Subgraph {
  readonly schema: GraphQLSchema
  /** Whether an id leads the caller anywhere; for types that this subgraph owns. */
  readonly hasNode: (type: string, id: string, context: RequestContext) => Promise<boolean>
}

/**
 * @param resolvers by type and field, as the generated types have them
 * @throws Error a root field or an entity that is not declared, a declaration that nothing resolves
 */
export function buildSubgraph(contract: Contract, resolvers: object): Subgraph {
  const types = objectTypes(contract.typeDefs)
  const guarded = new Map<string, unknown>()
  for (const [type, given] of Object.entries(resolvers))
    guarded.set(type, types.has(type) ? guardType(type, given) : given)

  function guardType(type: string, given: Readonly<Record<string, unknown>>): object {
    const fields = Object.entries(given).map(([name, resolver]) => [name, guardField(type, name, resolver)])
    return Object.fromEntries(fields)
  }

  function guardField(type: string, name: string, resolver: unknown): unknown {
    if (name === '__resolveReference') {
      const access = contract.access.get(type)
      invariant(access !== undefined, `${type} has an entity resolver and no @access`)
      return guardReference(access, resolver as Reference)
    }
    const field = types.get(type)?.fields.find((one) => one.name.value === name)
    const declared = contract.access.get(`${type}.${name}`)
    if (declared !== undefined) return guardOperation(declared, resolver)
    // Not every field that is resolved leads somewhere; `__isTypeOf` is no field at all.
    const seen = field === undefined ? undefined : contract.access.get(nameOf(field.type))
    return seen === undefined || field === undefined
      ? resolver
      : guardEdge(seen, isList(field.type), resolver as Resolve)
  }

  for (const [type, { fields }] of types) {
    for (const { name, type: result } of fields) {
      const at = `${type}.${name.value}`
      const isDeclared = contract.access.has(at)
      const isResolved = Object.hasOwn((resolvers as Readonly<Record<string, object>>)[type] ?? {}, name.value)
      invariant(isDeclared || !ROOTS.has(type), `${at} has no @access: say who may call it`)
      invariant(
        isDeclared || !isResolved || !isPage(result),
        `${at} lists what not everybody may see and has no @access`,
      )
      invariant(isResolved || !isDeclared, `${at} declares its callers and has no resolver`)
    }
  }

  function isPage(result: TypeNode): boolean {
    const edges = types.get(nameOf(result))?.fields.find(({ name }) => name.value === 'edges')
    const node = edges && types.get(nameOf(edges.type))?.fields.find(({ name }) => name.value === 'node')
    return node !== undefined && contract.access.has(nameOf(node.type))
  }

  return {
    schema: buildSubgraphSchema([
      { typeDefs: contract.typeDefs, resolvers: Object.fromEntries(guarded) as GraphQLResolverMap<RequestContext> },
    ]),
    async hasNode(type, id, context) {
      const resolve = (resolvers as Readonly<Record<string, { readonly __resolveReference?: Reference }>>)[type]
        ?.__resolveReference
      // By its id alone nobody reaches what the field of its name refuses, although other fields may lead him there.
      const field = `Query.${type.charAt(0).toLowerCase()}${type.slice(1)}`
      const access = contract.access.get(field) ?? contract.access.get(type)
      invariant(resolve !== undefined && access !== undefined, `no ${type} is found here`)
      return (await guardReference(access, resolve)({ __typename: type, id }, context, undefined)) !== null
    },
  }
}

/** A resolver, or the two of a subscription. */
function guardOperation(access: Access, resolver: unknown): unknown {
  if (typeof resolver === 'function') return guardResolve(access, resolver as Resolve)
  const { subscribe, ...rest } = resolver as { readonly subscribe: Resolve }
  return { ...rest, subscribe: guardResolve(access, subscribe) }
}

function guardResolve(access: Access, resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    const { principal } = context
    if (access.late) {
      requireCaller(principal)
      return resolve(parent, args, context, info)
    }
    const refused = accessRefusal(principal, access)
    if (refused === null) return resolve(parent, args, context, info)
    // A request with a key is answered as it was answered first, so the refusal has to come to the key.
    if (args.input?.idempotencyKey == null) throw refused
    return resolve(parent, args, { ...context, refused }, info)
  }
}

function guardReference(access: Access, resolve: Reference): Reference {
  return (reference, context, info) =>
    accessRefusal(context.principal, access) === null ? resolve(reference, context, info) : null
}

/** Who may see something is not told of what he may not see that it is connected with it. */
function guardEdge(access: Access, isMany: boolean, resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    if (accessRefusal(context.principal, access) === null) return resolve(parent, args, context, info)
    return isMany ? [] : null
  }
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type)
}

function isList(type: TypeNode): boolean {
  return type.kind === Kind.NON_NULL_TYPE ? isList(type.type) : type.kind === Kind.LIST_TYPE
}
