/** The part of the OpenAPI document about how a browser gets a session and gives it up, which is beside the graph. */

import { refusalsOf } from '../rest/openApiRefusals.ts'

type Schema = Record<string, unknown>

interface Document {
  readonly paths: Schema
  readonly components: { readonly schemas: Schema; readonly securitySchemes: Schema }
}

const TEXT = { type: 'string' }
const NULLABLE_TEXT = { type: ['string', 'null'] }

/** What the browser is told of the session that it has opened. */
const OPENED: Schema = {
  type: 'object',
  required: ['session_id', 'org_id', 'principal_id', 'mode', 'roles', 'expires_at'],
  properties: {
    session_id: { ...TEXT, description: 'Identifier.' },
    org_id: { ...TEXT, description: 'Id of the organization.' },
    principal_id: { ...TEXT, description: 'The person.' },
    mode: { ...TEXT, description: 'test or live: the mode in which it acts.' },
    roles: { type: 'array', items: TEXT, description: 'What it may do.' },
    expires_at: { ...TEXT, format: 'date-time', description: 'When it ends.' },
  },
}

/** Adds it. @param cookie the name of the cookie of a session */
export function addSignIn({ paths, components, ...document }: Document, cookie: string) {
  const { securitySchemes, ...parts } = components
  const session = { type: 'apiKey', in: 'cookie', name: cookie }
  return {
    ...document,
    paths: { ...paths, ...signInPaths() },
    components: { ...parts, securitySchemes: { ...securitySchemes, session } },
  }
}

function signInPaths(): Schema {
  const setsCookie = { 'Set-Cookie': { schema: TEXT } }
  return {
    '/auth/session': {
      post: operation('openSession', 'Open a session with a one-time code; the cookie is its secret.', {
        parameters: PAGE,
        requestBody: { required: true, ...json(CODE) },
        success: { 200: { description: 'Opened.', headers: setsCookie, ...json(OPENED) } },
      }),
      delete: operation('signOut', 'End the session of the cookie; without one nothing happens.', {
        parameters: PAGE,
        security: [{ session: [] }, {}],
        success: { 200: { description: 'Ended.', headers: setsCookie, ...json(SIGNED_OUT) } },
      }),
    },
    '/auth/openid/{provider}': {
      get: operation('beginSignIn', 'Sign in with an OpenID Connect provider.', {
        parameters: [
          PROVIDER,
          inQuery('return_to', 'A path of this service, to which the browser goes afterwards.'),
          inQuery('reauthenticate', 'true: the provider has the person prove who they are once more.'),
        ],
        success: { 303: { description: 'To the provider.', headers: { ...setsCookie, Location: { schema: TEXT } } } },
      }),
    },
    '/auth/openid/{provider}/callback': {
      get: operation('finishSignIn', 'Where the provider sends the browser back to.', {
        parameters: [PROVIDER, ...['code', 'state', 'iss', 'error'].map((name) => inQuery(name, 'From the provider.'))],
        success: {
          200: { description: 'Signed in.', headers: setsCookie, content: { 'text/html': { schema: TEXT } } },
        },
      }),
    },
  }
}

const CODE = {
  type: 'object',
  additionalProperties: false,
  required: ['code'],
  properties: { code: { ...TEXT, description: 'The one-time code: it works once, and for two minutes.' } },
}

const SIGNED_OUT = {
  type: 'object',
  required: ['sign_out_url'],
  properties: {
    sign_out_url: { ...NULLABLE_TEXT, description: 'Where the session with the provider ends; null without one.' },
  },
}

/** Of requests that change something (CSRF): the Origin of the service, or without one the other header. */
const PAGE = [
  { name: 'Origin', in: 'header', required: false, schema: TEXT, description: 'That of this service.' },
  { name: 'X-Requested-With', in: 'header', required: false, schema: TEXT, description: 'Needed without an Origin.' },
]

const PROVIDER = { name: 'provider', in: 'path', required: true, schema: TEXT }

const inQuery = (name: string, description: string) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: TEXT,
})

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })

function operation(
  operationId: string,
  summary: string,
  { success, ...more }: { readonly parameters: readonly Schema[]; readonly success: Schema } & Schema,
): Schema {
  return { operationId, summary, security: [], ...more, responses: { ...success, ...refusalsOf(null) } }
}
