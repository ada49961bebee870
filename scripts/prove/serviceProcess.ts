/** A service as a process of a proof. With `CRASH_AT` it kills itself when the commit or settlement reaches that step. */
import { parseConfig } from '../../gateway/config.ts'
import { startService } from '../../gateway/service.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'

/** What fails is the proof's doing. */
const quiet: Log = { info() {}, warn() {}, error() {} }
const crashAt = process.env.CRASH_AT
/** The product's own times are for chains with seconds between blocks. */
const options = {
  ...{ leaseMs: 1_000, queuePollMs: 50, resendAfterMs: 1_000, nonceCheckMs: 300, overdueAfterMs: 3_000 },
  ...{ pauseMs: 300, pauseMaxMs: 1_000 },
}
/** Blocks are read all the time: what comes after a transfer was sent is meant. */
const AFTER_SENDING = ['blockRead', 'blockApplied', 'cursorSaved']
let hasSent = false

/** Nothing runs any more after it. */
function reach(step: string): void {
  if (step === crashAt) process.kill(process.pid, 'SIGKILL')
}

await startService(parseConfig(process.env), {
  log: quiet,
  commitFaults: { onStep: (step) => reach(`commit:${step}`) },
  settlement: {
    options,
    onStep(step) {
      if (hasSent || !AFTER_SENDING.includes(step)) reach(`settlement:${step}`)
      hasSent ||= step === 'sent'
    },
  },
})
