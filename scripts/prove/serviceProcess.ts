/**
 * A service as a process of a proof. With `CRASH_AT`, or told to die, it kills itself when the commit or settlement reaches that
 * step, or the last of several (`a>b`) that it reaches in this order. Told to pause at a step it says so and stops itself there,
 * once. With `STANDING_CLOCK` its clock does not go on meanwhile; with `CLOCK_AHEAD_MS`, or told so, it is ahead.
 */
import { parseConfig } from '../../gateway/config.ts'
import { startService } from '../../gateway/service.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'

/** What fails is the proof's doing. */
const quiet: Log = { info() {}, warn() {}, error() {} }
let stepsToCrash = process.env.CRASH_AT?.split('>') ?? []
/** The first of several is behind it. */
let hasBegun = false
/** The product's own times are for chains with seconds between blocks. */
const options = {
  ...{ leaseMs: 3_000, queuePollMs: 50, resendAfterMs: 1_000, nonceCheckMs: 300, overdueAfterMs: 3_000 },
  ...{ pauseMs: 300, pauseMaxMs: 1_000 },
}
/** Blocks are read all the time: what comes after a transfer was sent, or after the first of several steps, is meant. */
const AFTER_SENDING = ['blockRead', 'blockApplied', 'cursorSaved']
/** Nobody waits long for what a process was sending when it died. */
const delivery = { timeoutMs: 3_000, leaseMarginMs: 3_000 }
let hasSent = false

let pauseAt: string | null = null
let pausedMs = 0
let aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0)

interface Told {
  readonly pauseAt?: string
  readonly dieAt?: string
  readonly aheadMs?: number
}

process.on('message', (told: Told) => {
  // It answers once it is there.
  if (told.pauseAt !== undefined) pauseAt = told.pauseAt
  else process.send?.({ heard: told })
  if (told.dieAt !== undefined) {
    stepsToCrash = told.dieAt.split('>')
    hasBegun = false
    hasSent = false
  }
  aheadMs = told.aheadMs ?? aheadMs
})
// The channel must not keep the process alive, nor end it.
process.channel?.unref()

/** With `CRASH_AT` nothing runs any more after it. */
async function reach(step: string): Promise<void> {
  if (step === stepsToCrash[0]) {
    hasBegun = true
    stepsToCrash.shift()
    if (stepsToCrash.length === 0) process.kill(process.pid, 'SIGKILL')
  }
  if (step !== pauseAt) return
  pauseAt = null
  await new Promise((resolve) => process.send?.({ paused: step }, resolve))
  const before = Date.now()
  process.kill(process.pid, 'SIGSTOP')
  if (process.env.STANDING_CLOCK === 'true') pausedMs += Date.now() - before
}

await startService(parseConfig(process.env), {
  log: quiet,
  clock: { now: () => new Date(Date.now() - pausedMs + aheadMs) },
  commitFaults: { onStep: (step) => reach(`commit:${step}`) },
  delivery,
  settlement: {
    options,
    async onStep(step) {
      if (hasSent || hasBegun || !AFTER_SENDING.includes(step)) await reach(`settlement:${step}`)
      hasSent ||= step === 'sent'
    },
  },
})
