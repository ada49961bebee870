// Domain 7.3 without a stored response: a process died between the commit and its response, or before it created the
// resource of the key; and requests that have become impossible in the meantime.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSecretBox } from '../../subgraphs/shared/secretBox.ts'
import { createCarrier, type Input, type Operation, postGraph } from '../support/carriers.ts'
import { done, type Given, openAgent, openScene, rowsIn, type Scene } from '../support/scene.ts'
import { startTestService, type TestService } from '../support/startService.ts'

let service: TestService
let scene: Scene

beforeAll(async () => {
  service = await startTestService('keyed_requests', 'in process')
  const given: Given = {
    carrierName: 'rest',
    service: () => service,
    carrier: () => createCarrier('rest', service),
  }
  scene = await openScene(given, 'Keyed')
})

afterAll(() => service.stop())

const ask = async (operation: Operation, input: Input, idempotencyKey?: string, caller: object = scene.owner) =>
  done(await scene.carrier.call(operation, input, caller, idempotencyKey === undefined ? {} : { idempotencyKey }))
const forget = () => service.database.collection('answers').deleteMany({})
const endpoint = { url: 'https://example.com/keyed', events: ['payment.completed'], secret: 'a signing secret here' }

test('a response that was never stored: the first status, with the resource as it is now', async () => {
  const { walletId, caller } = await openAgent(scene)
  const input = { wallet_id: walletId, to: `0x${'bb'.repeat(20)}`, amount: '30.00', token: 'USDC' }
  const first = await ask('createPayment', input, 'parked', caller)
  expect([first.status, first.body.stage]).toEqual([202, 'awaiting_approval'])
  await forget()
  await ask('cancelApproval', { approval_id: first.body.approval_id }, undefined, caller)
  const again = await ask('createPayment', input, 'parked', caller)
  expect([again.status, again.replayed]).toEqual([202, true])
  expect(again.body).toMatchObject({ payment_id: first.body.payment_id, status: 'failed', failure_code: 'canceled' })
})

test('a response that no master key opens any more is one that is gone', async () => {
  const { walletId, caller } = await openAgent(scene)
  const input = { wallet_id: walletId, to: `0x${'bb'.repeat(20)}`, amount: '30.00', token: 'USDC' }
  const first = await ask('createPayment', input, 'unreadable', caller)
  const answers = service.database.collection<{ _id: string }>('answers')
  const removed = createSecretBox(new Uint8Array(32).fill(9), 'answers')
  // It is stored while it is sent.
  await expect.poll(() => answers.countDocuments(), { timeout: 60_000 }).toBeGreaterThan(0)
  for (const { _id } of await answers.find().toArray())
    await answers.updateOne({ _id }, { $set: { body: removed.seal('{}', _id) } })
  const again = await ask('createPayment', input, 'unreadable', caller)
  expect([again.status, again.replayed, again.body.payment_id]).toEqual([first.status, true, first.body.payment_id])
})

test('a refusal whose response was never stored is the same refusal', async () => {
  const { walletId, caller } = await openAgent(scene)
  const input = { wallet_id: walletId, to: `0x${'bb'.repeat(20)}`, amount: '60.00', token: 'USDC' }
  const call = () => scene.carrier.call('createPayment', input, caller, { idempotencyKey: 'refused' })
  const first = await call()
  await forget()
  const again = await call()
  expect([again.replayed, again.status]).toEqual([true, first.status])
  expect({ ...again.refused, requestId: '' }).toEqual({ ...first.refused, requestId: '' })
})

test('a key that was reserved for a webhook which was never created creates it', async () => {
  const first = await ask('createWebhook', endpoint, 'endpoint')
  await service.database.collection('webhooks').deleteOne({ _id: first.body.webhook_id as never })
  await forget()
  const [one, two] = await Promise.all([1, 2].map(() => ask('createWebhook', endpoint, 'endpoint')))
  for (const again of [one, two])
    expect(again?.body).toMatchObject({ webhook_id: first.body.webhook_id, url: endpoint.url, status: 'active' })
  expect(rowsIn(await ask('listWebhooks', {}))).toHaveLength(1)
})

test('of many concurrent requests with one key, one creates the webhook', async () => {
  const before = rowsIn(await ask('listWebhooks', {})).length
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('createWebhook', endpoint, 'many')))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(rowsIn(await ask('listWebhooks', {}))).toHaveLength(before + 1)
})

test('a secret is changed once, however often its key is sent', async () => {
  const { webhook_id } = (await ask('createWebhook', endpoint)).body
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('rotateSecret', { webhook_id }, 'rotate')))
  expect(new Set(answers.map(({ body }) => body.secret)).size).toBe(1)
})

test('test money is minted once, however often its key is sent', async () => {
  const { walletId } = await openAgent(scene)
  const input = { wallet_id: walletId, amount: '7' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('faucet', input, 'mint')))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  await forget()
  expect((await ask('faucet', input, 'mint')).body).toEqual(answers[0]?.body)
  const subject = { subjectId: { $regex: `^${walletId}:` } }
  expect(await service.database.collection('accountNonces').countDocuments(subject)).toBe(1)
})

test('a mandate that has expired since is still returned for its key', async () => {
  const { agentId, walletId } = await openAgent(scene)
  const expires_at = new Date(service.clock.now().getTime() + 3_600_000).toISOString()
  const input = { agent_id: agentId, wallet_id: walletId, policy: 'Max $7 per day.', expires_at }
  const first = await ask('createMandate', input, 'expires')
  service.clock.advance(2 * 3_600_000)
  const again = await ask('createMandate', input, 'expires')
  expect([again.replayed, again.status, again.text]).toEqual([true, 201, first.text])
})

test('one GraphQL request with several keys: repeated as a whole it returns the first response, in parts the resources', async () => {
  const { walletId, caller } = await openAgent(scene)
  const pay = (alias: string, selection = 'payment { id stage updatedAt }') =>
    `${alias}: createPayment(input: {walletId: "${walletId}", to: "0x${'bb'.repeat(20)}", amount: "30.00", token: "USDC",
      idempotencyKey: "graph ${alias}"}) { ${selection} }`
  const send = async (document: string) => {
    const { text } = await postGraph(service.url, document, {}, caller)
    return JSON.parse(text) as { data: Record<string, { payment: { id: string; stage: string } }>; extensions?: object }
  }
  const both = `mutation { ${pay('a')} ${pay('b')} }`
  const first = await send(both)
  expect(first).not.toHaveProperty('extensions')
  await ask('freezeWallet', { wallet_id: walletId, reason: 'Drill.' })
  const replayed = { idempotency: { replayed: true } }
  expect(await send(both)).toEqual({ ...first, extensions: replayed })
  const other = await send(`mutation { ${pay('a', 'payment { id }')} }`)
  expect(other).toEqual({ data: { a: { payment: { id: first.data.a?.payment.id } } }, extensions: replayed })
  const mixed = await send(`mutation { ${pay('a')} ${pay('c')} }`)
  expect(mixed.extensions).toEqual({ idempotency: { replayed: false } })
})
