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

/** `call('POST /api/v2/payments', ...)`; throws StepFailure for every response but 2xx. */
export function createCall(baseUrl: string): Call {
  return async (request, { headers = {}, body } = {}) => {
    const [method = 'GET', path = '/'] = request.split(' ')
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(40_000),
    }).catch((cause: unknown) => {
      throw new StepFailure(
        `${baseUrl} does not respond (${reasonOf(cause)}). Is the service running? Start it with: npm start`,
      )
    })
    const text = await response.text()
    if (!response.ok) throw new StepFailure(`${request} failed with ${response.status}: ${text}`)
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
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
