/**
 * `npm run bench -- NAME [--seconds N] [--full] [--json FILE]`: measures on a database of its own and prints. No figure
 * fails a build: machines differ, so only the ratios within one run mean anything (reliability 7.2 row 40).
 */
import { readFlags } from '../flags.ts'
import { writeReport } from '../writeReport.ts'
import { benchAccept } from './accept.ts'
import { benchCards } from './cards.ts'
import { benchEndToEnd } from './endToEnd.ts'
import { benchFanout } from './fanout.ts'
import { type BenchOptions, type BenchReport, formatRatios } from './report.ts'
import { benchSettle } from './settle.ts'
import { benchTogether } from './together.ts'
import { benchWebhooks } from './webhooks.ts'

const BENCHES: Readonly<Record<string, (options: BenchOptions) => Promise<BenchReport>>> = {
  accept: benchAccept,
  cards: benchCards,
  settle: benchSettle,
  'end-to-end': benchEndToEnd,
  fanout: benchFanout,
  together: benchTogether,
  webhooks: benchWebhooks,
}
const SECONDS_DEFAULT = 1

const USAGE = `bench NAME [--seconds N] [--full] [--json FILE]; NAME is one of: ${Object.keys(BENCHES).join(', ')}`
const { values, positionals } = readFlags(USAGE, {
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: String(SECONDS_DEFAULT) },
    full: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const [name = ''] = positionals
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
const seconds = Number(values.seconds)
if (bench === undefined || !(seconds > 0)) {
  console.error(`Usage: ${USAGE}`)
  process.exitCode = 2
} else {
  const report = await bench({ seconds, full: values.full, print: (text) => console.info(text) })
  console.info(`\n${formatRatios(report.ratios)}`)
  if (values.json !== undefined) writeReport(values.json, report)
}
