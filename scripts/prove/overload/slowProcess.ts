/**
 * Gives a process a share of a processor, as a slow machine would: it runs for a while and stands still for a while. What can
 * be offered on the same machine is a multiple of what it can do then, and sending it takes nothing away from it.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads'

const RUNS_MS = 10
const STANDS_MS = 10

/** @returns lets it run freely again */
export async function slowDown(pid: number): Promise<() => Promise<void>> {
  const stopping = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  // In a thread of its own: a busy event loop would be late.
  const worker = new Worker(new URL(import.meta.url), { workerData: { pid, stopping } })
  await new Promise((resolve, reject) => worker.once('online', resolve).once('error', reject))
  return async () => {
    Atomics.store(stopping, 0, 1)
    Atomics.notify(stopping, 0)
    if (worker.threadId !== -1) await new Promise((resolve) => worker.once('exit', resolve))
  }
}

function alternate({ pid, stopping }: { readonly pid: number; readonly stopping: Int32Array }): void {
  try {
    while (Atomics.load(stopping, 0) === 0) {
      process.kill(pid, 'SIGSTOP')
      Atomics.wait(stopping, 0, 0, STANDS_MS)
      process.kill(pid, 'SIGCONT')
      Atomics.wait(stopping, 0, 0, RUNS_MS)
    }
  } catch {
    // It has ended.
  }
}

if (!isMainThread) alternate(workerData)
