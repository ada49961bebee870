/** Runs the workers of this process until it stops; one that fails is logged and restarted. */
import { type Log, sleep, type Worker } from '../subgraphs/shared/subgraph.ts'

export interface RunningWorkers {
  /** Ends all of them; resolves when the last has ended or the deadline has passed. */
  stop(deadlineMs: number): Promise<void>
}

const RESTART_AFTER_MS = 1_000

export function runWorkers(workers: readonly Worker[], log: Log): RunningWorkers {
  const stopping = new AbortController()
  const running = workers.map((worker) => keepRunning(worker, log, stopping.signal))
  return {
    async stop(deadlineMs) {
      stopping.abort()
      const deadline = new AbortController()
      await Promise.race([Promise.allSettled(running), sleep(deadlineMs, deadline.signal)])
      deadline.abort()
    },
  }
}

async function keepRunning(worker: Worker, log: Log, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await worker.run(signal)
    } catch (error) {
      log.error({ err: error, worker: worker.name }, 'worker failed and is restarted')
    }
    if (!signal.aborted) await sleep(RESTART_AFTER_MS, signal)
  }
}
