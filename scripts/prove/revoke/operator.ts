/**
 * What the operator and a trusted issuer take away, at a service in the process of the proof: an organization is suspended, and a
 * person who signs in has no role there any more. The other processes are the ones that are asked.
 */
import { parseConfig } from '../../../gateway/config.ts'
import { type RunningService, startService } from '../../../gateway/service.ts'
import type { OpenIdIssuer } from '../openIdIssuer.ts'
import { log } from '../world.ts'
import { API, cookieIn, type Headers, type Json, PAGE, type Subject, send, type World } from './subjects.ts'

export interface Operator {
  readonly running: RunningService
  readonly issuer: OpenIdIssuer
  close(): Promise<void>
}

const PROVIDER = '/auth/openid/corp'

export async function openOperator({ environment, orgId }: World): Promise<Operator> {
  // Only here, because it says a lot when it is loaded.
  const { CLIENT, startOpenIdIssuer } = await import('../openIdIssuer.ts')
  const issuer = await startOpenIdIssuer([`${PAGE.origin}${PROVIDER}/callback`])
  const provider = {
    ...{ id: 'corp', issuer: issuer.issuer, ...CLIENT, org_id: orgId, mode: 'test' },
    ...{ role_claim: 'groups', roles: { admins: ['admin'] } },
  }
  const settings = { ...environment, PORT: '0', RUN_WORKERS: 'false', OPENID_PROVIDERS: JSON.stringify([provider]) }
  const running = await startService(parseConfig(settings), { log }).catch(async (error: unknown) => {
    await issuer.stop()
    throw error
  })
  return {
    ...{ running, issuer },
    async close() {
      await running.stop()
      await issuer.stop()
    },
  }
}

/** @returns the cookie of the session; null: nobody is let in */
async function signIn({ running: { url }, issuer }: Operator, subject: string): Promise<string | null> {
  const begun = await fetch(url + PROVIDER, { redirect: 'manual' })
  await begun.arrayBuffer()
  const back = await issuer.authorize(begun.headers.get('location') ?? '', subject)
  const ended = await fetch(`${url}${PROVIDER}/callback${back.search}`, {
    ...{ redirect: 'manual', headers: { cookie: cookieIn(begun) ?? '' } },
  })
  await ended.arrayBuffer()
  if (ended.status === 403) return null
  const cookies = ended.headers.getSetCookie().filter((text) => !text.includes('Max-Age=0;'))
  return cookies.find((text) => text.includes('session='))?.split(';')[0] ?? null
}

/** A person whom the issuer lets in as an administrator. */
export async function openSignedIn(operator: Operator, { orgId }: World, subject: string): Promise<Subject> {
  operator.issuer.people.set(subject, { name: subject, groups: ['admins'] })
  const cookie = await signIn(operator, subject)
  if (cookie === null) throw new Error(`${subject} is not let in`)
  return { id: subject, headers: { cookie, ...PAGE }, path: `${API}/organizations/${orgId}/keys` }
}

/** The issuer names no role for the person any more, which the service is told when they sign in once more. */
export async function loseRole(operator: Operator, subject: string): Promise<void> {
  operator.issuer.people.set(subject, { name: subject, groups: [] })
  if ((await signIn(operator, subject)) !== null) throw new Error(`${subject} is let in without a role`)
}

/** What a suspended organization is asked for, and what it is answered: it reads and stops, and nothing else. */
interface Asked {
  readonly name: string
  readonly by: 'key' | 'agent'
  readonly path: string
  readonly body?: Json
  /** Of a switch the second process says that there is one. */
  readonly statuses: readonly number[]
}

export interface Suspended {
  readonly headers: Readonly<Record<Asked['by'], Headers>>
  readonly asked: readonly Asked[]
  suspend(): Promise<void>
}

/** With an agent, so that it could spend; each process is asked with the same. */
export async function openSuspended({ running }: Operator, { services }: World): Promise<Suspended> {
  const { agents } = running.service.subgraphs
  const { orgId, keys } = await agents.createOrganization({ name: 'To be suspended' })
  const key: Headers = { 'x-api-key': keys.test ?? '' }
  const first = `${services[0]?.url}${API}`
  const form = { name: 'Stopped', capabilities: ['payments', 'wallets'], owner_org_id: orgId }
  const { agent_id, api_key, wallet_id } = await send(`${first}/auth/agent/register`, key, form)
  const { access_token } = await send(`${first}/auth/agent/token`, {}, { agent_id, api_key })
  const agent: Headers = { authorization: `Bearer ${access_token}`, 'x-agent-id': `${agent_id}` }
  const pays = { wallet_id, to: `0x${'5'.repeat(40)}`, amount: '1.00', token: 'USDC' }
  const stops = { scope: 'agent', target_id: agent_id, reason: 'A drill.', reason_code: 'test' }
  return {
    headers: { key, agent },
    asked: [
      { name: 'reads', by: 'key', path: `${API}/organizations/${orgId}`, statuses: [200] },
      { name: 'lists', by: 'key', path: `${API}/wallets`, statuses: [200] },
      { name: 'reads as an agent', by: 'agent', path: `${API}/agents/me`, statuses: [200] },
      { name: 'pays', by: 'agent', path: `${API}/payments`, body: pays, statuses: [403] },
      {
        name: 'makes a key',
        by: 'key',
        path: `${API}/organizations/${orgId}/keys`,
        body: { name: 'One', roles: [] },
        statuses: [403],
      },
      { name: 'registers an agent', by: 'key', path: `${API}/auth/agent/register`, body: form, statuses: [403] },
      { name: 'stops', by: 'key', path: `${API}/kill-switches`, body: stops, statuses: [200, 201] },
    ],
    async suspend() {
      await agents.setOrganizationStatus({ orgId, status: 'suspended', reason: 'A drill.' })
    },
  }
}
