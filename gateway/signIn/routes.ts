/**
 * How a browser gets a session, with a one-time code or by signing in with an issuer, and gives it up: beside the graph,
 * because only these set cookies. What they refuse counts against the address, which limits guessing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, invalidField } from '../../subgraphs/shared/errors.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { setRateHeaders } from '../auth/admission.ts'
import type { Credentials } from '../auth/credentials.ts'
import type { BrowserSessions } from '../auth/ports.ts'
import type { RateLimiter } from '../auth/rateLimit.ts'
import type { Cookie, SessionCookie } from '../auth/sessionCookie.ts'
import { refusalOf } from '../errors.ts'
import { sendRefusal } from '../rest/problem.ts'
import { FLOW_SECONDS, type OpenId } from './openId.ts'

export interface SignInDeps {
  readonly cookie: SessionCookie
  readonly flowCookie: Cookie
  readonly openId: OpenId
  readonly credentials: Credentials
  readonly browserSessions: BrowserSessions
  readonly rateLimiter: Pick<RateLimiter, 'takeAnonymous'>
  readonly log: Log
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const SESSION_PATH = '/auth/session'
const PROVIDER_PATH = '/auth/openid/:provider'

export function mountSignIn(app: FastifyInstance, deps: SignInDeps): void {
  const { rateLimiter, log } = deps
  const answering =
    (answer: Answer): Answer =>
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      try {
        return await answer(request, reply)
      } catch (error) {
        return refuse(error, request, reply)
      }
    }
  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    let refusal = refusalOf(error, request.id, log)
    try {
      setRateHeaders(reply, rateLimiter.takeAnonymous(request.ip))
    } catch (limited) {
      refusal = refusalOf(limited, request.id, log)
    }
    return sendRefusal(reply, refusal, request.id)
  }
  const config = (operation: string, isStop = false) => ({ config: { operation, isStop } })
  app.post(SESSION_PATH, config('openSession'), answering(openWithCode(deps)))
  app.delete(SESSION_PATH, config('signOut', true), answering(signOut(deps)))
  app.get(PROVIDER_PATH, config('beginSignIn'), answering(beginSignIn(deps)))
  app.get(`${PROVIDER_PATH}/callback`, config('finishSignIn'), answering(finishSignIn(deps)))
}

function openWithCode({ cookie, browserSessions }: SignInDeps): Answer {
  return async (request, reply) => {
    // Otherwise another site could sign its visitor in as somebody else.
    cookie.requireOwnPage(request.headers, 'change')
    const { secret, lifetimeSeconds, record } = await browserSessions.open(codeIn(request.body), fromOf(request))
    return reply.header('set-cookie', cookie.write(secret, lifetimeSeconds)).send(record)
  }
}

/** @throws DomainError invalid_request */
function codeIn(body: unknown): string {
  const { code, ...others } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const [other] = Object.keys(others)
  if (other !== undefined) throw invalidField(other, 'unknown_field', 'is not a field of this request.')
  if (typeof code !== 'string' || code === '') throw invalidField('code', 'required', 'is required: the one-time code.')
  return code
}

function signOut({ cookie, openId, credentials, browserSessions, rateLimiter, log }: SignInDeps): Answer {
  /** Null where the session is over already: the browser forgets it all the same, and it counts like wrong credentials. */
  const findCaller = (request: FastifyRequest, reply: FastifyReply) =>
    credentials.requireCaller(request.headers, 'change').catch((error: unknown) => {
      if (refusalOf(error, request.id, log).type !== 'authentication_error') throw error
      setRateHeaders(reply, rateLimiter.takeAnonymous(request.ip))
      return null
    })
  return async (request, reply) => {
    cookie.requireOwnPage(request.headers, 'change')
    const caller = cookie.read(request.headers) === null ? null : await findCaller(request, reply)
    const issuer = caller?.kind === 'organization' ? await browserSessions.end(caller, fromOf(request)) : null
    const url = issuer === null ? null : await openId.signOutUrl(issuer)
    return reply.header('set-cookie', cookie.cleared).send({ sign_out_url: url })
  }
}

function beginSignIn({ openId, flowCookie, rateLimiter }: SignInDeps): Answer {
  return async (request, reply) => {
    setRateHeaders(reply, rateLimiter.takeAnonymous(request.ip))
    const { return_to: returnTo, reauthenticate } = request.query as Readonly<Record<string, unknown>>
    const { url, flow } = await openId.begin(providerOf(request), { returnTo, isAnew: reauthenticate === 'true' })
    return reply.header('set-cookie', flowCookie.write(flow, FLOW_SECONDS)).redirect(url, 303)
  }
}

function finishSignIn({ cookie, flowCookie, openId, browserSessions, rateLimiter }: SignInDeps): Answer {
  return async (request, reply) => {
    setRateHeaders(reply, rateLimiter.takeAnonymous(request.ip))
    const flow = flowCookie.read(request.headers)
    // It is used up, however this ends.
    reply.header('set-cookie', flowCookie.cleared)
    const start = request.url.indexOf('?')
    const query = start < 0 ? '' : request.url.slice(start)
    const { provider, returnTo, roles, ...person } = await openId.finish(providerOf(request), flow, query)
    const { orgId, mode, issuer } = provider
    const vouched = { orgId, mode, issuer, ...person }
    if (roles === null) {
      await browserSessions.endAccess(vouched, fromOf(request))
      throw noRole()
    }
    const { secret, lifetimeSeconds } = await browserSessions.signIn({ ...vouched, roles }, fromOf(request))
    reply.header('set-cookie', cookie.write(secret, lifetimeSeconds))
    reply.headers({ 'content-security-policy': "default-src 'none'", 'referrer-policy': 'no-referrer' })
    return reply.type('text/html; charset=utf-8').send(signedInPage(returnTo))
  }
}

const noRole = () =>
  new DomainError('capability_denied', 'The provider knows you, and gives you no role here.', { reason: 'no_role' })

const fromOf = ({ id: requestId, ip: address }: FastifyRequest) => ({ requestId, address })

const providerOf = ({ params }: FastifyRequest): string => (params as { readonly provider: string }).provider

/** A page instead of a redirect: browsers send a Strict cookie only where a page of the service itself leads on. */
function signedInPage(returnTo: string | null): string {
  const next = returnTo?.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const refresh = next === undefined ? '' : `<meta http-equiv="refresh" content="0; url=${next}">`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signed in</title>${refresh}</head><body><p>You are signed in.</p></body></html>\n`
}
