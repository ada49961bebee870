// Domain section 0: closed lists are the same over REST and GraphQL. Every enum of the OpenAPI document has the values of
// the enum in the graph that it stands for, and none of those is missing: operation by operation, read from the SDL.
import { readFileSync } from 'node:fs'
import { Supergraph } from '@apollo/federation-internals'
import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  parse,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { expect, test } from 'vitest'
import { loadManifest } from '../../../gateway/rest/manifest.ts'
import { buildOpenApi } from '../../../gateway/rest/openapi.ts'
import { compileRoute } from '../../../gateway/rest/route.ts'
import { V2_ROWS } from '../../../gateway/rest/v2.ts'
import { readDeclarations } from '../../../subgraphs/shared/contract.ts'

const sdl = readFileSync(new URL('../../../schema/supergraph.graphql', import.meta.url), 'utf8')
const schema = Supergraph.build(sdl).apiSchema().toGraphQLJSSchema()
const manifest = loadManifest()
const callers = readDeclarations(parse(sdl))

type Json = { readonly [key: string]: unknown }

const routes = V2_ROWS.map((row) => compileRoute(row, manifest.get(row.operation) ?? '', schema, callers))
const openApi = buildOpenApi(routes, { apiBase: 'https://pay.example.com/api/v2', version: '1' }) as {
  readonly paths: Record<string, Record<string, Json>>
  readonly components: { readonly schemas: Record<string, Json> }
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const lineOf = (name: string, values: readonly string[]) => `${name}: ${values.toSorted().join(' ')}`

/** `name: values` of every enum in a part of the document, with what it refers to. */
function documented(part: unknown, name = '', seen = new Set<unknown>()): string[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return []
  seen.add(part)
  if (Array.isArray(part)) return part.flatMap((one) => documented(one, name, seen))
  const { enum: values, $ref, properties, ...others } = part as Json
  const referred = typeof $ref === 'string' ? openApi.components.schemas[$ref.split('/').at(-1) ?? ''] : undefined
  return [
    ...(Array.isArray(values) ? [lineOf(name, values)] : []),
    ...documented(referred, name, seen),
    ...Object.entries((properties ?? {}) as Json).flatMap(([wire, inner]) => documented(inner, wire, seen)),
    ...Object.values(others).flatMap((inner) => documented(inner, name, seen)),
  ]
}

const valuesOf = (type: ReturnType<typeof getNamedType>) =>
  isEnumType(type) ? type.getValues().map(({ name }) => name) : null

function inInput(type: GraphQLInputType, name: string): string[] {
  const named = getNamedType(type)
  const values = valuesOf(named)
  if (values !== null) return [lineOf(name, values)]
  if (!isInputObjectType(named)) return []
  return Object.values(named.getFields()).flatMap((field) => inInput(field.type, snake(field.name)))
}

/** The same of the operation behind a route, as its GraphQL document selects and asks. */
function inGraph(text: string): { readonly asked: string[]; readonly selected: string[] } {
  const [asked, selected]: string[][] = [[], []]
  const info = new TypeInfo(schema)
  visit(
    parse(text),
    visitWithTypeInfo(info, {
      VariableDefinition({ variable, type }) {
        const input = typeFromAST(schema, type as never) as GraphQLInputType | undefined
        if (input !== undefined) asked?.push(...inInput(input, snake(variable.name.value)))
      },
      Field({ alias, name }) {
        const type = info.getType()
        const values = type == null ? null : valuesOf(getNamedType(type))
        if (values !== null) selected?.push(lineOf(snake((alias ?? name).value), values))
      },
    }),
  )
  return { asked: asked ?? [], selected: selected ?? [] }
}

test.each(routes.map((route) => [`${route.row.method} ${route.row.path}`, route] as const))('%s', (_name, { row }) => {
  const operation = openApi.paths[row.path]?.[row.method.toLowerCase()] ?? {}
  const { default: _refusal, ...successes } = operation.responses as Json
  const { asked, selected } = inGraph(manifest.get(row.operation) ?? '')
  expect([...new Set(documented(successes))].toSorted()).toEqual([...new Set(selected)].toSorted())
  const renamed = Object.keys(row.values ?? {})
  const parameters = (operation.parameters as Json[]).filter(({ name }) => !renamed.includes(String(name)))
  const named = parameters.flatMap(({ name, schema: of }) => documented(of, String(name)))
  const unasked = [...renamed, ...(row.hidden ?? [])]
  const wanted = asked.filter((line) => !unasked.some((name) => line.startsWith(`${name}: `)))
  // The graph takes a signed body as its text.
  const inBody = row.signedBody === undefined ? documented(operation.requestBody) : []
  expect([...new Set([...named, ...inBody])].toSorted()).toEqual([...new Set(wanted)].toSorted())
})

test('there is something to compare', () => {
  const all = new Set(documented(openApi.paths).map((line) => line.split(':', 1)[0]))
  for (const name of ['status', 'type', 'stage', 'state', 'kind', 'scope', 'reason_code']) expect(all).toContain(name)
})

test('the types of refusals are those of the graph', () => {
  const of = schema.getType('ErrorType')
  expect(documented(openApi.components.schemas.Error)).toEqual([
    lineOf('type', of == null ? [] : (valuesOf(getNamedType(of)) ?? [])),
  ])
})
