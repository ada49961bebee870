/** The process of `migrationsWorld.ts`. */
import { openDatabase } from '../../subgraphs/shared/database.ts'
import { runMigrations } from '../../subgraphs/shared/migrations/runMigrations.ts'
import { type ChildInput, MIGRATIONS } from './migrationsWorld.ts'

const input = JSON.parse(process.argv[2] ?? '') as ChildInput
const log = { info() {}, warn() {}, error() {} }
const database = await openDatabase({ uri: input.uri, name: input.databaseName })
let times = 0
await runMigrations(
  { database, log, migrations: MIGRATIONS.slice(0, input.known), secretsOf: () => ({ seal: (text) => text }) },
  {
    ...{ batchSize: input.batchSize, lockMs: 1_000 },
    onStep(step) {
      if (step === input.killAt?.step && ++times === input.killAt.time) process.kill(process.pid, 'SIGKILL')
    },
  },
)
await database.close()
