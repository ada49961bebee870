/**
 * Domain A.1, reliability 5.3: sessions of people. A browser holds no key: it opens a session with a one-time code and keeps it
 * in a cookie that other sites can neither read nor use. A session does at most what its key may do, and ends with it.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Answer, type Body, type Caller, type Operation, postGraph, send } from '../../support/carriers.ts'
import {
  done,
  eventsOf,
  type Given,
  openAgent,
  openPerson,
  openScene,
  refused,
  refusedField,
  rowsIn,
  type Scene,
  textIn,
  typesOf,
  until,
} from '../../support/scene.ts'

export function sessions(given: Given): void {
  describe('A.1 sessions of people', () => {
    let scene: Scene
    let org: { readonly org_id: string }
    beforeAll(async () => {
      scene = await openScene(given, 'Sessions')
      org = { org_id: scene.organization.orgId }
    })
    const call = (operation: Operation, input: object = {}, by: Caller = scene.owner) =>
      scene.carrier.call(operation, { ...org, ...input }, by)
    const open = async (input: object = {}, by: Caller = scene.owner) => {
      const { body } = done(await call('createSession', { kind: 'token', ...input }, by))
      const session = { session_id: textIn(body, 'session_id') }
      return { record: body, session, secret: textIn(body, 'secret'), by: { apiKey: textIn(body, 'secret') } }
    }
    const isRefused = async (by: Caller, reason: string) =>
      refused(await scene.carrier.call('listAgents', {}, by), 401, 'authentication_error', { reason })
    const person = async (roles: readonly string[], name = `Jo ${Math.random()}`) => {
      const { body } = done(await call('createKey', { name, roles }))
      const { principal_id } = body
      return { by: { apiKey: textIn(body, 'api_key') }, key: { key_id: body.key_id }, principal_id }
    }

    test('a token stands for its key for an hour, is shown once, and is listed', async () => {
      const { record, session, by, secret } = await open()
      expect(secret).toMatch(/^sk_session_/)
      expect(record).toMatchObject({ kind: 'token', status: 'active', is_usable: true, mode: 'test' })
      const [from, to] = [Date.parse(String(record.created_at)), Date.parse(String(record.expires_at))]
      expect(to - from).toBe(3_600_000)
      for (const caller of [by, { token: secret }]) done(await scene.carrier.call('listAgents', {}, caller))
      const { secret: _, last_used_at: __, ...shown } = record
      const listed = done(await call('listSessions', { kind: ['token'] }))
      expect(listed.text).not.toContain(secret)
      expect(rowsIn(listed)[0]).toMatchObject(shown)
      const own = done(await call('getSession', session, by)).body
      expect(own).toMatchObject(shown)
      expect(own.last_used_at).toEqual(expect.any(String))
      const { body } = await postGraph(scene.service.url, '{ viewer { keyId sessionId roles } }', {}, by)
      expect(body.data).toMatchObject({ viewer: { keyId: record.key_id, sessionId: session.session_id } })
    })

    test('it has at most the roles of its key, also when the key loses one', async () => {
      const { by: approver, key } = await person(['approver'])
      refused(await call('createSession', { kind: 'token', roles: ['admin'] }, approver), 403, 'insufficient_scope')
      refusedField(await call('createSession', { kind: 'token', roles: ['viewer', 'approver'] }), 'roles')
      refusedField(await call('createSession', { kind: 'token', expires_in_seconds: 43_201 }), 'expires_in_seconds')
      // A key without a role spends, and a viewer does not.
      const viewer = await openPerson(scene, ['viewer'])
      refused(await call('createSession', { kind: 'token', roles: [] }, viewer), 403, 'insufficient_scope')
      const readers = [await open({ roles: ['viewer'] }), await open({}, viewer)]
      for (const { record, by } of readers) {
        expect(record.roles).toEqual(['viewer'])
        done(await scene.carrier.call('listAgents', {}, by))
        refused(await call('createKey', { name: 'x', roles: [] }, by), 403, 'insufficient_scope')
      }
      const admin = await person(['admin'])
      const ofAdmin = await open({}, admin.by)
      done(await call('listKeys', {}, ofAdmin.by))
      done(await call('updateKey', { ...admin.key, roles: ['viewer'] }))
      refused(await call('listKeys', {}, ofAdmin.by), 403, 'insufficient_scope')
      refused(await call('createEnrolmentKey', {}, ofAdmin.by), 403, 'insufficient_scope')
      done(await call('updateKey', { ...key, roles: ['admin'] }))
      const before = await open({ roles: ['approver'] }, approver)
      refused(await call('listKeys', {}, before.by), 403, 'insufficient_scope')
    })

    test('a session makes no other one, and sees no secret that its key was shown', async () => {
      const { by } = await open()
      refused(await call('createSession', { kind: 'browser' }, by), 403, 'capability_denied', { reason: 'key_only' })
      const form = { ...org, name: 'Shown once', roles: [] }
      const key = { idempotencyKey: `shown ${Math.random()}` }
      const first = done(await scene.carrier.call('createKey', form, scene.owner, key)).body
      expect(first.api_key).toMatch(/^sk_test_/)
      for (const session of [by, (await open({ roles: ['viewer'] })).by])
        expect((await scene.carrier.call('createKey', form, session, key)).text).not.toContain(first.api_key)
    })

    test('people see and end their own, administrators all, others nothing: 404', async () => {
      const [one, other] = [await person(['approver']), await person(['approver'])]
      const mine = await open({}, one.by)
      const seen = async (by: Caller) => rowsIn(done(await call('listSessions', {}, by))).map((row) => row.session_id)
      expect(await seen(one.by)).toEqual([mine.session.session_id])
      expect(await seen(scene.owner)).toContain(mine.session.session_id)
      const foreign = await openScene(given, 'Sessions of others')
      const live = {
        apiKey: await scene.service.createKey(scene.organization.orgId, { roles: ['admin'], mode: 'live' }),
      }
      expect(await seen(other.by)).toEqual([])
      for (const by of [other.by, foreign.owner, live]) {
        refused(await call('getSession', mine.session, by), 404, 'not_found')
        refused(await call('revokeSession', mine.session, by), 404, 'not_found')
      }
      refused(await call('listSessions', {}, foreign.owner), 404, 'not_found')
      refused(await call('createSession', { kind: 'token' }, foreign.owner), 404, 'not_found')
      const { caller } = await openAgent(scene)
      refused(await call('createSession', { kind: 'token' }, caller), 403, 'capability_denied')
      done(await scene.carrier.call('listAgents', {}, mine.by))

      const { body } = done(await call('revokeSession', { ...mine.session, reason: 'A drill.' }, mine.by))
      expect(body).toMatchObject({ status: 'revoked', is_usable: false, revoked_at: expect.any(String) })
      await isRefused(mine.by, 'session_ended')
      expect(done(await call('revokeSession', mine.session)).body).toMatchObject(body)
      expect(typesOf(await eventsOf(scene, mine.session.session_id))).toEqual(['session.created', 'session.revoked'])
    })

    test('what ends the key or suspends the person ends it, for good', async () => {
      const [revoked, replaced, away] = [await person([]), await person([]), await person([])]
      const [first, second, third] = [await open({}, revoked.by), await open({}, replaced.by), await open({}, away.by)]
      const waiting = await open({ kind: 'browser' }, away.by)
      done(await call('revokeKey', revoked.key))
      await isRefused(first.by, 'session_ended')
      done(await call('rotateKey', { ...replaced.key, overlap_seconds: 0 }))
      await isRefused(second.by, 'session_ended')
      const about = { principal_id: away.principal_id, reason: 'Away.' }
      done(await call('suspendPerson', about))
      await isRefused(third.by, 'session_ended')
      expect(done(await call('getSession', third.session)).body).toMatchObject({ status: 'active', is_usable: false })
      done(await call('reactivatePerson', about))
      done(await scene.carrier.call('listAgents', {}, away.by))
      await isRefused(third.by, 'session_ended')
      refused(await signIn(scene, waiting.secret), 401, 'authentication_error', { reason: 'invalid_code' })
      done(await scene.carrier.call('listAgents', {}, (await open({}, away.by)).by))
    })

    if (given.carrierName === 'rest') ofBrowsers(() => scene, open, call)
  })
}

/** Moves time. */
export function sessionsExpire(given: Given): void {
  if (given.carrierName !== 'rest') return
  test('A.1 a code opens nothing after two minutes, a token after its hour, a cookie after 12 hours', async () => {
    const scene = await openScene(given, 'Sessions that expire')
    const form = { org_id: scene.organization.orgId }
    const open = async (kind: string) =>
      done(await scene.carrier.call('createSession', { ...form, kind }, scene.owner)).body
    const {
      body: token,
      late,
      cookie,
    } = {
      ...{ body: await open('token'), late: await open('browser') },
      cookie: cookieIn(done(await signIn(scene, (await open('browser')).secret))),
    }
    const withToken = () => scene.carrier.call('listAgents', {}, { apiKey: textIn(token, 'secret') })
    const withCookie = () => send(`${scene.service.url}/api/v2/agents`, { headers: { cookie } })
    const expired = { reason: 'session_expired' }
    const { clock } = scene.service
    clock.advance(120_000)
    refused(await signIn(scene, late.secret), 401, 'authentication_error', { reason: 'code_expired' })
    done(await withToken())
    clock.advance(3_480_000)
    refused(await withToken(), 401, 'authentication_error', expired)
    const { session_id } = token
    const shown = await scene.carrier.call('getSession', { ...form, session_id }, scene.owner)
    expect(done(shown).body).toMatchObject({ status: 'expired', is_usable: false })
    done(await withCookie())
    clock.advance(11 * 3_600_000)
    refused(await withCookie(), 401, 'authentication_error', expired)
  })
}

type Open = (input?: object, by?: Caller) => Promise<{ session: { session_id: string }; secret: string; record: Body }>
type Call = (operation: Operation, input?: object, by?: Caller) => Promise<Answer>

/** From a page of the service itself. */
function signIn(scene: Scene, code: unknown, headers: object = { origin: scene.service.baseUrl }): Promise<Answer> {
  const body = JSON.stringify({ code })
  const sent = { ...headers, 'content-type': 'application/json' }
  return send(`${scene.service.url}/auth/session`, { method: 'POST', headers: sent, body })
}

const cookieIn = (answer: Answer): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

function ofBrowsers(scene: () => Scene, open: Open, call: Call): void {
  const openBrowser = async (input: object = {}, by?: Caller) => {
    const { session, secret } = await open({ kind: 'browser', ...input }, by)
    const answer = done(await signIn(scene(), secret))
    return { session, code: secret, answer, cookie: cookieIn(answer) }
  }
  const own = () => ({ origin: scene().service.baseUrl })
  const get = (headers: object, path = '/api/v2/agents') =>
    send(`${scene().service.url}${path}`, { headers: { ...headers } })
  const post = (headers: object, path = '/api/v2/wallets', body: unknown = { name: 'Spare' }) =>
    send(`${scene().service.url}${path}`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', ...headers },
    })
  const graph = (headers: object, query: string) => post(headers, '/graphql', { query })
  const codeOf = ({ body }: Answer) =>
    (body.errors as { extensions: { details: { reason?: string } } }[] | undefined)?.[0]?.extensions.details.reason
  const crossSite = { reason: 'cross_site_request' }

  describe('in a browser', () => {
    test('a code opens one session, once, in a cookie that pages cannot read and other sites cannot send', async () => {
      const { session, secret, record } = await open({ kind: 'browser' })
      expect(secret).toMatch(/^sk_code_/)
      expect(record).toMatchObject({ status: 'pending', is_usable: false })
      // Neither the code nor what a script was given opens anything as a cookie, and the reverse.
      for (const headers of [{ 'x-api-key': secret }, { authorization: `Bearer ${secret}` }])
        refused(await get(headers), 401, 'authentication_error')
      const token = (await open()).secret
      for (const value of [secret, token])
        refused(await get({ cookie: `__Host-session=${value}` }), 401, 'authentication_error', {
          reason: 'invalid_session',
        })
      const answer = done(await signIn(scene(), secret))
      expect(answer.headers.get('set-cookie')).toMatch(
        /^__Host-session=sk_session_[0-9a-z_]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      )
      expect(answer.body).toMatchObject({ ...session, expires_at: expect.any(String) })
      expect(answer.text).not.toContain('sk_')
      const cookie = cookieIn(answer)
      done(await get({ cookie }))
      done(await get({ cookie: `theme=dark; ${cookie}; a=b` }))
      const value = cookie.split('=')[1]
      refused(await get({ 'x-api-key': value }), 401, 'authentication_error', { reason: 'invalid_session' })
      refused(await get({ cookie: `${cookie}; ${cookie}` }), 400, 'invalid_request')
      expect(done(await call('getSession', session)).body).toMatchObject({ status: 'active', is_usable: true })
    })

    test('a code that is used twice may be stolen: its session ends', async () => {
      const { session, code, cookie } = await openBrowser()
      refused(await signIn(scene(), code), 401, 'authentication_error', { reason: 'code_used' })
      refused(await get({ cookie }), 401, 'authentication_error', { reason: 'session_ended' })
      const { secret: raced } = await open({ kind: 'browser' })
      const together = await Promise.all(Array.from({ length: 6 }, () => signIn(scene(), raced)))
      expect(together.filter((answer) => answer.refused === null).length).toBeLessThan(2)
      for (const code of ['', 7, null]) refusedField(await signIn(scene(), code), 'code')
      for (const code of ['nonsense', `${raced}x`, raced.replace('sk_code_', 'sk_session_')])
        refused(await signIn(scene(), code), 401, 'authentication_error', { reason: 'invalid_code' })
      expect(typesOf(await eventsOf(scene(), session.session_id))).toEqual(['session.created', 'session.revoked'])
    })

    test('another site can neither sign a visitor in nor use the cookie: nothing that changes something passes', async () => {
      const { cookie } = await openBrowser()
      const { secret } = await open({ kind: 'browser' })
      const foreign = [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: 'http://pay.example' }, {}]
      for (const headers of foreign)
        refused(await signIn(scene(), secret, headers), 403, 'capability_denied', crossSite)
      for (const headers of foreign) {
        refused(await post({ cookie, ...headers }), 403, 'capability_denied', crossSite)
        expect(
          codeOf(
            await graph(
              { cookie, ...headers },
              'mutation { revokeSession(input: {orgId: "x", sessionId: "y"}) { replayed } }',
            ),
          ),
        ).toBe('cross_site_request')
      }
      // Not even reads, where the browser names another page.
      refused(await get({ cookie, origin: 'https://evil.example' }), 403, 'capability_denied', crossSite)
      // A header that another site has to ask for does not help a page that is named.
      const withHeader = { cookie, 'x-requested-with': 'fetch' }
      refused(await post({ ...withHeader, origin: 'https://evil.example' }), 403, 'capability_denied', crossSite)
      done(await post({ cookie, ...own() }))
      done(await post(withHeader))
      const wallet = 'mutation { createWallet(input: { name: "Spare" }) { replayed } }'
      done(await graph({ cookie, ...own() }, wallet))
      // What a form or an image can send.
      const query = encodeURIComponent(wallet)
      const byGet = await get({ cookie, ...own(), 'apollo-require-preflight': '1' }, `/graphql?query=${query}`)
      expect(byGet.status).toBe(405)
      const plain = await get({ cookie }, `/graphql?query=${encodeURIComponent('{ viewer { keyId } }')}`)
      expect(plain.status).toBe(400)
      for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'application/x-www-form-urlencoded'])
        expect((await post({ cookie, ...own(), 'content-type': type }, '/graphql')).status, type).toBe(415)
    })

    test('a cookie beside another credential is refused, over every carrier', async () => {
      const { cookie } = await openBrowser()
      const both = { reason: 'ambiguous_credentials' }
      const key = { 'x-api-key': scene().organization.key }
      refused(await get({ cookie, ...key }), 400, 'invalid_request', both)
      const bearer = { authorization: `Bearer ${(await open()).secret}` }
      refused(await get({ cookie, ...bearer }), 400, 'invalid_request', both)
      expect(codeOf(await graph({ cookie, ...own(), ...key }, '{ viewer { keyId } }'))).toBe('ambiguous_credentials')
      expect((await socket({ cookie, ...own() }, key)).reason).toBe('ambiguous_credentials')
    })

    /** Until it is acknowledged or closed. */
    async function socket(headers: object, params: object = {}) {
      const url = `${scene().service.url.replace(/^http/, 'ws')}/graphql`
      const client = new WebSocket(url, 'graphql-transport-ws', { headers: { ...headers } })
      const state = { reason: null as string | null, acknowledged: false, client }
      client.on('open', () => client.send(JSON.stringify({ type: 'connection_init', payload: params })))
      client.on('message', () => {
        state.acknowledged = true
      })
      client.on('close', (_code, reason) => {
        state.reason = String(reason)
      })
      await until(async () => state.acknowledged || state.reason !== null)
      return state
    }

    test('a socket with the cookie needs the Origin, and closes with the session', async () => {
      const { cookie, session } = await openBrowser()
      for (const headers of [{}, { origin: 'https://evil.example' }, { 'x-requested-with': 'fetch' }])
        expect((await socket({ cookie, ...headers })).reason).toBe('cross_site_request')
      const opened = await socket({ cookie, ...own() })
      expect(opened.acknowledged).toBe(true)
      done(await call('revokeSession', session))
      const revokedAt = performance.now()
      await until(async () => opened.reason !== null)
      expect(performance.now() - revokedAt).toBeLessThan(1_000)
      expect(opened.reason).toBe('session_ended')
    })

    test('a socket of a key that was replaced closes when the overlap ends, and so does one of its session', async () => {
      const { body } = done(await call('createKey', { name: `Jo ${Math.random()}`, roles: [] }))
      const by = { apiKey: textIn(body, 'api_key') }
      const { cookie } = await openBrowser({}, by)
      const opened = [await socket({}, { 'x-api-key': by.apiKey }), await socket({ cookie, ...own() })]
      done(await call('rotateKey', { key_id: body.key_id, overlap_seconds: 3 }))
      const endsAt = performance.now() + 3_000
      opened.push(await socket({}, { 'x-api-key': by.apiKey }))
      expect(opened.map(({ acknowledged, reason }) => [acknowledged, reason])).toEqual(opened.map(() => [true, null]))
      await until(async () => opened.every(({ reason }) => reason !== null))
      expect(Math.abs(performance.now() - endsAt)).toBeLessThan(1_000)
    })

    test('signing out ends the session and makes the browser forget it', async () => {
      const { cookie, session } = await openBrowser()
      const signOut = (headers: object) =>
        send(`${scene().service.url}/auth/session`, { method: 'DELETE', headers: { ...headers } })
      refused(await signOut({ cookie }), 403, 'capability_denied', crossSite)
      done(await get({ cookie }))
      const answer = done(await signOut({ cookie, ...own() }))
      expect(answer.body).toEqual({ sign_out_url: null })
      expect(answer.headers.get('set-cookie')).toMatch(/^__Host-session=; Max-Age=0; Path=\//)
      refused(await get({ cookie }), 401, 'authentication_error', { reason: 'session_ended' })
      expect(done(await call('getSession', session)).body.status).toBe('revoked')
      expect((await signOut({ cookie, ...own() })).status).toBe(200)
    })
  })
}
