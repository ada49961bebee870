/**
 * One request of the protocol: its caller, its key, and the operations of the graph that do the work. What is done, and whether
 * it is a repetition, is decided there alone; here a first answer is stored, and repeated with the mark of the protocol.
 */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, ERROR_TYPES, fromRefusal, invariant } from '../../subgraphs/shared/errors.ts'
import {
  credentialOf,
  type KeyMark,
  missingCredentials,
  type Principal,
  type RequestContext,
} from '../../subgraphs/shared/principal.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import type { Admission } from '../auth/admission.ts'
import { checkAgentHeader } from '../auth/credentials.ts'
import type { Variables } from '../datasource.ts'
import { errorHeaders, refusalOf } from '../errors.ts'
import type { Replays } from '../replays.ts'
import { type ErrorForm, toFlatError } from '../rest/acpErrors.ts'
import { JSON_TYPE } from '../rest/problem.ts'
import type { Shedder } from '../shedRequests.ts'
import type { Graph } from '../supergraph.ts'
import { requireKey } from './headers.ts'

export interface AcpDeps {
  readonly graph: Pick<Graph, 'executeTrusted'>
  readonly admission: Admission
  readonly shedder: Pick<Shedder, 'pauseOf'>
  readonly replays: Replays
  readonly log: Log
  readonly now: () => Date
  /** The service's own address, without a trailing slash. */
  readonly baseUrl: string
}

export interface AcpCall {
  readonly principal: Principal
  /** Of the path; empty where it has none. */
  readonly sessionId: string
  readonly body: unknown
  readonly now: Date
  readonly baseUrl: string
  /** The Idempotency-Key as the client sent it. */
  readonly clientKey: string
  /**
   * Runs an operation of the manifest. @returns the value of its root field; of a write that was done, null or a part of it
   * where a detail failed
   * @throws DomainError what it refuses, and not_found for nothing
   */
  ask(operation: string, variables: Variables): Promise<unknown>
  /**
   * What goes into the input of an operation for its key.
   * @param body by which a repetition is compared
   */
  keyed(body: unknown): { readonly idempotencyKey: string; readonly requestDigest: string }
}

export interface AcpAction {
  readonly form: ErrorForm
  readonly success: 200 | 201
  /** Null: a read, which has no key. */
  readonly endpoint: string | null
  /** Whether the answer holds a secret that is shown once. */
  readonly showsSecret: boolean
  readonly run: (call: AcpCall) => Promise<object>
}

const FORM = 'acp'

interface Answer {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether the commit has recorded the outcome. */
  readonly isStorable: boolean
}

export async function answer(
  deps: AcpDeps,
  action: AcpAction,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const keys: KeyMark[] = []
  const response = await respond(deps, action, openCall(deps, action, { request, reply, keys }), request.id)
  const [mark] = keys
  if (mark === undefined) return send(reply, response)
  const { replays } = deps
  const principal = deps.admission.principalOf(request)
  if (mark.replayed) {
    // Whoever repeats a request that is under way is told so at once, as the protocol says.
    const first = await replays.findFirst(keys, FORM, { waitMaxMs: 0 })
    const { status } = first ?? response
    // A secret is stored with its first answer only, and shown again to the credential that made it alone.
    const isHidden = action.showsSecret && status < 300 && first?.credential !== credentialOf(principal)
    return send(reply.header('idempotent-replayed', 'true'), { ...response, ...(isHidden ? lost(action) : first) })
  }
  if (response.isStorable) {
    const { status, body } = response
    const stored = { form: FORM, credential: credentialOf(principal), status, body, location: null }
    await replays.store(keys, stored, action.showsSecret)
  }
  return send(reply, response)
}

async function respond(
  { log }: AcpDeps,
  { form, success, run }: AcpAction,
  call: AcpCall,
  requestId: string,
): Promise<Answer> {
  try {
    const body = JSON.stringify(await run(call))
    return { status: success, body, headers: {}, isStorable: true }
  } catch (error) {
    const refusal = refusalOf(error, requestId, log)
    const { status, body } = toFlatError(refusal, form)
    const headers = { ...errorHeaders(refusal), ...(status === 405 && { allow: '' }) }
    const isKept = refusal.details.key_kept_until !== undefined && ERROR_TYPES[refusal.type].status < 500
    return { status, body: JSON.stringify(body), headers, isStorable: isKept }
  }
}

function openCall(
  deps: AcpDeps,
  { endpoint }: AcpAction,
  {
    request,
    reply,
    keys,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly keys: KeyMark[] },
): AcpCall {
  const principal = deps.admission.principalOf(request)
  if (principal.kind === 'anonymous') throw missingCredentials()
  checkAgentHeader(principal, request.headers['x-agent-id'], false)
  const { id = '' } = request.params as { readonly id?: string }
  const clientKey = endpoint === null ? '' : requireKey(request.headers)
  const pause = deps.shedder.pauseOf(request, reply)
  const context: RequestContext = {
    principal,
    requestId: request.id,
    address: request.ip,
    loaders: new Map(),
    keys,
    pause,
  }
  return {
    ...{ principal, sessionId: id, body: request.body, now: deps.now(), baseUrl: deps.baseUrl, clientKey },
    async ask(operation, variables) {
      const { data, errors } = await deps.graph.executeTrusted(operation, variables, context)
      const [first] = errors ?? []
      // A write that succeeded is a success, even if a detail of its result failed.
      const isDone = 'input' in variables && (first?.path?.length ?? 1) > 1
      if (first !== undefined && !isDone) {
        const { type, details } = first.extensions
        throw fromRefusal({ type, message: first.message, details })
      }
      const value = Object.values(data ?? {})[0] ?? null
      if (value === null && !isDone)
        throw new DomainError('not_found', 'No such checkout session.', { resource: 'checkout session' })
      return value
    },
    keyed(body) {
      invariant(endpoint !== null, 'a read has no key')
      // The same key on another endpoint is another key.
      const scoped = createHash('sha256').update(`${endpoint} ${id}\n${clientKey}`).digest('base64url')
      return { idempotencyKey: `acp.${scoped}`, requestDigest: digestOf(body) }
    },
  }
}

/** The same for the same JSON, in whatever order its names come. */
const digestOf = (body: unknown): string =>
  createHash('sha256')
    .update(canonicalize(body ?? {}) ?? '')
    .digest('base64url')

function lost({ form }: AcpAction): Pick<Answer, 'status' | 'body'> {
  const message = 'The first answer to this Idempotency-Key is no longer kept. Ask with another key.'
  const { status, body } = toFlatError({ type: 'conflict', message, details: {} }, form)
  return { status, body: JSON.stringify(body) }
}

function send(
  reply: FastifyReply,
  { status, body, headers }: Pick<Answer, 'status' | 'body' | 'headers'>,
): FastifyReply {
  return reply.code(status).headers(headers).header('content-type', JSON_TYPE).send(body)
}
