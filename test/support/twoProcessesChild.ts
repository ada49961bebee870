/** The second process of `twoProcesses.ts`: pays in rounds through its own groupCommit, and kills itself where it is told to. */
import { writeSync } from 'node:fs'
import { systemClock } from '../../subgraphs/shared/clock.ts'
import { createCommit } from '../../subgraphs/shared/commit/groupCommit.ts'
import { createProcessWorker } from '../../subgraphs/shared/commit/processes.ts'
import { openDatabase } from '../../subgraphs/shared/database.ts'
import { payIntent } from '../unit/commit/spendWorld.ts'
import { keyOf, type SecondProcessInput, type SecondProcessLine } from './twoProcesses.ts'

const input = JSON.parse(process.argv[2] ?? '') as SecondProcessInput
const log = { info() {}, warn() {}, error() {} }
const database = await openDatabase({ uri: input.uri, name: input.databaseName })
let round = 0

const commit = createCommit({
  ...{ database, clock: systemClock, log, options: { concurrency: 1 } },
  faults: {
    onStep(step) {
      print({ kind: 'step', step, round })
      if (input.killAt?.step === step && input.killAt.round === round) process.kill(process.pid, 'SIGKILL')
    },
  },
})

const stop = new AbortController()
if (input.heartbeat) {
  void createProcessWorker({ database, commit, log }).run(stop.signal)
  await database.collection('processes').findOne({})
  while ((await database.collection('processes').countDocuments({ pid: process.pid })) === 0) {}
}

for (; round < input.rounds; round++)
  await Promise.all(
    Array.from({ length: input.callers }, async (_, caller) => {
      const key = keyOf(round, caller)
      const paymentId = `pay_o${input.org}p${process.pid}${key}`
      const outcome = await commit.submit(
        payIntent({ org: input.org, wallet: caller % 2, id: paymentId, units: 1n, key }),
      )
      print({ kind: 'told', key, outcome: outcome.kind, paymentId })
    }),
  )
stop.abort()
await commit.drain(1_000)
await database.close()

/** At once and whole: what a caller was told must be on record before anything else happens. */
function print(line: SecondProcessLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}
