/**
 * How a browser gets a session, and gives it up: beside the graph, because only these set cookies. What they refuse counts
 * against the address, which limits guessing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalidField } from '../../subgraphs/shared/errors.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import type { Credentials } from '../auth/credentials.ts'
import type { BrowserSessions } from '../auth/ports.ts'
import type { RateLimiter } from '../auth/rateLimit.ts'
import type { SessionCookie } from '../auth/sessionCookie.ts'
import { refusalOf } from '../errors.ts'
import { sendRefusal } from '../rest/handle.ts'

export interface SignInDeps {
  readonly cookie: SessionCookie
  readonly credentials: Credentials
  readonly browserSessions: BrowserSessions
  readonly rateLimiter: Pick<RateLimiter, 'takeAnonymous'>
  readonly log: Log
}

const PATH = '/auth/session'

export function mountSignIn(app: FastifyInstance, deps: SignInDeps): void {
  const { cookie, credentials, browserSessions, rateLimiter, log } = deps
  const answering =
    (answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
      try {
        return await answer(request, reply)
      } catch (error) {
        try {
          rateLimiter.takeAnonymous(request.ip)
        } catch (limited) {
          return sendRefusal(reply, refusalOf(limited, request.id, log), request.id)
        }
        return sendRefusal(reply, refusalOf(error, request.id, log), request.id)
      }
    }

  app.post(
    PATH,
    { config: { operation: 'signIn' } },
    answering(async (request, reply) => {
      // Otherwise another site could sign its visitor in as somebody else.
      cookie.requireOwnPage(request.headers, 'change')
      const { secret, lifetimeSeconds, record } = await browserSessions.open(codeIn(request.body))
      return reply.header('set-cookie', cookie.write(secret, lifetimeSeconds)).send(record)
    }),
  )
  app.delete(
    PATH,
    { config: { operation: 'signOut' } },
    answering(async (request, reply) => {
      cookie.requireOwnPage(request.headers, 'change')
      reply.header('set-cookie', cookie.cleared)
      const principal = cookie.read(request.headers) === null ? null : await findCaller(request)
      if (principal?.kind === 'organization') await browserSessions.end(principal)
      return reply.code(204).send()
    }),
  )

  /** Null where the session is over already: the browser forgets it all the same. */
  const findCaller = (request: FastifyRequest) =>
    credentials.requireCaller(request.headers, 'change').catch((error: unknown) => {
      if (refusalOf(error, request.id, log).type === 'authentication_error') return null
      throw error
    })
}

/** @throws DomainError invalid_request */
function codeIn(body: unknown): string {
  const { code, ...others } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const [other] = Object.keys(others)
  if (other !== undefined) throw invalidField(other, 'unknown_field', 'is not a field of this request.')
  if (typeof code !== 'string' || code === '') throw invalidField('code', 'required', 'is required: the one-time code.')
  return code
}
