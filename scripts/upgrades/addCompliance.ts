/**
 * Compliance of a dump: cases in every state, denials, scores, names and parties, a deposit that was blocked and released, evidence about an agent, a
 * suspended person, settings of holds, and a family of tokens that ended.
 */
import type { RunningService } from '../../gateway/service.ts'
import { importScreeningList } from '../../subgraphs/payments/index.ts'
import type { OrgId } from '../../subgraphs/shared/ids.ts'
import { tokenOn } from '../embedded/embeddedChains.ts'
import { sendAs } from '../embedded/sendAs.ts'
import { waitUntil } from '../waitUntil.ts'
import { ELSEWHERE, transferData } from './addInflows.ts'
import type { Client } from './client.ts'
import type { StoredCaller } from './dumpFile.ts'

interface ComplianceContext {
  readonly client: Client
  readonly going: Record<string, string>
  readonly rpcUrl: string
  readonly service: RunningService['service']
  readonly pay: (name: string, key: string, amount: string, to: string, status?: number) => Promise<Body>
  /** Makes an agent with money. */
  readonly register: (organization: string, name: string, funds: readonly string[]) => Promise<void>
}

type Body = Readonly<Record<string, unknown>>
type Agent = StoredCaller & { kind: 'agent' }

const MIXER = '0x722122dF12D4e14e13Ac3b6895a86e84145b6967'
const SANCTIONED = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'
const SUPPLIER = '0x7777777777777777777777777777777777777777'
const LANDLORD = '0x8888888888888888888888888888888888888888'
const LIST = 'own'

export async function addCompliance(context: ComplianceContext): Promise<void> {
  const { client, service } = context
  const { orgId } = client.callers.north as StoredCaller & { orgId: OrgId }
  const reviewer = { orgId, mode: 'test', roles: ['compliance'], personId: 'person_north_reviewer' } as const
  const { key } = await service.subgraphs.agents.createOrganizationKey(reviewer)
  client.callers.north_reviewer = { kind: 'organization', orgId, apiKey: key }
  await context.register('north', 'reviewed', ['60'])
  await verify(context)
  await openCases(context)
  await scoreAndName(context)
  await carryParties(context)
  await blockAndRelease(context)
  await changeSettings(context)
  await endTokens(context)
}

/** So that flags do not stop the agent. */
async function verify({ client }: ComplianceContext): Promise<void> {
  const { agentId } = client.callers.reviewed as Agent
  const accepted = { key: 'kyb-first', body: { status: 'accepted' } }
  await client.sendOrThrow('north', 'POST /test/kyb-review', accepted)
  const body = { type: 'purpose_review', comment: 'Pays those whom compliance looks at.' }
  await client.sendOrThrow('north', `POST /compliance/kya/${agentId}/evidence`, { key: 'evidence', body })
}

async function openCases({ client, going, pay }: ComplianceContext): Promise<void> {
  for (const decision of ['clear', 'reject', 'escalate', 'open']) {
    const { case_id } = await pay('reviewed', `case-${decision}`, '1.00', MIXER, 202)
    going[`case_${decision}`] = String(case_id)
    if (decision === 'open') continue
    const decided = { key: `case-${decision}`, body: { decision, comment: 'Looked at.' } }
    await client.sendOrThrow('north_reviewer', `POST /compliance/cases/${case_id}/decide`, decided)
  }
  await pay('reviewed', 'sanctioned', '1.00', SANCTIONED, 403)
}

/** A payment with a score that passes, and merchants whose names are similar to a listed one, and listed. */
async function scoreAndName({ client, pay }: ComplianceContext): Promise<void> {
  const { approval_id } = await pay('treasurer', 'scored', '600.00', SUPPLIER, 202)
  await client.sendOrThrow('north_second', `POST /approvals/${approval_id}/approve`, {
    key: 'approve-scored',
    body: {},
  })
  for (const [domain, legal_name, status] of [
    ['similar.example', 'Lazard Group', 201],
    ['listed.example', 'LAZARUS GROUP', 403],
  ] as const) {
    const form = { name: domain, legal_name, domain, payout_addresses: [{ chain: 'base', address: SUPPLIER }] }
    const made = await client.send('north', 'POST /merchants', { key: domain, body: form })
    if (made.status !== status) throw new Error(`merchant ${legal_name}: ${made.status} ${made.text}`)
  }
  await pay('reviewed', 'similar', '1.00', 'similar.example', 202)
}

/** A payment of an amount that carries who pays and who is paid. */
async function carryParties({ client, pay }: ComplianceContext): Promise<void> {
  const { agentId } = client.callers.treasurer as Agent
  const reviewed = { key: 'reviewed', body: { type: 'purpose_review' } }
  await client.sendOrThrow('north', `POST /compliance/kya/${agentId}/evidence`, reviewed)
  const { approval_id } = await pay('treasurer', 'large', '3100.00', LANDLORD, 202)
  await client.sendOrThrow('north_second', `POST /approvals/${approval_id}/approve`, { key: 'approve-large', body: {} })
}

/** A deposit from somebody who is on a list, and later on none. The freeze ends what waits, so the agent has no case. */
async function blockAndRelease({ client, service, rpcUrl, register }: ComplianceContext): Promise<void> {
  await register('north', 'receiving', ['10'])
  const { walletId } = client.callers.receiving as Agent
  const path = `/wallets/${walletId}`
  const { address } = await client.sendOrThrow('receiving', `GET ${path}`)
  await putOnList(service, 'First', ELSEWHERE)
  const data = transferData(String(address), 5_000_000n)
  await sendAs({ rpcUrl, address: tokenOn('base', 'USDC').address }, [{ from: ELSEWHERE, data }])
  await waitUntil('frozen', async () => (await client.sendOrThrow('north', `GET ${path}`)).status === 'frozen')
  await putOnList(service, 'Second', SANCTIONED)
  const flagged = await waitUntil('the flag', async () =>
    (await client.list('north', '/events')).map(({ data: of }) => of as Body).find((of) => of.deposit_id !== undefined),
  )
  const release = { key: 'release', body: { reason: 'No longer listed.' } }
  await client.sendOrThrow('north_reviewer', `POST /deposits/${flagged.deposit_id}/unblock`, release)
  await client.sendOrThrow('north_reviewer', `POST ${path}/unfreeze`, {
    key: 'unfreeze',
    body: { reason: 'Released.' },
  })
}

async function putOnList({ database, clock }: ComplianceContext['service'], name: string, address: string) {
  await importScreeningList(
    { database, clock },
    {
      ...{ list: LIST, category: 'sanctions', source: 'The operator.', isForced: true },
      entries: (async function* () {
        yield { name: `${name} Listed Person`, aliases: [`${name} Alias`], addresses: [address] }
      })(),
      version: () => ({ version: `${LIST}-${name}`, effectiveAt: clock.now() }),
    },
  )
}

async function changeSettings({ client }: ComplianceContext): Promise<void> {
  const orgId = (name: string) => (client.callers[name] as StoredCaller & { orgId: string }).orgId
  const settings = { honor_open_holds: true }
  await client.sendOrThrow('south', `PUT /organizations/${orgId('south')}/hold-settings`, { body: settings })
  const person = { name: 'Somebody', roles: ['approver'] }
  const north = `/organizations/${orgId('north')}`
  const { principal_id } = await client.sendOrThrow('north', `POST ${north}/keys`, { key: 'person', body: person })
  const suspend = { key: 'suspend-person', body: { reason: 'Has left.' } }
  await client.sendOrThrow('north', `POST ${north}/people/${principal_id}/suspend`, suspend)
}

/** By a refresh token that is used twice, after the time in which a lost response may be asked for again. */
async function endTokens({ client }: ComplianceContext): Promise<void> {
  const { agentId: agent_id, apiKey: api_key } = client.callers.reviewed as Agent
  const exchange = (body: object) => client.sendOrThrow('', 'POST /auth/agent/token', { body: { agent_id, ...body } })
  let { refresh_token } = await exchange({ api_key })
  const first = refresh_token
  for (let uses = 0; uses < 2; uses++)
    refresh_token = (await exchange({ grant_type: 'refresh_token', refresh_token })).refresh_token
  const again = { agent_id, grant_type: 'refresh_token', refresh_token: first }
  const { status, text } = await client.send('', 'POST /auth/agent/token', { body: again })
  if (status !== 401) throw new Error(`a refresh token is taken twice: ${status} ${text}`)
}
