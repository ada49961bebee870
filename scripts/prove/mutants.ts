/**
 * Strength of the tests (reliability 7.2 row 41): the guards of the money path are taken out one by one, in a copy of the
 * tree, and the smallest test or proof that should notice is run. A guard that nobody misses is a breach. At the CI size some
 * of them, chosen by the seed. `--fault` adds a guard whose loss changes nothing.
 */
import { spawn } from 'node:child_process'
import { cpSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { killWithOwner } from '../embedded/children.ts'
import guards from './mutants/guards.json' with { type: 'json' }
import { createRandom, type ProofInput, type ProofResult } from './proof.ts'

interface Guard {
  readonly name: string
  readonly path: string
  /** The text that is taken out; it occurs once. */
  readonly find: string
  readonly replace: string
  /** The smallest test file that has to notice, or the proof `sim`. */
  readonly noticedBy: string
}

const GUARDS: readonly Guard[] = guards
const ROOT = join(import.meta.dirname, '..', '..')
const CHOSEN_CI = 3
const AT_ONCE = 2
const TIMEOUT_MS = 300_000
const SEED = '12'
/** A busy machine is no reason. */
const PATIENT = ['--test-timeout', '120000']
/** Needs no database to be noticed. */
const isQuick = ({ noticedBy }: Guard): boolean => noticedBy === 'sim' || noticedBy.startsWith('test/unit/')

const HARMLESS: Guard = {
  name: 'a comment of the ledger',
  path: 'subgraphs/shared/ledger/journal.ts',
  noticedBy: 'test/unit/ledger/ledger.test.ts',
  find: ' * Double entry, pure:',
  replace: ' * Double entry:',
}

export async function proveMutants({ size, seed, fault }: ProofInput): Promise<ProofResult> {
  const random = createRandom(seed)
  const quick = GUARDS.filter(isQuick)
  const some = Array.from({ length: CHOSEN_CI }, () => quick[Math.floor(random() * quick.length)] as Guard)
  const chosen = fault ? [HARMLESS] : size === 'full' ? GUARDS : [...new Set(some)]
  const trees = Array.from({ length: AT_ONCE }, copyTree)
  // Of all of them, at every size: a guard that was moved would be missed otherwise until the next full run.
  const breaches = fault ? [] : GUARDS.flatMap(findMisplaced)
  const figures = { guards: 0, noticed: 0 }
  try {
    // What fails already proves nothing about a guard.
    await spread(trees, [...new Set(chosen.map(({ noticedBy }) => noticedBy))], async (tree, noticer) => {
      if (!(await passes(tree, noticer))) breaches.push(`${noticer} fails although no guard is missing`)
    })
    await spread(trees, chosen, async (tree, one) => {
      figures.guards += 1
      const isMissed = await withoutGuard(tree, one, () => passes(tree, one.noticedBy))
      if (isMissed) breaches.push(`${one.noticedBy} does not notice that this is missing: ${one.name}`)
      else figures.noticed += 1
    })
  } finally {
    for (const tree of trees) rmSync(tree, { recursive: true, force: true })
  }
  return { figures, breaches }
}

const SOURCES = ['gateway', 'subgraphs', 'scripts', 'schema', 'sdk', 'test']
/** Large, and read by no test that runs here. */
const NOT_COPIED = ['test/unit/mandates/corpora', 'test/upgrades']

/** Files are linked, as they are replaced as a whole; the installed packages are shared. */
function copyTree(): string {
  const tree = mkdtempSync(join(tmpdir(), 'prove-mutants-'))
  for (const name of SOURCES)
    cpSync(join(ROOT, name), join(tree, name), {
      recursive: true,
      filter: (source) => !NOT_COPIED.includes(relative(ROOT, source)),
    })
  for (const entry of readdirSync(ROOT, { withFileTypes: true }))
    if (entry.isFile()) linkSync(join(ROOT, entry.name), join(tree, entry.name))
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  return tree
}

/** Each tree takes the next when it is free. */
async function spread<T>(trees: readonly string[], all: readonly T[], run: (tree: string, one: T) => Promise<void>) {
  const queue = [...all]
  await Promise.all(
    trees.map(async (tree) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await run(tree, next)
    }),
  )
}

function findMisplaced({ name, path, find }: Guard): string[] {
  const times = readFileSync(join(ROOT, path), 'utf8').split(find).length - 1
  return times === 1 ? [] : [`${path} has the guard "${name}" ${times} times`]
}

async function withoutGuard<T>(tree: string, { path, find, replace }: Guard, run: () => Promise<T>): Promise<T> {
  const file = join(tree, path)
  const source = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    source.replace(find, () => replace),
  )
  try {
    return await run()
  } finally {
    writeFileSync(file, source)
  }
}

/** Whether the test or the proof is green. */
async function passes(tree: string, noticer: string): Promise<boolean> {
  const args =
    noticer === 'sim'
      ? [join('scripts', 'prove', 'main.ts'), 'sim', '--size', 'ci', '--seed', SEED]
      : [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--bail', '1', ...PATIENT, ...projectOf(noticer), noticer]
  const child = spawn(process.execPath, args, {
    ...{ cwd: tree, stdio: 'ignore', timeout: TIMEOUT_MS, killSignal: 'SIGKILL' },
  })
  killWithOwner(child)
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

/** The other project would start databases and chains for it. */
const projectOf = (noticer: string): string[] => [
  '--project',
  noticer.startsWith('test/unit/') ? 'unit' : 'integration',
]
