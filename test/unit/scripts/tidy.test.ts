// Every rule of scripts/tidy.ts with the smallest file that breaks it, and the nearest one that does not.
import { describe, expect, test } from 'vitest'
import { findProblems } from '../../../scripts/tidy.ts'

const OPENING = '// What it is for.\n'
const MODEL = 'subgraphs/payments/models/example.ts'

/** The rules that a file breaks, each once. */
function broken(path: string, text: string, others: Record<string, string> = {}): string[] {
  const sources = Object.entries({ ...others, [path]: text }).map(([at, body]) => ({ path: at, text: OPENING + body }))
  return [...new Set(findProblems(sources).map(({ rule }) => rule))]
}

describe('only the group commit writes committed rows', () => {
  const cases: Record<string, string> = {
    'a literal name': "export const f = (database) => database.collection('payments').insertOne({})",
    'a typed literal': "export const f = (database) => database.collection<Row>('positions').updateOne({}, {})",
    'a constant': "const NAME = 'events'\nexport const f = (database) => database.collection(NAME).deleteMany({})",
    'a variable':
      "export function f(database) {\n  const rows = database.collection('wallets')\n  return rows.bulkWrite([])\n}",
    'a function':
      "const rows = (database) => database.collection('agents')\nexport const f = (d) => rows(d).replaceOne({}, {})",
    'an optional call': "export const f = (database) => database?.collection('journals')?.insertMany([])",
    'an unseen collection': 'export const f = (rows) => rows.insertOne({})',
    'a session': 'export const f = (client) => client.startSession()',
    'a transaction': 'export const f = (session) => session.withTransaction(() => {})',
    'an aggregation that writes': "export const f = (rows) => rows.aggregate([{ $merge: { into: 'payments' } }])",
    'the bare connection': 'export const f = (deps) => deps.database.connection.dropDatabase()',
  }
  test.each(Object.entries(cases))('%s', (_, text) => {
    expect(broken(MODEL, text)).toEqual(['commit'])
    expect(broken('gateway/example.ts', text)).toEqual(['commit'])
  })

  test('a constant and a function of another file', () => {
    const others = {
      'subgraphs/payments/models/payment.ts':
        "export const PAYMENTS = 'payments'\nexport const rows = (database) => database.collection(PAYMENTS)",
    }
    const byName =
      "import { PAYMENTS } from './payment.ts'\nexport const f = (d) => d.collection(PAYMENTS).updateOne({}, {})"
    const byFunction = "import { rows as all } from './payment.ts'\nexport const f = (d) => all(d).updateOne({}, {})"
    expect(broken(MODEL, byName, others)).toEqual(['commit'])
    expect(broken(MODEL, byFunction, others)).toEqual(['commit'])
  })

  test('plain collections, reads, the store itself and tests are free', () => {
    const plain =
      "const rows = (database) => database.collection('leases')\nexport const f = (d) => rows(d).updateOne({}, {})"
    expect(broken(MODEL, plain)).toEqual([])
    expect(broken(MODEL, "export const f = (d) => d.collection('payments').findOne({})")).toEqual([])
    const write = "export const f = (d) => d.collection('payments').insertOne({})"
    expect(broken('subgraphs/shared/commit/store.ts', write)).toEqual([])
    expect(broken('subgraphs/shared/commit/platformShards.ts', write)).toEqual(['commit'])
    expect(broken('subgraphs/shared/commit/dryRun.ts', write)).toEqual(['commit'])
    expect(broken('subgraphs/shared/migrations/runMigrations.ts', write)).toEqual([])
    expect(broken('subgraphs/shared/migrations/lock.ts', write)).toEqual(['commit'])
    expect(broken('gateway/migrations/example.ts', write)).toEqual(['commit'])
    expect(broken('test/integration/example.test.ts', write)).toEqual([])
  })
})

test('one file creates authorizations', () => {
  const text = 'export const f = () => ({ paymentId: 1 }) as unknown as SpendAuthorization'
  expect(broken('subgraphs/payments/services/transfer.ts', text)).toEqual(['authorization'])
  expect(broken('subgraphs/payments/services/authorizeSpend.ts', text)).toEqual([])
})

test('rules use no time, randomness or environment', () => {
  for (const value of [
    'new Date()',
    'Date.now()',
    'performance.now()',
    'Math.random()',
    'process.pid',
    'crypto.randomUUID()',
  ]) {
    expect(broken('subgraphs/mandates/rules/example.ts', `export const f = () => ${value}`), value).toEqual(['purity'])
  }
  expect(broken('subgraphs/mandates/rules/example.ts', 'export const f = (at) => new Date(at)')).toEqual([])
})

test('connections are opened in few places', () => {
  for (const value of ["fetch('https://a.example')", "new WebSocket('wss://a.example')", 'new JsonRpcProvider(url)']) {
    expect(broken('subgraphs/payments/services/example.ts', `export const f = () => ${value}`), value).toEqual([
      'network',
    ])
  }
  expect(broken('subgraphs/payments/chains/evm.ts', "export const f = () => fetch('https://a.example')")).toEqual([])
})

test('unsafe casts are few', () => {
  const others = { 'gateway/other.ts': 'export const v = f() as never\n' }
  for (const cast of ['f() as unknown as Wanted', 'f() as never']) {
    const text = `export const w = ${cast}\n`
    expect(broken('gateway/cast.ts', text), cast).toEqual([])
    expect(broken('gateway/cast.ts', text, others), cast).toEqual(['cast'])
    expect(broken('test/unit/cast.ts', text, others), cast).toEqual([])
  }
  expect(broken('gateway/cast.ts', 'export const w = f() as Wanted\n', others)).toEqual([])
})

test('only the token table names tokens', () => {
  const text = "export const isEuro = (token) => token === 'EURC'"
  expect(broken('subgraphs/payments/services/example.ts', text)).toEqual(['fact'])
  expect(broken('subgraphs/shared/tokens.ts', text)).toEqual([])
  expect(broken('scripts/rates.ts', text)).toEqual([])
})

test('errors and requests have one key in the log', () => {
  for (const call of [
    "log.warn({ error }, 'no')",
    "deps.log.info({ requestId: id }, 'no')",
    'getDeps().log?.error({ error: cause })',
  ])
    expect(broken('gateway/words.ts', call), call).toEqual(['log-key'])
  for (const call of [
    "log.warn({ err: error, request_id: id }, 'no')",
    'answer.error({ error })',
    "log.info('started')",
  ])
    expect(broken('gateway/words.ts', call), call).toEqual([])
})

test('names', () => {
  const text = 'export const f = 1'
  for (const name of ['paymentUtils', 'common', 'retryManager', 'baseStore', 'eventHandler']) {
    expect(broken(`subgraphs/payments/services/${name}.ts`, text), name).toEqual(['name'])
  }
  expect(broken('subgraphs/payments/services/basePrice2.ts', text)).toEqual(['name'])
  expect(broken('subgraphs/payments/services/database.ts', text)).toEqual([])
})

test('lengths', () => {
  const lines = (count: number) => 'void 0\n'.repeat(count)
  expect(broken('gateway/long.ts', `export function f() {\n${lines(70)}}\n`)).toEqual(['function-length'])
  const factory = `export function f() {\n${`function g() {\n${lines(60)}}\n`.repeat(2)}}\n`
  expect(broken('gateway/long.ts', factory)).toEqual([])
})

test('no check is switched off for a whole file', () => {
  expect(broken('gateway/types.ts', '// @ts-nocheck\nexport const f = 1')).toEqual(['silenced'])
  expect(broken('gateway/types.ts', '// biome-ignore-all lint: no\nexport const f = 1')).toEqual(['silenced'])
})

test('no unfinished code, no needless classes', () => {
  expect(broken('gateway/words.ts', '// TODO: later\nexport const f = 1')).toEqual(['unfinished'])
  expect(broken('gateway/words.ts', 'export class Payer {}')).toEqual(['class'])
  expect(broken('gateway/words.ts', 'export class Refused extends Error {}')).toEqual([])
})

test('every test runs', () => {
  for (const call of ["describe.todo('a')", "test.runIf(f)('a', f)", 'test.fails.each([1])', 'context.skip()'])
    expect(broken('test/unit/example.test.ts', `${call}\n`), call).toEqual(['not-run'])
})

test('a file starts with a comment and names no path of one machine', () => {
  expect(findProblems([{ path: 'gateway/a.ts', text: 'export const a = 1\n' }]).map(({ rule }) => rule)).toEqual([
    'opening',
  ])
  expect(broken('gateway/a.ts', "export const a = '/home/someone/project'")).toEqual(['foreign'])
  expect(broken('README.md', 'POST /api/v2/home/orders')).toEqual([])
})

test('a problem names its line', () => {
  const text = '// Ä comment with wide signs: €€€.\nconst a = 1\n// TODO: later\n'
  expect(findProblems([{ path: 'gateway/a.ts', text }])).toMatchObject([
    { path: 'gateway/a.ts', line: 3, rule: 'unfinished' },
  ])
})
