/** HTTP client for the callers of a dump, by name; agents send an access token of their own. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredCaller, StoredResponse } from './dumpFile.ts'

interface HttpResponse {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** The body as received. */
  readonly text: string
  readonly replayed: boolean
}

interface RequestOptions {
  readonly body?: object
  readonly key?: string
  /** Instead of the caller's own. */
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Client {
  readonly callers: Record<string, StoredCaller>
  /** Requests with a key and their responses, in order. */
  readonly answers: readonly StoredResponse[]
  /** `send('shopper', 'POST /payments', ...)` */
  send(caller: string, request: string, options?: RequestOptions): Promise<HttpResponse>
  /** The body of a response that must be a success. */
  sendOrThrow(caller: string, request: string, options?: RequestOptions): Promise<HttpResponse['body']>
  /** All rows of a collection, over its pages. */
  list(caller: string, path: string): Promise<readonly HttpResponse['body'][]>
  /** After the service's clock has passed their expiry. */
  clearTokens(): void
}

const TIMEOUT_MS = 30_000
/** On a busy machine an organization's reads take so long that more of them have to wait. */
const LIMITED_TRIES = 30

/** @param to where the service listens, which changes with every start */
export function createClient(to: { url: string }, callers: Record<string, StoredCaller> = {}): Client {
  const answers: StoredResponse[] = []
  const tokens = new Map<string, string>()

  async function headersOf(name: string, given?: string): Promise<Record<string, string>> {
    const caller = callers[name]
    if (caller === undefined) return {}
    if (caller.kind === 'organization') return { 'x-api-key': caller.apiKey }
    const token = given ?? tokens.get(name) ?? (await requestToken(caller.agentId, caller.apiKey))
    if (given === undefined) tokens.set(name, token)
    return { authorization: `Bearer ${token}`, 'x-agent-id': caller.agentId }
  }

  async function requestToken(agentId: string, apiKey: string): Promise<string> {
    const { status, body, text } = await fetchJson(
      'POST',
      '/auth/agent/token',
      {},
      { agent_id: agentId, api_key: apiKey },
    )
    if (status !== 200) throw new Error(`no token: ${text}`)
    return String(body.access_token)
  }

  async function fetchJson(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
    tries = 1,
  ): Promise<HttpResponse> {
    const response = await fetch(`${to.url}${path.startsWith('/acp/') ? '' : '/api/v2'}${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (response.status === 429 && tries < LIMITED_TRIES) {
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
      return fetchJson(method, path, headers, body, tries + 1)
    }
    return {
      status: response.status,
      body: text === '' ? {} : JSON.parse(text),
      text,
      replayed: response.headers.has('idempotency-replayed'),
    }
  }

  async function send(
    caller: string,
    request: string,
    { body, key, token, headers: more }: RequestOptions = {},
  ): Promise<HttpResponse> {
    const [method = '', path = ''] = request.split(' ')
    const headers = await headersOf(caller, token)
    const response = await fetchJson(
      method,
      path,
      { ...headers, ...more, ...(key !== undefined && { 'idempotency-key': key }) },
      body,
    )
    const { status, text } = response
    if (key !== undefined && body !== undefined) answers.push({ caller, method, path, key, body, status, text })
    return response
  }

  async function sendOrThrow(caller: string, request: string, options?: RequestOptions): Promise<HttpResponse['body']> {
    const { status, body, text } = await send(caller, request, options)
    if (status >= 300) throw new Error(`${request} of ${caller} failed with ${status}: ${text}`)
    return body
  }

  async function list(caller: string, path: string): Promise<readonly HttpResponse['body'][]> {
    const rows: HttpResponse['body'][] = []
    for (let after = ''; ; ) {
      const page = await sendOrThrow(caller, `GET ${path}?limit=100${after}`)
      rows.push(...(page.data as HttpResponse['body'][]))
      if (page.has_more !== true) return rows
      after = `&after=${encodeURIComponent(String(page.next_cursor))}`
    }
  }

  return { callers, answers, send, sendOrThrow, list, clearTokens: () => tokens.clear() }
}
