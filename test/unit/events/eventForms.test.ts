// Cursors, envelopes, the catalogue and who sees what: the pure forms of an event.
import { readFileSync } from 'node:fs'
import { Kind, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { findMisfits } from '../../../scripts/prove/fuzz/jsonSchema.ts'
import { formatEnvelope } from '../../../subgraphs/events/rules/envelope.ts'
import { formatEventCursor, parseEventCursor } from '../../../subgraphs/events/rules/eventCursor.ts'
import { sampleOf, schemaOf } from '../../../subgraphs/events/rules/eventData.ts'
import { EVENT_VALUES } from '../../../subgraphs/events/rules/eventValues.ts'
import { isVisible, viewerOf } from '../../../subgraphs/events/rules/visibility.ts'
import { deliveryId, deliveryOfEventId, eventIdOf } from '../../../subgraphs/events/services/deliveryId.ts'
import { listEventTypes } from '../../../subgraphs/events/services/readEvents.ts'
import { EVENT_TYPES, type EventType, eventId } from '../../../subgraphs/shared/events.ts'
import type { Capability } from '../../../subgraphs/shared/principal.ts'
import { agent, organization } from '../../support/eventsFixture.ts'

describe('cursors', () => {
  it.each([0, 1, 256, 2 ** 31, 999_999_999_999])('are parsed as formatted: %i', (cursor) =>
    expect(parseEventCursor('org_1', formatEventCursor('org_1', cursor))).toBe(cursor),
  )

  it('of an earlier format are taken, and one of another organization is refused', () => {
    expect(parseEventCursor('org_1', Buffer.from('e1.7').toString('base64url'))).toBe(7)
    expect(() => parseEventCursor('org_2', formatEventCursor('org_1', 7))).toThrow(
      expect.objectContaining({
        details: { fields: [expect.objectContaining({ path: 'after', code: 'foreign_cursor' })] },
      }),
    )
  })

  it.each([
    '',
    'x',
    '1',
    Buffer.from('e1.-1').toString('base64url'),
    Buffer.from('e1.01').toString('base64url'),
    Buffer.from('e2.1').toString('base64url'),
    `${formatEventCursor('org_1', 7)}=`,
    ` ${formatEventCursor('org_1', 7)}`,
    Buffer.from(`e1.7.${Buffer.from(formatEventCursor('org_1', 7), 'base64url').toString().slice(-6)}`).toString(
      'base64url',
    ),
    'e1.7',
    7,
    null,
  ])('refuse %j', (text) =>
    expect(() => parseEventCursor('org_1', text)).toThrow(expect.objectContaining({ type: 'invalid_request' })),
  )
})

describe('ids', () => {
  it('are the same for the same event and endpoint, and differ for any other', () => {
    const id = deliveryId('whk_1', 'evt_a_1')
    expect(deliveryId('whk_1', 'evt_a_1')).toBe(id)
    expect(new Set([id, deliveryId('whk_2', 'evt_a_1'), deliveryId('whk_1', 'evt_a_2')]).size).toBe(3)
    expect(eventIdOf(id)).toMatch(/^evt_[0-9a-z]{26}$/)
    expect(deliveryOfEventId(eventIdOf(id))).toBe(id)
    expect(deliveryOfEventId(eventId('org_abc', 5))).toBeNull()
  })
})

describe('the envelope', () => {
  it('has the four fields of the specification and the source event, in this order', () => {
    const createdAt = new Date('2026-03-02T10:00:00.123Z')
    const body = formatEnvelope('evt_x', {
      _id: 'evt_org_1',
      type: 'payment.completed',
      createdAt,
      data: { payment_id: 'pay_1' },
    })
    expect(body).toBe(
      '{"event_id":"evt_x","type":"payment.completed","created_at":"2026-03-02T10:00:00.123Z",' +
        '"data":{"payment_id":"pay_1"},"source_event_id":"evt_org_1"}',
    )
  })

  it('has the place of the event in the log, and among those of its wallet', () => {
    const event = {
      _id: 'evt_org_1',
      type: 'payment.completed',
      createdAt: new Date(0),
      data: {},
      orgId: 'org_1',
    } as const
    const cursor = formatEventCursor('org_1', 7)
    expect(JSON.parse(formatEnvelope('evt_x', { ...event, cursor: 7, walletSeq: 3 }))).toMatchObject({
      ...{ cursor, wallet_seq: 3 },
    })
    expect(JSON.parse(formatEnvelope('evt_x', { ...event, cursor: 7, walletSeq: 0 }))).not.toHaveProperty('wallet_seq')
  })
})

describe('the catalogue', () => {
  it('says of each type whether it is an extension', () => {
    const entries = new Map(listEventTypes().map((one) => [one.type, one]))
    expect(entries.get('payment.completed')).toMatchObject({ optIn: false, schema: { type: 'object' } })
    expect(entries.get('approval.requested')).toMatchObject({ optIn: true })
  })

  it.each(Object.keys(EVENT_TYPES) as EventType[])('has a sample of %s that fits its schema', (type) => {
    const { $schema: _, ...schema } = schemaOf(type)
    const { test, ...sample } = sampleOf(type)
    expect(test).toBe(true)
    expect(findMisfits(sample, schema, schema)).toEqual([])
  })

  it('says of an unpaid order that its money has not arrived, and asks nothing of events that are older than a field', () => {
    expect(sampleOf('order.unpaid')).toMatchObject({
      ...{ status: 'fulfilled', payment_completed: false, order: { payment_completed: false, unpaid: true } },
    })
    expect(sampleOf('order.fulfilled')).toMatchObject({ payment_completed: true, order: { unpaid: false } })
    const { merchant_id: _, payment_completed: __, test: ___, ...before } = sampleOf('order.fulfilled')
    const { $schema: ____, ...schema } = schemaOf('order.fulfilled')
    expect(findMisfits(before, schema, schema)).toEqual([])
  })

  it('has of each enum the values of the graph', () => {
    const parts = ['agents', 'mandates', 'payments', 'treasury', 'commerce'].map((name) => `schema/${name}.graphql`)
    const graph = new Map(
      parts
        .flatMap((path) => parse(readFileSync(path, 'utf8')).definitions)
        .flatMap((one) =>
          one.kind === Kind.ENUM_TYPE_DEFINITION ? [[one.name.value, one.values ?? []] as const] : [],
        ),
    )
    for (const [name, values] of Object.entries(EVENT_VALUES))
      expect([name, values.toSorted()]).toEqual([
        name,
        graph
          .get(name)
          ?.map((one) => one.name.value)
          .toSorted(),
      ])
  })

  it('says of states, times and amounts what they may be', () => {
    const { properties } = schemaOf('approval.resolved') as { properties: Record<string, { enum?: string[] }> }
    expect(properties.status?.enum).toContain('dismissed')
    expect(schemaOf('hold.created')).toMatchObject({
      properties: {
        ...{ status: { enum: ['created', 'captured', 'voided'] }, expires_at: { format: 'date-time' } },
        amount: { pattern: expect.any(String) },
      },
    })
    expect(schemaOf('treasury.bank_account.updated')).toMatchObject({
      properties: { micro_deposit_status: { type: ['string', 'null'], enum: expect.arrayContaining(['sent', null]) } },
    })
  })

  it('requires what the specification names for payment events', () => {
    const { required, properties } = schemaOf('payment.completed') as { required: string[]; properties: object }
    expect(required).toEqual(expect.arrayContaining(['payment_id', 'wallet_id', 'amount', 'token', 'chain', 'status']))
    expect(properties).toHaveProperty('tx_hash')
  })
})

describe('who sees an event', () => {
  const event = {
    orgId: 'org_a',
    mode: 'test',
    agentId: 'agt_one',
    walletId: 'wal_one',
    type: 'payment.completed',
  } as const
  it.each([
    ['the organization', organization('org_a'), true],
    ['the organization in the other mode', organization('org_a', 'live'), false],
    ['another organization', organization('org_b'), false],
    ['the agent', agent('org_a', 'one'), true],
    ['another agent', agent('org_a', 'two'), false],
    ['an agent of another organization with the same name', agent('org_b', 'one'), false],
  ] as const)('%s: %s', (_name, principal, expected) => expect(isVisible(viewerOf(principal), event)).toBe(expected))

  it('shows an agent the events of its wallet, and none without an agent or wallet', () => {
    const viewer = viewerOf(agent('org_a', 'one'))
    expect(isVisible(viewer, { ...event, agentId: null })).toBe(true)
    expect(isVisible(viewer, { ...event, agentId: null, walletId: null })).toBe(false)
  })

  it.each([
    ['payment.completed', ['payments'], ['wallets', 'compliance']],
    ['wallet.frozen', ['wallets', 'payments'], ['compliance', 'holds']],
    ['policy.violated', ['wallets', 'payments'], ['mandates']],
    ['deposit.credited', ['wallets', 'payments'], ['treasury']],
    ['hold.created', ['holds'], ['payments', 'cards']],
    ['card.updated', ['cards'], ['payments']],
    ['treasury.payment.updated', ['treasury'], ['payments']],
    ['mandate.revoked', ['mandates'], ['payments']],
    ['approval.requested', ['approvals'], ['payments']],
    ['checkout.canceled', ['payments'], ['wallets', 'holds']],
    ['compliance.flagged', ['compliance'], ['payments']],
  ] as const)('opens %s to an agent with one of %j, and not with %j', (type, opening, others) => {
    const sees = (capability: Capability) =>
      isVisible(viewerOf(agent('org_a', 'one', { capabilities: [capability] })), { ...event, type })
    expect([opening.map(sees), others.map(sees)].map((seen) => [...new Set(seen)])).toEqual([[true], [false]])
    expect(isVisible(viewerOf(organization('org_a')), { ...event, type })).toBe(true)
  })
})
