/** The `--json` option of benchmarks and proofs. */
import { writeFileSync } from 'node:fs'

export function writeReport(path: string, report: object): void {
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
}
