/** A page or file as it is sent: read when it is first asked for, then kept, with its compressed form and its validator. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged } from '../discovery/document.ts'

const compress = promisify(gzip)

export interface Document {
  readonly type: string
  /** Called once. */
  readonly read: () => string | Buffer | Promise<string | Buffer>
  readonly contentSecurityPolicy?: string
}

interface Kept {
  readonly body: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

export const TYPES = {
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
} as const

const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=3600'
/** Nothing but the style sheet and the icon is loaded, and no other page frames this one. */
const OWN_PAGE =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** @param documents one, or several forms of it: the first unless the caller names the type of another */
export function mountDocument(app: FastifyInstance, url: string, ...documents: readonly Document[]): void {
  const [first, ...others] = documents.map((document) => ({ ...document, kept: once(() => keep(document)) }))
  if (first === undefined) throw new Error('a page without a document')
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const chosen = others.find(({ type }) => accepts(request, type)) ?? first
      const policy = chosen.contentSecurityPolicy ?? OWN_PAGE
      reply.headers({ 'content-type': chosen.type, 'content-security-policy': policy })
      return send(request, reply, await chosen.kept(), others.length > 0)
    },
  })
}

/** Named on purpose: programs that take anything get the first form. */
const accepts = ({ headers }: FastifyRequest, type: string): boolean =>
  (headers.accept ?? '').toLowerCase().includes(type.split(';', 1)[0] ?? type)

function send(request: FastifyRequest, reply: FastifyReply, kept: Kept, isNegotiated: boolean): FastifyReply {
  reply.headers({
    'cache-control': CACHE_CONTROL,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    vary: `Origin, Accept-Encoding${isNegotiated ? ', Accept' : ''}`,
    // Weak: it stands for the compressed form too.
    etag: `W/${kept.etag}`,
  })
  if (isUnchanged(request.headers['if-none-match'], kept.etag)) return reply.code(304).send()
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(kept.body)
  return reply.header('content-encoding', 'gzip').send(kept.compressed)
}

async function keep({ read }: Document): Promise<Kept> {
  const body = Buffer.from(await read())
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return { body, compressed: await compress(body), etag }
}

/** A failure is not kept. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
