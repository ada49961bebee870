/** Whether a value fits a JSON Schema, for the keywords that the service's own OpenAPI document uses. */

export type JsonSchema = Readonly<Record<string, unknown>>

/** What does not fit, with its place; an unknown keyword is a problem too, so that nothing passes unread. */
export function findMisfits(value: unknown, schema: JsonSchema, root: JsonSchema, place = '$'): string[] {
  const misfits: string[] = []
  for (const [keyword, rule] of Object.entries(schema)) {
    const check = KEYWORDS[keyword]
    if (check === undefined) misfits.push(`${place}: the keyword ${keyword} is not known here`)
    else misfits.push(...check({ value, rule, schema, root, place }))
  }
  return misfits
}

interface Check {
  readonly value: unknown
  readonly rule: unknown
  readonly schema: JsonSchema
  readonly root: JsonSchema
  readonly place: string
}

const none = (): string[] => []
const unless = (fits: boolean, message: string): string[] => (fits ? [] : [message])

const FORMATS: Readonly<Record<string, (value: unknown) => boolean>> = {
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)) && !Number.isNaN(Date.parse(String(value))),
  'date-time': (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  // What JSON carries exactly.
  int64: (value) => Number.isSafeInteger(value),
  uri: (value) => URL.canParse(String(value)),
  'uri-reference': (value) => URL.canParse(String(value), 'http://base.invalid'),
  email: (value) => /^[^@ ]+@[^@ ]+$/.test(String(value)),
}

const KEYWORDS: Readonly<Record<string, (check: Check) => string[]>> = {
  description: none,
  $ref: ({ value, rule, root, place }) => findMisfits(value, resolve(String(rule), root), root, place),
  type: ({ value, rule, place }) => {
    const types = [rule].flat() as string[]
    return unless(
      types.some((type) => isOfType(value, type)),
      `${place}: ${JSON.stringify(value)} is no ${types.join(' or ')}`,
    )
  },
  const: ({ value, rule, place }) => unless(value === rule, `${place}: is not ${JSON.stringify(rule)}`),
  enum: ({ value, rule, place }) =>
    unless(
      (rule as unknown[]).includes(value),
      `${place}: ${JSON.stringify(value)} is none of ${JSON.stringify(rule)}`,
    ),
  format: ({ value, rule, place }) =>
    // `type` says whether it may be null.
    unless(
      value === null || (FORMATS[String(rule)]?.(value) ?? false),
      `${place}: ${JSON.stringify(value)} is no ${rule}`,
    ),
  minimum: ({ value, rule, place }) =>
    unless(typeof value !== 'number' || value >= Number(rule), `${place}: ${JSON.stringify(value)} is below ${rule}`),
  maxItems: ({ value, rule, place }) =>
    unless(!Array.isArray(value) || value.length <= Number(rule), `${place}: has more than ${rule} items`),
  maxLength: ({ value, rule, place }) =>
    unless(typeof value !== 'string' || [...value].length <= Number(rule), `${place}: is longer than ${rule}`),
  pattern: ({ value, rule, place }) =>
    unless(
      typeof value !== 'string' || new RegExp(String(rule)).test(value),
      `${place}: ${JSON.stringify(value)} has another form than ${rule}`,
    ),
  // Without it a field that is not named does not fit either: see `properties`, which with `true` lets it. Only maps need more.
  additionalProperties: ({ value, rule, schema, root, place }) =>
    typeof rule === 'object' && isRecord(value) && schema.properties === undefined
      ? Object.entries(value).flatMap(([name, inner]) =>
          findMisfits(inner, rule as JsonSchema, root, `${place}.${name}`),
        )
      : [],
  required: ({ value, rule, place }) =>
    (rule as string[])
      .filter((name) => isRecord(value) && !Object.hasOwn(value, name))
      .map((name) => `${place}.${name}: is missing`),
  properties: ({ value, rule, schema, root, place }) => {
    if (!isRecord(value)) return []
    const known = rule as Record<string, JsonSchema>
    return Object.entries(value).flatMap(([name, inner]) => {
      if (known[name] !== undefined) return findMisfits(inner, known[name], root, `${place}.${name}`)
      return unless(schema.additionalProperties === true, `${place}.${name}: is not in the document`)
    })
  },
  items: ({ value, rule, root, place }) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => findMisfits(one, rule as JsonSchema, root, `${place}[${index}]`))
      : [],
  anyOf: ({ value, rule, root, place }) => {
    const all = (rule as JsonSchema[]).map((one) => findMisfits(value, one, root, place))
    return all.some((misfits) => misfits.length === 0) ? [] : (all[0] ?? [])
  },
}

export function resolve(ref: string, root: JsonSchema): JsonSchema {
  let found: unknown = root
  for (const step of ref.replace(/^#\//, '').split('/')) found = (found as JsonSchema)[step]
  return found as JsonSchema
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
