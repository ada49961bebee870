/** The columns of a REST table: a route is a row that names an operation, how its variables are read and what it answers. */

export interface RestRow {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for path parameters. */
  readonly path: string
  /** Operation of the manifest. */
  readonly operation: string
  readonly summary: string
  readonly success: 200 | 201 | 202 | 204
  /** The token endpoint, the only one that takes a raw agent key. */
  readonly credential?: 'agentKey'
  /** Field of the root field's value that is the answer; without it the value itself. */
  readonly resultField?: string
  /** Further fields of the root field's value which go into the answer beside `take` (a secret shown once). */
  readonly extraFields?: readonly string[]
  /** The field of `merge` that is shown once: a repeat shows it to the same credential only. */
  readonly shownOnce?: string
  /** Wire name -> graph name where snake_case and camelCase do not give it. */
  readonly names?: Readonly<Record<string, string>>
  /** Input fields that the body may not set although the graph has them. */
  readonly hidden?: readonly string[]
  /** Field of the root field's value that says: it was there before. Then the answer is 200 and not 201. */
  readonly existing?: string
  /** `?wait=` holds the answer; 202 while the result is parked. */
  readonly waits?: boolean
  /** Query parameters of which the wire takes one value where the graph takes a list. */
  readonly single?: readonly string[]
  /** Query parameter -> its values on the wire -> the graph's. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Input fields that the wire takes as query parameters, like `wait`. */
  readonly inQuery?: readonly string[]
  /** Header X-Agent-Id must be sent, and with an organization key it goes into the input. */
  readonly agentHeader?: 'required'
  readonly location?: (body: Readonly<Record<string, unknown>>) => string
  /** Facts that the route itself knows, put into the answer. */
  readonly constants?: Readonly<Record<string, string | boolean>>
  /** Body fields of type text in which a JSON number is taken as its decimal text. */
  readonly numericText?: readonly string[]
  /** Counts against the caller's payment creations per minute. */
  readonly createsPayment?: boolean
  /** A means to stop money: goes on when the caller's limit is used up. */
  readonly emergency?: boolean
  readonly deprecated?: { readonly since: string; readonly sunset: string }
}
