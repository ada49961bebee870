/**
 * `npm run prove -- NAME... [--size ci|full] [--seed N] [--json FILE] [--fault|--faults] [--again]`: tests guarantees of the service
 * against a real database and chain (reliability 7.2). For each it prints one line with figures, and appends one with all
 * of its breaches to the file; any breach ends with exit code 1. `all` stands for every proof; after several a table sums them
 * up. `--fault` breaks the service on purpose, so that there must
 * be breaches; `--faults` runs each proof without and then with its fault, and fails if a fault goes undetected;
 * `--again` gives a proof that ends with an error a second run.
 */
import { appendFileSync } from 'node:fs'
import { codeVersion } from '../codeVersion.ts'
import { readFlags } from '../flags.ts'
import { endShared } from './atEnd.ts'
import { formatReport, type Proof, type ProofInput, type ProofReport, type ProofResult, SIZES } from './proof.ts'
import { PROOFS } from './proofs.ts'

const SHOWN_BREACHES = 10
const commit = codeVersion()

const USAGE = `prove NAME... [--size ${SIZES.join('|')}] [--seed N] [--json FILE] [--fault|--faults] [--again]; NAME is one of: all, ${Object.keys(PROOFS).join(', ')}`
const { values, positionals } = readFlags(USAGE, {
  allowPositionals: true,
  options: {
    size: { type: 'string', default: 'ci' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'string' },
    fault: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
})
const size = SIZES.find((one) => one === values.size)
const seed = Number(values.seed)
const names = positionals.includes('all') ? Object.keys(PROOFS) : positionals
const areKnown = names.length > 0 && names.every((name) => Object.hasOwn(PROOFS, name))
if (!areKnown || size === undefined || !Number.isSafeInteger(seed)) {
  console.error(`Usage: ${USAGE}`)
  process.exitCode = 2
} else {
  const wanted = values.faults ? [false, true] : [values.fault]
  const reports: ProofReport[] = []
  for (const name of names)
    for (const fault of wanted) {
      const report = await run(name, { size, seed, fault })
      const { breaches } = report
      reports.push(report)
      // Where every fault is tried, it is the fault that is not detected that counts.
      if (breaches.length > 0 !== (fault && values.faults)) process.exitCode = 1
    }
  await endShared()
  if (names.length > 1) console.table(reports.map(rowOf))
}

function rowOf({ prove, fault, breaches, seconds }: ProofReport) {
  return { proof: prove, fault, breaches: breaches.length, seconds: Math.round(seconds) }
}

/**
 * A proof that ends with an error has a breach, and does not keep the next from running. One that something uncaught
 * interrupts has one too, and ends the process: what it runs could no longer be stopped.
 *
 * An error gives no verdict, since a wait that was too short on a busy machine is one: with `--again` the proof is run a
 * second time with its seed, and the report tells why. A breach that was found is final.
 */
async function run(name: string, input: ProofInput): Promise<ProofReport> {
  const began = performance.now()
  const aborted = (error: Error): ProofResult => ({ figures: {}, breaches: [`it was aborted: ${error.stack}`] })
  const interrupted = (error: Error) => {
    publish(name, input, began, aborted(error))
    process.exit(1)
  }
  const prove = PROOFS[name] as Proof
  process.on('uncaughtException', interrupted)
  const result = await prove(input).catch((error: Error) =>
    values.again && !input.fault
      ? prove(input).then((second) => ({ ...second, again: String(error.stack) }), aborted)
      : aborted(error),
  )
  process.off('uncaughtException', interrupted)
  return publish(name, input, began, result)
}

function publish(name: string, input: ProofInput, began: number, result: ProofResult): ProofReport {
  const seconds = (performance.now() - began) / 1_000
  const report: ProofReport = { prove: name, commit, ...input, seconds, ...result }
  console.info(formatReport(report))
  if (report.again !== undefined) console.error(`  run a second time, for the first one was aborted: ${report.again}`)
  for (const breach of report.breaches.slice(0, SHOWN_BREACHES)) console.error(`  breach: ${breach}`)
  if (values.json !== undefined) appendFileSync(values.json, `${JSON.stringify(report)}\n`)
  return report
}
