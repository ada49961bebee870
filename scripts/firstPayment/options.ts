// The options of `npm run first-payment`, and the service and organization that they name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFlags } from '../flags.ts'
import { StepFailure } from './serviceClient.ts'

export interface Target {
  readonly base_url: string
  readonly org_id: string
  readonly api_key: string
}

const USAGE =
  'npm run first-payment -- [--token T] [--chain C] [--json] [--data-dir DIR | --base-url URL --org-id ORG --api-key KEY]'
export const { values: flags } = readFlags(USAGE, {
  options: {
    'base-url': { type: 'string' },
    'api-key': { type: 'string' },
    'org-id': { type: 'string' },
    'data-dir': { type: 'string' },
    token: { type: 'string', default: 'USDC' },
    chain: { type: 'string', default: 'base' },
    json: { type: 'boolean', default: false },
  },
})

/** Flags before environment variables before the file that `npm start` wrote. @throws StepFailure if none names it */
export function readTarget(): Target {
  const { env } = process
  const dataDir = flags['data-dir'] ?? env.DATA_DIR ?? join(import.meta.dirname, '..', '..', '.data')
  const overrides = {
    base_url: flags['base-url'] ?? env.BASE_URL,
    org_id: flags['org-id'] ?? env.ORG_ID,
    api_key: flags['api-key'] ?? env.API_KEY,
  }
  const known = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined))
  try {
    return { ...JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')), ...known }
  } catch {
    const { base_url, org_id, api_key } = overrides
    if (base_url !== undefined && org_id !== undefined && api_key !== undefined) return { base_url, org_id, api_key }
    throw new StepFailure(
      `${dataDir} has no demo.json. Start the service with npm start, or pass --base-url, --org-id and --api-key.`,
    )
  }
}
