/**
 * Imports a version of a screening list: `scripts/importList.ts --sdn SDN.XML`, or `--addresses FILE --list NAME
 * --category sanctions|mixer --version V`. Every process takes it at once; what is parked is screened again. `--withdraw NAME
 * --reason "..."` takes a list out of force.
 */
import { createReadStream } from 'node:fs'
import { createLog } from '../gateway/log.ts'
import { MIGRATIONS, migrate } from '../gateway/migrations/list.ts'
import {
  importScreeningList,
  LIST_CATEGORIES,
  type ListImport,
  withdrawScreeningList,
} from '../subgraphs/payments/index.ts'
import { noteChange } from '../subgraphs/shared/acting.ts'
import { systemClock } from '../subgraphs/shared/clock.ts'
import { createCommit } from '../subgraphs/shared/commit/groupCommit.ts'
import { openDatabase } from '../subgraphs/shared/database.ts'
import { recordCommand } from './commandAct.ts'
import { readConfigBeside, runCommand } from './environment.ts'
import { readFlags } from './flags.ts'
import { readAddressLines } from './screeningLists/addressLines.ts'
import { readSdnXml } from './screeningLists/sdnXml.ts'

const CLOSE_MS = 5_000
const USAGE =
  'npm run import-list -- --sdn SDN.XML, or --addresses FILE --list NAME --category sanctions|mixer --version V [--effective-at INSTANT]; --force takes an older or much shorter list, too; --withdraw NAME --reason "..." takes a list out of force'

const { values } = readFlags(USAGE, {
  options: {
    sdn: { type: 'string' },
    addresses: { type: 'string' },
    list: { type: 'string' },
    category: { type: 'string', default: 'sanctions' },
    version: { type: 'string' },
    'effective-at': { type: 'string' },
    force: { type: 'boolean', default: false },
    withdraw: { type: 'string' },
    reason: { type: 'string' },
  },
})

type Act = (deps: Parameters<typeof importScreeningList>[0]) => Promise<string>

async function main(): Promise<void> {
  const act = values.withdraw === undefined ? importing(readInput()) : withdrawing(values.withdraw)
  const config = readConfigBeside()
  const database = await openDatabase({ uri: config.mongodbUri, name: config.databaseName, poolSize: 10 })
  try {
    const log = createLog({ level: 'warn' })
    await migrate({ database, log }, config)
    const commit = createCommit({ database, clock: systemClock, log, schema: MIGRATIONS.length })
    console.info(await recordCommand({ commit }, 'import-list', () => act({ database, clock: systemClock })))
    await commit.drain(CLOSE_MS)
  } finally {
    await database.close()
  }
}

const importing =
  (input: ListImport): Act =>
  async (deps) => {
    const { imported, isChanged } = await importScreeningList(deps, input)
    noteChange(`screeningLists/${imported.list}`, null, imported)
    const { list, version, entries } = imported
    return `${list}: ${version} with ${entries} entries is in force${isChanged ? '' : ' already'}`
  }

const withdrawing =
  (list: string): Act =>
  async (deps) => {
    const { withdrawn, reason } = await withdrawScreeningList(deps, { list, reason: values.reason ?? '' })
    noteChange(`screeningLists/${list}`, withdrawn, { withdrawn: true, reason })
    return `${list}: ${withdrawn.version} is no longer in force`
  }

function readInput(): ListImport {
  const { sdn, addresses, list, version, force } = values
  if (sdn !== undefined)
    return {
      ...{ list: list ?? 'ofac-sdn', category: 'sanctions', source: 'OFAC, SDN.XML', isForced: force },
      ...readSdnXml(createReadStream(sdn)),
    }
  const category = LIST_CATEGORIES.find((one) => one === values.category)
  if (addresses === undefined || list === undefined || version === undefined || category === undefined)
    throw new Error(`Give --sdn, or --addresses with --list, --category and --version.\nUsage: ${USAGE}`)
  const effectiveAt = values['effective-at'] === undefined ? new Date() : new Date(values['effective-at'])
  if (Number.isNaN(effectiveAt.getTime())) throw new Error('--effective-at is not an instant')
  return {
    ...{ list, category, source: addresses, isForced: force },
    entries: readAddressLines(createReadStream(addresses), list),
    version: () => ({ version, effectiveAt }),
  }
}

runCommand(main)
