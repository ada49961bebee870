// Rules of this project that no general tool has: only the group commit writes committed rows, only one file creates
// authorizations, few files open connections, rules are pure, files have names and opening comments, and no test is skipped.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Problem, parseTree, type Source } from './tidy/syntax.ts'
import { checkText, isCode, isGenerated } from './tidy/textRules.ts'
import { checkCasts, checkTree } from './tidy/treeRules.ts'
import { checkWrites } from './tidy/writeRules.ts'

const IGNORED = ['node_modules', '.git', '.data', 'coverage']
const TEXT = /\.(ts|mjs|json|graphql|md|yml|yaml|html|css|sh|txt)$|(^|\/)(run|\.npmrc|\.gitignore)$/

export function findProblems(sources: readonly Source[]): Problem[] {
  const trees = sources.filter(({ path }) => isCode(path) && !isGenerated(path)).map(parseTree)
  const problems = [
    ...sources.flatMap(checkText),
    ...trees.flatMap(checkTree),
    ...checkWrites(trees),
    ...checkCasts(trees),
  ]
  return problems.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

function readSources(root: string, folder = ''): Source[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (IGNORED.includes(entry.name)) return []
    if (entry.isDirectory()) return readSources(root, path)
    return TEXT.test(path) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : []
  })
}

if (import.meta.main) {
  const sources = readSources(join(import.meta.dirname, '..'))
  const problems = findProblems(sources)
  for (const { path, line, rule, message } of problems) console.error(`${path}:${line} ${rule}: ${message}`)
  console.info(`tidy: ${sources.length} files, ${problems.length} problems`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
