// Rules that a file's name and lines are enough for.
import { basename } from 'node:path'
import type { Problem, Source } from './syntax.ts'

const LINES_MAX = 300

/** Longer files, each with its own ceiling: tables, and tests of one flow. A new one needs a reason in review. */
const LONGER_FILES: Readonly<Record<string, number>> = {
  'gateway/rest/v2.ts': 900,
  'subgraphs/mandates/rules/evaluatePolicy.ts': 370,
  'subgraphs/mandates/rules/language/listClause.ts': 330,
  'subgraphs/mandates/rules/language/windowClause.ts': 340,
  'subgraphs/mandates/gates.ts': 320,
  'subgraphs/shared/commit/apply.ts': 320,
  'subgraphs/shared/commit/lane.ts': 340,
  'subgraphs/shared/commit/store.ts': 350,
  'test/': 600,
}

const VAGUE_WORDS = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'base', 'handler', 'processor']

/** Folders of somebody's machine. */
const FOREIGN_WORDS: readonly RegExp[] = [/(^|[\s'"`(=:])\/(home|Users|root)\/\w/]
const SAYS_THEM_ITSELF = ['scripts/tidy/textRules.ts', 'test/unit/scripts/tidy.test.ts']

export function isCode(path: string): boolean {
  return /\.(ts|mjs)$/.test(path)
}

export function isGenerated(path: string): boolean {
  return path.endsWith('/generated.ts') || path === 'schema/supergraph.graphql' || path === 'package-lock.json'
}

export function checkText({ path, text }: Source): Problem[] {
  const problems: Problem[] = []
  const report = (rule: string, message: string, line = 1) => problems.push({ path, line, rule, message })
  const lines = text.split('\n')
  if (!SAYS_THEM_ITSELF.includes(path)) {
    lines.forEach((line, index) => {
      if (FOREIGN_WORDS.some((word) => word.test(line)))
        report('foreign', 'names a path or a host of one machine.', index + 1)
    })
  }
  if (isGenerated(path) || !isCode(path)) return problems

  const name = basename(path).replace(/(\.(test|config))?\.(ts|mjs)$/, '')
  if (!path.startsWith('.') && !/^[a-z][A-Za-z0-9]*$/.test(name))
    report('name', 'a file is named after its main export, in camelCase.')
  const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  const vague = words.find((word) => VAGUE_WORDS.includes(word))
  if (vague !== undefined) report('name', `"${vague}" says nothing; name what the file is for.`)

  if (!/^(#!.*\n)?\s*(\/\/|\/\*)/.test(text)) report('opening', 'a file opens with what it is for.')
  const longest = LONGER_FILES[path] ?? (path.startsWith('test/') ? (LONGER_FILES['test/'] ?? LINES_MAX) : LINES_MAX)
  const count = lines.length - 1
  if (count > longest) report('length', `${count} lines; at most ${longest}. Cut it where two reasons to change meet.`)

  lines.forEach((line, index) => {
    if (/@ts-(ignore|nocheck)|biome-ignore-all|eslint-disable/.test(line) && !SAYS_THEM_ITSELF.includes(path))
      report('silenced', 'a check is switched off; use @ts-expect-error or biome-ignore with a reason.', index + 1)
    if (/\b(TODO|FIXME|XXX|HACK)\b/.test(line) && !SAYS_THEM_ITSELF.includes(path))
      report('unfinished', 'unfinished work belongs into the tracker.', index + 1)
  })
  return problems
}
