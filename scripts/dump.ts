/**
 * `npm run dump -- NAME`: runs a scenario with the current code and saves database and chain under test/upgrades/NAME, on which
 * every later version is started (`npm run prove -- upgrade`). A change of stored shapes adds its dump.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './environment.ts'
import { DUMPS, type Dump, storeChain, storeDatabase, writeDump } from './upgrades/dumpFile.ts'
import { runScenario } from './upgrades/scenario.ts'
import { DATABASE_NAME, openStack } from './upgrades/stack.ts'

async function main(): Promise<void> {
  const [name = ''] = process.argv.slice(2)
  if (!/^[a-z0-9-]{1,60}$/.test(name))
    throw new Error('Give the dump a name of lower-case letters, digits and hyphens.')
  if (existsSync(join(DUMPS, name))) throw new Error(`The dump ${name} exists; dumps are never changed.`)
  const stack = await openStack({})
  try {
    const dump = await runScenario(stack)
    await storeDatabase(name, stack.mongodbUri, DATABASE_NAME)
    storeChain(name, stack.dataDir)
    writeDump(name, dump)
    report(name, dump)
  } finally {
    await stack.close()
  }
}

function report(name: string, dump: Dump): void {
  const stages = Object.values(dump.read.payments).map(({ stage, failure_code }) => String(failure_code ?? stage))
  const counts = [...Map.groupBy(stages, (stage) => stage)].map(([stage, all]) => `${all.length} ${stage}`)
  console.info(`${name}: ${counts.join(', ')}; ${dump.answers.length} stored responses`)
}

runCommand(main)
