/**
 * Compiles a row of the table against the graph: request -> variables, result -> body. Everything that does not depend on
 * the request happens here, once at boot.
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
import { type FieldProblem, invariant } from '../../subgraphs/shared/errors.ts'
import { toCamel, toSnake } from './names.ts'
import { codeOfWrong, compileReader, type Reader, refuseProblems } from './readInput.ts'
import type { RestRow } from './row.ts'
import { compileWrite, readShape, type Shape, type Write } from './shape.ts'

interface RestRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** Facts that come neither from path, query nor body: the idempotency key, the agent named in a header. */
  readonly requestFacts: Readonly<Record<string, string>>
}

interface QueryParameter {
  readonly wire: string
  readonly name: string
  /** Whether it goes into the input object instead of a variable. */
  readonly inInput: boolean
  readonly type: GraphQLInputType
  /** What the wire calls its values, where the graph calls them otherwise. */
  readonly values?: readonly string[]
  readonly read: Reader
}

export interface Route {
  readonly row: RestRow
  readonly root: string
  /** Who may call it, as the graph declares it. */
  readonly access: Access
  readonly parameters: readonly QueryParameter[]
  readonly inputType: GraphQLInputObjectType | null
  /** Fields of the input that the body cannot set. */
  readonly notInBody: ReadonlySet<string>
  readonly shape: Shape
  /** Whether the operation takes the Idempotency-Key. */
  readonly keyed: boolean
  /** @throws DomainError invalid_request */
  variables(request: RestRequest): Record<string, unknown>
  /** The REST body out of the root field's value; null where there is none. */
  body(value: unknown): Record<string, unknown> | null
}

const QUERY_NAMES: Readonly<Record<string, string>> = { limit: 'first', after: 'after' }

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
    const name = row.names?.[wire] ?? toCamel(wire)
    const known = types.has(name) || Object.hasOwn(inputFields, name)
    invariant(known, `${row.path}: ${row.operation} has no place for ${wire}`)
    return { wire, name, inInput: !types.has(name) }
  })
  const parameters = queryParameters(row, types, inputFields, new Set(params.map((param) => param.name)))
  const filled = [...params, ...parameters].filter((one) => one.inInput).map((one) => one.name)
  const notInBody = new Set([...filled, 'idempotencyKey', ...(row.hidden ?? [])])
  const readBody = inputType === null ? readNothing : compileReader(inputType, { without: notInBody })
  const byWire = new Map(parameters.map((parameter) => [parameter.wire, parameter]))
  const rootShape = readShape(schema, document)
  const { write, shape, root } = answerOf(row, rootShape)
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
      const given = row.numericText === undefined ? request.body : numbersToText(request.body, row.numericText)
      const body = readBody(hasInput ? (given ?? {}) : given, '', problems)
      const into = (body ?? {}) as Record<string, unknown>
      for (const { wire, name, inInput } of params) (inInput ? into : variables)[name] = request.params[wire]
      for (const wire of Object.keys(request.query)) {
        const parameter = byWire.get(wire)
        if (parameter === undefined) {
          problems.push({ path: wire, code: 'unknown_field', message: 'is not a query parameter of this request' })
          continue
        }
        const target = parameter.inInput ? into : variables
        target[parameter.name] = parameter.read(request.query[wire], wire, problems)
      }
      for (const { wire, type } of parameters)
        if (isNonNullType(type) && !Object.hasOwn(request.query, wire))
          problems.push({ path: wire, code: 'required', message: 'is required' })
      if (problems.length > 0) refuseProblems(problems)
      for (const name of Object.keys(request.requestFacts))
        if (Object.hasOwn(inputFields, name)) into[name] = request.requestFacts[name]
      if (hasInput) variables.input = into
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
  const wireOf = new Map(Object.entries({ ...QUERY_NAMES, ...row.names }).map(([wire, name]) => [name, wire]))
  const parameters: QueryParameter[] = []
  for (const [name, type] of types) {
    if (name === 'input' || taken.has(name)) continue
    const wire = wireOf.get(name) ?? toSnake(name)
    const one = row.single?.includes(wire) ? itemOf(type) : type
    const values = row.values?.[wire]
    const read = values === undefined ? compileText(wire, one) : readNamed(values, one)
    parameters.push({ wire, name, inInput: false, type: one, read, ...(values && { values: Object.keys(values) }) })
  }
  for (const name of [...(row.waits ? ['wait'] : []), ...(row.inQuery ?? [])]) {
    const field = inputFields[name]
    if (field === undefined || types.has(name)) continue
    const { type } = field
    parameters.push({ wire: name, name, inInput: true, type, read: compileText(name, type) })
  }
  return parameters
}

/** The graph takes a lone item for a list of one. */
function itemOf(type: GraphQLInputType): GraphQLInputType {
  invariant(isListType(type), `${type} is no list`)
  return getNullableType(type.ofType)
}

function readNamed(values: Readonly<Record<string, string>>, type: GraphQLInputType): Reader {
  const message = `must be one of ${Object.keys(values).join(', ')}`
  const code = codeOfWrong(type)
  return readOnce((text, path, problems) => {
    const name = text.toLowerCase()
    if (Object.hasOwn(values, name)) return values[name]
    problems.push({ path, code, message })
    return undefined
  })
}

/** Ranges that are the wire's own rule; everything else is the service's matter. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = { limit: [1, 100], wait: [0, 30] }

/** Query parameters are text: numbers, booleans and lists are read from it. */
function compileText(wire: string, type: GraphQLInputType): Reader {
  const nullable = getNullableType(type)
  const fail = (path: string, problems: FieldProblem[], code: string, message: string) => {
    problems.push({ path, code, message })
    return undefined
  }
  if (isListType(nullable)) {
    const read = compileText(wire, nullable.ofType)
    return (value, path, problems) => {
      const items = (Array.isArray(value) ? value : [value]).flatMap((item) => String(item).split(','))
      if (items.length > 100) return fail(path, problems, 'too_long', 'must have at most 100 items')
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
      return fail(path, problems, 'out_of_range', `must be an integer from ${low} to ${high}`)
    })
  }
  if (scalar === 'Boolean')
    return readOnce((text, path, problems) =>
      text === 'true' || text === 'false'
        ? text === 'true'
        : fail(path, problems, 'invalid_value', 'must be true or false'),
    )
  return readOnce((text) => text)
}

/** A parameter that may stand once in a query. */
function readOnce(read: (text: string, path: string, problems: FieldProblem[]) => unknown): Reader {
  return (value, path, problems) => {
    if (typeof value === 'string') return read(value, path, problems)
    problems.push({ path, code: 'repeated', message: 'must be given once' })
    return undefined
  }
}

const readNothing: Reader = (value, _path, problems) => {
  if (value === undefined || value === null) return undefined
  const names = typeof value === 'object' ? Object.keys(value) : ['body']
  for (const name of names)
    problems.push({ path: name, code: 'unknown_field', message: 'is not a field of this request' })
  return undefined
}

function answerOf(row: RestRow, operation: Shape & { kind: 'object' }): { root: string; shape: Shape; write: Write } {
  const [rootField, ...others] = operation.fields
  invariant(rootField !== undefined && others.length === 0, `${row.operation} must have one root field`)
  const root = rootField.name
  const { shape } = rootField
  if (shape.kind === 'list') return { root, shape: { kind: 'page', of: shape.of }, write: compileList(shape) }
  if (row.resultField === undefined) return { root, shape, write: compileWrite(shape) }

  invariant(shape.kind === 'object', `${row.operation}: nothing to take ${row.resultField} from`)
  const taken = shape.fields.find((field) => field.name === row.resultField)
  const merged = shape.fields.filter((field) => row.extraFields?.includes(field.name))
  invariant(
    taken?.shape.kind === 'object' && merged.length === (row.extraFields?.length ?? 0),
    `${row.operation}: no ${row.resultField}`,
  )
  const writeTaken = compileWrite(taken.shape)
  const writeMerged = merged.map((field) => ({ ...field, write: compileWrite(field.shape) }))
  return {
    root,
    shape: {
      kind: 'object',
      name: merged.length === 0 ? taken.shape.name : null,
      fields: [...taken.shape.fields, ...merged],
    },
    write(value) {
      const payload = value as Record<string, unknown>
      const body = writeTaken(payload[taken.name]) as Record<string, unknown> | null
      if (body !== null) for (const field of writeMerged) body[field.wire] = field.write(payload[field.name])
      return body
    },
  }
}

/** A list without pages still answers in the form of every list. */
function compileList(shape: Shape): Write {
  const write = compileWrite(shape)
  return (value) => ({ data: write(value), has_more: false, next_cursor: null })
}
