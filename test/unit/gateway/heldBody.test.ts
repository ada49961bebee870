// A body may come seconds after its headers (reliability 6): what has been taken from its sender meanwhile (domain A.3) is taken
// from this request too, and what would last is asked again in any case.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { createAdmission } from '../../../gateway/auth/admission.ts'
import { DomainError } from '../../../subgraphs/shared/errors.ts'
import { agent, authenticator, createFixtureGateway } from './fixture.ts'

let service: Awaited<ReturnType<typeof createFixtureGateway>>
let isRevoked = false

afterEach(async () => {
  isRevoked = false
  await service?.gateway.stop(1_000)
})

const revocable = {
  ...authenticator,
  async verifyAccessToken(token: string) {
    if (isRevoked) throw new DomainError('authentication_error', 'Revoked.', { reason: 'token_revoked' })
    return authenticator.verifyAccessToken(token)
  },
}

/** Everything but the last byte of the body, that byte when it is released, and the response. */
function hold(path: string, body: string) {
  const released = Promise.withResolvers<void>()
  const head = [`POST ${path} HTTP/1.1`, 'host: a', 'content-type: application/json', 'x-agent-id: agt_1']
  const more = ['authorization: Bearer agent-1', `content-length: ${body.length}`, 'connection: close', '', '']
  const response = new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => {
      socket.write([...head, ...more].join('\r\n') + body.slice(0, -1))
      released.promise.then(() => socket.write(body.slice(-1)))
    })
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
  return { release: () => released.resolve(), response }
}

it.each([
  {
    over: 'REST',
    ...{ path: '/api/v2/payments', body: '{"wallet_id":"wal_1","to":"0x1","amount":"1","token":"USDC"}' },
    ...{ allowed: /^HTTP\/1.1 201 /, refused: /^HTTP\/1.1 401 / },
  },
  {
    over: 'GraphQL',
    ...{ path: '/graphql', body: '{"query":"{ payment(id: \\"pay_1\\") { id } }"}' },
    ...{ allowed: /"pay_1"/, refused: /UNAUTHENTICATED/ },
  },
])('a request over $over that is held back does not outlive what its sender was', async (one) => {
  service = await createFixtureGateway({ authenticator: revocable })
  const [kept, revoked] = [hold(one.path, one.body), hold(one.path, one.body)]
  await sleep(200)
  kept.release()
  expect(await kept.response).toMatch(one.allowed)
  isRevoked = true
  revoked.release()
  expect(await revoked.response).toMatch(one.refused)
})

it('what would last is asked again, however soon its body comes', async () => {
  let asked = 0
  const requireCaller = async () => {
    asked += 1
    return agent
  }
  const admission = createAdmission({
    credentials: { requireCaller, authenticate: requireCaller },
    rateLimiter: { take: async () => null } as never,
    shedder: { requireRoom() {} },
    counted: { stops: new Set(), exchange: new Set(), costs: new Map(), lasting: new Set() },
  })
  const request = { headers: {}, method: 'POST', ip: '127.0.0.1' } as unknown as FastifyRequest
  const reply = { elapsedTime: 1, headers() {} } as unknown as FastifyReply
  const route = { isPublic: false, act: 'ordinary', createsPayment: false, cost: 1 } as const
  await admission.admitRoute(request, reply, { ...route, isLasting: false })
  await admission.confirmRoute(request, reply, { isLasting: false })
  expect(asked).toBe(1)
  await admission.confirmRoute(request, reply, { isLasting: true })
  expect(asked).toBe(2)
})
