/** The webhooks of a dump: one endpoint that takes everything, one that fails, one that nobody listens at. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, until } from './client.ts'
import type { Secrets } from './stack.ts'

/** @param going gets their ids */
export async function openWebhooks({
  client,
  secrets,
  going,
}: {
  client: Client
  secrets: Secrets
  going: Record<string, string>
}) {
  const received = { good: 0, bad: 0 }
  const server = createServer((request, response) => {
    const isGood = request.url === '/good'
    received[isGood ? 'good' : 'bad'] += 1
    request.resume().on('end', () => response.writeHead(isGood ? 204 : 500).end())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const [name, owner, url] of [
    ['good', 'north', `${base}/good`],
    ['bad', 'north', `${base}/bad`],
    ['closed', 'south', 'http://127.0.0.1:9/closed'],
  ] as const) {
    const events = ['payment.completed', 'payment.failed', 'policy.violated']
    const { webhook_id } = await client.get(owner, 'POST /webhooks', {
      key: `webhook-${name}`,
      body: { url, events, secret: secrets.webhook },
    })
    going[`webhook_${name}`] = String(webhook_id)
  }
  return {
    untilTold: () => until('webhooks', async () => received.good >= 20 && received.bad >= 20),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
