/**
 * A well-behaved client: requests at a fixed rate, whether or not the one before is answered, over kept connections, and a
 * socket that stays open all the time. Latency counts from when a request was due.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { WebSocket } from 'ws'

export interface Seen {
  readonly latenciesMs: readonly number[]
  readonly errors: readonly string[]
}

export interface GoodClient {
  run(ms: number): Promise<Seen>
  runUntil(end: Promise<unknown>): Promise<Seen>
  close(): Promise<void>
}

const EVERY_MS = 20
const PATIENCE_MS = 5_000

export function openGoodClient(url: string, apiKey: string): GoodClient {
  const pool = new Pool(url, { connections: 8, pipelining: 1 })
  const headers = { 'x-api-key': apiKey }
  const signal = () => AbortSignal.timeout(PATIENCE_MS)

  async function ask(): Promise<string | null> {
    try {
      const { statusCode, body } = await pool.request({
        path: '/api/v2/agents?limit=1',
        method: 'GET',
        headers,
        signal: signal(),
      })
      const text = await body.text()
      return statusCode === 200 ? null : `${statusCode}: ${text.slice(0, 200)}`
    } catch (error) {
      return error instanceof Error ? `${error.name} ${error.message}` : String(error)
    }
  }

  async function runUntil(end: Promise<unknown>): Promise<Seen> {
    const latenciesMs: number[] = []
    const errors: string[] = []
    const running = new Set<Promise<void>>()
    const socket = openSocket(url, apiKey, errors)
    let isOver = false
    end.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    const began = performance.now()
    for (let n = 0; !isOver; n++) {
      const dueAt = began + n * EVERY_MS
      await sleep(Math.max(0, dueAt - performance.now()))
      const request = ask().then((error) => {
        latenciesMs.push(performance.now() - dueAt)
        if (error !== null) errors.push(error)
        running.delete(request)
      })
      running.add(request)
    }
    await Promise.all(running)
    socket.close()
    return { latenciesMs, errors: [...new Set(errors)] }
  }

  return { run: (ms) => runUntil(sleep(ms)), runUntil, close: () => pool.destroy() }
}

/** Acknowledged once, and never closed by the other side. */
function openSocket(url: string, apiKey: string, errors: string[]): { close(): void } {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws')
  let closing = false
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { 'x-api-key': apiKey } })))
  socket.on('error', (error) => errors.push(`its socket: ${error.message}`))
  socket.on('close', (code, reason) => {
    if (!closing) errors.push(`its socket closed with ${code} ${reason}`)
  })
  return {
    close() {
      closing = true
      socket.close()
    },
  }
}
