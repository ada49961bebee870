/**
 * What becomes of the document of a subscription before it is planned: its beginning is taken out, so that equal subscriptions are
 * equal wherever they begin, and the source is asked for the cursor of each event.
 */
import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type ValueNode,
  visit,
} from 'graphql'
import { invariant } from '../../subgraphs/shared/errors.ts'
import type { Variables } from '../datasource.ts'

const CURSOR_FIELD = 'cursor'
export const CURSOR_ALIAS = 'resumeCursor__'
const RESUME_ARGUMENT = 'after'
export const RESUME_VARIABLE = 'resumeAfter__'

/** Adds the event's cursor to the source's selection, for clients that are cut off and resume. */
export function withCursor(fetch: string, schema: GraphQLSchema): string {
  const field = rootOf(parse(fetch, { noLocation: true }), schema)
  const type = field === null ? undefined : getNamedType(field.type)
  if (!isObjectType(type) || type.getFields()[CURSOR_FIELD] === undefined) return fetch
  let depth = 0
  const extended = visit(parse(fetch, { noLocation: true }), {
    SelectionSet: {
      enter: () => void depth++,
      leave(set) {
        depth--
        // Inside the root field: a subscription has only one.
        if (depth !== 1) return undefined
        const cursor = parse(`{ ${CURSOR_ALIAS}: ${CURSOR_FIELD} }`, { noLocation: true }).definitions[0]
        invariant(cursor?.kind === Kind.OPERATION_DEFINITION, 'no selection of the cursor')
        return { ...set, selections: [...set.selections, ...cursor.selectionSet.selections] }
      },
    },
  })
  return print(extended)
}

/** The field that a subgraph is subscribed to: fragments are resolved by then. */
function rootOf(fetch: DocumentNode, schema: GraphQLSchema): GraphQLField<unknown, unknown> | null {
  const root = rootField(fetch)
  return (root !== null && schema.getSubscriptionType()?.getFields()[root.name.value]) || null
}

function rootField({ definitions }: DocumentNode): FieldNode | null {
  const operation = definitions.find((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION)
  const root = operation?.selectionSet.selections[0]
  return root?.kind === Kind.FIELD ? root : null
}

/** Whether the source is still told where to begin: in a fragment, where it was not taken out. */
export const beginsSomewhere = (fetch: string, schema: GraphQLSchema): boolean => {
  const document = parse(fetch, { noLocation: true })
  return rootOf(document, schema) !== null && (rootField(document)?.arguments ?? []).some(isBeginning)
}

const isBeginning = ({ name }: ArgumentNode): boolean => name.value === RESUME_ARGUMENT

/** Takes the cursor from a variable of its own instead of what the caller gave at first. */
export function withResume(fetch: string, schema: GraphQLSchema): string | null {
  const document = parse(fetch, { noLocation: true })
  if (rootOf(document, schema)?.args.some(({ name }) => name === RESUME_ARGUMENT) !== true) return null
  const [argument] = readFieldArguments(`{ f(${RESUME_ARGUMENT}: $${RESUME_VARIABLE}) }`)
  let depth = 0
  const resumed = visit(document, {
    SelectionSet: { enter: () => void depth++, leave: () => void depth-- },
    Field(field) {
      if (depth !== 1) return undefined
      const others = (field.arguments ?? []).filter((one) => !isBeginning(one))
      return { ...field, arguments: argument === undefined ? others : [...others, argument] }
    },
  })
  const used = namesIn(resumed)
  const [declared] = readVariables(`query ($${RESUME_VARIABLE}: String) { f }`)
  return print(
    visit(resumed, {
      OperationDefinition: (operation) => ({
        ...operation,
        variableDefinitions: [
          ...(operation.variableDefinitions ?? []),
          ...(declared === undefined ? [] : [declared]),
        ].filter(({ variable }) => used.has(variable.name.value)),
      }),
    }),
  )
}

const operationIn = (text: string): OperationDefinitionNode =>
  parse(text, { noLocation: true }).definitions[0] as OperationDefinitionNode
const readVariables = (text: string) => operationIn(text).variableDefinitions ?? []
const readFieldArguments = (text: string) => (operationIn(text).selectionSet.selections[0] as FieldNode).arguments ?? []

export interface Beginning {
  /** The document without it. */
  readonly document: DocumentNode
  /** The names of the variables that it still has. */
  readonly variables: readonly string[]
  /** The cursor after which the caller's own document says that it begins; null: now. */
  afterOf(variables: Variables): string | null
}

/** Takes `after` out of the root field. Fragments are left alone: there it is part of the operation. */
export function takeBeginning(document: DocumentNode): Beginning {
  let depth = 0
  let taken: ValueNode | null = null
  const without = visit(document, {
    FragmentDefinition: () => false,
    SelectionSet: { enter: () => void depth++, leave: () => void depth-- },
    Field(field) {
      if (depth !== 1) return undefined
      const argument = field.arguments?.find(isBeginning)
      if (argument === undefined) return undefined
      taken = argument.value
      return { ...field, arguments: (field.arguments ?? []).filter((one) => one !== argument) }
    },
  })
  const used = namesIn(without)
  const defaults = new Map<string, string | null>()
  const made = visit(without, {
    OperationDefinition: (operation) => {
      const definitions = operation.variableDefinitions ?? []
      for (const { variable, defaultValue } of definitions)
        defaults.set(variable.name.value, defaultValue?.kind === Kind.STRING ? defaultValue.value : null)
      return { ...operation, variableDefinitions: definitions.filter(({ variable }) => used.has(variable.name.value)) }
    },
  })
  const value = taken as ValueNode | null
  return {
    document: made,
    variables: [...used],
    afterOf(variables) {
      if (value?.kind === Kind.STRING) return value.value || null
      if (value?.kind !== Kind.VARIABLE) return null
      const name = value.name.value
      const given = Object.hasOwn(variables, name) ? variables[name] : defaults.get(name)
      return typeof given === 'string' && given !== '' ? given : null
    },
  }
}

/** Variables that are used, not those that are only declared. */
function namesIn(document: DocumentNode): Set<string> {
  const used = new Set<string>()
  visit(document, { VariableDefinition: () => false, Variable: ({ name }) => void used.add(name.value) })
  return used
}
