/**
 * JSON-RPC over several endpoints of one chain, in batches on keep-alive connections. The chain id of an endpoint is
 * verified first, and again after every failure: the same address may now serve another chain.
 */
import { Agent, request } from 'undici'
import { ChainUnavailable, type SendAttempt } from './chainAdapter.ts'

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

export interface RpcError {
  readonly code: number
  readonly message: string
  /** Revert data, where there is some. */
  readonly data: string | null
}

export type RpcResponse = { readonly result: unknown } | { readonly error: RpcError }

/**
 * Posts a body and returns that of the response; throws for transport errors and other statuses than 200.
 * @param isSending on a connection that no read keeps busy
 */
export type Post = (url: string, body: string, isSending?: boolean) => Promise<string>

export interface Endpoint {
  /** Host of the URL: can be shown, as API keys are in the path. */
  readonly name: string
  /** Verifies the chain id, once. */
  prepare(): Promise<void>
  call(calls: readonly RpcCall[]): Promise<RpcResponse[]>
  /** As `call`, at once: what was to be looked at before is not put off by another verification. */
  send(calls: readonly RpcCall[]): Promise<RpcResponse[]>
  hasFailedLately(): boolean
  /** It has not answered for a while, however often it was asked; whoever looks has it asked again. */
  isAway(): boolean
}

export interface Endpoints {
  readonly all: readonly Endpoint[]
  /** The first endpoint that answers; the one that answered last is asked first. @throws ChainUnavailable */
  call(calls: readonly RpcCall[]): Promise<RpcResponse[]>
  /**
   * As `call`, for calls that must have a result: an endpoint that answers with an error counts as unavailable.
   * @param isWhole whether the results have what they should; the others are asked for the rest, and of several
   * endpoints without it the last one's results are returned
   */
  read(calls: readonly RpcCall[], isWhole?: (results: readonly unknown[]) => boolean): Promise<RpcResponse[]>
  /** Prefers the next endpoint, when the current one is stale. */
  preferNext(): void
  close(): Promise<void>
}

export const CALLS_PER_REQUEST = 50
const READ_ROUNDS = 3
/** Receipts of many full blocks are a few megabytes. */
const RESPONSE_BYTES_MAX = 256 * 1024 * 1024
const PAUSE_MS = 20
/** Several times the time-out of a request. */
const FAILED_LATELY_MS = 30_000
/** A lost connection is no endpoint that is down; one that is must not delay payments much. */
const AWAY_AFTER_MS = 1_000

export function createEndpoints(options: {
  urls: readonly string[]
  chainId: number
  timeoutMs: number
  now: () => Date
  post?: Post
}): Endpoints {
  const limits = {
    keepAliveTimeout: 30_000,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    maxResponseSize: RESPONSE_BYTES_MAX,
    connect: { timeout: options.timeoutMs },
  }
  const reading = new Agent({ ...limits, connections: 16 })
  // Bytes that wait for a connection would be sent long after the last look for stops.
  const sending = new Agent(limits)
  const post = options.post ?? ((url, body, isSending) => postWith(isSending ? sending : reading, url, body))
  const all = options.urls.map((url) => createEndpoint(url, options.chainId, post))
  let preferred = 0

  async function ask(calls: readonly RpcCall[], isAnswer: (answers: RpcResponse[]) => boolean): Promise<RpcResponse[]> {
    const attempts: SendAttempt[] = []
    // Reads can be repeated, and one broken connection says little about the next.
    for (let turn = 0; turn < all.length * READ_ROUNDS; turn++) {
      if (turn >= all.length) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * turn))
      const index = (preferred + turn) % all.length
      const endpoint = all[index] as Endpoint
      try {
        const answers = await endpoint.call(calls)
        if (isAnswer(answers) || turn >= all.length * READ_ROUNDS - 1) {
          preferred = index
          return answers
        }
        attempts.push({ adapter: endpoint.name, at: options.now(), error: errorTextOf(answers) })
      } catch (error) {
        attempts.push({ adapter: endpoint.name, at: options.now(), error: messageOf(error) })
      }
    }
    throw new ChainUnavailable(`no endpoint of chain ${options.chainId} answers`, attempts)
  }

  return {
    all,
    call: (calls) => ask(calls, () => true),
    read: (calls, isWhole = () => true) =>
      ask(calls, (answers) => {
        const results = answers.flatMap((answer) => ('result' in answer ? [answer.result] : []))
        return results.length === answers.length && isWhole(results)
      }),
    preferNext() {
      preferred = (preferred + 1) % all.length
    },
    async close() {
      await Promise.all([reading.close(), sending.close()])
    },
  }
}

function createEndpoint(url: string, chainId: number, post: Post): Endpoint {
  let verified = false
  let failedAt = Number.NEGATIVE_INFINITY
  let failingSince: number | null = null
  let isProbed = false

  async function callOnce(calls: readonly RpcCall[]): Promise<RpcResponse[]> {
    const body = JSON.stringify(calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params })))
    const parsed: unknown = JSON.parse(await post(url, body, calls.some(isSend)))
    const answers: WireResponse[] = Array.isArray(parsed) ? parsed : [parsed]
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    return calls.map((_, id) => toResponse(byId.get(id) ?? answers.find((answer) => answer.error !== undefined)))
  }

  async function verify(): Promise<void> {
    const [answer] = await callOnce([{ method: 'eth_chainId', params: [] }])
    if (answer === undefined || 'error' in answer) throw new Error('eth_chainId is not answered')
    if (Number(answer.result) !== chainId)
      throw new Error(`answers for chain ${Number(answer.result)}, expected ${chainId}`)
    verified = true
  }

  async function watch<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await act()
      failedAt = Number.NEGATIVE_INFINITY
      failingSince = null
      return answer
    } catch (error) {
      verified = false
      failedAt = performance.now()
      failingSince ??= failedAt
      throw error
    }
  }

  async function callAll(calls: readonly RpcCall[]): Promise<RpcResponse[]> {
    const parts: RpcResponse[] = []
    for (let start = 0; start < calls.length; start += CALLS_PER_REQUEST)
      parts.push(...(await callOnce(calls.slice(start, start + CALLS_PER_REQUEST))))
    return parts
  }

  return {
    name: new URL(url).host,
    async prepare() {
      if (!verified) await watch(verify)
    },
    call: (calls) =>
      watch(async () => {
        if (!verified) await verify()
        return callAll(calls)
      }),
    async send(calls) {
      if (!verified) throw new Error('its chain has to be verified again')
      return watch(() => callAll(calls))
    },
    hasFailedLately: () => performance.now() - failedAt < FAILED_LATELY_MS,
    isAway() {
      if (failingSince === null || performance.now() - failingSince < AWAY_AFTER_MS) return false
      if (!isProbed) {
        isProbed = true
        // In the background: one that hangs takes its whole time-out.
        void watch(verify)
          .catch(() => undefined)
          .finally(() => {
            isProbed = false
          })
      }
      return true
    },
  }
}

const isSend = ({ method }: RpcCall): boolean => method === 'eth_sendRawTransaction'

function errorTextOf(answers: readonly RpcResponse[]): string {
  const found = answers.find((answer) => 'error' in answer)
  return found === undefined || 'result' in found ? 'a part is missing' : found.error.message.slice(0, 200)
}

interface WireResponse {
  id?: number
  result?: unknown
  error?: { code?: number; message?: string; data?: unknown }
}

function toResponse(answer: WireResponse | undefined): RpcResponse {
  if (answer === undefined) throw new Error('the node left a call unanswered')
  if (answer.error === undefined) return { result: answer.result ?? null }
  const { code, message, data } = answer.error
  return {
    error: { code: code ?? 0, message: message ?? 'unknown error', data: typeof data === 'string' ? data : null },
  }
}

async function postWith(agent: Agent, url: string, body: string): Promise<string> {
  const response = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json' },
    body,
  })
  const text = await response.body.text()
  if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`)
  return text
}

export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.slice(0, 200)
}
