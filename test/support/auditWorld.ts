// A database and a chain as a real run left them, and copies of the database to break: what is broken is sealed again, as
// a faulty service would have sealed it, so that only the fault itself can be found.
import { mongo } from 'mongoose'
import { type AuditReport, audit } from '../../scripts/audit/audit.ts'
import { hashOf } from '../../scripts/audit/hashChain.ts'
import { callRpc } from '../../scripts/embedded/rpc.ts'
import { listDumps, readDump, restoreChain, restoreDatabase } from '../../scripts/upgrades/dumpFile.ts'
import { openStack } from '../../scripts/upgrades/stack.ts'

const DATABASE = 'audited'

export type Row = Record<string, unknown> & { _id: string }

export interface Copy {
  rows(collection: string, filter?: object, sort?: Record<string, 1 | -1>): Promise<Row[]>
  /** @throws Error where the run left no such row */
  row(collection: string, filter: object): Promise<Row>
  set(collection: string, id: string, fields: object): Promise<void>
  insert(collection: string, row: object): Promise<void>
  remove(collection: string, id: string): Promise<void>
  /** Numbers and seals the journals or events of an organization in this order, and its position with them. */
  reseal(collection: 'journals' | 'events', orgId: unknown, rows: readonly Row[]): Promise<void>
  /** @param overdueMs as of a service that runs */
  audit(overdueMs?: number): Promise<AuditReport>
  /** The block that the service has read last is the newest one. */
  readAll(): Promise<void>
}

export async function openAuditWorld() {
  const name = listDumps().at(-1) ?? ''
  const dump = readDump(name)
  const prepare = (dataDir: string) => restoreChain(name, dataDir, dump.secrets.chain)
  const stack = await openStack({ prepare, instant: new Date(dump.instant) })
  const { mongodbUri, rpcUrl } = stack
  await restoreDatabase(name, mongodbUri, DATABASE)
  const client = await mongo.MongoClient.connect(mongodbUri, { useBigInt64: true, ignoreUndefined: true })
  const database = client.db(DATABASE)
  const original = new Map<string, Row[]>()
  for (const { name: collection } of await database.listCollections().toArray())
    original.set(collection, await database.collection<Row>(collection).find().toArray())
  const touched = new Set<string>()
  return {
    mongodbUri,
    rpcUrl,
    database: DATABASE,
    rpc: (method: string, ...params: unknown[]) => callRpc(rpcUrl, method, params),
    /** The data of the run again, whatever an earlier test has changed. */
    async copy(): Promise<Copy> {
      for (const collection of touched) {
        await database.collection(collection).deleteMany({})
        const rows = original.get(collection) ?? []
        if (rows.length > 0) await database.collection<Row>(collection).insertMany(rows)
      }
      touched.clear()
      return openCopy(database, touched, { mongodbUri, rpcUrl })
    },
    async close() {
      await client.close()
      await stack.close()
    },
  }
}

function openCopy(
  database: mongo.Db,
  touched: Set<string>,
  { mongodbUri, rpcUrl }: { mongodbUri: string; rpcUrl: string },
): Copy {
  const of = (collection: string) => database.collection<Row>(collection)
  const change = (collection: string) => {
    touched.add(collection)
    return of(collection)
  }
  const copy: Copy = {
    rows: (collection, filter = {}, sort = { _id: 1 }) =>
      of(collection).find(filter).sort(sort).toArray() as Promise<Row[]>,
    async row(collection, filter) {
      const found = await of(collection).findOne(filter, { sort: { _id: 1 } })
      if (found === null) throw new Error(`no row of ${collection} with ${JSON.stringify(filter)}`)
      return found as Row
    },
    async set(collection, id, fields) {
      const { matchedCount } = await change(collection).updateOne({ _id: id }, { $set: { ...fields } })
      if (matchedCount !== 1) throw new Error(`${collection} has no ${id}`)
    },
    async insert(collection, row) {
      await change(collection).insertOne(row as mongo.OptionalUnlessRequiredId<Row>)
    },
    async remove(collection, id) {
      await change(collection).deleteOne({ _id: id })
    },
    async reseal(collection, orgId, rows) {
      const [number, prevHash] = collection === 'journals' ? ['journalSeq', 'journalHash'] : ['cursor', 'eventHash']
      await change(collection).deleteMany({ orgId })
      const walletSeqs = new Map<unknown, number>()
      let last = ''
      for (const [index, row] of rows.entries()) {
        const { hash: _, ...content } = numbered(collection, row, index + 1, walletSeqs)
        content.prevHash = last
        last = hashOf(content)
        await copy.insert(collection, { ...content, hash: last })
      }
      await copy.set('positions', `org:${orgId}`, { [number]: rows.length, [prevHash]: last })
      // The log that is sealed, and that endpoints are told of, is another one.
      if (collection === 'events') {
        await copy.remove('auditSeals', String(orgId))
        await change('deliveries').deleteMany({ orgId })
        await change('webhooks').updateMany({ orgId }, { $set: { cursor: 0 } })
      }
      for (const [walletId, seq] of walletSeqs) await copy.set('positions', `wal:${walletId}`, { seq })
    },
    async readAll() {
      const block = (await callRpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false])) as Record<string, string>
      const number = Number(block.number)
      await copy.set('chainCursors', 'test:base', { number, recent: [{ number, hash: block.hash }] })
    },
    audit(overdueMs) {
      const endpoints = new Map([['test:base', [rpcUrl]]])
      const running = overdueMs === undefined ? {} : { overdueMs }
      return audit({ mongodbUri, database: DATABASE, endpoints, patienceMs: 1_000, ...running })
    },
  }
  return copy
}

function numbered(collection: string, row: Row, number: number, walletSeqs: Map<unknown, number>): Row {
  if (collection === 'journals') return { ...row, seq: number }
  const walletSeq = row.walletId === null ? 0 : (walletSeqs.get(row.walletId) ?? 0) + 1
  if (row.walletId !== null) walletSeqs.set(row.walletId, walletSeq)
  const _id = `${row._id.slice(0, row._id.lastIndexOf('_'))}_${number.toString(36).padStart(9, '0')}`
  return { ...row, _id, cursor: number, walletSeq }
}

/** Of a position, in USDC on base. */
export const balancesOf = (row: Row) => (row.balances as Record<string, Record<string, bigint>>)['base:USDC'] ?? {}

/** Adds to balances of a wallet, as if they had been posted. */
export async function raiseBalances(copy: Copy, walletId: unknown, changes: Record<string, bigint>): Promise<void> {
  const known = balancesOf(await copy.row('positions', { _id: `wal:${walletId}` }))
  const next = Object.entries(changes).map(([name, units]) => [
    `balances.base:USDC.${name}`,
    (known[name] ?? 0n) + units,
  ])
  await copy.set('positions', `wal:${walletId}`, Object.fromEntries(next))
}

/** A wallet that has some money. */
export async function wealthyPosition(copy: Copy): Promise<Row> {
  const rows = await copy.rows('positions', { walletId: { $exists: true } })
  return rows.find((row) => (balancesOf(row).available ?? 0n) > 10n) as Row
}

/** Changes one line of a journal entry about gas, and seals the chain of entries again. */
export async function changeGas(copy: Copy, account: string, change: (line: Row) => object): Promise<void> {
  const { orgId, _id } = await copy.row('journals', { type: 'gas_paid' })
  const all = await copy.rows('journals', { orgId }, { seq: 1 })
  const lines = all.find((row) => row._id === _id)?.lines as Row[]
  const line = lines.find((one) => one.account === account) as Row
  Object.assign(line, change(line))
  await copy.reseal('journals', orgId, all)
}

/** A step of a hold over one unit. */
export function holdJournal(wallet: Row, id: string, step: string, [debit, credit]: [string, string]): Row {
  const line = { walletId: wallet.walletId, token: 'USDC', chain: 'base', amount: 1n }
  return {
    _id: `led_${id}.${step}`,
    ...{ orgId: wallet.orgId, seq: 0, type: 'hold', reference: { resource: 'hold', id } },
    lines: [
      { ...line, account: debit, direction: 'debit' },
      { ...line, account: credit, direction: 'credit' },
    ],
    ...{ postedAt: new Date(), prevHash: '', hash: '' },
  }
}
