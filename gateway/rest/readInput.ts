/**
 * Reads a JSON body into a GraphQL input, compiled once from the input's type: names become camelCase, enum values get their
 * GraphQL spelling, unknown and mistyped fields are reported. Values of the JSON scalar are not changed.
 */
import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import { DomainError, type FieldProblem } from '../../subgraphs/shared/errors.ts'
import { LIST_MAX } from '../../subgraphs/shared/fields.ts'
import { shorten } from '../variables.ts'
import { toSnake } from './names.ts'
import { itemsMaxOf, unknownField, VALUE_CODES } from './wireExceptions.ts'

/** Returns the GraphQL value, and appends errors to `problems`. */
export type Reader = (value: unknown, path: string, problems: FieldProblem[]) => unknown

/** Reported in one response. */
export const PROBLEMS_MAX = 20

interface ReaderOptions {
  /** Fields of the input that the body does not have. */
  readonly without?: ReadonlySet<string>
  /** Of a list. */
  readonly itemsMax?: number
}

export function compileReader(type: GraphQLInputType, options: ReaderOptions = {}): Reader {
  if (isNonNullType(type)) {
    const read = compileReader(type.ofType, options)
    return (value, path, problems) =>
      value === null || value === undefined
        ? fail(problems, path, 'required', 'is required')
        : read(value, path, problems)
  }
  const read = compileNullable(type, options)
  return (value, path, problems) => (value === null ? null : read(value, path, problems))
}

/** What `details.fields[].code` says to a value that an enum does not have. */
export function codeOfWrong(type: GraphQLInputType): string {
  return VALUE_CODES[getNamedType(type).name] ?? 'invalid_value'
}

/** @throws DomainError invalid_request that names every field */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  const first = problems[0]
  if (first === undefined) return
  const unknown = problems.some((problem) => problem.code === 'unknown_field')
  const fields = problems.slice(0, PROBLEMS_MAX).map((problem) => ({ ...problem, path: shorten(problem.path) }))
  throw new DomainError('invalid_request', `${shorten(first.path)}: ${first.message}.`, {
    ...(unknown && { reason: 'unknown_field' }),
    fields,
  })
}

function compileNullable(type: GraphQLInputType, { without = new Set(), itemsMax = LIST_MAX }: ReaderOptions): Reader {
  if (isListType(type)) return compileList(compileReader(type.ofType), itemsMax)
  if (isInputObjectType(type)) return compileObject(type, without)
  if (isEnumType(type)) {
    const values = new Map(type.getValues().map(({ name }) => [name.toLowerCase(), name]))
    const allowed = [...values.values()].join(', ')
    const code = codeOfWrong(type)
    return (value, path, problems) => {
      if (typeof value !== 'string' && Object.hasOwn(VALUE_CODES, type.name)) return text(value, path, problems)
      const name = typeof value === 'string' ? values.get(value.toLowerCase()) : undefined
      return name ?? fail(problems, path, code, `must be one of ${allowed}`)
    }
  }
  return SCALARS[type.toString()] ?? ((value) => value)
}

function compileList(read: Reader, itemsMax: number): Reader {
  return (value, path, problems) => {
    if (!Array.isArray(value)) return fail(problems, path, 'invalid_type', 'must be a list')
    if (value.length > itemsMax) return fail(problems, path, 'too_long', `must have at most ${itemsMax} items`)
    return value.map((item, index) => read(item, `${path}[${index}]`, problems))
  }
}

interface InputField {
  readonly name: string
  readonly wire: string
  readonly required: boolean
  readonly read: Reader
}

function compileObject(
  type: { readonly name: string; getFields(): Record<string, Parameters<typeof isRequiredInputField>[0]> },
  without: ReadonlySet<string>,
): Reader {
  // Compiled on first use: input types may refer to themselves.
  let fields: ReadonlyMap<string, InputField> | undefined
  const compile = () =>
    new Map(
      Object.values(type.getFields())
        .filter((field) => !without.has(field.name))
        .map((field) => {
          const wire = toSnake(field.name)
          const read = compileReader(field.type, { itemsMax: itemsMaxOf(type.name, field.name) })
          return [wire, { name: field.name, wire, required: isRequiredInputField(field), read }]
        }),
    )
  return (value, path, problems) => {
    fields ??= compile()
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return fail(problems, path === '' ? 'body' : path, 'invalid_type', 'must be an object')
    const out: Record<string, unknown> = {}
    const prefix = path === '' ? '' : `${path}.`
    const object = value as Record<string, unknown>
    for (const wire of Object.keys(object)) {
      const field = fields.get(wire)
      if (field === undefined) fail(problems, `${prefix}${wire}`, 'unknown_field', unknownField(type.name, wire))
      else if (object[wire] !== undefined) out[field.name] = field.read(object[wire], `${prefix}${wire}`, problems)
    }
    for (const field of fields.values())
      if (field.required && !Object.hasOwn(object, field.wire))
        fail(problems, `${prefix}${field.wire}`, 'required', 'is required')
    return out
  }
}

const text: Reader = (value, path, problems) =>
  typeof value === 'string' ? value : fail(problems, path, 'invalid_type', 'must be a string')

/** Of GraphQL, whose integers have 32 bits. */
const INT_MAX = 0x7fffffff

const SCALARS: Readonly<Record<string, Reader>> = {
  ID: text,
  String: text,
  DateTime: text,
  Decimal: text,
  Boolean: (value, path, problems) =>
    typeof value === 'boolean' ? value : fail(problems, path, 'invalid_type', 'must be true or false'),
  Int: (value, path, problems) => {
    if (typeof value !== 'number' || !Number.isInteger(value))
      return fail(problems, path, 'invalid_type', 'must be an integer')
    return Math.abs(value) <= INT_MAX
      ? value
      : fail(problems, path, 'out_of_range', `must be an integer from -${INT_MAX} to ${INT_MAX}`)
  },
  Cents: (value, path, problems) =>
    typeof value === 'number' && Number.isSafeInteger(value)
      ? value
      : fail(problems, path, 'invalid_type', 'must be a whole number of cents'),
  Float: (value, path, problems) =>
    typeof value === 'number' ? value : fail(problems, path, 'invalid_type', 'must be a number'),
}

/** Appends an error, in place of a value. */
export function fail(problems: FieldProblem[], path: string, code: string, message: string): undefined {
  problems.push({ path, code, message })
  return undefined
}
