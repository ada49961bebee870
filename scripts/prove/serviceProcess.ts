/**
 * A service as a process of a proof. With `CRASH_AT` it kills itself when the commit or settlement reaches that step, or the
 * last of several (`a>b`) that it reaches in this order. Told to pause at a step it says so and stops itself there, once. With
 * `STANDING_CLOCK` its clock does not go on meanwhile.
 */
import { parseConfig } from '../../gateway/config.ts'
import { startService } from '../../gateway/service.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'

/** What fails is the proof's doing. */
const quiet: Log = { info() {}, warn() {}, error() {} }
const stepsToCrash = process.env.CRASH_AT?.split('>') ?? []
/** The product's own times are for chains with seconds between blocks. */
const options = {
  ...{ leaseMs: 3_000, queuePollMs: 50, resendAfterMs: 1_000, nonceCheckMs: 300, overdueAfterMs: 3_000 },
  ...{ pauseMs: 300, pauseMaxMs: 1_000 },
}
/** Blocks are read all the time: what comes after a transfer was sent is meant. */
const AFTER_SENDING = ['blockRead', 'blockApplied', 'cursorSaved']
/** Nobody waits long for what a process was sending when it died. */
const delivery = { timeoutMs: 3_000, leaseMarginMs: 3_000 }
let hasSent = false

let pauseAt: string | null = null
let pausedMs = 0

process.on('message', (told: { readonly pauseAt: string }) => {
  pauseAt = told.pauseAt
})
// The channel must not keep the process alive, nor end it.
process.channel?.unref()

/** With `CRASH_AT` nothing runs any more after it. */
async function reach(step: string): Promise<void> {
  if (step === stepsToCrash[0] && stepsToCrash.shift() && stepsToCrash.length === 0)
    process.kill(process.pid, 'SIGKILL')
  if (step !== pauseAt) return
  pauseAt = null
  await new Promise((resolve) => process.send?.({ paused: step }, resolve))
  const before = Date.now()
  process.kill(process.pid, 'SIGSTOP')
  if (process.env.STANDING_CLOCK === 'true') pausedMs += Date.now() - before
}

await startService(parseConfig(process.env), {
  log: quiet,
  clock: { now: () => new Date(Date.now() - pausedMs) },
  commitFaults: { onStep: (step) => reach(`commit:${step}`) },
  delivery,
  settlement: {
    options,
    async onStep(step) {
      if (hasSent || !AFTER_SENDING.includes(step)) await reach(`settlement:${step}`)
      hasSent ||= step === 'sent'
    },
  },
})
