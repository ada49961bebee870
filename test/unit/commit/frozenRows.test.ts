// Rows that were read are never changed in place (commit.md 3): `decide` may run again, and others read the same rows.
import { expect, test } from 'vitest'
import { applyBatch, dryRunOf } from '../../../subgraphs/shared/commit/apply.ts'
import { walletRef } from '../../../subgraphs/shared/commit/positions.ts'
import { refKey } from '../../../subgraphs/shared/commit/refKey.ts'
import type { Intent, Verdict } from '../../../subgraphs/shared/commit/types.ts'
import { NOON, orgIdOf, PLATFORM_ROW, positionRows, walletIdOf } from './spendWorld.ts'

interface Changeable {
  balances: Record<string, object>
  violations: Date[]
}

const wallet = walletRef(walletIdOf(0, 0))

function changing(change: (row: Changeable) => unknown): Intent<null> {
  return {
    ...{ priority: 'spend', orgId: orgIdOf(0), mode: 'test' },
    reads: () => ({ guard: [wallet] }),
    decide(state): Verdict<null> {
      change(state.get(wallet) as unknown as Changeable)
      return { kind: 'done', answer: null, writes: {} }
    },
  }
}

test.each<[string, (row: Changeable) => unknown]>([
  ['a field', (row) => Object.assign(row, { seq: 1 })],
  ['what lies deeper', ({ balances }) => Object.assign(balances['base:USDC'] ?? {}, { available: 1n })],
  ['a list', ({ violations }) => violations.push(NOON)],
])('changing %s of a row that was read breaks the intent, in a commit and in a dry run', (_name, change) => {
  const rows = new Map([PLATFORM_ROW, ...positionRows(0, 1)].map(({ ref, row }) => [refKey(ref), row]))
  const intent = changing(change)
  expect(applyBatch(rows, [intent], NOON).results).toEqual([{ kind: 'broken', error: expect.any(TypeError) }])
  expect(() => dryRunOf(rows, intent, NOON)).toThrow(TypeError)
})
