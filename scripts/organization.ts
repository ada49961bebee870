/**
 * Operator's command: creates an organization and prints its first keys, which cannot be shown again; or suspends or reinstates one.
 * `npm run organization -- --name "Acme" [--live] [--limit-timezone Europe/Berlin]`
 * `npm run organization -- --suspend ORG --reason "..."`, `--reinstate ORG --reason "..."`
 */
import { composeService, type Service } from '../gateway/compose.ts'
import { createLog } from '../gateway/log.ts'
import { notFound } from '../subgraphs/shared/errors.ts'
import { isId } from '../subgraphs/shared/ids.ts'
import { readConfigBeside, runCommand } from './environment.ts'
import { readFlags } from './flags.ts'

const CLOSE_MS = 5_000
const USAGE = [
  'npm run organization -- --name NAME [--live] [--limit-timezone ZONE]',
  'npm run organization -- --suspend|--reinstate ORG --reason TEXT',
].join(', or ')

interface Flags {
  readonly name?: string | undefined
  readonly live: boolean
  readonly limitTimezone?: string | undefined
  readonly suspend?: string | undefined
  readonly reinstate?: string | undefined
  readonly reason?: string | undefined
}

runCommand(async () => {
  const flags = readCommand()
  const service = await composeService(readConfigBeside(), { log: createLog({ level: 'error' }) })
  try {
    console.info(JSON.stringify(await run(service, flags), null, 2))
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
      reason: { type: 'string' },
    },
  })
  const { 'limit-timezone': limitTimezone, ...flags } = values
  const commands = [flags.name, flags.suspend, flags.reinstate].filter((one) => one !== undefined)
  if (commands.length !== 1) throw new Error(`Give one of --name, --suspend and --reinstate.\nUsage: ${USAGE}`)
  if (flags.name === undefined && flags.reason === undefined)
    throw new Error('Give --reason: it is stored with the change of status.')
  return { ...flags, limitTimezone }
}

async function run({ subgraphs }: Service, flags: Flags): Promise<object> {
  const { agents, payments } = subgraphs
  const { name, live, limitTimezone, suspend, reinstate, reason = '' } = flags
  if (name !== undefined) {
    const zone = limitTimezone === undefined ? {} : { limitTimezone }
    const { orgId, keys } = await agents.createOrganization({ name, mode: live ? 'live' : 'test', ...zone })
    return { org_id: orgId, test_key: keys.test, live_key: keys.live }
  }
  const orgId = suspend ?? reinstate ?? ''
  const status = suspend === undefined ? 'active' : 'suspended'
  if (!isId('organization', orgId)) throw notFound('organization')
  await agents.setOrganizationStatus({ orgId, status, reason })
  if (status === 'active') return { org_id: orgId, status }
  // From now on nothing is accepted or signed. This fails the waiting payments; if it is interrupted, run it again.
  const stopped = await payments.work.stop({ orgId, mode: null, scope: 'organization', targetId: orgId })
  return { org_id: orgId, status, stopped }
}
