/** Input that is well-formed for one layer and nonsense for the next: refused with its field or kept as it came, never a failure. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Caller, type Input, type Operation, send } from '../../support/carriers.ts'
import {
  done,
  type Given,
  newAddress,
  newDomain,
  openAgent,
  openScene,
  refused,
  type Scene,
  type TestAgent,
} from '../../support/scene.ts'

interface Form {
  readonly operation: Operation
  readonly input: () => Input
  readonly caller: () => Caller
  /** Free text of it. */
  readonly texts: readonly string[]
}

const KEYED: ReadonlySet<Operation> = new Set(['createPayment', 'createMerchant', 'register', 'createMandate'])

export function hostileInput(given: Given): void {
  describe('hostile input', () => {
    let scene: Scene
    let agent: TestAgent
    let failuresBefore = 0
    beforeAll(async () => {
      scene = await openScene(given, 'Hostile input')
      agent = await openAgent(scene, { funds: '20' })
      failuresBefore = scene.service.failures.length
    })
    afterAll(() => expect(scene.service.failures.slice(failuresBefore)).toEqual([]))

    const owner = () => scene.owner
    const payment = () => ({ wallet_id: agent.walletId, to: newAddress(), amount: '0.10', token: 'USDC' })
    const merchant = () => ({ name: 'Shop', legal_name: 'Shop', domain: newDomain() })
    const registration = () => ({
      ...{ name: 'Another', capabilities: ['payments'], owner_org_id: scene.organization.orgId },
    })
    const webhook = () => ({ url: 'https://example.com/hook', events: ['payment.completed'], secret: 'x'.repeat(32) })
    const forms: readonly Form[] = [
      { operation: 'createPayment', input: payment, caller: () => agent.caller, texts: ['to', 'purpose', 'chain'] },
      { operation: 'createMerchant', input: merchant, caller: owner, texts: ['name', 'domain', 'country'] },
      { operation: 'register', input: registration, caller: owner, texts: ['name', 'description', 'framework'] },
      { operation: 'createWebhook', input: webhook, caller: owner, texts: ['url', 'description', 'secret'] },
    ]
    const others: readonly Form[] = [
      {
        ...{ operation: 'createMandate', caller: owner, texts: ['policy'] },
        input: () => ({ agent_id: agent.agentId, wallet_id: agent.walletId, policy: 'Max $5 per day.' }),
      },
      { operation: 'previewPolicy', input: () => ({ policy: '$1 per day' }), caller: owner, texts: ['policy'] },
      {
        ...{ operation: 'freezeWallet', caller: owner, texts: ['reason'] },
        input: () => ({ wallet_id: agent.walletId, reason: 'x' }),
      },
      {
        ...{ operation: 'activateSwitch', caller: owner, texts: ['reason', 'target_id'] },
        input: () => ({ scope: 'agent', target_id: agent.agentId, reason: 'x', reason_code: 'test' }),
      },
      {
        ...{ operation: 'checkPolicy', caller: () => agent.caller, texts: ['to'] },
        input: payment,
      },
    ]
    const key = () => ({ idempotencyKey: `hostile-${Math.random()}` })
    const keyFor = (operation: Operation) => (KEYED.has(operation) ? key() : {})

    /** 400 that names the field, in the names of the carrier. */
    function names(answer: Answer, path: string): void {
      refused(answer, 400, 'invalid_request')
      const fields = (answer.refused?.details.fields ?? []) as { path: string }[]
      const plain = (name: string) => name.replaceAll('_', '').toLowerCase()
      expect(
        fields.map((field) => plain(field.path).replace(/^variables\.(input\.)?/, '')),
        answer.text,
      ).toContain(plain(path))
    }

    test.each(['_bsontype', '$ref', '$oid', 'a\u0000b', 'line\nbreak'])(
      'metadata with the key %j at any depth is refused by its place',
      async (name) => {
        for (const { operation, input, caller } of forms)
          for (const [metadata, path] of [
            [{ [name]: 'ObjectId' }, `metadata.${name}`],
            [{ a: { [name]: 'Long' } }, `metadata.a.${name}`],
            [{ a: [1, { b: { [name]: null } }] }, `metadata.a[1].b.${name}`],
          ] as const)
            names(await scene.carrier.call(operation, { ...input(), metadata }, caller(), keyFor(operation)), path)
      },
    )

    test('metadata that only looks special is kept as it came', async () => {
      const metadata = {
        ...{ 'a.b': 1, constructor: { name: 'x' }, toJSON: 1, toBSON: 'y', length: -1, null: null },
        ...{ deep: [[{ '': [] }], { _id: '507f1f77bcf86cd799439011', bsontype: true }], '😀': '😀' },
        ...{ small: -0.000001, large: 9007199254740991, huge: 1e21, hasOwnProperty: 1, prototype: {} },
      }
      const { body } = done(await scene.carrier.call('createPayment', { ...payment(), metadata }, agent.caller))
      expect(body.metadata).toEqual(metadata)
      const read = await scene.carrier.call('getPayment', { payment_id: body.payment_id }, agent.caller)
      expect(done(read).body.metadata).toEqual(metadata)
    })

    test.each(['{"__proto__":{"a":1}}', '{"a":{"__proto__":null}}', '{"a":1e400}', '{"a":[-1e400]}'])(
      'metadata %s is no failure, with a key or without',
      async (metadata) => {
        const headers = {
          ...{ authorization: `Bearer ${agent.caller.token}`, 'x-agent-id': agent.agentId },
          'content-type': 'application/json',
        }
        const rest = JSON.stringify({ ...payment(), metadata: 0 }).replace('"metadata":0', `"metadata":${metadata}`)
        const query = 'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { payment { id } } }'
        const { wallet_id: walletId, ...plain } = payment()
        const graph = JSON.stringify({
          ...{ query, variables: { input: { walletId, ...plain, metadata: 0, idempotencyKey: key().idempotencyKey } } },
        }).replace('"metadata":0', `"metadata":${metadata}`)
        for (const more of [{}, { 'idempotency-key': key().idempotencyKey }]) {
          const answers = [
            await send(`${scene.service.url}/api/v2/payments`, {
              method: 'POST',
              headers: { ...headers, ...more },
              body: rest,
            }),
            await send(`${scene.service.url}/graphql`, { method: 'POST', headers, body: graph }),
          ]
          for (const answer of answers) {
            expect(answer.status, answer.text).toBeLessThan(500)
            expect(answer.text).not.toContain('internal_error')
          }
        }
      },
    )

    test.each(['\ud800', 'x\udc00y', '\udc00\ud800', `${'a'.repeat(40)}\ud83d`])(
      'text with half a character (%j) is refused by its field',
      async (text) => {
        for (const { operation, input, caller, texts } of [...forms, ...others])
          for (const name of texts) {
            names(await scene.carrier.call(operation, { ...input(), [name]: text }, caller(), keyFor(operation)), name)
            names(await scene.carrier.call(operation, { ...input(), [name]: text }, caller()), name)
          }
        const metadata = { a: [{ b: text }] }
        names(await scene.carrier.call('createPayment', { ...payment(), metadata }, agent.caller), 'metadata.a[0].b')
      },
    )

    test.each([...forms, ...others])(
      'text of $operation with control characters, NUL among them, is refused or kept, never a failure',
      async ({ operation, input, caller, texts }) => {
        const hostile = ['\u0000', 'a\u0000b', '\u001b[31m', '\u202e', '\ufeff', '$where', '{"$gt":""}', '__proto__']
        for (const name of texts)
          for (const text of hostile) {
            const asked = { ...input(), [name]: text }
            const answer = await scene.carrier.call(operation, asked, caller(), keyFor(operation))
            expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500)
          }
        if (operation !== 'freezeWallet') return
        await scene.carrier.call('unfreezeWallet', { wallet_id: agent.walletId, reason: 'Over.' }, owner())
      },
    )
  })
}
