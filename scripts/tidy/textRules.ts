// Rules about a file's name and lines.
import { basename } from 'node:path'
import type { Problem, Source } from './syntax.ts'

const VAGUE_WORDS = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'base', 'handler', 'processor']

/** Home directories. */
const FOREIGN_WORDS: readonly RegExp[] = [/(^|[\s'"`(=:])\/(home|Users|root)\/\w/]
const EXEMPT = ['scripts/tidy/textRules.ts', 'test/unit/scripts/tidy.test.ts']

export function isCode(path: string): boolean {
  return /\.(ts|mjs)$/.test(path)
}

export function isGenerated(path: string): boolean {
  return (
    /\/generated(Resolvers)?[.]ts$/.test(path) || path === 'schema/supergraph.graphql' || path === 'package-lock.json'
  )
}

export function checkText({ path, text }: Source): Problem[] {
  const problems: Problem[] = []
  const report = (rule: string, message: string, line = 1) => problems.push({ path, line, rule, message })
  const lines = text.split('\n')
  if (!EXEMPT.includes(path)) {
    lines.forEach((line, index) => {
      if (FOREIGN_WORDS.some((word) => word.test(line)))
        report('foreign', 'names a path or a host of one machine.', index + 1)
    })
  }
  if (isGenerated(path) || !isCode(path)) return problems

  const name = basename(path).replace(/(\.(test|config))?\.(ts|mjs)$/, '')
  const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  const vague = words.find((word) => VAGUE_WORDS.includes(word))
  if (vague !== undefined) report('name', `"${vague}" is too vague; name what the file is for.`)

  if (!/^(#!.*\n)?\s*(\/\/|\/\*)/.test(text))
    report('opening', 'a file starts with a comment that says what it is for.')
  lines.forEach((line, index) => {
    if (/@ts-nocheck|biome-ignore-all|eslint-disable/.test(line) && !EXEMPT.includes(path))
      report('silenced', 'a check is switched off; use @ts-expect-error or biome-ignore with a reason.', index + 1)
    if (/\b(TODO|FIXME|XXX|HACK)\b/.test(line) && !EXEMPT.includes(path))
      report('unfinished', 'unfinished work belongs in the issue tracker.', index + 1)
  })
  return problems
}
