/**
 * The token endpoint as OAuth clients know it (RFC 6749): a form instead of JSON, the agent and its API key as the client's
 * credentials, in the form or as HTTP Basic, and errors of section 5.2. What JSON callers get is the specification's.
 */
import { DomainError, invalidField } from '../../subgraphs/shared/errors.ts'

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Name of RFC 6749 -> name in the JSON body; others are ignored, as section 3.2 demands. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ grant_type: 'grant_type', scope: 'scope', refresh_token: 'refresh_token' },
  ...{ client_id: 'agent_id', client_secret: 'api_key', agent_id: 'agent_id', api_key: 'api_key' },
}
const GRANTS: Readonly<Record<string, string>> = { client_credentials: 'api_key' }
const PARAMETERS_MAX = 50

export type TokenRequest = Readonly<Record<string, string>>

/**
 * A form, and the client's credentials from the header, as the JSON body that asks the same.
 * @throws DomainError invalid_request: a parameter given twice, credentials given in two ways, or ones that cannot be read
 */
export function readTokenForm(bytes: Buffer, authorization: string | undefined): TokenRequest {
  const form = new URLSearchParams(bytes.toString())
  if (form.size > PARAMETERS_MAX) throw invalidField('body', 'too_many', `must have at most ${PARAMETERS_MAX} fields.`)
  const request: Record<string, string> = {}
  const put = (wire: string, value: string) => {
    const name = Object.hasOwn(NAMES, wire) ? NAMES[wire] : undefined
    // Without a value it is as if it were absent.
    if (name === undefined || value === '') return
    if (request[name] !== undefined) throw invalidField(wire, 'repeated', 'must be given once.')
    request[name] = name === 'grant_type' ? (GRANTS[value] ?? value) : value
  }
  for (const [wire, value] of form) put(wire, value)
  const basic = authorization === undefined ? null : readBasic(authorization)
  // The client may repeat its id beside the header, and nothing else.
  if (basic !== null && request.agent_id === basic.id) delete request.agent_id
  if (basic !== null) put('client_id', basic.id)
  if (basic !== null) put('client_secret', basic.secret)
  return request
}

export const isBasic = (authorization: string | undefined): boolean => /^Basic /i.test(authorization ?? '')

/** Null for another scheme. */
function readBasic(authorization: string): { readonly id: string; readonly secret: string } | null {
  if (!isBasic(authorization)) return null
  const text = Buffer.from(authorization.slice('Basic '.length).trim(), 'base64').toString()
  const separator = text.indexOf(':')
  try {
    const [id, secret] = [text.slice(0, separator), text.slice(separator + 1)].map(decode)
    if (separator > 0 && id !== undefined && secret !== undefined) return { id, secret }
  } catch {
    // Wrong percent encoding.
  }
  throw new DomainError('invalid_request', 'Authorization must be "Basic" and client id and secret, encoded.')
}

/** Section 2.3.1: both are encoded like a form before they are joined. */
const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

export interface OAuthError {
  readonly error: string
  readonly error_description: string
  readonly request_id: string
}

interface TokenRefusal {
  readonly type: string
  readonly message: string
  readonly details?: {
    readonly reason?: string
    readonly fields?: readonly { readonly path: string; readonly code: string }[]
  }
  readonly request_id: string
}

/** Section 5.2: its name of the refusal, and the status that goes with it; others keep status and name. */
export function toOAuthError(
  { type, message, details = {}, request_id }: TokenRefusal,
  status: number,
  isRefresh: boolean,
): { readonly status: number; readonly body: OAuthError } {
  const asError = (error: string, withStatus: number) => {
    // Characters that the section allows.
    const error_description = message.replaceAll('"', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
    return { status: withStatus, body: { error, error_description, request_id } }
  }
  if (type === 'authentication_error') return isRefresh ? asError('invalid_grant', 400) : asError('invalid_client', 401)
  if (type !== 'invalid_request') return asError(type, status)
  const [field] = details.fields ?? []
  if (field?.path === 'scope') return asError('invalid_scope', 400)
  return asError(field?.code === 'unsupported_grant_type' ? 'unsupported_grant_type' : 'invalid_request', 400)
}
