/**
 * A way to the database on which single connections can die without anybody noticing, as behind a firewall that forgets
 * one: nothing goes through any more, in neither direction, and nobody hangs up. All other connections go on.
 */

import { once } from 'node:events'
import { createConnection, createServer, type Server, type Socket } from 'node:net'

export interface DeadConnections {
  /** Leads to the same database. */
  readonly uri: string
  /** The connection that sends this text next dies with it. @returns when one has */
  dieWith(text: string): Promise<void>
  close(): Promise<void>
}

export async function openDeadConnections(mongodbUri: string): Promise<DeadConnections> {
  const { hostname, port } = new URL(mongodbUri)
  const sockets = new Set<Socket>()
  let deadly: { readonly text: string; readonly died: () => void } | null = null

  function forward(client: Socket): void {
    const server = createConnection({ host: hostname, port: Number(port) })
    let isDead = false
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        if (!isDead || socket === client) for (const one of [client, server]) one.destroy()
      })
    }
    client.on('data', (data) => {
      if (deadly !== null && data.includes(deadly.text)) {
        isDead = true
        deadly.died()
        deadly = null
      }
      if (!isDead) server.write(data)
    })
    server.on('data', (data) => {
      if (!isDead) client.write(data)
    })
  }

  const listener: Server = createServer(forward).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address() as { port: number }
  return {
    uri: `mongodb://127.0.0.1:${address.port}/?directConnection=true`,
    dieWith: (text) =>
      new Promise((died) => {
        deadly = { text, died }
      }),
    async close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}
