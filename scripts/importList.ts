/**
 * Imports a version of a screening list: `scripts/importList.ts --sdn SDN.XML`, or `--addresses FILE --list NAME
 * --category sanctions|mixer --version V`. Every process takes it at once; what is parked is screened again.
 */
import { createReadStream } from 'node:fs'
import { createLog } from '../gateway/log.ts'
import { MIGRATIONS, migrate } from '../gateway/migrations/list.ts'
import { importScreeningList, LIST_CATEGORIES, type ListImport } from '../subgraphs/payments/index.ts'
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
  'npm run import-list -- --sdn SDN.XML, or --addresses FILE --list NAME --category sanctions|mixer --version V [--effective-at INSTANT]; --force takes an older or much shorter list, too'

const { values } = readFlags(USAGE, {
  options: {
    sdn: { type: 'string' },
    addresses: { type: 'string' },
    list: { type: 'string' },
    category: { type: 'string', default: 'sanctions' },
    version: { type: 'string' },
    'effective-at': { type: 'string' },
    force: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  const input = readInput()
  const config = readConfigBeside()
  const database = await openDatabase({ uri: config.mongodbUri, name: config.databaseName, poolSize: 10 })
  try {
    const log = createLog({ level: 'warn' })
    await migrate({ database, log }, config)
    const commit = createCommit({ database, clock: systemClock, log, schema: MIGRATIONS.length })
    const { imported, isChanged } = await recordCommand({ commit }, 'import-list', async () => {
      const result = await importScreeningList({ database, clock: systemClock }, input)
      noteChange(`screeningLists/${result.imported.list}`, null, result.imported)
      return result
    })
    await commit.drain(CLOSE_MS)
    const { list, version, entries } = imported
    console.info(`${list}: ${version} with ${entries} entries is in force${isChanged ? '' : ' already'}`)
  } finally {
    await database.close()
  }
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
