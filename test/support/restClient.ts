/** REST requests of integration tests, and a service over HTTP beside the subgraphs of a `MandatesWorld`. */
import type { Config } from '../../gateway/config.ts'
import { startService } from '../../gateway/service.ts'
import type { AgentId, OrgId, WalletId } from '../../subgraphs/shared/ids.ts'
import { openMandatesWorld } from './mandatesWorld.ts'
import { silentLog } from './openTestDatabase.ts'

export type RequestHeaders = Readonly<Record<string, string>>

export interface RestResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** @param request method and path, such as `POST /api/v2/payments` */
export async function callRest(
  url: string,
  request: string,
  headers: RequestHeaders,
  body?: object,
): Promise<RestResponse> {
  const [method = 'GET', path = ''] = request.split(' ')
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}

export type RestWorld = Awaited<ReturnType<typeof openRestWorld>>

/** The subgraphs in this process, and a second service on the same database and clock that listens. */
export async function openRestWorld(databaseName: string, settings: Partial<Config> = {}) {
  const world = await openMandatesWorld(databaseName)
  const config = { ...world.service.config, port: 0, runWorkers: false, ...settings }
  const running = await startService(config, { log: silentLog, clock: world.clock })
  const call = (request: string, headers: RequestHeaders, body?: object) =>
    callRest(running.url, request, headers, body)

  /** An organization with one agent, registered over REST, and the headers of both. */
  async function openOrganization(name: string) {
    const { orgId, keys } = await running.service.subgraphs.agents.createOrganization({ name })
    const owner = { 'x-api-key': keys.test ?? '' }
    const registration = { name: 'One', capabilities: ['payments', 'wallets', 'approvals'], owner_org_id: orgId }
    const { body: agent } = await call('POST /api/v2/auth/agent/register', owner, registration)
    const exchange = { agent_id: agent.agent_id, api_key: agent.api_key }
    const { body: token } = await call('POST /api/v2/auth/agent/token', {}, exchange)
    return {
      ...{ orgId: orgId as OrgId, owner, registration, exchange, refreshToken: token.refresh_token },
      bearer: { authorization: `Bearer ${token.access_token}`, 'x-agent-id': String(agent.agent_id) },
      agentId: agent.agent_id as AgentId,
      walletId: agent.wallet_id as WalletId,
      mandateId: String(agent.mandate_id),
    }
  }

  return {
    ...{ world, running, call, openOrganization },
    async stop() {
      await running.stop()
      await world.stop()
    },
  }
}
