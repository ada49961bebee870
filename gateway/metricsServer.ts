/**
 * The operators' port: metrics, and readiness with its reasons. It is apart from the callers' port, because figures and
 * reasons are not public, and it is served until the process has drained.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../subgraphs/shared/subgraph.ts'
import { guardServer, reportPortInUse, respondToClientError, serverOptions } from './httpServer.ts'
import type { Metrics } from './metrics.ts'
import { formatHealth, isHealthy, type Readiness } from './readiness.ts'

export interface MetricsServer {
  readonly url: string
  close(): Promise<void>
}

interface TextResponse {
  readonly status: number
  readonly type: string
  readonly body: string
}

const TEXT = 'text/plain; charset=utf-8'

export async function openMetricsServer(options: {
  readonly metrics: Metrics
  readonly readiness: Readiness
  readonly port: number
  readonly host: string
  readonly log: Log
}): Promise<MetricsServer> {
  const { metrics, readiness, log } = options
  const server = createServer(serverOptions(), (request, response) => {
    void respond(request)
      .catch((error: unknown): TextResponse => {
        log.error({ err: error, path: request.url }, 'metrics request failed')
        return { status: 500, type: TEXT, body: 'failed\n' }
      })
      .then((result) => send(response, result))
  })
  guardServer(server, log)
  server.on('clientError', respondToClientError)

  async function respond({ method, url = '/' }: IncomingMessage): Promise<TextResponse> {
    const [path = '/', query = ''] = url.split('?')
    const verbose = new URLSearchParams(query).has('verbose')
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, type: TEXT, body: 'Use GET here.\n' }
    if (path === '/metrics' || path === '/')
      return { status: 200, type: metrics.contentType, body: await metrics.text() }
    if (path !== '/livez' && path !== '/readyz') return { status: 404, type: TEXT, body: '/metrics /livez /readyz\n' }
    const results = path === '/livez' ? [{ name: 'process', error: null }] : await readiness.runChecks()
    return { status: isHealthy(results) ? 200 : 503, type: TEXT, body: formatHealth(results, verbose) }
  }

  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  await reportPortInUse('METRICS_PORT', listening)
  const { address, port, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, { status, type, body }: TextResponse): void {
  const allow = status === 405 ? { allow: 'GET, HEAD' } : {}
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...allow })
  response.end(body)
}
