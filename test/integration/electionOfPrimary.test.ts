// A node whose role changes just after it was connected to harms nobody (reliability 7.2, failover): what is asked of it fails
// until it is primary and succeeds afterwards, and nothing is thrown that no caller can catch.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locateMongod } from '../../scripts/embedded/locateMongod.ts'
import { freePort } from '../../scripts/embedded/ports.ts'
import { waitUntil } from '../../scripts/waitUntil.ts'
import { type Database, openDatabase } from '../../subgraphs/shared/database.ts'

const CONNECTIONS = 6
const folder = mkdtempSync(join(tmpdir(), 'payment-service-test-election-'))
const databases: Database[] = []
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)
let mongod: ChildProcess | undefined
let port: number

beforeAll(async () => {
  const log = { info() {}, warn() {} }
  const { path } = await locateMongod({ dataDir: folder, env: process.env, log })
  port = await freePort()
  mongod = spawn(path, ['--dbpath', folder, '--replSet', 'rs0', '--bind_ip', '127.0.0.1', '--port', String(port)], {
    stdio: 'ignore',
  })
  process.prependListener('uncaughtException', note)
})
afterAll(async () => {
  process.off('uncaughtException', note)
  await Promise.all(databases.map((database) => database.close()))
  mongod?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('a node that becomes primary just after it was connected to', async () => {
  const uri = `mongodb://127.0.0.1:${port}/?directConnection=true`
  for (let n = 0; n < CONNECTIONS; n++) databases.push(await openDatabase({ uri, name: 'election' }))
  const admin = databases[0]?.bounded.client.db('admin')
  const elected = admin?.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } })
  const insert = (database: Database) =>
    database.bounded.collection<{ n: number }>('rows').insertOne({ n: 1 }, { writeConcern: { w: 1 } })
  const refused: unknown[] = []
  await Promise.all(
    databases.map((database) =>
      waitUntil('a row is written', async () => {
        const outcome = await insert(database).catch((error: unknown) => void refused.push(error))
        return outcome?.acknowledged
      }),
    ),
  )
  await elected
  await sleep(1_000)
  expect(refused).not.toEqual([])
  expect(uncaught).toEqual([])
  for (const database of databases) expect((await insert(database)).acknowledged).toBe(true)
})
