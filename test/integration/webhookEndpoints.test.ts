// Webhook endpoints over a real replica set (specification 2.12, 4.3): what may be registered and who sees it, and what
// the owner does with it later: rotate, disable, delete, retry by hand, send a sample, read the history.
import { describe, expect, it } from 'vitest'
import type { WebhookRow } from '../../subgraphs/events/models/webhooks.ts'
import { createCommit } from '../../subgraphs/shared/commit/groupCommit.ts'
import { prepareCommitStore } from '../../subgraphs/shared/commit/store.ts'
import type { Commit } from '../../subgraphs/shared/commit/types.ts'
import type { WebhookId } from '../../subgraphs/shared/ids.ts'
import type { Principal } from '../../subgraphs/shared/principal.ts'
import { agent, organization, until } from '../support/eventsFixture.ts'
import { isSigned } from '../support/webhookReceiver.ts'
import {
  CREATE,
  DELETE,
  DELIVERIES,
  type DeliveryShape,
  deliveriesOf,
  type HistoryPage,
  HOUR,
  onlyDelivery,
  RETRY,
  ROTATE,
  register,
  SECRET,
  TEST,
  UPDATE,
  useWebhookWorld,
  type WebhookShape,
} from '../support/webhookWorld.ts'

const world = useWebhookWorld('webhook_endpoints')
const { commit, newOrganization, receive, start } = world
const SECOND = 'the second secret'
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('endpoints', () => {
  it('show the secret once and keep it sealed', async () => {
    const instance = start()
    const principal = organization(newOrganization())
    const input = {
      url: 'https://8.8.8.8/hook',
      events: ['payment.completed', 'approval.requested'],
      secret: 'canary-secret-01',
      description: ' Mine ',
      metadata: { team: 'a' },
    }
    const { createWebhook } = await instance.call<{ createWebhook: { secret: string; webhook: WebhookShape } }>(
      principal,
      CREATE,
      { input },
    )
    expect(createWebhook).toMatchObject({
      secret: 'canary-secret-01',
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
    expect(JSON.stringify(await world.fixture.database.collection('webhooks').find().toArray())).not.toContain('canary')
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
    ['a short secret', { secret: 'x'.repeat(15) }, 'secret', 'too_short'],
    ['half of a surrogate pair', { secret: `${'x'.repeat(20)}\ud800` }, 'secret', 'not_text'],
    ['whsec_ alone', { secret: 'whsec_' }, 'secret', 'too_short'],
    ['whsec_ of 15 bytes', { secret: `whsec_${btoa('x'.repeat(15))}` }, 'secret', 'too_short'],
    ['whsec_ of 65 bytes', { secret: `whsec_${btoa('x'.repeat(65))}` }, 'secret', 'too_long'],
    ['whsec_ of no base64', { secret: `whsec_${'!'.repeat(40)}` }, 'secret', 'not_base64'],
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

  it('takes a secret of 16 characters, and whsec_ with the base64 of 16 bytes', async () => {
    const instance = start()
    for (const secret of [
      'x'.repeat(16),
      `whsec_${btoa('x'.repeat(16))}`,
      `whsec_${btoa('x'.repeat(17)).replace('=', '')}`,
    ])
      await register(instance, organization(newOrganization()), { url: 'https://8.8.8.8/', secret })
  })

  it("are limited for each agent and mode, and agents do not use up their organization's limit", async () => {
    const instance = start()
    const orgId = newOrganization()
    const url = 'https://8.8.8.8/'
    const tooMany = { type: 'conflict', details: { reason: 'too_many_webhooks' } }
    const greedy = agent(orgId, 'greedy')
    const made = []
    for (let n = 0; n < 10; n++) made.push(await register(instance, greedy, { url }))
    await expect(register(instance, greedy, { url })).rejects.toMatchObject({
      ...{ ...tooMany, details: { ...tooMany.details, limit: 10 } },
    })
    for (const free of [agent(orgId, 'modest'), agent(orgId, 'greedy', { mode: 'live' }), organization(orgId)])
      await register(instance, free, { url })
    // What is deleted frees its place, once.
    await instance.call(greedy, DELETE, { input: { webhookId: made[0]?.id } })
    await register(instance, greedy, { url })
    await expect(register(instance, greedy, { url })).rejects.toMatchObject(tooMany)
    const fill = Array.from({ length: 12 }, (_, n) => agent(orgId, `other${n}`)).flatMap((one) =>
      Array.from({ length: 8 }, () => register(instance, one, { url }).catch((error: Error) => error)),
    )
    const results = await Promise.all(fill)
    expect(results.filter((one) => 'id' in one)).toHaveLength(100 - 11)
    for (const refused of results.filter((one) => !('id' in one))) expect(refused).toMatchObject(tooMany)
    await register(instance, organization(orgId), { url })
  })

  it('admit exactly one of many at the limit, in two processes', async () => {
    const [one, two] = [start(), start()]
    const orgId = newOrganization()
    const last = agent(orgId, 'last')
    const url = 'https://8.8.8.8/'
    for (let n = 0; n < 9; n++) await register(one, last, { url })
    const tries = await Promise.allSettled(
      Array.from({ length: 16 }, (_, n) => register(n % 2 === 0 ? one : two, last, { url })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const refused of tries.filter((each) => each.status === 'rejected'))
      expect(refused.reason).toMatchObject({ type: 'conflict', details: { reason: 'too_many_webhooks' } })
    // What was refused changed nothing, and the audit log has a row for each endpoint.
    expect(await world.fixture.database.collection('events').countDocuments({ orgId })).toBe(10)
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

  it('belong to who registered them: an organization reaches all of its mode, an agent its own', async () => {
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

describe('the owner', () => {
  it('rotates the secret: both sign during the overlap, only the chosen one makes the single-signature header', async () => {
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
      secret: SECOND,
      signWith: 'previous',
      overlapSeconds: 3_600,
    })
    expect(secret).toBe(SECOND)
    expect(Date.parse(previousSecretExpiresAt) - world.fixture.clock.now().getTime()).toBe(HOUR)
    expect(await verified(1, [SECRET, SECOND])).toEqual({ legacy: [true, false], standard: 2 })
    world.fixture.clock.advance(HOUR)
    expect(await verified(2, [SECRET, SECOND])).toEqual({ legacy: [false, true], standard: 1 })
    const made = await rotate({})
    expect(made.secret).toMatch(/^whsec_/)
    expect(await verified(3, [SECOND, made.secret])).toEqual({ legacy: [false, true], standard: 2 })
    for (const bad of [{ secret: '' }, { overlapSeconds: -1 }, { overlapSeconds: 604_801 }])
      await expect(rotate(bad)).rejects.toMatchObject({ type: 'invalid_request' })
  })

  /** The first of two identical requests stops after its key is stored, until the second has been answered. */
  const inReverseOrder = async <T>(
    principal: Principal,
    document: string,
    input: object,
    between: () => Promise<unknown> = async () => undefined,
  ): Promise<[T, T]> => {
    await prepareCommitStore(world.fixture.database)
    const commit = createCommit({ ...world.fixture, log: silent })
    const [stored, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: Commit = {
      ...commit,
      async submit(intent) {
        const outcome = await commit.submit(intent)
        stored.resolve()
        await second.promise
        return outcome
      },
    }
    const faster = start()
    const variables = { input: { ...input, idempotencyKey: 'once' } }
    const late = start({ commit: slow }).call<T>(principal, document, variables)
    await stored.promise
    const early = await faster.call<T>(principal, document, variables)
    await between()
    second.resolve()
    return [await late, early]
  }

  it('gets the same secret from identical requests at once, whichever of them makes the rotation', async () => {
    const principal = organization(newOrganization())
    const { id } = await register(start(), principal, { url: 'https://8.8.8.8/hook' })
    const [late, early] = await inReverseOrder<{ rotateWebhookSecret: { secret: string } }>(principal, ROTATE, {
      webhookId: id,
    })
    expect(early.rotateWebhookSecret.secret).toMatch(/^whsec_/)
    expect(late).toEqual(early)
    const row = await world.fixture.database.collection<WebhookRow>('webhooks').findOne({ _id: id as WebhookId })
    expect(row?.rotatedFor).toContain('once')
    // Its answer was lost: it is told again, to the same credential.
    const repeat = (by: Principal) =>
      start().call<typeof early>(by, ROTATE, { input: { webhookId: id, idempotencyKey: 'once' } })
    expect(await repeat(principal)).toEqual(early)
    const other = { ...principal, keyId: 'key_other' } as Principal
    expect((await repeat(other)).rotateWebhookSecret.secret).toBeNull()
    // Another request is another rotation.
    const again = { input: { webhookId: id, overlapSeconds: 0 } }
    const { rotateWebhookSecret } = await start().call<typeof early>(principal, ROTATE, again)
    expect(rotateWebhookSecret.secret).not.toBe(early.rotateWebhookSecret.secret)
  })

  it('gets the same attempt from identical requests at once, whichever of them asks for it', async () => {
    const instance = start()
    const orgId = newOrganization()
    const principal = organization(orgId)
    const receiver = await receive()
    receiver.answer(500)
    const { id } = await register(instance, principal, { url: receiver.url })
    await commit(instance, orgId)
    await until('recorded', async () => (await deliveriesOf(instance, principal, id))[0]?.status === 'pending_retry')
    const delivery = await onlyDelivery(instance, principal, id)
    const tried = () =>
      until('tried again', async () => (await onlyDelivery(instance, principal, id)).attempts.length > 1)
    const [late, early] = await inReverseOrder<{ retryDelivery: { delivery: DeliveryShape } }>(
      ...([principal, RETRY, { webhookId: id, deliveryId: delivery.id }, tried] as const),
    )
    expect([late.retryDelivery.delivery.id, early.retryDelivery.delivery.id]).toEqual([delivery.id, delivery.id])
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(receiver.received).toHaveLength(2)
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
    world.fixture.clock.advance(HOUR)
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
    world.fixture.clock.advance(HOUR)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(receiver.received).toHaveLength(1)
    const rows = await world.fixture.database
      .collection<{ status: string; nextAttemptAt: null }>('deliveries')
      .find({ webhookId: id } as object)
      .toArray()
    expect(rows).toMatchObject([{ status: 'failed', nextAttemptAt: null }])
    expect(await world.fixture.database.collection('webhooks').findOne({})).toMatchObject({ secret: '' })
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

  it('sends a sample: signed, marked as a test, like any delivery, to a disabled endpoint too', async () => {
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
      world.fixture.clock.advance(1_000)
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
        statuses: ['delivered'],
      })
      pages.push(...deliveries.edges.map(({ node }) => node.id))
      after = deliveries.pageInfo.endCursor
      if (!deliveries.pageInfo.hasNextPage) break
    }
    expect(pages).toEqual(all)
    expect(all).toHaveLength(10)
    const failed = await instance.call<{ deliveries: { edges: object[] } }>(principal, DELIVERIES, {
      webhookId,
      statuses: ['failed'],
    })
    expect(failed.deliveries.edges).toEqual([])
    await expect(instance.call(principal, DELIVERIES, { webhookId, after: 'x' })).rejects.toMatchObject({
      type: 'invalid_request',
    })
  })
})
