/** A selection of all that a result may tell: fields without required arguments, and what they lead to. */
import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { V2_ROWS } from '../../../gateway/rest/v2.ts'

const STOP_NAMES_MAX = 90
const DEPTH = 2
/** In a selection, and of one of them: below the bounds of the service, for what surrounds it. */
const NAMES_MAX = 450
const SAME_NAME_MAX = 40

/** As deep as a document may be. @returns '' for a leaf */
export function selectAll(type: GraphQLNamedType): string {
  for (let depth = DEPTH; depth > 0; depth--) {
    const selection = select(type, depth)
    const names = selection.split(/\W+/)
    const counts = [...Map.groupBy(names, (name) => name).values()]
    if (names.length <= NAMES_MAX && counts.every(({ length }) => length <= SAME_NAME_MAX)) return selection
  }
  return select(type, 0)
}

/** Emergency acts, by their root fields. */
const STOPS = new Set(
  V2_ROWS.flatMap(({ operation, emergency }) =>
    emergency === true ? [`${operation.charAt(0).toLowerCase()}${operation.slice(1)}`] : [],
  ),
)

/** Of what a root field returns: as much as its document may select. */
export const selectOf = ({ name, type }: GraphQLField<unknown, unknown>): string =>
  (STOPS.has(name) ? selectFew : selectAll)(getNamedType(type))

/** What a document of emergency acts may select: no lists, and little else. */
function selectFew(type: GraphQLNamedType): string {
  const [some, least] = [select(type, 1, true), select(type, 0)]
  return some.split(/\W+/).length <= STOP_NAMES_MAX ? some : least
}

/**
 * @param isInPage lists in lists are left out, because their rows multiply
 * @returns '' for a leaf
 */
function select(type: GraphQLNamedType, depth: number, isInPage = false): string {
  if (isLeafType(type)) return ''
  if (!isObjectType(type)) return '{ __typename }'
  const { nodes } = type.getFields()
  if (isPage(type) && nodes !== undefined) return `{ nodes ${select(getNamedType(nodes.type), depth - 1, true)} }`
  const fields = Object.values(type.getFields()).filter((field) => !field.args.some(isRequiredArgument))
  const selected = fields.flatMap((field) => {
    const of = getNamedType(field.type)
    if (isLeafType(of)) return [field.name]
    if (depth <= 0 || (isInPage && isPage(of))) return []
    const size = field.args.some(({ name }) => name === 'first') ? '(first: 2)' : ''
    return [`${field.name}${size} ${select(of, depth - 1, isInPage)}`]
  })
  return `{ ${['__typename', ...selected].join(' ')} }`
}

const isPage = (type: GraphQLNamedType): boolean => isObjectType(type) && 'pageInfo' in type.getFields()
