/**
 * A small merchant as a merchant would write itself, over real HTTP: it serves its product feed at `/feed.json`, and answers
 * questions about charges at `/charges`. What it does besides, such as with its orders, is added.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LocalServer, startLocalServer } from '../localServer.ts'
import { openChargeDesk } from './charges.ts'

export const PRODUCTS = [
  { product_id: 'book', title: 'A book', description: 'Of paper.', amount_minor: 1_250, availability: 'in_stock' },
] as const

interface SmallMerchant extends LocalServer {
  readonly feedUrl: string
  readonly chargesUrl: string
}

/** @param secret with which questions about charges are signed */
export async function startSmallMerchant(
  secret: string,
  more: (request: IncomingMessage, response: ServerResponse) => void | Promise<void> = (_, response) =>
    void response.writeHead(404).end(),
): Promise<SmallMerchant> {
  const desk = openChargeDesk(secret)
  const server = await startLocalServer((request, response) => {
    if (request.url === '/charges') return desk.handle(request, response)
    if (request.url !== '/feed.json') return more(request, response)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ products: PRODUCTS }))
  })
  return { ...server, feedUrl: `${server.url}/feed.json`, chargesUrl: `${server.url}/charges` }
}
