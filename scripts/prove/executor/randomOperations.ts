/** Random operations over a schema: nested selections, aliases, arguments, fragments, type conditions, `@skip` and `@include`. */
import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isUnionType,
} from 'graphql'

export interface RandomOperation {
  readonly text: string
  readonly variables: Readonly<Record<string, unknown>>
}

const DEPTH = 5

export function createOperations(schema: GraphQLSchema, random: () => number): () => RandomOperation {
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  let fragments: string[] = []

  function selections(type: GraphQLCompositeType, depth: number): string {
    const parts: string[] = []
    if (random() < 0.2) parts.push(pick(['__typename', '__typename', 'kind: __typename']))
    if (isAbstractType(type)) {
      for (const possible of schema.getPossibleTypes(type))
        if (random() < 0.6) parts.push(`... on ${possible.name}${condition()} { ${selections(possible, depth)} }`)
    }
    if (!isUnionType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => isPossible(field, depth))
      const count = depth === DEPTH ? 1 + below(2) : 1 + below(4)
      for (let index = 0; index < count && fields.length > 0; index++) parts.push(fieldOf(pick(fields), depth))
      if (random() < 0.15)
        parts.push(`... ${random() < 0.5 ? `on ${type.name}` : ''}${condition()} { ${selections(type, depth)} }`)
      if (random() < 0.1) {
        const name = `F${fragments.length}`
        fragments.push('')
        fragments[Number(name.slice(1))] = `fragment ${name} on ${type.name} { ${selections(type, depth)} }`
        parts.push(`...${name}${condition()}`)
      }
    }
    return parts.length === 0 ? '__typename' : parts.join(' ')
  }

  const isPossible = (field: GraphQLField<unknown, unknown>, depth: number): boolean =>
    !isCompositeType(getNamedType(field.type)) || depth > 1

  function fieldOf(field: GraphQLField<unknown, unknown>, depth: number): string {
    const args = field.args.filter((one) => isNonNullType(one.type) || random() < 0.15)
    const given = args.flatMap((one) => argument(one))
    const written = given.length === 0 ? '' : `(${given.join(', ')})`
    const type = getNamedType(field.type)
    // The same name with other arguments would be another field.
    const alias = written !== '' ? `a${below(10_000)}: ` : random() < 0.1 ? `b_${field.name}: ` : ''
    const inner = isCompositeType(type) ? ` { ${selections(type, depth - 1)} }` : ''
    return `${alias}${field.name}${written}${condition()}${inner}`
  }

  function argument({ name, type }: GraphQLArgument): string[] {
    const value = literal(type, 2)
    return value === null ? [] : [`${name}: ${value}`]
  }

  function literal(type: GraphQLInputType, depth: number): string | null {
    if (isNonNullType(type)) return literal(type.ofType, depth)
    if (isListType(type)) return `[${literal(type.ofType, depth) ?? ''}]`
    if (isEnumType(type)) return pick(type.getValues()).name
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(
        (one) => isNonNullType(one.type) || (depth > 0 && random() < 0.2),
      )
      return `{ ${fields.map((one) => `${one.name}: ${literal(one.type, depth - 1) ?? 'null'}`).join(', ')} }`
    }
    if (type.name === 'Int') return String(1 + below(50))
    if (type.name === 'Float') return '1.5'
    if (type.name === 'Boolean') return pick(['true', 'false', '$yes', '$no'])
    return `"${type.name} ${below(20)}"`
  }

  function condition(): string {
    if (random() > 0.06) return ''
    return ` @${pick(['skip', 'include'])}(if: ${pick(['true', 'false', '$yes', '$no', '$unsaid'])})`
  }

  return () => {
    fragments = []
    const root = schema.getQueryType()
    if (!root) throw new Error('the schema has no queries')
    const body = Array.from({ length: 1 + below(2) }, () =>
      fieldOf(pick(Object.values(root.getFields()).filter((field) => isPossible(field, DEPTH))), DEPTH),
    ).join(' ')
    const used = ['yes', 'no', 'unsaid'].filter((name) => `${body} ${fragments.join(' ')}`.includes(`$${name}`))
    const types = used.map((name) => `$${name}: Boolean${name === 'unsaid' ? ' = true' : '!'}`)
    const head = types.length === 0 ? 'query' : `query (${types.join(', ')})`
    const values = { yes: true, no: false }
    return {
      text: `${head} { ${body} } ${fragments.join(' ')}`,
      variables: Object.fromEntries(Object.entries(values).filter(([name]) => used.includes(name))),
    }
  }
}
