/** The callers of a dump, over HTTP: each by its name, agents with a token of theirs. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredAnswer, StoredCaller } from './dumpFile.ts'

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** As it came. */
  readonly text: string
  readonly replayed: boolean
}

interface AskOptions {
  readonly body?: object
  readonly key?: string
  /** Instead of one that is asked for. */
  readonly token?: string
}

export interface Client {
  readonly callers: Record<string, StoredCaller>
  /** Requests with a key and their answers, in their order. */
  readonly answers: readonly StoredAnswer[]
  /** `ask('shopper', 'POST /payments', ...)` */
  ask(caller: string, request: string, options?: AskOptions): Promise<Answer>
  /** The answer of a request that must succeed. */
  get(caller: string, request: string, options?: AskOptions): Promise<Answer['body']>
  /** All rows of a collection, over its pages. */
  list(caller: string, path: string): Promise<readonly Answer['body'][]>
  /** Tokens last as long as the service's clock says. */
  forgetTokens(): void
}

const TIMEOUT_MS = 30_000

/** @param to where the service listens, which changes with every start */
export function createClient(to: { url: string }, callers: Record<string, StoredCaller> = {}): Client {
  const answers: StoredAnswer[] = []
  const tokens = new Map<string, string>()

  async function headersOf(name: string, given?: string): Promise<Record<string, string>> {
    const caller = callers[name]
    if (caller === undefined) return {}
    if (caller.kind === 'organization') return { 'x-api-key': caller.apiKey }
    const token = given ?? tokens.get(name) ?? (await takeToken(caller.agentId, caller.apiKey))
    if (given === undefined) tokens.set(name, token)
    return { authorization: `Bearer ${token}`, 'x-agent-id': caller.agentId }
  }

  async function takeToken(agentId: string, apiKey: string): Promise<string> {
    const { status, body, text } = await send('POST', '/auth/agent/token', {}, { agent_id: agentId, api_key: apiKey })
    if (status !== 200) throw new Error(`no token: ${text}`)
    return String(body.access_token)
  }

  async function send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer> {
    const response = await fetch(`${to.url}/api/v2${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? {} : JSON.parse(text),
      text,
      replayed: response.headers.has('idempotency-replayed'),
    }
  }

  async function ask(caller: string, request: string, { body, key, token }: AskOptions = {}): Promise<Answer> {
    const [method = '', path = ''] = request.split(' ')
    const headers = await headersOf(caller, token)
    const answer = await send(method, path, { ...headers, ...(key !== undefined && { 'idempotency-key': key }) }, body)
    const { status, text } = answer
    if (key !== undefined && body !== undefined) answers.push({ caller, method, path, key, body, status, text })
    return answer
  }

  async function get(caller: string, request: string, options?: AskOptions): Promise<Answer['body']> {
    const { status, body, text } = await ask(caller, request, options)
    if (status >= 300) throw new Error(`${request} of ${caller} was answered ${status}: ${text}`)
    return body
  }

  async function list(caller: string, path: string): Promise<readonly Answer['body'][]> {
    const rows: Answer['body'][] = []
    for (let after = ''; ; ) {
      const page = await get(caller, `GET ${path}?limit=100${after}`)
      rows.push(...(page.data as Answer['body'][]))
      if (page.has_more !== true) return rows
      after = `&after=${encodeURIComponent(String(page.next_cursor))}`
    }
  }

  return { callers, answers, ask, get, list, forgetTokens: () => tokens.clear() }
}

/** Asks again until there is something. */
export async function until<T>(
  what: string,
  look: () => Promise<T | false | undefined>,
  withinMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await sleep(50)
  }
}
