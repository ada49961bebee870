/**
 * Operator's command: creates an organization and prints its first keys, which cannot be shown again; suspends or reinstates one;
 * accepts or rejects its business; states who it is; or sets its rate limits.
 * `npm run organization -- --name "Acme" [--live] [--limit-timezone Europe/Berlin]`
 * `npm run organization -- --suspend ORG --reason "..."`, `--reinstate ORG --reason "..."`
 * `npm run organization -- --accept ORG [--live]`, `--reject ORG [--live]`: the review of its business (KYB)
 * `npm run organization -- --legal ORG --legal-name "Acme, Inc." --address JSON [--new-name "Acme"] [--live]`: what payments of the
 * travel rule carry, and its name; with `--reason "..."` a name may go that is on a list, of somebody who only has the same one
 * `npm run organization -- --agent AGENT --new-name "..." --reason "..."`: the same for an agent, revoked ones too
 * `npm run organization -- --limits ORG [--requests-per-minute N] [--payments-per-minute N]`: default restores those of the platform
 */
import { composeService, type Service } from '../gateway/compose.ts'
import { createLog } from '../gateway/log.ts'
import { isBusy } from '../subgraphs/shared/commit/submitByOwner.ts'
import { notFound } from '../subgraphs/shared/errors.ts'
import { isId } from '../subgraphs/shared/ids.ts'
import { recordCommand } from './commandAct.ts'
import { readConfigBeside, runCommand } from './environment.ts'
import { readFlags } from './flags.ts'

const CLOSE_MS = 5_000
const USAGE = [
  'npm run organization -- --name NAME [--live] [--limit-timezone ZONE]',
  'npm run organization -- --suspend|--reinstate ORG --reason TEXT',
  'npm run organization -- --accept|--reject ORG [--live]',
  'npm run organization -- --legal ORG [--legal-name NAME] [--address JSON] [--new-name NAME] [--reason TEXT] [--live]',
  'npm run organization -- --agent AGENT --new-name NAME --reason TEXT',
  'npm run organization -- --limits ORG [--requests-per-minute N|default] [--payments-per-minute N|default]',
].join(', or ')

interface Flags {
  readonly name?: string | undefined
  readonly live: boolean
  readonly limitTimezone?: string | undefined
  readonly suspend?: string | undefined
  readonly reinstate?: string | undefined
  readonly accept?: string | undefined
  readonly reject?: string | undefined
  readonly reason?: string | undefined
  readonly legal?: string | undefined
  readonly legalName?: string | undefined
  readonly address?: string | undefined
  readonly newName?: string | undefined
  readonly agent?: string | undefined
  readonly limits?: string | undefined
  readonly requestsPerMinute?: string | undefined
  readonly paymentsPerMinute?: string | undefined
}

runCommand(async () => {
  const flags = readCommand()
  const service = await composeService(readConfigBeside(), { log: createLog({ level: 'error' }) })
  try {
    const result = await recordCommand(service, 'organization', () => run(service, flags))
    console.info(JSON.stringify(result, null, 2))
  } finally {
    await service.close(CLOSE_MS)
  }
})

function readCommand(): Flags {
  const { values } = readFlags(USAGE, {
    options: {
      name: { type: 'string' },
      live: { type: 'boolean', default: false },
      'limit-timezone': { type: 'string' },
      suspend: { type: 'string' },
      reinstate: { type: 'string' },
      accept: { type: 'string' },
      reject: { type: 'string' },
      reason: { type: 'string' },
      legal: { type: 'string' },
      'legal-name': { type: 'string' },
      address: { type: 'string' },
      'new-name': { type: 'string' },
      agent: { type: 'string' },
      limits: { type: 'string' },
      'requests-per-minute': { type: 'string' },
      'payments-per-minute': { type: 'string' },
    },
  })
  const {
    'limit-timezone': limitTimezone,
    'legal-name': legalName,
    'new-name': newName,
    'requests-per-minute': requestsPerMinute,
    'payments-per-minute': paymentsPerMinute,
    ...flags
  } = values
  const { name, suspend, reinstate, accept, reject, legal, agent, limits } = flags
  const commands = [name, suspend, reinstate, accept, reject, legal, agent, limits].filter((one) => one !== undefined)
  if (commands.length !== 1) throw new Error(`Give one command.\nUsage: ${USAGE}`)
  if ((suspend ?? reinstate) !== undefined && flags.reason === undefined)
    throw new Error('Give --reason: it is stored with the change of status.')
  if ((limits === undefined) !== ((requestsPerMinute ?? paymentsPerMinute) === undefined))
    throw new Error(`Give --limits with --requests-per-minute, --payments-per-minute or both.\nUsage: ${USAGE}`)
  return { ...flags, limitTimezone, legalName, newName, requestsPerMinute, paymentsPerMinute }
}

async function run({ subgraphs, work }: Service, flags: Flags): Promise<object> {
  const { agents } = subgraphs
  const { name, live, limitTimezone, suspend, reinstate, accept, reject, reason = '' } = flags
  if (name !== undefined) {
    const zone = limitTimezone === undefined ? {} : { limitTimezone }
    const { orgId, keys } = await agents.createOrganization({ name, mode: live ? 'live' : 'test', ...zone })
    return { org_id: orgId, test_key: keys.test, live_key: keys.live }
  }
  if (flags.limits !== undefined) {
    const { requestsPerMinute, paymentsPerAgentPerMinute } = await agents.setRateLimits({
      orgId: flags.limits,
      requestsPerMinute: readLimit(flags.requestsPerMinute),
      paymentsPerAgentPerMinute: readLimit(flags.paymentsPerMinute),
    })
    const limits = { requests_per_minute: requestsPerMinute, payments_per_agent_per_minute: paymentsPerAgentPerMinute }
    return { org_id: flags.limits, limits }
  }
  if (flags.legal !== undefined) {
    if (!isId('organization', flags.legal)) throw notFound('organization')
    const mode = live ? 'live' : 'test'
    const facts = { ...readLegal(flags), name: flags.newName, reason: flags.reason }
    const { legal } = await agents.stateFacts({ orgId: flags.legal, mode }, facts)
    const { name: legalName = null, address } = legal?.[mode] ?? {}
    const { postalCode, ...place } = address ?? {}
    const shown = address === undefined ? null : { ...place, postal_code: postalCode }
    return { org_id: flags.legal, mode, legal_name: legalName, address: shown }
  }
  if (flags.agent !== undefined) {
    const renamed = await agents.renameAgent({ agentId: flags.agent, name: flags.newName, reason })
    return { org_id: renamed.orgId, agent_id: renamed._id, name: renamed.name }
  }
  const orgId = suspend ?? reinstate ?? accept ?? reject ?? ''
  const status = suspend === undefined ? 'active' : 'suspended'
  if (!isId('organization', orgId)) throw notFound('organization')
  if (suspend === undefined && reinstate === undefined) {
    const kyb = accept === undefined ? 'rejected' : 'accepted'
    const mode = live ? 'live' : 'test'
    await agents.reviewOrganization({ orgId, mode, status: kyb })
    return { org_id: orgId, mode, kyb_status: kyb }
  }
  // From a suspension on nothing is accepted or signed. This fails the waiting payments.
  const stop = () => work.stop({ orgId, mode: null, scope: 'organization', targetId: orgId })
  // Where the suspension was interrupted, what it has not ended would go on afterwards.
  // One payment that cannot be ended does not keep it suspended.
  if (status === 'active')
    await stop().catch((error: unknown) => {
      if (isBusy(error)) throw error
    })
  await agents.setOrganizationStatus({ orgId, status, reason })
  return status === 'active' ? { org_id: orgId, status } : { org_id: orgId, status, stopped: await stop() }
}

/** As over REST. */
function readLegal({ legalName, address }: Flags) {
  if (address === undefined) return { legalName }
  const given = readObject(address)
  if (given === null) return { legalName, address: null }
  const { postal_code: postalCode, ...place } = given
  return { legalName, address: { ...place, postalCode } }
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && !Array.isArray(value)) return value as Readonly<Record<string, unknown>> | null
  } catch {
    // Told below.
  }
  throw new Error(`--address is JSON with street, city, region, postal_code and country, or null.\nUsage: ${USAGE}`)
}

/** Null restores that of the platform. */
function readLimit(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  return text === 'default' ? null : Number(text)
}
