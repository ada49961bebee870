/**
 * The body of a refusal, in the form that the caller accepts: that of specification 7, or around it the members of a problem
 * (RFC 9457), so that `error` stays where every client finds it. The type of a problem leads to what the guide says of that error.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_TYPES, type Refusal } from '../../subgraphs/shared/errors.ts'
import type { Log } from '../../subgraphs/shared/subgraph.ts'
import { docUrlOf, errorHeaders, type RestErrorBody, refusalOf, toRestBody } from '../errors.ts'
import { errorFormOf, toFlatError } from './acpErrors.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
export const PROBLEM_TYPE = 'application/problem+json'

/** For refusals outside operations too: unknown route, malformed body. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, requestId: string): FastifyReply {
  // Set here too: an undecodable path is refused before any hook runs.
  return reply.header('x-request-id', requestId).send(writeRefusal(reply, refusal, requestId))
}

/** A hook that ends the request with the refusal of a check. */
export const unlessRefused =
  (log: Log) =>
  (check: (request: FastifyRequest, reply: FastifyReply) => Promise<void>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    try {
      await check(request, reply)
      return undefined
    } catch (error) {
      return sendRefusal(reply, refusalOf(error, request.id, log), request.id)
    }
  }

/** Status and headers; @returns the body */
export function writeRefusal(reply: FastifyReply, refusal: Refusal, requestId: string): string {
  const form = errorFormOf(reply.request.url)
  if (form !== null) {
    const { status, body } = toFlatError(refusal, form)
    reply.code(status).headers({ ...errorHeaders(refusal), 'content-type': JSON_TYPE })
    return JSON.stringify(body)
  }
  const { status } = ERROR_TYPES[refusal.type]
  reply.code(status).headers(errorHeaders(refusal))
  return writeBody(reply, status, JSON.stringify(toRestBody(refusal, requestId)))
}

/** The type of the content; @returns the body */
export function writeBody(reply: FastifyReply, status: number, body: string): string {
  const isProblem = status >= 400 && acceptsProblem(reply.request)
  reply.header('content-type', isProblem ? PROBLEM_TYPE : JSON_TYPE)
  return isProblem ? toProblem(status, body) : body
}

/** Of a longer header nothing is read: every refusal would pay for it. */
const ACCEPT_MAX = 1_000

/** Named on purpose: a wildcard keeps the form that everybody else gets. */
export function acceptsProblem({ headers: { accept = '' } }: Pick<IncomingMessage, 'headers'>): boolean {
  if (accept.length > ACCEPT_MAX || !accept.toLowerCase().includes(PROBLEM_TYPE)) return false
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === PROBLEM_TYPE && !parameters.some((one) => /^q=0(\.0*)?$/.test(one))
  })
}

/** @param body of a refusal, as JSON */
export function toProblem(status: number, body: string): string {
  const { error } = JSON.parse(body) as RestErrorBody
  return JSON.stringify({ type: docUrlOf(error.type), status, detail: error.message, error })
}
