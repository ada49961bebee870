/** Whose credentials are taken: agents, people and their sessions, enrolment keys and keys of merchants, each made for one stop. */
import { randomUUID } from 'node:crypto'
import type { ProcessWorld } from '../processWorld.ts'

export type Headers = Readonly<Record<string, string>>
export type Json = Readonly<Record<string, unknown>>

export interface Subject {
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
  /** Of the key of a merchant. */
  readonly merchantId?: string
  /** With which `path` is called; absent: it is read. */
  readonly body?: Json
  /** It opens neither sockets nor streams. */
  readonly isDeaf?: true
}

export interface World extends ProcessWorld {
  readonly orgId: string
}

export const API = '/api/v2'
/** The processes' own address, which is not where they listen. */
export const PAGE = { origin: 'http://prove.internal' }
export const SIGN_IN = '/auth/session'

export const admin = ({ adminKey }: World): Headers => ({ 'x-api-key': adminKey })
const first = ({ services }: World): string => `${services[0]?.url}${API}`

export async function openAgent(world: World): Promise<Subject> {
  const form = { name: 'Stopped', capabilities: ['payments'], owner_org_id: world.orgId }
  const agent = await send(`${first(world)}/auth/agent/register`, admin(world), form)
  const exchange = { agent_id: agent.agent_id, api_key: agent.api_key }
  const { access_token } = await send(`${first(world)}/auth/agent/token`, {}, exchange)
  return { id: `${agent.agent_id}`, headers: { authorization: `Bearer ${access_token}` }, path: '/api/v2/agents/me' }
}

/** It is asked for what it may do by its one capability. */
export async function openPayer(world: World): Promise<Subject> {
  return { ...(await openAgent(world)), path: `${API}/payments` }
}

/** Made by a person of its own. */
export async function openEnrolment(world: World): Promise<Subject> {
  const maker = await openKey(world)
  const path = `/organizations/${world.orgId}/enrolment-keys`
  const made = await send(first(world) + path, maker.headers, { label: 'Stopped', max_uses: 100 })
  return {
    ...{ id: `${made.key_id}`, headers: { 'x-api-key': `${made.enrolment_key}` }, isDeaf: true },
    ...{ personId: maker.personId ?? '', path: `${API}/auth/agent/register` },
    body: { name: 'Enrolled', capabilities: ['payments'], owner_org_id: world.orgId },
  }
}

export async function openMerchant(world: World): Promise<Subject> {
  const shop = { name: 'Stopped', legal_name: 'Stopped', domain: `stopped-${randomUUID()}.example` }
  const { merchant_id } = await send(`${first(world)}/merchants`, admin(world), shop)
  const made = await send(`${first(world)}/merchants/${merchant_id}/keys`, admin(world), {})
  return {
    ...{ id: `${made.key_id}`, headers: { 'x-api-key': `${made.api_key}` }, path: '/acp/orders' },
    ...{ merchantId: `${merchant_id}`, isDeaf: true },
  }
}

export async function openRefreshed(world: World): Promise<Subject> {
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

export async function openKey(world: World): Promise<Subject> {
  const keys = `/organizations/${world.orgId}/keys`
  const name = `Stopped ${randomUUID()}`
  const key = await send(first(world) + keys, admin(world), { name, roles: ['admin'] })
  const headers = { 'x-api-key': `${key.api_key}` }
  return { id: `${key.key_id}`, personId: `${key.principal_id}`, headers, path: `/api/v2${keys}` }
}

/** A session of a person, made from a key of their own. */
export async function openSession(world: World, kind: 'token' | 'browser') {
  const key = await openKey(world)
  const path = `/organizations/${world.orgId}/sessions`
  const { session_id, secret } = await send(first(world) + path, key.headers, { kind })
  return {
    ...{ id: `${session_id}`, secret: `${secret}`, path: API + path },
    keyId: key.id,
    personId: key.personId ?? '',
  }
}

export async function openToken(world: World): Promise<Subject> {
  const { secret, ...session } = await openSession(world, 'token')
  return { ...session, headers: { authorization: `Bearer ${secret}` } }
}

export async function openBrowser(world: World): Promise<Subject> {
  const { secret: code, ...session } = await openSession(world, 'browser')
  const response = await request(`${world.services[0]?.url}${SIGN_IN}`, PAGE, { code })
  const cookie = cookieIn(response)
  if (cookie === null) throw new Error(`${SIGN_IN}: ${response.status} ${await response.text()}`)
  return { ...session, headers: { cookie, ...PAGE }, reuse: { code } }
}

export const cookieIn = ({ headers }: Response): string | null => headers.get('set-cookie')?.split(';')[0] ?? null

export function request(
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
export async function send(url: string, headers: Headers, body: Json): Promise<Json> {
  const response = await request(url, headers, body)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return JSON.parse(text) as Json
}
