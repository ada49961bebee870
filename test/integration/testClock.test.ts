// The clock of an organization over HTTP (domain A.13b): what is due happens before the answer, in its order and at its
// instant, for nobody else; tokens and limits follow it, and the chain does not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../../scripts/audit/audit.ts'
import { type ClockOrganization, DAY, HOUR, openClockOrganization, PAYEE } from '../support/clockWorld.ts'
import { callRest } from '../support/restClient.ts'
import { startTestService, type TestService } from '../support/startService.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService('test_clock', 'in process')
})

afterAll(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

const instant = (value: unknown): number => Date.parse(String(value))
const hold = ({ walletId }: ClockOrganization, seconds: number) => ({
  ...{ wallet_id: walletId, amount: '1.00', token: 'USDC', merchant: PAYEE, expires_in_seconds: seconds },
})

async function eventsOf({ done }: ClockOrganization): Promise<{ type: string; created_at: string }[]> {
  return (await done('GET /events?limit=100')).data as { type: string; created_at: string }[]
}

describe('moving the clock', () => {
  test('is for test mode and administrators, forward only, within ten years, and for one organization alone', async () => {
    const [moved, other] = [
      await openClockOrganization(service, { funds: '0' }),
      await openClockOrganization(service, { funds: '0' }),
    ]
    const begin = await moved.now()
    const answer = await moved.advance({ seconds: DAY })
    expect(answer).toMatchObject({ advancing_to: null, due_left: 0 })
    expect(Number(answer.ahead_seconds)).toBeCloseTo(DAY, -1)
    expect(instant(answer.now) - begin.getTime()).toBeGreaterThanOrEqual(DAY * 1_000)
    expect(Math.abs((await other.now()).getTime() - Date.now())).toBeLessThan(5_000)
    const to = new Date(instant(answer.now) + HOUR * 1_000).toISOString()
    expect(instant((await moved.advance({ to })).now)).toBeGreaterThanOrEqual(instant(to))

    for (const move of [
      ...[{}, { seconds: -1 }, { seconds: 1.5 }, { seconds: 1, to }, { seconds: 11 * 366 * DAY }],
      ...[{ to: begin.toISOString() }, { to: 'tomorrow' }, { to: '2190-01-01T00:00:00.000Z' }],
    ])
      expect(await moved.call('POST /test/clock/advance', move), JSON.stringify(move)).toMatchObject({ status: 400 })
    const viewer = await service.createKey(moved.orgId as never, { roles: ['viewer'] })
    const seen = await callRest(service.url, 'GET /api/v2/test/clock', { 'x-api-key': viewer })
    expect(seen).toMatchObject({ status: 200, body: { advancing_to: null } })
    const asViewer = { 'x-api-key': viewer }
    expect(await moved.call('POST /test/clock/advance', { seconds: 1 }, asViewer)).toMatchObject({ status: 403 })
    const live = { 'x-api-key': await service.createKey(moved.orgId as never, { roles: ['admin'], mode: 'live' }) }
    for (const request of ['GET /test/clock', 'POST /test/clock/advance'])
      expect(await moved.call(request, request.startsWith('POST') ? { seconds: 1 } : undefined, live)).toMatchObject({
        status: 404,
      })
  })

  test('works over GraphQL, as a field of the organization too, which has none in live mode', async () => {
    const { orgId, key } = await service.createOrganization('Clocks in a graph')
    const ask = async (query: string, apiKey = key) => {
      const { body } = await callRest(service.url, 'POST /graphql', { 'x-api-key': apiKey }, { query })
      expect(body.errors).toBeUndefined()
      return body.data as Record<string, Record<string, unknown>>
    }
    const move = 'mutation { advanceTestClock(input: { seconds: 90 }) { dueLeft replayed clock { aheadSeconds } } }'
    const ahead = expect.closeTo(90, -1)
    expect(await ask(move)).toEqual({
      advanceTestClock: { dueLeft: 0, replayed: false, clock: { aheadSeconds: ahead } },
    })
    const read = `{ testClock { now advancingTo } organization(id: "${orgId}") { testClock { now aheadSeconds } } }`
    const { testClock, organization } = await ask(read)
    expect(instant(testClock?.now) - Date.now()).toBeGreaterThan(80_000)
    expect(organization?.testClock).toMatchObject({ aheadSeconds: ahead })
    const liveKey = await service.createKey(orgId, { roles: ['admin'], mode: 'live' })
    const live = await ask(`{ organization(id: "${orgId}") { testClock { now } } }`, liveKey)
    expect(live.organization?.testClock).toBeNull()
  })

  test('adds up when calls come at once; a repeated key moves it once', async () => {
    const { advance, now } = await openClockOrganization(service, { funds: '0' })
    const begin = (await now()).getTime()
    await Promise.all([advance({ seconds: HOUR }), advance({ seconds: HOUR }), advance({ seconds: HOUR })])
    const moved = (await now()).getTime() - begin
    expect(moved).toBeGreaterThanOrEqual(3 * HOUR * 1_000)
    expect(moved).toBeLessThan(3 * HOUR * 1_000 + 25_000)
    const key = { 'idempotency-key': 'once' }
    const first = await advance({ seconds: HOUR }, key)
    expect(await advance({ seconds: HOUR }, key)).toEqual(first)
    expect((await now()).getTime() - begin).toBeLessThan(4 * HOUR * 1_000 + 25_000)
  })
})

describe('what becomes due', () => {
  test('ends in the order of its times, each at its own instant: holds, approvals, switches and the mandate', async () => {
    const one = await openClockOrganization(service, { policy: 'Max $500 per day. Approval above $25.' })
    const placed = [await one.done('POST /holds', hold(one, 60)), await one.done('POST /holds', hold(one, 3 * DAY))]
    const parked = (await one.pay('30')).body
    const approval = await one.done(`GET /approvals/${parked.approval_id}`)
    const until = new Date(Date.now() + HOUR * 1_000).toISOString()
    const stop = {
      scope: 'merchant',
      target_id: 'shop.example',
      reason: 'Trial.',
      reason_code: 'test',
      auto_deactivate_at: until,
    }
    const stopped = await one.done('POST /kill-switches', stop)

    const { now, due_left: left } = await one.advance({ seconds: 10 * DAY })
    expect(left).toBe(0)
    const ends = await Promise.all(placed.map(({ hold_id: id }) => one.done(`GET /holds/${id}`)))
    for (const [index, end] of ends.entries()) {
      expect(end).toMatchObject({ status: 'voided', void_reason: 'expired' })
      expect(instant(end.updated_at) - instant(placed[index]?.expires_at)).toBeLessThan(5_000)
      expect(instant(end.updated_at)).toBeGreaterThanOrEqual(instant(placed[index]?.expires_at))
    }
    expect(await one.done(`GET /approvals/${parked.approval_id}`)).toMatchObject({ status: 'expired' })
    const failed = await one.ended(parked.payment_id)
    expect(failed).toMatchObject({ status: 'failed' })
    expect(instant(failed.updated_at) - instant(approval.expires_at)).toBeLessThan(5_000)
    const switches = (await one.done('GET /kill-switches')).data as { switch_id: string; state: string }[]
    expect(switches.find(({ switch_id: id }) => id === stopped.switch_id)?.state).toBe('inactive')

    const order = (await eventsOf(one))
      .filter(({ type }) => ['hold.voided', 'kill_switch.deactivated', 'payment.failed'].includes(type))
      .map(({ created_at: at, type }) => [instant(at), type] as const)
      .toSorted(([a], [b]) => a - b)
    expect(order.map(([, type]) => type)).toEqual(
      instant(approval.expires_at) < instant(placed[1]?.expires_at)
        ? ['hold.voided', 'kill_switch.deactivated', 'payment.failed', 'hold.voided']
        : ['hold.voided', 'kill_switch.deactivated', 'hold.voided', 'payment.failed'],
    )
    expect(instant(now) - Date.now()).toBeGreaterThan(9 * DAY * 1_000)
  })

  test('a mandate that ends takes its holds with it, and pays no more', async () => {
    const one = await openClockOrganization(service)
    const expires = new Date(Date.now() + 2 * DAY * 1_000).toISOString()
    const mandate = { agent_id: one.agentId, wallet_id: one.walletId, policy: 'Max $100 per day.', expires_at: expires }
    await one.done('POST /mandates', mandate)
    const { hold_id: id } = await one.done('POST /holds', hold(one, 9 * DAY))
    await one.advance({ seconds: 3 * DAY })
    const ended = await one.done(`GET /holds/${id}`)
    expect(ended).toMatchObject({ status: 'voided', void_reason: 'mandate_revoked' })
    expect(instant(ended.updated_at) - instant(expires)).toBeLessThan(5_000)
    expect(await one.pay('1')).toMatchObject({ status: 403, body: { error: { type: 'mandate_expired' } } })
  })

  test('goes on by itself on a moved clock, and what is due on it is not due for others', async () => {
    const [moved, other] = [await openClockOrganization(service), await openClockOrganization(service)]
    await moved.advance({ seconds: 30 * DAY })
    const theirs = await other.done('POST /holds', hold(other, 60))
    const near = await moved.done('POST /holds', hold(moved, 60))
    expect(instant(near.expires_at) - Date.now()).toBeGreaterThan(29 * DAY * 1_000)
    await moved.advance({ seconds: 58 })
    expect(await moved.done(`GET /holds/${near.hold_id}`)).toMatchObject({ status: 'created' })
    const read = async () => (await moved.done(`GET /holds/${near.hold_id}`)).status
    await expect.poll(read, { timeout: 60_000 }).toBe('voided')
    expect(await other.done(`GET /holds/${theirs.hold_id}`)).toMatchObject({ status: 'created' })
  })
})

describe('what is decided by the clock', () => {
  test('the limit of a day starts anew at midnight of its zone, and a window of hours opens', async () => {
    const zone = 'Pacific/Auckland'
    const one = await openClockOrganization(service)
    const mandate = { agent_id: one.agentId, wallet_id: one.walletId, policy: 'Max $10 per day.', limit_timezone: zone }
    const { mandate_id: id } = await one.done('POST /mandates', mandate)
    expect((await one.pay('9')).status).toBe(201)
    expect(await one.pay('9')).toMatchObject({ status: 403 })
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    })
    const [hours = 0, minutes = 0] = format
      .format(await one.now())
      .split(':')
      .map(Number)
    const left = (24 - (hours % 24)) * HOUR - minutes * 60
    if (left > 240) {
      await one.advance({ seconds: left - 180 })
      expect(await one.pay('9')).toMatchObject({ status: 403 })
    }
    await one.advance({ seconds: 300 })
    expect((await one.pay('9')).status).toBe(201)
    const hourly = 'Max $100 per day. Only mon-sun 09:00-10:00 Pacific/Auckland.'
    await one.done(`PUT /mandates/${id}`, { policy: hourly, expected_version: 1 })
    expect(await one.pay('1')).toMatchObject({ status: 403 })
    await one.advance({ seconds: 9 * HOUR + 300 })
    expect((await one.pay('1')).status).toBe(201)
  })

  test('payments on the chain settle after a month, in the order of their own times, and the books agree', async () => {
    const one = await openClockOrganization(service)
    const before = (await one.pay('1')).body
    await one.advance({ seconds: 31 * DAY })
    const after = await Promise.all([one.pay('2'), one.pay('3')])
    for (const { payment_id: id } of [before, ...after.map(({ body }) => body)]) {
      const ended = await one.ended(id)
      expect(ended, JSON.stringify(ended)).toMatchObject({ status: 'completed' })
      const times = ['created_at', 'updated_at', 'completed_at'].map((name) => instant(ended[name]))
      expect(times[0]).toBeLessThanOrEqual(times[2] ?? 0)
      expect(times[2]).toBeLessThanOrEqual(times[1] ?? 0)
    }
    const { breachCount, points } = await audit({
      ...{ mongodbUri: service.config.mongodbUri, databaseName: service.config.databaseName },
      networks: service.config.networks,
    } as never)
    expect(breachCount, JSON.stringify(points)).toBe(0)
  })

  test('access tokens expire and refresh tokens give new ones, until those expire as well', async () => {
    const one = await openClockOrganization(service, { funds: '0' })
    const exchange = (body: object) => callRest(service.url, 'POST /api/v2/auth/agent/token', {}, body)
    const { body: first } = await exchange({ agent_id: one.agentId, api_key: one.apiKey })
    const look = (token: unknown) =>
      callRest(service.url, `GET /api/v2/wallets/${one.walletId}`, { authorization: `Bearer ${token}` })
    expect((await look(first.access_token)).status).toBe(200)
    await one.advance({ seconds: DAY })
    expect(await look(first.access_token)).toMatchObject({
      status: 401,
      body: { error: { details: { reason: 'token_expired' } } },
    })
    const refresh = { grant_type: 'refresh_token', agent_id: one.agentId }
    const { body: second, status } = await exchange({ ...refresh, refresh_token: first.refresh_token })
    expect(status).toBe(200)
    expect((await look(second.access_token)).status).toBe(200)
    await one.advance({ seconds: 31 * DAY })
    expect(await exchange({ ...refresh, refresh_token: second.refresh_token })).toMatchObject({ status: 401 })
  })
})
