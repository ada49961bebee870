/**
 * Operator's command: makes an organization and prints its first keys, this once; or suspends one, or reinstates it.
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
  const flags = chooseAct()
  const service = await composeService(readConfigBeside(), { log: createLog({ level: 'error' }) })
  try {
    console.info(JSON.stringify(await act(service, flags), null, 2))
  } finally {
    await service.close(CLOSE_MS)
  }
})

function chooseAct(): Flags {
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
  const acts = [flags.name, flags.suspend, flags.reinstate].filter((one) => one !== undefined)
  if (acts.length !== 1) throw new Error(`Give one of --name, --suspend and --reinstate.\nUsage: ${USAGE}`)
  if (flags.name === undefined && flags.reason === undefined) throw new Error('Give --reason: it is kept.')
  return { ...flags, limitTimezone }
}

async function act({ subgraphs }: Service, flags: Flags): Promise<object> {
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
  // Nothing new is accepted or signed any more: this ends waiting payments, and may be run again if it is interrupted.
  const stopped = await payments.work.stop({ orgId, mode: null, scope: 'organization', targetId: orgId })
  return { org_id: orgId, status, stopped }
}
