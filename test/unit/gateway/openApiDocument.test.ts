/** The OpenAPI document of the product: clean by a public linter, and whole for who reads it. */
import { readFileSync } from 'node:fs'
import { Supergraph } from '@apollo/federation-internals'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { addAcp } from '../../../gateway/acp/openapi.ts'
import { loadManifest } from '../../../gateway/rest/manifest.ts'
import { AREAS, addTags } from '../../../gateway/rest/openApiTags.ts'
import { buildOpenApi } from '../../../gateway/rest/openapi.ts'
import { compileRoute } from '../../../gateway/rest/route.ts'
import { V2_ROWS } from '../../../gateway/rest/v2.ts'
import { addSignIn } from '../../../gateway/signIn/document.ts'
import { findMisfits, type JsonSchema } from '../../../scripts/prove/fuzz/jsonSchema.ts'
import { readDeclarations } from '../../../subgraphs/shared/contract.ts'

interface Described {
  readonly tags: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly { readonly name: string; readonly description?: string; readonly schema: JsonSchema }[]
  readonly requestBody?: { readonly content: Record<string, { schema: JsonSchema; example?: unknown }> }
}

const EXCEPTIONS = [
  // A browser is sent to the provider, and nothing else.
  'operation-2xx-response: Operation must have at least one `2XX` response.',
  // Discovery, payment handlers and deliveries to endpoints refer to them.
  ...['AcpDiscovery', 'AcpInstrument', 'AcpOrderEvent'].map(
    (name) => `no-unused-components: Component: "${name}" is never used.`,
  ),
]

function buildDocument() {
  const sdl = readFileSync(new URL('../../../schema/supergraph.graphql', import.meta.url), 'utf8')
  const schema = Supergraph.build(sdl).apiSchema().toGraphQLJSSchema()
  const callers = readDeclarations(parse(sdl))
  const manifest = loadManifest()
  const routes = V2_ROWS.map((row) => compileRoute(row, manifest.get(row.operation) ?? '', schema, callers))
  const table = buildOpenApi(routes, { apiBase: 'https://pay.example.net/api/v2', version: '1' })
  return addTags(addSignIn(addAcp(table), 'session'))
}

describe('the OpenAPI document', () => {
  const document = buildDocument()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, operation]) => ({
      ...{ name: `${method.toUpperCase()} ${path}`, operation },
    })),
  )

  it('has no error and no warning by the recommended rules of redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    const told = problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
    expect(told.filter((problem) => !EXCEPTIONS.includes(problem))).toEqual([])
  })

  it('has an area for every operation', () => {
    const others = operations.filter(({ operation }) => operation.tags.length !== 1 || operation.tags[0] === 'Service')
    expect(others.map(({ name }) => name)).toEqual([])
  })

  it('says that what a merchant tells may come signed, without any key', () => {
    const told = operations.filter(({ name }) => /^POST \/acp\/(webhooks|.*order_events)$/.test(name))
    expect(told.map(({ operation: { security } }) => security)).toEqual(Array(2).fill([{}, { merchantKey: [] }]))
  })

  it('names both signatures that a merchant may send with what it tells', () => {
    const told = operations.find(({ name }) => name === 'POST /acp/webhooks')
    const names = told?.operation.parameters?.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['X-Service-Signature', 'Merchant-Signature']))
  })

  it('has an operation for every path of an area', () => {
    const paths = Object.keys(document.paths)
    const unused = AREAS.flatMap((area) => area.paths).filter((start) => !paths.some((path) => path.startsWith(start)))
    expect(unused).toEqual([])
  })

  it('shows a body that fits for every operation of the table that takes one', () => {
    const misfits = operations.flatMap(({ name, operation }) =>
      Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema, example }) =>
        example === undefined ? [] : findMisfits(example, schema, document).map((misfit) => `${name} ${misfit}`),
      ),
    )
    expect(misfits).toEqual([])
    const bodies = operations.filter(({ operation }) => 'application/json' in (operation.requestBody?.content ?? {}))
    const silent = bodies.filter(({ operation: { requestBody } }) => !requestBody?.content['application/json']?.example)
    // Those beside the table have schemas of their own.
    expect(silent.filter(({ name }) => name.includes(' /api/v2/')).map(({ name }) => name)).toEqual([])
  })

  it('describes every parameter of the table, and bounds what REST bounds', () => {
    const parameters = operations
      .filter(({ name }) => name.includes(' /api/v2/'))
      .flatMap(({ name, operation }) => (operation.parameters ?? []).map((parameter) => ({ ...parameter, of: name })))
    expect(parameters.filter(({ description }) => !description).map(({ of, name }) => `${of} ${name}`)).toEqual([])
    for (const { name, schema } of parameters)
      if (name === 'limit' || name === 'wait')
        expect(schema).toMatchObject({ minimum: expect.any(Number), maximum: expect.any(Number) })
  })
})
