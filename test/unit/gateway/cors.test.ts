/** Which pages of other origins may call the service from a browser, and what their scripts may read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessionCookie } from '../../../gateway/auth/sessionCookie.ts'
import { createCors } from '../../../gateway/cors.ts'
import { createFixtureGateway } from './fixture.ts'

const CONSOLE = 'https://console.example.com'

describe('pages of other origins', () => {
  let setup: Awaited<ReturnType<typeof createFixtureGateway>>
  beforeAll(async () => {
    setup = await createFixtureGateway({ cors: { origins: [CONSOLE], allowsLoopback: true } })
  })
  afterAll(() => setup.gateway.stop(1_000))

  const ask = (path: string, origin: string) =>
    fetch(setup.url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' },
    })

  it('are told before they send what they may, on every path', async () => {
    for (const path of ['/graphql', '/api/v2/payments', '/api/v2/unknown']) {
      const answer = await ask(path, CONSOLE)
      expect(answer.status).toBe(204)
      expect(answer.headers.get('access-control-allow-origin')).toBe(CONSOLE)
      expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
      expect(answer.headers.get('access-control-allow-headers')).toMatch(/X-API-Key.*Idempotency-Key/)
      expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
      expect(answer.headers.get('vary')).toContain('Origin')
    }
  })

  it('read answers and refusals alike, with the headers that say what to do next', async () => {
    for (const path of ['/graphql', '/api/v2/payments', '/api/v2/unknown']) {
      const answer = await fetch(setup.url + path, { headers: { origin: CONSOLE } })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers.get('access-control-allow-origin')).toBe(CONSOLE)
      expect(answer.headers.get('access-control-expose-headers')).toMatch(/X-Request-Id.*Retry-After/)
    }
    const open = await fetch(`${setup.url}/api/v2/openapi.json`, { headers: { origin: CONSOLE } })
    expect(open.headers.get('access-control-allow-origin')).toBe(CONSOLE)
  })

  it('are refused where nobody has named them', async () => {
    for (const origin of [
      'https://evil.example',
      `${CONSOLE}.evil.example`,
      'null',
      'https://localhost.evil.example',
    ]) {
      const asked = await ask('/graphql', origin)
      expect(asked.status).toBe(405)
      expect(asked.headers.get('access-control-allow-origin')).toBeNull()
      const sent = await fetch(`${setup.url}/api/v2/payments`, { headers: { origin } })
      expect(sent.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('use the cookie of a session where they are named, and a page of this machine does not', () => {
    const cookie = createSessionCookie('https://pay.example.com', [CONSOLE])
    for (const use of ['read', 'change', 'socket'] as const) {
      expect(() => cookie.requireOwnPage({ origin: CONSOLE }, use)).not.toThrow()
      expect(() => cookie.requireOwnPage({ origin: 'http://localhost:5173' }, use)).toThrow('Origin')
    }
  })

  it('may call from this machine where that is allowed, and only there', async () => {
    expect((await ask('/graphql', 'http://localhost:5173')).status).toBe(204)
    const asked = {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' },
    }
    const strict = createCors({ origins: [CONSOLE], allowsLoopback: false })
    expect(strict.answer(asked as never, { setHeader() {} } as never)).toBe(false)
  })
})
