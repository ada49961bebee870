/**
 * What is taken from a credential is taken everywhere (domain A.3): agents are suspended, revoked or get a new key, a refresh
 * token is used twice, keys of persons are revoked or lose a role, a person is suspended, and sessions end with each of these, by
 * revoking, by signing out and by a code that is used twice, while two processes serve them. The next request is refused in
 * both processes, also with a valid token, and sockets that are open in each close within a second. A one-time code that
 * both processes get at once opens one session at most, and none that lasts. With `--fault` the rows change and no event
 * tells of it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { waitUntil } from '../waitUntil.ts'
import { openProcessWorld, type ProcessWorld } from './processWorld.ts'
import type { ProofInput, ProofResult } from './proof.ts'

const ROUNDS = { ci: 1, full: 40 } as const
const WITHIN_MS = 1_000
/** For a socket that does not close. */
const GIVE_UP_MS = 3_000

type Headers = Readonly<Record<string, string>>
type Json = Readonly<Record<string, unknown>>

interface Subject {
  readonly id: string
  /** Its credential, in requests and on sockets. */
  readonly headers: Headers
  /** A request that the stop must refuse. */
  readonly path: string
  /** Of a key. */
  readonly personId?: string
  /** A token or code that was used already. */
  readonly reuse?: Json
  /** Of a session. */
  readonly keyId?: string
}

interface Stop {
  readonly name: string
  readonly open: (world: World) => Promise<Subject>
  readonly path: (subject: Subject, world: World) => string
  readonly method?: 'PATCH' | 'DELETE'
  readonly body?: Json | ((subject: Subject) => Json)
  /** With which credential; default: the administrator's. */
  readonly by?: (subject: Subject) => Headers
  /** The stop itself is answered with this refusal. */
  readonly answer?: number
  /** What the fault writes instead. */
  readonly row: { readonly collection: 'agents' | 'apiKeys' | 'sessions'; readonly set: Json }
}

interface World extends ProcessWorld {
  readonly orgId: string
}

const API = '/api/v2'
/** The processes' own address, which is not where they listen. */
const PAGE = { origin: 'http://prove.internal' }
const SIGN_IN = '/auth/session'

const agentPath = (act: string) => (subject: Subject) => `${API}/agents/${subject.id}/${act}`
const keyPath =
  (act = '') =>
  ({ id, keyId = id }: Subject, { orgId }: World) =>
    `${API}/organizations/${orgId}/keys/${keyId}${act}`
const personPath = ({ personId }: Subject, { orgId }: World) =>
  `${API}/organizations/${orgId}/people/${personId}/suspend`
const sessionPath = ({ id }: Subject, { orgId }: World) => `${API}/organizations/${orgId}/sessions/${id}/revoke`
const reason = { reason: 'A drill.' }
const agentRow = (set: Json) => ({ collection: 'agents', set }) as const
const sessionRow = { collection: 'sessions', set: { status: 'revoked' } } as const
const keyRow = (set: Json) => ({ collection: 'apiKeys', set }) as const

const STOPS: readonly Stop[] = [
  {
    name: 'suspend',
    open: openAgent,
    path: agentPath('suspend'),
    body: reason,
    row: agentRow({ status: 'suspended' }),
  },
  {
    name: 'revoke',
    open: openAgent,
    path: agentPath('revoke-key'),
    body: reason,
    row: agentRow({ status: 'revoked' }),
  },
  { name: 'rotate key', open: openAgent, path: agentPath('rotate-key'), body: {}, row: agentRow({ keyVersion: 2 }) },
  {
    ...{ name: 'use a refresh token twice', open: openRefreshed, path: () => `${API}/auth/agent/token`, answer: 401 },
    by: () => ({}),
    ...{ body: ({ reuse = {} }) => reuse, row: agentRow({}) },
  },
  {
    name: 'revoke a person’s key',
    open: openKey,
    path: keyPath('/revoke'),
    body: {},
    row: keyRow({ status: 'revoked' }),
  },
  {
    ...{ name: 'suspend a person', open: openKey, path: personPath, body: reason },
    row: keyRow({ suspended: { reason: '', at: new Date(), by: 'key_1' } }),
  },
  {
    ...{ name: 'take a role', open: openKey, path: keyPath(), method: 'PATCH', body: { roles: [] } },
    row: keyRow({ roles: [] }),
  },
  { name: 'revoke a session', open: openToken, path: sessionPath, body: {}, row: sessionRow },
  { name: 'revoke the key of a session', open: openToken, path: keyPath('/revoke'), body: {}, row: sessionRow },
  { name: 'suspend the person of a session', open: openBrowser, path: personPath, body: reason, row: sessionRow },
  {
    ...{ name: 'sign out', open: openBrowser, path: () => SIGN_IN, method: 'DELETE', row: sessionRow },
    by: ({ headers }) => headers,
  },
  {
    ...{ name: 'use a code twice', open: openBrowser, path: () => SIGN_IN, by: () => PAGE, answer: 401 },
    ...{ body: ({ reuse = {} }) => reuse, row: sessionRow },
  },
]

export async function proveRevoke({ size, fault }: ProofInput): Promise<ProofResult> {
  const opened = await openProcessWorld(2)
  const breaches: string[] = []
  const figures = { stops: 0, sockets: 0, slowestMs: 0 }
  try {
    const row = await opened.database.collection<{ _id: string }>('organizations').findOne({})
    const world: World = { ...opened, orgId: row?._id ?? '' }
    for (let round = 0; round < (fault ? 1 : ROUNDS[size]); round++) {
      if (!fault) breaches.push(...(await raceCode(world)))
      for (const [index, stop] of (fault ? STOPS.slice(0, 1) : STOPS).entries()) {
        const subject = await stop.open(world)
        const sockets = await Promise.all(world.services.map(({ url }) => openSocket(url, subject.headers)))
        const at = world.services[(round + index) % world.services.length]?.url ?? ''
        if (fault) await writeRow(world, stop, subject)
        else await carryOut(stop, subject, world, at)
        const acknowledged = performance.now()
        const refused = await Promise.all(
          world.services.map(({ url }) => statusOf(url + subject.path, subject.headers)),
        )
        for (const [process, status] of refused.entries())
          if (status !== 401 && status !== 403)
            breaches.push(`${stop.name}: process ${process} answered ${status} after the acknowledgement`)
        const closed = await Promise.all(sockets.map((socket) => socket.closedWithin(GIVE_UP_MS)))
        for (const [process, closedAt] of closed.entries()) {
          const tookMs = closedAt === null ? Number.POSITIVE_INFINITY : closedAt - acknowledged
          if (tookMs > WITHIN_MS)
            breaches.push(`${stop.name}: a socket of process ${process} was open after ${tookMs} ms`)
          else figures.slowestMs = Math.max(figures.slowestMs, tookMs)
        }
        figures.stops += 1
        figures.sockets += closed.length
      }
    }
  } finally {
    await opened.close()
  }
  return { figures, breaches }
}

async function carryOut(
  { path, body = {}, method, answer, by = () => admin(world) }: Stop,
  subject: Subject,
  world: World,
  at: string,
): Promise<void> {
  const sent = typeof body === 'function' ? body(subject) : body
  const response = await request(at + path(subject, world), by(subject), sent, method)
  const text = await response.text()
  if (answer === undefined ? !response.ok : response.status !== answer)
    throw new Error(`${path(subject, world)}: ${response.status} ${text}`)
}

const admin = ({ adminKey }: World): Headers => ({ 'x-api-key': adminKey })
const first = ({ services }: World): string => `${services[0]?.url}${API}`

async function openAgent(world: World): Promise<Subject> {
  const form = { name: 'Stopped', capabilities: ['payments'], owner_org_id: world.orgId }
  const agent = await send(`${first(world)}/auth/agent/register`, admin(world), form)
  const exchange = { agent_id: agent.agent_id, api_key: agent.api_key }
  const { access_token } = await send(`${first(world)}/auth/agent/token`, {}, exchange)
  return { id: `${agent.agent_id}`, headers: { authorization: `Bearer ${access_token}` }, path: '/api/v2/agents/me' }
}

async function openRefreshed(world: World): Promise<Subject> {
  const form = { name: 'Stopped', capabilities: ['payments'], owner_org_id: world.orgId }
  const { agent_id, api_key } = await send(`${first(world)}/auth/agent/register`, admin(world), form)
  const exchange = (body: Json) => send(`${first(world)}/auth/agent/token`, {}, { agent_id, ...body })
  const refresh = (token: unknown) => ({ grant_type: 'refresh_token', refresh_token: token })
  const used = await exchange({ api_key })
  const second = await exchange(refresh(used.refresh_token))
  const { access_token } = await exchange(refresh(second.refresh_token))
  const headers = { authorization: `Bearer ${access_token}` }
  return { id: `${agent_id}`, headers, path: '/api/v2/agents/me', reuse: { agent_id, ...refresh(used.refresh_token) } }
}

async function openKey(world: World): Promise<Subject> {
  const keys = `/organizations/${world.orgId}/keys`
  const name = `Stopped ${randomUUID()}`
  const key = await send(first(world) + keys, admin(world), { name, roles: ['admin'] })
  const headers = { 'x-api-key': `${key.api_key}` }
  return { id: `${key.key_id}`, personId: `${key.principal_id}`, headers, path: `/api/v2${keys}` }
}

/** A session of a person, made from a key of their own. */
async function openSession(world: World, kind: 'token' | 'browser') {
  const key = await openKey(world)
  const path = `/organizations/${world.orgId}/sessions`
  const { session_id, secret } = await send(first(world) + path, key.headers, { kind })
  return {
    ...{ id: `${session_id}`, secret: `${secret}`, path: API + path },
    keyId: key.id,
    personId: key.personId ?? '',
  }
}

async function openToken(world: World): Promise<Subject> {
  const { secret, ...session } = await openSession(world, 'token')
  return { ...session, headers: { authorization: `Bearer ${secret}` } }
}

async function openBrowser(world: World): Promise<Subject> {
  const { secret: code, ...session } = await openSession(world, 'browser')
  const response = await request(`${world.services[0]?.url}${SIGN_IN}`, PAGE, { code })
  const cookie = cookieIn(response)
  if (cookie === null) throw new Error(`${SIGN_IN}: ${response.status} ${await response.text()}`)
  return { ...session, headers: { cookie, ...PAGE }, reuse: { code } }
}

const cookieIn = ({ headers }: Response): string | null => headers.get('set-cookie')?.split(';')[0] ?? null

/** One code at every process at once, twice. */
async function raceCode(world: World): Promise<string[]> {
  const { secret: code, path } = await openSession(world, 'browser')
  const at = [...world.services, ...world.services]
  const responses = await Promise.all(at.map(({ url }) => request(url + SIGN_IN, PAGE, { code })))
  const cookies = responses.flatMap((response) => cookieIn(response) ?? [])
  await Promise.all(responses.map((response) => response.arrayBuffer()))
  const statuses = await Promise.all(
    cookies.flatMap((cookie) => world.services.map(({ url }) => statusOf(url + path, { cookie, ...PAGE }))),
  )
  return [
    ...(cookies.length > 1 ? [`one code opened ${cookies.length} sessions`] : []),
    ...statuses.filter((status) => status !== 401).map((status) => `a session of a stolen code is answered ${status}`),
  ]
}

async function writeRow({ database }: World, { row }: Stop, { id }: Subject): Promise<void> {
  // Each process has heard of the registration by then, which makes it look at the agent's sockets once more.
  await sleep(WITHIN_MS)
  await database.collection<{ _id: string }>(row.collection).updateOne({ _id: id }, { $set: row.set })
}

function request(
  url: string,
  headers: Headers,
  body: Json,
  method: 'POST' | 'PATCH' | 'DELETE' = 'POST',
): Promise<Response> {
  return fetch(url, {
    ...{ method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) },
    signal: AbortSignal.timeout(10_000),
  })
}

/** @throws Error when it is refused */
async function send(url: string, headers: Headers, body: Json): Promise<Json> {
  const response = await request(url, headers, body)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return JSON.parse(text) as Json
}

async function statusOf(url: string, headers: Headers): Promise<number> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) })
  await response.arrayBuffer()
  return response.status
}

async function openSocket(url: string, headers: Headers) {
  let closedAt: number | null = null
  class Browser extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers })
    }
  }
  const client = createClient({
    ...{ url: `${url.replace(/^http/, 'ws')}/graphql`, webSocketImpl: 'cookie' in headers ? Browser : WebSocket },
    connectionParams: 'cookie' in headers ? {} : { ...headers },
    ...{ lazy: false, retryAttempts: 0, onNonLazyError: () => undefined },
  })
  client.on('closed', () => {
    closedAt = performance.now()
  })
  await new Promise((resolve) => client.on('connected', resolve))
  return {
    /** When it was closed, null if it is still open then. */
    async closedWithin(ms: number): Promise<number | null> {
      await waitUntil('a socket closes', async () => closedAt !== null, ms).catch(() => undefined)
      const at = closedAt
      await client.dispose()
      return at
    },
  }
}
