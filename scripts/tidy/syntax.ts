// A source file with its syntax tree. The tree is the parser's own; only the few node shapes that the rules need are
// declared here.
import { parseSync } from '@swc/core'

export interface Source {
  /** From the root of the project, with forward slashes. */
  readonly path: string
  readonly text: string
}

export interface Problem {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly message: string
}

export interface Node {
  readonly type: string
  readonly span?: { readonly start: number; readonly end: number }
  readonly [key: string]: unknown
}

export interface Tree extends Source {
  readonly root: Node
  lineOf(node: Node): number
  linesOf(node: Node): number
}

export function parseTree(source: Source): Tree {
  const root = parseSync(source.text, { syntax: 'typescript', target: 'esnext' }) as unknown as Node
  const bytes = Buffer.from(source.text)
  const newline = 10
  const starts = [0]
  bytes.forEach((byte, index) => {
    if (byte === newline) starts.push(index + 1)
  })
  // Positions count bytes, from one.
  const lineAt = (position: number): number => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= position - 1) low = middle
      else high = middle
    }
    return low + 1
  }
  return {
    ...source,
    root,
    lineOf: (node) => lineAt(node.span?.start ?? 1),
    linesOf: (node) => lineAt(node.span?.end ?? 1) - lineAt(node.span?.start ?? 1) + 1,
  }
}

/** Every node, outermost first. */
export function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) walk(one, visit)
  } else if (isNode(value)) {
    visit(value)
    for (const one of Object.values(value)) if (typeof one === 'object') walk(one, visit)
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) if (typeof one === 'object') walk(one, visit)
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

export function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' && typeof node.value === 'string' ? node.value : undefined
}

export function textOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'StringLiteral' && typeof node.value === 'string' ? node.value : undefined
}

/** `object.property(...)`: also through `?.`. */
export function methodCall(node: Node): { object: unknown; method: string; args: readonly unknown[] } | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = unwrap(node.callee)
  if (callee?.type !== 'MemberExpression') return undefined
  const method = nameOf(callee.property)
  if (method === undefined) return undefined
  return { object: callee.object, method, args: argumentsOf(node) }
}

export function argumentsOf(call: Node): readonly unknown[] {
  return Array.isArray(call.arguments) ? call.arguments.map((one: { expression: unknown }) => one.expression) : []
}

/** Without casts, parentheses, await and optional chaining. */
export function unwrap(value: unknown): Node | undefined {
  if (!isNode(value)) return undefined
  const transparent = ['ParenthesisExpression', 'TsAsExpression', 'TsSatisfiesExpression', 'AwaitExpression']
  if (transparent.includes(value.type)) return unwrap(value.expression ?? value.argument)
  if (value.type === 'OptionalChainingExpression') return unwrap(value.base)
  return value
}
