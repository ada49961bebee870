// Only the group commit writes money and events: no session, no transaction and no write to a committed collection outside
// of the files of its store. A collection is traced through constants, local functions and imports; a write whose collection
// cannot be determined is reported as well.
import { posix } from 'node:path'
import { COMMITTED_COLLECTIONS } from '../../subgraphs/shared/commit/types.ts'
import { isNode, methodCall, type Node, nameOf, type Problem, type Tree, textOf, unwrap, walk } from './syntax.ts'

const STORE = 'subgraphs/shared/commit/store.ts'
/** They read in transactions of their own, which write nothing. */
const READERS = ['subgraphs/shared/commit/dryRun.ts', 'subgraphs/shared/commit/snapshot.ts']
const CONNECTION_USERS = ['subgraphs/shared/database.ts', 'subgraphs/shared/commit/processes.ts', ...READERS]
/** Writes the platform shards, which belong to no organization. */
const PLATFORM_SHARDS = { path: 'subgraphs/shared/commit/platformShards.ts', collection: 'positions' }
/** Deletes events that are kept no longer, once a signed checkpoint stands in their place: nothing is decided from them. */
const RETENTION = { path: 'subgraphs/events/models/auditCheckpoints.ts', collection: 'events', method: 'deleteMany' }
/**
 * Changes stored shapes before anything is served, while the platform shards exclude every other version. It writes the
 * collection that a migration names, which cannot be determined here; it refuses hash-chained collections itself.
 */
const MIGRATIONS = 'subgraphs/shared/migrations/runMigrations.ts'
const COMMITTED: readonly string[] = COMMITTED_COLLECTIONS
const SESSIONS = ['startSession', 'withSession', 'startTransaction', 'withTransaction', 'commitTransaction']
const WRITES = [
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
  'findByIdAndUpdate',
  'findByIdAndDelete',
  'bulkWrite',
  'initializeOrderedBulkOp',
  'initializeUnorderedBulkOp',
]

/** The constants and functions of a file, and where its imported names come from. */
interface Names {
  readonly values: ReadonlyMap<string, Node>
  readonly imports: ReadonlyMap<string, { readonly path: string; readonly name: string }>
}

export function checkWrites(trees: readonly Tree[]): Problem[] {
  const product = trees.filter(({ path }) => /^(gateway|subgraphs)\//.test(path))
  const names = new Map(product.map((tree) => [tree.path, namesOf(tree)]))
  return product.filter(({ path }) => path !== STORE).flatMap((tree) => checkFile(tree, names))
}

function checkFile(tree: Tree, names: ReadonlyMap<string, Names>): Problem[] {
  const problems: Problem[] = []
  const report = (node: Node, message: string) =>
    problems.push({ path: tree.path, line: tree.lineOf(node), rule: 'commit', message })
  walk(tree.root, (node) => {
    if (node.type === 'KeyValueProperty' && isNode(node.key)) {
      const key = nameOf(node.key) ?? textOf(node.key)
      if (key === '$merge' || key === '$out') report(node, `${key} writes past the group commit.`)
    }
    if (!CONNECTION_USERS.includes(tree.path) && node.type === 'MemberExpression') {
      const owner = nameOf(node.object) ?? (isNode(node.object) ? nameOf(node.object.property) : undefined)
      if (['database.connection', 'bounded.client'].includes(`${owner}.${nameOf(node.property)}`))
        report(node, 'the connection itself allows every write; use database.collection.')
    }
    const call = methodCall(node)
    if (call === undefined) return
    if (SESSIONS.includes(call.method) && !READERS.includes(tree.path))
      report(node, `${call.method}: transactions belong to ${STORE}.`)
    if (!WRITES.includes(call.method) || tree.path === MIGRATIONS) return
    const collection = collectionOf(call.object, tree.path, names)
    if (collection === undefined) report(node, `${call.method}: the collection that this writes cannot be determined.`)
    else if (tree.path === PLATFORM_SHARDS.path && collection === PLATFORM_SHARDS.collection) return
    else if (tree.path === RETENTION.path && collection === RETENTION.collection && call.method === RETENTION.method)
      return
    else if (COMMITTED.includes(collection))
      report(node, `${call.method} on ${collection}: submit an intent to the group commit.`)
  })
  return problems
}

function namesOf(tree: Tree): Names {
  const values = new Map<string, Node>()
  const imports = new Map<string, { path: string; name: string }>()
  walk(tree.root, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node.init)) {
      const name = nameOf(node.id)
      if (name !== undefined) values.set(name, node.init)
    }
    if (node.type === 'FunctionDeclaration') {
      const name = nameOf(node.identifier)
      if (name !== undefined) values.set(name, node)
    }
    if (node.type !== 'ImportDeclaration') return
    const from = textOf(node.source)
    if (!from?.startsWith('.')) return
    const path = posix.join(posix.dirname(tree.path), from)
    for (const one of node.specifiers as Node[]) {
      const local = nameOf(one.local)
      if (local !== undefined) imports.set(local, { path, name: nameOf(one.imported) ?? local })
    }
  })
  return { values, imports }
}

const DEPTH_MAX = 8

function collectionOf(value: unknown, path: string, names: ReadonlyMap<string, Names>, depth = 0): string | undefined {
  const node = unwrap(value)
  if (node === undefined || depth > DEPTH_MAX) return undefined
  const call = methodCall(node)
  if (call?.method === 'collection') return constantOf(call.args[0], path, names)
  const name = nameOf(node) ?? (node.type === 'CallExpression' ? nameOf(node.callee) : undefined)
  if (name === undefined) return undefined
  const found = lookUp(name, path, names)
  if (found === undefined) return undefined
  if (!/Function/.test(found.node.type)) return collectionOf(found.node, found.path, names, depth + 1)
  // A function that returns a collection: all collections that it opens must be the same one.
  const opened = new Set<string | undefined>()
  walk(found.node, (one) => {
    const inner = methodCall(one)
    if (inner?.method === 'collection') opened.add(constantOf(inner.args[0], found.path, names))
  })
  return opened.size === 1 ? [...opened][0] : undefined
}

function constantOf(value: unknown, path: string, names: ReadonlyMap<string, Names>): string | undefined {
  const node = unwrap(value)
  const text = textOf(node)
  if (text !== undefined) return text
  const name = nameOf(node)
  const found = name === undefined ? undefined : lookUp(name, path, names)
  return found === undefined ? undefined : textOf(unwrap(found.node))
}

function lookUp(
  name: string,
  path: string,
  names: ReadonlyMap<string, Names>,
): { node: Node; path: string } | undefined {
  const own = names.get(path)
  const value = own?.values.get(name)
  if (value !== undefined) return { node: value, path }
  const imported = own?.imports.get(name)
  if (imported === undefined) return undefined
  const there = names.get(imported.path)?.values.get(imported.name)
  return there === undefined ? undefined : { node: there, path: imported.path }
}
