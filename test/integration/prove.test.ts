// The proofs at their CI size, as their own processes with their own database and chain: without breaches as built, and with
// breaches when started with `--fault`.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { listDumps } from '../../scripts/upgrades/dumpFile.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const WITHIN_MS = 240_000
const folder = mkdtempSync(join(tmpdir(), 'prove-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Report {
  readonly prove: string
  readonly size: string
  readonly seed: number
  readonly figures: Readonly<Record<string, number>>
  readonly breaches: readonly string[]
}

async function prove(name: string, ...flags: string[]): Promise<{ code: number; lines: string[]; report: Report }> {
  const json = join(folder, `${name}${flags.length}.json`)
  const script = join(ROOT, 'scripts', 'prove', 'main.ts')
  const child = spawn(process.execPath, [script, name, '--size', 'ci', '--seed', '11', '--json', json, ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const code = await new Promise<number>((resolve) => child.on('close', (ended) => resolve(ended ?? -1)))
  return { code, lines: output.trim().split('\n'), report: JSON.parse(readFileSync(json, 'utf8')) as Report }
}

describe('without a fault', () => {
  test.each([
    ['policy', { cases: 5_000 }],
    ['limits', { trials: 20, payments: 20_000 }],
    ['killswitch', { races: 9, payments: 900 }],
    ['settle-isolation', { scenarios: 7 }],
    ['stopbutton', { acts: 84 }],
    ['upgrade', { dumps: listDumps().length }],
    ['kill9', { payments: 100, kills: 5 }],
    ['crashpoints', { deaths: 6 }],
    ['holds', { races: 200, deaths: 5 }],
    ['dbfaults', {}],
    ['idempotency', { keys: 20, copies: 1_000 }],
    ['ledger', { operations: 10_000 }],
    ['hostile-wire', { connections: 1_560 }],
  ])(
    '%s',
    async (name, figures) => {
      const { code, lines, report } = await prove(name)
      expect(report).toMatchObject({ prove: name, size: 'ci', seed: 11, figures, breaches: [] })
      expect([code, lines.length]).toEqual([0, 1])
    },
    WITHIN_MS,
  )
})

describe('with its fault', () => {
  test.each([
    'policy',
    'limits',
    'settle-isolation',
    'stopbutton',
    'upgrade',
    'hostile-wire',
    'kill9',
    'holds',
    'dbfaults',
    'idempotency',
    'ledger',
  ])(
    '%s',
    async (name) => {
      const { code, report } = await prove(name, '--fault')
      expect(code).toBe(1)
      expect(report.breaches.length).toBeGreaterThan(0)
    },
    WITHIN_MS,
  )
})

test('an unknown proof is refused with the names that exist', async () => {
  const script = join(ROOT, 'scripts', 'prove', 'main.ts')
  const child = spawn(process.execPath, [script, 'nothing'], { cwd: ROOT, stdio: 'ignore' })
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2)
})
