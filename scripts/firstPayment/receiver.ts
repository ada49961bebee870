// A webhook receiver as its owner would write it: the signature is checked over the raw bytes, in constant time, before
// anything is read, and the answer comes at once.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Miss } from './call.ts'

interface Envelope {
  readonly event_id: string
  readonly type: string
  readonly created_at: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Receiver {
  readonly url: string
  /** The first signed delivery that fits; fails as soon as one arrives whose signature is wrong. */
  waitFor(fits: (envelope: Envelope) => boolean): Promise<Envelope>
  close(): void
}

export async function startReceiver(secret: string): Promise<Receiver> {
  const received: Envelope[] = []
  let forged: Miss | undefined
  let look = () => {}
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await bytesOf(request)
    const genuine = isSigned(raw, request.headers['x-service-signature'], secret)
    response.writeHead(genuine ? 204 : 401).end()
    if (genuine) received.push(JSON.parse(raw.toString()))
    else forged = new Miss('a webhook arrived whose X-Service-Signature is wrong')
    look()
  }
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    waitFor: (fits) =>
      new Promise((resolve, reject) => {
        look = () => {
          const found = received.find(fits)
          if (forged !== undefined) reject(forged)
          else if (found !== undefined) resolve(found)
        }
        look()
      }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function isSigned(raw: Buffer, header: string | string[] | undefined, secret: string): boolean {
  const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`)
  const given = Buffer.from(String(header))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
