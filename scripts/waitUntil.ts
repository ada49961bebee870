/** Polling for what another process, a worker or a chain brings about. */
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 50

/**
 * @param what names the condition in the error
 * @param check any value but false, null and undefined ends the wait
 * @returns what the check gave
 * @throws Error when it gives nothing in time
 */
export async function waitUntil<T>(
  what: string,
  check: () => Promise<T | false | null | undefined>,
  withinMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const value = await check()
    if (value !== false && value !== null && value !== undefined) return value
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await sleep(POLL_MS)
  }
}
