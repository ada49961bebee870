// Deliveries over connections that earlier ones have left (reliability 1.2): the address is checked at every attempt all the same.
import { afterEach, expect, it } from 'vitest'
import { createDeliver } from '../../../subgraphs/events/services/deliver.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhookReceiver.ts'

const receivers: WebhookReceiver[] = []
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop()
})

/** A receiver by a name that has these addresses, at one attempt after the other. */
async function open(...answers: readonly (readonly string[])[]) {
  const receiver = await startWebhookReceiver()
  receivers.push(receiver)
  let asked = 0
  const resolveHost = async () => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? []
    return addresses.map((address) => ({ address, family: 4 }))
  }
  const deliver = createDeliver({ resolveHost, timeoutMs: 5_000 })
  const url = `http://receiver.localhost:${receiver.port}/hook`
  const post = () => deliver({ url, loopbackAllowed: true, headers: {}, body: '{}' }, new AbortController().signal)
  return { receiver, post }
}

it('go one after the other over the same connection, however much they bring in all', async () => {
  const { receiver, post } = await open(['127.0.0.1'])
  receiver.answer((response) => response.writeHead(200).end('x'.repeat(15_000)))
  for (let sent = 0; sent < 25; sent++) expect(await post()).toMatchObject({ succeeded: true, statusCode: 200 })
  expect(receiver.connections()).toBe(1)
})

it('are not sent over it once their name leads to an address that is not allowed, or to another one', async () => {
  const { receiver, post } = await open(['127.0.0.1'], ['8.8.8.8'], ['127.0.0.1', '10.0.0.7'], ['127.0.0.2'])
  expect(await post()).toMatchObject({ succeeded: true })
  for (let refused = 0; refused < 2; refused++)
    expect(await post()).toMatchObject({ statusCode: null, error: expect.stringContaining('Not sent') })
  // Nobody listens there.
  expect(await post()).toMatchObject({ statusCode: null, error: 'No response: ECONNREFUSED.' })
  expect(receiver.received).toHaveLength(1)
})

it('are sent again over a new one where the receiver has closed it meanwhile, and only there', async () => {
  const { receiver, post } = await open(['127.0.0.1'])
  expect(await post()).toMatchObject({ succeeded: true })
  receiver.answer((response) => response.socket?.resetAndDestroy())
  // Over the kept connection, and over a new one.
  expect(await post()).toMatchObject({ succeeded: false, statusCode: null })
  expect([receiver.received.length, receiver.connections()]).toEqual([3, 2])
  expect(await post()).toMatchObject({ succeeded: false })
  expect([receiver.received.length, receiver.connections()]).toEqual([4, 3])
  receiver.answer(200)
  expect(await post()).toMatchObject({ succeeded: true })
})
