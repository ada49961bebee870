/** An HTTP server on a free port of this machine: webhook receivers and proxies of commands, proofs and tests. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  /** Without a path. */
  readonly url: string
  /** Closes open connections too. */
  close(): Promise<void>
}

/** @param handle a request that it throws on gets no response: its connection is closed */
export async function startLocalServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<LocalServer> {
  const server = createServer(async (request, response) => {
    try {
      await handle(request, response)
    } catch {
      request.socket.destroy()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
