// The published test vectors of webhook signatures: what the service sends is what they say, and the function for clients and
// the libraries of the standard decide each of them alike.
import { readFileSync } from 'node:fs'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isServiceSignature, verifyWebhook } from '../../../sdk/verifyWebhook.mjs'
import { signatureHeaders } from '../../../subgraphs/events/services/signatures.ts'
import type { EventId } from '../../../subgraphs/shared/ids.ts'

interface Vector {
  readonly name: string
  readonly secret: string
  readonly now: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly result: 'genuine' | 'missing_header' | 'wrong_time' | 'wrong_signature'
  readonly service_signature: boolean
}

const vectors = JSON.parse(
  readFileSync(new URL('../../../sdk/webhookVectors.json', import.meta.url), 'utf8'),
) as Vector[]
const named = vectors.map((one) => [one.name, one] as const)
/** The libraries take the key as base64. */
const standardSecret = (secret: string) =>
  secret.startsWith('whsec_') ? secret : Buffer.from(secret, 'utf8').toString('base64')

afterEach(() => void vi.useRealTimers())

test('tell of every result', () => {
  expect(new Set(vectors.map(({ result }) => result))).toEqual(
    new Set(['genuine', 'missing_header', 'wrong_time', 'wrong_signature']),
  )
})

describe.each(named)('%s', (_name, { secret, now, headers, body, result, service_signature }) => {
  test('as text, as bytes, and with the headers of fetch', async () => {
    const forms = [
      { body, headers },
      { body: new TextEncoder().encode(body), headers: new Headers(headers) },
      { body, headers: Object.fromEntries(Object.entries(headers).map(([one, value]) => [one.toUpperCase(), value])) },
    ]
    for (const form of forms) {
      const verified = verifyWebhook({ ...form, secret, now: new Date(now) })
      if (result === 'genuine') expect(await verified).toEqual(JSON.parse(body))
      else await expect(verified).rejects.toMatchObject({ name: 'WebhookRefused', code: result })
      expect(await isServiceSignature(form.body, headers['x-service-signature'], secret)).toBe(service_signature)
    }
  })

  test.each([
    ['standardwebhooks', StandardWebhook],
    ['svix', SvixWebhook],
  ])('%s decides the same', (_library, Library) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
    const verify = () => new Library(standardSecret(secret)).verify(body, { ...headers })
    if (result === 'genuine') expect(verify).not.toThrow()
    else expect(verify).toThrow()
  })
})

test.each(named.filter(([, { result }]) => result === 'genuine'))('%s: the service signs so', (_name, vector) => {
  const { body, headers, secret } = vector
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const sent = signatureHeaders(
    { eventId: headers['webhook-id'] as EventId, body, at },
    { primary: secret, all: [secret] },
  )
  expect(headers['webhook-signature']?.split(' ')).toContain(sent['webhook-signature'])
  if (vector.service_signature) expect(sent['x-service-signature']).toBe(headers['x-service-signature'])
})

test('either secret of a rotation is enough, and a wrong one beside it does no harm', async () => {
  const [, { body, headers, now }] = named.find(([name]) => name.includes('former')) as (typeof named)[number]
  const secrets = vectors.filter(({ name }) => name.startsWith('during')).map(({ secret }) => secret)
  for (const secret of [...secrets.map((one) => [one, 'another one']), secrets])
    expect(await verifyWebhook({ body, headers, secret, now: new Date(now) })).toEqual(JSON.parse(body))
})
