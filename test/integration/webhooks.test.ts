// Webhook endpoints and deliveries over a real replica set and real HTTP (specification 2.12, 2.13, 4.3, 6.1): the
// written schedule, signatures, leases, isolation, and addresses that must never be connected to.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { HostAddress } from '../../subgraphs/events/ports.ts'
import { createDeliver } from '../../subgraphs/events/services/deliver.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import {
  agent,
  type EventsFixture,
  type Instance,
  organization,
  startEventsFixture,
  until,
} from '../support/eventsFixture.ts'
import { isSigned, startWebhookReceiver, type WebhookReceiver } from '../support/webhookReceiver.ts'

const SECRET = 'a secret of the customer'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let fixture: EventsFixture
let nextOrganization = 0
const receivers: WebhookReceiver[] = []
const instances: Instance[] = []

beforeAll(async () => {
  fixture = await startEventsFixture('webhooks')
}, 60_000)
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()))
  await Promise.all(instances.splice(0).map((instance) => instance.stopWorkers()))
  // What a test left open must not be due in the next one.
  await fixture.database.collection('deliveries').deleteMany({})
  await fixture.database.collection('webhooks').deleteMany({})
})
afterAll(() => fixture?.stop())

function newOrganization(): `org_${string}` {
  nextOrganization += 1
  return `org_hook${nextOrganization}`
}

async function receive(options: { secret?: string } = { secret: SECRET }): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(options)
  receivers.push(receiver)
  return receiver
}

function start(options?: Parameters<EventsFixture['createInstance']>[0]): Instance {
  const instance = fixture.createInstance(options)
  instances.push(instance)
  instance.startWorkers()
  return instance
}

interface WebhookShape {
  id: string
  url: string
  events: string[]
  status: string
  description: string | null
}
interface DeliveryShape {
  id: string
  eventId: string
  sourceEventId: string
  status: string
  test: boolean
  nextAttemptAt: string | null
  attempts: {
    number: number
    at: string
    statusCode: number | null
    error: string | null
    responseExcerpt: string | null
    manual: boolean
  }[]
}

interface HistoryPage {
  deliveries: {
    edges: { node: DeliveryShape }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) {
  secret webhook { id url events status description metadata agent { id } createdAt updatedAt } } }`
const UPDATE =
  'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id url events status description } } }'
const DELETE = 'mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { deletedWebhookId } }'
const FIELDS = `id eventId sourceEventId type status test nextAttemptAt
  attempts { number at statusCode durationMs error responseExcerpt manual }`
const DELIVERIES = `query ($webhookId: ID!, $first: Int, $after: String, $status: DeliveryStatus) {
  deliveries(webhookId: $webhookId, first: $first, after: $after, status: $status) {
    edges { cursor node { ${FIELDS} } } pageInfo { hasNextPage endCursor } } }`
const RETRY = `mutation ($input: RetryDeliveryInput!) { retryDelivery(input: $input) { delivery { ${FIELDS} } } }`
const TEST = `mutation ($input: TestWebhookInput!) { testWebhook(input: $input) { delivery { ${FIELDS} } } }`
const ROTATE = `mutation ($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) {
  secret previousSecretExpiresAt webhook { id } } }`

async function register(
  instance: Instance,
  principal: Principal,
  input: Record<string, unknown>,
): Promise<WebhookShape> {
  const wanted = { events: ['payment.completed'], secret: SECRET, ...input }
  const { createWebhook } = await instance.call<{ createWebhook: { webhook: WebhookShape } }>(principal, CREATE, {
    input: wanted,
  })
  return createWebhook.webhook
}

async function deliveriesOf(instance: Instance, principal: Principal, webhookId: string): Promise<DeliveryShape[]> {
  const { deliveries } = await instance.call<{ deliveries: { edges: { node: DeliveryShape }[] } }>(
    principal,
    DELIVERIES,
    { webhookId },
  )
  return deliveries.edges.map(({ node }) => node)
}

async function onlyDelivery(instance: Instance, principal: Principal, webhookId: string): Promise<DeliveryShape> {
  const [delivery, ...others] = await deliveriesOf(instance, principal, webhookId)
  expect(others).toEqual([])
  if (delivery === undefined) throw new Error('there is no delivery')
  return delivery
}

/** Commits and tells, as the lane of the same process does. */
async function commit(instance: Instance, orgId: string, drafts: Parameters<EventsFixture['append']>[1] = [{}]) {
  const rows = await fixture.append(orgId, drafts)
  instance.wake(orgId)
  return rows
}

describe('endpoints', () => {
  it('show the secret once and keep it sealed', async () => {
    const instance = start()
    const principal = organization(newOrganization())
    const input = {
      url: 'https://8.8.8.8/hook',
      events: ['payment.completed', 'approval.requested'],
      secret: 'canary-secret-1',
      description: ' Mine ',
      metadata: { team: 'a' },
    }
    const { createWebhook } = await instance.call<{ createWebhook: { secret: string; webhook: WebhookShape } }>(
      principal,
      CREATE,
      { input },
    )
    expect(createWebhook).toMatchObject({
      secret: 'canary-secret-1',
      webhook: {
        url: input.url,
        events: input.events,
        status: 'active',
        description: 'Mine',
        metadata: { team: 'a' },
        agent: null,
      },
    })
    const { id } = createWebhook.webhook
    expect(await instance.call(principal, 'query ($id: ID!) { webhook(id: $id) { id url } }', { id })).toEqual({
      webhook: { id, url: input.url },
    })
    expect(JSON.stringify(await fixture.database.collection('webhooks').find().toArray())).not.toContain('canary')
    expect(instance.schema.getType('Webhook')?.toConfig()).not.toHaveProperty('fields.secret')
  })

  it.each([
    ['no url', { url: '' }, 'url', 'required'],
    ['plain http', { url: 'http://example.com/' }, 'url', 'https_required'],
    ['a private address', { url: 'https://10.1.2.3/' }, 'url', 'address_not_public'],
    ['another port', { url: 'https://example.com:9000/' }, 'url', 'port_not_allowed'],
    ['credentials', { url: 'https://u:p@example.com/' }, 'url', 'credentials_in_url'],
    ['no events', { events: [] }, 'events', 'required'],
    ['an unknown event', { events: ['payment.completed', 'payment.exploded'] }, 'events[1]', 'unknown_event_type'],
    ['an inherited name', { events: ['toString'] }, 'events[0]', 'unknown_event_type'],
    ['an empty secret', { secret: '' }, 'secret', 'required'],
    ['a long secret', { secret: 'x'.repeat(257) }, 'secret', 'too_long'],
    ['a list as metadata', { metadata: [1] }, 'metadata', 'not_object'],
  ])('refuse %s', async (_name, change, path, code) => {
    const instance = start()
    const principal = organization(newOrganization())
    await expect(register(instance, principal, { url: 'https://8.8.8.8/', ...change })).rejects.toMatchObject({
      type: 'invalid_request',
      details: { fields: [expect.objectContaining({ path, code })] },
    })
    const webhook = await register(instance, principal, { url: 'https://8.8.8.8/', secret: 'x'.repeat(256) })
    if ('secret' in change || ('url' in change && change.url === '')) return
    const input = { webhookId: webhook.id, ...change }
    await expect(instance.call(principal, UPDATE, { input })).rejects.toMatchObject({ details: { fields: [{ path }] } })
  })

  it('allow http to this machine only in test mode and only where configured', async () => {
    const receiver = await receive()
    const lenient = start()
    const orgId = newOrganization()
    await register(lenient, organization(orgId), { url: receiver.url })
    await expect(register(lenient, organization(orgId, 'live'), { url: receiver.url })).rejects.toMatchObject({
      type: 'invalid_request',
    })
    const production = start({ allowLoopbackReceivers: false })
    await expect(register(production, organization(orgId), { url: receiver.url })).rejects.toMatchObject({
      type: 'invalid_request',
    })
  })

  it('belong to who registered them: organization all of its mode, agent its own', async () => {
    const instance = start()
    const orgId = newOrganization()
    const [one, two] = [agent(orgId, 'one'), agent(orgId, 'two')]
    const ofOrganization = await register(instance, organization(orgId), { url: 'https://8.8.8.8/' })
    const ofAgent = await register(instance, one, { url: 'https://8.8.8.8/' })
    const list = async (principal: Principal) =>
      (
        await instance.call<{ webhooks: { edges: { node: WebhookShape }[] } }>(
          principal,
          '{ webhooks { edges { node { id } } } }',
        )
      ).webhooks.edges.map(({ node }) => node.id)
    expect(await list(organization(orgId))).toEqual([ofAgent.id, ofOrganization.id])
    expect(await list(one)).toEqual([ofAgent.id])
    expect(await list(two)).toEqual([])
    expect(await list(organization(orgId, 'live'))).toEqual([])
    const acts: [string, (webhookId: string) => Record<string, unknown>][] = [
      ['query ($id: ID!) { webhook(id: $id) { id } }', (id) => ({ id })],
      [UPDATE, (webhookId) => ({ input: { webhookId, description: 'x' } })],
      [DELETE, (webhookId) => ({ input: { webhookId } })],
      [TEST, (webhookId) => ({ input: { webhookId } })],
      [ROTATE, (webhookId) => ({ input: { webhookId } })],
      [DELIVERIES, (webhookId) => ({ webhookId })],
      [RETRY, (webhookId) => ({ input: { webhookId, deliveryId: 'dlv_x' } })],
    ]
    const strangers: [Principal, string][] = [
      [two, ofAgent.id],
      [one, ofOrganization.id],
      [organization(newOrganization()), ofAgent.id],
      [organization(orgId, 'live'), ofOrganization.id],
      [organization(orgId), 'whk_nowhere'],
    ]
    for (const [document, variables] of acts) {
      for (const [principal, id] of strangers)
        await expect(instance.call(principal, document, variables(id))).rejects.toMatchObject({ type: 'not_found' })
      const reader = agent(orgId, 'one', { scope: 'agent:execute' })
      await expect(instance.call(reader, document, variables(ofAgent.id))).rejects.toMatchObject({
        type: 'insufficient_scope',
      })
      await expect(instance.call({ kind: 'anonymous' }, document, variables(ofAgent.id))).rejects.toMatchObject({
        type: 'authentication_error',
      })
    }
    const reference = {
      r: [
        { __typename: 'Webhook', id: ofOrganization.id },
        { __typename: 'Webhook', id: ofAgent.id },
      ],
    }
    const entities = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Webhook { id } } }'
    expect(await instance.call(one, entities, reference)).toEqual({ _entities: [null, { id: ofAgent.id }] })
  })
})

describe('a delivery', () => {
  it('carries the envelope, signed, to each endpoint that asked for the type and may see the event', async () => {
    const instance = start()
    const orgId = newOrganization()
    const [all, other, mine] = [await receive(), await receive(), await receive()]
    const principal = organization(orgId)
    const first = await register(instance, principal, { url: all.url, events: ['payment.completed', 'wallet.frozen'] })
    await register(instance, principal, { url: other.url, events: ['payment.failed'] })
    await register(instance, agent(orgId, 'one'), { url: mine.url })
    const rows = await commit(instance, orgId, [
      {
        type: 'payment.completed',
        resourceId: 'pay_1',
        agentId: 'agt_one',
        walletId: 'wal_one',
        data: { payment_id: 'pay_1', amount: '12.50' },
      },
      { type: 'payment.completed', resourceId: 'pay_2', agentId: 'agt_two', walletId: 'wal_two' },
      { type: 'payment.pending', resourceId: 'pay_3' },
      { type: 'wallet.frozen', resourceId: 'wal_one' },
      { type: 'payment.completed', resourceId: 'pay_4', mode: 'live' },
    ])
    await all.waitFor(3)
    await mine.waitFor(1)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect([all.received.length, other.received.length, mine.received.length]).toEqual([3, 0, 1])
    const envelope = all.envelopes().find(({ source_event_id }) => source_event_id === rows[0]?._id)
    expect(Object.keys(envelope ?? {})).toEqual(['event_id', 'type', 'created_at', 'data', 'source_event_id'])
    expect(envelope).toMatchObject({
      type: 'payment.completed',
      created_at: rows[0]?.createdAt.toISOString(),
      data: { payment_id: 'pay_1', amount: '12.50' },
    })
    for (const { headers, body, verified } of [...all.received, ...mine.received]) {
      expect(verified).toBe(true)
      expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
      expect(headers['content-type']).toBe('application/json')
      const id = JSON.parse(body).event_id
      const mac = createHmac('sha256', SECRET).update(`${id}.${headers['webhook-timestamp']}.${body}`).digest('base64')
      expect(headers).toMatchObject({ 'webhook-id': id, 'webhook-signature': `v1,${mac}` })
    }
    const ids = new Set([...all.envelopes(), ...mine.envelopes()].map(({ event_id }) => event_id))
    expect(ids.size).toBe(4)
    expect(mine.envelopes()[0]?.source_event_id).toBe(rows[0]?._id)
    await until('recorded', async () =>
      (await deliveriesOf(instance, principal, first.id)).every(({ status }) => status === 'delivered'),
    )
    // Either id finds the event, and the event knows its deliveries.
    const document = 'query ($id: ID!) { event(id: $id) { id deliveries { status eventId webhookId } } }'
    const { event } = await instance.call<{ event: { id: string; deliveries: object[] } }>(principal, document, {
      id: envelope?.event_id,
    })
    expect(event).toMatchObject({ id: rows[0]?._id })
    expect(event.deliveries).toHaveLength(2)
    expect(
      await instance.call(agent(orgId, 'one', { scope: 'agent:read' }), document, { id: rows[0]?._id }),
    ).toMatchObject({ event: { deliveries: [] } })
  })

  it('follows the written schedule exactly: six attempts, then failed', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    receiver.answer(500)
    const { id } = await register(instance, principal, { url: receiver.url })
    const begin = fixture.clock.now().getTime()
    await commit(instance, orgId)
    const due = [0, MINUTE, 6 * MINUTE, 36 * MINUTE, 2 * HOUR + 36 * MINUTE, 26 * HOUR + 36 * MINUTE]
    for (const [index, offset] of due.entries()) {
      const isLast = index === due.length - 1
      if (index > 0) {
        fixture.clock.advance(begin + offset - 1 - fixture.clock.now().getTime())
        await new Promise((resolve) => setTimeout(resolve, 80))
        expect(receiver.received).toHaveLength(index)
        fixture.clock.advance(1)
      }
      await receiver.waitFor(index + 1)
      await until('recorded', async () => (await onlyDelivery(instance, principal, id)).attempts.length === index + 1)
      const delivery = await onlyDelivery(instance, principal, id)
      expect(delivery.attempts[index]).toMatchObject({
        number: index + 1,
        at: new Date(begin + offset).toISOString(),
        statusCode: 500,
        responseExcerpt: 'answered 500',
        manual: false,
      })
      expect(delivery.status).toBe(isLast ? 'failed' : 'pending_retry')
      expect(delivery.nextAttemptAt).toBe(isLast ? null : new Date(begin + (due[index + 1] ?? 0)).toISOString())
    }
    fixture.clock.advance(1000 * HOUR)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(receiver.received).toHaveLength(6)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(receiver.received.every(({ verified }) => verified)).toBe(true)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-attempt'])).size).toBe(6)
  })

  it('keeps its schedule over a restart in the middle, and loses nothing committed while nobody ran', async () => {
    const first = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    receiver.answer(503)
    const { id } = await register(first, principal, { url: receiver.url })
    await commit(first, orgId)
    await receiver.waitFor(1)
    await until('recorded', async () => (await onlyDelivery(first, principal, id)).status === 'pending_retry')
    await first.stopWorkers()
    await fixture.append(orgId, [{}, {}])
    fixture.clock.advance(MINUTE - 1)
    receiver.answer(200)
    const second = start()
    await receiver.waitFor(3)
    const early = (await deliveriesOf(second, principal, id)).find(({ attempts }) => attempts[0]?.statusCode === 503)
    expect(early).toMatchObject({ status: 'pending_retry' })
    fixture.clock.advance(1)
    await receiver.waitFor(4)
    await until('all delivered', async () =>
      (await deliveriesOf(second, principal, id)).every(({ status }) => status === 'delivered'),
    )
    expect(receiver.received).toHaveLength(4)
  })

  it('begins where the endpoint was registered: nothing older, and nothing lost after it', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    await commit(instance, orgId, [{}, {}, {}])
    const [early, late] = [await receive(), await receive()]
    await register(instance, principal, { url: early.url })
    // While the first one is being served, another joins further on.
    const between = await commit(instance, orgId, [{}, {}])
    await register(instance, principal, { url: late.url })
    const after = await commit(instance, orgId, [{}])
    await early.waitFor(3)
    await late.waitFor(1)
    await new Promise((resolve) => setTimeout(resolve, 150))
    const sources = (receiver: WebhookReceiver) => receiver.envelopes().map(({ source_event_id }) => source_event_id)
    expect(sources(early).sort()).toEqual([...between, ...after].map(({ _id }) => _id))
    expect(sources(late)).toEqual(after.map(({ _id }) => _id))
  })

  it('is not made again when a process died after making it and before noting that it did', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    const { id } = await register(instance, principal, { url: receiver.url })
    await commit(instance, orgId, [{}, {}, {}])
    await receiver.waitFor(3)
    await instance.stopWorkers()
    await fixture.database.collection('webhooks').updateOne({}, { $set: { cursor: 0 } })
    await fixture.append(orgId, [{}])
    const next = start()
    await receiver.waitFor(4)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(receiver.received).toHaveLength(4)
    expect(await deliveriesOf(next, principal, id)).toHaveLength(4)
  })

  it('is taken over when its lease ends, not before', async () => {
    let machine = Date.now()
    const leaseClock = { now: () => new Date(machine) }
    const delivery = { pollMs: 20, timeoutMs: 2_000, leaseClock }
    const instance = fixture.createInstance({ delivery })
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    const { id } = await register(instance, principal, { url: receiver.url })
    // As a process leaves it that died between taking the lease and sending.
    instance.startWorkers(['events.fanOut'])
    await commit(instance, orgId)
    await until('the row is there', async () => (await deliveriesOf(instance, principal, id)).length === 1)
    await instance.stopWorkers()
    const leaseUntil = new Date(machine + 22_000)
    await fixture.database
      .collection('deliveries')
      .updateMany({ webhookId: id }, { $set: { leaseOwner: 'dead', leaseUntil } })
    start({ delivery })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(receiver.received).toHaveLength(0)
    machine += 22_000
    await receiver.waitFor(1)
    await until('recorded', async () => (await onlyDelivery(instance, principal, id)).status === 'delivered')
  })

  it('is made once by two processes at once, for every event', async () => {
    const [one, two] = [start(), start()]
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    await register(one, principal, { url: receiver.url })
    for (let batch = 0; batch < 15; batch++) {
      await fixture.append(
        orgId,
        Array.from({ length: 20 }, () => ({})),
      )
      one.wake(orgId)
      two.wake(orgId)
    }
    await receiver.waitFor(300, 15_000)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(receiver.received).toHaveLength(300)
    expect(new Set(receiver.envelopes().map(({ source_event_id }) => source_event_id)).size).toBe(300)
  })

  it('is not delayed by dead endpoints, of its own organization or of others', async () => {
    const instance = start({ delivery: { pollMs: 20, timeoutMs: 5_000 } })
    const orgId = newOrganization()
    const others = [orgId, newOrganization(), newOrganization()]
    for (const other of others) {
      const dead = await receive()
      dead.answer('hang')
      await register(instance, organization(other), { url: dead.url })
      await commit(
        instance,
        other,
        Array.from({ length: 50 }, () => ({})),
      )
    }
    await until('the dead ones hang', () => receivers.every((dead) => dead.received.length === 4))
    const good = await receive()
    await register(instance, organization(orgId), { url: good.url })
    const startedAt = performance.now()
    await commit(
      instance,
      orgId,
      Array.from({ length: 50 }, () => ({})),
    )
    await good.waitFor(50)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    // Four in flight for each endpoint and no more.
    expect(receivers.slice(0, 3).map((dead) => dead.received.length)).toEqual([4, 4, 4])
  })

  it('goes out within 100 ms of the commit when nothing else is going on', async () => {
    const instance = start()
    const orgId = newOrganization()
    const receiver = await receive()
    await register(instance, organization(orgId), { url: receiver.url })
    const waits: number[] = []
    for (let i = 1; i <= 40; i++) {
      await fixture.append(orgId, [{}])
      const committedAt = performance.now()
      instance.wake(orgId)
      const all = await receiver.waitFor(i)
      waits.push((all.at(-1)?.at ?? 0) - committedAt)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    waits.sort((a, b) => a - b)
    console.info(
      `commit to first attempt: p50 ${waits[20]?.toFixed(1)} ms, p95 ${waits[37]?.toFixed(1)} ms, max ${waits.at(-1)?.toFixed(1)} ms`,
    )
    expect(waits[20]).toBeLessThan(100)
  })
})

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
    ['hang', 'hang', { status: 'pending_retry', statusCode: null, error: /within 300 ms/ }],
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
    const instance = start({ delivery: { pollMs: 20, timeoutMs: 300 } })
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
  let isListening = false
  beforeAll(async () => {
    canary = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    // Another run on this machine may have the port: then its canary counts, and this one only reads the refusals.
    isListening = await new Promise<boolean>((resolve) => {
      canary.once('error', () => resolve(false)).listen(8443, '::', () => resolve(true))
    })
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
      await fixture.database.collection('webhooks').updateOne({}, { $set: { url } })
      await commit(instance, orgId)
      await until('an attempt', async () => (await deliveriesOf(instance, principal, id))[0]?.attempts.length === 1)
      expect((await onlyDelivery(instance, principal, id)).attempts[0]).toMatchObject({
        statusCode: null,
        error: expect.stringContaining('Not sent'),
      })
      expect(connections).toBe(0)
    },
  )

  it('a name that turns bad between registration and attempt is refused at the attempt', async () => {
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

  it('the canary would have noticed', async ({ skip }) => {
    if (!isListening) skip('port 8443 is taken')
    const deliver = createDeliver({ resolveHost, timeoutMs: 1_000 })
    const post = { url: 'https://localhost:8443/', loopbackAllowed: true, headers: {}, body: '{}' }
    expect(await deliver(post, new AbortController().signal)).toMatchObject({ succeeded: false })
    expect(connections).toBe(1)
    connections = 0
  })
})

describe('https', () => {
  // Certificates cannot be made by the runtime itself.
  const tool = spawnSync('openssl', ['version'])
  it.skipIf(tool.error !== undefined)(
    'sends only to whom the certificate names and a known authority vouches for',
    async () => {
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
    },
  )
})

describe('the owner', () => {
  it('rotates the secret: both sign during the overlap, the chosen one alone makes the old header', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive({})
    const { id } = await register(instance, principal, { url: receiver.url })
    const rotate = async (input: object) =>
      (
        await instance.call<{ rotateWebhookSecret: { secret: string; previousSecretExpiresAt: string } }>(
          principal,
          ROTATE,
          { input: { webhookId: id, ...input } },
        )
      ).rotateWebhookSecret
    const verified = async (count: number, secrets: readonly string[]) => {
      await commit(instance, orgId)
      const last = (await receiver.waitFor(count)).at(-1)
      if (last === undefined) throw new Error('nothing came')
      return {
        legacy: secrets.map((secret) => isSigned(last.headers, last.body, secret)),
        standard: String(last.headers['webhook-signature']).split(' ').length,
      }
    }
    const { secret, previousSecretExpiresAt } = await rotate({
      secret: 'second',
      signWith: 'previous',
      overlapSeconds: 3_600,
    })
    expect(secret).toBe('second')
    expect(Date.parse(previousSecretExpiresAt) - fixture.clock.now().getTime()).toBe(HOUR)
    expect(await verified(1, [SECRET, 'second'])).toEqual({ legacy: [true, false], standard: 2 })
    fixture.clock.advance(HOUR)
    expect(await verified(2, [SECRET, 'second'])).toEqual({ legacy: [false, true], standard: 1 })
    const made = await rotate({})
    expect(made.secret).toMatch(/^whsec_/)
    expect(await verified(3, ['second', made.secret])).toEqual({ legacy: [false, true], standard: 2 })
    for (const bad of [{ secret: '' }, { overlapSeconds: -1 }, { overlapSeconds: 604_801 }])
      await expect(rotate(bad)).rejects.toMatchObject({ type: 'invalid_request' })
  })

  it('disables: nothing is sent, nothing is lost; enabling delivers what waited, or skips it', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    const { id } = await register(instance, principal, { url: receiver.url })
    const update = (input: object) => instance.call(principal, UPDATE, { input: { webhookId: id, ...input } })
    await update({ status: 'disabled' })
    await commit(instance, orgId, [{}, {}])
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(receiver.received).toHaveLength(0)
    await update({ status: 'active' })
    await receiver.waitFor(2)
    await update({ status: 'disabled' })
    await commit(instance, orgId, [{}, {}])
    await update({ status: 'active', missedEvents: 'skip' })
    const [last] = await commit(instance, orgId)
    await receiver.waitFor(3)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(receiver.envelopes().at(-1)?.source_event_id).toBe(last?._id)
    expect(receiver.received).toHaveLength(3)
  })

  it('holds back retries while disabled', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    receiver.answer(500)
    const { id } = await register(instance, principal, { url: receiver.url })
    await commit(instance, orgId)
    await until('recorded', async () => (await deliveriesOf(instance, principal, id))[0]?.status === 'pending_retry')
    await instance.call(principal, UPDATE, { input: { webhookId: id, status: 'disabled' } })
    fixture.clock.advance(HOUR)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(receiver.received).toHaveLength(1)
    receiver.answer(200)
    await instance.call(principal, UPDATE, { input: { webhookId: id, status: 'active' } })
    await until('delivered', async () => (await onlyDelivery(instance, principal, id)).status === 'delivered')
    expect(receiver.received).toHaveLength(2)
  })

  it('deletes: open deliveries end as failed, and nothing more is sent', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    receiver.answer(500)
    const { id } = await register(instance, principal, { url: receiver.url })
    await commit(instance, orgId)
    await until('recorded', async () => (await deliveriesOf(instance, principal, id))[0]?.status === 'pending_retry')
    expect(await instance.call(principal, DELETE, { input: { webhookId: id } })).toEqual({
      deleteWebhook: { deletedWebhookId: id },
    })
    await expect(instance.call(principal, DELETE, { input: { webhookId: id } })).rejects.toMatchObject({
      type: 'not_found',
    })
    await commit(instance, orgId)
    fixture.clock.advance(HOUR)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(receiver.received).toHaveLength(1)
    const rows = await fixture.database
      .collection<{ status: string; nextAttemptAt: null }>('deliveries')
      .find({ webhookId: id } as object)
      .toArray()
    expect(rows).toMatchObject([{ status: 'failed', nextAttemptAt: null }])
    expect(await fixture.database.collection('webhooks').findOne({})).toMatchObject({ secret: '' })
  })

  it('retries by hand: one more attempt, the schedule stays; refused while one runs', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    receiver.answer(500)
    const { id: webhookId } = await register(instance, principal, { url: receiver.url })
    await commit(instance, orgId)
    await until(
      'recorded',
      async () => (await deliveriesOf(instance, principal, webhookId))[0]?.status === 'pending_retry',
    )
    const before = await onlyDelivery(instance, principal, webhookId)
    const retry = () => instance.call(principal, RETRY, { input: { webhookId, deliveryId: before.id } })
    await retry()
    await until('recorded', async () => (await onlyDelivery(instance, principal, webhookId)).attempts.length === 2)
    expect(await onlyDelivery(instance, principal, webhookId)).toMatchObject({
      status: 'pending_retry',
      nextAttemptAt: before.nextAttemptAt,
      attempts: [{ manual: false }, { manual: true }],
    })
    receiver.answer('hang')
    await retry()
    await receiver.waitFor(3)
    await expect(retry()).rejects.toMatchObject({ type: 'conflict' })
    await until('timed out', async () => (await onlyDelivery(instance, principal, webhookId)).attempts.length === 3)
    receiver.answer(200)
    await retry()
    await until('delivered', async () => (await onlyDelivery(instance, principal, webhookId)).status === 'delivered')
    expect(await onlyDelivery(instance, principal, webhookId)).toMatchObject({ nextAttemptAt: null })
    expect(new Set(receiver.envelopes().map(({ event_id }) => event_id)).size).toBe(1)
  })

  it('sends a sample: signed, marked, on the same way, to a disabled endpoint too', async () => {
    const instance = start()
    const principal = organization(newOrganization())
    const receiver = await receive()
    const { id: webhookId } = await register(instance, principal, { url: receiver.url })
    await instance.call(principal, UPDATE, { input: { webhookId, status: 'disabled' } })
    const { testWebhook } = await instance.call<{ testWebhook: { delivery: DeliveryShape } }>(principal, TEST, {
      input: { webhookId, type: 'wallet.frozen' },
    })
    expect(testWebhook.delivery).toMatchObject({ status: 'pending', test: true, attempts: [] })
    const [received] = await receiver.waitFor(1)
    expect(received?.verified).toBe(true)
    expect(receiver.envelopes()[0]).toMatchObject({
      event_id: testWebhook.delivery.eventId,
      type: 'wallet.frozen',
      data: { test: true, wallet_id: 'wal_sample' },
    })
    await expect(instance.call(principal, TEST, { input: { webhookId, type: 'nope' } })).rejects.toMatchObject({
      type: 'invalid_request',
    })
  })

  it('pages through the history, newest first, and filters it', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    const { id: webhookId } = await register(instance, principal, { url: receiver.url })
    for (let i = 0; i < 5; i++) {
      await commit(instance, orgId, [{}, {}])
      await receiver.waitFor(2 * (i + 1))
      fixture.clock.advance(1_000)
    }
    await until('recorded', async () =>
      (await deliveriesOf(instance, principal, webhookId)).every(({ status }) => status === 'delivered'),
    )
    const all = (await deliveriesOf(instance, principal, webhookId)).map(({ id }) => id)
    const pages: string[] = []
    let after: string | null = null
    for (let page = 0; page < 6; page++) {
      const { deliveries }: HistoryPage = await instance.call<HistoryPage>(principal, DELIVERIES, {
        webhookId,
        first: 3,
        after,
        status: 'delivered',
      })
      pages.push(...deliveries.edges.map(({ node }) => node.id))
      after = deliveries.pageInfo.endCursor
      if (!deliveries.pageInfo.hasNextPage) break
    }
    expect(pages).toEqual(all)
    expect(all).toHaveLength(10)
    const failed = await instance.call<{ deliveries: { edges: object[] } }>(principal, DELIVERIES, {
      webhookId,
      status: 'failed',
    })
    expect(failed.deliveries.edges).toEqual([])
    await expect(instance.call(principal, DELIVERIES, { webhookId, after: 'x' })).rejects.toMatchObject({
      type: 'invalid_request',
    })
  })
})

function endless(response: ServerResponse): void {
  response.writeHead(200)
  const chunk = Buffer.alloc(16_384, 'x')
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write).on('error', () => undefined)
  write()
}

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(folder, { recursive: true })
  return made
}
