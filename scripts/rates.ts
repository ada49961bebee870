/**
 * Loads exchange rates, by which other currencies are converted to US dollars: `scripts/rates.ts --rate 1.0850 --source ecb [--as-of INSTANT]`, or
 * `--file rates.json` with a list of {pair, rate, as_of, source}. A rate is valid for 24 hours.
 */
import { readFileSync } from 'node:fs'
import { createLog } from '../gateway/log.ts'
import { MIGRATIONS, migrate } from '../gateway/migrations/list.ts'
import { loadRates, type RateInput } from '../subgraphs/payments/index.ts'
import { noteChange } from '../subgraphs/shared/acting.ts'
import { systemClock } from '../subgraphs/shared/clock.ts'
import { createCommit } from '../subgraphs/shared/commit/groupCommit.ts'
import { openDatabase } from '../subgraphs/shared/database.ts'
import { recordCommand } from './commandAct.ts'
import { readConfigBeside, runCommand } from './environment.ts'
import { readFlags } from './flags.ts'

const CLOSE_MS = 5_000
const USAGE = 'npm run rates -- --rate 1.0850 [--pair EUR/USD] [--as-of INSTANT] [--source NAME], or --file rates.json'

const { values } = readFlags(USAGE, {
  options: {
    rate: { type: 'string' },
    pair: { type: 'string' },
    'as-of': { type: 'string' },
    source: { type: 'string', default: 'operator' },
    file: { type: 'string' },
  },
})

async function main(): Promise<void> {
  const inputs = readInputs()
  const config = readConfigBeside()
  const database = await openDatabase({ uri: config.mongodbUri, name: config.databaseName, poolSize: 2 })
  try {
    const log = createLog({ level: 'warn' })
    await migrate({ database, log }, config)
    const commit = createCommit({ database, clock: systemClock, log, schema: MIGRATIONS.length })
    const loaded = await recordCommand({ commit }, 'rates', async () => {
      const rates = await loadRates({ database, clock: systemClock }, inputs)
      for (const rate of rates) noteChange(`fxRates/${rate.pair}`, null, rate)
      return rates
    })
    await commit.drain(CLOSE_MS)
    for (const { pair, rate, asOf, source } of loaded)
      console.info(`${pair} ${rate} as of ${asOf.toISOString()} (${source})`)
  } finally {
    await database.close()
  }
}

function readInputs(): readonly RateInput[] {
  if (values.file === undefined && values.rate === undefined)
    throw new Error(`Give --rate, or --file.\nUsage: ${USAGE}`)
  if (values.file === undefined)
    return [{ pair: values.pair, rate: values.rate, as_of: values['as-of'], source: values.source }]
  const read: unknown = JSON.parse(readFileSync(values.file, 'utf8'))
  if (!Array.isArray(read)) throw new Error(`${values.file} must hold a list of {pair, rate, as_of, source}.`)
  return read as RateInput[]
}

runCommand(main)
