/** The endpoint that the webhooks of a dump are delivered to: it records them and reports wrong signatures. */
import { readBody, startLocalServer } from '../localServer.ts'
import { isSigned } from '../webhookSignature.ts'

export async function startReceiver(secret: string) {
  const received = new Set<string>()
  const breaches: string[] = []
  const server = await startLocalServer(async (request, response) => {
    const raw = await readBody(request)
    if (!isSigned(raw, request.headers['x-service-signature'], secret)) breaches.push('a webhook has a wrong signature')
    received.add((JSON.parse(raw.toString()) as { event_id: string }).event_id)
    response.writeHead(204).end()
  })
  return { received, breaches, url: `${server.url}/webhooks`, close: server.close }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
