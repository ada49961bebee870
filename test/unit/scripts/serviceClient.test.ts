// Whoever plays against a service is told whether it does not run, or has not answered yet: only the first is settled by a start.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createCall } from '../../../scripts/firstPayment/serviceClient.ts'

test('a service that is slow is not said not to run, and one that does not run is', async () => {
  const server = createServer((_request, response) => void response.writeHead(200).write('{'))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(createCall(url, 50)('GET /slow')).rejects.toThrow(
    /GET \/slow was not answered within 0\.05 s\. The service runs/,
  )
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expect(createCall(url, 5_000)('GET /slow')).rejects.toThrow(/cannot be reached \(.*Start it with: npm start/)
})
