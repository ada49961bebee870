/**
 * People and agents of a dump: sessions in every state, keys that were replaced and ended, and agents that got another DID and
 * key, were suspended, and revoked.
 */
import type { RunningService } from '../../gateway/service.ts'
import type { Client } from './client.ts'
import type { StoredCaller } from './dumpFile.ts'

interface PeopleContext {
  readonly client: Client
  readonly going: Record<string, string>
  readonly service: RunningService['service']
  /** Makes an agent with money. */
  readonly register: (organization: string, name: string, funds: readonly string[]) => Promise<void>
}

type Body = Readonly<Record<string, unknown>>

const LONGEST_SECONDS = 43_200

export async function addPeople(context: PeopleContext): Promise<void> {
  await openSessions(context)
  await endKeys(context)
  await changeAgents(context)
}

const orgIdOf = ({ callers }: Client) => (callers.north as StoredCaller & { orgId: string }).orgId
const pathOf = (client: Client) => `/organizations/${orgIdOf(client)}`

/** A caller of this name, whose key the text is. */
function remember({ callers }: Client, name: string, apiKey: unknown): void {
  callers[name] = { kind: 'organization', orgId: orgIdOf({ callers } as Client), apiKey: String(apiKey) }
}

async function makeSession(client: Client, by: string, name: string, more: object = {}): Promise<Body> {
  const body = { kind: 'token', expires_in_seconds: LONGEST_SECONDS, ...more }
  const made = await client.sendOrThrow(by, `POST ${pathOf(client)}/sessions`, { body })
  remember(client, name, made.secret)
  return made
}

async function openSessions({ client, going, service }: PeopleContext): Promise<void> {
  await makeSession(client, 'north', 'north_session')
  await makeSession(client, 'north_second', 'north_reader', { roles: ['viewer'] })
  for (const name of ['north_session', 'north_reader']) await client.sendOrThrow(name, `GET ${pathOf(client)}`)
  const { session_id } = await makeSession(client, 'north', 'north_left')
  const revoked = { key: 'leave', body: { reason: 'Has left.' } }
  await client.sendOrThrow('north', `POST ${pathOf(client)}/sessions/${session_id}/revoke`, revoked)
  const { secret } = await makeSession(client, 'north', 'north_browser', { kind: 'browser' })
  const from = { requestId: 'req_browser', address: '127.0.0.1' }
  const opened = await service.subgraphs.agents.browserSessions.open(secret, from)
  going.session_browser = opened.record.session_id
  await makeSession(client, 'north', 'north_code', { kind: 'browser', expires_in_seconds: 3_600 })
  delete client.callers.north_code
  delete client.callers.north_browser
}

/** With sessions that were made from them before. */
async function endKeys({ client }: PeopleContext): Promise<void> {
  for (const end of ['revoke', 'suspend', 'rotate']) {
    const person = { name: `To ${end}`, roles: ['approver'] }
    const made = await client.sendOrThrow('north', `POST ${pathOf(client)}/keys`, { body: person })
    remember(client, `north_${end}`, made.api_key)
    await makeSession(client, `north_${end}`, `north_${end}_session`)
    await client.sendOrThrow(`north_${end}_session`, `GET ${pathOf(client)}`)
    const path = end === 'suspend' ? `people/${made.principal_id}/suspend` : `keys/${made.key_id}/${end}`
    const body = end === 'rotate' ? { overlap_seconds: 60 } : { reason: 'Has left.' }
    await client.sendOrThrow('north', `POST ${pathOf(client)}/${path}`, { key: `${end}-key`, body })
  }
}

async function changeAgents({ client, going, register }: PeopleContext): Promise<void> {
  await register('north', 'renewed', ['20'])
  const { agentId } = client.callers.renewed as StoredCaller & { kind: 'agent' }
  const act = (agent: string, what: string, body: object = {}) =>
    client.sendOrThrow('north', `POST /agents/${agent}/${what}`, { key: `${what}-${agent}`, body })
  await act(agentId, 'rotate-did')
  const { api_key } = await act(agentId, 'rotate-key')
  await act(agentId, 'suspend', { reason: 'Drill.' })
  await act(agentId, 'reactivate', { reason: 'Drill over.' })
  client.callers.renewed = { ...client.callers.renewed, apiKey: String(api_key) } as StoredCaller
  await register('north', 'ended', [])
  const ended = client.callers.ended as StoredCaller & { kind: 'agent' }
  await act(ended.agentId, 'revoke-key', { reason: 'No longer needed.' })
  going.wallet_free = ended.walletId
}
