/** Embedded services and processes of proofs keep their ports over restarts: nothing else is given one of them meanwhile. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, isPortFree } from '../../../scripts/embedded/ports.ts'

test('a free port is not from the range of outgoing connections, and no other caller has it', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
  expect(new Set(ports).size).toBe(20)
  expect(Math.max(...ports)).toBeLessThan(firstOutgoingPort())
})

test('a port in use is not free', async () => {
  const port = await freePort()
  const holder = createServer().listen(port, '127.0.0.1')
  await once(holder, 'listening')
  expect(await isPortFree(port)).toBe(false)
  holder.close()
  await once(holder, 'close')
  expect(await isPortFree(port)).toBe(true)
})

function firstOutgoingPort(): number {
  if (process.platform !== 'linux') return 49_152
  return Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0])
}
