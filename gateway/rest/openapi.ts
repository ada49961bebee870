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
import { ERROR_TYPES } from '../../subgraphs/shared/errors.ts'
import { KEY_LENGTH_MAX, LIST_MAX } from '../../subgraphs/shared/fields.ts'
import { FORM_TYPE } from '../auth/oauthForm.ts'
import { toSnake } from './names.ts'
import { PROBLEM_TYPE } from './problem.ts'
import { pathParameters, type Route } from './route.ts'
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

export function buildOpenApi(routes: readonly Route[], info: { readonly apiBase: string; readonly version: string }) {
  const components: Components = { Error: ERROR_SCHEMA, Problem: PROBLEM_SCHEMA }
  const paths: Record<string, Record<string, Schema>> = {}
  for (const route of routes) {
    const { path, method } = route.row
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = operationOf(route, components)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Agent Payment Service', version: info.version },
    servers: [{ url: new URL(info.apiBase).origin }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        organizationKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        enrolmentKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        operatorKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  }
}

function operationOf(route: Route, components: Components): Schema {
  const { row, access } = route
  const { success = 200 } = row
  const result = { description: 'Success.', ...(success !== 204 && resultContent(route, components)) }
  const responses: Schema = { [success]: result }
  if (row.existing !== undefined)
    responses[200] = { ...result, description: 'It existed already; nothing has changed.' }
  if (mayPark(row) && (success === 201 || row.isParked !== undefined))
    responses[202] = { ...result, description: 'Parked until it is approved or denied.' }
  responses.default = { description: 'A refusal.', content: refusalContent(row) }
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
function securityOf({ agent, organization, operator, enrolment }: Access): Schema[] {
  return [
    ...(agent === undefined ? [] : [{ accessToken: [agent.scope] }]),
    ...(organization === undefined ? [] : [{ organizationKey: organization.role === null ? [] : [organization.role] }]),
    ...(enrolment ? [{ enrolmentKey: [] }] : []),
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

/** A form is refused as RFC 6749 says. */
const OAUTH_REFUSAL: Schema = {
  type: 'object',
  required: ['error', 'error_description', 'request_id'],
  properties: Object.fromEntries(
    ['error', 'error_description', 'request_id'].map((name) => [name, { type: 'string' }]),
  ),
}

/** As a problem (RFC 9457) for who accepts that type. */
function refusalContent(row: RestRow): Schema {
  const refusal = { $ref: '#/components/schemas/Error' }
  return {
    'application/json': { schema: isExchange(row) ? { anyOf: [refusal, OAUTH_REFUSAL] } : refusal },
    [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } },
  }
}

function contentOf(row: RestRow, body: Schema): Schema {
  const { content } = json(body) as { content: Schema }
  return { content: { ...content, ...(isExchange(row) && { [FORM_TYPE]: { schema: OAUTH_FORM } }) } }
}

function json(schema: Schema): Schema {
  return { content: { 'application/json': { schema } } }
}

function parametersOf(route: Route): Schema[] {
  const { row } = route
  const parameters: Schema[] = pathParameters(row).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  for (const { wire, type, values, description } of route.parameters) {
    const schema = values === undefined ? inputSchema(type) : { type: 'string', enum: values }
    const told = description === undefined ? {} : { description }
    parameters.push({ name: wire, in: 'query', required: isNonNullType(type), ...told, schema })
  }
  if (row.agentHeader !== undefined) parameters.push(header('X-Agent-Id', true))
  if (row.signedBody !== undefined) parameters.push(header('X-Service-Signature', true))
  if (route.keyed) parameters.push(header('Idempotency-Key', false))
  return parameters
}

function header(name: string, required: boolean): Schema {
  return { name, in: 'header', required, schema: { type: 'string', maxLength: KEY_LENGTH_MAX } }
}

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

const ERROR_SCHEMA: Schema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'message', 'details', 'request_id'],
      properties: {
        type: { type: 'string', enum: Object.keys(ERROR_TYPES) },
        message: { type: 'string' },
        details: { type: 'object' },
        request_id: { type: 'string' },
      },
    },
  },
}

const PROBLEM_SCHEMA: Schema = {
  description: 'RFC 9457: a refusal for callers that accept application/problem+json.',
  allOf: [
    { $ref: '#/components/schemas/Error' },
    {
      type: 'object',
      required: ['type', 'status', 'detail'],
      properties: {
        type: { const: 'about:blank' },
        status: { type: 'integer' },
        detail: { type: 'string' },
      },
    },
  ],
}
