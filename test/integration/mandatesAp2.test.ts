// The signed AP2 intent, verified as a stranger would: from the DID alone, without asking the service for a key.
import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ap2Intent } from '../../subgraphs/mandates/rules/ap2Intent.ts'
import type { OrganizationPrincipal, Principal } from '../../subgraphs/shared/principal.ts'
import { type MandatesWorld, openMandatesWorld, type Registered, refusalOf } from '../support/mandatesWorld.ts'

let world: MandatesWorld
let admin: OrganizationPrincipal
let of: Registered

beforeAll(async () => {
  world = await openMandatesWorld('mandates-ap2-test')
  admin = await world.newOrganization()
  of = await world.register(admin)
}, 90_000)

afterAll(() => world.stop())

async function intentOf<T = Ap2Intent & { jws: string }>(args: Record<string, unknown> = {}, by: Principal = admin) {
  const source = `query ($id: ID!, $version: Int, $format: Ap2IntentFormat) {
    ap2Intent(mandateId: $id, version: $version, format: $format) }`
  return (await world.run<{ ap2Intent: T }>(by, source, { id: of.mandateId, ...args })).ap2Intent
}

function read(jws: string): { header: Record<string, unknown>; payload: unknown; isGenuine: boolean } {
  const [head = '', body = '', signature = ''] = jws.split('.')
  const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const header = json(head)
  // did:key: multibase z is base58btc; two bytes name the kind of key.
  const x = Buffer.from(base58.decode(String(header.kid).slice('did:key:z'.length)).subarray(2)).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const isGenuine = verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
  return { header, payload: json(body), isGenuine }
}

test('the intent says what specification 2.8 says and verifies from the issuer alone', async () => {
  const { jws, ...document } = await intentOf()
  const stored = await world.database
    .collection<{ did: string; _id: string }>('organizations')
    .findOne({ _id: admin.orgId })
  const agent = await world.database
    .collection<{ did: string; _id: string }>('agents')
    .findOne({ _id: of.agent.agentId })
  expect(document).toMatchObject({
    ...{ agent: agent?.did, issuer: stored?.did, mandate_id: of.mandateId, version: 1 },
    constraints: { max_amount: '50.00', categories: [] },
  })
  const signed = read(jws)
  expect(signed).toMatchObject({ isGenuine: true, payload: document, header: { alg: 'EdDSA', kid: stored?.did } })
  expect(await intentOf({ format: 'jws' })).toEqual({ jws })
  const forged = jws.replace(/\.[^.]+\./, `.${Buffer.from('{"agent":"x"}').toString('base64url')}.`)
  expect(read(forged).isGenuine).toBe(false)
})

test('each version has its own intent; agents read their own; strangers none', async () => {
  const update = 'mutation ($input: UpdateMandateInput!) { updateMandate(input: $input) { mandate { ap2IntentRef } } }'
  const input = { id: of.mandateId, policy: 'Only software. Only merchant example.com.' }
  const answer = await world.run<{ updateMandate: { mandate: { ap2IntentRef: string } } }>(admin, update, { input })
  expect(answer.updateMandate.mandate.ap2IntentRef).toMatch(/ap2-intent\?version=2$/)
  const now = await intentOf({}, of.agent)
  expect(now.version).toBe(2)
  expect(now.constraints).toEqual({ categories: ['software'], expires_at: expect.any(String) })
  expect((await intentOf({ version: 1 })).constraints.max_amount).toBe('50.00')
  expect(await intentOf({ format: 'ap2_v0_1' })).toMatchObject({
    natural_language_description: input.policy,
    merchants: ['example.com'],
    user_cart_confirmation_required: false,
  })
  await expect(intentOf({ format: 'xml' })).rejects.toThrow('"xml" does not exist in "Ap2IntentFormat"')
  expect(await refusalOf(intentOf({ version: 7 }))).toBe('not_found')
  expect(await refusalOf(intentOf({}, await world.newOrganization()))).toBe('not_found')
  expect(await refusalOf(intentOf({}, (await world.register(admin)).agent))).toBe('not_found')
})
