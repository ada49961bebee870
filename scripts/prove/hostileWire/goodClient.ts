/**
 * A well-behaved client: requests at a fixed rate (an open loop) over persistent connections, and a WebSocket that stays
 * open. Latency counts from the time at which a request was due.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { WebSocket } from 'ws'

export interface ClientResult {
  readonly latenciesMs: readonly number[]
  readonly errors: readonly string[]
}

export interface GoodClient {
  run(ms: number): Promise<ClientResult>
  runUntil(end: Promise<unknown>): Promise<ClientResult>
  close(): Promise<void>
}

const EVERY_MS = 20
const TIMEOUT_MS = 5_000

export function openGoodClient(url: string, apiKey: string): GoodClient {
  const pool = new Pool(url, { connections: 8, pipelining: 1 })
  const headers = { 'x-api-key': apiKey }
  const signal = () => AbortSignal.timeout(TIMEOUT_MS)

  async function request(): Promise<string | null> {
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

  async function runUntil(end: Promise<unknown>): Promise<ClientResult> {
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
      const sent = request().then((error) => {
        latenciesMs.push(performance.now() - dueAt)
        if (error !== null) errors.push(error)
        running.delete(sent)
      })
      running.add(sent)
    }
    await Promise.all(running)
    socket.close()
    return { latenciesMs, errors: [...new Set(errors)] }
  }

  return { run: (ms) => runUntil(sleep(ms)), runUntil, close: () => pool.destroy() }
}

/** A WebSocket that the service must not close. */
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
