/** The webhooks of a dump: one endpoint that accepts every delivery, one that always fails, one that refuses connections. */
import { startLocalServer } from '../localServer.ts'
import { waitUntil } from '../waitUntil.ts'
import type { Client } from './client.ts'
import type { Secrets } from './stack.ts'

/** @param going receives the ids of the webhooks */
export async function createWebhooks({
  client,
  secrets,
  going,
}: {
  client: Client
  secrets: Secrets
  going: Record<string, string>
}) {
  const received = { good: 0, bad: 0 }
  const server = await startLocalServer((request, response) => {
    const isGood = request.url === '/good'
    received[isGood ? 'good' : 'bad'] += 1
    request.resume().on('end', () => response.writeHead(isGood ? 204 : 500).end())
  })
  for (const [name, owner, url] of [
    ['good', 'north', `${server.url}/good`],
    ['bad', 'north', `${server.url}/bad`],
    ['closed', 'south', 'http://127.0.0.1:9/closed'],
  ] as const) {
    const events = ['payment.completed', 'payment.failed', 'policy.violated']
    const { webhook_id } = await client.sendOrThrow(owner, 'POST /webhooks', {
      key: `webhook-${name}`,
      body: { url, events, secret: secrets.webhook },
    })
    going[`webhook_${name}`] = String(webhook_id)
  }
  return {
    waitForDeliveries: () => waitUntil('webhooks', async () => received.good >= 20 && received.bad >= 20),
    close: server.close,
  }
}
