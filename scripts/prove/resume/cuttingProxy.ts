/**
 * A TCP proxy that cuts each connection after a random number of bytes from the service, in the middle of what is sent. Of several
 * services each connection leads to the next one.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CuttingProxy {
  readonly url: string
  cuts(): number
  /** From now on nothing is cut. */
  calm(): void
  close(): void
}

/** @param nextBudget bytes until the cut */
export async function openCuttingProxy(targets: readonly string[], nextBudget: () => number): Promise<CuttingProxy> {
  let turn = 0
  const open = new Set<Socket>()
  let cuts = 0
  let isCalm = false
  const server = createServer((client) => {
    const { hostname, port } = new URL(targets[turn++ % targets.length] as string)
    const service = connect(Number(port), hostname)
    let left = nextBudget()
    for (const socket of [client, service]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        service.destroy()
      })
    }
    client.on('data', (bytes) => service.write(bytes))
    service.on('data', (bytes: Buffer) => {
      if (isCalm || bytes.length < left) {
        left -= bytes.length
        client.write(bytes)
        return
      }
      cuts += 1
      client.write(bytes.subarray(0, left), () => client.destroy())
      service.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    calm() {
      isCalm = true
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
