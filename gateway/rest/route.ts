/**
 * Compiles a row of the table against the schema, once at boot: request -> variables, result -> body.
 */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
} from 'graphql'
import { type Access, type Declarations, declaredAt } from '../../subgraphs/shared/access.ts'
import { PAGE_MAX } from '../../subgraphs/shared/connections.ts'
import { type FieldProblem, invariant } from '../../subgraphs/shared/errors.ts'
import { LIST_MAX, WAIT_SECONDS_MAX } from '../../subgraphs/shared/fields.ts'
import { toCamel, toSnake } from './names.ts'
import { parameterDescriptions } from './parameterDescriptions.ts'
import { codeOfWrong, compileReader, fail, type Reader, refuseProblems } from './readInput.ts'
import type { RestRow } from './row.ts'
import { compileWrite, readShape, type Shape, type Write } from './shape.ts'

interface RestRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** From headers: the idempotency key, the agent, the agent key of the token endpoint. */
  readonly requestFacts: Readonly<Record<string, string>>
}

interface QueryParameter {
  readonly wire: string
  readonly name: string
  /** Whether it goes into the input object instead of a variable. */
  readonly inInput: boolean
  readonly type: GraphQLInputType
  /** REST spellings of its values, where they differ from GraphQL's. */
  readonly values?: readonly string[]
  readonly read: Reader
}

export interface Route {
  readonly row: RestRow
  readonly root: string
  /** Who may call it: the operation's `@access` directive. */
  readonly access: Access
  readonly parameters: readonly (QueryParameter & { readonly description: string | undefined })[]
  readonly inputType: GraphQLInputObjectType | null
  /** Fields of the input that the body cannot set. */
  readonly notInBody: ReadonlySet<string>
  readonly shape: Shape
  /** Whether the operation takes the Idempotency-Key. */
  readonly keyed: boolean
  /** @throws DomainError invalid_request */
  variables(request: RestRequest): Record<string, unknown>
  /** The REST body from the root field's value; null when that is null. */
  body(value: unknown): Record<string, unknown> | null
}

export function compileRoute(row: RestRow, documentText: string, schema: GraphQLSchema, callers: Declarations): Route {
  const document = parse(documentText, { noLocation: true })
  const operation = document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  )
  invariant(operation !== undefined, `${row.operation} is not an operation`)
  const types = variableTypes(operation, schema)
  const input = types.get('input')
  const inputType = input === undefined ? null : getNullableType(input)
  invariant(inputType === null || isInputObjectType(inputType), `$input of ${row.operation} is not an input object`)
  const inputFields = inputType?.getFields() ?? {}

  const params = pathParameters(row).map((wire) => {
    // The graph calls the id of the resource itself `id`.
    const name = [toCamel(wire), 'id'].find((one) => types.has(one) || Object.hasOwn(inputFields, one))
    invariant(name !== undefined, `${row.path}: ${row.operation} takes no ${wire}`)
    return { wire, name, inInput: !types.has(name) }
  })
  const describe = parameterDescriptions(operation, schema, inputFields)
  const parameters = queryParameters(row, types, inputFields, new Set(params.map((param) => param.name))).map(
    (parameter) => ({ ...parameter, description: describe(parameter) }),
  )
  const fromUrl = [...params, ...parameters].filter(({ inInput }) => inInput).map(({ name }) => name)
  const notInBody = new Set([...fromUrl, 'idempotencyKey', ...(row.hidden ?? [])])
  const readBody = inputType === null ? refuseBody : compileReader(inputType, { without: notInBody })
  const byWire = new Map(parameters.map((parameter) => [parameter.wire, parameter]))
  const rootShape = readShape(schema, document)
  const { write, shape, root } = resultOf(row, rootShape)
  const access = declaredAt(callers, `${schema.getRootType(operation.operation)?.name}.${root}`)

  return {
    row,
    root,
    access,
    parameters,
    inputType,
    notInBody,
    shape,
    keyed: Object.hasOwn(inputFields, 'idempotencyKey'),
    variables(request) {
      const problems: FieldProblem[] = []
      const variables: Record<string, unknown> = {}
      const hasInput = inputType !== null
      const rawBody = row.numericText === undefined ? request.body : numbersToText(request.body, row.numericText)
      const body = readBody(hasInput ? (rawBody ?? {}) : rawBody, '', problems)
      const input = (body ?? {}) as Record<string, unknown>
      for (const { wire, name, inInput } of params) (inInput ? input : variables)[name] = request.params[wire]
      for (const wire of Object.keys(request.query)) {
        const parameter = byWire.get(wire)
        if (parameter === undefined) {
          fail(problems, wire, 'unknown_field', 'is not a query parameter of this request')
          continue
        }
        const target = parameter.inInput ? input : variables
        target[parameter.name] = parameter.read(request.query[wire], wire, problems)
      }
      for (const { wire, type } of parameters)
        if (isNonNullType(type) && !Object.hasOwn(request.query, wire)) fail(problems, wire, 'required', 'is required')
      if (problems.length > 0) refuseProblems(problems)
      for (const name of Object.keys(request.requestFacts))
        if (Object.hasOwn(inputFields, name)) input[name] = request.requestFacts[name]
      if (hasInput) variables.input = input
      return variables
    },
    body(value) {
      const body = write(value) as Record<string, unknown> | null
      return body === null || row.constants === undefined ? body : { ...row.constants, ...body }
    },
  }
}

function numbersToText(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null) return body
  const out: Record<string, unknown> = { ...body }
  for (const name of names) if (typeof out[name] === 'number') out[name] = String(out[name])
  return out
}

function variableTypes(operation: OperationDefinitionNode, schema: GraphQLSchema): Map<string, GraphQLInputType> {
  const types = new Map<string, GraphQLInputType>()
  for (const { variable, type } of operation.variableDefinitions ?? []) {
    const resolved = typeFromAST(schema, type as Parameters<typeof typeFromAST>[1]) as GraphQLInputType | undefined
    invariant(resolved !== undefined, `unknown type of $${variable.name.value}`)
    types.set(variable.name.value, resolved)
  }
  return types
}

export function pathParameters(row: RestRow): string[] {
  return [...row.path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? [])
}

function queryParameters(
  row: RestRow,
  types: ReadonlyMap<string, GraphQLInputType>,
  inputFields: ReturnType<GraphQLInputObjectType['getFields']>,
  taken: ReadonlySet<string>,
): QueryParameter[] {
  const parameters: QueryParameter[] = []
  for (const [name, type] of types) {
    if (name === 'input' || taken.has(name)) continue
    const wire = name === 'first' ? 'limit' : toSnake(name)
    const values = row.values?.[wire]
    const read = values === undefined ? compileText(wire, type) : readNamed(values, type)
    parameters.push({ wire, name, inInput: false, type, read, ...(values && { values: Object.keys(values) }) })
  }
  for (const name of [...(row.waits ? ['wait'] : []), ...(row.inQuery ?? [])]) {
    const field = inputFields[name]
    if (field === undefined || types.has(name)) continue
    const { type } = field
    parameters.push({ wire: name, name, inInput: true, type, read: compileText(name, type) })
  }
  return parameters
}

function readNamed(values: Readonly<Record<string, string>>, type: GraphQLInputType): Reader {
  const message = `must be one of ${Object.keys(values).join(', ')}`
  const code = codeOfWrong(type)
  return readOnce((text, path, problems) => {
    const name = text.toLowerCase()
    return Object.hasOwn(values, name) ? values[name] : fail(problems, path, code, message)
  })
}

/** Ranges that REST itself defines; all others are checked by the operation. */
export const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  limit: [1, PAGE_MAX],
  wait: [0, WAIT_SECONDS_MAX],
}

/** Reads numbers, booleans and lists, repeated or with commas, from the text of a query parameter. */
function compileText(wire: string, type: GraphQLInputType): Reader {
  const nullable = getNullableType(type)
  if (isListType(nullable)) {
    const item = getNullableType(nullable.ofType)
    const read = compileText(wire, item)
    return (value, path, problems) => {
      // An empty text is no item: such a filter is none.
      if (value === '' && item.toString() === 'String') return null
      const items = (Array.isArray(value) ? value : [value]).flatMap((text) => String(text).split(','))
      if (items.length > LIST_MAX) return fail(problems, path, 'too_long', `must have at most ${LIST_MAX} items`)
      return items.map((item) => read(item, path, problems))
    }
  }
  if (isEnumType(nullable)) return readOnce(compileReader(isNonNullType(type) ? type.ofType : type))
  const scalar = nullable.toString()
  if (scalar === 'Int') {
    const [low, high] = RANGES[wire] ?? [-0x7fffffff, 0x7fffffff]
    return readOnce((text, path, problems) => {
      const number = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN
      if (number >= low && number <= high) return number
      return fail(problems, path, 'out_of_range', `must be an integer from ${low} to ${high}`)
    })
  }
  if (scalar === 'Boolean')
    return readOnce((text, path, problems) =>
      text === 'true' || text === 'false'
        ? text === 'true'
        : fail(problems, path, 'invalid_value', 'must be true or false'),
    )
  return readOnce((text) => text)
}

/** For a parameter that may be given only once. */
function readOnce(read: (text: string, path: string, problems: FieldProblem[]) => unknown): Reader {
  return (value, path, problems) => {
    return typeof value === 'string'
      ? read(value, path, problems)
      : fail(problems, path, 'repeated', 'must be given once')
  }
}

const refuseBody: Reader = (value, _path, problems) => {
  if (value === undefined || value === null) return undefined
  const names = typeof value === 'object' ? Object.keys(value) : ['body']
  for (const name of names) fail(problems, name, 'unknown_field', 'is not a field of this request')
  return undefined
}

function resultOf(row: RestRow, operation: Shape & { kind: 'object' }): { root: string; shape: Shape; write: Write } {
  const [rootField, ...others] = operation.fields
  invariant(rootField !== undefined && others.length === 0, `${row.operation} must have one root field`)
  const root = rootField.name
  const { shape } = rootField
  if (shape.kind === 'list') return { root, shape: { kind: 'page', of: shape.of }, write: compileList(shape) }
  if (row.resultField === undefined) return { root, shape, write: compileWrite(shape) }

  invariant(shape.kind === 'object', `${row.operation}: the result has no fields`)
  const main = shape.fields.find((field) => field.name === row.resultField)
  const extras = shape.fields.filter((field) => row.extraFields?.includes(field.name))
  // A document of its own, as it is.
  if (main?.shape.kind === 'leaf' && row.extraFields === undefined)
    return { root, shape: main.shape, write: (value) => (value as Record<string, unknown> | null)?.[main.name] ?? null }
  invariant(
    main?.shape.kind === 'object' && extras.length === (row.extraFields?.length ?? 0),
    `${row.operation}: no ${row.resultField}`,
  )
  const writeMain = compileWrite(main.shape)
  const writeExtras = extras.map((field) => ({ ...field, write: compileWrite(field.shape) }))
  return {
    root,
    shape: {
      kind: 'object',
      name: extras.length === 0 ? main.shape.name : null,
      fields: [...main.shape.fields, ...extras],
    },
    write(value) {
      const payload = value as Record<string, unknown>
      const body = writeMain(payload[main.name]) as Record<string, unknown> | null
      if (body !== null) for (const field of writeExtras) body[field.wire] = field.write(payload[field.name])
      return body
    },
  }
}

/** A list without pages gets the format of every list. */
function compileList(shape: Shape): Write {
  const write = compileWrite(shape)
  return (value) => ({ data: write(value), has_more: false, next_cursor: null })
}
