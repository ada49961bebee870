/** Specification 2.1: the discovery document says what is there, to anybody, and may be cached. */
import { describe, expect, test } from 'vitest'
import { send } from '../../support/carriers.ts'
import type { Given } from '../../support/scene.ts'

const PROTOCOLS = ['ap2', 'tap', 'ucp', 'a2a', 'x402']

export function discovery({ service }: Given): void {
  describe('2.1 discovery', () => {
    const read = (init?: RequestInit) => send(`${service().url}/.well-known/service-agent.json`, init)

    test('the document has every field and is built from what is mounted and configured', async () => {
      const { status, body } = await read()
      expect(status).toBe(200)
      const { baseUrl, config, mounted } = service()
      expect(body).toMatchObject({
        version: expect.stringMatching(/^\d/),
        api_base: `${baseUrl}/api/v2`,
        auth_endpoint: `${baseUrl}/api/v2/auth/agent/register`,
        token_endpoint: `${baseUrl}/api/v2/auth/agent/token`,
        supported_chains: [...new Set(config.networks.map(({ chain }) => chain))],
      })
      for (const field of ['auth_endpoint', 'token_endpoint'])
        expect(mounted).toContainEqual(
          expect.objectContaining({ method: 'POST', url: new URL(String(body[field])).pathname }),
        )
      expect(PROTOCOLS).toEqual(expect.arrayContaining(body.protocols as string[]))
    })

    test('it names those of the eight capabilities whose area is mounted', async () => {
      const eight = ['payments', 'wallets', 'cards', 'holds', 'treasury', 'mandates', 'approvals', 'compliance']
      const { mounted } = service()
      const there = eight.filter((area) => mounted.some(({ url }) => url.startsWith(`/api/v2/${area}`)))
      expect((await read()).body.capabilities).toEqual(there)
      expect(there).toEqual(expect.arrayContaining(['payments', 'wallets', 'mandates']))
    })

    test('it may be cached: Cache-Control, a strong ETag, and 304 without a body for who has it', async () => {
      const { headers } = await read()
      expect(headers.get('cache-control')).toMatch(/public.*max-age=\d+/)
      const etag = headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[^"]+"$/)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await read({ headers: { 'if-none-match': known } })
        expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      }
      expect((await read({ headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    })

    test('HEAD answers with the headers of GET and no body', async () => {
      const [got, head] = [await read(), await read({ method: 'HEAD' })]
      expect([head.status, head.text]).toEqual([200, ''])
      for (const name of ['etag', 'cache-control', 'content-type'])
        expect(head.headers.get(name)).toBe(got.headers.get(name))
    })

    test('the token keys are public, Ed25519, and hold no private part', async () => {
      const { status, body } = await send(`${service().url}/.well-known/jwks.json`)
      expect(status).toBe(200)
      for (const key of body.keys as Record<string, unknown>[]) {
        expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', kid: expect.any(String), x: expect.any(String) })
        expect(key).not.toHaveProperty('d')
      }
    })
  })
}
