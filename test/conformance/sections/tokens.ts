/** Specification 2.4, 2.5, 4.1, 5: an agent key for a token that anybody can verify, and its refresh. */
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, send } from '../../support/carriers.ts'
import {
  done,
  type Given,
  openAgent,
  openScene,
  refused,
  refusedField,
  type Scene,
  type TestAgent,
  textIn,
  tokenOf,
} from '../../support/scene.ts'

export function tokens(given: Given): void {
  describe('2.4, 2.5 tokens', () => {
    let scene: Scene
    let agent: TestAgent
    beforeAll(async () => {
      scene = await openScene(given, 'Tokens')
      agent = await openAgent(scene, { capabilities: ['payments', 'holds'] })
    })
    const exchange = (input: object, caller: Caller = {}) => scene.carrier.call('token', { ...input }, caller)
    const byKey = (more: object = {}) => exchange({ agent_id: agent.agentId, api_key: agent.apiKey, ...more })
    const refresh = (token: string, agentId = agent.agentId) =>
      exchange({ grant_type: 'refresh_token', agent_id: agentId, refresh_token: token })
    const read = (token: string) => scene.carrier.call('me', {}, { token })

    test('the answer has access_token, expires_in 3600, token_type Bearer and refresh_token', async () => {
      const { body, headers } = done(await byKey())
      expect(body).toEqual({
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        expires_in: 3600,
        token_type: 'Bearer',
        refresh_token: expect.stringMatching(/\S{20,}/),
        scope: 'agent:execute',
      })
      expect(headers.get('cache-control')).toBe('no-store')
    })

    test('the token is EdDSA of a published key and carries every claim of 2.5', async () => {
      const token = textIn(done(await byKey()).body, 'access_token')
      const keys = (await send(`${scene.service.url}/.well-known/jwks.json`)).body as unknown as JSONWebKeySet
      const { kid, alg } = decodeProtectedHeader(token)
      expect(alg).toBe('EdDSA')
      expect(keys.keys.map((key) => key.kid)).toContain(kid)
      const claims = { issuer: scene.service.baseUrl, audience: 'service-api' }
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys), claims)
      expect(payload).toMatchObject({
        sub: agent.agentId,
        iss: scene.service.baseUrl,
        aud: 'service-api',
        org: scene.organization.orgId,
        capabilities: ['payments', 'holds'],
        wallet_id: agent.walletId,
        mandate_id: agent.mandateId,
        did: agent.record.did,
        scope: 'agent:execute',
      })
      expect(Number(payload.exp) - Number(payload.iat)).toBe(3600)
      expect(Math.abs(Number(payload.iat) - Date.now() / 1000)).toBeLessThan(10)
    })

    test.each(['agent:read', 'agent:execute', 'agent:admin'])('the scope %s can be asked for', async (scope) => {
      expect(done(await byKey({ scope })).body.scope).toBe(scope)
    })

    test('an unknown scope or grant type and a missing key are refused by name', async () => {
      refusedField(await byKey({ scope: 'agent:root' }), 'scope')
      refusedField(await byKey({ grant_type: 'password' }), 'grant_type')
      refusedField(await exchange({ agent_id: agent.agentId }), 'api_key')
      refusedField(await exchange({ grant_type: 'refresh_token', agent_id: agent.agentId }), 'refresh_token')
      refusedField(await exchange({ agent_id: agent.agentId, refresh_token: 'rt_x' }), 'grant_type')
    })

    test('whatever is sent as a credential and is none is 401, another kind of token and any length that is read too', async () => {
      const { access_token, refresh_token } = done(await byKey()).body as { [name: string]: string }
      const garbage = ['x', '\u0000', '\u202e', 'rt_', ' . . ', 'é'.repeat(201), 'a'.repeat(15_000), '{"a":1}']
      for (const wrong of [access_token, agent.apiKey, `${refresh_token}x`, ...garbage])
        refused(await refresh(wrong as string), 401, 'authentication_error', { reason: 'invalid_token' })
      for (const wrong of [access_token, refresh_token, `${agent.apiKey}x`, ...garbage])
        refused(await byKey({ api_key: wrong }), 401, 'authentication_error', { reason: 'invalid_api_key' })
    })

    test('a wrong key is 401 with WWW-Authenticate', async () => {
      const wrong = `${agent.apiKey.slice(0, -1)}${agent.apiKey.endsWith('x') ? 'y' : 'x'}`
      for (const key of [wrong, 'sk_agent_nonsense', scene.organization.key]) {
        const answer = await exchange({ agent_id: agent.agentId, api_key: key })
        refused(answer, 401, 'authentication_error', { reason: 'invalid_api_key' })
        if (scene.carrier.name === 'rest')
          expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
      }
    })

    test('a key or refresh token of another agent is 401 agent_id_mismatch', async () => {
      const other = await openAgent(scene)
      const mismatch = { reason: 'agent_id_mismatch' }
      const crossed = await exchange({ agent_id: agent.agentId, api_key: other.apiKey })
      refused(crossed, 401, 'authentication_error', mismatch)
      const token = textIn(done(await byKey()).body, 'refresh_token')
      refused(await refresh(token, other.agentId), 401, 'authentication_error', mismatch)
    })

    test('a refresh gives a new pair once; using the old one after its successor is 401', async () => {
      const first = done(await byKey({ scope: 'agent:read' })).body
      const old = textIn(first, 'refresh_token')
      const second = done(await refresh(old)).body
      expect(second).toMatchObject({ expires_in: 3600, token_type: 'Bearer', scope: 'agent:read' })
      expect(second.refresh_token).not.toBe(old)
      done(await read(textIn(second, 'access_token')))
      done(await refresh(textIn(second, 'refresh_token')))
      refused(await refresh(old), 401, 'authentication_error', { reason: 'refresh_token_reused' })
    })

    test('a refresh token that is used twice ends every access token of its family, and of no other', async () => {
      const [first, spared] = [done(await byKey()).body, done(await byKey()).body]
      const second = done(await refresh(textIn(first, 'refresh_token'))).body
      done(await refresh(textIn(second, 'refresh_token')))
      done(await read(textIn(first, 'access_token')))
      const reused = { reason: 'refresh_token_reused' }
      refused(await refresh(textIn(first, 'refresh_token')), 401, 'authentication_error', reused)
      for (const { access_token } of [first, second] as { access_token: string }[])
        refused(await read(access_token), 401, 'authentication_error', { reason: 'invalid_token' })
      done(await read(textIn(spared, 'access_token')))
      const { data } = done(await scene.carrier.call('listEvents', { types: ['agent.tokens_ended'] }, scene.owner)).body
      expect(data).toContainEqual(
        expect.objectContaining({ data: expect.objectContaining({ agent_id: agent.agentId, status: 'active' }) }),
      )
    })

    test('a lost answer does no harm: the same refresh gives the same successor', async () => {
      const old = textIn(done(await byKey()).body, 'refresh_token')
      const [one, two] = await Promise.all([refresh(old), refresh(old)])
      expect(done(one).body.refresh_token).toBe(done(two).body.refresh_token)
    })

    test('an unknown refresh token is 401', async () => {
      for (const token of ['nonsense', `${textIn(done(await byKey()).body, 'refresh_token')}x`])
        refused(await refresh(token), 401, 'authentication_error', { reason: 'invalid_token' })
    })

    test('the raw agent key opens nothing but the token endpoint', async () => {
      refused(await read(agent.apiKey), 401, 'authentication_error', { reason: 'invalid_api_key' })
      const asHeader = await scene.carrier.call('me', {}, { apiKey: agent.apiKey })
      refused(asHeader, 401, 'authentication_error', { reason: 'invalid_api_key' })
    })

    test('a changed, an unsigned and a foreign token are 401 invalid_token', async () => {
      const token = await tokenOf(scene.carrier, agent)
      const [head = '', payload = '', signature = ''] = token.split('.')
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const forged = Buffer.from(JSON.stringify({ ...claims, capabilities: ['wallets'] })).toString('base64url')
      const unsigned = new UnsecuredJWT(claims).encode()
      for (const bad of [`${head}.${forged}.${signature}`, unsigned, `${head}.${payload}.`, 'a.b.c', 'nonsense']) {
        const answer = await read(bad)
        refused(answer, 401, 'authentication_error', { reason: 'invalid_token' })
        expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
      }
    })

    if (given.carrierName === 'rest') {
      const post = (form: Record<string, string> | string, headers: Record<string, string> = {}) =>
        send(`${scene.service.url}/api/v2/auth/agent/token`, {
          ...{ method: 'POST', body: typeof form === 'string' ? form : new URLSearchParams(form).toString() },
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        })
      const basic = (id: string, secret: string) => ({
        authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
      })

      test('RFC 6749: a form with the names of OAuth, or HTTP Basic, gets the same tokens', async () => {
        const client = { client_id: agent.agentId, client_secret: agent.apiKey }
        const credentials = { grant_type: 'client_credentials', scope: 'agent:read' }
        const ways = [
          await post({ ...credentials, ...client }),
          await post(credentials, basic(agent.agentId, agent.apiKey)),
          await post({ agent_id: agent.agentId, api_key: agent.apiKey, scope: 'agent:read', unknown: 'ignored' }),
        ]
        for (const { status, body } of ways) {
          expect(status).toBe(200)
          expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'agent:read' })
          done(await read(textIn(body, 'access_token')))
          const refreshed = { grant_type: 'refresh_token', refresh_token: textIn(body, 'refresh_token') }
          expect((await post(refreshed, basic(agent.agentId, agent.apiKey))).status).toBe(200)
        }
      })

      test('RFC 6749 5.2: such a request is refused in the form of OAuth, with the request id', async () => {
        const client = { client_id: agent.agentId, client_secret: agent.apiKey }
        const grant = { grant_type: 'client_credentials' }
        const refreshed = { grant_type: 'refresh_token', refresh_token: 'rt_x', client_id: agent.agentId }
        const cases: [Parameters<typeof post>, number, string][] = [
          [[{ ...grant, ...client, client_secret: 'x' }], 401, 'invalid_client'],
          [[grant, basic(agent.agentId, 'x')], 401, 'invalid_client'],
          [[{ ...grant, client_id: agent.agentId }], 400, 'invalid_request'],
          [[{ ...grant, ...client }, basic(agent.agentId, agent.apiKey)], 400, 'invalid_request'],
          [[grant, { authorization: 'Basic bm90aGluZw==' }], 400, 'invalid_request'],
          [[`grant_type=client_credentials&grant_type=refresh_token`], 400, 'invalid_request'],
          [[{ ...grant, ...client, scope: 'agent:root' }], 400, 'invalid_scope'],
          [[{ ...client, grant_type: 'password' }], 400, 'unsupported_grant_type'],
          [[refreshed], 400, 'invalid_grant'],
          [[{ ...refreshed, client_secret: 'x' }], 400, 'invalid_grant'],
        ]
        for (const [request, status, error] of cases) {
          const answer = await post(...request)
          expect([answer.status, answer.body]).toEqual([
            status,
            {
              ...{ error, error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) },
              request_id: answer.headers.get('x-request-id'),
            },
          ])
          const isBasic = status === 401 && request[1] !== undefined
          expect(answer.headers.get('www-authenticate')).toBe(isBasic ? 'Basic realm="token endpoint"' : null)
          expect(answer.headers.get('cache-control')).toBe('no-store')
        }
      })

      test('no other route takes a form: 415', async () => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-api-key': scene.organization.key }
        const answer = await send(`${scene.service.url}/api/v2/merchants`, { method: 'POST', headers, body: 'name=x' })
        refused(answer, 415, 'unsupported_media_type')
      })

      test('the key may stand in Authorization instead of the body', async () => {
        const answer = await exchange({ agent_id: agent.agentId }, { token: agent.apiKey })
        expect(done(answer).status).toBe(200)
      })
    }
  })
}
