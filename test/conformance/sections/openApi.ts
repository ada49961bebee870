/** The OpenAPI document tells what is mounted, and every answer of this run over REST fits what it tells. */
import { describe, expect, test } from 'vitest'
import { findResponse, misfitsOf } from '../../../scripts/prove/fuzz/declared.ts'
import type { JsonSchema } from '../../../scripts/prove/fuzz/jsonSchema.ts'
import { type Answer, type Operation, ROUTES, send } from '../../support/carriers.ts'
import type { Given } from '../../support/scene.ts'

const seen: { readonly operation: Operation; readonly answer: Answer }[] = []

/** Given to the carrier: what it was answered is checked at the end. */
export function recordAnswers(operation: Operation, answer: Answer): void {
  seen.push({ operation, answer })
}

interface Document extends JsonSchema {
  readonly paths: Record<string, Record<string, DocumentedOperation>>
}

interface DocumentedOperation {
  readonly responses: Record<string, { $ref?: string; content?: Record<string, { schema: JsonSchema }> }>
}

/** Succeed where a payment processor is asked and a merchant's address is reached. */
const IN_OWN_WORLDS: ReadonlySet<Operation> = new Set([
  ...(['listCharges', 'getCharge', 'endCharge', 'importProductFeed'] as const),
])

export function openApi({ service }: Given): void {
  describe('OpenAPI', () => {
    const read = async () => (await send(`${service().url}/api/v2/openapi.json`)).body as unknown as Document

    test('lists exactly the mounted routes', async () => {
      const { paths } = await read()
      const listed = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      const mounted = service()
        .mounted.filter(({ url }) => /^\/(api\/v2|auth|acp)\//.test(url) && !/\/(open|async)api[.]json$/.test(url))
        .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
      expect(listed.toSorted()).toEqual(mounted.toSorted())
    })

    test('tells of every event type what is sent to endpoints, and how it is signed', async () => {
      const { webhooks } = (await read()) as unknown as { webhooks: Record<string, { post: JsonSchema }> }
      const { url, createOrganization } = service()
      const { key } = await createOrganization('Told of events')
      const { body } = await send(`${url}/api/v2/event-types`, { headers: { 'x-api-key': key } })
      const catalogue = body.data as { type: string; schema: JsonSchema }[]
      expect(Object.keys(webhooks)).toEqual(catalogue.map(({ type }) => type))
      for (const { type, schema } of catalogue) {
        const { $schema: _, ...data } = schema
        const sent = { schema: { properties: { type: { const: type }, data } } }
        expect(webhooks[type]?.post).toMatchObject({ requestBody: { content: { 'application/json': sent } } })
      }
      expect(JSON.stringify(webhooks['payment.completed'])).toContain('X-Service-Signature')
    })

    test('tells how a browser opens its session and signs out', async () => {
      const { url, baseUrl: origin } = service()
      const { orgId, key } = await service().createOrganization('Told')
      const sent = { 'content-type': 'application/json', origin }
      const code = await send(`${url}/api/v2/organizations/${orgId}/sessions`, {
        method: 'POST',
        headers: { ...sent, 'x-api-key': key },
        body: JSON.stringify({ kind: 'browser' }),
      })
      const document = await read()
      const told = document.paths['/auth/session'] ?? {}
      const expectFit = (method: string, answer: Answer) => {
        expect(answer.status).toBe(200)
        const schema = told[method]?.responses[200]?.content?.['application/json']?.schema ?? {}
        expect(Object.keys(schema)).toContain('properties')
        expect(misfitsOf(answer.body, schema, document)).toEqual([])
      }
      const body = JSON.stringify({ code: code.body.secret })
      const opened = await send(`${url}/auth/session`, { method: 'POST', headers: sent, body })
      expectFit('post', opened)
      const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
      expectFit('delete', await send(`${url}/auth/session`, { method: 'DELETE', headers: { origin, cookie } }))
    })

    test('every answer of this run has a status and a body that it tells of', async () => {
      const document = await read()
      const misfits = new Set<string>()
      const operations = new Set<Operation>()
      for (const { operation, answer } of seen) {
        const documented = findOperation(document, operation)
        if (answer.refused === null) operations.add(operation)
        const response = documented && findResponse(documented.responses, answer.status, document)
        if (response === undefined) misfits.add(`${operation}: ${answer.status} is not documented`)
        const schema = response?.content?.['application/json']?.schema
        if (schema === undefined) continue
        for (const misfit of misfitsOf(answer.body, schema, document))
          misfits.add(`${operation} ${answer.status} ${misfit}`)
      }
      expect([...misfits]).toEqual([])
      // The other topologies leave out the sections that no topology can change.
      if (service().topology !== 'in process') return
      const missing = (Object.keys(ROUTES) as Operation[]).filter((name) => !operations.has(name))
      expect(missing.filter((name) => !IN_OWN_WORLDS.has(name))).toEqual([])
    })
  })
}

function findOperation({ paths }: Document, operation: Operation): DocumentedOperation | undefined {
  const [method = '', pattern = ''] = ROUTES[operation].split(' ')
  const shape = (path: string) => path.split('?')[0]?.replace(/\{\w+\}/g, '{}')
  const path = Object.keys(paths).find((one) => shape(one) === shape(pattern))
  return path === undefined ? undefined : paths[path]?.[method.toLowerCase()]
}
