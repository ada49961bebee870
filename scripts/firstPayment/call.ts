// A client of the service: JSON over HTTP; refusals are reported with the service's own message.

export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export type Call = (request: string, options?: CallOptions) => Promise<Answer>

/** What a newcomer can act on; everything else is a bug. */
export class Miss extends Error {}

/** `call('POST /api/v2/payments', ...)`; every answer but 2xx is a Miss. */
export function createCall(baseUrl: string): Call {
  return async (request, { headers = {}, body } = {}) => {
    const [method = 'GET', path = '/'] = request.split(' ')
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(40_000),
    }).catch((cause: unknown) => {
      throw new Miss(
        `${baseUrl} does not answer (${reasonOf(cause)}). Is the service running? Start it with: npm start`,
      )
    })
    const text = await response.text()
    if (!response.ok) throw new Miss(`${request} was answered ${response.status}: ${text}`)
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }
}

/** A text that the answer must have. */
export function textIn({ body }: Answer, field: string): string {
  const value = body[field]
  if (typeof value === 'string' && value !== '') return value
  throw new Miss(`the answer has no ${field}: ${JSON.stringify(body)}`)
}

export async function within<T>(promise: Promise<T>, limitMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Miss(`${what} did not come within ${limitMs / 1_000} s`)), limitMs)
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
