/** Every emergency act, over REST and GraphQL, by each kind of caller that may do it. */
import { Pool } from 'undici'
import { OPERATOR_KEY, type Round, type StartedService } from './serviceProcess.ts'

export interface EmergencyAct {
  readonly name: string
  readonly status: number
  readonly ms: number
  /** The body of a refusal; empty if the act was acknowledged. */
  readonly refused: string
}

type Headers = Readonly<Record<string, string>>

interface Call {
  readonly name: string
  readonly headers: Headers
  readonly path: string
  readonly body: object
}

const JSON_BODY = { 'content-type': 'application/json' }

/** One after the other, each with the time until it was acknowledged. */
export async function runEmergencyActs(opened: StartedService, round: Round): Promise<EmergencyAct[]> {
  const pool = new Pool(opened.url, { connections: 1, pipelining: 1 })
  try {
    const acts: EmergencyAct[] = []
    for (const call of callsOf(opened, round)) acts.push(await send(pool, call))
    return acts
  } finally {
    await pool.close()
  }
}

async function send(pool: Pool, { name, headers, path, body }: Call): Promise<EmergencyAct> {
  const began = performance.now()
  const response = await pool.request({
    method: 'POST',
    path,
    headers: { ...headers, ...JSON_BODY },
    body: JSON.stringify(body),
  })
  const text = await response.body.text()
  const isDone = response.statusCode < 300 && !text.startsWith('{"errors"') && !text.includes('"errors":[')
  return { name, status: response.statusCode, ms: performance.now() - began, refused: isDone ? '' : text.slice(0, 300) }
}

function callsOf({ keys: [first, second] }: StartedService, round: Round): Call[] {
  const { wallets, mandates, approvals, agents } = round
  const [admin, other] = [{ 'x-api-key': first }, { 'x-api-key': second }]
  const operator = { 'x-api-key': OPERATOR_KEY }
  const bearer = (index: number) => ({ authorization: `Bearer ${agents[index]?.token}` })
  const reason = { reason: 'Drill.' }
  return [
    // Denials first: the stops below would dismiss these approvals.
    rest('deny', other, `/approvals/${approvals[0]}/deny`, {}),
    graph('deny', other, 'denyApproval', 'DecideApprovalInput!', 'approval', { approvalId: approvals[1] }),
    rest('kill switch', admin, '/kill-switches', switchOf('merchant', `${round.name}-a.example`)),
    graph('kill switch', admin, 'activateKillSwitch', 'ActivateKillSwitchInput!', 'killSwitch', {
      ...{ scope: 'merchant', targetId: `${round.name}-b.example`, reasonCode: 'test' },
      ...reason,
    }),
    rest('freeze', admin, `/wallets/${wallets[0]}/freeze`, reason),
    graph('freeze', admin, 'freezeWallet', 'FreezeWalletInput!', 'wallet', { walletId: wallets[1], ...reason }),
    rest('revoke', admin, `/mandates/${mandates[0]}/revoke`, reason),
    graph('revoke', admin, 'revokeMandate', 'RevokeMandateInput!', 'mandate', { id: mandates[1], ...reason }),
    rest('cancel', bearer(0), `/approvals/${approvals[2]}/cancel`, {}),
    graph('cancel', bearer(0), 'cancelApproval', 'DecideApprovalInput!', 'approval', { approvalId: approvals[3] }),
    rest('freeze by the agent', bearer(0), `/wallets/${agents[0]?.walletId}/freeze`, reason),
    graph('kill switch by the agent', bearer(1), 'activateKillSwitch', 'ActivateKillSwitchInput!', 'killSwitch', {
      ...{ scope: 'agent', targetId: agents[1]?.agentId, reasonCode: 'test' },
      ...reason,
    }),
    rest('kill switch by an operator', operator, '/kill-switches', switchOf('token', 'PYUSD')),
    graph('kill switch by an operator', operator, 'activateKillSwitch', 'ActivateKillSwitchInput!', 'killSwitch', {
      ...{ scope: 'token', targetId: 'EURC', reasonCode: 'test' },
      ...reason,
    }),
  ]
}

const switchOf = (scope: string, target: string) => ({
  ...{ scope, target_id: target, reason: 'Drill.', reason_code: 'test' },
})

const rest = (name: string, headers: Headers, path: string, body: object): Call => ({
  ...{ name: `${name} on REST`, headers, path: `/api/v2${path}`, body },
})

function graph(name: string, headers: Headers, field: string, type: string, payloadField: string, input: object): Call {
  const query = `mutation ($input: ${type}) { ${field}(input: $input) { ${payloadField} { id } } }`
  return { name: `${name} on GraphQL`, headers, path: '/graphql', body: { query, variables: { input } } }
}
