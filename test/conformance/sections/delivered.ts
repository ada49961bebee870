/**
 * Specification 2.13 and 6.1: each type of event that this run has brought about is delivered to an endpoint that names it: once,
 * with data of its JSON Schema, and signed so that the libraries of Standard Webhooks take it. Before time is moved.
 */
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMisfits, type JsonSchema } from '../../../scripts/prove/fuzz/jsonSchema.ts'
import type { OrgPosition } from '../../../subgraphs/shared/commit/positions.ts'
import { EVENT_TYPES, type EventType } from '../../../subgraphs/shared/events.ts'
import type { OrgId } from '../../../subgraphs/shared/ids.ts'
import { aheadMsOf } from '../../../subgraphs/shared/organizationTime.ts'
import { done, type Given, openScene, rowsIn, until } from '../../support/scene.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhookReceiver.ts'

const SECRET = 'whsec_R6AQyDg/sDwluHSMqF/xzkPl4G41O+5mkMYyzXdVjkI='
const DAY_MS = 86_400_000
/** Less than events are kept. */
const RECENT_MS = 29 * DAY_MS

/** What no organization has here at the end, with the test that delivers it, or why none can. */
const ELSEWHERE: Partial<Record<EventType, string>> = {
  'organization.suspended': 'of live mode, whose endpoints are never on this machine',
  'organization.reactivated': 'of live mode, whose endpoints are never on this machine',
  'deposit.reversed': 'integration/mismatches.test.ts',
  'alert.gas_low': 'integration/gasBudget.test.ts',
  // The clock of their organization has gone on for months since.
  'alert.approval_ending': 'conformance/sections/alerts.ts',
  'alert.endpoint_failing': 'conformance/sections/alerts.ts',
}
/** What the sections of both topologies bring about. */
const EVERYWHERE: readonly EventType[] = [
  ...(['payment.pending', 'payment.completed', 'payment.failed', 'wallet.created', 'wallet.frozen'] as const),
  ...(['hold.created', 'hold.captured', 'hold.voided', 'policy.violated', 'deposit.credited'] as const),
]

interface Chosen {
  readonly orgId: OrgId
  readonly type: EventType
  readonly eventId: string
  readonly at: Date
}

export function delivered(given: Given): void {
  describe('6.1 deliveries of every type', () => {
    let receiver: WebhookReceiver
    let chosen: readonly Chosen[]
    const schemas = new Map<string, JsonSchema>()

    beforeAll(async () => {
      receiver = await startWebhookReceiver({ secret: SECRET })
      chosen = await choose()
      const catalogue = await openScene(given, 'Catalogue of deliveries')
      const rows = rowsIn(done(await catalogue.carrier.call('eventTypes', {}, catalogue.owner)))
      for (const { type, schema } of rows) {
        const { $schema: _, ...known } = schema as JsonSchema
        schemas.set(String(type), known)
      }
      for (const [orgId, ofOne] of Map.groupBy(chosen, (one) => one.orgId)) await replay(orgId, ofOne)
      await until(async () => chosen.every(({ eventId }) => told(eventId).length > 0))
    })
    afterAll(() => receiver.stop())

    const told = (eventId: string) => receiver.envelopes().filter((one) => one.source_event_id === eventId)

    /** The newest event of each type, of an organization that may act and whose clock has not left it behind. */
    async function choose(): Promise<Chosen[]> {
      const { database, clock } = given.service()
      const [organizations, positions, newest] = await Promise.all([
        database.collection<{ _id: OrgId }>('organizations').find({ status: 'active' }).toArray(),
        database
          .collection<OrgPosition & { _id: string }>('positions')
          .find({ clocks: { $exists: true } })
          .toArray(),
        database
          .collection('events')
          .aggregate<Omit<Chosen, 'orgId' | 'type'> & { readonly _id: Pick<Chosen, 'orgId' | 'type'> }>([
            { $match: { mode: 'test', type: { $not: /^audit\./ } } },
            { $sort: { _id: 1 } },
            {
              $group: {
                _id: { orgId: '$orgId', type: '$type' },
                ...{ eventId: { $last: '$_id' }, at: { $last: '$createdAt' } },
              },
            },
          ])
          .toArray(),
      ])
      const active = new Set(organizations.map(({ _id }) => _id))
      const aheadMs = new Map(positions.map((one) => [one.orgId, aheadMsOf(one, 'test')]))
      const since = (orgId: OrgId) => clock.now().getTime() + (aheadMs.get(orgId) ?? 0) - RECENT_MS
      const found = new Map<EventType, Chosen>()
      for (const { _id, eventId, at } of newest)
        if (active.has(_id.orgId) && at.getTime() > since(_id.orgId)) found.set(_id.type, { ..._id, eventId, at })
      return [...found.values()]
    }

    async function replay(orgId: OrgId, ofOne: readonly Chosen[]): Promise<void> {
      const carrier = given.carrier()
      const owner = { apiKey: await given.service().createKey(orgId, { roles: ['admin'] }) }
      const types = ofOne.map(({ type }) => type)
      const hook = { url: receiver.url, events: types, secret: SECRET, description: 'Every type of event' }
      const { webhook_id } = done(await carrier.call('createWebhook', hook, owner)).body
      const since = new Date(Math.min(...ofOne.map(({ at }) => at.getTime()))).toISOString()
      const { body } = done(await carrier.call('replayWebhook', { webhook_id, since, types }, owner))
      expect(body).toMatchObject({ complete: true, delivered: 0 })
    }

    test('none is missing', () => {
      const types = chosen.map(({ type }) => type)
      expect(types).toEqual(expect.arrayContaining([...EVERYWHERE]))
      if (given.service().topology !== 'in process') return
      const missing = (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => !types.includes(type))
      expect(missing.filter((type) => ELSEWHERE[type] === undefined)).toEqual([])
    })

    test('each comes once, signed, with data of its schema', () => {
      const ids = receiver.envelopes().map(({ event_id }) => event_id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(receiver.received.filter(({ verified }) => verified !== true)).toEqual([])
      const misfits = receiver.envelopes().flatMap(({ type, data }) => {
        const schema = schemas.get(type) ?? {}
        return findMisfits(data, schema, schema).map((misfit) => `${type} ${misfit}`)
      })
      expect(misfits).toEqual([])
    })

    test.each([
      ['standardwebhooks', StandardWebhook],
      ['svix', SvixWebhook],
    ])('%s takes each as it was sent, and none that was changed', (_library, Library) => {
      const library = new Library(SECRET)
      for (const { body, headers } of receiver.received) {
        const sent = headers as Record<string, string>
        expect(() => library.verify(body, sent)).not.toThrow()
        expect(() => library.verify(body.replace('"type"', '"Type"'), sent)).toThrow()
      }
    })
  })
}
