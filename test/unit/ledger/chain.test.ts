// The hash chain of log and ledger: what is stored is what was hashed, and any changed byte is found and named.
import fc from 'fast-check'
import mongoose from 'mongoose'
import { expect, test } from 'vitest'
import { chainHash, findHashChainFault } from '../../../subgraphs/shared/commit/hashChain.ts'
import { orgRef } from '../../../subgraphs/shared/commit/positions.ts'
import type { JournalRow } from '../../../subgraphs/shared/ledger/journal.ts'
import { createMemoryStore } from '../commit/memoryStore.ts'
import { depositIntent, NOON, orgIdOf, payIntent, positionRows } from '../commit/spendWorld.ts'

const { BSON } = mongoose.mongo
/** As the driver of the service stores and reads. */
const stored = <T extends object>(row: T): T =>
  BSON.deserialize(BSON.serialize(row, { ignoreUndefined: true }), { useBigInt64: true }) as T

function ledger(): { journals: JournalRow[]; head: { sequence: number; hash: string } } {
  const store = createMemoryStore(positionRows(0, 1))
  for (let n = 0; n < 10; n++)
    store.run(
      [depositIntent(0, 0, `dep_${n}`, BigInt(n + 1)), payIntent({ org: 0, wallet: 0, id: `pay_${n}`, units: 1n })],
      NOON,
    )
  const org = store.get(orgRef(orgIdOf(0)))
  return {
    journals: store.all<JournalRow>('journals').map(stored),
    head: { sequence: org.journalSeq, hash: org.journalHash },
  }
}

const sequenceOf = (row: JournalRow) => row.seq

test('an intact chain is verified, even after it was stored', () => {
  const { journals, head } = ledger()
  expect(journals).toHaveLength(20)
  expect(findHashChainFault(journals, sequenceOf, head)).toBeNull()
})

test('any changed byte is found, and its row named', () => {
  const { journals, head } = ledger()
  const bytes = journals.map((row) => BSON.serialize(row))
  let read = 0
  fc.assert(
    fc.property(fc.nat(19), fc.nat(10_000), fc.integer({ min: 1, max: 255 }), (index, at, change) => {
      const changed = Uint8Array.from(bytes[index] as Uint8Array)
      const position = 4 + (at % (changed.length - 5))
      changed[position] = (changed[position] ?? 0) ^ change
      let row: JournalRow
      try {
        row = BSON.deserialize(changed, { useBigInt64: true, validation: { utf8: false } }) as JournalRow
      } catch {
        return // Not even a document any more.
      }
      read += 1
      const tampered = journals.with(index, row)
      // A changed type byte can be invisible: the same value stored as another BSON type with the same text.
      if (chainHash(row) === chainHash(journals[index] as JournalRow)) return
      expect(findHashChainFault(tampered, sequenceOf, head)).not.toBeNull()
    }),
    { numRuns: 1_000 },
  )
  expect(read).toBeGreaterThan(300)
})

test.each<[string, (rows: JournalRow[]) => JournalRow[], string]>([
  ['cut off at the end', (rows) => rows.slice(0, -1), 'head'],
  ['taken out', (rows) => rows.toSpliced(5, 1), 'sequence'],
  ['added', (rows) => rows.toSpliced(5, 0, rows[5] as JournalRow), 'sequence'],
  ['put in another order', (rows) => rows.with(5, rows[6] as JournalRow).with(6, rows[5] as JournalRow), 'sequence'],
  ['made anew with a hash of its own', (rows) => rows.with(5, resealed(rows[5] as JournalRow)), 'link'],
])('a row that was %s', (_name, change, reason) => {
  const { journals, head } = ledger()
  expect(findHashChainFault(change(journals), sequenceOf, head)).toMatchObject({ reason })
})

function resealed(row: JournalRow): JournalRow {
  const { hash: _hash, ...content } = { ...row, type: 'payment_failed' as const }
  return { ...content, hash: chainHash(content) }
}

test('the hash matches the row read back, for any text and numbers', () => {
  const data = fc.dictionary(
    fc.string({ unit: 'binary' }).filter((name) => name !== '__proto__' && !name.includes('\0')),
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\ud800', '\udfff', '\\', 'u', 'd800', '"', 'é') }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
      fc.array(fc.oneof(fc.string(), fc.constant(null)), { maxLength: 3 }),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    ),
  )
  fc.assert(
    fc.property(data, (given) => {
      const row = { _id: 'x', at: NOON, data: given }
      expect(chainHash(stored(row))).toBe(chainHash(row))
    }),
    { numRuns: 500 },
  )
})
