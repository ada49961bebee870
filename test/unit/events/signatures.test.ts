// Signature headers (specification 6.1 rule 2) against values computed with other tools.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { flawOf } from '../../../subgraphs/commerce/services/merchantSignature.ts'
import { signatureHeaders } from '../../../subgraphs/events/services/signatures.ts'
import type { EventId } from '../../../subgraphs/shared/ids.ts'

const at = new Date('2026-03-02T10:00:00.999Z')

describe('X-Service-Signature', () => {
  it('is sha256= and the lowercase hex HMAC of the raw body', () => {
    // The well-known example of HMAC-SHA256: key "key".
    const body = 'The quick brown fox jumps over the lazy dog'
    const headers = signatureHeaders({ eventId: 'evt_1', body, at }, { primary: 'key', all: ['key'] })
    expect(headers['x-service-signature']).toBe(
      'sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
    )
  })

  it('covers the UTF-8 bytes of the text', () => {
    const body = '{"name":"Zoë €"}'
    const headers = signatureHeaders({ eventId: 'evt_1', body, at }, { primary: 'schlüssel', all: ['schlüssel'] })
    const wanted = createHmac('sha256', Buffer.from('schlüssel', 'utf8'))
      .update(Buffer.from(body, 'utf8'))
      .digest('hex')
    expect(headers['x-service-signature']).toBe(`sha256=${wanted}`)
  })

  it('has exactly one value while two secrets are valid, made with the one that was chosen', () => {
    const headers = signatureHeaders({ eventId: 'evt_1', body: '{}', at }, { primary: 'old', all: ['new', 'old'] })
    const wanted = createHmac('sha256', 'old').update('{}').digest('hex')
    expect(headers['x-service-signature']).toBe(`sha256=${wanted}`)
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
  })
})

describe('the Standard Webhooks headers', () => {
  it('match the published example of that standard', () => {
    const body = '{"test": 2432232314}'
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const headers = signatureHeaders(
      { eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek' as EventId, body, at: new Date(1614265330_000) },
      { primary: secret, all: [secret] },
    )
    expect(headers).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('carry whole seconds', () => {
    const headers = signatureHeaders({ eventId: 'evt_1', body: '{}', at }, { primary: 'a', all: ['a'] })
    expect(headers['webhook-timestamp']).toBe(String(Date.parse('2026-03-02T10:00:00Z') / 1000))
  })
})

it('adds Merchant-Signature for the vocabulary of the Agentic Commerce Protocol, over time and body', () => {
  const secrets = { primary: 'key', all: ['key'] }
  const message = { eventId: 'evt_1' as EventId, body: '{}', at }
  const { 'merchant-signature': signature = '' } = signatureHeaders({ ...message, format: 'acp' }, secrets)
  expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  const seconds = String(Date.parse('2026-03-02T10:00:00Z') / 1000)
  const mac = createHmac('sha256', 'key').update(`${seconds}.{}`).digest('hex')
  expect(signature).toBe(`t=${seconds},v1=${mac}`)
  expect(signatureHeaders(message, secrets)).not.toHaveProperty('merchant-signature')
})

it('is verified by the function that the README gives, for a secret of either kind', async () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, code = ''] = /### Webhooks\n.*?```js\n(.*?)```/s.exec(readme) ?? []
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  for (const secret of ['a secret of mine, 1', 'whsec_R6AQyDg/sDwluHSMqF/xzkPl4G41O+5mkMYyzXdVjkI=']) {
    const headers = signatureHeaders({ eventId: 'evt_1', body: '{"a":1}', at }, { primary: secret, all: [secret] })
    expect(isGenuine(Buffer.from('{"a":1}'), headers, secret)).toBe(true)
    expect(isGenuine(Buffer.from('{"a":2}'), headers, secret)).toBe(false)
    expect(isGenuine(Buffer.from('{"a":1}'), {}, secret)).toBe(false)
  }
})

describe('the guide to purchases', () => {
  const guide = readFileSync(new URL('../../../gateway/pages/guides/purchases.md', import.meta.url), 'utf8')
  const body = '{"event_id":"sent-1","type":"order.fulfilled","data":{"order_id":"ord_1"}}'

  it('verifies what an endpoint in the format acp is told, for each secret that signs', async () => {
    const [, code = ''] = /```js\n(.*?)```/s.exec(guide) ?? []
    const { isFromService } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const secrets = { primary: 'whsec_b25lIHNlY3JldCBvZiBtaW5l', all: [] }
    const { 'merchant-signature': header } = signatureHeaders({ eventId: 'evt_1', body, at, format: 'acp' }, secrets)
    const check = (raw: string, keys: string[], afterMs = 0) =>
      isFromService(Buffer.from(raw), header, keys, at.getTime() + afterMs)
    expect(check(body, ['another', secrets.primary])).toBe(true)
    expect(check(body, ['another'])).toBe(false)
    expect(check(`${body} `, [secrets.primary])).toBe(false)
    expect(check(body, [secrets.primary], 300_001)).toBe(false)
    expect(isFromService(Buffer.from(body), undefined, [secrets.primary], at.getTime())).toBe(false)
  })

  it('signs a report as the service takes it', () => {
    expect(guide).toContain(`the body \`${body}\``)
    const [, plain = ''] = /^X-Service-Signature: (sha256=[0-9a-f]+)$/m.exec(guide) ?? []
    const [, timed = ''] = /^Merchant-Signature: (t=1767225600,v1=[0-9a-f]+)$/m.exec(guide) ?? []
    for (const signature of [plain, timed])
      expect(flawOf(body, signature, ['mws_example'], new Date(1_767_225_600_000))).toBeNull()
  })
})
