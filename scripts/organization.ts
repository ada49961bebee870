/**
 * Operator's command: makes an organization and prints its first keys, this once.
 * `npm run organization -- --name "Acme" [--live] [--limit-timezone Europe/Berlin]`
 */
import { parseArgs } from 'node:util'
import { composeService } from '../gateway/compose.ts'
import { createLog } from '../gateway/log.ts'
import { readConfigBeside, runCommand } from './environment.ts'

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    live: { type: 'boolean', default: false },
    'limit-timezone': { type: 'string' },
  },
})
const CLOSE_MS = 5_000

async function main(): Promise<void> {
  const { name, live, 'limit-timezone': limitTimezone } = values
  if (name === undefined) throw new Error('Give --name.')
  const service = await composeService(readConfigBeside(), { log: createLog({ level: 'warn' }) })
  try {
    const { orgId, keys } = await service.subgraphs.agents.createOrganization({
      name,
      mode: live ? 'live' : 'test',
      ...(limitTimezone === undefined ? {} : { limitTimezone }),
    })
    console.info(JSON.stringify({ org_id: orgId, test_key: keys.test, live_key: keys.live }, null, 2))
  } finally {
    await service.close(CLOSE_MS)
  }
}

runCommand(main)
