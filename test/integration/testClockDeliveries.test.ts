// The moved clock over two processes (domain A.13b): deliveries are tried again when they are due on it; what
// one process moves the other knows within a second; and a move that died on the way is gone on with.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeService } from '../../gateway/compose.ts'
import { MIGRATIONS } from '../../gateway/migrations/list.ts'
import { setEndIntent, stepIntent } from '../../subgraphs/agents/services/testClock/moveClock.ts'
import { systemClock, timeOf } from '../../subgraphs/shared/clock.ts'
import { createCommit } from '../../subgraphs/shared/commit/groupCommit.ts'
import type { Intent } from '../../subgraphs/shared/commit/types.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import { type ClockOrganization, DAY, HOUR, openClockOrganization, PAYEE } from '../support/clockWorld.ts'
import { silentLog } from '../support/openTestDatabase.ts'
import { openSse } from '../support/sse.ts'
import { startTestService, type TestService } from '../support/startService.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhookReceiver.ts'

const MINUTE_MS = 60_000
const DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR * 1_000, DAY * 1_000]
const SECRET = 'a secret of the customer'

let service: TestService
let receiver: WebhookReceiver

beforeAll(async () => {
  service = await startTestService('test_clock_deliveries', 'two processes')
  receiver = await startWebhookReceiver({ secret: SECRET })
})

afterAll(async () => {
  expect(service.failures).toEqual([])
  await receiver.stop()
  await service.stop()
})

const bearer = (token: unknown) => ({ authorization: `Bearer ${token}` })
const instant = (value: unknown): number => Date.parse(String(value))

interface Delivery {
  readonly status: string
  readonly attempts: readonly { readonly at: string }[]
}

async function open(funds = '0'): Promise<ClockOrganization & { deliveries(): Promise<Delivery[]> }> {
  const one = await openClockOrganization(service, { funds })
  const endpoint = { url: receiver.url, secret: SECRET, events: ['hold.created', 'hold.voided'] }
  const { webhook_id: id } = await one.done('POST /webhooks', endpoint)
  const deliveries = async () => (await one.done(`GET /webhooks/${id}/deliveries`)).data as Delivery[]
  return { ...one, deliveries }
}

const placeHold = ({ done, walletId }: ClockOrganization, seconds = 60) =>
  done('POST /holds', {
    ...{ wallet_id: walletId, amount: '1.00', token: 'USDC', merchant: PAYEE, expires_in_seconds: seconds },
  })

/** As a process that has died while it moved the clock has left it. */
function committing(database: TestService['database']) {
  const commit = createCommit({ database, clock: systemClock, log: silentLog, schema: MIGRATIONS.length })
  return async (intent: Intent<unknown>) => expect(await commit.submit(intent)).toMatchObject({ kind: 'done' })
}

describe('webhooks', () => {
  test('are tried after 1, 5 and 30 minutes, 2 and 24 hours of the moved clock, in one call', async () => {
    const one = await open('20')
    receiver.answer(500)
    const first = receiver.received.length
    await placeHold(one, 30 * DAY)
    await receiver.waitFor(first + 1)
    await expect.poll(async () => (await one.deliveries())[0]?.attempts.length).toBe(1)
    expect(await one.advance({ seconds: 2 * DAY })).toMatchObject({ advancing_to: null, due_left: 0 })
    const [delivery] = await one.deliveries()
    expect(delivery).toMatchObject({ status: 'failed' })
    const times = (delivery?.attempts ?? []).map(({ at }) => instant(at))
    expect(times).toHaveLength(6)
    for (const [index, delay] of DELAYS_MS.entries()) {
      const waited = (times[index + 1] ?? 0) - (times[index] ?? 0)
      expect(waited).toBeGreaterThanOrEqual(delay)
      // What passes until the attempt begins, which the next one is counted from.
      expect(waited - delay).toBeLessThan(5_000)
    }
    const sent = receiver.received.slice(first)
    expect(sent).toHaveLength(6)
    for (const { headers, verified } of sent) {
      expect(verified).toBe(true)
      // Libraries of Standard Webhooks refuse what is minutes from their own clock.
      expect(Math.abs(Number(headers['webhook-timestamp']) * 1_000 - Date.now())).toBeLessThan(60_000)
    }
  })

  test('tell at once of what ends on the way, in its order, and go on by themselves on a moved clock', async () => {
    receiver.answer(200)
    const one = await open('20')
    await one.advance({ seconds: 20 * DAY })
    const first = receiver.received.length
    const ends = await Promise.all([placeHold(one, 2 * HOUR), placeHold(one, HOUR), placeHold(one, 3 * HOUR)])
    await receiver.waitFor(first + 3)
    await one.advance({ seconds: 4 * HOUR })
    const voided = receiver
      .envelopes()
      .filter(({ type, data }) => type === 'hold.voided' && ends.some(({ hold_id: id }) => id === data.hold_id))
    expect(voided.map(({ data }) => data.hold_id)).toEqual([1, 0, 2].map((index) => ends[index]?.hold_id))
    for (const { created_at: at, data } of voided) {
      const end = ends.find(({ hold_id: id }) => id === data.hold_id)?.expires_at
      expect(instant(at) - instant(end)).toBeGreaterThanOrEqual(0)
      expect(instant(at) - instant(end)).toBeLessThan(5_000)
    }
  })
})

test('after thirty days deliveries and refused attempts are gone before the answer comes, and those of others are not', async () => {
  receiver.answer(200)
  const [one, other] = [await open('20'), await open('20')]
  const refusals = async ({ done }: ClockOrganization) => (await done('GET /refusals')).data as unknown[]
  for (const each of [one, other]) {
    await placeHold(each, 30 * DAY)
    expect(await each.pay('60')).toMatchObject({ status: 403 })
    await expect.poll(async () => (await each.deliveries())[0]?.status).toBe('delivered')
    await expect.poll(() => refusals(each)).toHaveLength(1)
  }
  await one.advance({ seconds: 29 * DAY })
  expect(await one.deliveries()).toHaveLength(1)
  expect(await refusals(one)).toHaveLength(1)
  // The hold ends, which makes a delivery of its own.
  expect(await one.advance({ seconds: 2 * DAY })).toMatchObject({ due_left: 0 })
  expect((await one.deliveries()).map(({ status }) => status)).toEqual(['delivered'])
  expect(await refusals(one)).toEqual([])
  const kept = (collection: string, { orgId }: ClockOrganization) =>
    service.database.collection(collection).countDocuments({ orgId })
  expect([await kept('deliveries', one), await kept('refusals', one)]).toEqual([1, 0])
  expect([await kept('deliveries', other), await kept('refusals', other)]).toEqual([1, 1])
})

test('a delivery is tried again by itself once it is due on a moved clock', async () => {
  const one = await open('20')
  await one.advance({ seconds: 20 * DAY })
  receiver.answer(500)
  const first = receiver.received.length
  await placeHold(one, 30 * DAY)
  await receiver.waitFor(first + 1)
  await expect.poll(async () => (await one.deliveries())[0]?.status).toBe('pending_retry')
  receiver.answer(200)
  await one.advance({ seconds: 57 })
  expect(receiver.received).toHaveLength(first + 1)
  await receiver.waitFor(first + 2, 10_000)
  await expect.poll(async () => (await one.deliveries())[0]?.status).toBe('delivered')
})

describe('over processes', () => {
  test('both know within a second where one has moved the clock, and it never goes back', async () => {
    const one = await open()
    let last = 0
    for (let move = 1; move <= 3; move++) {
      await one.advance({ seconds: DAY })
      const moved = Date.now() + move * DAY * 1_000 - 5_000
      const seen = async () => (await Promise.all([one.now(), one.now()])).map((now) => now.getTime())
      await expect.poll(async () => Math.min(...(await seen())), { timeout: 1_000 }).toBeGreaterThan(moved)
      for (const now of await seen()) {
        expect(now).toBeGreaterThanOrEqual(last)
        last = now - 1_000
      }
    }
  })

  test('a stream ends at once when its token has expired by a move, in whichever process', async () => {
    const one = await open()
    const exchanged = { agent_id: one.agentId, api_key: one.apiKey }
    const { access_token: token } = await one.done('POST /auth/agent/token', exchanged)
    const url = () => `${service.url}/api/v2/events/stream`
    const streams = [await openSse(url(), bearer(token)), await openSse(url(), bearer(token))]
    await one.advance({ seconds: DAY })
    await expect.poll(() => streams.every((stream) => stream.isOver()), { timeout: 2_000 }).toBe(true)
    for (const { ends } of streams) expect(ends).toMatchObject([{ reason: 'token_expired' }])
  })

  test('a process that starts knows the moved clocks before it does anything', async () => {
    const one = await open()
    await one.advance({ seconds: 30 * DAY })
    const started = await composeService(service.config, { log: silentLog })
    try {
      const owner = { orgId: one.orgId as OrgId, mode: 'test' } as const
      expect(timeOf(started.clock, owner).getTime() - Date.now()).toBeGreaterThan(29 * DAY * 1_000)
      expect(Math.abs(timeOf(started.clock, { ...owner, mode: 'live' }).getTime() - Date.now())).toBeLessThan(5_000)
    } finally {
      await started.close(1_000)
    }
  })

  test('calls at once in both add up, and each answers when its own end is reached', async () => {
    const one = await open('20')
    await Promise.all([placeHold(one, 2 * HOUR), placeHold(one, 5 * HOUR)])
    const begin = (await one.now()).getTime()
    const answers = await Promise.all([1, 2, 3, 4].map(() => one.advance({ seconds: 3 * HOUR })))
    for (const answer of answers) expect(answer).toMatchObject({ due_left: 0 })
    const moved = (await one.now()).getTime() - begin
    expect(moved).toBeGreaterThanOrEqual(12 * HOUR * 1_000)
    expect(moved).toBeLessThan(12 * HOUR * 1_000 + 20_000)
  })

  test('a move that died on the way stays where it is, and the next call goes on to its end', async () => {
    const one = await open('20')
    const held = await Promise.all([placeHold(one, HOUR), placeHold(one, 3 * HOUR)])
    const begin = (await one.now()).getTime()
    const owner = { orgId: one.orgId as OrgId, mode: 'test' } as const
    const submit = committing(service.database)
    await submit(setEndIntent(owner, { seconds: 4 * HOUR }))
    await submit(stepIntent(owner, new Date(instant(held[0]?.expires_at))))
    await service.database
      .collection<{ _id: string }>('clockTurns')
      .insertOne({ _id: `${one.orgId}:test`, holder: 'one that died', until: new Date(Date.now() + 1_500) } as never)

    const between = await one.done('GET /test/clock')
    expect(instant(between.advancing_to) - begin).toBeGreaterThanOrEqual(4 * HOUR * 1_000)
    expect(instant(between.now)).toBeLessThan(instant(held[1]?.expires_at))
    const answer = await one.advance({ seconds: 0 })
    expect(answer).toMatchObject({ advancing_to: null, due_left: 0 })
    expect(instant(answer.now) - begin).toBeGreaterThanOrEqual(4 * HOUR * 1_000)
    expect(instant(answer.now) - begin).toBeLessThan(4 * HOUR * 1_000 + 20_000)
    for (const { hold_id: id } of held) expect(await one.done(`GET /holds/${id}`)).toMatchObject({ status: 'voided' })
  })
})
