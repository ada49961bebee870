/** How documents of the graph are written in tests: one root field, its record, and what is beside it. */

export interface GraphOperation {
  readonly root: string
  readonly document: string
  /** Whether the variables are fields of `$input`. */
  readonly input?: boolean
  /** The record inside a payload. */
  readonly take?: string
  /** Wire names whose graph name is another one. */
  readonly names?: Readonly<Record<string, string>>
  /** Decimal text that REST has as a JSON number. */
  readonly numbers?: readonly string[]
}

export function mutation(
  root: string,
  input: string,
  parts: { readonly take?: string; readonly of?: string; readonly beside: string },
): GraphOperation {
  const { take, of, beside } = parts
  const record = take === undefined ? '' : `${take} { ${of} }`
  const document = `mutation ($input: ${input}!) { ${root}(input: $input) { ${record} ${beside} } }`
  return take === undefined ? { root, document, input: true } : { root, document, input: true, take }
}

export function one(root: string, parameters: string, of: string, names: Record<string, string> = {}): GraphOperation {
  return { root, document: query(root, parameters, of), names }
}

export function list(root: string, parameters: string, of: string): GraphOperation {
  const paged = [parameters, '$first: Int, $after: String'].filter((text) => text !== '').join(', ')
  const document = query(root, paged, `edges { node { ${of} } } pageInfo { hasNextPage endCursor }`)
  return { root, document, names: { limit: 'first' } }
}

/** `$status>statuses: [AgentStatus!]` is the variable `$status`, passed as the argument `statuses`. */
function query(root: string, parameters: string, of: string): string {
  if (parameters === '') return `query { ${root} { ${of} } }`
  const passed = [...parameters.matchAll(/\$(\w+)(?:>(\w+))?:/g)].map(([, name, as = name]) => `${as}: $${name}`)
  return `query (${parameters.replaceAll(/>\w+/g, '')}) { ${root}(${passed.join(', ')}) { ${of} } }`
}
