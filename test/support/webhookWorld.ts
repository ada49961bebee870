/**
 * What every test of webhooks starts from: a fixture of the events subgraph of its own, receivers and instances that end
 * with the test, and the operations and shapes of endpoints and deliveries.
 */
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { EventRow } from '../../subgraphs/shared/events.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { type EventsFixture, type Instance, startEventsFixture } from './eventsFixture.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhookReceiver.ts'

export const SECRET = 'a secret of the customer'
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export interface WebhookShape {
  id: string
  url: string
  events: string[]
  status: string
  description: string | null
}
export interface DeliveryShape {
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

export interface HistoryPage {
  deliveries: {
    edges: { node: DeliveryShape }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

export const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) {
  secret webhook { id url events status description metadata agent { id } createdAt updatedAt } } }`
export const UPDATE =
  'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id url events status description } } }'
export const DELETE = 'mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { deletedWebhookId } }'
const FIELDS = `id eventId sourceEventId type status test nextAttemptAt
  attempts { number at statusCode durationMs error responseExcerpt manual }`
export const DELIVERIES = `query ($webhookId: ID!, $first: Int, $after: String, $statuses: [DeliveryStatus!]) {
  deliveries(webhookId: $webhookId, first: $first, after: $after, statuses: $statuses) {
    edges { cursor node { ${FIELDS} } } pageInfo { hasNextPage endCursor } } }`
export const RETRY = `mutation ($input: RetryDeliveryInput!) { retryDelivery(input: $input) { delivery { ${FIELDS} } } }`
export const TEST = `mutation ($input: TestWebhookInput!) { testWebhook(input: $input) { delivery { ${FIELDS} } } }`
export const REPLAY = `mutation ($input: ReplayWebhookInput!) { replayWebhook(input: $input) {
  replayId scheduled delivered underWay complete nextCursor replayed } }`
export const ROTATE = `mutation ($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) {
  secret previousSecretExpiresAt webhook { id } } }`

export async function register(
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

export async function deliveriesOf(
  instance: Instance,
  principal: Principal,
  webhookId: string,
): Promise<DeliveryShape[]> {
  const { deliveries } = await instance.call<{ deliveries: { edges: { node: DeliveryShape }[] } }>(
    principal,
    DELIVERIES,
    { webhookId },
  )
  return deliveries.edges.map(({ node }) => node)
}

export async function onlyDelivery(
  instance: Instance,
  principal: Principal,
  webhookId: string,
): Promise<DeliveryShape> {
  const [delivery, ...others] = await deliveriesOf(instance, principal, webhookId)
  expect(others).toEqual([])
  if (delivery === undefined) throw new Error('there is no delivery')
  return delivery
}

export interface WebhookWorld {
  /** From `beforeAll` on. */
  readonly fixture: EventsFixture
  /** Of the running test, in the order in which it started them. */
  readonly receivers: readonly WebhookReceiver[]
  newOrganization(): `org_${string}`
  receive(options?: { secret?: string }): Promise<WebhookReceiver>
  start(options?: Parameters<EventsFixture['createInstance']>[0]): Instance
  /** Commits and tells, as the group commit of the same process does. */
  commit(instance: Instance, orgId: OrgId, drafts?: Parameters<EventsFixture['append']>[1]): Promise<EventRow[]>
}

/** Registers the hooks of the file that calls it. */
export function useWebhookWorld(databaseName: string): WebhookWorld {
  let opened: EventsFixture | undefined
  let nextOrganization = 0
  const receivers: WebhookReceiver[] = []
  const instances: Instance[] = []
  const fixture = (): EventsFixture => {
    if (opened === undefined) throw new Error('the fixture is there from beforeAll on')
    return opened
  }

  beforeAll(async () => {
    opened = await startEventsFixture(databaseName)
  })
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()))
    await Promise.all(instances.splice(0).map((instance) => instance.stopWorkers()))
    // What a test left open must not be due in the next one.
    await fixture().database.collection('deliveries').deleteMany({})
    await fixture().database.collection('webhooks').deleteMany({})
  })
  afterAll(() => opened?.stop())

  return {
    get fixture() {
      return fixture()
    },
    receivers,
    newOrganization() {
      nextOrganization += 1
      return `org_hook${nextOrganization}`
    },
    async receive(options = { secret: SECRET }) {
      const receiver = await startWebhookReceiver(options)
      receivers.push(receiver)
      return receiver
    },
    start(options) {
      const instance = fixture().createInstance(options)
      instances.push(instance)
      instance.startWorkers()
      return instance
    },
    async commit(instance, orgId, drafts = [{}]) {
      const rows = await fixture().append(orgId, drafts)
      instance.wake(orgId)
      return rows
    },
  }
}
