/**
 * Specification 5 rule 7 and 6: events of every area over graphql-ws and as server-sent events, from one log with one cursor, to
 * whom they are open, and resumed without a gap after any cut.
 */
import { type Client, createClient } from 'graphql-ws'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { resumeSubscriptions } from '../../../sdk/resumeSubscriptions.mjs'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  refused,
  rowsIn,
  type Scene,
  type TestAgent,
  until,
} from '../../support/scene.ts'
import { openSse } from '../../support/sse.ts'

interface Told {
  readonly type: string
  readonly cursor: string
  readonly resourceId: string
}
type Headers = Readonly<Record<string, string>>
const EVENTS = `subscription ($filter: EventFilter, $after: String) {
  events(filter: $filter, after: $after) { type cursor resourceId }
}`

export function eventStreams(given: Given): void {
  describe('6 streams of events', () => {
    let scene: Scene
    let agent: TestAgent
    const closing: (() => unknown)[] = []
    beforeAll(async () => {
      scene = await openScene(given, 'Streaming')
      agent = await openAgent(scene, { funds: '60', capabilities: ['payments', 'wallets', 'approvals'] })
    })
    afterEach(async () => {
      for (const close of closing.splice(0)) await close()
    })

    const bearer = ({ caller }: TestAgent): Headers => ({ authorization: `Bearer ${caller.token}` })
    const owner = (): Headers => ({ 'x-api-key': scene.organization.key })
    const stream = async (headers: Headers, query = '') => {
      const opened = await openSse(`${scene.service.url}/api/v2/events/stream${query}`, headers)
      closing.push(opened.close)
      return opened
    }
    function connect(headers: Headers, options: Partial<Parameters<typeof createClient>[0]> = {}): Client {
      const url = `${scene.service.url.replace(/^http/, 'ws')}/graphql`
      const params = { url, webSocketImpl: WebSocket, connectionParams: { ...headers }, retryAttempts: 0, ...options }
      const client = createClient(params)
      closing.push(() => client.dispose())
      return client
    }
    function subscribe<T>(client: Client, query: string, variables: Record<string, unknown> = {}) {
      const told: T[] = []
      const ends: unknown[] = []
      client.subscribe<Record<string, T>>(
        { query, variables },
        {
          next: ({ data, errors }) => (data ? told.push(...Object.values(data)) : ends.push(errors)),
          error: (error) => ends.push(error),
          complete: () => undefined,
        },
      )
      return { told, ends }
    }
    const pay = async (amount = '1.00', from = agent) => {
      const payment = { wallet_id: from.walletId, to: newAddress(), amount, token: 'USDC', wait: 20 }
      return scene.carrier.call('createPayment', payment, from.caller)
    }
    const logOf = async (caller: TestAgent['caller'] | Scene['owner'], after: string) => {
      const input = { order: 'oldest_first', after, limit: 100 }
      return rowsIn(done(await scene.carrier.call('listEvents', input, caller)))
    }
    const lastCursor = async () =>
      String(rowsIn(done(await scene.carrier.call('listEvents', { limit: 1 }, scene.owner)))[0]?.cursor)

    test('graphql-ws and server-sent events tell what the list tells, in its order, with its cursors', async () => {
      const start = await lastCursor()
      const pushed = subscribe<Told>(connect(owner()), EVENTS, { after: start })
      const sent = await stream(owner(), `?after=${start}`)
      await pay()
      const log = await logOf(scene.owner, start)
      expect(log.map(({ type }) => type)).toContain('payment.completed')
      await until(async () => pushed.told.length >= log.length && sent.events.length >= log.length)
      expect(pushed.told.map(({ cursor }) => cursor)).toEqual(log.map(({ cursor }) => cursor))
      expect(sent.events.map(({ id, data }) => [id, data])).toEqual(log.map((event) => [event.cursor, event]))
    })

    test('a stream goes on after Last-Event-ID, from where it began too, and with a family of types only', async () => {
      const first = await stream(owner(), '?types=payment.*')
      await until(async () => first.lastId !== null)
      first.close()
      await pay()
      const again = await stream({ ...owner(), 'last-event-id': first.lastId ?? '' }, '?types=payment.*')
      await until(async () => again.events.length >= 3)
      const types = ['payment.accepted', 'payment.pending', 'payment.completed']
      expect(again.events.map(({ data }) => data?.type)).toEqual(types)
    })

    test('an agent is told of the areas that its capabilities open and of no other, whichever way it reads', async () => {
      const start = await lastCursor()
      const blind = await openAgent(scene, { capabilities: ['compliance'] })
      const [own, pushed] = [await stream(bearer(blind), `?after=${start}`), connect(bearer(blind))]
      const all = subscribe<Told>(pushed, EVENTS, { after: start })
      const refusedOnes = ['paymentEvents { id }', 'walletUpdated { cursor }', 'approvalsPending { id }']
      for (const field of refusedOnes) {
        const { ends } = subscribe(pushed, `subscription { ${field} }`)
        await until(async () => ends.length > 0)
        expect(ends.flat()[0]).toMatchObject({ extensions: { type: 'capability_denied' } })
      }
      const payment = { wallet_id: blind.walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
      await scene.carrier.call('createPayment', payment, { ...scene.owner, agentId: blind.agentId })
      const renamed = { agent_id: blind.agentId, name: 'Renamed' }
      done(await scene.carrier.call('updateAgent', renamed, scene.owner))
      await until(async () => own.events.length > 0 && all.told.length > 0)
      const listed = (await logOf(blind.caller, start)).map(({ type }) => type)
      const everything = (await logOf(scene.owner, start)).map(({ type }) => type)
      expect(everything).toEqual(expect.arrayContaining(['payment.failed', 'wallet.created', 'agent.updated']))
      expect(listed).toEqual(['agent.updated'])
      expect(all.told.map(({ type }) => type)).toEqual(listed)
      expect(own.events.map(({ data }) => data?.type)).toEqual(listed)
    })

    test('wallets, approvals and kill switches are pushed as they change, joined with what they are now', async () => {
      const [mine, theirs] = [connect(bearer(agent)), connect(owner())]
      const start = await lastCursor()
      const wallets = subscribe<{ wallet: { id: string } }>(
        mine,
        `subscription ($after: String) {
        walletUpdated(after: $after) { cursor walletSeq wallet { id sequence } } }`,
        { after: start },
      )
      const approvals = subscribe<{ type: string; approval: { status: string } }>(
        mine,
        `subscription ($after: String) {
        approvalsPending(after: $after) { type approval { id status } } }`,
        { after: start },
      )
      const switches = subscribe<{ switches: { id: string; state: string }[] }>(
        theirs,
        'subscription { killSwitchChanged { switches { id state } } }',
      )
      await until(async () => switches.told.length === 1)
      const parked = done(await pay('30.00')).body
      const input = { scope: 'wallet', target_id: agent.walletId, reason: 'A drill.', reason_code: 'test' }
      const set = done(await scene.carrier.call('activateSwitch', input, scene.owner)).body
      await until(async () => switches.told.length === 2)
      const lift = { switch_id: set.switch_id, reason: 'It is over.' }
      done(await scene.carrier.call('deactivateSwitch', lift, scene.owner))
      await until(async () => switches.told.length === 3 && approvals.told.length >= 1 && wallets.told.length >= 1)
      expect(parked.approval_id).toEqual(expect.any(String))
      expect(switches.told.map(({ switches: one }) => one.map(({ id }) => id))).toEqual([[], [set.switch_id], []])
      expect(approvals.told[0]).toMatchObject({ type: 'approval.requested', approval: { id: parked.approval_id } })
      expect(new Set(wallets.told.map(({ wallet }) => wallet.id))).toEqual(new Set([agent.walletId]))
    })

    test('each type of the catalogue has its schema at an address of its own', async () => {
      const [entry] = rowsIn(done(await scene.carrier.call('eventTypes', {}, agent.caller)))
      const { body } = done(await scene.carrier.call('eventSchema', { type: entry?.type }, agent.caller))
      // Over REST the schema is the document, so that a validator can load it.
      expect(given.carrierName === 'rest' ? body : body.schema).toEqual(entry?.schema)
      refused(await scene.carrier.call('eventSchema', { type: 'payment.unknown' }, agent.caller), 404, 'not_found')
    })

    test('deliveries to an endpoint are pushed as they are and as they change, to whom the endpoint belongs', async () => {
      const other = await openAgent(scene)
      const webhook = { url: 'https://receiver.invalid/', events: ['*'], secret: 'a secret of a test' }
      const { webhook_id: webhookId } = done(await scene.carrier.call('createWebhook', webhook, scene.owner)).body
      const test = async () =>
        done(await scene.carrier.call('testWebhook', { webhook_id: webhookId }, scene.owner)).body.delivery_id
      const first = await test()
      const query =
        'subscription ($webhookId: ID!) { deliveries(webhookId: $webhookId) { id status attempts { number } } }'
      const { told, ends } = subscribe<{ id: string; status: string }>(connect(owner()), query, { webhookId })
      await until(async () => told.some(({ id, status }) => id === first && status === 'pending_retry'))
      const second = await test()
      await until(async () => told.some(({ id, status }) => id === second && status === 'pending_retry'))
      expect(ends).toEqual([])
      const foreign = subscribe(connect(bearer(other)), query, { webhookId })
      await until(async () => foreign.ends.length > 0)
      expect(foreign.ends.flat()[0]).toMatchObject({ extensions: { type: 'insufficient_scope' } })
      const unknown = subscribe(connect(owner()), query, { webhookId: 'whk_unknown' })
      await until(async () => unknown.ends.length > 0)
      expect(unknown.ends.flat()[0]).toMatchObject({ extensions: { type: 'not_found' } })
      done(await scene.carrier.call('deleteWebhook', { webhook_id: webhookId }, scene.owner))
      await until(async () => ends.length > 0)
    })

    test('with the helper a client that is cut off before, between and after events gets each of them once', async () => {
      const start = await lastCursor()
      const sockets: WebSocket[] = []
      class Cuttable extends WebSocket {
        constructor(...given: ConstructorParameters<typeof WebSocket>) {
          super(...given)
          sockets.push(this)
        }
      }
      const retry = { retryAttempts: 20, retryWait: () => new Promise<void>((resolve) => setTimeout(resolve, 20)) }
      const options = { ...resumeSubscriptions({ url: '', connectionParams: { ...owner() } }), ...retry }
      const { url: _, ...resumed } = options
      const client = connect(owner(), { ...resumed, webSocketImpl: Cuttable })
      let begun = 0
      client.on('ping', () => void begun++)
      const { told, ends } = subscribe<Told>(client, EVENTS)
      for (let cut = 1; cut <= 3; cut++) {
        await until(async () => begun >= cut)
        sockets.at(-1)?.terminate()
        await pay()
      }
      const log = await logOf(scene.owner, start)
      await until(async () => told.length >= log.length)
      expect(sockets.length).toBeGreaterThanOrEqual(4)
      expect(ends).toEqual([])
      expect(told.map(({ cursor }) => cursor)).toEqual(log.map(({ cursor }) => cursor))
    })

    test('a subscription posted to /graphql is streamed in the distinct connections mode, and goes on after its ids', async () => {
      const post = async (query: string, headers: Headers, extensions = {}) => {
        const [method, body] = ['POST', JSON.stringify({ query, extensions })]
        const sent = { ...headers, method, body, 'content-type': 'application/json' }
        const opened = await openSse(`${scene.service.url}/graphql`, sent)
        closing.push(opened.close)
        return opened
      }
      const query = 'subscription { events(filter: { types: ["agent.*"] }) { type agent { name } } }'
      const first = await post(query, owner())
      await until(async () => first.lastId !== null)
      first.close()
      const renamed = { agent_id: agent.agentId, name: 'Seen later' }
      done(await scene.carrier.call('updateAgent', renamed, scene.owner))
      const resumed = [{ 'last-event-id': first.lastId ?? '' }, {}]
      for (const header of resumed) {
        const again = await post(
          query,
          { ...owner(), ...header },
          'last-event-id' in header ? {} : { resume: first.lastId },
        )
        await until(async () => again.events.length > 0)
        expect(again.events).toEqual([
          {
            id: again.lastId,
            data: {
              data: { events: { type: 'agent.updated', agent: { name: 'Seen later' } } },
              extensions: { cursor: again.lastId },
            },
          },
        ])
      }
      expect(await post(query, {})).toMatchObject({ status: 401 })
      const foreign = await post(query, { ...bearer(agent), 'x-agent-id': 'agt_another' })
      expect(foreign).toMatchObject({ status: 401, errors: [{ extensions: { type: 'authentication_error' } }] })
      expect(await post('subscription { nothing }', owner())).toMatchObject({ status: 400 })
      const refusedOne = await post('subscription { paymentEvents(after: "x") { id } }', owner())
      expect(refusedOne).toMatchObject({ status: 400 })
    })

    test('a stream ends with an event that says why, and is refused with the reason when it is opened again', async () => {
      const stopped = await openAgent(scene)
      const own = await stream(bearer(stopped))
      await until(async () => own.lastId !== null)
      done(await scene.carrier.call('suspendAgent', { agent_id: stopped.agentId, reason: 'A drill.' }, scene.owner))
      await until(async () => own.isOver())
      expect(own.ends).toEqual([{ reason: 'agent_suspended', resume_after: own.lastId }])
      expect(await stream(bearer(stopped))).toMatchObject({ status: 401, refused: { type: 'authentication_error' } })
      expect(await stream({})).toMatchObject({ status: 401 })
      expect(await stream(owner(), '?after=broken')).toMatchObject({
        status: 400,
        refused: { type: 'invalid_request' },
      })
      expect(await stream(owner(), '?types=none')).toMatchObject({ status: 400, refused: { type: 'invalid_request' } })
      expect(await stream(owner(), '?wallet_id=wal_unknown')).toMatchObject({ status: 404 })
    })
  })
}
