/** Requests of a browser that gets a session, or gives it up: mostly as the OpenAPI document says, else nearly so. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '../../../subgraphs/shared/ids.ts'
import type { HttpRequest, Send } from '../carriers/client.ts'
import type { Documented, RestOperation } from '../carriers/operations.ts'
import type { OpenApiDocument } from './declared.ts'
import type { Material } from './material.ts'
import { restCase } from './restCase.ts'
import { pick, textOf } from './values.ts'

const PROVIDER = 'corp'
const FLOWS = 5

export interface Issuer {
  /** For the environment of the service. */
  readonly setting: string
  close(): Promise<void>
}

/** An issuer that can be asked for everything and vouches for nobody. */
export async function startIssuer(): Promise<Issuer> {
  const server = createServer((request, response) => {
    const at = (path: string) => `${issuer}${path}`
    const isMetadata = request.url === '/.well-known/openid-configuration'
    const metadata = {
      ...{ issuer, authorization_endpoint: at('/authorize'), token_endpoint: at('/token'), jwks_uri: at('/jwks') },
      ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
      ...{ id_token_signing_alg_values_supported: ['ES256'], end_session_endpoint: at('/end') },
    }
    response.writeHead(isMetadata ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isMetadata ? metadata : { error: 'invalid_grant' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = { id: PROVIDER, issuer, client_id: 'proof', org_id: newId('organization'), mode: 'test' }
  return {
    setting: JSON.stringify([{ ...provider, role_claim: 'groups', roles: { admins: ['admin'] } }]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** What a browser has got before. */
export interface Browser {
  readonly routes: readonly RestOperation[]
  readonly origin: string
  /** Sign-ins that were begun: the cookie, and what comes back with it from the issuer. */
  readonly flows: readonly { readonly cookie: string; readonly state: string }[]
}

export async function openBrowser(send: Send, origin: string, document: OpenApiDocument): Promise<Browser> {
  const flows = await Promise.all(
    Array.from({ length: FLOWS }, async () => {
      const { headers } = await send({ method: 'GET', path: `/auth/openid/${PROVIDER}`, caller: {} })
      const state = new URL(String(headers.location)).searchParams.get('state') ?? ''
      return { cookie: [headers['set-cookie']].flat().join().split(';')[0] ?? '', state }
    }),
  )
  return { routes: routesOf(document), origin, flows }
}

/** Those beside the graph. */
function routesOf({ paths }: OpenApiDocument): RestOperation[] {
  const beside = Object.entries(paths).filter(([path]) => path.startsWith('/auth/'))
  return beside.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, document]) => routeOf(path, method, document)),
  )
}

function routeOf(path: string, name: string, document: Documented): RestOperation {
  const method = name.toUpperCase() as HttpRequest['method']
  const request = () => {
    throw new Error('a browser sends its own requests')
  }
  // The root field only tells what kind an id in the path is of, and there is none.
  return {
    carrier: 'REST',
    name: `${name} ${path}`,
    at: 'Query.me',
    isKeyed: false,
    takes: () => false,
    method,
    path,
    document,
    request,
  }
}

/** @param codes one-time codes, of which each opens one session */
export function signInCase(
  material: Material,
  { routes, origin, flows }: Browser,
  codes: readonly string[],
): { readonly request: HttpRequest; readonly route: RestOperation } {
  const { random } = material
  const route = pick(random, routes)
  const provider = random() < 0.8 ? PROVIDER : encodeURIComponent(textOf(material).toWellFormed() || 'x')
  const asked = restCase({ ...material, caller: {} }, { ...route, path: route.path.replace('{provider}', provider) })
  const flow = pick(random, flows)
  const cookie =
    random() < 0.7 ? flow.cookie : `payment-service-session=${encodeURIComponent(textOf(material).toWellFormed())}`
  const [path = '', query = ''] = asked.path.split('?')
  const search = new URLSearchParams(query)
  if (path.endsWith('/callback') && random() < 0.7)
    for (const [name, value] of Object.entries({ state: flow.state, code: 'x' })) search.set(name, value)
  const isOpening = route.method === 'POST' && random() < 0.5
  const request: HttpRequest = {
    ...{ ...asked, path: search.size === 0 ? path : `${path}?${search}` },
    headers: { ...asked.headers, ...(random() < 0.7 && { origin }), ...(random() < 0.6 && { cookie }) },
    ...(isOpening && { body: JSON.stringify({ code: pick(random, codes) }) }),
  }
  return { request, route }
}
