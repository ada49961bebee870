// Free ports for the embedded services, which keep theirs over restarts unless another process uses it meanwhile.
import { createServer } from 'node:net'

/** @param wanted 0: any. Rejects when it is in use. */
export function freePort(wanted = 0, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(wanted, host, () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
