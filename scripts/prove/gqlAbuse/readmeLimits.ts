/** The limits of documents as README states them: what clients rely on, so the proof holds the service against nothing else. */
import { readFileSync } from 'node:fs'

export type Limits = Readonly<Record<(typeof NAMES)[number], number>>

const NAMES = [
  ...(['body', 'text', 'message', 'tokens', 'depth', 'aliases', 'rootFields', 'fields', 'sameField'] as const),
  ...(['directives', 'directivesPerNode', 'rows', 'values'] as const),
  ...(['subscriptions', 'sockets', 'messages', 'messagesOfCaller'] as const),
]
const KIB = 1024
const TABLE = /What a GraphQL document may take[\s\S]*?\n\n([\s\S]*?)\n(?:\n|$)/

/** @throws Error when README no longer has a row */
export function readLimits(): Limits {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const rows = (TABLE.exec(readme)?.[1] ?? '').split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const figuresIn = (name: RegExp, carrier: 'HTTP' | 'WebSocket'): number[] => {
    const cell = rows.find((row) => name.test(row[1] ?? ''))?.[carrier === 'HTTP' ? 2 : 3]
    if (cell === undefined) throw new Error(`README has no limit of ${name.source}`)
    return [...cell.matchAll(/\d[\d,]*/g)].map(([figure]) => Number(figure.replaceAll(',', '')))
  }
  const [body = 0, text = 0] = figuresIn(/^size$/, 'HTTP')
  const [message = 0] = figuresIn(/^size$/, 'WebSocket')
  const [tokens, depth, aliases, rootFields] = figuresIn(/^tokens, depth, aliases, root fields$/, 'HTTP')
  const [fields, sameField] = figuresIn(/^fields in all, of one name$/, 'HTTP')
  const [directives, directivesPerNode] = figuresIn(/^directives in all, at one place$/, 'HTTP')
  const [rowsMax] = figuresIn(/^rows /, 'HTTP')
  const [values] = figuresIn(/^values in variables$/, 'HTTP')
  const [subscriptions, sockets, messages, , messagesOfCaller] = figuresIn(/^operations$/, 'WebSocket')
  const read = {
    ...{ body: body * KIB * KIB, text: text * KIB, message: message * KIB },
    ...{ tokens, depth, aliases, rootFields, fields, sameField, directives, directivesPerNode, rows: rowsMax, values },
    ...{ subscriptions, sockets, messages, messagesOfCaller },
  }
  for (const name of NAMES) if (!((read[name] ?? 0) > 0)) throw new Error(`README gives no figure for ${name}`)
  return read as Limits
}
