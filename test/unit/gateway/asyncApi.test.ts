// The AsyncAPI document (specification 6): valid by the schema of that standard, and with each event of the catalogue, as endpoints
// and streams get it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { buildAsyncApi } from '../../../gateway/rest/asyncApi.ts'
import { listEventTypes } from '../../../subgraphs/events/services/readEvents.ts'

interface Document {
  readonly channels: Readonly<
    Record<string, { readonly messages: Readonly<Record<string, { readonly $ref: string }>> }>
  >
  readonly components: { readonly messages: Readonly<Record<string, Message>> }
}
interface Message {
  readonly headers?: { readonly required: readonly string[] }
  readonly payload: { readonly properties: Readonly<Record<string, unknown>> }
}

const types = listEventTypes()
const document = buildAsyncApi(types, { baseUrl: 'https://pay.example', version: '1.2.3' }) as Document
const path = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json')
const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(readFileSync(path, 'utf8')))

test('is a valid AsyncAPI 3 document', () => {
  validate(document)
  expect(validate.errors ?? []).toEqual([])
  expect(validate({ ...document, channels: { webhook: { messages: [] } } })).toBe(false)
})

test('has each event of the catalogue, with the schema of its data, for endpoints and streams', () => {
  const { channels, components } = document
  for (const { type, schema } of types) {
    const { $schema: _, ...data } = schema
    for (const channel of ['webhook', 'stream']) {
      const reference = channels[channel]?.messages[type]?.$ref ?? ''
      const message = components.messages[reference.split('/').at(-1) ?? '']
      expect(message?.payload.properties).toMatchObject({ type: { const: type }, data })
    }
  }
  const signed = components.messages['webhook.payment.completed']?.headers?.required
  expect(signed).toEqual(
    expect.arrayContaining(['X-Service-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature']),
  )
})
