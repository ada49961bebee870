// Rules that need the syntax tree of one file.
import {
  argumentsOf,
  isNode,
  methodCall,
  type Node,
  nameOf,
  type Problem,
  type Tree,
  textOf,
  unwrap,
  walk,
} from './syntax.ts'

const FUNCTION_LINES_MAX = 70

/** Creates every part in the order of its dependencies, hence longer than other functions. */
const COMPOSITION_ROOT = { path: 'gateway/compose.ts', linesMax: 90 }

const FUNCTIONS = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'MethodProperty',
]
const TEST_FUNCTIONS = ['test', 'it', 'describe', 'suite', 'bench']
/** Besides `skip` and `only`, which the linter reports. */
const NOT_RUN = ['todo', 'skipIf', 'runIf', 'fails']

const NETWORK_PLACES =
  /^subgraphs\/(payments\/(chains|custody|screening)\/|treasury\/banks\/|events\/services\/deliver\.ts)|^gateway\/datasource\.ts/
const TOKEN_TABLE = 'subgraphs/shared/tokens.ts'
/** Which file alone makes each of these. */
const AUTHORIZERS: Readonly<Record<string, string>> = {
  SpendAuthorization: 'subgraphs/payments/services/authorizeSpend.ts',
  DollarAuthorization: 'subgraphs/payments/services/authorizeDollars.ts',
}

/** At most three in 10,000. */
const LINES_PER_CAST = 3_334

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal']
const LOG_KEYS: Readonly<Record<string, string>> = {
  ...{ error: 'err', e: 'err', exception: 'err' },
  ...{ requestId: 'request_id', reqId: 'request_id' },
}

type Report = (node: Node, rule: string, message: string) => void

export function checkTree(tree: Tree): Problem[] {
  const problems: Problem[] = []
  const report: Report = (node, rule, message) =>
    problems.push({ path: tree.path, line: tree.lineOf(node), rule, message })
  const { path } = tree
  const isTest = path.startsWith('test/')
  const isProduct = /^(gateway|subgraphs)\//.test(path)
  walk(tree.root, (node) => {
    checkAuthorization(node, path, report)
    if (isTest) checkSkippedTests(node, report)
    else if (FUNCTIONS.includes(node.type)) checkLength(tree, node, report)
    if (isProduct) {
      checkClass(node, report)
      checkNetwork(node, path, report)
      checkTokenNames(node, path, report)
      checkLogKeys(node, report)
      if (/^subgraphs\/[^/]+\/rules\//.test(path)) checkPurity(node, report)
    }
  })
  return problems
}

function checkAuthorization(node: Node, path: string, report: Report): void {
  if (node.type !== 'TsAsExpression' || path.startsWith('test/')) return
  walk(node.typeAnnotation, (one) => {
    const name = one.type === 'TsTypeReference' ? (nameOf(one.typeName) ?? '') : ''
    const maker = Object.hasOwn(AUTHORIZERS, name) ? AUTHORIZERS[name] : undefined
    if (maker !== undefined && maker !== path) report(node, 'authorization', `a ${name} is made in ${maker} alone.`)
  })
}

function checkSkippedTests(node: Node, report: Report): void {
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'skip')
    report(node, 'not-run', 'skip() hides a test; make what it needs a requirement.')
  if (node.type !== 'MemberExpression') return
  const method = nameOf(node.property)
  const object = node.object as Node
  const owner = nameOf(object) ?? (object.type === 'MemberExpression' ? nameOf(object.object) : undefined)
  if (method === undefined || owner === undefined) return
  const isContext = ['context', 'ctx'].includes(owner) && method === 'skip'
  if (isContext || (TEST_FUNCTIONS.includes(owner) && NOT_RUN.includes(method)))
    report(node, 'not-run', `.${method} hides a test; delete it or make it pass.`)
}

/** Without the lines of nested functions: a factory is not long because the functions that it creates are. */
function checkLength(tree: Tree, node: Node, report: Report): void {
  const lines = tree.linesOf(node) - innerLines(tree, node)
  const longest = tree.path === COMPOSITION_ROOT.path ? COMPOSITION_ROOT.linesMax : FUNCTION_LINES_MAX
  if (lines > longest) report(node, 'function-length', `${lines} lines of its own; at most ${longest}.`)
}

function innerLines(tree: Tree, outer: Node): number {
  let lines = 0
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) look(one)
    else if (isNode(value) && FUNCTIONS.includes(value.type)) lines += tree.linesOf(value) - 1
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) look(one)
  }
  for (const one of Object.values(outer)) look(one)
  return lines
}

function checkClass(node: Node, report: Report): void {
  if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return
  const parent = nameOf(node.superClass)
  if (parent === undefined)
    report(node, 'class', 'use a function; classes are for errors and where a library requires one.')
}

function checkNetwork(node: Node, path: string, report: Report): void {
  if (NETWORK_PLACES.test(path)) return
  const called = node.type === 'CallExpression' || node.type === 'NewExpression' ? nameOf(node.callee) : undefined
  if (called === 'fetch' || called === 'WebSocket' || called === 'EventSource' || /RpcProvider$/.test(called ?? ''))
    report(node, 'network', `${called}: this file may not open connections.`)
}

/** A new token is one row of the table; no other code names a token. */
function checkTokenNames(node: Node, path: string, report: Report): void {
  const text = textOf(node)
  if (text !== undefined && path !== TOKEN_TABLE && /^(USD[CT]|PYUSD|EURC|[A-Z]{3}\/USD)$/.test(text))
    report(node, 'fact', `${text} is a row of ${TOKEN_TABLE}; look it up there.`)
}

/** Log keys have one name each, so that they can be searched; the error serializer applies to `err` only. */
function checkLogKeys(node: Node, report: Report): void {
  const call = methodCall(node)
  const [facts] = call?.args ?? []
  if (call === undefined || !LOG_LEVELS.includes(call.method) || !isNode(facts) || !isLog(call.object)) return
  for (const one of (facts.properties as Node[] | undefined) ?? []) {
    const key = nameOf(one) ?? nameOf(one.key)
    const wanted = key === undefined ? undefined : LOG_KEYS[key]
    if (wanted !== undefined) report(one, 'log-key', `"${key}" is called "${wanted}" in the log.`)
  }
}

function isLog(object: unknown): boolean {
  const node = unwrap(object)
  return nameOf(node) === 'log' || (node?.type === 'MemberExpression' && nameOf(node.property) === 'log')
}

/** Time, randomness and environment are arguments. */
function checkPurity(node: Node, report: Report): void {
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && argumentsOf(node).length === 0)
    report(node, 'purity', 'the time is an argument.')
  const call = methodCall(node)
  const owner = call === undefined ? undefined : nameOf(call.object)
  if ((owner === 'Date' && call?.method === 'now') || owner === 'performance')
    report(node, 'purity', 'the time is an argument.')
  if ((owner === 'Math' && call?.method === 'random') || owner === 'crypto')
    report(node, 'purity', 'randomness is an argument.')
  if (node.type === 'MemberExpression' && nameOf(node.object) === 'process')
    report(node, 'purity', 'the environment is an argument.')
}

/** `as unknown as` and `as never` disable type checking for one value: only few, where a library's types are wrong. */
export function checkCasts(trees: readonly Tree[]): Problem[] {
  const product = trees.filter(({ path }) => /^(gateway|subgraphs)\//.test(path))
  const lines = product.reduce((sum, { text }) => sum + text.split('\n').length, 0)
  const allowed = Math.max(1, Math.floor(lines / LINES_PER_CAST))
  const casts = product.flatMap((tree) => {
    const found: Problem[] = []
    walk(tree.root, (node) => {
      if (!isUnsafeCast(node)) return
      const message = `one of more than ${allowed} unsafe casts; prove the type instead.`
      found.push({ path: tree.path, line: tree.lineOf(node), rule: 'cast', message })
    })
    return found
  })
  return casts.length > allowed ? casts : []
}

function isUnsafeCast(node: Node): boolean {
  if (node.type !== 'TsAsExpression') return false
  const inner = node.expression
  const isThroughUnknown =
    isNode(inner) && inner.type === 'TsAsExpression' && isKeyword(inner.typeAnnotation, 'unknown')
  return isThroughUnknown || isKeyword(node.typeAnnotation, 'never')
}

function isKeyword(type: unknown, kind: string): boolean {
  return isNode(type) && type.type === 'TsKeywordType' && type.kind === kind
}
