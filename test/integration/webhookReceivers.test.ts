// What a webhook receiver may do and where it may be (specification 2.12, 6.1): misbehaviour ends in an attempt of the
// written schedule, an address that is not public never gets a connection, and https means a certificate that fits.
// Needs port 8443, one of the two that are allowed, and openssl.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeliver } from '../../subgraphs/events/services/deliver.ts'
import type { HostAddress } from '../../subgraphs/shared/outgoing/resolveHost.ts'
import { createResolveHost } from '../../subgraphs/shared/outgoing/resolveHost.ts'
import { organization, until } from '../support/eventsFixture.ts'
import type { WebhookReceiver } from '../support/webhookReceiver.ts'
import { deliveriesOf, MINUTE, onlyDelivery, register, UPDATE, useWebhookWorld } from '../support/webhookWorld.ts'

const world = useWebhookWorld('webhook_receivers')
const { commit, newOrganization, receive, start } = world

describe('what a receiver may do', () => {
  const cases: [
    string,
    Parameters<WebhookReceiver['answer']>[0],
    { status: string; statusCode: number | null; error?: RegExp; excerpt?: number },
  ][] = [
    ['answer 204', 204, { status: 'delivered', statusCode: 204 }],
    ['answer 299', 299, { status: 'delivered', statusCode: 299 }],
    ['answer 404', 404, { status: 'pending_retry', statusCode: 404, error: /404/ }],
    ['answer 410', 410, { status: 'pending_retry', statusCode: 410 }],
    [
      'answer 429 with a Retry-After of ten years',
      (response) => response.writeHead(429, { 'retry-after': '315360000' }).end(),
      { status: 'pending_retry', statusCode: 429 },
    ],
    ['hang', 'hang', { status: 'pending_retry', statusCode: null, error: /within 1000 ms/ }],
    [
      'reset',
      (response) => response.socket?.resetAndDestroy(),
      { status: 'pending_retry', statusCode: null, error: /ECONNRESET|UND_ERR_SOCKET/ },
    ],
    [
      'send a body without end',
      (response) => endless(response),
      { status: 'delivered', statusCode: 200, excerpt: 16_384 },
    ],
    [
      'hang in the middle of the body',
      (response) => void response.writeHead(200).write('half'),
      { status: 'delivered', statusCode: 200, excerpt: 4 },
    ],
    [
      'send a flood of headers',
      (response) => response.writeHead(200, { 'x-flood': 'x'.repeat(100_000) }).end(),
      { status: 'pending_retry', statusCode: null },
    ],
  ]
  it.each(cases)('%s', async (_name, behaviour, expected) => {
    const instance = start({ delivery: { pollMs: 20, timeoutMs: 1_000 } })
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    receiver.answer(behaviour)
    const { id } = await register(instance, principal, { url: receiver.url })
    await commit(instance, orgId)
    await until('recorded', async () => (await deliveriesOf(instance, principal, id))[0]?.attempts.length === 1)
    const { status, attempts, nextAttemptAt } = await onlyDelivery(instance, principal, id)
    expect(status).toBe(expected.status)
    expect(attempts[0]?.statusCode).toBe(expected.statusCode)
    if (expected.error) expect(attempts[0]?.error).toMatch(expected.error)
    if (expected.excerpt) expect(attempts[0]?.responseExcerpt).toHaveLength(expected.excerpt)
    if (status === 'pending_retry')
      expect(Date.parse(nextAttemptAt ?? '') - Date.parse(attempts[0]?.at ?? '')).toBe(MINUTE)
    expect(receiver.received).toHaveLength(1)
  })

  it('hang, and the clock of its organization goes on without it: what is due stays so', async () => {
    const instance = world.fixture.createInstance({ delivery: { timeoutMs: 400 } })
    const owner = { orgId: newOrganization(), mode: 'test' } as const
    const receiver = await receive()
    await register(instance, organization(owner.orgId), { url: receiver.url })
    await world.fixture.append(owner.orgId, [{}])
    const [due] = instance.dueWork
    // It is waited for once; what it would answer in the next step of the clock is for the worker to hear.
    for (const behaviour of ['hang', 200] as const) {
      receiver.answer(behaviour)
      await due?.run(owner, new AbortController().signal)
      expect(await due?.count(owner, world.fixture.clock.now())).toBe(1)
    }
  })

  const floods: [string, string, string, object][] = [
    [
      'interim responses',
      '',
      'HTTP/1.1 103 Early Hints\r\n\r\n',
      { succeeded: false, statusCode: null, error: 'No response: RESPONSE_TOO_LARGE.' },
    ],
    [
      'a chunk extension',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n1;',
      'x',
      { succeeded: true, statusCode: 200, responseExcerpt: 'ok' },
    ],
  ]
  it.each(floods)('send %s without end, of which only the start is read', async (_name, start, repeated, expected) => {
    const timeoutMs = 10_000
    const receiver = await receive()
    receiver.answer(({ socket }) => {
      if (socket === null) return
      socket.write(start)
      repeat(socket, repeated.repeat(2_000))
    })
    const deliver = createDeliver({ resolveHost: createResolveHost(), timeoutMs })
    const post = { url: receiver.url, loopbackAllowed: true, headers: {}, body: '{}' }
    const result = await deliver(post, new AbortController().signal)
    expect(result).toMatchObject(expected)
    expect(result.durationMs).toBeLessThan(timeoutMs / 2)
  })

  it.each([301, 302, 303, 307, 308])('redirect with %i: nobody follows', async (statusCode) => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const [receiver, inside] = [await receive(), await receive()]
    receiver.answer((response) => response.writeHead(statusCode, { location: inside.url }).end())
    const { id } = await register(instance, principal, { url: receiver.url })
    await commit(instance, orgId)
    await until('recorded', async () => (await deliveriesOf(instance, principal, id))[0]?.attempts.length === 1)
    expect(await onlyDelivery(instance, principal, id)).toMatchObject({
      status: 'pending_retry',
      attempts: [{ statusCode }],
    })
    expect(inside.connections()).toBe(0)
  })
})

describe('addresses that are not public', () => {
  // A listener where a hole would lead: on the allowed port of every address of this machine.
  let canary: Server
  let connections = 0
  beforeAll(async () => {
    canary = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await listenEverywhere(canary, 8443)
  })
  afterAll(() => void canary?.close())

  const answers: Record<string, readonly string[][]> = {
    'rebinding.test': [['8.8.8.8'], ['127.0.0.1']],
    'mixed.test': [['8.8.8.8', '127.0.0.1']],
    'mixed6.test': [['2606:4700::1111', '::1']],
    'metadata.test': [['169.254.169.254']],
    'mapped.test': [['::ffff:127.0.0.1']],
    'nat64.test': [['64:ff9b::7f00:1']],
    'zero.test': [['0.0.0.0']],
    'inside.test': [['10.0.0.7']],
    localhost: [['127.0.0.1']],
    'localhost.': [['127.0.0.1']],
  }
  const asked = new Map<string, number>()
  const resolveHost = async (hostname: string): Promise<HostAddress[]> => {
    const rounds = answers[hostname]
    if (rounds === undefined) throw new Error('ENOTFOUND')
    const round = asked.get(hostname) ?? 0
    asked.set(hostname, round + 1)
    const addresses = rounds[Math.min(round, rounds.length - 1)] ?? []
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }

  const SPELLINGS = [
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '①②⑦.⓪.⓪.①',
      'user:pw@127.0.0.1',
      '0.0.0.0',
      '[::1]',
    ],
    ...[
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      'localhost',
      'LOCALHOST',
      'localhost.',
      '[fe80::1%25lo]',
    ],
    ...[
      'mixed.test',
      'mixed6.test',
      'metadata.test',
      'mapped.test',
      'nat64.test',
      'zero.test',
      'inside.test',
      '0',
      '[::]',
    ],
  ]

  it.each(SPELLINGS)(
    'https://%s:8443/ is refused at create, at update and at every attempt, with no connection',
    async (host) => {
      const url = `https://${host}:8443/`
      const instance = start({ allowLoopbackReceivers: false, resolveHost })
      const orgId = newOrganization()
      const principal = organization(orgId)
      await expect(register(instance, principal, { url })).rejects.toMatchObject({ type: 'invalid_request' })
      const { id } = await register(instance, principal, { url: 'https://8.8.8.8/' })
      await expect(instance.call(principal, UPDATE, { input: { webhookId: id, url } })).rejects.toMatchObject({
        type: 'invalid_request',
      })
      // Registered before the address turned bad.
      await world.fixture.database.collection('webhooks').updateOne({}, { $set: { url } })
      await commit(instance, orgId)
      await until('an attempt', async () => (await deliveriesOf(instance, principal, id))[0]?.attempts.length === 1)
      expect((await onlyDelivery(instance, principal, id)).attempts[0]).toMatchObject({
        statusCode: null,
        error: expect.stringContaining('Not sent'),
      })
      expect(connections).toBe(0)
    },
  )

  it('a name that resolves to a private address only at the attempt is refused then', async () => {
    asked.clear()
    const instance = start({ allowLoopbackReceivers: false, resolveHost })
    const orgId = newOrganization()
    const principal = organization(orgId)
    const { id } = await register(instance, principal, { url: 'https://rebinding.test:8443/' })
    await commit(instance, orgId)
    await until('an attempt', async () => (await deliveriesOf(instance, principal, id))[0]?.attempts.length === 1)
    expect((await onlyDelivery(instance, principal, id)).attempts[0]?.error).toMatch(/Not sent/)
    expect(connections).toBe(0)
  })

  it('the canary server is reachable, so that it would notice', async () => {
    const deliver = createDeliver({ resolveHost, timeoutMs: 1_000 })
    const post = { url: 'https://localhost:8443/', loopbackAllowed: true, headers: {}, body: '{}' }
    expect(await deliver(post, new AbortController().signal)).toMatchObject({ succeeded: false })
    expect(connections).toBe(1)
    connections = 0
  })
})

describe('https', () => {
  it('sends only to the name in a certificate of a known authority', async () => {
    const { key, cert } = makeCertificate()
    const requests: string[] = []
    const server = createHttpsServer({ key, cert }, (request, response) => {
      requests.push(`${request.method} ${request.headers.host}`)
      response.end('ok')
    })
    server.on('tlsClientError', () => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const resolveHost = async () => [{ address: '127.0.0.1', family: 4 }]
    const post = (host: string) => ({
      url: `https://${host}:${port}/`,
      loopbackAllowed: true,
      headers: {},
      body: '{}',
    })
    const { signal } = new AbortController()
    const [trusting, plain] = [{ ca: cert }, {}].map((trust) =>
      createDeliver({ resolveHost, timeoutMs: 2_000, ...trust }),
    )
    expect(await plain?.(post('localhost'), signal)).toMatchObject({
      succeeded: false,
      error: expect.stringMatching(/SELF_SIGNED/),
    })
    expect(await trusting?.(post('other.localhost'), signal)).toMatchObject({
      succeeded: false,
      error: expect.stringMatching(/ALTNAME/),
    })
    expect(requests).toEqual([])
    expect(await trusting?.(post('localhost'), signal)).toMatchObject({
      succeeded: true,
      statusCode: 200,
      responseExcerpt: 'ok',
    })
    expect(requests).toEqual([`POST localhost:${port}`])
    server.close()
  })
})

function endless(response: ServerResponse): void {
  response.writeHead(200)
  repeat(response, 'x'.repeat(16_384))
}

function repeat(to: Writable, text: string): void {
  const write = () => {
    while (!to.destroyed && to.write(text));
  }
  to.on('drain', write).on('error', () => undefined)
  write()
}

/** On every address of this machine; where another run of the tests has the port, as soon as that one is through. */
async function listenEverywhere(server: Server, port: number): Promise<void> {
  const deadline = performance.now() + 30_000
  for (;;) {
    try {
      server.listen(port)
      await once(server, 'listening')
      return
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EADDRINUSE' || performance.now() > deadline)
        throw new Error(`the canary cannot listen on port ${port}, which these tests need for themselves: ${code}`)
      await sleep(250)
    }
  }
}

/** By openssl: the runtime itself reads certificates but makes none. */
function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  try {
    execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', cert], { stdio: 'pipe' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? 'this test makes its certificate by openssl: install it' : message)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
