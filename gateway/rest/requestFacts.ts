/** What an operation is told from the headers of its request. */
import type { FastifyRequest } from 'fastify'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { checkAgentHeader, readBearer } from '../auth/credentials.ts'
import { FORM_TYPE, isBasic } from '../auth/oauthForm.ts'
import { signatureIn } from '../auth/signature.ts'
import { isExchange, type RestRow } from './row.ts'

export const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.split(';')[0]?.trim() === FORM_TYPE

export function requestFactsOf(
  row: RestRow,
  principal: Principal,
  request: FastifyRequest,
  key: string | null,
): Readonly<Record<string, string>> {
  const isRequired = row.agentHeader === 'required'
  const agentId = checkAgentHeader(principal, request.headers['x-agent-id'], isRequired)
  const facts: Record<string, string> = key === null ? {} : { idempotencyKey: key }
  if (isRequired && agentId !== null) facts.agentId = agentId
  if (row.signedBody !== undefined) facts.signature = signatureIn(request.headers)
  if (!isExchange(row) || (isForm(request) && isBasic(request.headers.authorization))) return facts
  const apiKey = readBearer(request.headers)
  if (apiKey !== null) facts.apiKey = apiKey
  return facts
}
