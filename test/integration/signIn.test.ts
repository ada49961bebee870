// Domain A.1: people sign in with an issuer that the operator trusts, over OpenID Connect with a real issuer. Who they are is
// its issuer and subject, what they may do its claims; what holds for people with keys holds for them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningService, startService } from '../../gateway/service.ts'
import type { OpenIdProvider } from '../../gateway/signIn/openIdProviders.ts'
import { CLIENT, type OpenIdIssuer, startOpenIdIssuer } from '../../scripts/prove/openIdIssuer.ts'
import { silentLog } from '../support/openTestDatabase.ts'
import { callRest, openRestWorld, type RestWorld } from '../support/restClient.ts'

let rest: RestWorld
let issuer: OpenIdIssuer
let running: RunningService
let orgId: string
let owner: { readonly 'x-api-key': string }
let page: { readonly origin: string }

beforeAll(async () => {
  rest = await openRestWorld('sign-in')
  const opened = await rest.openOrganization('Signing in')
  ;({ orgId, owner } = opened)
  const { config, clock } = rest.world.service
  page = { origin: new URL(config.baseUrl).origin }
  issuer = await startOpenIdIssuer(['corp', 'mail'].map((id) => `${config.baseUrl}/auth/openid/${id}/callback`))
  const common: Omit<OpenIdProvider, 'id' | 'matchVerifiedEmail'> = {
    ...{ issuer: issuer.issuer, clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret, orgId: opened.orgId },
    ...{ mode: 'test', scope: 'openid email profile', roleClaim: 'groups' },
    roles: { admins: ['admin'], approvers: ['approver'], readers: ['viewer'] },
  }
  const openIdProviders: OpenIdProvider[] = [
    { ...common, id: 'corp', matchVerifiedEmail: false },
    { ...common, id: 'mail', matchVerifiedEmail: true },
    { ...common, id: 'gone', issuer: 'http://127.0.0.1:9', matchVerifiedEmail: false },
  ]
  const settings = { ...config, port: 0, runWorkers: false, openIdProviders }
  running = await startService(settings, { log: silentLog, clock })
}, 90_000)
afterAll(async () => {
  await running.stop()
  await issuer.stop()
  await rest.stop()
})

const get = (path: string, headers: Readonly<Record<string, string>>) =>
  fetch(`${running.url}${path}`, { headers, redirect: 'manual' })
const call = (request: string, headers: Readonly<Record<string, string>>, body?: object) =>
  callRest(running.url, request.replace(' ', ' /api/v2'), headers, body)
const cookieIn = (response: { readonly headers: Headers }, name: string) =>
  response.headers
    .getSetCookie()
    .find((text) => text.startsWith(`${name}=`) && !text.includes('Max-Age=0;'))
    ?.split(';')[0]
const names = () => (page.origin.startsWith('https:') ? ['__Host-session', '__Host-sign-in'] : ['session', 'sign-in'])

async function begin(provider: string, search = '') {
  const response = await get(`/auth/openid/${provider}${search}`, {})
  expect(response.status).toBe(303)
  return { url: response.headers.get('location') ?? '', flow: cookieIn(response, names()[1] ?? '') ?? '' }
}

async function finish(provider: string, flow: string, search: string) {
  const response = await get(`/auth/openid/${provider}/callback${search}`, { cookie: flow })
  const text = await response.text()
  const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    error?: { type: string; details: { reason?: string } }
  }
  const outcome = error === undefined ? response.status : `${response.status} ${error.type} ${error.details.reason}`
  return { outcome, text, cookie: cookieIn(response, names()[0] ?? ''), headers: response.headers }
}

async function signIn(subject: string, provider = 'corp', search = '') {
  const { url, flow } = await begin(provider, search)
  const back = await issuer.authorize(url, subject)
  return { ...(await finish(provider, flow, back.search)), flow, back }
}

async function signedIn(subject: string, provider = 'corp') {
  const { outcome, cookie = '' } = await signIn(subject, provider)
  expect(outcome).toBe(200)
  const headers = { cookie, ...page }
  const { body } = await call(`GET /organizations/${orgId}/sessions?limit=1`, headers)
  const [session] = body.data as { roles: string[]; key_id: string; principal_id: string; session_id: string }[]
  if (session === undefined) throw new Error('no session')
  return { headers, session }
}
const keyOf = async (id: string) => (await call(`GET /organizations/${orgId}/keys/${id}`, owner)).body
const statusOf = async (headers: Readonly<Record<string, string>>, path = '/keys') =>
  (await call(`GET /organizations/${orgId}${path}`, headers)).status
const changed = (flow: string) => flow.slice(0, 40) + (flow[40] === 'A' ? 'B' : 'A') + flow.slice(41)
const REFUSED = '401 authentication_error sign_in_failed'

test('whoever has a mapped role gets a session with it, in a cookie, and a record that no secret opens', async () => {
  issuer.people.set('ann', { name: 'Ann', groups: ['staff', 'admins', 'readers'] })
  const { url } = await begin('corp')
  const asked = new URL(url).searchParams
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length, name).toBeGreaterThan(20)
  expect(asked.get('code_challenge_method')).toBe('S256')
  const { headers, session } = await signedIn('ann')
  expect(session.roles).toEqual(['admin'])
  expect(await statusOf(headers)).toBe(200)
  const key = await keyOf(session.key_id)
  expect(key).toMatchObject({ name: 'Ann', roles: ['admin'], issuer: issuer.issuer, status: 'active' })
  const refused = { status: 409, body: { error: { details: { reason: 'signs_in' } } } }
  const path = `/organizations/${orgId}/keys/${session.key_id}`
  expect(await call(`PATCH ${path}`, owner, { roles: [] })).toMatchObject(refused)
  expect(await call(`POST ${path}/rotate`, owner, {})).toMatchObject(refused)
  // The first key is no longer needed only where another key stays: a person of an issuer is none.
  const { body } = await call(`GET /organizations/${orgId}/keys`, owner)
  const first = (body.data as { name: string; key_id: string }[]).find(({ name }) => name === 'first key')
  expect(await call(`POST /organizations/${orgId}/keys/${first?.key_id}/revoke`, owner, {})).toMatchObject({
    ...{ status: 409, body: { error: { details: { reason: 'last_admin' } } } },
  })
})

test('nobody gets in without a mapped role, and nothing is kept of them', async () => {
  const keys = rest.world.database.collection('apiKeys')
  const before = await keys.countDocuments()
  for (const groups of [undefined, [], ['staff'], 'nobody', ['__proto__'], { admins: true }, [['admins']]]) {
    issuer.people.set('mallory', { name: 'Mallory', ...(groups !== undefined && { groups }) })
    const { outcome, cookie } = await signIn('mallory')
    expect([outcome, cookie], JSON.stringify(groups)).toEqual(['403 capability_denied no_role', undefined])
  }
  expect(await keys.countDocuments()).toBe(before)
})

test('makes keys only within five minutes after the issuer has said that the person proved who they are', async () => {
  issuer.people.set('pat', { name: 'Pat', groups: ['admins'] })
  const make = (headers: Readonly<Record<string, string>>, name: string) =>
    call(`POST /organizations/${orgId}/keys`, headers, { name, roles: [] })
  const refused = { status: 401, body: { error: { details: { reason: 'proof_required', max_age_seconds: 300 } } } }
  const { headers } = await signedIn('pat')
  expect(await make(headers, 'Unproven')).toMatchObject(refused)
  const anew = await begin('corp', '?reauthenticate=true')
  const asked = new URL(anew.url).searchParams
  expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '300'])
  const { outcome, cookie = '' } = await signIn('pat', 'corp', '?reauthenticate=true')
  expect(outcome).toBe(200)
  const proven = { cookie, ...page }
  expect((await make(proven, 'Proven')).status).toBe(201)
  rest.world.clock.advance(301_000)
  expect(await make(proven, 'Late')).toMatchObject(refused)
  expect((await call('GET /agents', proven)).status).toBe(200)
})

test('roles are those of the last sign-in, for earlier sessions too', async () => {
  issuer.people.set('bob', { name: 'Bob', groups: 'admins' })
  const first = await signedIn('bob')
  expect(await statusOf(first.headers)).toBe(200)
  issuer.people.set('bob', { name: 'Robert', groups: ['readers'] })
  const second = await signedIn('bob')
  expect(second.session).toMatchObject({ roles: ['viewer'], principal_id: first.session.principal_id })
  expect(await statusOf(first.headers)).toBe(403)
  expect((await call('GET /agents', first.headers)).status).toBe(200)
  expect(await keyOf(second.session.key_id)).toMatchObject({ name: 'Robert', roles: ['viewer'] })
})

test('who has lost every role at the issuer is out of earlier sessions, and back in with a role', async () => {
  issuer.people.set('ida', { name: 'Ida', groups: ['admins'] })
  const { headers, session } = await signedIn('ida')
  expect(await statusOf(headers)).toBe(200)
  issuer.people.set('ida', { name: 'Ida', groups: ['staff'] })
  for (const _ of [1, 2]) expect((await signIn('ida')).outcome).toBe('403 capability_denied no_role')
  expect(await statusOf(headers, '/sessions')).toBe(401)
  expect(await keyOf(session.key_id)).toMatchObject({ roles: ['viewer'], status: 'active' })
  const { body } = await call('GET /events?types=api_key.updated&limit=100', owner)
  const told = (body.data as { data: { key_id: string } }[]).filter(({ data }) => data.key_id === session.key_id)
  expect(told).toMatchObject([{ data: { roles: ['viewer'], reason: 'no_role', actor: 'openid' } }])
  rest.world.clock.advance(1)
  issuer.people.set('ida', { name: 'Ida', groups: ['approvers'] })
  const again = await signedIn('ida')
  expect(again.session).toMatchObject({ roles: ['approver'], principal_id: session.principal_id })
  expect(await statusOf(headers, '/sessions')).toBe(401)
})

test('who is suspended or revoked does not sign in, and what was open has ended', async () => {
  issuer.people.set('eve', { name: 'Eve', groups: ['approvers'] })
  const { headers, session } = await signedIn('eve')
  const person = `/organizations/${orgId}/people/${session.principal_id}`
  await call(`POST ${person}/suspend`, owner, { reason: 'Away.' })
  expect(await statusOf(headers, '/sessions')).toBe(401)
  expect((await signIn('eve')).outcome).toBe('401 authentication_error person_suspended')
  await call(`POST ${person}/reactivate`, owner, { reason: 'Back.' })
  expect(await statusOf(headers, '/sessions')).toBe(401)
  const again = await signedIn('eve')
  await call(`POST /organizations/${orgId}/keys/${session.key_id}/revoke`, owner, {})
  expect(await statusOf(again.headers, '/sessions')).toBe(401)
  expect((await signIn('eve')).outcome).toBe('401 authentication_error access_revoked')
})

test('a verified address is the person of keys with that name, where that is configured, and no other address is', async () => {
  const { body } = await call(`POST /organizations/${orgId}/keys`, owner, { name: 'zoe@corp.example', roles: [] })
  const address = { email: 'zoe@corp.example', groups: ['approvers'] }
  issuer.people.set('zoe', { ...address, email_verified: true })
  issuer.people.set('imposter', { ...address, email_verified: false })
  issuer.people.set('other', { ...address, email_verified: 'true' })
  expect((await signedIn('zoe', 'mail')).session.principal_id).toBe(body.principal_id)
  for (const subject of ['imposter', 'other'])
    expect((await signedIn(subject, 'mail')).session.principal_id).not.toBe(body.principal_id)
  issuer.people.set('zoe elsewhere', { ...address, email_verified: true })
  expect((await signedIn('zoe elsewhere')).session.principal_id).not.toBe(body.principal_id)
})

test('who has lost every role at the issuer has no key any more either, until an administrator lets the person back in', async () => {
  const made = await call(`POST /organizations/${orgId}/keys`, owner, { name: 'max@corp.example', roles: ['approver'] })
  const { api_key, key_id, principal_id } = made.body as Record<'api_key' | 'key_id' | 'principal_id', string>
  const key = { 'x-api-key': api_key }
  const person = { email: 'max@corp.example', email_verified: true }
  issuer.people.set('max', { ...person, groups: ['approvers'] })
  expect((await signedIn('max', 'mail')).session.principal_id).toBe(principal_id)
  expect((await call('GET /agents', key)).status).toBe(200)
  issuer.people.set('max', { ...person, groups: ['staff'] })
  for (const _ of [1, 2]) expect((await signIn('max', 'mail')).outcome).toBe('403 capability_denied no_role')
  expect((await call('GET /agents', key)).status).toBe(401)
  expect(await keyOf(key_id)).toMatchObject({ status: 'suspended' })
  // With a role again the person signs in; the key waits for an administrator.
  issuer.people.set('max', { ...person, groups: ['approvers'] })
  rest.world.clock.advance(1)
  expect((await signedIn('max', 'mail')).session).toMatchObject({ principal_id, roles: ['approver'] })
  expect((await call('GET /agents', key)).status).toBe(401)
  await call(`POST /organizations/${orgId}/people/${principal_id}/reactivate`, owner, { reason: 'Back.' })
  expect((await call('GET /agents', key)).status).toBe(200)
})

test('a key that an earlier release has left to somebody whose sign-in has ended goes with the next try', async () => {
  const made = await call(`POST /organizations/${orgId}/keys`, owner, { name: 'kim@corp.example', roles: ['approver'] })
  const { api_key, key_id } = made.body as Record<'api_key' | 'key_id', string>
  const person = { email: 'kim@corp.example', email_verified: true }
  issuer.people.set('kim', { ...person, groups: ['approvers'] })
  const { session } = await signedIn('kim', 'mail')
  const keys = rest.world.database.collection<{ _id: string }>('apiKeys')
  const ended = { $set: { 'signIn.endedAt': rest.world.clock.now(), roles: ['viewer'] }, $inc: { v: 1 } }
  await keys.updateOne({ _id: session.key_id }, ended as object)
  issuer.people.set('kim', { ...person, groups: ['staff'] })
  for (const _ of [1, 2]) expect((await signIn('kim', 'mail')).outcome).toBe('403 capability_denied no_role')
  expect((await call('GET /agents', { 'x-api-key': api_key })).status).toBe(401)
  expect(await keyOf(key_id)).toMatchObject({ status: 'suspended' })
})

test('a sign-in is finished once, by the browser that began it, with the provider it was begun with', async () => {
  issuer.people.set('dan', { groups: ['readers'] })
  const { flow, back, headers } = await signIn('dan')
  expect(headers.getSetCookie().some((text) => text.startsWith(`${names()[1]}=; Max-Age=0`))).toBe(true)
  expect((await finish('corp', flow, back.search)).outcome).toBe(REFUSED)
  const [mine, theirs] = [await begin('corp'), await begin('corp')]
  const code = await issuer.authorize(theirs.url, 'dan')
  for (const [provider, cookie] of [
    ['corp', ''],
    ['corp', mine.flow],
    ['corp', changed(theirs.flow)],
    ['mail', theirs.flow],
  ] as const)
    expect((await finish(provider, cookie, code.search)).outcome).toBe(REFUSED)
  // A stolen code under the state of another flow: neither its verifier nor its nonce fits.
  const state = new URL(mine.url).searchParams.get('state') ?? ''
  const injected = new URLSearchParams(code.search)
  injected.set('state', state)
  expect((await finish('corp', mine.flow, `?${injected}`)).outcome).toBe(REFUSED)
  const denied = `?error=access_denied&state=${state}&iss=${encodeURIComponent(issuer.issuer)}`
  expect((await finish('corp', mine.flow, denied)).outcome).toBe(REFUSED)
  // An answer of another issuer.
  const last = await begin('corp')
  const mixedUp = new URLSearchParams((await issuer.authorize(last.url, 'dan')).search)
  mixedUp.set('iss', 'https://evil.example')
  expect((await finish('corp', last.flow, `?${mixedUp}`)).outcome).toBe(REFUSED)
})

test('it leads on to a page of the service alone, and signing out tells where the issuer’s session ends', async () => {
  issuer.people.set('dan', { groups: ['readers'] })
  const { text, cookie = '' } = await signIn('dan', 'corp', '?return_to=/console%3Fa=%22%3E%3Cscript%3E')
  expect(text).toContain('url=/console?a=&#34;&#62;&#60;script&#62;"')
  for (const path of ['//evil.example', 'https://evil.example', '/%5Cevil.example', '/\t/evil.example'])
    expect(
      (await signIn('dan', 'corp', `?return_to=${encodeURIComponent(decodeURIComponent(path))}`)).text,
    ).not.toContain('refresh')
  const response = await fetch(`${running.url}/auth/session`, { method: 'DELETE', headers: { cookie, ...page } })
  const { sign_out_url } = (await response.json()) as { sign_out_url: string }
  expect(sign_out_url).toContain(`${issuer.issuer}/session/end?client_id=${CLIENT.client_id}`)
  expect(await statusOf({ cookie, ...page }, '/sessions')).toBe(401)
  for (const operation of ['signIn', 'signOut']) {
    const { status, body } = await call(`GET /compliance/audit?operation=${operation}&limit=1`, owner)
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringMatching(/"ses_\w+"/)])
  }
})

test('a provider that does not answer is 503, an unknown one 404', async () => {
  expect((await get('/auth/openid/gone', {})).status).toBe(503)
  expect((await get('/auth/openid/none', {})).status).toBe(404)
  expect((await get('/auth/openid/none/callback?code=x', {})).status).toBe(404)
})
