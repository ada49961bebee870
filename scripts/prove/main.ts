/**
 * `npm run prove -- NAME [--size ci|full] [--seed N] [--json FILE] [--fault]`: tests a guarantee of the service against a
 * real database and chain (reliability 7.2). Prints one line with figures; any breach ends with exit code 1.
 */
import { readFlags } from '../flags.ts'
import { writeReport } from '../writeReport.ts'
import { formatReport, type ProofReport, SIZES } from './proof.ts'
import { PROOFS } from './proofs.ts'

const SHOWN_BREACHES = 10

const USAGE = `prove NAME [--size ${SIZES.join('|')}] [--seed N] [--json FILE] [--fault]; NAME is one of: ${Object.keys(PROOFS).join(', ')}`
const { values, positionals } = readFlags(USAGE, {
  allowPositionals: true,
  options: {
    size: { type: 'string', default: 'ci' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'string' },
    fault: { type: 'boolean', default: false },
  },
})
const [name = ''] = positionals
const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined
const size = SIZES.find((one) => one === values.size)
const seed = Number(values.seed)
if (proof === undefined || size === undefined || !Number.isSafeInteger(seed)) {
  console.error(`Usage: ${USAGE}`)
  process.exitCode = 2
} else {
  const began = performance.now()
  const result = await proof({ size, seed, fault: values.fault })
  const seconds = (performance.now() - began) / 1_000
  const report: ProofReport = { prove: name, size, seed, fault: values.fault, seconds, ...result }
  console.info(formatReport(report))
  for (const breach of report.breaches.slice(0, SHOWN_BREACHES)) console.error(`  breach: ${breach}`)
  if (values.json !== undefined) writeReport(values.json, report)
  process.exitCode = report.breaches.length > 0 ? 1 : 0
}
