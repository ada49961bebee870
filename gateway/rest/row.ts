/** The columns of the REST table: a route is a row that names an operation, how variables are read and what it responds. */

export interface RestRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for path parameters. */
  readonly path: string
  /** Operation of the manifest. */
  readonly operation: string
  readonly summary: string
  /** Status of a success; 200 if absent. */
  readonly success?: 201 | 202 | 204
  /** The token endpoint, the only one that takes a raw agent key. */
  readonly credential?: 'agentKey'
  /** Field of the root field's value that becomes the response body; without it the value itself. */
  readonly resultField?: string
  /** Further fields of the root field's value that are added to the body (a secret shown once). */
  readonly extraFields?: readonly string[]
  /** The one of `extraFields` that is shown once: a replay shows it to the same credential only. */
  readonly shownOnce?: string
  /** Input fields of the operation that the body may not set. */
  readonly hidden?: readonly string[]
  /** Boolean field of the root field's value: it existed before, so the status is 200 instead of 201. */
  readonly existing?: string
  /** Takes `?wait=`; 202 while the result is parked. */
  readonly waits?: boolean
  /** Whether the body is that of something parked, which is answered with 202; by default its stage tells. */
  readonly isParked?: (body: Readonly<Record<string, unknown>>) => boolean
  /** Query parameter -> its values in REST -> in GraphQL. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Input fields that REST takes as query parameters, like `wait`. */
  readonly inQuery?: readonly string[]
  /** Header X-Agent-Id must be sent, and with an organization key it goes into the input. */
  readonly agentHeader?: 'required'
  readonly location?: (body: Readonly<Record<string, unknown>>) => string
  /** Constant fields added to the body. */
  readonly constants?: Readonly<Record<string, string | boolean>>
  /** Body fields of type text in which a JSON number is taken as its decimal text. */
  readonly numericText?: readonly string[]
  /** Counts as so many requests against the caller's rate limit; 1 if absent. */
  readonly cost?: number
  /** Counts against the caller's payment creations per minute. */
  readonly createsPayment?: boolean
  /** Stops money: allowed from a reserve when the caller's rate limit is used up. */
  readonly emergency?: boolean
  /** The response is a stream of lines: this field of the root field's value, page after page while there is a next one. */
  readonly lines?: { readonly field: string; readonly next: string }
  /** The operation is a subscription, and the response server-sent events. */
  readonly streams?: boolean
  /** The body is signed as it is sent: this is its JSON Schema, and the operation gets its text and the signature. */
  readonly signedBody?: Readonly<Record<string, unknown>>
  readonly deprecated?: { readonly since: string; readonly sunset: string }
}

/** Whether it can be answered with 202. */
export const mayPark = (row: RestRow): boolean => row.waits === true || row.isParked !== undefined

export const isExchange = (row: RestRow): boolean => row.credential === 'agentKey'

/** Of a stream of lines. */
export const LINES_TYPE = 'application/x-ndjson'
