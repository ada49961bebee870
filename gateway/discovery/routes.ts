/** Public, cacheable documents: discovery, JWKS, OpenAPI. */
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
    readonly authenticator: Pick<Authenticator, 'jwks'>
  },
): void {
  const discovery = toCacheable(documents.discovery)
  const openApi = toCacheable(documents.openApi)
  mount(app, '/.well-known/service-agent.json', async () => discovery)
  if (documents.acpDiscovery !== null) {
    const acpDiscovery = toCacheable(documents.acpDiscovery)
    mount(app, '/.well-known/acp.json', async () => acpDiscovery, ACP_CACHE_CONTROL)
  }
  mount(app, '/api/v2/openapi.json', async () => openApi)
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
  reply.headers({
    'access-control-allow-origin': '*',
    'content-type': 'application/json; charset=utf-8',
    etag,
  })
  return isUnchanged(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
}
