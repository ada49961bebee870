/** Specification 6 over GraphQL: paymentEvents as they happen, with joins, and resumed after a cursor without a gap. */
import { type Client, createClient } from 'graphql-ws'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  done,
  type Given,
  newAddress,
  openAgent,
  openScene,
  rowsIn,
  type Scene,
  type TestAgent,
  until,
} from '../../support/scene.ts'

interface Told {
  readonly type: string
  readonly cursor: string
  readonly walletSeq: number
  readonly resourceId: string
  readonly data: Readonly<Record<string, unknown>>
  readonly payment: { readonly id: string; readonly status: string } | null
  readonly wallet: { readonly id: string; readonly sequence: number } | null
  readonly agent: { readonly name: string } | null
}

const QUERY = `subscription ($walletId: ID, $types: [String!], $after: String) {
  paymentEvents(walletId: $walletId, types: $types, after: $after) {
    type cursor walletSeq resourceId data details { ... on PaymentEventDetails { amount status txHash } } payment { id status } wallet { id sequence } agent { name }
  }
}`
const ALL = ['payment.accepted', 'payment.pending', 'payment.completed', 'payment.failed']

export function subscriptions(given: Given): void {
  describe('6 subscriptions', () => {
    let scene: Scene
    let agent: TestAgent
    const clients: Client[] = []
    beforeAll(async () => {
      scene = await openScene(given, 'Subscribing')
      agent = await openAgent(scene, { funds: '60' })
    })
    afterEach(async () => {
      for (const client of clients.splice(0)) await client.dispose()
    })

    function connect(params: Record<string, string>, options: { lazy?: boolean } = {}): Client {
      const client = createClient({
        url: `${scene.service.url.replace(/^http/, 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: params,
        retryAttempts: 0,
        onNonLazyError: () => undefined,
        ...options,
      })
      clients.push(client)
      return client
    }
    const bearer = ({ caller }: TestAgent) => ({ Authorization: `Bearer ${caller.token}` })
    const pay = async (wait = 20) => {
      const payment = { wallet_id: agent.walletId, to: newAddress(), amount: '1.00', token: 'USDC', wait }
      return String(done(await scene.carrier.call('createPayment', payment, agent.caller)).body.payment_id)
    }

    function subscribe(client: Client, variables: Record<string, unknown>) {
      const told: Told[] = []
      const ends: unknown[] = []
      const stop = client.subscribe<{ paymentEvents: Told }>(
        { query: QUERY, variables },
        {
          next: ({ data, errors }) => {
            if (data) told.push(data.paymentEvents)
            if (errors) ends.push(errors)
          },
          error: (error) => ends.push(error),
          complete: () => undefined,
        },
      )
      return { told, ends, stop }
    }
    /** Live is live once the first event has come: nothing tells a client earlier. */
    const lastCursor = async () =>
      String(rowsIn(done(await scene.carrier.call('listEvents', { limit: 1 }, agent.caller)))[0]?.cursor)

    test('a payment is told as it is submitted and confirmed, joined with payment, wallet and agent', async () => {
      const { told, ends } = subscribe(connect(bearer(agent)), {
        walletId: agent.walletId,
        after: await lastCursor(),
      })
      const paymentId = await pay()
      await until(async () => told.length >= 2)
      expect(ends).toEqual([])
      expect(told.map(({ type, resourceId }) => [type, resourceId])).toEqual([
        ['payment.pending', paymentId],
        ['payment.completed', paymentId],
      ])
      const [, completed] = told
      expect(completed).toMatchObject({
        data: { payment_id: paymentId, status: 'completed', amount: '1.00' },
        details: { status: 'completed', amount: '1.00', txHash: completed?.data.tx_hash },
        payment: { id: paymentId, status: 'completed' },
        wallet: { id: agent.walletId },
        agent: { name: 'Test agent' },
      })
      expect(completed?.wallet?.sequence).toBeGreaterThanOrEqual(completed?.walletSeq ?? Number.NaN)
    })

    test('resumed after any cursor it tells the rest, in order, without gap or duplicate, into the live end', async () => {
      const start = await lastCursor()
      const variables = { walletId: agent.walletId, types: ALL }
      const first = subscribe(connect(bearer(agent)), { ...variables, after: start })
      await pay()
      await until(async () => first.told.length >= 3)
      first.stop()
      const away = [await pay(0), await pay()]
      const seen = first.told.slice(0, 2)
      const second = subscribe(connect(bearer(agent)), { ...variables, after: seen[1]?.cursor })
      const live = await pay()
      const isOver = ({ type, resourceId }: Told) => type === 'payment.completed' && resourceId === live
      await until(async () => second.told.some(isOver))
      const sequences = [...seen, ...second.told].map(({ walletSeq }) => walletSeq)
      const [from = 0] = sequences
      expect(sequences).toEqual(sequences.map((_, index) => from + index))
      const input = { wallet_id: agent.walletId, order: 'oldest_first', after: start, limit: 100 }
      const log = rowsIn(done(await scene.carrier.call('listEvents', input, agent.caller)))
      expect([...seen, ...second.told].map(({ cursor }) => cursor)).toEqual(log.map(({ cursor }) => cursor))
      for (const id of away) expect(second.told.map(({ resourceId }) => resourceId)).toContain(id)
    })

    test('an organization hears of every wallet, an agent of its own only', async () => {
      const other = await openAgent(scene)
      const after = await lastCursor()
      const owner = subscribe(connect({ 'X-API-Key': scene.organization.key }), { after })
      const own = subscribe(connect(bearer(agent)), { after })
      const payment = { wallet_id: other.walletId, to: newAddress(), amount: '1.00', token: 'USDC' }
      await scene.carrier.call('createPayment', payment, other.caller)
      const paymentId = await pay()
      await until(async () => own.told.length >= 2 && owner.told.length >= 3)
      expect(new Set(own.told.map(({ resourceId }) => resourceId))).toEqual(new Set([paymentId]))
      expect(owner.told.map(({ type }) => type)).toEqual(['payment.failed', 'payment.pending', 'payment.completed'])
    })

    test.each([
      ['a foreign wallet', { walletId: 'wal_unknown' }, 'NOT_FOUND'],
      ['a broken cursor', { after: 'broken' }, 'BAD_USER_INPUT'],
      ['a type that is none of payments', { types: ['wallet.created'] }, 'BAD_USER_INPUT'],
    ])('%s is refused before the first event', async (_what, variables, code) => {
      const { ends, told } = subscribe(connect(bearer(agent)), variables)
      await until(async () => ends.length > 0)
      const [refusal] = ends.flat() as { extensions: Record<string, unknown> }[]
      expect(refusal?.extensions).toMatchObject({ code, request_id: expect.stringMatching(/^req_/) })
      expect(told).toEqual([])
    })

    test('a suspended agent loses its streams within a second, in every process and idle ones too', async () => {
      const stopped = await openAgent(scene)
      const ended: { readonly code: number; readonly reason: string; readonly at: number }[] = []
      // Two on each process; the last two carry nothing.
      for (const isIdle of [false, false, true, true]) {
        const client = connect(bearer(stopped), { lazy: !isIdle })
        const connected = new Promise((resolve) => client.on('connected', resolve))
        client.on('closed', (event) => {
          const { code, reason } = event as CloseEvent
          ended.push({ code, reason, at: performance.now() })
        })
        if (!isIdle) subscribe(client, {})
        await connected
      }
      const bystander = subscribe(connect(bearer(agent)), {})
      const input = { agent_id: stopped.agentId, reason: 'A drill.' }
      done(await scene.carrier.call('suspendAgent', input, scene.owner))
      const acknowledged = performance.now()
      await until(async () => ended.length === 4)
      expect(ended.filter(({ at }) => at - acknowledged > 1_000)).toEqual([])
      for (const end of ended) expect(end).toMatchObject({ code: 4403, reason: 'agent_suspended' })
      expect(bystander.ends).toEqual([])
      const again = subscribe(connect(bearer(stopped)), {})
      await until(async () => again.ends.length > 0)
      expect(again.ends[0]).toMatchObject({ code: 4401, reason: 'agent_suspended' })
    })

    test('without credentials, and with wrong ones, the socket is closed with 4401', async () => {
      for (const params of [{}, { Authorization: 'Bearer nonsense' }] as Record<string, string>[]) {
        const { ends } = subscribe(connect(params), {})
        await until(async () => ends.length > 0)
        expect(ends[0]).toMatchObject({ code: 4401 })
      }
    })
  })
}
