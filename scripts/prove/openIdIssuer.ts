/** A real OpenID Connect issuer on this machine, where everybody signs in by saying who they are. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Context } from 'oidc-provider'

export interface OpenIdIssuer {
  readonly issuer: string
  /** What it says of people, by subject. */
  readonly people: Map<string, object>
  /** Of a browser that signs in as this person: where the issuer sends it in the end. */
  authorize(url: string, subject: string): Promise<URL>
  stop(): Promise<void>
}

export const CLIENT = { client_id: 'payments', client_secret: 'a secret of the client' } as const

export async function startOpenIdIssuer(redirectUris: readonly string[]): Promise<OpenIdIssuer> {
  const people = new Map<string, object>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      { ...CLIENT, redirect_uris: redirectUris, grant_types: ['authorization_code'], response_types: ['code'] },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['of this run'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/login/${uid}` },
    findAccount: (_context: Context, accountId: string) => ({
      accountId,
      claims: async () => ({ ...people.get(accountId), sub: accountId }),
    }),
    async loadExistingGrant({ oidc: { client, session, provider: of } }: Context) {
      const grant = new of.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/login/')) return handle(request, response)
    const login = { accountId: String(request.headers['x-subject']) }
    void provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
  })
  return {
    issuer,
    people,
    async authorize(url, subject) {
      const cookies = new Map<string, string>()
      for (let at = new URL(url), steps = 0; steps < 10; steps++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(at, { redirect: 'manual', headers: { cookie, 'x-subject': subject } })
        const text = await response.text()
        for (const set of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${at.pathname}: ${response.status} ${text}`)
        at = new URL(location, at)
        if (at.origin !== issuer) return at
      }
      throw new Error('the issuer never sends the browser back')
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
