/**
 * The OpenAPI 3.1 document, made from the same compiled rows that serve the routes; descriptions are those of the schema.
 */
import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import { type Access, describeAccess } from '../../subgraphs/shared/access.ts'
import { KEY_LENGTH_MAX, LIST_MAX } from '../../subgraphs/shared/fields.ts'
import { FORM_TYPE } from '../auth/oauthForm.ts'
import { toSnake } from './names.ts'
import { exampleFor } from './openApiExamples.ts'
import { HEADERS, headerRefs, REFUSAL_RESPONSES, REFUSAL_SCHEMAS, refusalsOf } from './openApiRefusals.ts'
import { describePathParameter } from './parameterDescriptions.ts'
import { pathParameters, RANGES, type Route } from './route.ts'
import { isExchange, LINES_TYPE, mayPark, type RestRow } from './row.ts'
import type { Shape, ShapeField } from './shape.ts'
import { itemsMaxOf } from './wireExceptions.ts'

type Schema = Record<string, unknown>
type Components = Record<string, Schema>

const SCALARS: Readonly<Record<string, Schema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer' },
  Cents: { type: 'integer', format: 'int64', description: 'A whole number of US cents.' },
  Float: { type: 'number' },
  Decimal: { type: 'string', description: 'A decimal number as text.' },
  DateTime: { type: 'string', format: 'date-time' },
}

const INFO = {
  title: 'Agent Payment Service',
  summary: 'AI agents pay in stablecoins, under spending mandates written in plain words.',
  description:
    'Send an agent\u2019s access token as `Authorization: Bearer`, or an organization key as `X-API-Key`. Amounts are decimal ' +
    'text, dollars of the treasury whole cents. Lists go forward with `limit` and `after`. A POST that ' +
    'changes something takes an `Idempotency-Key`, so that it can be sent again after a lost answer. A refusal says which rule, which figure, and ' +
    'what to do next.',
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
} as const

export function buildOpenApi(routes: readonly Route[], info: { readonly apiBase: string; readonly version: string }) {
  const components: Components = { ...REFUSAL_SCHEMAS }
  const paths: Record<string, Record<string, Schema>> = {}
  for (const route of routes) {
    const { path, method } = route.row
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = operationOf(route, components)
  }
  return {
    openapi: '3.1.0',
    info: { ...INFO, version: info.version },
    servers: [{ url: new URL(info.apiBase).origin }],
    paths,
    components: {
      schemas: components,
      responses: REFUSAL_RESPONSES,
      headers: HEADERS,
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        organizationKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        enrolmentKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        merchantKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        operatorKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  }
}

function operationOf(route: Route, components: Components): Schema {
  const { row, access } = route
  const { success = 200 } = row
  const headers = headerRefs(
    ...(['X-Request-Id', 'RateLimit', 'RateLimit-Policy'] as const),
    ...(route.keyed ? (['Idempotency-Replayed'] as const) : []),
    ...(row.location === undefined ? [] : (['Location'] as const)),
  )
  const result = { description: 'Success.', headers, ...(success !== 204 && resultContent(route, components)) }
  const responses: Schema = { [success]: result }
  if (row.existing !== undefined)
    responses[200] = { ...result, description: 'It existed already; nothing has changed.' }
  if (mayPark(row) && (success === 201 || row.isParked !== undefined))
    responses[202] = { ...result, description: 'Parked until it is approved or denied.' }
  Object.assign(responses, refusalsOf(row))
  const body = bodySchema(route)
  return {
    operationId: row.operation,
    summary: row.summary,
    description: `Caller: ${describeAccess(access)}.`,
    ...(row.deprecated !== undefined && { deprecated: true }),
    security: securityOf(access),
    parameters: parametersOf(route),
    ...(body !== null && { requestBody: { required: 'required' in body, ...contentOf(row, body) } }),
    responses,
  }
}

function resultContent(route: Route, components: Components): Schema {
  if (route.row.streams === true)
    return { content: { 'text/event-stream': { schema: resultSchema(route, components) } } }
  if (route.row.lines === undefined) return json(resultSchema(route, components))
  return { content: { [LINES_TYPE]: { schema: { type: 'string' } } } }
}

/** API keys have no scopes; OpenAPI 3.1 lets the role stand in their place. */
function securityOf({ agent, organization, operator, enrolment, merchant, ...access }: Access): Schema[] {
  return [
    ...(access.public ? [{}] : []),
    ...(agent === undefined ? [] : [{ accessToken: [agent.scope] }]),
    ...(organization === undefined ? [] : [{ organizationKey: organization.role === null ? [] : [organization.role] }]),
    ...(enrolment ? [{ enrolmentKey: [] }] : []),
    ...(merchant ? [{ merchantKey: [] }] : []),
    ...(operator ? [{ operatorKey: [] }] : []),
  ]
}

/** The token endpoint takes the names of RFC 6749 too, and refuses such a request as its section 5.2 says. */
const OAUTH_FORM: Schema = {
  type: 'object',
  description:
    'OAuth 2.0: client_credentials with the agent as client, or refresh_token. Refusals have the form of OAuth.',
  properties: {
    grant_type: { type: 'string', description: 'client_credentials or refresh_token.' },
    ...Object.fromEntries(
      ['client_id', 'client_secret', 'refresh_token', 'scope'].map((name) => [name, { type: 'string' }]),
    ),
  },
  required: ['grant_type'],
}

function contentOf(row: RestRow, body: Schema): Schema {
  const content = { 'application/json': { schema: body, example: exampleFor(row.operation, body) } }
  return { content: { ...content, ...(isExchange(row) && { [FORM_TYPE]: { schema: OAUTH_FORM } }) } }
}

function json(schema: Schema): Schema {
  return { content: { 'application/json': { schema } } }
}

function parametersOf(route: Route): Schema[] {
  const { row } = route
  const parameters: Schema[] = pathParameters(row).map((name) => ({
    ...{ name, in: 'path', required: true },
    ...{ description: describePathParameter(name), schema: { type: 'string' } },
  }))
  for (const { wire, type, values, description } of route.parameters) {
    const schema = values === undefined ? inputSchema(type) : { type: 'string', enum: values }
    const told = description === undefined ? {} : { description }
    parameters.push({
      ...{ name: wire, in: 'query', required: isNonNullType(type), ...told },
      schema: { ...schema, ...boundsOf(wire, type) },
    })
  }
  if (row.agentHeader !== undefined) parameters.push(header('X-Agent-Id', true, AGENT_HEADER))
  if (row.signedBody !== undefined) parameters.push(...SIGNATURE_HEADERS)
  if (route.keyed) parameters.push(header('Idempotency-Key', false, KEY_HEADER))
  return parameters
}

/** Of numbers that REST itself bounds. */
function boundsOf(wire: string, type: GraphQLInputType): Schema {
  const range = getNullableType(type).toString() === 'Int' ? RANGES[wire] : undefined
  return range === undefined ? {} : { minimum: range[0], maximum: range[1] }
}

const AGENT_HEADER = 'The agent that acts; with an access token its own id.'
const KEY_HEADER =
  'Names this request: sent again within 24 hours with the same key and body, it gets the first answer and does nothing.'

function header(name: string, required: boolean, description: string): Schema {
  return { name, in: 'header', required, description, schema: { type: 'string', maxLength: KEY_LENGTH_MAX } }
}

const SIGNED_WITH = "keyed with the merchant's secret. One of the two signatures is needed without the merchant's key."
/** Either shows who has written the body. */
const SIGNATURE_HEADERS = [
  header('X-Service-Signature', false, `\`sha256=\` and the lowercase hex HMAC-SHA256 of the raw body, ${SIGNED_WITH}`),
  header(
    'Merchant-Signature',
    false,
    `\`t=\` and seconds since 1970, at most five minutes off, \`,v1=\` and the lowercase hex HMAC-SHA256 of those seconds, a dot and the raw body, ${SIGNED_WITH}`,
  ),
]

function bodySchema(route: Route): Schema | null {
  if (route.row.signedBody !== undefined) return route.row.signedBody
  if (route.inputType === null) return null
  const fields = Object.values(route.inputType.getFields()).filter((field) => !route.notInBody.has(field.name))
  if (fields.length === 0) return null
  const required = fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined)
  const numeric = new Set(route.row.numericText)
  const properties = fields.map((field) => {
    const wire = toSnake(field.name)
    const schema = numeric.has(wire)
      ? { type: ['string', 'number'] }
      : inputSchema(field.type, itemsMaxOf(route.inputType?.name ?? '', field.name))
    return [wire, { ...schema, ...(field.description && { description: field.description }) }]
  })
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required: required.map((field) => toSnake(field.name)) }),
    properties: Object.fromEntries(properties),
  }
}

function inputSchema(type: GraphQLInputType, itemsMax = LIST_MAX): Schema {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return { type: 'array', maxItems: itemsMax, items: inputSchema(nullable.ofType) }
  if (isEnumType(nullable)) return { type: 'string', enum: nullable.getValues().map(({ name }) => name) }
  if (!isInputObjectType(nullable)) return { ...SCALARS[nullable.name] }
  const fields = Object.values(nullable.getFields())
  const required = fields.filter(isRequiredInputField)
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required: required.map((field) => toSnake(field.name)) }),
    properties: Object.fromEntries(
      fields.map((field) => [toSnake(field.name), inputSchema(field.type, itemsMaxOf(nullable.name, field.name))]),
    ),
  }
}

function resultSchema(route: Route, components: Components): Schema {
  const schema = shapeSchema(route.shape, components)
  if (route.row.constants === undefined) return schema
  const constants = Object.entries(route.row.constants).map(([name, value]) => [name, { const: value }])
  return { allOf: [{ type: 'object', properties: Object.fromEntries(constants) }, schema] }
}

function shapeSchema(shape: Shape, components: Components): Schema {
  switch (shape.kind) {
    case 'id':
      return { type: 'string' }
    case 'number':
      return { type: 'number' }
    case 'oneOf':
      return oneOfSchema(shape.fields, components)
    case 'leaf':
      return shape.values === null ? { ...SCALARS[shape.scalar] } : { type: 'string', enum: shape.values }
    case 'list':
    case 'rows':
      return { type: 'array', items: shapeSchema(shape.of, components) }
    case 'page':
      return {
        type: 'object',
        required: ['data', 'has_more', 'next_cursor'],
        properties: {
          data: { type: 'array', items: shapeSchema(shape.of, components) },
          has_more: { type: 'boolean' },
          next_cursor: { type: ['string', 'null'] },
        },
      }
    case 'object':
      return objectSchema(shape.name, shape.fields, components)
  }
}

function objectSchema(name: string | null, fields: readonly ShapeField[], components: Components): Schema {
  if (name !== null && components[name] !== undefined) return { $ref: `#/components/schemas/${name}` }
  const properties = fields.map((field) => [field.wire, fieldSchema(field, components)])
  const schema: Schema = {
    type: 'object',
    required: fields.filter(({ optional }) => !optional).map((field) => field.wire),
    properties: Object.fromEntries(properties),
  }
  if (name === null) return schema
  components[name] = schema
  return { $ref: `#/components/schemas/${name}` }
}

function oneOfSchema(fields: readonly ShapeField[], components: Components): Schema {
  const schemas = fields.map(({ shape }) => JSON.stringify(shapeSchema(shape, components)))
  return { anyOf: [...new Set(schemas)].map((schema) => JSON.parse(schema) as Schema) }
}

function fieldSchema(field: ShapeField, components: Components): Schema {
  const schema = shapeSchema(field.shape, components)
  const described = field.description === '' ? schema : { ...schema, description: field.description }
  return field.nullable ? { anyOf: [described, { type: 'null' }] } : described
}
