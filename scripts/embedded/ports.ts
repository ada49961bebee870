// Free ports for the embedded services and for processes of tests and proofs, which keep theirs over restarts. None is from
// the range out of which systems serve outgoing connections and port 0 (32768 and up by default on Linux, 49152 elsewhere):
// there any process may be given the port while its owner restarts.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const FIRST_PORT = 15_000
const END_PORT = 32_000

// At random, so that processes that start together differ; from there on in turn, so that one process never asks for the
// same port twice.
let next = randomInt(FIRST_PORT, END_PORT)

/** Nothing holds it: to be used at once. Throws when all are in use. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < END_PORT - FIRST_PORT; tried++) {
    const port = next
    next = port + 1 < END_PORT ? port + 1 : FIRST_PORT
    if (await isPortFree(port)) return port
  }
  throw new Error(`all ports from ${FIRST_PORT} to ${END_PORT - 1} are in use`)
}

/** Whether a process could listen on it on 127.0.0.1 now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
