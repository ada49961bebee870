/**
 * Composes the subgraph contracts into schema/supergraph.graphql, writes resolver types beside each subgraph, lists the reasons
 * of refusals for the guides, and writes .env.example; all are committed. `--check` writes nothing and fails on drift, on a composition error
 * or on anything undescribed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { composeServices } from '@apollo/composition'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers'
import { type DocumentNode, Kind, type NameNode, visit } from 'graphql'
import { describeAccess } from '../subgraphs/shared/access.ts'
import { type Contract, parseContract } from '../subgraphs/shared/contract.ts'
import { findErrorReasons } from './errorReasons.ts'
import { exampleEnvironment } from './exampleEnvironment.ts'

const SUBGRAPHS = ['agents', 'mandates', 'payments', 'treasury', 'commerce', 'events']

const DESCRIBED = new Set<string>([
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.UNION_TYPE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
  Kind.SCALAR_TYPE_DEFINITION,
  Kind.FIELD_DEFINITION,
  Kind.INPUT_VALUE_DEFINITION,
  Kind.ENUM_VALUE_DEFINITION,
])

/** Need no description. */
const ROOT_TYPES = new Set(['Query', 'Mutation', 'Subscription'])
/** A type `AgentShape` in the subgraph's shapes.ts is the parent of the resolvers of type Agent. */
const SHAPE = /^export (?:type|interface) (\w+)Shape\b/gm
const SCALARS = { ID: 'string', Decimal: 'string', DateTime: 'string', Cents: 'number' }

/** Read by the guide to errors. */
const REASONS = 'gateway/pages/reasons.json'

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    root: { type: 'string', default: `${import.meta.dirname}/..` },
  },
})
const root = resolve(values.root)
const problems = await run(values.check)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

async function run(check: boolean): Promise<string[]> {
  const contracts = SUBGRAPHS.flatMap((name) => {
    const path = join(root, 'schema', `${name}.graphql`)
    return existsSync(path) ? [{ name, ...parseContract(readFileSync(path, 'utf8')) }] : []
  })
  const undescribed = contracts.flatMap(({ name, typeDefs }) => findUndescribed(name, typeDefs))

  // Types first: the author of a subgraph needs them even while it does not compose with the others.
  const drift: (string | null)[] = []
  for (const { name, typeDefs } of contracts) {
    if (!existsSync(join(root, 'subgraphs', name))) continue
    const generated = await generateTypes(name, withoutAccess(typeDefs))
    drift.push(writeOrCompare(`subgraphs/${name}/generated.ts`, generated.types, check))
    drift.push(writeOrCompare(`subgraphs/${name}/generatedResolvers.ts`, generated.resolvers, check))
  }

  const composed = composeServices(
    contracts.map(({ name, ...contract }) => ({
      ...{ name, typeDefs: addAccessToDescriptions(contract) },
      url: `http://${name}.subgraph.invalid`,
    })),
  )
  if (composed.errors !== undefined)
    return [...undescribed, ...composed.errors.map((error) => `composition: ${error.message}`)]
  drift.push(writeOrCompare('schema/supergraph.graphql', `${composed.supergraphSdl.trimEnd()}\n`, check))
  if (existsSync(join(root, 'gateway'))) {
    const reasons = findErrorReasons(
      root,
      contracts.map(({ typeDefs }) => typeDefs),
    )
    drift.push(writeOrCompare(REASONS, `${JSON.stringify(reasons, null, 2)}\n`, check))
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    drift.push(writeOrCompare('.env.example', exampleEnvironment(readme), check))
  }
  return [...undescribed, ...drift.filter((one) => one !== null)]
}

/** Resolver types do not depend on `@access`. */
function withoutAccess(typeDefs: DocumentNode): DocumentNode {
  return visit(typeDefs, {
    Directive: ({ name }) => (name.value === 'access' ? null : undefined),
    DirectiveDefinition: () => null,
  })
}

/** Adds to the description of each operation who may call it. */
function addAccessToDescriptions({ typeDefs, access }: Contract): DocumentNode {
  return visit(typeDefs, {
    FieldDefinition(field, _key, _parent, _path, ancestors) {
      const type = ancestors.findLast((one) => 'kind' in one && 'name' in one) as { name: NameNode } | undefined
      const declared = access.get(`${type?.name.value}.${field.name.value}`)
      if (declared === undefined || field.description === undefined) return undefined
      const value = `${field.description.value}\n\nCaller: ${describeAccess(declared)}.`
      return { ...field, description: { ...field.description, value, block: true } }
    },
  })
}

/** Writes the file; with `check` reports a file that is out of date instead. */
function writeOrCompare(path: string, wanted: string, check: boolean): string | null {
  const full = join(root, path)
  if (existsSync(full) && readFileSync(full, 'utf8') === wanted) return null
  if (check) return `${path} is out of date: run npm run compose and commit it.`
  writeFileSync(full, wanted)
  console.info(`wrote ${path}`)
  return null
}

function findUndescribed(subgraph: string, typeDefs: DocumentNode): string[] {
  const found: string[] = []
  const path: string[] = []
  visit(typeDefs, {
    DirectiveDefinition: () => false,
    enter(node) {
      if (!('name' in node) || node.name === undefined || !node.kind.match(/Definition|Extension/)) return
      path.push(node.name.value)
      const described = 'description' in node && (node.description?.value.trim() ?? '') !== ''
      if (DESCRIBED.has(node.kind) && !described && !ROOT_TYPES.has(path.join('.')))
        found.push(`${subgraph}: ${path.join('.')} has no description.`)
    },
    leave(node) {
      if ('name' in node && node.name !== undefined && node.kind.match(/Definition|Extension/)) path.pop()
    },
  })
  return found
}

interface Generated {
  /** What the contract declares. They import nothing, so that shapes and ports can be made of them. */
  readonly types: string
  /** What its resolvers are given and return; they know the shapes. */
  readonly resolvers: string
}

async function generateTypes(name: string, typeDefs: DocumentNode): Promise<Generated> {
  const folder = join(root, 'subgraphs', name)
  const shapesPath = ['./shapes.ts', './resolvers/shapes.ts'].find((path) => existsSync(join(folder, path)))
  const shapes = shapesPath === undefined ? '' : readFileSync(join(folder, shapesPath), 'utf8')
  const shaped = [...shapes.matchAll(SHAPE)].flatMap((match) => match[1] ?? [])
  const nodes = typeDefs.definitions.flatMap((one) =>
    one.kind === Kind.OBJECT_TYPE_DEFINITION && one.fields?.some(({ name }) => name.value === 'totalCount')
      ? one.name.value.replace(/Connection$/, '')
      : [],
  )
  const shapeOf = (type: string) => (shaped.includes(type) ? `${type}Shape` : type)
  const options = {
    // Descriptions are in the contract; repeating them would double this file.
    schema: visit(typeDefs, {
      enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
    }),
    documents: [],
    config: {
      federation: true,
      useTypeImports: true,
      enumsAsTypes: true,
      skipTypename: true,
      immutableTypes: true,
      contextType: '../shared/principal.ts#RequestContext',
      scalars: SCALARS,
      defaultScalarType: 'unknown',
      mappers: Object.fromEntries([
        ...shaped.map((type) => [type, `${shapesPath}#${type}Shape`]),
        ...nodes.map((type) => [`${type}Connection`, `Connection<${shapeOf(type)}>`]),
      ]),
    },
  }
  const types = await codegen({
    ...{ ...options, filename: 'generated.ts' },
    ...{ plugins: [{ typescript: {} }], pluginMap: { typescript } },
  })
  const resolvers = await codegen({
    ...{ ...options, filename: 'generatedResolvers.ts' },
    ...{ plugins: [{ resolvers: {} }], pluginMap: { resolvers: typescriptResolvers } },
  })
  const used = [...types.matchAll(/^export type (\w+)/gm)]
    .flatMap((match) => match[1] ?? [])
    .filter(
      (type) =>
        !resolvers.includes(`export type ${type}<`) && new RegExp(`(?<!['\\w])${type}\\b(?!['?:])`).test(resolvers),
    )
  const imports = [
    ...(nodes.length === 0 ? [] : ["import type { Connection } from '../shared/connections.ts';"]),
    `import type { ${used.join(', ')} } from './generated.ts';`,
  ]
  return {
    types: `${header('Types')}${strict(types)}\n`,
    resolvers: `${header('Resolver types')}${imports.join('\n')}\n${strict(resolvers)}\n`,
  }
}

function header(what: string): string {
  return `/** ${what} of this contract, written by scripts/compose.ts. Never edit by hand. */\n`
}

function strict(text: string): string {
  return (
    text
      // The plugins write `any` for types they do not know; `unknown` is checked.
      .replaceAll(/\bany\b(?=[,>[])/g, 'unknown')
      // The parent of a resolver was resolved from its reference before.
      .replaceAll(/ \| FederationReferenceTypes\['\w+'\](?=;)/g, '')
      .trimEnd()
  )
}
