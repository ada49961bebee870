// A webhook receiver as its owner would write it: the signature is checked over the raw bytes, in constant time, before
// anything is parsed, and the response is sent at once.
import { readBody, startLocalServer } from '../localServer.ts'
import { isSigned } from '../webhookSignature.ts'
import { StepFailure } from './serviceClient.ts'

interface Envelope {
  readonly event_id: string
  readonly type: string
  readonly created_at: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Receiver {
  readonly url: string
  /** The first delivery that matches; rejects as soon as a delivery arrives with a wrong signature. */
  waitFor(matches: (envelope: Envelope) => boolean): Promise<Envelope>
  close(): Promise<void>
}

export async function startReceiver(secret: string): Promise<Receiver> {
  const received: Envelope[] = []
  let forged: StepFailure | undefined
  let check = () => {}
  const server = await startLocalServer(async (request, response) => {
    const raw = await readBody(request)
    const isGenuine = isSigned(raw, request.headers['x-service-signature'], secret)
    response.writeHead(isGenuine ? 204 : 401).end()
    if (isGenuine) received.push(JSON.parse(raw.toString()))
    else forged = new StepFailure('a webhook with a wrong X-Service-Signature arrived')
    check()
  })
  return {
    url: `${server.url}/webhooks`,
    waitFor: (matches) =>
      new Promise((resolve, reject) => {
        check = () => {
          const found = received.find(matches)
          if (forged !== undefined) reject(forged)
          else if (found !== undefined) resolve(found)
        }
        check()
      }),
    close: server.close,
  }
}
