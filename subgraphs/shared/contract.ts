/**
 * Builds a subgraph from its contract, schema/NAME.graphql, and its resolvers. The callers that the contract declares with
 * `@access` are checked here, around every resolver: nothing runs for a caller that is not declared, and a service with an
 * operation that declares none does not start.
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
import { type Access, accessFor, accessRefusal, type Declarations, parseAccess } from './access.ts'
import { actorOf, admittedOf, logOf, newAct, runAs } from './acting.ts'
import { recordAct } from './commit/recordAct.ts'
import { type Connection, EMPTY } from './connections.ts'
import { invalidField, invariant } from './errors.ts'
import { ID_PREFIXES, type IdKind, isId } from './ids.ts'
import { type Principal, type RequestContext, requireCaller } from './principal.ts'
import type { SubgraphDeps } from './subgraph.ts'
import { readInTurn } from './turns.ts'

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
 * Of a contract, or of the graph composed of several.
 * @throws Error for a declaration that no caller could meet
 */
export function readDeclarations(document: DocumentNode): Declarations {
  const access = new Map<string, Access>()
  const declare = (at: string, directives: readonly DirectiveNode[] = []) => {
    const found = directives.find((directive) => directive.name.value === 'access')
    if (found === undefined) return
    const args = (found.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value)] as const)
    access.set(at, parseAccess(Object.fromEntries(args), at))
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
type Arguments = { readonly input?: object | null }
type Reference = (reference: unknown, context: RequestContext, info: unknown) => unknown

export interface Subgraph {
  readonly schema: GraphQLSchema
  /** Whether the caller may see the node with this id; for types that this subgraph owns. */
  readonly hasNode: (type: string, id: string, context: RequestContext) => Promise<boolean>
}

type Recording = Pick<SubgraphDeps, 'commit' | 'refusedActs'>

/**
 * @param resolvers by type and field, as the generated types have them
 * @param recording who changes something, and who is refused; without it nothing is recorded
 * @throws Error for a root field or an entity without `@access`, or for one with `@access` that has no resolver
 */
export function buildSubgraph(contract: Contract, resolvers: object, recording?: Recording): Subgraph {
  const types = objectTypes(contract.typeDefs)
  const guarded = new Map<string, unknown>()
  for (const [type, resolversOfType] of Object.entries(resolvers))
    guarded.set(type, types.has(type) ? guardType(type, resolversOfType) : resolversOfType)

  function guardType(type: string, resolversOfType: Readonly<Record<string, unknown>>): object {
    const fields = Object.entries(resolversOfType).map(([name, resolver]) => [name, guardField(type, name, resolver)])
    return Object.fromEntries(fields)
  }

  function guardField(type: string, name: string, given: unknown): unknown {
    const resolver = takesTurns(type, name) ? inTurn(withIds(idsAskedBy(type, name), given as Resolve)) : given
    if (name === '__resolveReference') {
      const access = contract.access.get(type)
      invariant(access !== undefined, `${type} has an entity resolver and no @access`)
      return guardReference(access, resolver as Reference)
    }
    const field = types.get(type)?.fields.find((one) => one.name.value === name)
    const declared = contract.access.get(`${type}.${name}`)
    if (declared?.hidden) return guardPage(declared, resolver as Resolve)
    if (declared !== undefined && type === 'Mutation') {
      const guarded = guardResolve(declared, resolver as Resolve)
      return confirmed(recording === undefined ? guarded : recorded(recording, name, guarded))
    }
    if (declared !== undefined) return guardOperation(declared, resolver)
    // Not every field is an edge to another type, and `__isTypeOf` is not a field at all. Whoever was given a page sees what is
    // on it, as `nodes` as well as by its edges.
    const seen = field === undefined || isConnection(type) ? undefined : contract.access.get(nameOf(field.type))
    return seen === undefined || field === undefined
      ? resolver
      : guardEdge(seen, isList(field.type), resolver as Resolve)
  }

  function isConnection(type: string): boolean {
    return types.get(type)?.fields.some(({ name }) => name.value === 'edges') === true
  }

  function takesTurns(type: string, name: string): boolean {
    const field = types.get(type)?.fields.find((one) => one.name.value === name)
    const isList = field !== undefined && isConnection(nameOf(field.type))
    return isList || contract.access.get(`${type}.${name}`)?.turns === true
  }

  /** Arguments that filter by an id, with the kind that each has to be of. */
  function idsAskedBy(type: string, name: string): [string, IdKind][] {
    const { arguments: args = [] } = types.get(type)?.fields.find((one) => one.name.value === name) ?? {}
    const optional = args.filter((one) => one.type.kind === Kind.NAMED_TYPE && one.type.name.value === 'ID')
    return optional.flatMap((one) => {
      const named = one.name.value.replace(/Id$/, '')
      const kind = named === 'externalBankAccount' ? 'bankAccount' : named
      return isKind(kind) ? [[one.name.value, kind]] : []
    })
  }

  for (const [type, { fields }] of types) {
    for (const { name, type: result } of fields) {
      const at = `${type}.${name.value}`
      const isDeclared = contract.access.has(at)
      const isResolved = Object.hasOwn((resolvers as Readonly<Record<string, object>>)[type] ?? {}, name.value)
      invariant(isDeclared || !ROOTS.has(type), `${at} has no @access: declare who may call it`)
      invariant(isDeclared || !isResolved || !isPage(result), `${at} lists a type with @access and has none itself`)
      invariant(isResolved || !isDeclared, `${at} has @access and has no resolver`)
      invariant(!contract.access.get(at)?.hidden || isPage(result), `${at} is no page that could be empty`)
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
      // A caller that the field of this name refuses cannot reach a node by its id, although other fields may lead there.
      const field = `Query.${type.charAt(0).toLowerCase()}${type.slice(1)}`
      const access = contract.access.get(field) ?? contract.access.get(type)
      invariant(resolve !== undefined && access !== undefined, `this subgraph has no ${type}`)
      return (await guardReference(access, resolve)({ __typename: type, id }, context, undefined)) !== null
    },
  }
}

/** A caller chooses the id of a request itself, so that it may have any form. */
const isKind = (kind: string): kind is IdKind => kind !== 'request' && Object.hasOwn(ID_PREFIXES, kind)

/** A filter by what is no id lets nothing through, and an empty list would hide the mistake. */
function withIds(asked: readonly [string, IdKind][], resolve: Resolve): Resolve {
  if (asked.length === 0) return resolve
  return (parent, args, context, info) => {
    for (const [name, kind] of asked) {
      const value = (args as Readonly<Record<string, unknown>>)[name]
      if (value == null || isId(kind, value)) continue
      const path = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      throw invalidField(path, 'not_an_identifier', `must be an identifier that starts with ${ID_PREFIXES[kind]}`)
    }
    return resolve(parent, args, context, info)
  }
}

/** Counting a list takes a turn of its own. */
function inTurn(resolve: Resolve): Resolve {
  return async (parent, args, context, info) => {
    const { principal } = context
    const result = await readInTurn(principal, () => resolve(parent, args, context, info))
    const { count } = (result ?? {}) as Partial<Connection<unknown>>
    return typeof count !== 'function' ? result : { ...(result as object), count: () => readInTurn(principal, count) }
  }
}

/**
 * The root fields of a document run one after the other, and one of them may wait for half a minute: what begins after that is
 * done for whom the credentials name by then.
 */
function confirmed(resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    const confirming = context.confirm?.()
    if (confirming === undefined) return resolve(parent, args, context, info)
    // What was loaded before was loaded for whom they named then.
    return confirming.then((principal) => resolve(parent, args, { ...context, principal, loaders: new Map() }, info))
  }
}

/**
 * Every commit of the call states who acts. What no commit has stated, such as a change of a webhook endpoint, is recorded
 * when it is done, and a refusal a moment after it; a repeated request does nothing.
 */
function recorded({ commit, refusedActs }: Recording, operation: string, resolve: Resolve): Resolve {
  return async (parent, args, context, info) => {
    const actor = actorOf(context, operation)
    const log = logOf(context.principal)
    if (actor === null || log === null) return resolve(parent, args, context, info)
    const act = newAct(actor, admittedOf(context.principal))
    const marksBefore = context.keys?.length ?? 0
    const isToRecord = () => !act.recorded && context.keys?.slice(marksBefore).some(({ replayed }) => replayed) !== true
    const refuse = (error: unknown): never => {
      if (isToRecord()) refusedActs?.note({ ...log, actor, input: args.input, error })
      throw error
    }
    const result = await runAs(act, async () => resolve(parent, args, context, info)).catch(refuse)
    if (isToRecord()) await recordAct(commit, { ...log, actor, changes: act.changes })
    return result
  }
}

/** A resolver, or the `subscribe` and `resolve` of a subscription. */
function guardOperation(access: Access, resolver: unknown): unknown {
  if (typeof resolver === 'function') return guardResolve(access, resolver as Resolve)
  const { subscribe, ...rest } = resolver as { readonly subscribe: Resolve }
  return { ...rest, subscribe: guardResolve(access, subscribe) }
}

function guardResolve(access: Access, resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    const { principal } = context
    if (access.late) requireCaller(principal)
    const refused = accessRefusal(principal, accessFor(access, args.input))
    if (refused === null) return resolve(parent, args, context, info)
    // A repeated request, too: its first response is for those alone who may still make it.
    if (!access.late) throw refused
    return resolve(parent, args, { ...context, refused }, info)
  }
}

function guardReference(access: Access, resolve: Reference): Reference {
  return (reference, context, info) => (isShown(context.principal, access) ? resolve(reference, context, info) : null)
}

/** As `guardEdge`, for a page. */
function guardPage(access: Access, resolve: Resolve): Resolve {
  return (parent, args, context, info) =>
    isShown(context.principal, access) ? resolve(parent, args, context, info) : EMPTY
}

/** @throws DomainError merchant_only: a merchant is told that it asks for what is not its own, instead of being shown nothing */
function isShown(principal: Principal, access: Access): boolean {
  const refused = accessRefusal(principal, access)
  if (refused !== null && principal.kind === 'merchant') throw refused
  return refused === null
}

/** Hides that a visible object is connected with one that the caller may not see. */
function guardEdge(access: Access, isMany: boolean, resolve: Resolve): Resolve {
  return (parent, args, context, info) => {
    if (isShown(context.principal, access)) return resolve(parent, args, context, info)
    return isMany ? [] : null
  }
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type)
}

function isList(type: TypeNode): boolean {
  return type.kind === Kind.NON_NULL_TYPE ? isList(type.type) : type.kind === Kind.LIST_TYPE
}
