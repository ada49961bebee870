/** A GraphQL request from the schema: a root field with arguments, and a selection; sometimes damaged. */
import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { kindAt } from '../bola/idInputs.ts'
import type { Answer } from '../carriers/client.ts'
import { API_SCHEMA, type Field, graphRequest } from '../carriers/operations.ts'
import type { Case, Material } from './material.ts'
import { anyJson, decimalOf, idOf, likelyOf, numberOf, pick, textOf, timeOf } from './values.ts'

/** Response name -> its field and what is selected of it. */
type Selection = ReadonlyMap<string, { readonly type: GraphQLOutputType; readonly of: Selection | null }>

const ROOTS = [API_SCHEMA.getQueryType(), API_SCHEMA.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ type: type as GraphQLObjectType, field })),
)

export function graphCase(material: Material): Case {
  const { random, caller } = material
  const { type, field } = pick(random, ROOTS)
  const at = `${type.name}.${field.name}`
  const args = field.args.filter((arg) => isRequiredArgument(arg) || random() < 0.3)
  const variables = Object.fromEntries(args.map((arg) => [arg.name, inputOf(material, arg.type, arg.name, at)]))
  const head = args.length === 0 ? '' : `(${args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')})`
  const passed = args.length === 0 ? '' : `(${args.map(({ name }) => `${name}: $${name}`).join(', ')})`
  const [text, of] = selectSome(material, getNamedType(field.type), 3)
  const query = `${type.name.toLowerCase()} ${head} { ${field.name}${passed} ${text} }`
  const damaged = random() < 0.08 ? damage(material, query) : query
  const request = graphRequest(caller, damaged, random() < 0.03 ? (anyJson(material) as object) : variables)
  const selection: Selection = new Map([[field.name, { type: field.type, of }]])
  return { request, check: (answer) => findProblems(answer, damaged === query ? selection : null) }
}

function selectSome(material: Material, type: GraphQLNamedType, depth: number): [string, Selection | null] {
  const { random } = material
  if (isLeafType(type)) return ['', null]
  if (!isObjectType(type)) return ['{ __typename }', new Map()]
  const chosen = new Map<string, { type: GraphQLOutputType; of: Selection | null }>()
  const texts = ['__typename']
  const fields = Object.values(type.getFields()).filter((field: Field) => !field.args.some(isRequiredArgument))
  for (const field of fields) {
    const of = getNamedType(field.type)
    if (!isLeafType(of) && depth <= 0) continue
    if (random() < (isLeafType(of) ? 0.5 : 0.65)) continue
    const [text, inner] = selectSome(material, of, depth - 1)
    const alias = random() < 0.03 ? `a${texts.length}` : field.name
    const size = field.args.some(({ name }) => name === 'first') ? '(first: 2)' : ''
    texts.push(`${alias === field.name ? '' : `${alias}: `}${field.name}${size} ${text}`)
    chosen.set(alias, { type: field.type, of: inner })
  }
  return [`{ ${texts.join(' ')} }`, chosen]
}

function inputOf(material: Material, type: GraphQLInputType, name: string, at: string): unknown {
  const { random } = material
  if (random() < 0.02) return anyJson(material)
  if (!isNonNullType(type) && random() < 0.03) return null
  const nullable = getNullableType(type)
  if (isListType(nullable)) {
    const length = random() < 0.03 ? 101 : Math.floor(random() * 3)
    return Array.from({ length }, () => inputOf(material, nullable.ofType, name, at))
  }
  if (isEnumType(nullable)) return random() < 0.95 ? pick(random, nullable.getValues()).name : textOf(material)
  if (isInputObjectType(nullable))
    return Object.fromEntries(
      Object.values(nullable.getFields())
        .filter((field) => (isRequiredInputField(field) ? random() < 0.99 : random() < 0.3))
        .map((field) => [field.name, inputOf(material, field.type, field.name, at)]),
    )
  switch (String(nullable)) {
    case 'ID':
      return idOf(material, kindAt(at, name))
    case 'Int':
    case 'Cents':
      return random() < 0.6 ? Math.floor(random() * 100) : numberOf(material)
    case 'Float':
      return numberOf(material)
    case 'Boolean':
      return random() < 0.5
    case 'Decimal':
      return decimalOf(material)
    case 'DateTime':
      return timeOf(material)
    case 'JSON':
      return anyJson(material, 3)
    default:
      return /amount/i.test(name) ? decimalOf(material) : (likelyOf(material, name) ?? textOf(material))
  }
}

function damage(material: Material, query: string): string {
  const { random } = material
  const at = Math.floor(random() * query.length)
  const parts = [
    '{',
    '}',
    '@skip(if: true)',
    '...',
    '# x\n',
    '"',
    '\u0000',
    '__schema { types { name } }',
    '$x',
    '@x',
    '…',
  ]
  return query.slice(0, at) + pick(random, parts) + query.slice(at + (random() < 0.5 ? 1 : 0))
}

interface GraphError {
  readonly message?: unknown
  readonly path?: readonly (string | number)[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

function findProblems(answer: Answer, selection: Selection | null): string[] {
  const { status, body, text } = answer
  if (status >= 500) return [`${status} ${text}`]
  const { data, errors } = body as { data?: unknown; errors?: readonly GraphError[] }
  if (data === undefined && errors === undefined) return [`neither data nor errors: ${status} ${text}`]
  const problems = (errors ?? []).flatMap(({ message, extensions }) => {
    const { code, type, http_status: of, details, request_id: id } = extensions ?? {}
    const isWhole = [message, code, type, id].every((one) => typeof one === 'string' && one !== '')
    if (!isWhole || typeof details !== 'object') return [`an error of another form: ${text}`]
    return Number(of) >= 500 ? [`${of}: ${text}`] : []
  })
  if (errors !== undefined && errors.length === 0) problems.push(`an empty list of errors: ${text}`)
  if (data === null || data === undefined || selection === null) return problems
  return [...problems, ...misfitsIn(data, selection, '$').map((misfit) => `${misfit}: ${text}`)]
}

function misfitsIn(value: unknown, selection: Selection, place: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${place} is no object`]
  const known = Object.entries(value).filter(([name]) => name !== '__typename')
  return [
    ...known.filter(([name]) => !selection.has(name)).map(([name]) => `${place}.${name} was not asked for`),
    ...[...selection].flatMap(([name, { type, of }]) =>
      name in value
        ? misfitsOf((value as Record<string, unknown>)[name], type, of, `${place}.${name}`)
        : [`${place}.${name} is missing`],
    ),
  ]
}

function misfitsOf(value: unknown, type: GraphQLOutputType, of: Selection | null, place: string): string[] {
  if (isNonNullType(type)) return value === null ? [`${place} is null`] : misfitsOf(value, type.ofType, of, place)
  if (value === null) return []
  if (isListType(type))
    return Array.isArray(value)
      ? value.flatMap((one, index) => misfitsOf(one, type.ofType, of, `${place}[${index}]`))
      : [`${place} is no list`]
  if (isObjectType(type) && of !== null) return misfitsIn(value, of, place)
  if (isEnumType(type)) return type.getValue(String(value)) === undefined ? [`${place} is no ${type}`] : []
  const wanted: Readonly<Record<string, string>> = {
    Int: 'number',
    Cents: 'number',
    Float: 'number',
    Boolean: 'boolean',
    JSON: typeof value,
  }
  return isLeafType(type) && typeof value !== (wanted[type.name] ?? 'string') ? [`${place} is no ${type}`] : []
}
