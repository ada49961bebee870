/**
 * The reasons that refusals give, by type of error, read from the source and the schema: the guides list them without
 * anybody typing them twice.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocumentNode, Kind } from 'graphql'
import { ERROR_TYPES } from '../subgraphs/shared/errors.ts'
import { argumentsOf, type Node, nameOf, parseTree, textOf, unwrap, walk } from './tidy/syntax.ts'

const FOLDERS = ['gateway', 'subgraphs']
/** The rules of a mandate; a few of them are types of their own. */
const POLICY_REASONS = 'PolicyReason'

/** @param contracts of the subgraphs */
export function findErrorReasons(root: string, contracts: readonly DocumentNode[]): Record<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  const add = (type: string, reason: string) => found.set(type, (found.get(type) ?? new Set()).add(reason))
  for (const path of FOLDERS.flatMap((folder) => sourcesIn(root, folder))) {
    const text = readFileSync(join(root, path), 'utf8')
    if (!text.includes('reason:')) continue
    walk(parseTree({ path, text }).root, (node) => {
      for (const [type, reason] of reasonsOf(node)) add(type, reason)
    })
  }
  for (const name of valuesOfEnum(contracts, POLICY_REASONS))
    if (!Object.hasOwn(ERROR_TYPES, name)) add('policy_violation', name)
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([type, of]) => [type, [...of].sort()]))
}

function valuesOfEnum(contracts: readonly DocumentNode[], name: string): string[] {
  return contracts
    .flatMap(({ definitions }) => definitions)
    .flatMap((one) => (one.kind === Kind.ENUM_TYPE_DEFINITION && one.name.value === name ? (one.values ?? []) : []))
    .map((value) => value.name.value)
}

function sourcesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/generated(Resolvers)?[.]ts$/.test(path))
    .map((path) => `${folder}/${path}`)
}

/** Of `new DomainError(type, message, { reason })` and of a refusal as an object, `{ type, message, details: { reason } }`. */
function reasonsOf(node: Node): [type: string, reason: string][] {
  const [type, details] = typeAndDetails(node)
  if (type === undefined || !Object.hasOwn(ERROR_TYPES, type)) return []
  const reasons: [string, string][] = []
  walk(details, (inner) => {
    if (inner.type !== 'KeyValueProperty' || nameOf(inner.key) !== 'reason') return
    for (const reason of valuesOf(inner.value)) reasons.push([type, reason])
  })
  return reasons
}

function typeAndDetails(node: Node): [type: string | undefined, details: unknown] {
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'DomainError') {
    const [type, , details] = argumentsOf(node)
    return [textOf(type), details]
  }
  if (node.type !== 'ObjectExpression') return [undefined, undefined]
  const property = (name: string): unknown =>
    (node.properties as readonly Node[]).find(({ type, key }) => type === 'KeyValueProperty' && nameOf(key) === name)
      ?.value
  return property('message') === undefined ? [undefined, undefined] : [textOf(property('type')), property('details')]
}

/** The texts that an expression can have, without those that it only compares. */
function valuesOf(expression: unknown): string[] {
  const node = unwrap(expression)
  if (node?.type === 'ConditionalExpression') return [...valuesOf(node.consequent), ...valuesOf(node.alternate)]
  const text = textOf(node)
  return text === undefined ? [] : [text]
}
