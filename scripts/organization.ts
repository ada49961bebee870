/**
 * Operator's command: creates an organization and prints its first keys, which cannot be shown again; suspends or reinstates one; or
 * accepts or rejects its business.
 * `npm run organization -- --name "Acme" [--live] [--limit-timezone Europe/Berlin]`
 * `npm run organization -- --suspend ORG --reason "..."`, `--reinstate ORG --reason "..."`
 * `npm run organization -- --accept ORG [--live]`, `--reject ORG [--live]`: the review of its business (KYB)
 */
import { composeService, type Service } from '../gateway/compose.ts'
import { createLog } from '../gateway/log.ts'
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
    },
  })
  const { 'limit-timezone': limitTimezone, ...flags } = values
  const { name, suspend, reinstate, accept, reject } = flags
  const commands = [name, suspend, reinstate, accept, reject].filter((one) => one !== undefined)
  if (commands.length !== 1) throw new Error(`Give one command.\nUsage: ${USAGE}`)
  if ((suspend ?? reinstate) !== undefined && flags.reason === undefined)
    throw new Error('Give --reason: it is stored with the change of status.')
  return { ...flags, limitTimezone }
}

async function run({ subgraphs }: Service, flags: Flags): Promise<object> {
  const { agents, payments } = subgraphs
  const { name, live, limitTimezone, suspend, reinstate, accept, reject, reason = '' } = flags
  if (name !== undefined) {
    const zone = limitTimezone === undefined ? {} : { limitTimezone }
    const { orgId, keys } = await agents.createOrganization({ name, mode: live ? 'live' : 'test', ...zone })
    return { org_id: orgId, test_key: keys.test, live_key: keys.live }
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
  await agents.setOrganizationStatus({ orgId, status, reason })
  if (status === 'active') return { org_id: orgId, status }
  // From now on nothing is accepted or signed. This fails the waiting payments; if it is interrupted, run it again.
  const stopped = await payments.work.stop({ orgId, mode: null, scope: 'organization', targetId: orgId })
  return { org_id: orgId, status, stopped }
}
