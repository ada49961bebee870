/** The credentials of a socket and when they expire. */
import type { IncomingMessage } from 'node:http'
import { decodeJwt } from 'jose'
import { callerId, type Principal } from '../../subgraphs/shared/principal.ts'
import type { Headers } from '../auth/credentials.ts'

/** connectionParams first: browsers cannot set headers on a socket. A cookie, which they send by themselves, is seen beside them. */
export function headersOf(params: Record<string, unknown> | undefined, request: IncomingMessage): Headers {
  // Without a prototype that a parameter of that name could replace.
  const fields: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(params ?? {})) {
    const field = name.toLowerCase()
    // In two spellings it is two credentials, of which none is chosen.
    fields[field] = Object.hasOwn(fields, field) ? [fields[field], value] : value
  }
  if (fields.authorization !== undefined || fields['x-api-key'] !== undefined)
    return { authorization: fields.authorization, 'x-api-key': fields['x-api-key'], cookie: request.headers.cookie }
  return request.headers
}

/** When the access token or the session expires, or a key that was replaced; infinity for any other key. */
export function expiryMs(headers: Headers, principal: Principal): number {
  if (principal.kind === 'merchant') return principal.validUntilMs ?? Number.POSITIVE_INFINITY
  if (principal.kind === 'organization')
    return principal.session?.expiresAtMs ?? principal.validUntilMs ?? Number.POSITIVE_INFINITY
  const token = typeof headers.authorization === 'string' ? headers.authorization.replace(/^Bearer +/i, '') : ''
  if (token.startsWith('sk_') || token === '') return Number.POSITIVE_INFINITY
  try {
    return (decodeJwt(token).exp ?? Number.POSITIVE_INFINITY) * 1000
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/**
 * Sockets change nothing, so a proof that grows old takes nothing from them; and when the credential ends is no right: that closes
 * them by itself.
 */
export function rightsOf(principal: Principal | undefined): unknown {
  if (principal?.kind === 'merchant') {
    const { validUntilMs: _, ...rights } = principal
    return rights
  }
  if (principal?.kind !== 'organization') return principal
  const { validUntilMs: _, session, ...rights } = principal
  return { ...rights, sessionId: session?.id }
}

/**
 * Whom a run is for that callers of the same rights share: what it tells depends on none of them in particular, because there is
 * no person, credential or session in it.
 */
export function withoutPerson(principal: Principal): Principal {
  switch (principal.kind) {
    case 'agent': {
      const { token: _, ...agent } = principal
      return agent
    }
    case 'organization': {
      const { kind, orgId, mode, roles } = principal
      return { kind, orgId, mode, keyId: 'key_', personId: '', roles: roles.toSorted() }
    }
    case 'enrolment':
    case 'merchant':
    case 'operator':
    case 'anonymous':
      return principal
  }
}

/** Whoever can open a socket counts, be it that nothing is pushed to them. */
export function countedAs(principal: Principal): string {
  switch (principal.kind) {
    case 'agent':
    case 'organization':
      return callerId(principal)
    case 'enrolment':
      return `${principal.orgId}:${principal.mode}:enrolments`
    case 'merchant':
      return `${principal.orgId}:${principal.mode}:merchants`
    case 'operator':
      return principal.operatorId
    case 'anonymous':
      return ''
  }
}
