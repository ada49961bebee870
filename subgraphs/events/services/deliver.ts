/** One POST to a webhook endpoint: it has succeeded when the endpoint answers 2xx. */
import { createExchange, type ExchangeResult } from '../../shared/outgoing/exchange.ts'

export const TIMEOUT_MS = 10_000
/** Idle connections to receivers: each saves the next delivery to the same endpoint a handshake. */
const KEPT_MAX = 256

interface Post {
  readonly url: string
  readonly loopbackAllowed: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PostResult extends Pick<ExchangeResult, 'statusCode' | 'durationMs' | 'error'> {
  readonly succeeded: boolean
  readonly responseExcerpt: string | null
}

/** Never rejects, except with the reason of `signal` when that aborts it. */
export type Deliver = (post: Post, signal: AbortSignal) => Promise<PostResult>

export function createDeliver(options: Parameters<typeof createExchange>[0]): Deliver {
  const exchange = createExchange({ keptMax: KEPT_MAX, ...options })
  return async (post, stop) => {
    const { statusCode, durationMs, error: none, body } = await exchange({ ...post, method: 'POST' }, stop)
    const succeeded = statusCode !== null && statusCode >= 200 && statusCode < 300
    const error = succeeded || statusCode === null ? none : `The endpoint answered ${statusCode}.`
    return { succeeded, statusCode, durationMs, error, responseExcerpt: body }
  }
}
