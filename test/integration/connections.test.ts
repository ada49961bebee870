// Lists of the graph (domain A.1: Relay connections, opaque cursors, at most 100): walked from either end, in every order,
// each row once; cursors of another list or order are refused; totals are counted no further than 10,000.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BY_ID,
  type Connection,
  connectionFields,
  findPage,
  type OrderedArguments,
  toConnection,
} from '../../subgraphs/shared/connections.ts'
import type { Database } from '../../subgraphs/shared/database.ts'
import { openTestDatabase } from '../support/openTestDatabase.ts'

interface Row {
  readonly _id: string
  readonly owner: string
  readonly name: string
  readonly at: Date
}

const ORDERS = { created_at: BY_ID, name: { field: 'name', type: 'text' }, at: { field: 'at', type: 'date' } } as const
type Field = keyof typeof ORDERS
const FIELDS = Object.keys(ORDERS) as Field[]
const DIRECTIONS = ['asc', 'desc'] as const
const CASES = FIELDS.flatMap((field) => DIRECTIONS.map((direction) => ({ field, direction })))

let database: Database
let stop: () => Promise<void>
// Ids in another order than names and instants, both of which repeat.
const rows: Row[] = Array.from({ length: 23 }, (_, i) => ({
  _id: `row_${String(i).padStart(2, '0')}`,
  owner: 'one',
  name: ['b', 'a', 'ä', 'C', '$x'][i % 5] ?? '',
  at: new Date(1_700_000_000_000 + ((i * 7) % 4) * 1_000),
}))

beforeAll(async () => {
  const opened = await openTestDatabase('connections')
  database = opened.database
  stop = opened.stop
  await database.collection<Row>('rows').insertMany([...rows, { ...(rows[0] as Row), _id: 'row_x', owner: 'two' }])
})
afterAll(() => stop())

async function list(args: OrderedArguments<Field>, name = 'rows'): Promise<Connection<Row>> {
  const found = await findPage<Row, Field>(
    database.collection<Row>('rows'),
    { name, filter: { owner: 'one' }, orders: ORDERS },
    args,
  )
  return toConnection(found, (row) => row)
}

const ids = ({ edges }: Connection<Row>) => edges.map(({ node }) => node._id)

function sorted({ field, direction }: (typeof CASES)[number]): string[] {
  const key = ORDERS[field].field as keyof Row
  const order = (a: Row, b: Row) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : a._id < b._id ? -1 : 1)
  const all = rows.toSorted(order).map(({ _id }) => _id)
  return direction === 'asc' ? all : all.reverse()
}

async function refusal(args: OrderedArguments<Field>, name?: string) {
  const error = await list(args, name).then(
    () => null,
    (one: { type?: string; details?: { fields?: { path: string; code: string }[] } }) => one,
  )
  expect(error?.type).toBe('invalid_request')
  const [field] = error?.details?.fields ?? []
  return `${field?.path} ${field?.code}`
}

describe('walking', () => {
  test.each(CASES)('forwards by $field $direction returns each row once, in order', async (orderBy) => {
    const walked: string[] = []
    let after: string | null = null
    for (let hasNext = true; hasNext; ) {
      const page: Connection<Row> = await list({ first: 5, after, orderBy })
      expect(page.pageInfo).toMatchObject({ hasPreviousPage: after !== null, hasNextPage: walked.length + 5 < 23 })
      walked.push(...ids(page))
      after = page.pageInfo.endCursor
      hasNext = page.pageInfo.hasNextPage
    }
    expect(walked).toEqual(sorted(orderBy))
  })

  test.each(CASES)('backwards by $field $direction returns the same rows in the same order', async (orderBy) => {
    const walked: string[] = []
    let before: string | null = null
    for (let hasPrevious = true; hasPrevious; ) {
      const page: Connection<Row> = await list({ last: 5, before, orderBy })
      expect(page.pageInfo).toMatchObject({ hasNextPage: before !== null, hasPreviousPage: walked.length + 5 < 23 })
      walked.unshift(...ids(page))
      before = page.pageInfo.startCursor
      hasPrevious = page.pageInfo.hasPreviousPage
    }
    expect(walked).toEqual(sorted(orderBy))
  })

  test.each(CASES)('between two cursors by $field $direction returns the rows between them', async (orderBy) => {
    const { edges } = await list({ first: 20, orderBy })
    const bounds = { after: edges[3]?.cursor ?? '', before: edges[9]?.cursor ?? '', orderBy }
    const between = sorted(orderBy).slice(4, 9)
    expect(ids(await list(bounds))).toEqual(between)
    expect(ids(await list({ ...bounds, first: 2 }))).toEqual(between.slice(0, 2))
    expect(ids(await list({ ...bounds, last: 2 }))).toEqual(between.slice(-2))
  })

  test('is newest first, 50 rows, by default', async () => {
    expect(ids(await list({}))).toEqual(sorted({ field: 'created_at', direction: 'desc' }))
    const nodes = connectionFields.nodes(await list({ first: 3 }))
    expect(nodes.map(({ _id }) => _id)).toEqual(['row_22', 'row_21', 'row_20'])
  })

  test('continues after a deleted row', async () => {
    const rest = database.collection<Row>('rows')
    const { edges } = await list({ first: 2 })
    await rest.deleteOne({ _id: 'row_21' })
    try {
      expect(ids(await list({ first: 2, after: edges[1]?.cursor ?? '' }))).toEqual(['row_20', 'row_19'])
    } finally {
      await rest.insertOne(rows[21] as Row)
    }
  })
})

describe('cursors of the default order from before they named their list', () => {
  const earlier = (id: string) => Buffer.from(`1:${id}`).toString('base64url')
  const byDate = async (after: string) =>
    toConnection(
      await findPage<Row, 'created_at'>(
        database.collection<Row>('rows'),
        { name: 'rows', filter: { owner: 'one' }, orders: { created_at: ORDERS.at } },
        { after, first: 100 },
      ),
      (row) => row,
    )

  test('continue after their row, which may be deleted if the order is by id', async () => {
    expect(ids(await list({ first: 2, after: earlier('row_20') }))).toEqual(['row_19', 'row_18'])
    expect(ids(await list({ first: 2, after: earlier('row_20x') }))).toEqual(['row_20', 'row_19'])
    const all = sorted({ field: 'at', direction: 'desc' })
    expect(ids(await byDate(earlier(all[4] ?? '')))).toEqual(all.slice(5))
  })

  test('are refused for another order, and for a row that is not in the list', async () => {
    for (const orderBy of CASES.filter(({ field, direction }) => `${field} ${direction}` !== 'created_at desc'))
      expect(await refusal({ after: earlier('row_20'), orderBy })).toBe('after invalid_cursor')
    for (const id of ['row_x', 'row_99'])
      await expect(byDate(earlier(id))).rejects.toMatchObject({ type: 'invalid_request' })
    for (const text of [earlier(''), earlier('a b'), earlier('x'.repeat(201)), earlier('x'.repeat(2_000))])
      expect(await refusal({ after: text })).toBe('after invalid_cursor')
  })
})

describe('refused', () => {
  test.each([
    [{ first: 0 }, 'first out_of_range'],
    [{ first: 101 }, 'first out_of_range'],
    [{ last: -1 }, 'last out_of_range'],
    [{ last: 101 }, 'last out_of_range'],
    [{ first: 1, last: 1 }, 'last both_directions'],
    [{ after: 'x' }, 'after invalid_cursor'],
    [{ before: '' }, 'before invalid_cursor'],
    [{ after: 'x'.repeat(2_000) }, 'after invalid_cursor'],
    [{ after: Buffer.from('["rows.created_at.desc",{"$gt":""}]').toString('base64url') }, 'after invalid_cursor'],
    [{ after: Buffer.from('["rows.created_at.desc","a","b"]').toString('base64url') }, 'after invalid_cursor'],
  ])('%j: %s', async (args, expected) => {
    expect(await refusal(args)).toBe(expected)
  })

  test('a cursor of another list, of another field and of the other direction', async () => {
    const { startCursor: after } = (await list({ first: 1 })).pageInfo
    expect(await refusal({ after }, 'others')).toBe('after invalid_cursor')
    for (const orderBy of CASES.filter(({ field, direction }) => `${field} ${direction}` !== 'created_at desc'))
      expect(await refusal({ after, orderBy })).toBe('after invalid_cursor')
  })

  test('a cursor whose value is of another kind than what the order sorts by', async () => {
    for (const value of [1e300, null, { $gt: '' }, ['a']])
      for (const field of ['name', 'at'] as const) {
        const after = Buffer.from(JSON.stringify([`rows.${field}.asc`, 'row_01', value])).toString('base64url')
        expect(await refusal({ after, orderBy: { field, direction: 'asc' } })).toBe('after invalid_cursor')
      }
  })
})

describe('totals', () => {
  const totalOf = async (page: Connection<unknown>) =>
    [await connectionFields.totalCount(page), await connectionFields.totalCountIsExact(page)] as const
  const pageOf = (countAll: () => Promise<number>) =>
    toConnection(
      { rows: ['a', 'b'], hasNextPage: true, hasPreviousPage: false, cursorOf: (row) => row, countAll },
      String,
    )

  test('count the whole list on every page of it', async () => {
    const one = await list({ first: 2 })
    expect(await totalOf(one)).toEqual([23, true])
    expect(await totalOf(await list({ last: 2, before: one.pageInfo.endCursor }))).toEqual([23, true])
  })

  test('are exact up to 10,000 and say so above', async () => {
    const many = Array.from({ length: 10_001 }, (_, i) => ({ _id: `many_${i}`, owner: 'many' }))
    await database.collection<{ _id: string; owner: string }>('rows').insertMany(many)
    const count = (owner: string) =>
      findPage<Row, 'created_at'>(
        database.collection<Row>('rows'),
        { name: 'many', filter: { owner }, orders: { created_at: BY_ID } },
        { first: 1 },
      )
    const totalsOf = async () => totalOf(toConnection(await count('many'), String))
    expect(await totalsOf()).toEqual([10_000, false])
    await database.collection<Row>('rows').deleteOne({ _id: 'many_0' })
    expect(await totalsOf()).toEqual([10_000, true])
  })

  test('are counted only when selected, and once', async () => {
    let counts = 0
    const page = pageOf(async () => ++counts)
    expect(counts).toBe(0)
    expect(await totalOf(page)).toEqual([1, true])
    expect(counts).toBe(1)
  })

  test('that take too long become the known lower bound; another failure stays a failure', async () => {
    const late = Object.assign(new Error('operation exceeded time limit'), { code: 50 })
    expect(await totalOf(pageOf(() => Promise.reject(late)))).toEqual([2, false])
    await expect(totalOf(pageOf(() => Promise.reject(new Error('gone'))))).rejects.toThrow('gone')
  })
})

test('a query with a filter that matches next to nothing is aborted, instead of occupying the database', async () => {
  const slow = findPage<Row, Field>(
    database.collection<Row>('rows'),
    { name: 'slow', filter: { $where: 'sleep(500) || false' }, orders: ORDERS },
    {},
  )
  await expect(slow).rejects.toMatchObject({ type: 'gateway_timeout', details: { reason: 'list_too_slow' } })
}, 20_000)

test('a cursor with an instant that is out of range is refused', async () => {
  const far = Buffer.from(JSON.stringify(['rows.at.asc', 'row_00', 9e15])).toString('base64url')
  const asked = list({ orderBy: { field: 'at', direction: 'asc' }, after: far })
  await expect(asked).rejects.toMatchObject({ type: 'invalid_request' })
})
