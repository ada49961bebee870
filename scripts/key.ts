/**
 * Operator's command: creates another key of an organization for a named person and prints it; it cannot be shown again.
 * `npm run key -- --role approver --name "Second approver" [--org ORG] [--live]`; beside `npm start` for its demo organization.
 * Administrators do the same over the interface, where they also list, replace and revoke keys.
 */
import { composeService } from '../gateway/compose.ts'
import { createLog } from '../gateway/log.ts'
import { recordCommand } from './commandAct.ts'
import { demoOrganization, readConfigBeside, runCommand } from './environment.ts'
import { readFlags } from './flags.ts'

const CLOSE_MS = 5_000
const USAGE = 'npm run key -- --name NAME [--org ORG] [--role admin|approver|compliance|viewer]... [--live]'

/** What to add to the command. */
function missing(orgId: string | undefined, name: string | undefined): string {
  const flags = [
    ...(name === undefined ? ['--name "the person\'s name"'] : []),
    ...(orgId === undefined ? ['--org org_... (none is needed beside `npm start`)'] : []),
  ]
  return `Give ${flags.join(' and ')}.`
}

runCommand(async () => {
  const { values } = readFlags(USAGE, {
    options: {
      org: { type: 'string' },
      role: { type: 'string', multiple: true, default: [] },
      name: { type: 'string' },
      live: { type: 'boolean', default: false },
    },
  })
  const { role: roles, name, live } = values
  const orgId = values.org ?? demoOrganization() ?? undefined
  if (orgId === undefined || name === undefined)
    throw new Error(
      `${missing(orgId, name)} Keys with the same name belong to one person. Give --role for each role, too.\nUsage: ${USAGE}`,
    )
  const service = await composeService(readConfigBeside(), { log: createLog({ level: 'warn' }) })
  try {
    const mode = live ? 'live' : 'test'
    const made = await recordCommand(service, 'key', () =>
      service.subgraphs.agents.createOrganizationKey({ orgId, mode, roles, name }),
    )
    const shown = { org_id: orgId, key: made.key, key_id: made.keyId, mode, roles, person_id: made.personId }
    console.info(JSON.stringify(shown, null, 2))
  } finally {
    await service.close(CLOSE_MS)
  }
})
