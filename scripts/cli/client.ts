/** Calls the service over REST. What it refuses is thrown as it says it. */
import { CommandFailure, type RefusalBody, Refused, wrongUsage } from './failure.ts'
import type { Settings } from './settings.ts'

export type Fields = Readonly<Record<string, unknown>>

/** An object of the service's answer ; of anything else an empty one. */
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

interface Answer<T> {
  readonly status: number
  readonly body: T
  readonly headers: Headers
}

interface CallOptions {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Those without a value are left out. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  /** What is not about the caller. */
  readonly isAnonymous?: boolean
}

export interface Client {
  /** @param request method and path. @throws Refused, CommandFailure unavailable */
  call<T = Fields>(request: string, options?: CallOptions): Promise<Answer<T>>
  /** The open response of a stream. @throws as `call` */
  open(request: string, options: CallOptions & { readonly signal: AbortSignal }): Promise<Response>
}

/** Longer than the service ever waits. */
const TIMEOUT_MS = 45_000
const AGENT_KEY = /^sk_agent_/

export function createClient({ base_url: baseUrl, api_key: key, agent_id: agentId }: Settings): Client {
  let credential: Promise<string> | undefined

  /** An agent's key opens the token endpoint alone. */
  async function bearer(): Promise<string> {
    if (!AGENT_KEY.test(key)) return key
    if (agentId === undefined) throw wrongUsage("An agent's key needs the agent: --agent, or AGENTPAY_AGENT_ID.")
    const body = { agent_id: agentId, api_key: key }
    const token = await call<{ access_token: string }>('POST /api/v2/auth/agent/token', { body, isAnonymous: true })
    return token.body.access_token
  }

  async function send(request: string, options: CallOptions, signal: AbortSignal): Promise<Response> {
    const [method = 'GET', path = '/'] = request.split(' ')
    const { body, headers, isAnonymous = false } = options
    if (!isAnonymous) credential ??= bearer()
    const response = await fetch(`${baseUrl}${path}${formatQuery(options.query)}`, {
      method,
      headers: {
        'user-agent': 'agentpay/0.1.0',
        ...(!isAnonymous && { authorization: `Bearer ${await credential}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A key is sent nowhere else.
      redirect: 'manual',
      signal,
    }).catch((cause: unknown) => {
      throw signal.aborted && !isTimeout(signal.reason) ? signal.reason : unreachable(baseUrl, cause)
    })
    if (response.ok) return response
    throw refusalOf(baseUrl, response.status, await readJson(response))
  }

  async function call<T>(request: string, options: CallOptions = {}): Promise<Answer<T>> {
    const response = await send(request, options, AbortSignal.timeout(TIMEOUT_MS))
    const body = await readJson(response)
    if (body === undefined) throw notTheService(baseUrl)
    return { status: response.status, headers: response.headers, body: body as T }
  }

  return {
    call,
    open(request, { signal, ...options }) {
      // It may be opened again when the token of an agent has ended.
      credential = undefined
      return send(request, options, signal)
    },
  }
}

function formatQuery(query: CallOptions['query'] = {}): string {
  const known = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`
}

/** Undefined: no JSON. Nothing is an empty object. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** In the form of REST, or of a GraphQL response. */
export function refusalOf(baseUrl: string, status: number, body: unknown): CommandFailure {
  const { error, errors } = (body ?? {}) as { error?: RefusalBody; errors?: GraphError[] }
  if (typeof error?.type === 'string') return new Refused(status, { ...error, details: error.details ?? {} })
  const [first] = errors ?? []
  if (first?.extensions === undefined) return notTheService(baseUrl)
  const { http_status, ...extensions } = first.extensions
  return new Refused(http_status, { ...extensions, message: first.message })
}

interface GraphError {
  readonly message: string
  readonly extensions?: Omit<RefusalBody, 'message'> & { readonly http_status: number }
}

const notTheService = (baseUrl: string): CommandFailure =>
  new CommandFailure('unavailable', `What answers at ${baseUrl} is not the Agent Payment Service. Check the base URL.`)

function unreachable(baseUrl: string, cause: unknown): CommandFailure {
  const { cause: inner = cause } = cause instanceof Error ? cause : {}
  const reason = inner instanceof Error ? ('code' in inner ? inner.code : inner.message) : inner
  return new CommandFailure('unavailable', `${baseUrl} does not respond (${reason}). agentpay doctor looks further.`)
}

const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError'
