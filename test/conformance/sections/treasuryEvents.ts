/** Domain 1.10: the events of the treasury, over the subscription and over webhooks; who has not asked for them gets none. */
import { type Client, createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  done,
  type Given,
  openAgent,
  openScene,
  rowsIn,
  type Scene,
  type TestAgent,
  until,
  verifyAgent,
} from '../../support/scene.ts'
import { collected, verifiedAccount } from '../../support/treasuryScene.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhookReceiver.ts'

interface Told {
  readonly type: string
  readonly cursor: string
  readonly resourceId: string
  readonly data: Readonly<Record<string, unknown>>
}

const QUERY = `subscription ($types: [String!], $after: String) {
  treasuryEvents(types: $types, after: $after) { type cursor resourceId data }
}`
const SECRET = 'a signing secret of the treasury'

export function treasuryEvents(given: Given): void {
  describe('1.10 events of the treasury', () => {
    let scene: Scene
    let agent: TestAgent
    let bank: string
    const clients: Client[] = []
    const receivers: WebhookReceiver[] = []
    beforeAll(async () => {
      scene = await openScene(given, 'Treasury events')
      agent = await openAgent(scene, { capabilities: ['treasury', 'payments'] })
      await verifyAgent(scene, agent)
      bank = (await verifiedAccount(scene)).token
    })
    afterAll(async () => {
      await Promise.all([...clients.map((one) => one.dispose()), ...receivers.map((one) => one.stop())])
    })

    function subscribe(params: Record<string, string>, variables: Record<string, unknown>) {
      const client = createClient({
        url: `${scene.service.url.replace(/^http/, 'ws')}/graphql`,
        ...{ webSocketImpl: WebSocket, connectionParams: params, retryAttempts: 0, onNonLazyError: () => undefined },
      })
      clients.push(client)
      const told: Told[] = []
      const ends: unknown[] = []
      client.subscribe<{ treasuryEvents: Told }>(
        { query: QUERY, variables },
        {
          next({ data, errors }) {
            if (data) told.push(data.treasuryEvents)
            if (errors) ends.push(errors)
          },
          error: (error) => ends.push(error),
          complete: () => undefined,
        },
      )
      return { told, ends }
    }
    const lastCursor = async () => {
      const [last] = rowsIn(done(await scene.carrier.call('listEvents', { limit: 1 }, scene.owner)))
      return String(last?.cursor)
    }
    const form = (amount_minor: number) => ({ amount_minor, external_bank_account_token: bank })
    const stepsOf = (told: readonly Told[], id: string) =>
      told.filter(({ resourceId }) => resourceId === id).map(({ type, data }) => `${type} ${data.event_type}`)
    const STEPS = [
      'treasury.payment.created ACH_ORIGINATION_INITIATED',
      ...['REVIEWED', 'PROCESSED', 'SETTLED', 'RELEASED'].map(
        (step) => `treasury.payment.updated ACH_ORIGINATION_${step}`,
      ),
    ]

    test('an organization is told each step and balance, live and resumed; an agent the steps of its own', async () => {
      const after = await lastCursor()
      const key = { 'X-API-Key': scene.organization.key }
      const all = subscribe(key, { after })
      const own = subscribe({ Authorization: `Bearer ${agent.caller.token}` }, { after })
      const theirs = (await collected(scene, form(700), 3)).payment_token
      const mine = (await collected(scene, form(300), 3, agent.caller)).payment_token
      await until(async () => stepsOf(all.told, mine).length >= STEPS.length)
      await until(async () => stepsOf(own.told, mine).length >= STEPS.length)
      // The last of all, which comes after the last step.
      const isBalance = ({ type }: { readonly type: string }) => type === 'treasury.balance.updated'
      const settled = () => all.told.findLast(isBalance)?.data
      await until(async () => settled()?.available_amount_minor === 1_000 && settled()?.pending_amount_minor === 0)
      expect([all.ends, own.ends]).toEqual([[], []])
      for (const id of [theirs, mine]) expect(stepsOf(all.told, id)).toEqual(STEPS)
      const balances = all.told.filter(isBalance)
      expect(balances.at(-1)?.data).toMatchObject({ available_amount_minor: 1_000, pending_amount_minor: 0 })
      expect(new Set(own.told.map(({ resourceId }) => resourceId))).toEqual(new Set([mine]))
      const rest = subscribe(key, { after: all.told[1]?.cursor })
      await until(async () => rest.told.length >= all.told.length - 2)
      expect(rest.told).toEqual(all.told.slice(2))
      const narrow = subscribe(key, { after, types: ['treasury.balance.updated'] })
      await until(async () => narrow.told.length >= balances.length)
      expect(narrow.told).toEqual(balances)
    })

    test('an agent without the capability is refused, and so is a type that is not of the treasury', async () => {
      const payer = await openAgent(scene)
      const without = subscribe({ Authorization: `Bearer ${payer.caller.token}` }, {})
      await until(async () => without.ends.length > 0)
      expect(JSON.stringify(without.ends)).toMatch('capability_denied')
      const wrong = subscribe({ 'X-API-Key': scene.organization.key }, { types: ['payment.completed'] })
      await until(async () => wrong.ends.length > 0)
      expect(JSON.stringify(wrong.ends)).toMatch('invalid_request')
    })

    test('a webhook gets those that it names, signed; one that named others gets none', async () => {
      const open = async (events: readonly string[]) => {
        const receiver = await startWebhookReceiver({ secret: SECRET })
        receivers.push(receiver)
        done(await scene.carrier.call('createWebhook', { url: receiver.url, events, secret: SECRET }, scene.owner))
        return receiver
      }
      const named = await open(['treasury.payment.updated', 'treasury.bank_account.updated'])
      const others = await open(['payment.completed', 'payment.failed'])
      const { payment_token } = await collected(scene, form(100), 3)
      done(await scene.carrier.call('pauseBankAccount', { token: bank, reason: 'A drill.' }, scene.owner))
      const received = await named.waitFor(5)
      expect(received.every(({ verified }) => verified === true)).toBe(true)
      const told = named.envelopes().map(({ type, data }) => `${type} ${data.event_type ?? data.state}`)
      expect(told.toSorted()).toEqual(['treasury.bank_account.updated PAUSED', ...STEPS.slice(1).toSorted()])
      const [step] = named.envelopes().filter(({ type }) => type === 'treasury.payment.updated')
      expect(step?.data).toMatchObject({ payment_token, amount_minor: 100, currency: 'USD' })
      expect(others.envelopes()).toEqual([])
    })
  })
}
