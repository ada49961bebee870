/** Public, cacheable documents: discovery, JWKS, OpenAPI, AsyncAPI. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../auth/ports.ts'
import { type CacheableDocument, isUnchanged, toCacheable } from './document.ts'

const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=3600'
/** The Agentic Commerce Protocol wants an hour at least. */
const ACP_CACHE_CONTROL = 'public, max-age=3600'

export function mountDocuments(
  app: FastifyInstance,
  documents: {
    readonly discovery: object
    readonly acpDiscovery: object | null
    readonly openApi: object
    readonly asyncApi: object
    readonly authenticator: Pick<Authenticator, 'jwks'>
  },
): void {
  const discovery = toCacheable(documents.discovery)
  const [openApi, asyncApi] = [toCacheable(documents.openApi), toCacheable(documents.asyncApi)]
  mount(app, '/.well-known/service-agent.json', async () => discovery)
  if (documents.acpDiscovery !== null) {
    const acpDiscovery = toCacheable(documents.acpDiscovery)
    mount(app, '/.well-known/acp.json', async () => acpDiscovery, ACP_CACHE_CONTROL)
  }
  mount(app, '/api/v2/openapi.json', async () => openApi)
  mount(app, '/api/v2/asyncapi.json', async () => asyncApi)
  // Read each time: keys rotate while the process runs.
  mount(app, '/.well-known/jwks.json', async () => toCacheable(await documents.authenticator.jwks()))
}

function mount(
  app: FastifyInstance,
  url: string,
  read: () => Promise<CacheableDocument>,
  cacheControl = CACHE_CONTROL,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => send(request, reply.header('cache-control', cacheControl), await read()),
  })
}

function send(request: FastifyRequest, reply: FastifyReply, { body, etag }: CacheableDocument): FastifyReply {
  // A page that may send credentials is named: with them a browser takes no `*`.
  if (!reply.raw.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*')
  reply.headers({
    'content-type': 'application/json; charset=utf-8',
    etag,
  })
  return isUnchanged(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
}
