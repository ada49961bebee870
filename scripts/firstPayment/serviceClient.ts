// A client of the service: JSON over HTTP. A refusal is reported with the service's own message.

export interface ServiceResponse {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export type Call = (request: string, options?: CallOptions) => Promise<ServiceResponse>

/** A failed step, whose message tells the user what to do; every other error is a bug. */
export class StepFailure extends Error {}

/** A moved clock answers within half a minute where nothing else runs; a busy machine takes some times that. */
const PATIENCE_MS = 180_000

/** `call('POST /api/v2/payments', ...)`; throws StepFailure for every response but 2xx. */
export function createCall(baseUrl: string, patienceMs = PATIENCE_MS): Call {
  return async (request, { headers = {}, body } = {}) => {
    const [method = 'GET', path = '/'] = request.split(' ')
    const { ok, status, text } = await fetch(`${baseUrl}${path}`, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
      .then(async (response) => ({ ok: response.ok, status: response.status, text: await response.text() }))
      .catch((cause: unknown) => {
        throw new StepFailure(
          cause instanceof Error && cause.name === 'TimeoutError'
            ? `${request} was not answered within ${patienceMs / 1_000} s. The service runs, and is slow: look at its log, and try again once the machine has less to do`
            : `${baseUrl} cannot be reached (${reasonOf(cause)}). Is the service running? Start it with: npm start`,
        )
      })
    if (!ok) throw new StepFailure(`${request} failed with ${status}: ${text}`)
    return { status, body: text === '' ? {} : JSON.parse(text) }
  }
}

/** A non-empty text field of the response. */
export function textIn({ body }: ServiceResponse, field: string): string {
  const value = body[field]
  if (typeof value === 'string' && value !== '') return value
  throw new StepFailure(`the response has no ${field}: ${JSON.stringify(body)}`)
}

export async function within<T>(promise: Promise<T>, limitMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StepFailure(`${what} did not arrive within ${limitMs / 1_000} s`)), limitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? cause.cause.message : cause.message
}
